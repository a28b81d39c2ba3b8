"""The floor's store, the same on both databases."""

from __future__ import annotations

import asyncio
import threading

import msgspec
import pytest

from controller.floor.duties import Duty
from controller.floor.house import House
from controller.floor.keeper import Keeper
from controller.floor.proof import KeptManifest, KeptPart, Opening
from controller.floor.push import Phone
from controller.floor.store import FloorStore, Heard, KeptAlert, KeptTable, Note, Order, StoreTrouble, Wanted


def heard(n: int, topic: str = "finding", **body):
    return Heard(
        site="zagreb", name="7", series="s1", n=n, topic=topic, at=1000.0 + n,
        body={"log": 1, "n": n, "hand": 3, "id": f"3:bet.string:{n}", **body},
    )  # fmt: skip


def alert(
    n: int,
    *,
    name: str = "7",
    kind: str = "bet.string",
    seat: int | None = 3,
    state: str = "new",
    person=None,
):
    finding = {"id": f"3:{kind}:{n}", "kind": kind, "seat": seat, "cites": ["45", "56"]}
    return KeptAlert(
        id=f"zagreb/{name}/1/3:{kind}:{n}", site="zagreb", name=name, n=n, found_at=1000.0 + n, changed_at=2000.0,
        body={"finding": finding, "state": state, "open": state == "new"}, person=person,
    )  # fmt: skip


def test_a_message_that_comes_twice_is_there_once(store: FloorStore):
    store.write([heard(1), heard(2)], [], [])
    store.write([heard(2), heard(3)], [], [])
    assert store.count() == 3
    assert [body["n"] for body in store.messages("zagreb", "7", "finding")] == [1, 2, 3]


def test_a_new_journal_counts_anew(store: FloorStore):
    store.write([heard(1), msgspec.structs.replace(heard(1), series="s2")], [], [])
    assert store.count() == 2


def test_tables_come_back_with_their_gaps(store: FloorStore):
    table = KeptTable(
        site="zagreb",
        name="7",
        series="s1",
        high=9,
        missing=[(3, 5)],
        health={"state": "up"},
        head={},
        heard_at=5.0,
    )
    store.write([], [table], [])
    store.write([], [table], [])
    assert store.tables() == [table]


def test_the_history_is_searched_by_table_kind_rule_seat_person_and_time(store: FloorStore):
    rows = [
        alert(1), alert(2, name="8"), alert(3, kind="turn.skipped", seat=5), alert(4, state="ruled", person="Ana"),
    ]  # fmt: skip
    store.write([], [], rows)
    for wanted, found in (
        (Wanted(), [4, 3, 2, 1]), (Wanted(table="8"), [2]), (Wanted(kind="turn.skipped"), [3]),
        (Wanted(rule="56"), [4, 3, 2, 1]), (Wanted(rule="5"), []), (Wanted(seat=5), [3]), (Wanted(person="Ana"), [4]),
        (Wanted(since=1003.0), [4, 3]), (Wanted(until=1002.0), [1]), (Wanted(most=1), [4]),
    ):  # fmt: skip
        assert [one.n for one in store.alerts(wanted)] == found, wanted
    assert [one.n for one in store.open_alerts()] == [1, 2, 3]


def test_an_alert_is_kept_as_it_is_now(store: FloorStore):
    store.write([], [], [alert(1)])
    ruled = alert(1, state="ruled", person="Ana")
    store.write([], [], [ruled])
    assert store.alerts(Wanted()) == [ruled]


def test_calls_that_are_over_are_known_by_their_numbers_the_latest_last(store: FloorStore):
    ended = [msgspec.structs.replace(alert(n, state="closed"), changed_at=3000.0 - n) for n in (1, 2, 3)]
    store.write([], [], [*ended, alert(4)])
    assert list(store.over(2).items()) == [(ended[1].id, 2), (ended[0].id, 1)]


def test_orders_wait_for_their_answer_and_notes_are_the_newest_first(store: FloorStore):
    order = Order(
        id="r1",
        site="zagreb",
        name="7",
        topic="ruling",
        alert="a",
        person="Ana",
        sent_at=1.0,
        body={"decision": "call"},
    )
    store.order(order)
    assert store.orders(unanswered=True) == [order]
    import msgspec

    answered = msgspec.structs.replace(order, answer={"taken": True})
    store.order(answered)
    assert store.orders(unanswered=True) == []
    assert store.orders() == [answered]
    for at in (1.0, 2.0):
        store.note(Note(at=at, person="Ana", text=f"note {at}"))
    assert [note.at for note in store.notes()] == [2.0, 1.0]


def test_a_store_is_opened_again_with_all_that_is_in_it(store_url: str):
    first = FloorStore(store_url)
    first.write([heard(1)], [], [alert(1)])
    first.close()
    again = FloorStore(store_url)
    assert (again.count(), len(again.open_alerts())) == (1, 1)
    again.close()


def test_a_place_that_cannot_be_written_is_refused(tmp_path):
    with pytest.raises(StoreTrouble):
        FloorStore(f"sqlite:///{tmp_path / 'nowhere' / 'floor.db'}")


def test_people_and_their_phones_come_back(store: FloorStore):
    ana = Duty(what="section", name="Window", person="Ana", by="Ana", at=10.0)
    given = Duty(what="alert", name="zagreb/7/1", person="Ivo", by="Ana", at=10.0)
    phone = Phone(
        endpoint="https://push.example/1", person="Ana", key="k", secret="s", language="en", at=10.0
    )
    for duty in (ana, given):
        store.crew.take(duty)
        store.crew.take(duty)
    store.crew.phone(phone)
    store.crew.told(phone.endpoint, "zagreb/7/1", 12.0)
    store.crew.told(phone.endpoint, "zagreb/7/1", 13.0)
    assert sorted(one.what for one in store.crew.duties(5.0)) == ["alert", "section"]
    assert store.crew.duties(11.0) == [ana], "an old call is nobody's"
    assert store.crew.phones() == [phone]
    assert store.crew.calls(12.5) == [(phone.endpoint, "zagreb/7/1")]
    store.crew.forget(phone.endpoint)
    assert store.crew.phones() == []


def test_what_is_being_written_when_the_floor_stops_is_written_once(store: FloorStore, monkeypatch):
    looked = Opening(alert="zagreb/7/1/3:bet.string:1", person="Ana", at=1000.5)
    begun, goes_on, write = threading.Event(), threading.Event(), store.write

    def slowly(*what):
        begun.set()
        assert goes_on.wait(60)
        write(*what)

    async def stops_in_between():
        keeper = Keeper(store, House())
        keeper.opened(looked)
        monkeypatch.setattr(store, "write", slowly)
        writing = asyncio.create_task(keeper.write())
        assert await asyncio.to_thread(begun.wait, 60)
        writing.cancel()
        goes_on.set()
        await keeper.write()

    asyncio.run(stops_in_between())
    assert store.shelf.openings(looked.alert) == [looked]


def test_a_store_of_an_earlier_version_is_brought_up_to_date_with_what_is_in_it(store_url: str):
    digest = "a" * 64
    part = KeptPart(sha256=digest, body=b"{}", at=100.0)
    manifests = [
        KeptManifest(alert=alert, body={"log": 1, "parts": [{"sha256": digest}], "sha256": "b"}, at=at)
        for alert, at in (("x", 100.0), ("y", 500.0))
    ]
    earlier = FloorStore(store_url)
    seven = KeptTable(
        site="zagreb", name="7", series="s1", high=9, missing=[], health={}, head={}, heard_at=1.0
    )
    earlier.write([], [seven], [], [part, *manifests])
    with earlier._engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE room_evidence_part")
        connection.exec_driver_sql("ALTER TABLE room_table DROP COLUMN taken_off")
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0003'")
    earlier.close()
    now = FloorStore(store_url)
    assert now.tables() == [seven], "every table is on the map"
    assert now.shelf.clear(200.0) == 1
    assert now.shelf.of("y").whole == "broken", "the part is there; it is no strip"
    assert now.shelf.clear(600.0) == 1
    with now._engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM room_part").scalar() == 0
    now.close()

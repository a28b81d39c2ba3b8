"""The floor's process at a real broker: what it shows, what it asks again, what it tells a table."""

from __future__ import annotations

import socket
from contextlib import closing

import pytest

from controller.floor.store import FloorStore
from tests import warm
from tests.daemon.conftest import wait_for
from tests.floor.tables import Floor, SaidTable, seconds_ago


def test_an_alert_is_a_row_and_its_ruling_reaches_the_table_once(floor: Floor, seven: SaidTable):
    alert = seven.alert()
    row = wait_for(lambda: floor.row(kind="bet.string"), "the row")
    assert (row["title"], row["tables"], row["mark"], row["state"]) == ("String bet", ["7"], "floor", "new")
    assert floor.tile("7")["mark"] == "floor"
    assert floor.ask("POST", "/mark", {"id": row["id"], "by": "Ana"})[0] == 202
    assert floor.row(id=row["id"])["coming"] == "Ana"
    wait_for(lambda: seven.marked, "the table to hear who comes")
    ruling = {"id": row["id"], "by": "Ana", "decision": "call", "key": "touch-1"}
    assert floor.ask("POST", "/rule", ruling)[0] == 202
    assert floor.ask("POST", "/rule", ruling)[0] == 202
    told = wait_for(lambda: seven.ruled, "the ruling at the table")
    assert (told[0]["finding"], told[0]["decision"], told[0]["by"], told[0]["id"]) == (
        alert["finding"]["id"],
        "call",
        "Ana",
        "touch-1",
    )
    assert len({one["id"] for one in seven.ruled}) == 1
    seven.alert(state="ruled", ruling={"decision": "call", "by": "Ana"})
    row = wait_for(lambda: floor.row(state="ruled", order=""), "the ruled row")
    assert (row["open"], row["by"]) == (False, "Ana")


def test_who_comes_to_what_is_over_is_not_shown_as_coming(floor: Floor, seven: SaidTable):
    seven.alert(state="closed")
    row = wait_for(lambda: floor.row(kind="bet.string"), "the row")
    assert floor.ask("POST", "/mark", {"id": row["id"], "by": "Ana"})[0] == 202
    wait_for(lambda: [mark["by"] for mark in seven.marked] == ["Ana"], "the table to be told all the same")
    again = floor.row(id=row["id"])
    assert (again["state"], again["coming"]) == ("closed", None)


def test_who_says_twice_that_he_comes_is_told_once_more_and_then_left_alone(floor: Floor, seven: SaidTable):
    seven.alert()
    row = wait_for(lambda: floor.row(kind="bet.string"), "the row")
    seven.alert(state="coming", coming="Ana")
    wait_for(lambda: floor.row(coming="Ana"), "Ana to come")
    assert floor.ask("POST", "/mark", {"id": row["id"], "by": "Ana"})[0] == 202
    with closing(FloorStore(f"sqlite:///{floor.folder / 'floor.db'}")) as store:
        assert len(store.orders()) == 1
        wait_for(lambda: not store.orders(unanswered=True), "the store to know that no answer is to come")


def test_a_gap_is_shown_and_asked_for_until_it_is_filled(floor: Floor, seven: SaidTable):
    seven.answers = False
    seven.alert(k=1)
    seven.alert(k=2, seat=4, lost=True)
    seven.alert(k=3, seat=5)
    wait_for(lambda: floor.tile("7")["gap"] == 1, "the gap on the map")
    wait_for(lambda: {"from": 2, "to": 2} in seven.asked, "the floor to ask again")
    row = wait_for(lambda: floor.row(kind="room.gap"), "the gap on the list")
    assert row["title"] == "1 message missing, asked again"
    seven.answers = True
    wait_for(lambda: floor.row(seat=4), "the missing alert")
    wait_for(lambda: floor.tile("7")["gap"] == 0, "the gap to be filled")
    assert floor.row(kind="room.gap") is None


def test_a_message_that_comes_twice_is_one(floor: Floor, seven: SaidTable):
    told = seven.alert()
    for _ in range(3):
        seven.raw("alert", told)
    last = seven.alert(k=2, seat=4)
    wait_for(lambda: floor.row(seat=4), "the last")
    assert last["n"] == 2
    assert [row["times"] for row in floor.rows()] == [1, 1]


def test_a_refused_ruling_says_why_at_its_row(floor: Floor, seven: SaidTable):
    seven.answers = False
    seven.alert()
    row = wait_for(lambda: floor.row(kind="bet.string"), "the row")
    floor.ask("POST", "/rule", {"id": row["id"], "by": "Ana", "decision": "call"})
    order = wait_for(lambda: seven.ruled, "the ruling")[0]
    assert floor.row(id=row["id"])["order"] == "sent"
    seven.count(
        "ruled", {"type": "ruled", "id": order["id"], "taken": False, "place": "finding", "why": "is over"}
    )
    wait_for(lambda: floor.row(id=row["id"])["order"] == "is over", "the refusal")


def test_ten_tables_that_lose_the_camera_at_one_switch_are_one_row(floor: Floor, broker):
    tables = [SaidTable(broker.port, str(name)) for name in range(1, 11)]
    for table in tables:
        table.up()
        table.alert(
            "sensing.device",
            level="dealer",
            seat=None,
            mark="blind",
            facts={"device": "chips", "state": "down"},
        )
    row = wait_for(
        lambda: (rows := floor.rows()) and len(rows) == 1 and len(rows[0]["tables"]) == 10 and rows[0],
        "one row",
    )
    assert (row["mark"], row["times"]) == ("blind", 10)
    for table in tables:
        table.close()


def test_the_oldest_unanswered_comes_first_within_red_amber_and_blue(floor: Floor, seven: SaidTable):
    seven.alert("sensing.gap", level="dealer", mark="blind", seat=1)
    seven.alert("bet.undercall", level="dealer", seat=2)
    seven.alert("bet.string", seat=3, times={"found": seconds_ago(20)})
    seven.alert("turn.skipped", seat=4, times={"found": seconds_ago(30)})
    seven.alert("bet.tiny_chip", seat=5, times={"found": seconds_ago(40)}, state="coming", coming="Ana")
    wait_for(lambda: len(floor.rows()) == 5, "five rows")
    assert [row["seat"] for row in floor.rows()] == [4, 3, 5, 2, 1]


def test_a_call_that_was_told_late_waits_since_it_was_found(floor: Floor, seven: SaidTable):
    """What a table has to say comes late where its network was away, the finding before its alert."""
    found = seven.alert(seat=4, lost=True)
    seven.n = 0
    seven.count("finding", found["finding"])
    wait_for(lambda: floor.row(seat=4), "the call of a finding alone")
    seven.alert(seat=4, times={"found": seconds_ago(90)})
    assert wait_for(lambda: floor.row(seat=4, stage=1), "the leads to be called")["title"] == "String bet"
    seven.alert(seat=4, state="seen", times={"found": seconds_ago(5)})
    assert wait_for(lambda: floor.row(seat=4, state="seen"), "what became of it")["stage"] == 1


def test_who_does_not_come_is_called_by_the_leads_and_then_by_everybody(floor: Floor, seven: SaidTable):
    for seconds, seat in ((10, 1), (70, 2), (130, 3)):
        seven.alert(k=seat, seat=seat, times={"found": seconds_ago(seconds)})
    wait_for(lambda: len(floor.rows()) == 3, "three rows")
    assert {row["seat"]: row["stage"] for row in floor.rows()} == {1: 0, 2: 1, 3: 2}


def test_a_clock_that_is_an_hour_off_is_named_and_its_calls_are_new(floor: Floor, seven: SaidTable):
    seven.up(at=seconds_ago(3600))
    wait_for(lambda: floor.row(kind="room.clock"), "the clock to be named")
    seven.alert(times={"found": seconds_ago(3600)})
    row = wait_for(lambda: floor.row(kind="bet.string"), "the row")
    assert row["stage"] == 0


def test_a_table_of_another_version_and_two_of_one_name_are_named(floor: Floor, seven: SaidTable):
    seven.up(version=9, build="99.1")
    row = wait_for(lambda: floor.row(kind="room.version"), "the version to be named")
    assert "99.1" in row["title"]
    seven.up(journal="another")
    seven.up()
    wait_for(lambda: floor.row(kind="room.twins"), "the twins to be named")


def test_a_table_that_begins_another_journal_is_no_second_table(floor: Floor, seven: SaidTable):
    seven.up(journal="another")
    seven.alert()
    wait_for(lambda: floor.row(kind="bet.string"), "the next alert")
    assert floor.row(kind="room.twins") is None


@pytest.mark.parametrize(
    "nonsense",
    [b"\xff\xfe", b"[]", b'{"n":"x"}', b'{"n":1,"finding":7}', b'{"n":1,"finding":{},"state":"odd"}'],
)
def test_nonsense_is_named_at_its_table_and_nothing_else_happens(floor: Floor, seven: SaidTable, nonsense):
    seven.raw("alert", nonsense)
    wait_for(lambda: floor.row(kind="room.nonsense"), "the nonsense to be named")
    seven.alert()
    wait_for(lambda: floor.row(kind="bet.string"), "the next alert all the same")


def test_a_silent_table_is_hatched_and_a_finding_alone_calls_too(floor: Floor, seven: SaidTable):
    alert = seven.alert()
    finding = {**alert["finding"], "id": "3:turn.skipped:1", "kind": "turn.skipped", "seat": 6}
    seven.count("finding", finding)
    row = wait_for(lambda: floor.row(kind="turn.skipped"), "the finding's row")
    assert row["mark"] == "floor"
    seven.raw("health", {"state": "down"}, retain=True)
    wait_for(lambda: floor.tile("7")["silent"], "the tile to be silent")
    assert floor.row(kind="room.silent")["tables"] == ["7"]


def test_a_killed_floor_comes_back_with_its_list_and_lacks_nothing(floor: Floor, seven: SaidTable):
    seven.alert()
    row = wait_for(lambda: floor.row(kind="bet.string"), "the row")
    floor.ask("POST", "/notes", {"by": "Ana", "text": "Table 7 argues"})
    wait_for(lambda: floor.ask("GET", "/history")[1]["rows"], "it to be kept")
    floor.kill()
    seven.alert(k=2, seat=4, lost=True)
    seven.alert(k=3, seat=5)
    floor.start()
    wait_for(
        lambda: {one["seat"] for one in floor.rows() if one["kind"] == "bet.string"} == {3, 4, 5}, "all three"
    )
    assert floor.row(seat=3)["id"] == row["id"]
    assert floor.ask("GET", "/notes")[1]["notes"][0]["text"] == "Table 7 argues"
    assert floor.stop() == 0
    store = FloorStore(f"sqlite:///{floor.folder / 'floor.db'}")
    assert store.count() == 3
    store.close()


def test_the_history_is_searched_and_an_old_alert_is_opened(floor: Floor, seven: SaidTable):
    seven.alert(state="ruled", ruling={"decision": "call", "by": "Ana"})
    seven.alert("turn.skipped", seat=5)
    found = wait_for(lambda: floor.ask("GET", "/history?person=Ana")[1]["rows"], "Ana's rulings")
    assert [row["kind"] for row in found] == ["bet.string"]
    status, told = floor.ask("GET", f"/alert?id={found[0]['id']}")
    assert (status, told["ruling"]["by"], told["steps"][0]) == (200, "Ana", "Leave 3,600 in front")
    assert floor.ask("GET", "/history?seat=x")[0] == 400
    assert floor.ask("GET", "/alert?id=nowhere")[0] == 404


def test_a_row_has_all_of_its_ruling_and_its_story_what_was_ruled_before(floor: Floor, seven: SaidTable):
    first = {"decision": "call", "by": "Ana", "note": "One motion"}
    last = {"decision": "bet", "by": "Ivo", "seat": 3, "amount": 3600, "note": "The camera has two"}
    at = "2026-11-22T21:00:00+00:00"
    seven.alert(
        state="ruled", ruling=last,
        marks=[
            {"what": "ruled", "by": "Ana", "at": at, "ruling": first},
            {"what": "ruled", "by": "Ivo", "at": at, "ruling": last},
            {"what": "ruled", "by": "Eva", "at": at, "ruling": {"decision": 7}},
        ],
    )  # fmt: skip
    row = wait_for(lambda: floor.row(kind="bet.string"), "the row")
    assert row["ruling"] == last
    told = floor.ask("GET", f"/alert?id={row['id']}")[1]
    assert [one["text"] for one in told["story"]] == [
        "ruled · A call (One motion)", "ruled · A bet of an amount · seat 3 · 3,600 (The camera has two)", "ruled",
    ]  # fmt: skip
    assert told["story"][0]["ruling"] == first


def test_a_store_that_cannot_be_opened_ends_the_start_with_its_name(broker, tmp_path):
    floor = Floor(tmp_path, broker, store="nowhere/floor.db")
    ended = warm.run("controller.cli", "floor", "--config", floor.config)
    assert ended.returncode == 3
    assert "nowhere/floor.db cannot be opened" in ended.stderr
    assert f"there is no folder {tmp_path / 'nowhere'}; make it, or give another `store.url`" in ended.stderr


def test_a_floor_that_runs_already_is_told_so_and_goes_on(floor: Floor):
    ended = warm.run("controller.cli", "floor", "--config", floor.config)
    assert ended.returncode == 3
    assert f"this floor runs already: another floorcall shows it at port {floor.port}" in ended.stderr
    assert floor.state()["head"]["broker"] == ""


@pytest.mark.parametrize("by", ["floor.db", "linked/floor.db", "sqlite:///floor.db", "linked.db"])
def test_a_second_floor_at_one_store_is_told_so_at_whatever_port(by: str, floor: Floor, broker, tmp_path):
    """Two would each keep half of a night, each with its own idea of what is open."""
    (tmp_path / "linked").symlink_to(tmp_path)
    (tmp_path / "linked.db").symlink_to(tmp_path / "floor.db")
    second = Floor(tmp_path, broker, more='name = "second"', store=by)
    ended = warm.run("controller.cli", "floor", "--config", second.config)
    assert ended.returncode == 3
    said = f"this floor runs already: another floorcall has {tmp_path / by.removeprefix('sqlite:///')}; stop that one first"
    assert f"{said}, or give this one another `store.url`" in ended.stderr
    assert floor.state()["head"]["store"] == ""


def test_a_floor_starts_again_at_once_where_the_one_before_was_killed(floor: Floor):
    floor.kill()
    floor.start()
    assert floor.state()["head"]["store"] == ""


def test_a_port_that_another_program_has_is_named(broker, tmp_path):
    floor = Floor(tmp_path, broker)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", floor.port))
        taken.listen()
        ended = warm.run("controller.cli", "floor", "--config", floor.config)
    assert ended.returncode == 3
    assert f"port {floor.port} on 127.0.0.1 is taken by another program" in ended.stderr

"""A ruling that comes over the house's broker goes the way of a page's, once."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from controller.floor.heard import check
from tests.daemon.conftest import Table, wait_for
from tests.room.broker import Broker
from tests.room.conftest import in_room

RULING = "floorcall/zagreb/7/ruling"


@pytest.fixture
def called(table, listener, hand):
    """The table with a call of the floor in the first hand; return it."""
    table.start()
    table.wait_up()
    table.play([hand.deck(), *hand.events(6, to="deal"), {"type": "floor.call"}])
    wait_for(lambda: listener.of("alert"), "the call to reach the room")
    return table


def test_a_ruling_is_recorded_and_answered_and_acts_once(called, listener):
    call = listener.of("alert")[0]["finding"]["id"]
    ruling = {"id": "r-1", "finding": call, "decision": "no_action", "by": "Ana", "note": None}
    listener.say(RULING, ruling)
    answer = wait_for(lambda: next(iter(listener.of("ruled")), None), "the answer")
    assert (answer["id"], answer["taken"], answer["finding"]) == ("r-1", True, call)
    wait_for(lambda: listener.of("alert")[-1]["state"] == "done", "the alert to be answered")
    alert = listener.of("alert")[-1]
    assert alert["ruling"]["by"] == "Ana"
    assert [mark.get("ruling") for mark in alert["marks"]] == [alert["ruling"]]
    listener.say(RULING, ruling)
    wait_for(lambda: len(listener.of("ruled")) == 2, "the same answer once more")
    assert listener.of("ruled")[1] == answer
    called.kill()
    called.start()
    wait_for(lambda: listener.of("health")[-1]["state"] != "down", "the table to be back")
    listener.say(RULING, ruling)
    wait_for(lambda: len(listener.of("ruled")) == 3, "the same answer after a restart")
    assert listener.of("ruled")[2] == answer
    rulings = [alert for alert in called.state()["alerts"] if alert["ruling"]]
    assert len([one for one in rulings[0]["story"] if one["what"] == "ruled"]) == 1


def test_of_two_floors_who_rule_at_one_moment_the_second_is_answered_with_the_first(called, listener):
    call = listener.of("alert")[0]["finding"]["id"]
    ruling = {"finding": call, "decision": "no_action", "note": None, "first": True}
    listener.say(RULING, {**ruling, "id": "r-1", "by": "Ana"})
    listener.say(RULING, {**ruling, "id": "r-2", "by": "Mara"})
    answers = wait_for(lambda: len(told := listener.of("ruled")) == 2 and told, "both answers")
    assert {answer["id"]: answer["taken"] for answer in answers} == {"r-1": True, "r-2": False}
    refused = next(answer for answer in answers if answer["id"] == "r-2")
    assert refused["words"]["hr"] == "„Bez mjere” je već odluka (Ana); za drugu dodirni Odluči opet"


def test_a_ruling_acts_once_where_the_broker_goes_while_the_disk_takes_nothing(called, broker, listener):
    call = listener.of("alert")[0]["finding"]["id"]
    ruling = {"id": "r-1", "finding": call, "decision": "no_action", "by": "Ana", "note": None}

    def rulings():
        (alert,) = (one for one in called.state()["alerts"] if one["id"] == call)
        return [one for one in alert["story"] if one["what"] == "ruled"]

    with closing(sqlite3.connect(called.journal, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        listener.say(RULING, ruling)
        wait_for(lambda: called.device_state("journal")["state"] == "down", "the ruling to wait for the disk")
        broker.stop()
        wait_for(lambda: called.device_state("room")["state"] != "up", "the table to miss its broker")
        broker.start()
        wait_for(lambda: called.device_state("room")["state"] == "up", "the broker to be there again")
        listener.say(RULING, ruling)  # whoever has no answer says it again
    answer = wait_for(lambda: next(iter(listener.of("ruled")), None), "the answer")
    assert (answer["id"], answer["taken"]) == ("r-1", True)
    listener.say(RULING, ruling)
    wait_for(lambda: len(listener.of("ruled")) >= 2, "the same answer once more")
    assert len(rulings()) == 1
    assert {one["line"] for one in listener.of("ruled")} == {answer["line"]}


REFUSED = [
    ({"id": "a", "finding": "9:bet.string:1", "decision": "call", "by": "Ana"}, "finding"),
    ({"id": "b", "finding": None, "decision": "no_action"}, "by"),
    ({"id": "c", "finding": None, "decision": "be_nice", "by": "Ana"}, "decision"),
    ({"id": "d", "finding": None, "decision": "bet", "by": "Ana", "note": "so be it"}, "amount"),
    ({"id": "e", "finding": None, "decision": "no_action", "by": "Ana", "seat": "five"}, "seat"),
    ({"finding": None, "decision": "no_action", "by": "Ana"}, "id"),
    ({"id": "f", "finding": 5, "decision": ["bet"], "by": "Ana"}, "finding"),
    (b"nonsense", "body"),
]


def test_a_ruling_that_cannot_be_taken_is_answered_with_its_place(called, listener):
    for count, (ruling, place) in enumerate(REFUSED, 1):
        listener.say(RULING, ruling)
        wait_for(lambda count=count: len(listener.of("ruled")) == count, f"the answer to {ruling}")
        answer = listener.of("ruled")[-1]
        assert (answer["taken"], answer["place"]) == (False, place), ruling
        assert answer["why"], ruling
        check("ruled", answer)


def test_somebody_who_comes_is_told_to_the_table(called, listener):
    listener.say("floorcall/zagreb/7/mark", {"finding": "floor.call", "state": "coming", "by": "Ana"})
    wait_for(lambda: listener.of("alert")[-1]["coming"] == "Ana", "the table to know who comes")
    assert called.state()["called"]["coming"] == "Ana"


def test_two_tables_of_one_name_are_told_so(table, broker, listener, tmp_path):
    (tmp_path / "other").mkdir()
    other = in_room(Table(tmp_path / "other"), broker)
    try:
        table.start()
        other.start()
        named = wait_for(
            lambda: next((one for one in (table, other) if "another program" in one.device_state("room")["problem"]), None),
            "one of them to say that another has its name", 60,
        )  # fmt: skip
        assert "floorcall:zagreb:7" in named.device_state("room")["problem"]
    finally:
        other.close()


def test_a_login_that_is_refused_is_named_at_the_table(tmp_path):
    (tmp_path / "pass").write_text("")
    broker = Broker(tmp_path, anonymous=False, more=f"password_file {tmp_path / 'pass'}")
    broker.start()
    (tmp_path / "secret").write_text("wrong\n")
    table = in_room(Table(tmp_path), broker, 'user = "table-7"\npassword_file = "secret"')
    try:
        table.start()
        wait_for(
            lambda: "refuses the login" in table.device_state("room")["problem"], "the refusal to be named"
        )
    finally:
        table.close()
        broker.stop()

"""A broker that is away, a daemon that is killed, and who asks for a message once more."""

from __future__ import annotations

from collections import Counter

from tests.daemon.conftest import wait_for
from tests.room.broker import listening
from tests.room.conftest import started


def whole(listener, hands):
    """Whether everything up to a number of hands was heard, without a gap, and no alert is open any more."""
    if not listener.of("alert") or listener.of("alert")[-1]["open"]:
        return False
    numbers = set(listener.numbers())
    over = {line["hand"] for line in listener.of("hand")}
    return len(over) >= hands and numbers == set(range(1, max(numbers) + 1))


def test_a_room_that_was_away_gets_what_it_missed_in_order(table, broker, listener, hand):
    broker.stop()
    started(table).play([hand.deck(), *hand.events(6), *hand.events(1, shift=7)])
    wait_for(lambda: table.state()["view"]["hand"] == 2, "the table to play without a room")
    wait_for(lambda: table.device_state("room")["state"] == "down", "the table to say that its room is away")
    assert "no broker at 127.0.0.1" in table.device_state("room")["problem"]
    broker.start()
    wait_for(lambda: whole(listener, 2), "the whole hour")
    numbers = listener.numbers()
    assert numbers == sorted(numbers)
    assert [line["hand"] for line in listener.of("hand")] == [1, 2]
    wait_for(lambda: table.device_state("room")["state"] == "up", "the room to be well again")


def test_a_broker_that_restarts_in_the_middle_loses_nothing(table, broker, listener, hand):
    started(table)
    table.play([hand.deck(), *hand.events(6, to="flop")])
    wait_for(lambda: listener.of("action"), "the first lines")
    broker.stop()
    table.play(hand.events(6)[len(hand.events(6, to="flop")) :])
    broker.start()
    wait_for(lambda: whole(listener, 1), "everything after the restart")
    wait_for(lambda: table.device_state("room")["state"] == "up", "the room to be well again")


def test_a_killed_table_goes_on_where_its_room_left_off(table, broker, listener, hand):
    started(table).play([hand.deck(), *hand.events(6)])
    wait_for(lambda: whole(listener, 1), "the first hand")
    table.kill()
    broker.stop()
    table.start()
    table.wait_up()
    table.play(hand.events(1, shift=7))
    table.kill()
    broker.start()
    table.start()
    wait_for(lambda: whole(listener, 2), "the second hand")
    hands = Counter(line["hand"] for line in listener.of("hand"))
    different = {(line["n"], line["hand"]) for line in listener.of("hand")}
    assert len(different) == len(hands) == 2
    findings = {(line["n"], line["id"]) for line in listener.of("finding")}
    assert len(findings) == len({one for _, one in findings})


def test_who_asks_again_gets_the_same_messages_once_more(table, broker, listener, hand):
    started(table).play([hand.deck(), *hand.events(6)])
    wait_for(lambda: whole(listener, 1), "the hand")
    first = {body["n"]: (topic, body) for topic, body, _ in listener.heard if "n" in body}
    with listening(broker.port) as other:
        other.say("floorcall/zagreb/7/again", {"from": 3, "to": 8})
        wait_for(lambda: len(other.numbers()) >= 6, "six messages")
        again = {body["n"]: (topic, body) for topic, body, _ in other.heard if "n" in body}
        assert again == {n: first[n] for n in range(3, 9)}
    assert max(listener.numbers()) == max(first), "asking again makes no new message"


def test_what_is_no_request_is_passed_over(table, listener, hand):
    started(table).play([hand.deck(), *hand.events(6)])
    wait_for(lambda: whole(listener, 1), "the hand")
    last = max(listener.numbers())
    for nonsense in (
        b"\xff\x00",
        b"[1,2]",
        b'{"from":"1","to":2}',
        b'{"from":5,"to":2}',
        {"from": 10**12, "to": 10**13},
    ):
        listener.say("floorcall/zagreb/7/again", nonsense)
    listener.heard.clear()
    listener.say("floorcall/zagreb/7/again", {"from": last, "to": last + 1000})
    wait_for(lambda: listener.numbers() == [last], "the last message alone")
    assert table.alive

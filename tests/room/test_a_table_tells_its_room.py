"""What a table says over the house's broker, heard by somebody with a client of his own."""

from __future__ import annotations

import json

from controller.languages import LANGUAGES
from tests import warm
from tests.daemon.conftest import DECK, tag_of, wait_for
from tests.room.broker import listening
from tests.room.conftest import started

OURS = ("site", "table", "log", "n")


def out_of_turn(hand):
    """A hand in which the seat after the next checks its option away, out of turn."""
    events = hand.events(6, to="deal")
    return [
        *events,
        {"type": "declare", "seat": 5, "action": "call"},
        {"type": "chips.push", "seat": 5, "chips": {"100": 1}},
    ]


def test_a_hand_is_told_line_by_line_as_a_replay_would(table, listener, hand, tmp_path):
    started(table).play([hand.deck(), *hand.events(6), *hand.events(1, shift=7)])
    wait_for(lambda: len(listener.of("hand")) == 2, "both hands")
    wait_for(lambda: table.state()["view"]["street"] == "between", "the table to be at rest")
    assert table.stop() == 0
    log = tmp_path / "night.jsonl"
    exported = warm.run(
        "controller.cli", "journal", "export", table.journal, "--key", table.key_file, check=True
    )
    log.write_text(exported.stdout)
    replayed = warm.run("controller.cli", "replay", log, "--json", check=True)
    lines = [json.loads(line) for line in replayed.stdout.splitlines()]
    told = [
        body for topic, body, _ in listener.heard if topic.rsplit("/", 1)[1] in ("finding", "action", "hand")
    ]
    assert [{key: value for key, value in body.items() if key not in OURS} for body in told] == lines
    assert {(body["site"], body["table"], body["log"]) for body in told} == {("zagreb", "7", 1)}
    assert listener.numbers() == list(range(1, max(listener.numbers()) + 1))


def test_the_state_is_there_for_who_comes_later_and_names_no_pot(table, broker, listener, hand):
    started(table).play([hand.deck(), *hand.events(6, to="flop")])
    wait_for(lambda: listener.of("state")[-1]["street"] == "flop", "the flop")
    with listening(broker.port) as late:
        topic, state, retained = wait_for(
            lambda: next((one for one in late.heard if one[0].endswith("/state")), None), "the state"
        )
    assert retained
    assert topic == "floorcall/zagreb/7/state"
    assert (state["hand"], state["button"], state["seats_taken"]) == (1, 6, [1, 2, 3, 4, 5, 6])
    assert state["level"]["big"] == 100
    assert len(state["board"]) == 3
    assert "pot" not in json.dumps(state)


def test_health_says_what_the_table_can_judge_and_its_last_will_that_it_is_gone(table, listener):
    started(table)
    wait_for(lambda: [one for one in listener.of("health") if one["state"] == "up"], "the table to be up")
    health = wait_for(
        lambda: next((h for h in listener.of("health") if h["rules_live"][0]), None), "rules to be live"
    )
    assert {device["name"] for device in health["devices"]} == {"shoe", "antennas", "chips", "panel"}
    assert "seat:1" in next(one["zones"] for one in health["devices"] if one["name"] == "antennas")
    assert health["rules_live"][0] <= health["rules_live"][1]
    assert health["build"]
    table.kill()
    wait_for(lambda: listener.of("health")[-1] == {"state": "down"}, "the last will")


def test_a_table_that_is_stopped_says_so_too(table, broker, listener):
    started(table)
    wait_for(lambda: listener.of("health"), "the table to be there")
    assert table.stop() == 0
    wait_for(lambda: listener.of("health")[-1] == {"state": "down"}, "the word that it is down")
    with listening(broker.port) as late:
        wait_for(lambda: late.of("health") == [{"state": "down"}], "the same for who comes later")


def test_an_alert_carries_its_words_and_what_becomes_of_it(table, listener, hand):
    started(table).play([hand.deck(), *out_of_turn(hand)])
    first = wait_for(lambda: next(iter(listener.of("alert")), None), "the alert")
    found = listener.of("finding")[0]
    assert first["finding"] == {key: value for key, value in found.items() if key not in OURS}
    assert first["state"] == "new"
    assert first["words"]["en"]["headline"] == "Out of turn"
    assert set(first["words"]) == set(LANGUAGES), "whoever comes reads it in his own"
    assert first["times"]["found"] <= first["times"]["changed"]
    assert table.post("/mark", {"finding": found["id"], "state": "coming", "by": "Ana"})[0] == 202
    coming = wait_for(
        lambda: next((a for a in listener.of("alert") if a["coming"]), None), "somebody to come"
    )
    assert [(mark["what"], mark["by"]) for mark in coming["marks"]] == [("coming", "Ana")]
    assert coming["n"] > first["n"]


def test_the_journals_head_is_signed_and_stays_at_the_broker(table, broker, listener):
    started(table)
    head = wait_for(lambda: next(iter(listener.of("head")), None), "a head")
    assert set(head) == {"signed", "signature", "key"}
    assert json.loads(head["signed"])["type"] == "signed"
    with listening(broker.port) as late:
        wait_for(lambda: late.of("head"), "the head for who comes later")
        assert next(retained for topic, _, retained in late.heard if topic.endswith("/head"))


def test_no_tag_and_no_hidden_card_leaves_the_table(table, listener, hand):
    started(table).play([hand.deck(), *hand.events(6)])
    wait_for(lambda: listener.of("hand"), "the hand")
    everything = b"".join(listener.raw)
    assert not [card for card in DECK if tag_of(card).encode() in everything]
    board = set(listener.of("hand")[0]["board"])
    assert len(board) == 5
    named = {card for card in DECK if f'"{card}"'.encode() in everything}
    assert named == board

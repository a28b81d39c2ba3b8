"""What is ruled at the pages changes the hand in play, and comes back to the dealer's display."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.web import hash_pin
from firmware_bridge import MAY_SEND
from tests.daemon.conftest import Table

KINDS = ("shoe", "antennas", "chips")
ANSWER = {"type": "ruling", "decision": "first_motion_stands"}


class AtTheTable(Table):
    """A table whose people are told apart and where nobody keys words; the test is at its own display."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, kinds=KINDS)
        people = f'\n[[person]]\nname = "Ana K."\nrole = "floor"\npin = "{hash_pin("480913")}"\n'
        self.config.write_text(self.config.read_text().replace('"checks", "words"', '"checks"') + people)

    def state(self, page: str = "dealer") -> dict[str, Any]:
        return super().state(page)

    def sensed_or_keyed(self, events: list[dict[str, Any]]) -> None:
        """Let events be sensed one after the other; those of a panel are keyed."""
        for event in events:
            if any(event["type"] in MAY_SEND[kind] for kind in KINDS):
                self.play([event])
            else:
                assert self.post("/key", event)[0] == 202, event


@pytest.fixture
def unspoken(tmp_path: Path) -> Iterator[AtTheTable]:
    """That table, with its devices up."""
    made = AtTheTable(tmp_path)
    for kind in KINDS:
        made.plug(kind)
    made.start()
    made.wait_up()
    yield made
    made.close()


def call_on_the_flop(running: Table, hand: Any) -> dict[str, Any]:
    """Deal a hand to the flop, call the floor as the dealer does, and return the call."""
    running.play([hand.deck(), *hand.events(6, to="flop")])
    assert running.post("/key", {"type": "floor.call", "by": "dealer"})[0] == 202
    call: dict[str, Any] = hand.wait_for(
        lambda: next((a for a in running.state()["alerts"] if a["id"].startswith("call:")), None), "the call"
    )
    return call


def test_a_dealer_who_heard_nothing_makes_two_motions_a_ruling_with_one_touch(
    unspoken: AtTheTable, hand: Any
) -> None:
    def seconds() -> int:
        return int(unspoken.state()["clock"][-2:])

    unspoken.sensed_or_keyed([hand.deck(), *hand.events(6, to="deal")])
    unspoken.play([{"type": "chips.push", "seat": 3, "chips": {"100": 1}}])
    first = seconds()
    hand.wait_for(lambda: seconds() not in (first, (first + 1) % 60), "a second motion's time to come")
    unspoken.play([{"type": "chips.push", "seat": 3, "chips": {"500": 1}}])
    alert = hand.wait_for(
        lambda: next((a for a in unspoken.state()["alerts"] if a["card"]["question"]), None), "the question"
    )
    assert alert["card"]["question"]["text"] == "Seat 3: two motions. Raise said?"
    view = unspoken.state()["view"]
    assert (view["asked"], view["to_act"], view["to_call"]) == ([alert["id"]], 4, 600)

    answer = ANSWER | {"finding": alert["id"]}
    assert unspoken.post("/key", answer | {"decision": "bet", "amount": 600})[0] == 403
    assert unspoken.post("/key", answer)[0] == 202
    view = hand.wait_for(lambda: (v := unspoken.state()["view"])["to_call"] == 100 and v, "the ruling")
    assert view["asked"] == []
    hand.wait_for(
        lambda: not any(a["open"] or a["wants"] for a in unspoken.state()["alerts"]), "the question to go"
    )
    status, refused = unspoken.post("/key", answer)
    assert (status, refused["error"]["place"]) == (400, "finding")


def test_a_misdeal_ruled_on_the_dealers_own_call_voids_the_hand_and_is_a_card_before_him(
    running: Table, hand: Any
) -> None:
    call = call_on_the_flop(running, hand)
    ruling = {
        "type": "ruling",
        "decision": "misdeal",
        "finding": call["id"],
        "by": "Ana",
        "note": "Two decks",
    }
    assert running.post("/key", ruling)[0] == 202

    def ruled() -> Any:
        shown = (a for a in running.state("dealer")["alerts"] if a["id"] == call["id"])
        return next((a for a in shown if a["wants"]), None)

    card = hand.wait_for(ruled, "the ruling on the dealer's display")["card"]
    assert card["remedy"] == "Misdeal: deal again"
    state = running.state("dealer")
    assert state["called"] is None
    assert (state["view"]["redeal"]["button"], state["view"]["redeal"]["killed"]) == (6, [])
    running.play([{"type": "hand.end"}])
    view = hand.wait_for(lambda: (v := running.state()["view"])["street"] == "between" and v, "the end")
    assert view["button"] == 6
    seating = {seat["seat"]: seat["stack"] for seat in running.state("seats")["seating"]}
    assert {seating[seat] for seat in range(1, 7)} == {10_000}
    running.play([{"type": "hand.start", "button": 6}])
    hand.wait_for(lambda: not any(a["wants"] for a in running.state("dealer")["alerts"]), "the card to go")


def test_of_two_floors_who_rule_at_one_moment_the_second_is_told_of_the_first(
    running: Table, hand: Any
) -> None:
    call = call_on_the_flop(running, hand)
    ruling = {"type": "ruling", "finding": call["id"], "decision": "no_action", "by": "Ana", "first": True}
    assert running.post("/key", ruling)[0] == 202
    other = {**ruling, "decision": "misdeal", "by": "Mara", "note": "Two decks"}
    status, told = running.post("/key", other)
    assert status == 400
    assert told["error"]["text"] == "“No action” was ruled by Ana already; Rule again rules otherwise"

    def rulings() -> list[str]:
        (alert,) = (one for one in running.state()["alerts"] if one["id"] == call["id"])
        return [moment["by"] for moment in alert["story"] if moment["what"] == "ruled"]

    hand.wait_for(lambda: rulings() == ["Ana"], "the first ruling to be on record")
    assert running.post("/key", other)[0] == 400, "it is on record by now"
    assert running.post("/key", ruling)[0] == 202, "his own ruling he knows"
    del other["first"]
    assert running.post("/key", other)[0] == 202, "who has seen it may overrule it"
    hand.wait_for(lambda: rulings() == ["Ana", "Ana", "Mara"], "both to be on record")


def test_a_misdeal_at_three_seats_is_ruled_once(running: Table, hand: Any) -> None:
    dealt = hand.events(6, to="deal")[:19]  # the eighth card is the last
    running.play([hand.deck(), *dealt, {"type": "deal.end"}])

    def misdeals() -> list[dict[str, Any]]:
        return [one for one in running.state()["alerts"] if one["id"].startswith("1:misdeal.card_count:")]

    first, *others = hand.wait_for(lambda: len(found := misdeals()) > 2 and found, "a misdeal a seat")
    ruling = {
        "type": "ruling",
        "finding": first["id"],
        "decision": "misdeal",
        "by": "Ana",
        "note": "Short deal",
    }
    assert running.post("/key", ruling)[0] == 202
    hand.wait_for(lambda: not any(one["open"] for one in misdeals()), "the other seats' calls to be over")
    told = {one["id"]: one for one in misdeals()}
    assert told[first["id"]]["state"] == "ruled", "its steps are the dealer's"
    for other in others:
        ruled = told[other["id"]]
        assert (ruled["state"], ruled["ruled"], ruled["by"]) == ("closed", told[first["id"]]["ruled"], "Ana")
    wants = [one["id"] for one in running.state("dealer")["alerts"] if one["wants"]]
    assert wants == [first["id"]], "one card before the dealer"


def test_a_misdeal_of_the_last_hand_ruled_once_more_is_a_record_and_the_new_hand_goes_on(
    running: Table, hand: Any
) -> None:
    boxed = [
        event
        for seat, card in ((1, hand.cards[0]), (2, hand.cards[1]))
        for event in (
            {"type": "card.draw", "tag": hand.tag(card), "face": "up"},
            {"type": "card.seen", "tag": hand.tag(card), "zone": f"seat:{seat}"},
        )
    ]
    running.play([hand.deck(), {"type": "hand.start", "button": 6}, *boxed])

    def row() -> Any:
        kind = "misdeal.boxed_cards"
        return next((a for a in running.state("floor")["alerts"] if a["card"]["kind"] == kind), None)

    ruling = {
        "type": "ruling",
        "decision": "redeal",
        "finding": hand.wait_for(row, "the misdeal")["id"],
        "by": "Ana",
    }
    assert running.post("/key", ruling)[0] == 202
    running.play([{"type": "hand.end"}, *hand.events(6, to="deal")])
    hand.wait_for(lambda: running.state()["view"]["hand"] == 2, "the next hand")
    assert running.post("/key", {**ruling, "note": "Said once more"})[0] == 202
    hand.wait_for(lambda: row()["ruling"]["note"] == "Said once more", "the ruling on its row")
    state = running.state("dealer")
    assert not any(alert["wants"] for alert in state["alerts"])
    assert (state["view"]["redeal"], state["view"]["street"]) == (None, "preflop")


def test_a_call_that_is_answered_keeps_its_answer_until_it_is_ruled_again_itself(
    running: Table, hand: Any
) -> None:
    def call(state: str = "done") -> Any:
        calls = (a for a in running.state()["alerts"] if a["id"].startswith("call:"))
        return next((found for found in calls if found["state"] == state), None)

    running.play([hand.deck(), *hand.events(6, to="flop")])
    assert running.post("/key", {"type": "floor.call", "by": "dealer"})[0] == 202
    waits = hand.wait_for(lambda: call("new"), "the call")
    answer = {"type": "ruling", "decision": "no_action", "finding": waits["id"], "by": "Ana"}
    assert running.post("/key", answer)[0] == 202
    answered = hand.wait_for(call, "the call to be answered")
    elsewhere = {"type": "ruling", "decision": "penalty", "seat": 4, "by": "Ana", "note": "Phone"}
    assert running.post("/key", elsewhere)[0] == 202
    again = {"type": "ruling", "decision": "penalty", "seat": 5, "by": "Ivo", "note": "Late again"}
    assert running.post("/key", {**again, "finding": answered["id"]})[0] == 202
    ruled = hand.wait_for(lambda: call("ruled"), "the call to be ruled again")
    assert (ruled["ruling"]["by"], [moment["by"] for moment in ruled["story"]]) == ("Ivo", ["Ana", "Ivo"])

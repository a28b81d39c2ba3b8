"""The card of a clock on a player goes with the clock: he acts, it is taken off, it runs out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.daemon.conftest import Table


@pytest.fixture
def on_seat_3(running: Table, hand: Any) -> Table:
    """A table where seat 3 takes his time before the flop, and the clock is on him."""
    running.play([hand.deck(), *hand.events(6, to="deal")])
    hand.wait_for(lambda: running.state()["view"]["to_act"] == 3, "seat 3 to act")
    assert running.post("/key", {"type": "clock.call", "seat": 3})[0] == 202
    hand.wait_for(lambda: cards(running) == ["clock.started"], "the card")
    assert running.state()["view"]["clock"]["seat"] == 3
    return running


def cards(table: Table) -> list[str]:
    """Return what stands before the dealer about clocks."""
    alerts = table.state("dealer")["alerts"]
    return [a["card"]["kind"] for a in alerts if a["wants"] and a["card"]["kind"].startswith("clock.")]


def test_the_card_goes_when_the_seat_folds_and_the_next_has_no_clock(on_seat_3: Table, hand: Any) -> None:
    assert on_seat_3.post("/key", {"type": "declare", "seat": 3, "action": "fold"})[0] == 202
    view = hand.wait_for(lambda: (v := on_seat_3.state()["view"])["to_act"] == 4 and v, "the next seat")
    assert view["clock"] is None
    hand.wait_for(lambda: not cards(on_seat_3), "the card to go")


def test_the_card_goes_when_the_clock_is_taken_off(on_seat_3: Table, hand: Any) -> None:
    assert on_seat_3.post("/key", {"type": "clock.cancel", "seat": 3})[0] == 202
    hand.wait_for(lambda: not cards(on_seat_3), "the card to go")
    assert on_seat_3.state()["view"]["to_act"] == 3


def test_what_ran_out_stands_alone(on_seat_3: Table, hand: Any) -> None:
    again = {"type": "clock.call", "seat": 3, "seconds": 1, "countdown": 0}
    assert on_seat_3.post("/key", again)[0] == 202
    hand.wait_for(lambda: cards(on_seat_3) == ["clock.expired"], "the clock to run out")

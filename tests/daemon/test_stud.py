"""A hand of stud at a table with devices: its up cards are named once they lie there, its down cards never."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.daemon.conftest import Hand, Table, table_of
from tests.daemon.test_nothing_gets_out import TAG, Reader, named_in, on_disk, read

SEATS = (1, 2, 3, 4, 5, 6)
Events = list[dict[str, Any]]


@pytest.fixture
def stud(tmp_path: Path) -> Iterator[Table]:
    """A running table at which stud is played, with all devices up."""
    yield from table_of(tmp_path, "stud")


@pytest.fixture
def readers(stud: Table) -> Iterator[list[Reader]]:
    """Both pages, which keep everything that they are ever sent."""
    with read(stud) as pages:
        yield pages


def dealt(hand: Hand, seat: int, card: str) -> Events:
    """A card comes from the shoe and lies before a seat."""
    tag = hand.tag(card)
    return [
        {"type": "card.draw", "tag": tag, "face": "down"},
        {"type": "card.seen", "tag": tag, "zone": f"seat:{seat}"},
    ]


def burn(hand: Hand, card: str) -> Events:
    tag = hand.tag(card)
    return [
        {"type": "card.draw", "tag": tag, "face": "down"},
        {"type": "card.seen", "tag": tag, "zone": "burn"},
    ]


def up(table: Table, page: str = "dealer") -> dict[int, list[str]]:
    """Return the up cards that a page shows, by seat."""
    return {seat["seat"]: seat["up"] for seat in table.state(page)["view"]["seats"] if seat["up"]}


def test_up_cards_are_named_once_settled_and_down_cards_never(stud, hand, readers) -> None:
    held = {seat: hand.cards[seat * 7 : seat * 7 + 7] for seat in SEATS}
    shown = {seat: [held[seat][2]] for seat in SEATS}
    stud.play([hand.deck(), {"type": "hand.start", "button": None}])
    for number in range(3):
        for seat in SEATS:
            stud.play(dealt(hand, seat, held[seat][number]))
        if number < 2:
            assert up(stud) == {}
    hand.wait_for(lambda: up(stud) == shown, "the door cards to be named")
    assert up(stud, "floor") == shown
    for number in (3, 4, 5, 6):
        call_round(stud, hand)
        stud.play([{"type": "chips.swept"}, *burn(hand, hand.cards[number - 3])])
        for seat in SEATS:
            stud.play(dealt(hand, seat, held[seat][number]))
            if number < 6:
                shown[seat].append(held[seat][number])
        hand.wait_for(lambda: up(stud) == shown, f"card {number + 1} of every seat")
    assert stud.state()["view"]["street"] == "seventh"
    stud.wait_safe()
    public = {card for cards in shown.values() for card in cards}
    assert b"card.draw" in on_disk(stud)
    assert not TAG.search(on_disk(stud))
    assert stud.stop() == 0
    for page in readers:
        page.join(timeout=10)
        assert not TAG.search(b"".join(page.lines))
        assert {card for _, message in page.hands() for card in named_in(message)} == public
    assert not named_in(stud.output())


def call_round(table: Table, hand: Hand) -> None:
    """Everybody calls what is due, or checks, until nobody is to act."""
    while (view := settled(table, hand))["to_act"] is not None:
        seat, owes = view["to_act"], view["owes"]
        said = {"type": "declare", "seat": seat, "action": "call"} if owes else {"type": "tap", "seat": seat}
        table.play([said])


def settled(table: Table, hand: Hand) -> dict[str, Any]:
    """Return the view once the deal of its street is over."""
    hand.wait_for(lambda: table.state()["view"]["street"] != "deal", "the deal to be over")
    return dict(table.state()["view"])

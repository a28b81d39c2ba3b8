"""Seats that are away or on a penalty are dealt to; when their hands die is the house's."""

from __future__ import annotations

import pytest

from tests.table.scene import Scene

AT_THE_DEAL = {
    "deltin": "30",
    "english-arabic": "28",
    "dpc": "Player Present 1",
    "tda-2024": "30",
    "upt": "15-13",
}
"""Houses that kill an absent player's hand when the last card is dealt."""
PENALTY = {"deltin": "71C", "english-arabic": "36C", "dpc": "Etiquette 71C", "tda-2024": "71C"}


@pytest.mark.parametrize(("book", "cite"), AT_THE_DEAL.items())
def test_who_is_away_at_the_last_card_has_a_dead_hand_and_leaves_his_blind(book: str, cite: str) -> None:
    scene = Scene(book, states={2: "absent"}, ante=10).deal().wait(1)
    assert scene.kinds() == ["hand.absent"]
    found = scene.found("hand.absent")
    assert (found.seat, found.remedy, found.level, found.cites[0]) == (2, "kill_hand", "dealer", cite)
    assert scene.actions() == [(2, "dead", 100)]
    scene.calls(3, 4).folds(5, 6).calls(1).sweep().award(1, 460).end()
    hand = scene.hands()[0]
    assert hand.pots[0].amount == 460
    assert 2 not in hand.pots[0].seats
    assert hand.stacks[2] == 9_890


@pytest.mark.parametrize("book", AT_THE_DEAL)
def test_who_is_back_before_the_last_card_has_a_live_hand(book: str) -> None:
    scene = Scene(book, states={5: "absent"}).deal([1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5])
    scene.event("seat", seat=5, state="in").card("seat:6").calls(3, 4, 5).wait(1)
    assert scene.findings() == []
    assert (5, "call", 100) in scene.calls(6).actions()


@pytest.mark.parametrize("book", AT_THE_DEAL)
def test_who_leaves_before_the_last_card_has_a_dead_hand(book: str) -> None:
    scene = Scene(book).deal([1, 2, 3, 4, 5, 6]).event("seat", seat=4, state="absent")
    scene.deal([1, 2, 3, 4, 5, 6]).wait(1)
    assert [(f.kind, f.seat) for f in scene.findings()] == [("hand.absent", 4)]


@pytest.mark.parametrize("book", AT_THE_DEAL)
def test_who_leaves_or_returns_after_the_last_card_changes_nothing(book: str) -> None:
    scene = Scene(book, states={5: "absent"}).deal().wait(1).event("seat", seat=5, state="in")
    scene.event("seat", seat=4, state="absent").calls(3, 4).wait(1)
    assert scene.kinds() == ["hand.absent"]
    scene.says(5, "call").calls(6, 1)
    assert not [a for a in scene.actions() if a[:2] == (5, "call")]


@pytest.mark.parametrize(("book", "cite"), PENALTY.items())
def test_a_penalised_seat_is_dealt_to_and_killed_after_the_deal(book: str, cite: str) -> None:
    scene = Scene(book, states={2: "penalty"}).deal().wait(1)
    assert [(f.kind, f.level) for f in scene.findings()] == [("seat.penalty_hand", "info")]
    found = scene.found("seat.penalty_hand")
    assert (found.seat, found.remedy, found.cites[0]) == (2, "kill_hand", cite)
    assert scene.actions() == [(2, "dead", 100)]


@pytest.mark.parametrize("book", [*PENALTY, "upt"])
def test_the_cards_of_a_dead_seat_are_swept_up_and_nobody_folds(book: str) -> None:
    scene = Scene(book, states={4: "absent"}).deal().wait(1).mucks(4).calls(3, 5, 6)
    assert scene.kinds() == ["hand.absent"]
    assert scene.actions("preflop")[:2] == [(4, "dead", 0), (3, "call", 100)]
    assert not [a for a in scene.actions() if a[:2] == (4, "fold")]


def test_the_home_tournament_waits_a_minute_for_an_absent_player_in_his_turn() -> None:
    """3.1: 60 seconds, then the hand dies; no kill at the deal (A21)."""
    scene = Scene("invitational", states={4: "absent"}).deal().wait(1)
    assert scene.findings() == []
    scene.calls(3).wait(59)
    assert scene.findings() == []
    scene.wait(2)
    found = scene.found("hand.absent")
    assert (found.seat, found.remedy, found.cites) == (4, "kill_hand", ["3.1"])
    assert (4, "dead", 0) in scene.calls(5, 6).actions()


def test_the_home_tournament_deals_to_who_is_away_and_takes_the_blind() -> None:
    scene = Scene("invitational", states={1: "absent"}).deal().folds(3, 4, 5, 6).wait(1)
    assert scene.findings() == []
    scene.wait(61).end()
    assert scene.kinds() == ["hand.absent"]
    assert scene.hands()[0].stacks[2] == 10_050

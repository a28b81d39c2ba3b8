"""Stud's cards that are replaced: another one takes their place, and none that was dealt down is ever shown."""

from __future__ import annotations

import pytest

from controller.table.ranks import FULL_DECK
from tests.table.houses import clauses
from tests.table.stud_table import Stud
from tests.table.test_stud import ACES, FLUSH, HANDS, TENS, view
from tests.table.test_stud_cards import up

JOKER = "04AA"
DECK = {**{card: card for card in FULL_DECK}, JOKER: "Jk"}
DOORS = {1: ["2c"], 2: ["7d"], 3: ["Td"]}
in_silent_houses = pytest.mark.parametrize("house", ["dpc", "english-arabic"])


def cards(scene: Stud) -> dict[int, int]:
    """Return how many cards each hand has."""
    return {seat.seat: seat.cards for seat in view(scene).seats if seat.in_hand}


def joker(house: str, number: int, comes: int) -> Stud:
    """Seat 2's card of that number is a joker; what it should have been comes as its card ``comes``."""
    hand = [card for card in FLUSH if card != FLUSH[number - 1]]
    hand.insert(number - 1, JOKER)
    hand.insert(comes - 1, FLUSH[number - 1])
    return Stud(house, {1: ACES, 2: hand, 3: TENS}, deck=DECK)


def replaced(scene: Stud) -> Stud:
    """The floor lets the joker be replaced."""
    scene.wait(0.5)
    scene.rules("replace_card", finding=scene.findings("floor")[-1].id)
    scene.hole[2].remove(JOKER)
    scene.move(JOKER, "seat:2")
    return scene


def opened(scene: Stud) -> Stud:
    """Seat 1 brings it in, seat 2 makes it 100, and everybody calls."""
    scene.pushes(1, 5, 5, 5, 5).says(2, "raise").calls(3, 1).sweep()
    return scene


@in_silent_houses
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_card_that_is_replaced_after_the_deal_lies_as_the_first_one_did(house, number):
    scene = replaced(joker(house, number, comes=4).third()).deals(2, burn=False)
    assert (up(scene), cards(scene)) == (DOORS, {1: 3, 2: 3, 3: 3})
    assert (view(scene).street, view(scene).to_act) == ("third", 2)
    opened(scene).deals(1, 2, 3)
    assert up(scene) == {1: ["2c", "Kd"], 2: ["7d", "8d"], 3: ["Td", "Tc"]}
    scene.taps(3, 1, 2).sweep().deals(1, 2, 3)
    assert (view(scene).street, cards(scene)) == ("fifth", {1: 5, 2: 5, 3: 5})
    assert [f.kind for f in scene.findings()] == ["deck.joker"]


@in_silent_houses
@pytest.mark.parametrize("comes", ["at once", "after the others"])
def test_a_card_of_fourth_street_that_is_replaced_is_no_card_of_fifth(house, comes):
    scene = replaced(opened(joker(house, 4, comes=5).third()).deals(1, 2))
    scene.deals(*((2, 3) if comes == "at once" else (3, 2)), burn=False)
    assert (view(scene).street, view(scene).to_act) == ("fourth", 3)
    scene.taps(3, 1, 2).sweep().deals(1, 2, 3)
    assert (view(scene).street, cards(scene)) == ("fifth", {1: 5, 2: 5, 3: 5})
    assert up(scene)[2] == ["7d", "8d", "2d"]
    assert [f.kind for f in scene.findings()] == ["deck.joker"]


@in_silent_houses
def test_a_card_that_is_replaced_with_betting_on_the_street_begun_is_one_of_it_all_the_same(house):
    scene = replaced(opened(joker(house, 4, comes=5).third()).deals(1, 2, 3).taps(3)).deals(2, burn=False)
    scene.taps(1, 2).sweep().deals(1, 2, 3)
    assert (view(scene).street, cards(scene)) == ("fifth", {1: 5, 2: 5, 3: 5})
    assert [f.kind for f in scene.findings()] == ["deck.joker"]


def boxed(house: str, *then: int) -> Stud:
    """Seat 1's second card is boxed and laid aside after the round; ``then`` are the seats that get the next cards."""
    hands = {**HANDS, 1: ["As", "8s", "Ah", *ACES[2:]]}
    scene = Stud(house, hands).deals(1, 2, 3, burn=False)
    scene.card("seat:1", tag=scene.comes(1), face="up")
    scene.deals(2, 3, burn=False).wait(0.5)
    scene.hole[1].remove("8s")
    scene.move("8s", "seat:1", "muck")
    return scene.deals(*then, burn=False)


@pytest.mark.parametrize("house", ["dpc", "tda-2024", "upt"])
def test_where_one_of_two_cards_came_down_none_is_shown_until_it_is_seen(house):
    scene = boxed(house, 1, 1, 2, 3)
    assert up(scene) == {**DOORS, 1: []}
    scene.event("card.face", zone="seat:1", face="up", by="unknown", tag="2c")
    assert (up(scene), view(scene).to_act) == (DOORS, 2)
    assert [f.kind for f in scene.findings()] == ["deal.boxed_card"]


@clauses("upt 3 Irregularities 7")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_boxed_card_whose_place_the_next_one_takes_moves_no_other(number):
    scene = Stud("upt", {**HANDS, 2: [*FLUSH[: number - 1], "8s", *FLUSH[number - 1 :]]})
    for place in range(1, 4):
        for seat in (1, 2, 3):
            if (seat, place) == (2, number):
                scene.card("muck", tag=scene.comes(2), face="up")
            scene.deals(seat, burn=False)
    assert (up(scene), cards(scene)) == (DOORS, {1: 3, 2: 3, 3: 3})
    assert [f.kind for f in scene.findings()] == ["deal.boxed_card"]

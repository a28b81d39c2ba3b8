"""The demo's real hands, each as the table would have sensed it."""

from __future__ import annotations

from typing import get_args

import pytest

from controller import rulebooks
from controller.demo.course import lessons
from controller.demo.hands import load_hands
from controller.demo.mishaps import as_played, said
from controller.demo.rehearsal import House, Rehearsal
from controller.demo.senses import EQUIPMENT, Awards, Faces, told
from controller.table.events import Equipment
from controller.table.outputs import HandLine

EVERYTHING = get_args(Equipment)
SENSORS = ("shoe", "antennas", "camera")
HANDS = {hand.name: hand for hand in load_hands()}


def test_there_is_a_dozen_of_them_and_each_names_its_source():
    assert len(HANDS) >= 12
    assert all("University of Toronto" in hand.source for hand in HANDS.values())


# The other two have customs of their own that these hands were not played by, such as at a showdown.
@pytest.mark.parametrize("rulebook", ["deltin", "english-arabic", "dpc", "tda-2024"])
@pytest.mark.parametrize("name", HANDS)
def test_a_hand_as_it_was_played_calls_nobody(name, rulebook):
    hand = HANDS[name]
    assert said(as_played(hand), hand, House(rulebooks.load(rulebook), EQUIPMENT)) == []


@pytest.mark.parametrize("name", HANDS)
def test_chips_add_up_at_the_hands_end(name):
    hand = HANDS[name]
    outputs = Rehearsal(hand, House(rulebooks.load("deltin"), EQUIPMENT)).play_all(hand.steps)
    (ended,) = [line for line in outputs if isinstance(line, HandLine)]
    seated = hand.seating[0].event["seats"].values()
    assert sum(ended.stacks.values()) == sum(seat["stack"] for seat in seated)


@pytest.mark.parametrize("name", HANDS)
def test_shoe_antennas_and_camera_tell_a_hand_and_the_dealer_the_rest(name):
    hand = HANDS[name]
    tellers = {found[0] for step in hand.steps if (found := told(step.event, EVERYTHING)) is not None}
    assert tellers == {"shoe", "antennas", "camera", "dealer"}


@pytest.mark.parametrize("name", HANDS)
def test_where_nobody_keys_anything_only_a_contested_pot_is_touched(name):
    hand = HANDS[name]
    telling = [found for step in hand.steps if (found := told(step.event, EQUIPMENT)) is not None]
    assert {event["type"] for teller, event in telling if teller == "dealer"} == {"chips.award"}


def test_a_pot_that_the_display_does_not_ask_for_needs_no_touch_and_a_split_one_is_touched_to_its_end():
    award, draw = {"type": "chips.award", "seat": 3, "amount": 400}, {"type": "card.draw"}
    awards = Awards(SENSORS)
    assert not awards.told(award, lambda: [])
    assert awards.told(award, lambda: ["a pot"])
    assert awards.told(award, lambda: [])
    assert awards.told(draw, lambda: [])
    assert not awards.told(award, lambda: [])
    assert Awards(EVERYTHING).told(award, lambda: [])


def test_a_fold_is_told_by_its_cards_and_keyed_only_where_they_stay():
    fold = {"type": "declare", "seat": 3, "action": "fold"}
    assert told(fold, EVERYTHING) is None
    assert told(fold, EVERYTHING, kept=True) == ("dealer", fold)
    assert told(fold, SENSORS, kept=True) is None
    assert not [step for hand in load_hands() for step in hand.steps if step.kept]
    assert [hand.name for hand in lessons() for step in hand.steps if step.kept] == ["bet.pulled_back"]


def test_words_and_starts_are_keyed_only_where_the_house_has_them_keyed():
    word = {"type": "declare", "seat": 3, "action": "raise", "amount": 400}
    assert told(word, EVERYTHING) == ("dealer", word)
    assert told(word, SENSORS) is None


def test_where_nobody_signals_a_start_the_button_is_told_and_the_rest_is_the_tables():
    start = {"type": "hand.start", "button": 3, "small_blind": 5, "big_blind": 6}
    assert told(start, EVERYTHING) == ("dealer", start)
    assert told(start, SENSORS) == ("antennas", {"type": "button.moved", "seat": 3})
    assert told({**start, "redeal": True}, SENSORS) is None
    assert told({"type": "hand.end"}, SENSORS) is None


def test_a_card_turned_at_its_seat_is_seen_by_who_looks_at_faces():
    turned = {"type": "card.seen", "tag": "As", "zone": "seat:3", "face": "up"}
    seen = {"type": "card.face", "tag": "As", "zone": "seat:3", "face": "up"}
    assert told(turned, EVERYTHING) == ("camera", seen)
    assert told(turned, SENSORS) is None


def test_the_camera_tells_how_many_cards_lie_face_up_and_not_which():
    faces = Faces()

    def turned(tag: str) -> dict[str, object]:
        return faces.as_seen({"type": "card.face", "tag": tag, "zone": "seat:3", "face": "up"})

    assert turned("As") == {"type": "card.face", "zone": "seat:3", "face": "up", "count": 1}
    assert turned("Kd")["count"] == 2
    faces.as_seen({"type": "card.seen", "tag": "As", "zone": "muck"})
    assert turned("7c")["count"] == 2
    keyed = {"type": "card.face", "zone": "seat:3", "face": "up", "by": "dealer"}
    assert faces.as_seen(keyed) == keyed


def test_an_antenna_does_not_tell_which_side_of_a_board_card_is_up():
    laid = {"type": "card.seen", "tag": "As", "zone": "board"}
    assert told({**laid, "face": "up"}, SENSORS) == ("antennas", laid)

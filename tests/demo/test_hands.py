"""The demo's real hands, each as the table would have sensed it."""

from __future__ import annotations

import pytest

from controller import rulebooks
from controller.demo.conductor import KINDS, device_for
from controller.demo.hands import load_hands
from controller.demo.mishaps import as_played, said
from controller.demo.rehearsal import Rehearsal
from controller.table.outputs import HandLine

HANDS = {hand.name: hand for hand in load_hands()}


def test_there_is_a_dozen_of_them_and_each_names_its_source():
    assert len(HANDS) >= 12
    assert all("University of Toronto" in hand.source for hand in HANDS.values())


# The other two have customs of their own that these hands were not played by, such as at a showdown.
@pytest.mark.parametrize("rulebook", ["deltin", "english-arabic", "dpc", "tda-2024"])
@pytest.mark.parametrize("name", HANDS)
def test_a_hand_as_it_was_played_calls_nobody(name, rulebook):
    hand = HANDS[name]
    assert said(as_played(hand), hand, rulebooks.load(rulebook)) == []


@pytest.mark.parametrize("name", HANDS)
def test_chips_add_up_at_the_hands_end(name):
    hand = HANDS[name]
    outputs = Rehearsal(hand, rulebooks.load("deltin")).play_all(hand.steps)
    (ended,) = [line for line in outputs if isinstance(line, HandLine)]
    seated = hand.seating[0].event["seats"].values()
    assert sum(ended.stacks.values()) == sum(seat["stack"] for seat in seated)


@pytest.mark.parametrize("name", HANDS)
def test_some_device_senses_each_step(name):
    hand = HANDS[name]
    sensed_by = {device_for(step.event) for step in (*hand.seating, *hand.steps)}
    assert sensed_by == set(KINDS)

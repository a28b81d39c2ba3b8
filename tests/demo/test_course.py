"""The course brings every kind of card that a house makes, once, and nothing else."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from controller import rulebooks
from controller.demo.course import Lesson, course, kind_of, lesson_of, lessons
from controller.demo.decks import COURSE
from controller.demo.hands import load_hands
from controller.demo.mishaps import said
from controller.demo.rehearsal import House
from controller.demo.steps import DealerMends, FloorRules, Sense
from controller.table.events import Equipment
from controller.table.kinds import KINDS

HOUSES = rulebooks.ids()
SPEED = 2.0
NEVER = {
    "deck.duplicate": "a deck with two tags of a card is not let in",
}
"""Kinds for dealer or floor that no house's course has, and why."""


def at(house: str) -> House:
    return House(rulebooks.load(house), get_args(Equipment), COURSE)


@cache
def taught(house: str) -> list[Lesson]:
    return course(at(house), load_hands(), speed=SPEED)


@pytest.mark.matrix(("house", HOUSES), part=3)
def test_each_kind_comes_once_in_the_order_of_a_hand_and_the_game_changes_once(house):
    kinds = [kind for kind, _, hand in taught(house) if hand.game == "nlhe"]
    assert kinds == [kind for kind in KINDS if kind in kinds]
    pot_limit = [kind for kind, _, _ in taught(house)[len(kinds) :]]
    assert pot_limit == (["bet.over_limit"] if "plhe" in at(house).book.games else [])
    assert all(story.kinds[-1] == kind for kind, story, _ in taught(house))


@pytest.mark.matrix(("house", HOUSES), part=3)
def test_what_a_lesson_brings_is_what_is_asked_for_in_it(house):
    for kind, story, hand in taught(house):
        asked = [step.kind for step in story.steps if isinstance(step, DealerMends | FloorRules)]
        came = [one for one, _ in said(story, hand, at(house), speed=SPEED)]
        assert came == list(story.kinds), kind
        assert story.kinds[-1] in asked, kind


def test_every_kind_that_calls_somebody_has_a_lesson_in_some_house():
    taught_somewhere = {kind for house in HOUSES for kind, _, _ in taught(house)}
    calling = {kind for kind, one in KINDS.items() if one.level != "info"}
    assert calling - taught_somewhere == NEVER.keys()


def test_no_lesson_is_there_for_nothing():
    for hand in lessons():
        kind = kind_of(hand)
        assert any(
            taken is hand or lesson_of(hand, kind, at(house), speed=SPEED) is not None
            for house in HOUSES
            for _, _, taken in taught(house)
        ), hand.name


@pytest.mark.matrix(("house", HOUSES), part=3)
def test_a_round_leaves_half_an_hour_for_playing_and_reading(house):
    played = sum(
        step.paced(SPEED) for _, story, _ in taught(house) for step in story.steps if isinstance(step, Sense)
    )
    cards = sum(len(story.kinds) for _, story, _ in taught(house))
    assert played + 15 * cards <= 30 * 60
    row = re.search(
        rf"^\| {house} \| (\d+) \| (\d+) \| ([\d.]+) \|$", Path("docs/practice.md").read_text(), re.MULTILINE
    )
    assert row is not None
    assert row.groups() == (str(len(taught(house))), str(cards), f"{played / 60:.1f}")

"""Chips named by the colours and spots of their edges, in other light than they were enrolled in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.conftest import MARKERS, OVER_THE_FELT, RED, camera
from vision.counting import chip_set
from vision.counting.chip_set import Chip, ChipSet
from vision.counting.denominations import Namer
from vision.counting.edge_costs import Costs
from vision.counting.edge_look import look_of
from vision.counting.look import unrolled
from vision.counting.paper import paper_of
from vision.geometry import markers
from vision.geometry.front import front
from vision.geometry.unwrap import COLUMNS, HALF_ANGLE_DEG, Strip, unwrap
from vision.training.scene import Pile, Scene

BLUE = Chip(10, (40, 60, 160), (250, 250, 250), 4)
NAVY = Chip(20, (30, 50, 120), (250, 250, 250), 8)
PLAIN = Chip(1, (210, 205, 200), (210, 205, 200), 0)
CHIPS = (RED, BLUE, NAVY, PLAIN)
NEUTRAL = np.ones(3)


def strip_of(chips: tuple[Chip, ...], brightness: float = 1.0, tint: tuple[float, float, float] = (1, 1, 1)):
    pile = Pile(0, -60, chips)
    picture = camera(1920, 1080, 1).draw(Scene(MARKERS, (pile,), brightness=brightness), OVER_THE_FELT, 5)
    picture = np.clip(picture * np.array(tint), 0, 255).astype(np.uint8)
    return unwrap(picture, pile.stack, camera(1920, 1080, 1).lens, OVER_THE_FELT), picture


def front_of(
    chips: tuple[Chip, ...], brightness: float = 1.0, tint: tuple[float, float, float] = (1, 1, 1)
) -> tuple[Strip, list[float]]:
    """Return the front of a stack and the rows of its side at which its chips begin and end."""
    _, picture = strip_of(chips, brightness, tint)
    lens, stack = camera(1920, 1080, 1).lens, Pile(0, -60, chips).stack
    side = unrolled(picture, stack, [], lens, OVER_THE_FELT, 3.3)
    return front(picture, stack, [], lens, OVER_THE_FELT, side), edges_of(side, len(chips))


def edges_of(strip: Strip, count: int) -> list[float]:
    return [strip.row_of(3.3 * number) for number in range(count + 1)]


@pytest.fixture(scope="module")
def house() -> ChipSet:
    chips = []
    for chip in CHIPS:
        strip, picture = strip_of((chip,) * 10)
        look = look_of(strip, 10)
        assert look.spot_count == chip.spot_count
        chips.append(Chip(chip.denomination, look.body, look.spots, look.spot_count or 0))
    return ChipSet("house", 39.0, 3.3, tuple(chips), paper_of(picture, markers.find(picture)))


MIXED = (RED, NAVY, BLUE, BLUE, PLAIN, NAVY, RED, PLAIN)


@pytest.mark.parametrize("brightness", [0.35, 0.7, 1.0, 1.25])
def test_a_stack_is_named_in_brighter_and_in_darker_light(house, brightness):
    named = Namer(house).name(*front_of(MIXED, brightness), NEUTRAL)
    assert [chip.denomination for chip in named] == [chip.denomination for chip in MIXED]
    assert max(chip.stranger for chip in named) < 0.1


def test_a_stack_seen_in_a_mirror_has_the_same_chips(house):
    front, edges = front_of(MIXED, 0.7)
    here, there = (Namer(house).name(seen, edges, NEUTRAL) for seen in (front, front.mirrored()))
    for chip, again in zip(here, there, strict=True):
        assert again.likely == pytest.approx(chip.likely, abs=0.01)


def test_another_lamp_is_taken_out_by_the_markers_paper(house):
    warm = (0.55, 0.8, 1.0)
    _, picture = strip_of(MIXED, 0.9, warm)
    paper = paper_of(picture, markers.find(picture))
    light = np.array(paper) / np.array(house.paper)
    assert light / light[0] == pytest.approx(np.array(warm)[::-1], abs=0.03)
    seen, meant = front_of(MIXED, 0.9, warm), [chip.denomination for chip in MIXED]
    named, misled = Namer(house).name(*seen, light), Namer(house).name(*seen, NEUTRAL)
    assert [chip.denomination for chip in named] == meant
    assert sum(chip.stranger for chip in misled) > 2 * sum(chip.stranger for chip in named)


@pytest.mark.parametrize("brightness", [0.7, 1.0])
@pytest.mark.parametrize("gone", [RED, PLAIN])
def test_chips_of_another_house_are_strangers_and_no_others(house, gone, brightness):
    known = tuple(chip for chip in house.chips if chip.denomination != gone.denomination)
    named = Namer(replace(house, chips=known)).name(*front_of(MIXED, brightness), NEUTRAL)
    assert [chip.stranger > 0.5 for chip in named] == [chip == gone for chip in MIXED]


def painted(part: Callable[[np.ndarray, int], np.ndarray], dark: tuple[float, float, float]) -> Strip:
    """Return ten plain chips on which ``part`` of how far round it is, of 1, and the chip's number says what is dark."""
    strip, _ = strip_of((PLAIN,) * 10)
    round_it = ((np.arange(COLUMNS) + 0.5) / COLUMNS * 2 - 1) * HALF_ANGLE_DEG / 360
    picture = strip.picture.astype(float)
    for chip in range(10):
        low, high = round(strip.row_of(3.3 * (chip + 1))), round(strip.row_of(3.3 * chip))
        picture[max(low, 0) : high, part(round_it, chip)] *= dark
    return replace(strip, picture=np.clip(picture, 0, 255).astype(np.uint8))


def in_pairs(round_it: np.ndarray, chip: int) -> np.ndarray:
    """Eight pairs of narrow bars, each chip turned another way."""
    at = np.mod(round_it * 8 + chip * 0.37, 1.0)
    return (at < 0.1) | ((at > 0.32) & (at < 0.42))


def test_bars_that_lie_in_pairs_are_spots_and_do_not_darken_the_body():
    """White chips with eight pairs of dark bars were enrolled as grey ones without a spot, and no bet was told."""
    look = look_of(painted(in_pairs, (0.55, 0.4, 0.5)), 10)
    plain = look_of(strip_of((PLAIN,) * 10)[0], 10)
    assert (look.spot_count, plain.spot_count) == (8, 0)
    assert np.abs(np.subtract(look.body, plain.body)).max() < 12


def test_spots_that_follow_no_pattern_have_a_colour_of_their_own():
    def anywhere(round_it: np.ndarray, chip: int) -> np.ndarray:
        return np.random.default_rng(chip).random(len(round_it)) < 0.2

    look = look_of(painted(anywhere, (0.62, 0.5, 0.6)), 10)
    assert look.spot_count is None
    assert max(look.spots) < 0.8 * max(look.body)


def test_paper_that_is_too_bright_too_dark_or_not_there_is_no_measure():
    for brightness in (1.6, 0.0002):
        _, picture = strip_of((RED,), brightness)
        assert paper_of(picture, markers.find(strip_of((RED,))[1])) is None
    assert paper_of(picture, {}) is None


def test_spots_that_nobody_could_count_are_colours_all_the_same(house):
    uncounted = tuple(Chip(c.denomination, c.body, c.spots, 0) for c in house.chips)
    named = Namer(ChipSet("house", 39.0, 3.3, uncounted)).name(*front_of((RED, BLUE, PLAIN)), NEUTRAL)
    assert [chip.denomination for chip in named][0::2] == [5, 1]


def test_the_papers_colour_is_kept_in_the_sets_file(house, tmp_path):
    chip_set.save(house, tmp_path / "house.toml")
    assert chip_set.load(tmp_path / "house.toml") == house


def test_a_chip_between_two_of_another_hue_is_seen_without_what_they_lend_it():
    """A camera that keeps colour at half size gives each chip some of its neighbours' hue."""
    red, blue = Chip(5, (180, 60, 60), (180, 60, 60), 0), Chip(10, (60, 60, 180), (60, 60, 180), 0)
    costs = Costs(ChipSet("two", 39.0, 3.3, (red, blue)))
    stack = (red, red, blue, red, red, blue, blue)
    colours = np.array([chip.body[::-1] for chip in stack], float)
    above, below = np.vstack((colours[1:], colours[-1:])), np.vstack((colours[:1], colours[:-1]))
    lent = 0.06 * (above + below - 2 * colours)
    worst = []
    for seen in (colours, colours + lent):
        rows = np.repeat(seen[::-1].round().astype(np.uint8), 8, axis=0)
        picture = np.repeat(rows[:, None], COLUMNS, axis=1)
        strip = Strip(picture, np.ones(picture.shape[:2], bool), 3.3, 3.3 / 8)
        cost = costs.of(strip, [56.0 - 8 * number for number in range(8)], NEUTRAL).cost
        assert [(red, blue)[at] for at in cost.argmin(axis=1)] == list(stack)
        worst.append(cost.min(axis=1).sum())
    assert worst[1] < worst[0]

"""Chips named by the net that sees what light their neighbours leave them; and what it must not know.

``named`` has the fronts of stacks that hands left in a mess, named by what lies there, and the chips of their houses.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.test_nets import kept
from vision.counting import chip_set
from vision.counting.chip_set import Chip, ChipSet
from vision.counting.denominations import Named, Namer
from vision.counting.edge_costs import Costs
from vision.counting.name_net import MODEL, PARTS, PLANES, ROWS, believed, planes_of, windows
from vision.geometry.front import ABOVE, COLUMNS, side_of
from vision.geometry.unwrap import Strip
from vision.training.cast_tables import cast_table
from vision.training.name_others import nearer

MESSY = sorted((Path(__file__).parent / "named").glob("*.png"))
NEUTRAL = np.ones(3)


def lay_there(path: Path) -> list[int]:
    """Return the chips of a kept stack, bottom first: its name says them."""
    piles = (pile.split("x") for pile in path.stem.split("-")[1:])
    return [int(chip) for number, chip in piles for _ in range(int(number))]


def seen_as_found(path: Path) -> tuple[Strip, list[float], ChipSet]:
    """Return the front of a stack that was left in a mess, its edges as they are found, and the house's chips."""
    edges = json.loads(path.with_suffix(".json").read_text())
    return kept(path), edges, chip_set.load(path.with_suffix(".toml"))


def names(named: list[Named]) -> list[int]:
    return [chip.denomination for chip in named]


@pytest.mark.parametrize("path", MESSY, ids=lambda path: path.stem)
def test_chips_in_the_shade_of_an_overhang_keep_their_names(path):
    """By their colours alone one of them would be another: the costs say so."""
    front, edges, house = seen_as_found(path)
    named = Namer(house).name(front, edges, NEUTRAL)
    assert names(named) == lay_there(path)
    assert np.prod([max(chip.likely.values()) for chip in named]) > 0.5
    values = [chip.denomination for chip in house.chips]
    rows = [edge + ABOVE for edge in edges]
    by_colour = Costs(house).of(side_of(front), rows, NEUTRAL).likely.argmax(axis=1)
    assert [values[kind] for kind in by_colour] != lay_there(path)


@pytest.mark.parametrize("path", MESSY, ids=lambda path: path.stem)
def test_in_what_order_the_house_lists_its_chips_says_nothing(path):
    front, edges, house = seen_as_found(path)
    turned = replace(house, chips=house.chips[::-1])
    for one, other in zip(
        *(Namer(held).name(front, edges, NEUTRAL) for held in (house, turned)), strict=True
    ):
        assert one.likely == pytest.approx(other.likely, abs=1e-4)


def test_a_colour_carries_no_name():
    """In other colours, the stack's and the set's alike, the same chips lie there."""
    path = MESSY[0]
    front, edges, house = seen_as_found(path)
    swapped = replace(front, picture=np.ascontiguousarray(front.picture[..., [1, 2, 0]]))

    def other(chip: Chip) -> Chip:
        (r, g, b), (s, t, u) = chip.body, chip.spots
        return replace(chip, body=(b, r, g), spots=(u, s, t))

    seen = windows(swapped, edges)[..., :3].mean(axis=(0, 1, 2))
    assert seen == pytest.approx(windows(front, edges)[..., [2, 0, 1]].mean(axis=(0, 1, 2)), abs=1)
    renamed = Namer(replace(house, chips=tuple(map(other, house.chips)))).name(swapped, edges, NEUTRAL)
    assert names(renamed) == lay_there(path)


def test_what_another_stack_hides_is_not_shown_to_the_net():
    front, edges, house = seen_as_found(MESSY[0])
    shows = front.shows.copy()
    shows[:, :20] = False
    spoiled = front.picture.copy()
    spoiled[:, :20] = 255
    cut, other = (windows(Strip(held, shows, 0.0, 0.4), edges) for held in (front.picture, spoiled))
    given = planes_of(cut, house.chips, NEUTRAL)
    assert given.shape == (len(cut) * len(house.chips), PLANES, ROWS, PARTS)
    assert np.array_equal(given, planes_of(other, house.chips, NEUTRAL))


def test_the_net_is_small_and_needs_no_other_file():
    assert MODEL.stat().st_size < 900_000
    assert [path.name for path in MODEL.parent.glob("names*")] == ["names.onnx"]
    assert cv2.imread(str(MESSY[0]), cv2.IMREAD_UNCHANGED).shape[1:] == (COLUMNS, 4)


def test_houses_made_up_for_training_have_near_colours_that_can_be_told():
    for seed in range(40):
        looks = nearer(cast_table(seed, 3)[0].looks, np.random.default_rng(seed))
        painted = {(look.chip.body, look.chip.spots, look.chip.spot_count) for look in looks}
        assert len(painted) == len(looks)
        assert all((look.chip.spots == look.chip.body) == (not look.chip.spot_count) for look in looks)


EVEN = (80.0, 72.0, 64.1, 56.0, 48.0)
SLID = (80.0, 72.0, 67.0, 56.0, 48.0)
"""The edges of four chips, in rows from above: of equal ones, and where the third slid over the second and hides a part of it."""


def told(edges: tuple[float, ...]) -> list[float]:
    """Return how much more likely the first of two denominations is taken to be than the other, of four chips that look alike."""
    odds = believed(np.tile((3.0, 0.0, -4.0), (4, 1)), edges)
    return [float(first - other) for first, other, _ in odds]


def test_of_an_even_stack_all_but_the_lowest_chip_in_the_felts_shade_are_named_the_surer():
    lowest, *others = told(EVEN)
    assert lowest < min(others)
    assert len({round(odds, 6) for odds in others}) == 1


def test_where_a_chip_slid_out_none_of_the_stack_is_named_the_surer_for_lying_evenly():
    assert told(SLID) == pytest.approx([told(EVEN)[0]] * 4)


def test_how_even_a_stack_is_makes_no_chip_of_the_set_out_of_a_stranger():
    for edges in (EVEN, SLID, EVEN[:3], EVEN[:2]):
        odds = believed(np.tile((-2.0, -3.0, 1.0), (len(edges) - 1, 1)), edges)
        assert odds[:, -1] - odds[:, :-1].max(axis=1) == pytest.approx(0.9 * 3.0)


@given(
    st.lists(st.floats(1, 24), min_size=1, max_size=20), st.lists(st.floats(-9, 9), min_size=4, max_size=4)
)
def test_which_chip_is_the_likeliest_is_the_nets_word_however_the_edges_lie(heights, said):
    edges = np.concatenate(([0.0], -np.cumsum(heights)))
    odds = believed(np.tile(said, (len(heights), 1)), edges.tolist())
    assert (odds[:, :-1].argmax(axis=1) == int(np.argmax(said[:-1]))).all()

"""Chips named by the net that sees what light their neighbours leave them; and what it must not know."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.test_nets import kept
from vision.counting import chip_set
from vision.counting.chip_set import Chip, ChipSet
from vision.counting.decoding import decode, evidence
from vision.counting.denominations import Named, Namer
from vision.counting.edge_costs import Costs
from vision.counting.name_net import MODEL, PARTS, PLANES, ROWS, planes_of, windows
from vision.counting.strip_net import StripNet
from vision.geometry.unwrap import Strip
from vision.training.cast_tables import cast_table
from vision.training.name_others import nearer, strip_of

MESSY = sorted((Path(__file__).parent / "strips").glob("messy-*.png"))
NEUTRAL = np.ones(3)


def lay_there(path: Path) -> list[int]:
    """Return the chips of a kept stack, bottom first: its name says them."""
    piles = (pile.split("x") for pile in path.stem.split("-")[2:])
    return [int(chip) for number, chip in piles for _ in range(int(number))]


def seen_as_found(path: Path) -> tuple[Strip, tuple[float, ...], ChipSet]:
    """Return the side of a stack that was left in a mess, its edges as they are found, and the house's chips."""
    strip = kept(path)
    held = decode(evidence(StripNet().shares(strip)))
    assert held is not None
    return strip, held.edges, chip_set.load(path.with_name(f"{'-'.join(path.stem.split('-')[:2])}.toml"))


def names(named: list[Named]) -> list[int]:
    return [chip.denomination for chip in named]


@pytest.mark.parametrize("path", MESSY, ids=lambda path: path.stem)
def test_chips_in_the_shade_of_an_overhang_keep_their_names(path):
    """By their colours alone one of them would be another: the costs say so."""
    strip, edges, house = seen_as_found(path)
    named = Namer(house).name(strip, edges, NEUTRAL)
    assert names(named) == lay_there(path)
    assert np.prod([max(chip.likely.values()) for chip in named]) > 0.5
    values = [chip.denomination for chip in house.chips]
    by_colour = Costs(house).of(strip, edges, NEUTRAL).likely.argmax(axis=1)
    assert [values[kind] for kind in by_colour] != lay_there(path)


@pytest.mark.parametrize("path", MESSY, ids=lambda path: path.stem)
def test_in_what_order_the_house_lists_its_chips_says_nothing(path):
    strip, edges, house = seen_as_found(path)
    turned = replace(house, chips=house.chips[::-1])
    for one, other in zip(
        *(Namer(held).name(strip, edges, NEUTRAL) for held in (house, turned)), strict=True
    ):
        assert one.likely == pytest.approx(other.likely, abs=1e-4)


def test_a_colour_carries_no_name():
    """In other colours, the strip's and the set's alike, the same chips lie there."""
    path = MESSY[0]
    strip, edges, house = seen_as_found(path)
    swapped = replace(strip, picture=np.ascontiguousarray(strip.picture[..., [1, 2, 0]]))

    def other(chip: Chip) -> Chip:
        (r, g, b), (s, t, u) = chip.body, chip.spots
        return replace(chip, body=(b, r, g), spots=(u, s, t))

    seen = windows(swapped, edges)[..., :3].mean(axis=(0, 1, 2))
    assert seen == pytest.approx(windows(strip, edges)[..., [2, 0, 1]].mean(axis=(0, 1, 2)), abs=1)
    renamed = Namer(replace(house, chips=tuple(map(other, house.chips)))).name(swapped, edges, NEUTRAL)
    assert names(renamed) == lay_there(path)


def test_what_another_stack_hides_is_not_shown_to_the_net():
    strip, edges, house = seen_as_found(MESSY[0])
    shows = strip.shows.copy()
    shows[:, :20] = False
    spoiled = strip.picture.copy()
    spoiled[:, :20] = 255
    cut, other = (windows(Strip(held, shows, 0.0, 0.4), edges) for held in (strip.picture, spoiled))
    given = planes_of(cut, house.chips, NEUTRAL)
    assert given.shape == (len(cut) * len(house.chips), PLANES, ROWS, PARTS)
    assert np.array_equal(given, planes_of(other, house.chips, NEUTRAL))


def test_the_net_is_small_and_needs_no_other_file():
    assert MODEL.stat().st_size < 500_000
    assert [path.name for path in MODEL.parent.glob("names*")] == ["names.onnx"]
    assert cv2.imread(str(MESSY[0]), cv2.IMREAD_UNCHANGED).shape[1:] == (64, 4)


@pytest.mark.parametrize("path", MESSY, ids=lambda path: path.stem)
def test_a_stack_that_is_kept_for_training_is_seen_again_as_it_was(path):
    strip, edges, _ = seen_as_found(path)
    cut = windows(strip, edges)
    again, bounds = strip_of(cut, -np.diff(edges).astype(np.float32))
    assert np.diff(bounds) == pytest.approx(np.diff(edges), abs=1e-3)
    seen = windows(again, bounds)
    assert (seen[..., 3] == cut[..., 3]).mean() > 0.97
    assert np.abs(seen[..., :3].astype(int) - cut[..., :3])[:, 2:-2].mean() < 4


def test_houses_made_up_for_training_have_near_colours_that_can_be_told():
    for seed in range(40):
        looks = nearer(cast_table(seed, 3)[0].looks, np.random.default_rng(seed))
        painted = {(look.chip.body, look.chip.spots, look.chip.spot_count) for look in looks}
        assert len(painted) == len(looks)
        assert all((look.chip.spots == look.chip.body) == (not look.chip.spot_count) for look in looks)

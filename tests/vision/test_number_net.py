"""How many chips a stack has, by the net that sees its front: what edges alone get wrong, and what the net must not know.

``fronts`` has stacks that hands left in a mess, named by how many chips they have and how many the edges alone told.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.conftest import BLACK, MARKERS, RED, camera
from tests.vision.test_nets import kept
from vision.counting.chip_set import Chip
from vision.counting.decoding import ROWS_PER_CHIP, Way
from vision.counting.number_net import CLAIMED, FRONTS, NUMBERS, NumberNet, claim, laid
from vision.counting.weighing import likely_numbers
from vision.geometry.camera import Pose
from vision.geometry.front import ABOVE, front
from vision.geometry.unwrap import Strip, unwrap
from vision.training.scene import Pile, Scene

MESSY = sorted((Path(__file__).parent / "fronts").glob("*.png"))
CLOSE = Pose.looking((0, -260, 170), (0, 0, 15))


@pytest.fixture(scope="module")
def net() -> NumberNet:
    return NumberNet()


def as_found(path: Path) -> tuple[Strip, list[Way], float]:
    """Return a kept front, the numbers of chips that fit, as edges alone put them, and its outline's height in chips."""
    said = json.loads(path.with_suffix(".json").read_text())
    ways = [Way(tuple(way["edges"]), way["fits"], 0.0) for way in said["ways"]]
    return kept(path), ways, said["outline"]


@pytest.mark.parametrize("path", MESSY, ids=lambda path: path.stem)
def test_a_chip_that_slid_over_another_is_neither_lost_nor_counted_twice(net, path):
    seen, ways, outline = as_found(path)
    true, by_edges = (int(number) for number in path.stem.split("-told-"))
    assert ways[0].count == by_edges
    told = net.weighed(seen, [way.edges for way in ways])
    judged = [Way(each.edges, way.fits, 0.0, each.odds) for way, each in zip(ways, told, strict=True)]
    best, likely = likely_numbers(judged, outline)[0]
    assert (best.count, likely > 0.9) == (true, True)


def likeliest(net: NumberNet, seen: Strip, ways: list[tuple[float, ...]]) -> int:
    """Return which of ``ways`` is the likeliest by the net."""
    return int(np.argmax([each.odds for each in net.weighed(seen, ways)]))


@pytest.mark.parametrize("path", MESSY, ids=lambda path: path.stem)
def test_colour_carries_no_class(net, path):
    seen, ways, _ = as_found(path)
    edges = [way.edges for way in ways]
    best = likeliest(net, seen, edges)
    for picture in (seen.picture[..., ::-1], seen.picture[..., [1, 2, 0]]):
        other = Strip(np.ascontiguousarray(picture), seen.shows, seen.top_mm, seen.mm_per_row)
        assert likeliest(net, other, edges) == best


@pytest.mark.parametrize("path", MESSY, ids=lambda path: path.stem)
def test_a_stack_seen_in_a_mirror_is_as_high(net, path):
    seen, ways, _ = as_found(path)
    edges = [way.edges for way in ways]
    here, there = (max(net.weighed(one, edges), key=lambda way: way.odds) for one in (seen, seen.mirrored()))
    assert there.edges == pytest.approx(here.edges, abs=0.5)
    assert min(here.odds, there.odds) > 2


def straight(chips: tuple[Chip, ...]) -> tuple[Strip, list[float]]:
    """Return the front of a straight stack of ``chips``, and its edges as rows of the unrolled side."""
    pile = Pile(0, 0, chips)
    picture = camera().draw(Scene(MARKERS, (pile,), noise=1.0), CLOSE, 4)
    step = 3.3 / ROWS_PER_CHIP
    side = unwrap(picture, pile.stack, camera().lens, CLOSE, mm_per_row=step, margin_mm=1.75 * 3.3)
    seen = front(picture, pile.stack, [], camera().lens, CLOSE, side)
    return seen, [side.row_of(3.3 * number) for number in range(len(chips) + 1)]


@pytest.mark.parametrize("chips", [(RED,) * 3, (BLACK, RED) * 4, (RED,) * 12])
def test_a_chip_too_many_or_too_few_is_not_believed(net, chips):
    seen, true = straight(chips)
    higher, lower = (*true, true[-1] - ROWS_PER_CHIP), (true[0] + ROWS_PER_CHIP, *true)
    wrong = [true[:-1], true[1:], higher, lower, [*true[:1], *true[2:]]]
    right, *others = net.weighed(seen, [true, *wrong])
    assert right.odds > 2
    assert max(each.odds for each in others) < -2


@pytest.mark.parametrize("chips", [(RED,) * 3, (BLACK, RED) * 4, (RED,) * 12])
def test_edges_are_laid_where_they_show(net, chips):
    seen, true = straight(chips)
    off = np.linspace(5.0, -3.0, len(true))
    (told,) = net.weighed(seen, [(np.array(true) + off).tolist()])
    assert np.abs(np.array(told.edges) - true).max() < ROWS_PER_CHIP / 4
    assert told.odds > 2


@given(
    off=st.lists(st.floats(-2, 2), min_size=60, max_size=60),
    thick=st.lists(st.floats(2, 12), min_size=1, max_size=20),
)
def test_no_edge_is_laid_under_the_one_below_it(off, thick):
    edges = 200 - np.cumsum([0, *thick])
    assert (np.diff(laid(edges, np.array(off))) <= -1 + 1e-9).all()


def test_what_is_claimed_of_a_row_is_where_in_its_chip_it_lies():
    edges = np.array([40.0, 32.0, 24.0, 14.0])
    held = claim(edges, 70)
    assert held.shape == (CLAIMED, 70)
    sine, cosine, on_a_chip, higher, counted = held[:, ABOVE + 24 : ABOVE + 41 : 4]
    assert np.allclose(cosine, [1, -1, 1, -1, 1], atol=1e-6)
    assert np.allclose(sine, 0, atol=1e-6)
    assert on_a_chip.tolist() == [1] * 5
    assert np.allclose(higher[1:], 0)
    assert held[3, ABOVE + 19] == pytest.approx(2 * 0.25)
    assert counted.tolist() == [1] * 5
    assert held[:, 0].tolist() == [0] * CLAIMED


def test_the_net_is_small_and_needs_no_other_file():
    assert FRONTS.stat().st_size + NUMBERS.stat().st_size < 1_000_000
    assert sorted(path.name for path in FRONTS.parent.glob("*.onnx*")) == [
        "fronts.onnx",
        "names.onnx",
        "numbers.onnx",
        "sides.onnx",
        "strip.onnx",
    ]

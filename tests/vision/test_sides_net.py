"""The net that tells sides from tops: what it is trained on, what it is given, and what its votes add up to."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.conftest import BLACK, OVER_THE_FELT, RED, camera
from vision.finding.evidence import Evidence, evidence_of, pieces_of
from vision.finding.proposals import proposals
from vision.finding.score import covered
from vision.finding.search import Cylinder, Found, find
from vision.finding.sides_net import CELL, MODEL, Sides, SidesNet, planes
from vision.finding.survey import Survey
from vision.geometry.fan import Fan
from vision.geometry.unwrap import Stack
from vision.training.scene import Pile, Scene
from vision.training.sides import OTHER, RADIUS_MM, SIDE, TOP, Sample, fan_round, sample_of, targets
from vision.training.sides_tables import of_tables

SHARP = camera(1920, 1080, 1)
BEHIND = (Pile(0, 20, (RED,) * 9), Pile(6, 72, (BLACK,) * 14))


APART = (Pile(-30, 20, (RED,) * 9), Pile(25, 62, (BLACK,) * 4))


def fan() -> Fan:
    return fan_round([pile.stack for pile in BEHIND], OVER_THE_FELT, np.random.default_rng(1))


def shown(piles: tuple[Pile, ...]) -> Sample:
    now, bare = (SHARP.draw(Scene({}, drawn), OVER_THE_FELT, 4) for drawn in (piles, ()))
    stacks = [pile.stack for pile in piles]
    held = fan_round(stacks, OVER_THE_FELT, np.random.default_rng(1))
    return sample_of(now, bare, SHARP.lens, held, stacks)


@pytest.fixture(scope="module")
def sample() -> Sample:
    return shown(BEHIND)


@pytest.fixture(scope="module")
def net() -> SidesNet:
    return SidesNet()


def whole(sample: Sample) -> tuple[int, int, int, int]:
    return 0, 0, sample.fan.rows // CELL * CELL, sample.fan.columns // CELL * CELL


def exact(sample: Sample) -> Sides:
    """Return what a net would say that is never wrong."""
    true = targets(sample, *whole(sample))
    kinds = [(true.kinds == kind).astype(np.float32) for kind in (SIDE, TOP)]
    return Sides(*kinds, true.heat, true.votes, np.full((2, *true.kinds.shape), 0.1, np.float32))


def off(polars: np.ndarray, sample: Sample) -> tuple[float, float]:
    """Return by how many mm places and heights of the stacks found are off at most."""
    assert len(polars) == len(sample.stacks)
    held, true = (sorted(map(tuple, each), key=lambda polar: polar[1]) for each in (polars, sample.stacks))
    places = [np.array([(d * np.sin(a), d * np.cos(a)) for a, d, _ in each]) for each in (held, true)]
    heights = [np.array([height for _, _, height in each]) for each in (held, true)]
    return float(np.linalg.norm(places[0] - places[1], axis=1).max()), float(
        np.abs(heights[0] - heights[1]).max()
    )


def test_in_a_fan_a_top_has_its_foots_shape_at_any_distance():
    held, chords = fan(), np.linspace(-1, 1, 9)
    rises = []
    for distance in (500.0, 700.0):
        columns, foot, near, _ = held.spans(np.array([(0.1, distance, 40.0)]), RADIUS_MM, chords)
        assert np.ptp(near - foot) < 1e-6
        rises.append(float((near - foot)[0, 0]))
        assert columns[0, -1] > columns[0, 0]
    assert rises[0] == pytest.approx(rises[1])


def test_a_place_of_a_fan_is_found_again():
    held = fan()
    points = np.array([(3.0, 20.0), (-10.0, 70.0)])
    row, column = held.place(points).T
    assert held.felt(row, column) == pytest.approx(points)
    part = held.cut(40, 90, 5, 60)
    assert part.place(points) == pytest.approx(held.place(points) - (40, 5))


def test_the_nearer_stack_hides_the_other(sample):
    kinds = targets(sample, *whole(sample)).kinds
    near, far = sorted(sample.stacks.tolist(), key=lambda polar: polar[1])
    for (angle, distance, height), seen in ((near, True), (far, False)):
        column = (angle - sample.fan.first_angle) / sample.fan.angle_step
        foot = float(sample.fan.row(distance - RADIUS_MM))
        top = float(sample.fan.row(distance * float(sample.fan.stretch(height))))
        assert kinds[int(top / CELL), int(column / CELL)] == TOP
        assert (kinds[int(foot / CELL) + 1, int(column / CELL)] == SIDE) == seen
        assert kinds[int(foot / CELL) - 3, int(column / CELL)] == (OTHER if seen else SIDE)


def test_votes_that_are_right_add_up_to_the_stacks(sample):
    place, height = off(proposals(exact(sample), sample.fan, RADIUS_MM).polars, sample)
    assert place < 0.05
    assert height < 0.05


def test_a_stack_whose_top_does_not_show_is_found_by_its_sides_votes(sample):
    faces = exact(sample)
    blind = Sides(faces.side, faces.top, faces.heat * 0, faces.votes, faces.spread)
    assert off(proposals(blind, sample.fan, RADIUS_MM).polars, sample)[0] < 0.5


def test_bare_felt_has_no_stack(net):
    held = fan()
    bare = SHARP.draw(Scene({}, ()), OVER_THE_FELT, 4)
    now = held.view(SHARP.lens, OVER_THE_FELT).of(bare)
    known = np.ones(now.shape[:2], bool)
    found = find(held, now, evidence_of(now, now, known, known), RADIUS_MM, net)
    assert not found.cylinders
    assert not found.doubted
    assert not found.strange.any()


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_colours_in_any_order_show_the_same_stacks(net, order):
    sample = shown(APART)
    now = sample.now[..., order].astype(np.float32)
    found = find(sample.fan, now, sample.evidence, RADIUS_MM, net)
    place, height = off(np.array([c.polar for c in found.cylinders]), sample)
    assert place < 1.5
    assert height < 1.0


def test_the_net_is_given_the_same_in_brighter_light():
    now = np.random.default_rng(3).uniform(20, 120, (64, 64, 3)).astype(np.float32)
    stands = np.ones((64, 64), np.float32)
    assert np.allclose(planes(now + 30, stands), planes(now, stands), atol=1e-3)


def test_the_net_is_small_and_needs_no_other_file():
    assert MODEL.stat().st_size < 1_000_000
    assert [path.name for path in MODEL.parent.glob("sides*")] == ["sides.onnx"]


def test_tables_by_chance_are_the_same_again_and_show_their_stacks():
    one, again = (next(of_tables(1, 8)) for _ in range(2))
    assert np.array_equal(one.now, again.now)
    assert np.array_equal(one.given, again.given)
    true = targets(one, *whole(one))
    shown = (true.kinds != OTHER).mean()
    assert 0 < shown < 0.9
    assert np.isfinite(one.given).all()
    assert all(Stack(0, 0, RADIUS_MM, height).height_mm > 2.9 for _, _, height in one.stacks)


def seen(strange: tuple[float, float, float], *, doubted: bool = False) -> bool:
    """Say whether a stack is touched by what is left over of another ``strange`` one, ``doubted`` where it is like one."""
    held = fan()
    stack = np.array((0.05, 560.0, 30.0))
    drawn = [
        covered(held, [polar], RADIUS_MM, grown) for polar, grown in ((np.array(strange), 0.0), (stack, 1.2))
    ]
    left = drawn[0] & ~drawn[1]
    cylinder = Cylinder(held.stack(stack, RADIUS_MM), stack, 1.0, 1.0, 1.0)
    nothing = np.zeros(left.shape, np.float32)
    bare = np.zeros((*left.shape, 3), np.float32)
    evidence = Evidence(nothing, left, left, left, ~left, bare)
    other = Cylinder(held.stack(np.array(strange), RADIUS_MM), np.array(strange), 0.6, 1.0, 1.0)
    found = Found((cylinder,), left, (other,) if doubted else ())
    return Survey(held, bare, evidence, found, SHARP.lens, RADIUS_MM).touched(cylinder)


def test_what_may_be_more_of_a_stack_leaves_it_open_and_what_stands_behind_it_does_not():
    assert seen((0.05, 560.0, 37.0))  # two chips higher than it was thought to be
    assert seen((0.05, 540.0, 10.0))  # something in front of it
    assert not seen((0.085, 605.0, 30.0))  # behind it, aside
    assert not seen((0.14, 560.0, 30.0))  # farther than that


def test_what_only_looks_like_a_stack_stands_beside_one_and_not_against_it():
    assert seen((0.05, 525.0, 10.0))
    assert not seen((0.05, 525.0, 10.0), doubted=True)


def test_what_a_narrow_gap_parts_is_one_piece():
    bits = np.zeros((30, 40), bool)
    bits[5:9, 5:10] = bits[12:16, 5:10] = True  # three rows apart
    bits[5:9, 25:30] = True
    labels, sizes = pieces_of(bits, np.full(30, 0.5))
    assert labels[6, 6] == labels[13, 6] != labels[6, 26]
    assert not labels[10, 6]
    assert sorted(sizes) == [0, 10, 20]

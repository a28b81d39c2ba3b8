"""The net that is shipped, on strips that Blender drew and training never saw; and what it is trained on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.counting.decoding import ROWS_PER_CHIP, decode, evidence
from vision.counting.strip_net import MODEL, StripNet, planes
from vision.geometry.unwrap import COLUMNS, Strip
from vision.training import drawn, strips, venues
from vision.training.samples import Sample

STRIPS = sorted((Path(__file__).parent / "strips").glob("*-chips.png"))


@pytest.fixture(scope="module")
def net() -> StripNet:
    return StripNet()


def kept(path: Path) -> Strip:
    """Return a strip whose picture has what shows as its fourth channel."""
    held = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    return Strip(np.ascontiguousarray(held[..., :3]), held[..., 3] > 0, 0.0, 3.3 / ROWS_PER_CHIP)


@pytest.mark.parametrize("path", STRIPS, ids=lambda path: path.stem)
def test_the_net_finds_the_edges_of_strips_it_never_saw(net, path):
    held = decode(evidence(net.shares(kept(path))))
    assert held is not None
    assert held.count == int(path.stem.split("-")[2])
    assert held.lead > 2
    assert (held.edges[0] - held.edges[-1]) / held.count == pytest.approx(ROWS_PER_CHIP, rel=0.06)


@pytest.mark.parametrize("path", STRIPS[:2], ids=lambda path: path.stem)
def test_colour_carries_no_class(net, path):
    strip = kept(path)
    counts = {
        decode(evidence(net.shares(Strip(picture, strip.shows, 0.0, 0.4)))).count
        for picture in (strip.picture[..., ::-1], strip.picture[..., [1, 2, 0]], strip.picture // 2 + 40)
    }
    assert counts == {int(path.stem.split("-")[2])}


def test_the_net_is_small_and_needs_no_other_file():
    assert MODEL.stat().st_size < 1_000_000
    assert [path.name for path in MODEL.parent.glob("strip*")] == ["strip.onnx"]


OPENED = """
import os
from vision.net_files import FOLDER, opened
for model in FOLDER.glob("*.onnx"):
    opened(model, 1)
print(len(os.listdir("/proc/self/task")))
"""


def test_the_runtime_tells_nobody_of_the_table(tmp_path):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("ORT", "CI"))}
    ran = subprocess.run(
        [sys.executable, "-c", OPENED], env=environment | {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    # No number that the table would be known by, nothing that waits to be sent.
    assert [*tmp_path.iterdir()] == []
    assert ran.stdout.split() == ["1"], "a thread that nobody asked for"


def test_what_is_hidden_is_not_shown_to_the_net():
    picture = np.random.default_rng(1).integers(0, 255, (30, COLUMNS, 3), np.uint8)
    shows = np.ones((30, COLUMNS), bool)
    shows[20:, :30] = False
    given = planes(picture, shows)
    assert given.shape == (4, 30, COLUMNS)
    assert not given[:, 20:, :30].any()
    other = picture.copy()
    other[~shows] = 255
    assert np.array_equal(given, planes(other, shows))


def told(sample: Sample) -> list[int]:
    """Return how many foots, seams and rims a sample's targets mark: each shares one among two rows."""
    return [round(float(share)) for share in sample.targets.sum(axis=0)]


def test_strips_by_chance_are_the_same_again_and_marked():
    for seed in range(30):
        one, again = strips.strip(seed), strips.strip(seed)
        assert np.array_equal(one.picture, again.picture)
        assert one.picture.shape == (*one.shows.shape, 3)
        assert one.targets.shape == (len(one.picture), 3)
        foot, seams, rim = told(one)
        assert (foot, rim) == (1, 1)
        assert 0 <= seams <= 22


def test_drawn_tables_give_strips_the_net_reads(net):
    held = [sample for sample in drawn.strips(3, 77) if sample.shows.mean() > 0.97]
    assert len(held) >= 5
    read = [decode(evidence(net.shares(Strip(s.picture, s.shows, 0.0, 0.4)))) for s in held]
    right = [
        one is not None and one.count == told(sample)[1] + 1 for one, sample in zip(read, held, strict=True)
    ]
    assert sum(right) >= 0.8 * len(right)


def test_venues_are_the_same_again_and_stand_no_stack_in_another():
    for seed in (1, 2, 3):
        held = venues.venue(seed, 3)
        assert repr(held) == repr(venues.venue(seed, 3))
        assert len(held.pictures[0]) == len(held.chips)
        assert all(len(stack.chips) == venues.ENROLLED for stack in held.pictures[0])
        for stood in held.pictures:
            places = np.array([(stack.x_mm, stack.y_mm) for stack in stood])
            gaps = np.linalg.norm(places[:, None] - places[None], axis=-1) + 100 * np.eye(len(places))
            assert gaps.min() > held.diameter_mm

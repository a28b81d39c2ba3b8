"""Rendered tables: cameras whose truth is known, what they see, and clips of it."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.daemon.conftest import Table
from vision import profile
from vision.counting.chip_set import Chip
from vision.frames import pictures
from vision.frames.frame import End, Frame, Outcome
from vision.geometry import markers
from vision.geometry.camera import Array, Lens, Picture, Pose
from vision.geometry.zones import Zone
from vision.profile import Profile
from vision.training.render import Renderer
from vision.training.scene import Pile, Scene

RED = Chip(5, (180, 30, 40), (240, 240, 240), 6)
BLACK = Chip(100, (25, 25, 28), (220, 220, 60), 8)
GREEN = Chip(25, (22, 92, 60), (22, 92, 60), 0)

OVER_THE_FELT = Pose.looking((0, -480, 320), (0, 20, 0))
MARKERS = {
    0: markers.square((-200, -110), 45, 0.1),
    1: markers.square((200, -110), 45),
    2: markers.square((-240, 160), 45, -0.2),
    3: markers.square((240, 160), 45),
    4: markers.square((0, -150), 45, 1.0),
}
ZONES = (
    Zone(4, np.array([(-210.0, -60), (-75, -60), (-75, 130), (-210, 130)])),
    Zone(5, np.array([(-65.0, -60), (65, -60), (65, 130), (-65, 130)])),
    Zone(6, np.array([(75.0, -60), (210, -60), (210, 130), (75, 130)])),
)


def lens(width: int, height: int, degrees: float = 60.0) -> Lens:
    """Return a lens that sees ``degrees`` across, with a little distortion."""
    focal = width / 2 / np.tan(np.radians(degrees / 2))
    matrix = np.array([[focal, 0, width / 2 - 0.5], [0, focal, height / 2 - 0.5], [0, 0, 1]])
    return Lens(matrix, np.array([0.05, -0.1, 0.001, 0.0, 0.0]), (width, height))


@functools.cache
def camera(width: int = 640, height: int = 360, finer: int = 2) -> Renderer:
    """Return a camera that draws; one of each size is made."""
    return Renderer(lens(width, height), finer)


def shot(
    *piles: Pile, pose: Pose = OVER_THE_FELT, seed: int = 1, laid: dict[int, Array] | None = None
) -> Picture:
    """Return what the usual camera sees of ``piles`` among the markers."""
    scene = Scene(MARKERS if laid is None else laid, piles)
    return camera().draw(scene, pose, seed)


def usual_profile(empty: Path | None = None) -> Profile:
    """Return the true profile of the usual camera."""
    return Profile(camera().lens, MARKERS, ZONES, empty)


@pytest.fixture(scope="session")
def bare_felt() -> Picture:
    """The usual camera's picture of the felt with nothing but the markers."""
    return shot()


@pytest.fixture
def profile_file(tmp_path: Path, bare_felt: Picture) -> Path:
    """The usual camera's profile as a file, with its picture of the bare felt."""
    pictures.write(tmp_path / "felt.png", bare_felt)
    profile.save(usual_profile(tmp_path / "felt.png"), tmp_path / "camera.toml")
    return tmp_path / "camera.toml"


@dataclass
class Script:
    """A source that gives what it is told to, in order."""

    outcomes: Sequence[Outcome]
    next: int = 0

    def read(self) -> Outcome:
        """Return the next outcome, the end after the last."""
        if self.next >= len(self.outcomes):
            return End(self.outcomes[-1].t if self.outcomes else 0.0)
        self.next += 1
        return self.outcomes[self.next - 1]

    def close(self) -> None:
        """Nothing is held."""


@functools.cache
def _noise(shape: tuple[int, ...], number: int) -> np.ndarray:
    return np.random.default_rng(number).integers(-3, 4, shape, np.int16)


def grain(picture: Picture, seed: int) -> Picture:
    """Return ``picture`` as a live sensor gives it: never the same twice in a row."""
    return np.asarray(cv2.add(picture, _noise(picture.shape, seed % 7), dtype=cv2.CV_8U), np.uint8)


def filmed(picture: Picture, start_s: float, end_s: float, fps: float = 10.0) -> Iterator[Frame]:
    """Yield a live camera's frames of something that does not change."""
    for number in range(round(start_s * fps), round(end_s * fps)):
        yield Frame(number / fps, f"frame {number}", picture=grain(picture, number))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A table whose only device is the camera."""
    made = Table(tmp_path, kinds=("chips",))
    yield made
    made.close()

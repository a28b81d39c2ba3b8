"""Makes sequences of motions whose truth is known: each kind by seed, with another table, light and people each time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.counting.chip_set import Chip
from vision.frames.frame import Frame
from vision.geometry import markers
from vision.geometry.camera import Lens, Picture, Pose
from vision.geometry.zones import Zone
from vision.profile import Profile
from vision.settings import Colour
from vision.training.arms import Arm
from vision.training.busy import BUSY, Happening
from vision.training.film import Film, Moment
from vision.training.scene import Scene
from vision.training.script import Script, Seat

USUAL_FPS: Final = 12.0
FAR_MM: Final = 130.0
_CLOSE_MM: Final = (40.0, 70.0)
"""How far behind its line a hand stays that keeps hold of its chips."""
SHAKES: Final = 0.15
"""By how much of the time between two frames a frame comes early or late."""
_SEATS: Final = (4, 5, 6)
_FELTS: Final[tuple[Colour, ...]] = ((22, 92, 60), (28, 60, 120), (120, 24, 40), (70, 72, 78), (16, 70, 74))
SKINS: Final[tuple[Colour, ...]] = (
    (196, 146, 118),
    (224, 178, 150),
    (120, 82, 62),
    (74, 50, 40),
    (208, 160, 124),
)
SLEEVES: Final[tuple[Colour, ...]] = (
    (52, 58, 84),
    (26, 26, 28),
    (200, 200, 196),
    (150, 40, 40),
    (90, 110, 80),
)
_CHIPS: Final = (
    Chip(1, (232, 232, 226), (30, 60, 150), 6),
    Chip(5, (180, 30, 40), (240, 240, 240), 6),
    Chip(25, (20, 110, 60), (235, 225, 120), 8),
    Chip(100, (26, 26, 30), (220, 220, 220), 8),
)


@dataclass
class Sequence:
    """A scripted film. ``kind`` says which; ``script`` has the truth."""

    kind: str
    seed: int
    profile: Profile
    script: Script
    scene: Scene
    pose: Pose
    fps: float
    times: tuple[float, ...]

    def frames(self) -> Iterator[Frame]:
        """Yield the film's frames."""
        film = Film(self.profile.lens, self.pose, self.scene, self.seed)
        for number, t in enumerate(self.times):
            picture = film.picture(self.script.moment(t), number)
            yield Frame(t, f"{self.kind} {self.seed} at {t:.2f} s", picture=picture)

    def bare(self) -> Picture:
        """Return the felt with nothing on it."""
        return Film(self.profile.lens, self.pose, self.scene, self.seed).picture(Moment())


def make(kind: str, seed: int, size: tuple[int, int] = (640, 360), fps: float = USUAL_FPS) -> Sequence:
    """Return the sequence of ``kind``, one of ``KINDS``; the same seed gives the same."""
    chance = np.random.default_rng((seed, number_of(kind)))
    lens = _lens(size, float(chance.uniform(54, 64)))
    height, back = float(chance.uniform(290, 380)), float(chance.uniform(430, 500))
    pose = Pose.looking((float(chance.uniform(-40, 40)), -back, height), (0, 40, 0))
    laid = {
        0: markers.square((-200, -110), 45, float(chance.uniform(-0.3, 0.3))),
        1: markers.square((200, -110), 45),
        2: markers.square((-250, 165), 45, float(chance.uniform(-0.3, 0.3))),
        3: markers.square((250, 165), 45),
        4: markers.square((0, -150), 45),
    }
    seats = [_seat(number, seat, chance) for number, seat in enumerate(_SEATS)]
    scene = Scene(
        laid,
        felt=_FELTS[chance.integers(len(_FELTS))],
        lamp=(
            float(chance.uniform(-300, 300)),
            float(chance.uniform(-100, 400)),
            float(chance.uniform(900, 1600)),
        ),
        brightness=float(chance.uniform(0.7, 1.15)),
        ambient=float(chance.uniform(0.4, 0.6)),
    )
    middle = seats[len(seats) // 2].zone
    script = Script(seats, chance, _CHIPS, dealer_of(middle, pose, np.random.default_rng(seed)))
    KINDS[kind](script, chance)
    script.rest(1.6)
    times = uneven(script.t, fps, chance)
    profile = Profile(lens, laid, tuple(seat.zone for seat in seats))
    return Sequence(kind, seed, profile, script, scene, pose, fps, times)


def dealer_of(zone: Zone, pose: Pose, chance: np.random.Generator) -> Seat:
    """Return the dealer, who sits beside the camera and reaches over the felt before ``zone``."""
    skin, sleeve = (kinds[int(chance.integers(len(kinds)))] for kinds in (SKINS, SLEEVES))
    x, y = float(pose.centre[0]), float(pose.centre[1])
    arm = Arm((x + float(chance.uniform(100, 200)), y - 60), skin, sleeve)
    return Seat(zone, arm, (x + 120, float(zone.polygon[:, 1].min()) - 330, 14.0))


def uneven(seconds: float, fps: float, chance: np.random.Generator) -> tuple[float, ...]:
    """Return when the frames of a film are taken: about every 1 / ``fps`` seconds."""
    count = int(seconds * fps)
    shaken = (np.arange(count) + np.clip(chance.normal(0, SHAKES / 2, count), -SHAKES, SHAKES)) / fps
    return tuple(np.maximum(shaken, 0).round(4).tolist())


def _lens(size: tuple[int, int], degrees: float) -> Lens:
    focal = size[0] / 2 / np.tan(np.radians(degrees / 2))
    matrix = np.array([[focal, 0, size[0] / 2 - 0.5], [0, focal, size[1] / 2 - 0.5], [0, 0, 1]])
    return Lens(matrix, np.array([0.05, -0.1, 0.001, 0.0, 0.0]), size)


def _seat(place: int, seat: int, chance: np.random.Generator) -> Seat:
    left = -210.0 + 142 * place
    polygon = np.array([(left, -60.0), (left + 135, -60), (left + 135, FAR_MM), (left, FAR_MM)])
    middle = left + 67
    arm = Arm(
        (middle + float(chance.uniform(-60, 90)), FAR_MM + 620),
        SKINS[chance.integers(len(SKINS))],
        SLEEVES[chance.integers(len(SLEEVES))],
    )
    rest = (middle + float(chance.uniform(-20, 20)), FAR_MM + float(chance.uniform(80, 260)), 14.0)
    return Seat(Zone(seat, polygon), arm, rest)


# What happens -----------------------------------------------------------------------------------------


def _who(chance: np.random.Generator) -> int:
    return int(_SEATS[chance.integers(len(_SEATS))])


def _spot(script: Script, seat: int, number: int, chance: np.random.Generator) -> tuple[float, float]:
    """Return a place in the zone where nothing lies yet."""
    (left, near), (right, _) = (
        script.seats[seat].zone.polygon.min(axis=0),
        script.seats[seat].zone.polygon.max(axis=0),
    )
    x = left + 26 + (right - left - 52) * (number % 2) + float(chance.uniform(-3, 3))
    return float(x), float(near + 40 + 52 * (number // 2) + chance.uniform(-5, 5))


def _begin(script: Script, chance: np.random.Generator, seat: int, chips: list[Chip], place: int) -> None:
    """Let chips lie there from the beginning, or none, and a little time pass."""
    if chips:
        script.lies(seat, script.pile(chips, *_spot(script, seat, place, chance)))
    script.rest(float(chance.uniform(1.0, 1.4)))


def _motions(script: Script, chance: np.random.Generator, count: int) -> None:
    seat = _who(chance)
    _begin(script, chance, seat, script.alike(1, 6) if chance.random() < 0.4 else [], 4)
    for number in range(count):
        place = _spot(script, seat, number, chance)
        script.push(
            seat,
            script.alike(1, 6),
            *place,
            float(chance.uniform(0.35, 0.6)),
            float(chance.uniform(0.3, 0.5)),
        )
        script.rest(float(chance.uniform(0.45, 1.3)))


def _one(script: Script, chance: np.random.Generator) -> None:
    _motions(script, chance, 1)


def _two(script: Script, chance: np.random.Generator) -> None:
    _motions(script, chance, 2)


def _three(script: Script, chance: np.random.Generator) -> None:
    _motions(script, chance, 3)


def _pull_back(script: Script, chance: np.random.Generator) -> None:
    seat = _who(chance)
    _begin(script, chance, seat, [], 0)
    script.push(seat, script.alike(1, 6), *_spot(script, seat, 0, chance), 0.45, 0.4)
    script.rest(float(chance.uniform(0.6, 1.2)))
    pile = script.seats[seat].lying[-1]
    script.take(seat, pile, float(chance.uniform(0.35, 0.5)), float(chance.uniform(0.35, 0.5)))
    script.rest(0.6)


def _change(script: Script, chance: np.random.Generator) -> None:
    """A large chip is pushed beside small ones, and the small ones are taken back as change."""
    seat = _who(chance)
    _begin(script, chance, seat, [script.chips[1]] * int(chance.integers(2, 5)), 0)
    small = script.seats[seat].lying[-1]
    script.push(seat, [script.chips[3]], *_spot(script, seat, 1, chance), 0.45, 0.4)
    script.rest(float(chance.uniform(0.6, 1.2)))
    script.take(seat, small, 0.45, 0.4)
    script.rest(0.6)


def _hover(script: Script, chance: np.random.Generator) -> None:
    seat = _who(chance)
    _begin(script, chance, seat, script.alike(1, 6) if chance.random() < 0.5 else [], 0)
    x, y = _spot(script, seat, 3, chance)
    script.hover(seat, x, y, float(chance.uniform(0.5, 2.5)))


def _neighbour(script: Script, chance: np.random.Generator) -> None:
    by, over = ((4, 5), (5, 4), (5, 6), (6, 5))[chance.integers(4)]
    _begin(script, chance, over, script.alike(1, 6), 0)
    x, y = _spot(script, over, 2 + (by < over), chance)
    script.reach_over(by, x, y)


def _cut(script: Script, chance: np.random.Generator) -> None:
    seat = _who(chance)
    chips = script.alike(3, 7)
    _begin(script, chance, seat, [], 0)
    script.drop(seat, chips, *_spot(script, seat, 0, chance), float(chance.uniform(0.2, 0.45)))


def _whole_bet(script: Script, chance: np.random.Generator) -> None:
    """All that lies there is drawn back over bare felt, and the hand stays close behind its line."""
    seat = _who(chance)
    chips = script.alike(8, 16)
    x, _ = _spot(script, seat, 0, chance)
    pile = script.pile(chips, x, script.seats[seat].line_mm - float(chance.uniform(24, 50)))
    script.lies(seat, pile)
    script.rest(float(chance.uniform(1.0, 1.4)))
    script.take(seat, pile, 0.45, 0.45, _CLOSE_MM)
    script.rest(0.6)


_ALONE: Final[dict[str, Happening]] = {
    "one motion": _one,
    "two motions": _two,
    "three motions": _three,
    "pull-back": _pull_back,
    "dropped change": _change,
    "hand hovering": _hover,
    "neighbour reaching over": _neighbour,
    "cut stack": _cut,
    "whole bet taken back": _whole_bet,
}
KINDS: Final = _ALONE | BUSY


def number_of(kind: str) -> int:
    """Return the number of a kind, by which films of it are chanced on."""
    return [*sorted(_ALONE), *BUSY].index(kind)

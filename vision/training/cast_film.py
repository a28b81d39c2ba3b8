"""Films a table of the second drawer: its chips in a hand's mess, arms of another make, its own camera.

``make`` gives a scripted film by seed; ``write`` draws it into a folder: ``felt.jpg``, ``chips.jpg`` (the enrolment), a
picture a frame and ``times.json``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from vision.frames.frame import Frame
from vision.geometry.camera import Array
from vision.profile import Profile
from vision.training import cast_arm
from vision.training.arms import Arm
from vision.training.bets import Bets, Standing, enrolment
from vision.training.cast_light import Disc, Field, samples_of
from vision.training.cast_tables import Taken, cast_table, take
from vision.training.caster import discs_of, light_of, stand, stood
from vision.training.film import Moment, Tip
from vision.training.mess import MESSES, MIXED, a_third
from vision.training.render import rays_of
from vision.training.scene import Light, Pile
from vision.training.script import Script, Seat
from vision.training.sequences import KINDS, SKINS, SLEEVES, dealer_of, number_of, uneven
from vision.training.tables import Table

FPS: Final = 12.0
_MOST_CHIPS: Final = 20
_BREATHES: Final = 0.015
"""By how much the camera's gain goes up and down, of a part."""

Reach = tuple[Arm, Tip]


class CastFilm:
    """One camera over one table. What lies still is drawn once."""

    def __init__(self, table: Table, taken: Taken, mess: str = MIXED) -> None:
        self._table, self._taken, self._mess = table, taken, mess
        self._samples = list(samples_of(table))
        self._rays = np.asarray(rays_of(table.lens) @ table.pose.rotation.astype(np.float32), np.float32)
        self._looks = {look.chip.denomination: look for look in table.looks}
        self._stage: tuple[tuple[Pile, ...], Light, Field] | None = None
        self._held: tuple[tuple[Pile, ...], tuple[Reach, ...], Light, Field] | None = None
        self._before = Moment()

    def picture(self, moment: Moment, number: int = 0) -> bytes:
        """Return frame ``number``, a JPEG: what the camera sees at ``moment``, with noise of its own."""
        still = tuple(one for one in moment.arms if one in self._before.arms)
        quiet_light, quiet_depth = self._quiet(moment.lying, still)
        light, depth = quiet_light.copy(), quiet_depth.copy()
        moving = [self._discs(pile) for pile in moment.moving]
        reaching = [
            cast_arm.bones_of(arm, np.array(tip)) for arm, tip in moment.arms if (arm, tip) not in still
        ]
        balls = [ball for bones in reaching for ball in cast_arm.shadows_of(bones)]
        radius = self._table.diameter_mm / 2
        balls += [ball for pile in moving for ball in cast_arm.shadows_of_chips(pile, radius)]
        if balls:
            cast_arm.shade(light, self._table, balls, self._samples)
        for pile in moving:
            stand(light, depth, self._table, pile, [], self._samples)
        for bones in reaching:
            cast_arm.lay(light, depth, self._rays, self._table, bones, self._samples)
        self._before = moment
        breath = 1 + _BREATHES * np.sin(number / 9 + self._table.seed)
        camera = replace(self._taken, level=self._taken.level * float(breath))
        return take(light, camera, self._table.seed * 1000 + number)

    def _quiet(self, lying: tuple[Pile, ...], arms: tuple[Reach, ...]) -> tuple[Light, Field]:
        """Return the table with what has not moved since the frame before."""
        if self._held is None or self._held[:2] != (lying, arms):
            stage_light, stage_depth = self._lies(lying)
            light, depth = stage_light.copy(), stage_depth.copy()
            if arms:
                bones = [bone for arm, tip in arms for bone in cast_arm.bones_of(arm, np.array(tip))]
                cast_arm.shade(light, self._table, cast_arm.shadows_of(bones), self._samples)
                cast_arm.lay(light, depth, self._rays, self._table, bones, self._samples)
            self._held = lying, arms, light, depth
        return self._held[2:]

    def _lies(self, lying: tuple[Pile, ...]) -> tuple[Light, Field]:
        if self._stage is None or self._stage[0] != lying:
            self._stage = lying, *stood(self._table, [self._discs(pile) for pile in lying], self._samples)
        return self._stage[1:]

    def _discs(self, pile: Pile) -> list[Disc]:
        """Return the chips of a pile in the mess that its first chip's turn chances on: a pile grows as it began."""
        chance = np.random.default_rng(int(pile.turns[0] * 1e9))
        mess = a_third(chance) if self._mess == MIXED else MESSES[self._mess]
        shift = float(chance.choice(mess.shifts_mm))
        shifts = mess.pushed(_MOST_CHIPS, chance) + mess.shifted(_MOST_CHIPS, shift, chance)
        looks = tuple(self._looks[chip.denomination] for chip in pile.chips)
        standing = Standing(pile, looks, shifts[: len(looks)], 2 * np.pi * np.array(pile.turns), None)
        return discs_of(self._table, standing, chance)


@dataclass
class CastSequence:
    """A scripted film of the second drawer's. ``script`` has the truth."""

    kind: str
    seed: int
    table: Table
    taken: Taken
    script: Script
    times: tuple[float, ...]
    mess: str

    def profile(self, folder: Path) -> Profile:
        """Return the camera's profile; ``folder`` is where the film was written."""
        return Profile(self.table.lens, self.table.markers, self.table.zones, folder / "felt.jpg")

    def write(self, folder: Path) -> None:
        """Draw the film into ``folder``, unless it lies there."""
        if (folder / "times.json").exists():
            return
        folder.mkdir(parents=True, exist_ok=True)
        for at, (name, held) in enumerate((("felt.jpg", Bets()), ("chips.jpg", enrolment(self.table)))):
            light = light_of(self.table, held, at)
            (folder / name).write_bytes(take(light, self.taken, self.table.seed * 100 + at))
        film = CastFilm(self.table, self.taken, self.mess)
        for number, t in enumerate(self.times):
            (folder / f"{number:04}.jpg").write_bytes(film.picture(self.script.moment(t), number))
        (folder / "times.json").write_text(json.dumps(self.times))

    def frames(self, folder: Path) -> Iterator[Frame]:
        """Yield the frames that were written into ``folder``, packed as a camera gives them."""
        for number, t in enumerate(self.times):
            path = folder / f"{number:04}.jpg"
            yield Frame(t, f"{self.kind} {self.seed} at {t:.2f} s", packed=path.read_bytes())


def make(kind: str, seed: int, mess: str = MIXED) -> CastSequence:
    """Return the film of ``kind``, one of ``KINDS``; the same seed gives the same."""
    at = number_of(kind)
    chance = np.random.default_rng((seed, at, 5))
    table, taken = cast_table(at, seed + 700)
    seats = [_seat(zone.seat, table, chance) for zone in table.zones]
    dealer = dealer_of(
        table.zones[len(table.zones) // 2], table.pose, np.random.default_rng((seed, table.seed, 6))
    )
    script = Script(seats, chance, [look.chip for look in table.looks], dealer)
    KINDS[kind](script, chance)
    script.rest(2.4)
    return CastSequence(kind, seed, table, taken, script, uneven(script.t, FPS, chance), mess)


def _seat(seat: int, table: Table, chance: np.random.Generator) -> Seat:
    zone = next(zone for zone in table.zones if zone.seat == seat)
    middle, far = float(zone.polygon[:, 0].mean()), float(zone.polygon[:, 1].max())
    shoulder: Array = np.array((middle + chance.uniform(-150, 150), far + chance.uniform(480, 760)))
    skin, sleeve = (kinds[int(chance.integers(len(kinds)))] for kinds in (SKINS, SLEEVES))
    rest = (middle + float(chance.uniform(-25, 25)), far + float(chance.uniform(70, 240)), 14.0)
    return Seat(zone, Arm((float(shoulder[0]), float(shoulder[1])), skin, sleeve), rest)

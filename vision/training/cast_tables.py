"""Makes up tables for the second drawer, and the camera that takes their pictures: none is near those of ``tables``.

Colours are any, felts are any, chips are thicker or thinner; cameras keep colour at half size, sharpen, smear and pack.
``write`` draws them, a folder a table: ``felt.jpg``, ``chips.jpg`` (the enrolment), ``bets-NN.jpg`` and ``truth.json``.
"""

from __future__ import annotations

import colorsys
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.counting.chip_set import Chip
from vision.geometry.camera import Picture
from vision.settings import Colour
from vision.training.bets import Bets, bets, enrolment
from vision.training.caster import light_of
from vision.training.held_out import truth_of_table
from vision.training.mess import PLACED
from vision.training.scene import Light
from vision.training.tables import Lamp, Look, Table, table_of

_VALUES: Final = (1, 5, 25, 100, 500, 1000, 5000)
_APART: Final = 60.0
"""How far the bodies of two chips, or their spots, lie apart at least, in levels."""
_LAMPS: Final = ((1.0, 0.66, 0.36), (1.0, 0.8, 0.6), (1.0, 0.95, 0.88), (0.84, 0.93, 1.0), (1.0, 0.7, 0.8))


@dataclass(frozen=True)
class Taken:
    """How the camera takes pictures: gains by channel, the tone curve, noise in electrons, blur, sharpening, JPEG."""

    level: float
    gains: tuple[float, float, float]
    electrons: float
    blur_px: float
    smear_px: float
    sharpened: float
    curve: float
    rolls: float
    vignette: float
    quality: int


def cast_table(number: int, seed: int) -> tuple[Table, Taken]:
    """Return table ``number`` of ``seed`` and how its camera takes pictures."""
    chance = np.random.default_rng((seed, number, 77))
    table = table_of(number, seed + 50_000)
    hue = chance.random()
    felt = _colour(hue, chance.uniform(0.15, 0.85), chance.uniform(0.2, 0.62))
    table = replace(
        table,
        looks=_looks(felt, chance),
        thickness_mm=float(chance.uniform(3.0, 3.6)),
        felt=felt,
        lamps=_lamps(chance),
        ambient=float(chance.uniform(0.25, 0.55)),
    )
    return table, _taken(chance, table)


def finer(table: Table, taken: Taken) -> tuple[Table, Taken]:
    """Return a camera in the same place with four times the pixels: a third of the light comes to each, and half as much more blur."""
    width, height = table.lens.size
    seen = replace(table, lens=table.lens.sized((2 * width, 2 * height)))
    return seen, replace(taken, electrons=taken.electrons / 3, blur_px=1.5 * taken.blur_px)


def folder_of(root: Path, number: int, seed: int, mess: str = PLACED, *, fine: bool = False) -> Path:
    """Return the folder of table ``number`` of ``seed``."""
    return root / f"cast-{seed}-{mess}{'-4k' * fine}" / f"table-{number}"


def write(
    root: Path, seed: int, tables: int, count: int, mess: str = PLACED, *, fine: bool = False
) -> Iterator[Path]:
    """Draw the tables under ``root``, yielding each picture's path; what is there already is left alone."""
    for number in range(tables):
        yield from write_table(root, number, seed, count, mess, fine=fine)


def write_table(
    root: Path, number: int, seed: int, count: int, mess: str = PLACED, *, fine: bool = False
) -> Iterator[Path]:
    """Draw one table, ``count`` pictures of bets among it; ``fine``: by a camera of four times the pixels."""
    table, taken = cast_table(number, seed)
    table, taken = finer(table, taken) if fine else (table, taken)
    folder = folder_of(root, number, seed, mess, fine=fine)
    yield from draw(table, taken, folder, enrolment(table), count, mess)


def draw(
    table: Table, taken: Taken, folder: Path, enrolled: Bets, count: int, mess: str = PLACED, camera: int = 0
) -> Iterator[Path]:
    """Draw into ``folder`` what ``camera`` sees of a table, ``count`` pictures of bets among it."""
    folder.mkdir(parents=True, exist_ok=True)
    lying = {f"bets-{at:02}.jpg": bets(table, at, mess) for at in range(count)}
    everything = {"felt.jpg": Bets(), "chips.jpg": enrolled} | lying
    for at, (name, held) in enumerate(everything.items()):
        if not (folder / name).exists():
            packed = take(light_of(table, held, at), taken, table.seed * 100 + at + 50 * camera)
            (folder / name).write_bytes(packed)
            yield folder / name
    (folder / "truth.json").write_text(json.dumps(truth_of_table(table, lying), indent=1))


def _looks(felt: Colour, chance: np.random.Generator) -> tuple[Look, ...]:
    kinds = int(chance.integers(4, len(_VALUES) + 1))
    made: list[Look] = []
    while len(made) < kinds:
        body = _colour(chance.random(), chance.choice((0.05, 0.5, 0.8)), chance.uniform(0.1, 0.95))
        spots = _colour(chance.random(), chance.choice((0.0, 0.6, 0.9)), chance.uniform(0.1, 1.0))
        count = int(chance.choice((0, 3, 4, 6, 8)))
        if min([_apart(body, look.chip.body) for look in made], default=255) < _APART:
            continue
        if count and _apart(body, spots) < 1.5 * _APART:
            continue
        inlay = _colour(chance.random(), 0.15, chance.uniform(0.6, 0.95))
        chip = Chip(_VALUES[len(made)], body, spots if count else body, count)
        split = bool(0 < count <= 6 and chance.random() < 0.4)
        made.append(Look(chip, float(chance.uniform(0.22, 0.5)), split, inlay))
    if chance.random() < 0.4:  # one denomination has the felt's colour
        at = int(chance.integers(kinds))
        chip = made[at].chip
        made[at] = replace(
            made[at], chip=replace(chip, body=felt, spots=chip.spots if chip.spot_count else felt)
        )
    return tuple(made)


def _lamps(chance: np.random.Generator) -> tuple[Lamp, ...]:
    tint = np.array(_LAMPS[int(chance.integers(len(_LAMPS)))])
    lamps = []
    for _ in range(int(chance.integers(1, 4))):
        x, y, z = chance.uniform((-700, -500, 600), (700, 700, 1800))
        red, green, blue = (float(c) for c in tint * chance.uniform(0.5, 1.0))
        lamps.append(Lamp((float(x), float(y), float(z)), float(chance.uniform(60, 600)), (red, green, blue)))
    return tuple(lamps)


def _taken(chance: np.random.Generator, table: Table) -> Taken:
    total = np.sum([lamp.colour for lamp in table.lamps], axis=0)
    red, green, blue = ((total.mean() / total) ** chance.uniform(0.6, 1.0)).tolist()
    return Taken(
        level=float(chance.uniform(0.45, 1.1)),
        gains=(red, green, blue),
        electrons=float(chance.uniform(1500, 12000)),
        blur_px=float(chance.uniform(0.35, 0.9)),
        smear_px=float(chance.choice((0, 0, 1.2))),
        sharpened=float(chance.uniform(0.0, 1.0)),
        curve=float(chance.uniform(-0.3, 0.5)),
        rolls=float(chance.uniform(0.0, 0.04)),
        vignette=float(chance.uniform(0.0, 0.35)),
        quality=int(chance.integers(60, 93)),
    )


def take(light: Light, taken: Taken, seed: int) -> bytes:
    """Return the JPEG that the camera takes of ``light``: mosaic, noise, colours made up again, sharpening, packing."""
    chance = np.random.default_rng(seed)
    height, width = light.shape[:2]
    x, y = np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)
    falls = 1 - taken.vignette * (x[None] ** 2 + y[:, None] ** 2) / 2
    bands = 1 + taken.rolls * np.sin(np.arange(height) / height * 17 + chance.uniform(0, 6))
    seen = cv2.GaussianBlur(light * taken.level, (0, 0), taken.blur_px)
    if taken.smear_px:
        seen = cv2.blur(seen, (2, 1))
    raw = _mosaic(np.asarray(seen * (falls * bands[:, None])[..., None], np.float32))
    noise = chance.standard_normal(raw.shape, np.float32)
    raw = raw + noise * np.sqrt(np.maximum(raw, 0) / taken.electrons + 1e-6)
    levels = cv2.demosaicing(np.clip(raw * 20000, 0, 65535).astype(np.uint16), cv2.COLOR_BayerRG2RGB_EA)
    shown = np.clip(levels / np.float32(20000) * np.array(taken.gains, np.float32), 0, 1) ** np.float32(
        1 / 2.2
    )
    shown = shown + np.float32(taken.curve) * (shown - np.float32(0.5)) * shown * (1 - shown)
    soft = cv2.GaussianBlur(shown, (0, 0), 1.0)
    sharp = np.clip(shown + np.float32(taken.sharpened) * (shown - soft), 0, 1)
    picture: Picture = np.ascontiguousarray(np.rint(sharp * 255).astype(np.uint8)[..., ::-1])
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, taken.quality])
    return packed.tobytes()


def _mosaic(seen: Light) -> Light:
    """Return what a sensor sees that has one colour a pixel."""
    raw = seen[..., 1].copy()
    raw[1::2, 1::2] = seen[1::2, 1::2, 0]
    raw[::2, ::2] = seen[::2, ::2, 2]
    return raw


def _colour(hue: float, saturation: float, value: float) -> Colour:
    red, green, blue = (round(255 * level) for level in colorsys.hsv_to_rgb(hue, saturation, value))
    return red, green, blue


def _apart(one: Colour, other: Colour) -> float:
    return float(np.linalg.norm(np.subtract(one, other)))

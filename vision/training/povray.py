"""Draws made-up tables by POV-Ray: soft shadows, bevels, felt with a nap. A source for tests, never for training.

It needs the program ``povray`` (3.7). What comes back is light, linear, as a pinhole camera sees it;
``photo.py`` makes a picture of it.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.frames import pictures
from vision.geometry import markers
from vision.geometry.camera import Array, Lens, Pose, VisionError
from vision.training.bets import Bets, Bone, Standing
from vision.training.chip_paint import linear
from vision.training.scene import Light
from vision.training.tables import Look, Table

PAPER_LEVEL: Final = 0.55
"""What white paper straight under the lamps gives, of 1: nothing is cut off at the bright end."""
_BEVEL_MM: Final = 0.35
_CELL_PX: Final = 32
_RIM_CELLS: Final = 1.2
_PIPS: Final = 0.62
_QUICK: Final = 0.09


@dataclass(frozen=True)
class Pinhole:
    """A camera without distortion, wide enough for all that a real lens sees."""

    pose: Pose
    lens: Lens

    @classmethod
    def around(cls, lens: Lens, pose: Pose) -> Pinhole:
        """Return the pinhole that sees all that ``lens`` sees, as finely."""
        width, height = lens.size
        edge = [(float(x), float(y)) for x in np.linspace(0, width - 1, 30) for y in (0, height - 1)]
        edge += [(float(x), float(y)) for y in np.linspace(0, height - 1, 30) for x in (0, width - 1)]
        reach = np.abs(lens.rays(edge)[:, :2]).max(axis=0) * lens.focal_px + 4
        size = int(2 * np.ceil(reach[0])), int(2 * np.ceil(reach[1]))
        middle = np.array(size) / 2 - 0.5
        matrix = np.array(((lens.focal_px, 0, middle[0]), (0, lens.focal_px, middle[1]), (0, 0, 1)))
        return cls(pose, Lens(matrix, np.zeros(5), size))


def light_of(table: Table, held: Bets, pinhole: Pinhole) -> Light:
    """Return what ``pinhole`` sees of ``table`` with ``held`` on it. Raise VisionError without POV-Ray."""
    with tempfile.TemporaryDirectory() as folder:
        prints = _print(table.markers, Path(folder))
        parts = [*_room(table, pinhole), *_felt(table), *prints, *_chips(table), *_lying(table, held)]
        return _drawn("\n".join(parts), pinhole, Path(folder))


def light_of_sheet(table: Table, laid: dict[int, Array], paper: Array, pinhole: Pinhole) -> Light:
    """Return what ``pinhole`` sees of the marker sheet in one piece, ``paper`` its outline in mm."""
    with tempfile.TemporaryDirectory() as folder:
        outline = ", ".join(_vector((*corner, 0.02)) for corner in (*paper, paper[0]))
        white = f"polygon {{ {len(paper) + 1}, {outline} pigment {{ rgb 0.8 }} finish {{ M }} }}"
        parts = [*_room(table, pinhole, soft=False), *_felt(table, lined=False), white]
        return _drawn("\n".join([*parts, *_print(laid, Path(folder))]), pinhole, Path(folder))


def _drawn(scene: str, pinhole: Pinhole, folder: Path) -> Light:
    (folder / "scene.pov").write_text(scene, encoding="ascii")
    width, height = pinhole.lens.size
    call = ["povray", "+Iscene.pov", "+Oseen.png", f"+W{width}", f"+H{height}", "+FN16", "File_Gamma=1.0"]
    call += ["+A0.3", "+AM1", "+R3", "-J", "-D", "+WT1"]
    try:
        done = subprocess.run(
            call, cwd=folder, capture_output=True, text=True, check=False, preexec_fn=lambda: os.nice(10)
        )
    except FileNotFoundError:
        raise VisionError("the program povray is not there: apt-get install povray") from None
    seen = cv2.imread(str(folder / "seen.png"), cv2.IMREAD_UNCHANGED)
    if done.returncode or seen is None:
        raise VisionError(
            f"povray: {done.stderr.strip().splitlines()[-1] if done.stderr else done.returncode}"
        )
    return np.asarray(seen[..., 2::-1], np.float32) / np.float32(65535)


def _room(table: Table, pinhole: Pinhole, soft: bool = True) -> Iterator[str]:
    right, down, forward = pinhole.pose.rotation
    width, height = pinhole.lens.size
    focal = pinhole.lens.focal_px
    yield "#version 3.7; global_settings { assumed_gamma 1.0 max_trace_level 4 }"
    yield f"#declare M = finish {{ ambient {table.ambient:.3f} diffuse 0.75 }}"
    yield f"#declare P = finish {{ ambient {table.ambient:.3f} diffuse 0.7 specular 0.18 roughness 0.05 }}"
    yield (
        f"camera {{ location {_vector(pinhole.pose.centre)} direction {_vector(forward)} "
        f"right {_vector(right * width / focal)} up {_vector(-down * height / focal)} }}"
    )
    yield "background { rgb 0.03 }"
    total = sum(np.mean(lamp.colour) for lamp in table.lamps)
    for lamp in table.lamps:
        level = PAPER_LEVEL / 0.75 / total * (1 - table.ambient)
        area = f"area_light {_vector((lamp.wide_mm, 0, 0))}, {_vector((0, lamp.wide_mm, 0))}, 4, 4 adaptive 0 circular orient"
        yield (
            f"light_source {{ {_vector(lamp.place)} rgb {_vector(np.array(lamp.colour) * level)} "
            f"{area if soft else ''} }}"
        )
    away = pinhole.pose.centre * (1, 1, 0) + (0, -300, 700)
    yield f"light_source {{ {_vector(away)} rgb {_QUICK} shadowless }}"


def _felt(table: Table, lined: bool = True) -> Iterator[str]:
    low, high = linear(table.felt) * 0.85, linear(table.felt) * 1.15
    yield (
        "plane { z, 0 pigment { granite scale 14 color_map { "
        f"[0.2 rgb {_vector(low)}] [0.8 rgb {_vector(high)}] }} }} normal {{ bumps 0.25 scale 1.1 }} finish {{ M }} }}"
    )
    if table.line is None or not lined:
        return
    for zone in table.zones:
        for start, end in zip(zone.polygon, np.roll(zone.polygon, -1, axis=0), strict=True):
            low, high = np.minimum(start, end) - 1.2, np.maximum(start, end) + 1.2
            yield (
                f"box {{ {_vector((*low, 0))}, {_vector((*high, 0.05))} "
                f"pigment {{ rgb {_vector(linear(table.line))} }} finish {{ M }} }}"
            )


def _print(laid: dict[int, Array], folder: Path) -> Iterator[str]:
    for number, corners in laid.items():
        cells = np.full((markers.CELLS + 2, markers.CELLS + 2), 225, np.uint8)
        cells[1:-1, 1:-1] = np.where(markers.pattern(number) > 0, 225, 22)
        pictures.write(
            folder / f"{number}.png", np.asarray(np.kron(cells, np.ones((_CELL_PX,) * 2)), np.uint8)
        )
        middle = corners.mean(axis=0)
        cell = (corners[1] - corners[0]) / markers.CELLS, (corners[0] - corners[3]) / markers.CELLS
        corner = corners[3] - cell[0] - cell[1]
        across, away = cell[0] * (markers.CELLS + 2), cell[1] * (markers.CELLS + 2)
        rim = markers.CELLS / 2 + _RIM_CELLS
        place = [
            middle + i * rim * cell[0] + j * rim * cell[1] for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        outline = ", ".join(_vector((*at[:2], 0.1)) for at in (*place, place[0]))
        yield (
            f'polygon {{ 5, {outline} pigment {{ image_map {{ png "{number}.png" gamma srgb once }} '
            f"matrix <{across[0]:.5f}, {across[1]:.5f}, 0, {away[0]:.5f}, {away[1]:.5f}, 0, 0, 0, 1, "
            f"{corner[0]:.5f}, {corner[1]:.5f}, 0> }} finish {{ M }} }}"
        )


def _chips(table: Table) -> Iterator[str]:
    """Yield each denomination as an object that stands on the origin."""
    radius, thick, bevel = table.diameter_mm / 2, table.thickness_mm, _BEVEL_MM
    for look in table.looks:
        pigment = _pigment(look)
        yield (
            f"#declare C{look.chip.denomination} = union {{ union {{ "
            f"cone {{ 0, {radius - bevel}, z*{bevel}, {radius} }} "
            f"cylinder {{ z*{bevel}, z*{thick - bevel:.4f}, {radius} }} "
            f"cone {{ z*{thick - bevel:.4f}, {radius}, z*{thick - 0.02:.4f}, {radius - bevel} }} {pigment} }} "
            f"cylinder {{ z*{thick - 0.05:.4f}, z*{thick:.4f}, {radius * _PIPS:.3f} "
            f"pigment {{ rgb {_vector(linear(look.inlay))} }} }} finish {{ P }} }}"
        )


def _pigment(look: Look) -> str:
    body, spots = (f"rgb {_vector(linear(colour))}" for colour in (look.chip.body, look.chip.spots))
    if not look.chip.spot_count:
        return f"pigment {{ {body} }}"
    share = look.share
    third = f"[0 {spots}] [{share / 3} {spots}] [{share / 3} {body}] [{share * 2 / 3} {body}] [{share * 2 / 3} {spots}]"
    within = third if look.split else f"[0 {spots}]"
    return (
        f"pigment {{ radial frequency {look.chip.spot_count} color_map {{ {within} [{share} {spots}] "
        f"[{share} {body}] [1 {body}] }} rotate x*90 }}"
    )


def _lying(table: Table, held: Bets) -> Iterator[str]:
    for standing in held.standing:
        yield from _stack(standing)
    for flat in held.flat:
        leans = np.degrees(flat.leans)
        yield (
            f"object {{ C{flat.look.chip.denomination} translate z*{-table.thickness_mm / 2:.4f} "
            f"rotate {_vector((*leans, 0))} translate {_vector(flat.middle)} }}"
        )
    if held.hand:
        yield "union { " + " ".join(_limb(bone) for bone in held.hand) + " }"


def _stack(standing: Standing) -> Iterator[str]:
    pile = standing.pile
    for level, look in enumerate(standing.looks):
        place = (
            pile.x_mm + standing.shifts[level, 0],
            pile.y_mm + standing.shifts[level, 1],
            level * pile.thickness_mm,
        )
        yield (
            f"object {{ C{look.chip.denomination} rotate z*{np.degrees(standing.turns[level]):.2f} "
            f"translate {_vector(place)} }}"
        )


def _limb(bone: Bone) -> str:
    look = f"pigment {{ rgb {_vector(linear(bone.colour))} }} finish {{ M }}"
    return (
        f"sphere {{ {_vector(bone.start)}, {bone.thick} {look} }} "
        f"cone {{ {_vector(bone.start)}, {bone.thick}, {_vector(bone.end)}, {bone.thin} {look} }} "
        f"sphere {{ {_vector(bone.end)}, {bone.thin} {look} }}"
    )


def _vector(values: Array | tuple[float, ...]) -> str:
    return "<" + ", ".join(f"{float(value):.5f}" for value in values) + ">"

"""Describes a house's chips: their size, and the colours of each denomination. A new set is a new file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from vision.settings import Colour, Section, quoted, read

MOST_SPOTS: Final = 64
LARGEST_DENOMINATION: Final = 10**9


@dataclass(frozen=True)
class Chip:
    """One denomination: the colour of its body, of the spots on its edge, and how many they are.

    Spots of another colour than the body with a ``spot_count`` of 0 could not be counted. ``samples`` are
    pictures of its edge, unrolled, from the enrolment.
    """

    denomination: int
    body: Colour
    spots: Colour
    spot_count: int
    samples: tuple[Path, ...] = ()


@dataclass(frozen=True)
class ChipSet:
    """All chips of a house. All have one size, in mm.

    ``paper`` is the colour of the markers' white paper in the light that the chips' colours were taken in; None
    where it is not known.
    """

    name: str
    diameter_mm: float
    thickness_mm: float
    chips: tuple[Chip, ...]
    paper: Colour | None = None


def load(source: Path) -> ChipSet:
    """Read a chip set. Raise BadFile naming the key that is wrong."""
    file = read(source)
    file.knows("name", "diameter_mm", "thickness_mm", "paper", "chip")
    held = ChipSet(
        name=file.text("name"),
        diameter_mm=file.length("diameter_mm"),
        thickness_mm=file.length("thickness_mm"),
        chips=tuple(_chip(section) for section in file.tables("chip")),
        paper=file.colour("paper") if file.has("paper") else None,
    )
    if not held.chips:
        raise file.wrong("is missing: a set has at least one chip", "chip")
    if held.thickness_mm >= held.diameter_mm:
        raise file.wrong(f"must be under the diameter, {held.diameter_mm:g} mm", "thickness_mm")
    seen: set[int] = set()
    for index, chip in enumerate(held.chips):
        if chip.denomination in seen:
            raise file.wrong(f"{chip.denomination} stands here twice", "chip", index, "denomination")
        seen.add(chip.denomination)
    return held


def save(held: ChipSet, target: Path) -> None:
    """Write ``held``; samples are named relative to ``target`` where they lie below its folder."""
    lines = [
        f"name = {quoted(held.name)}",
        f"diameter_mm = {held.diameter_mm:.2f}",
        f"thickness_mm = {held.thickness_mm:.3f}",
    ]
    if held.paper is not None:
        lines.append(f'paper = "{_hex(held.paper)}"')
    folder = target.absolute().parent
    for chip in held.chips:
        lines += ["", "[[chip]]", f"denomination = {chip.denomination}"]
        lines += [f'body = "{_hex(chip.body)}"', f'spots = "{_hex(chip.spots)}"']
        lines += [f"spot_count = {chip.spot_count}"]
        if chip.samples:
            paths = [path.absolute() for path in chip.samples]
            names = [str(p.relative_to(folder) if p.is_relative_to(folder) else p) for p in paths]
            lines.append(f"samples = [{', '.join(map(quoted, names))}]")
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _chip(section: Section) -> Chip:
    section.knows("denomination", "body", "spots", "spot_count", "samples")
    body = section.colour("body")
    return Chip(
        denomination=section.whole("denomination", 1, LARGEST_DENOMINATION),
        body=body,
        spots=section.colour("spots") if section.has("spots") else body,
        spot_count=section.whole("spot_count", 0, MOST_SPOTS) if section.has("spot_count") else 0,
        samples=section.files("samples") if section.has("samples") else (),
    )


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)

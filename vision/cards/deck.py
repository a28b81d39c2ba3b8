"""Knows a house's deck as the camera does: its cards' size, and what its backs look like."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.frames import pictures
from vision.geometry.camera import Picture
from vision.settings import Colour, quoted, read

POKER_MM: Final = (63.0, 88.0)
PX_PER_MM: Final = 2.0
"""How fine the picture of a back is kept."""
LEAST_MM: Final = 40.0
MOST_MM: Final = 130.0


@dataclass(frozen=True)
class Back:
    """One back, upright. ``paper`` is the colour of the markers' white when it was taken."""

    picture: Picture
    paper: Colour


@dataclass(frozen=True)
class Deck:
    """The backs in use. All cards have one size, in mm: the short side, then the long."""

    name: str
    size_mm: tuple[float, float]
    backs: tuple[Back, ...]


def load(source: Path) -> Deck:
    """Read a deck. Raise BadFile naming the key that is wrong."""
    file = read(source)
    file.knows("name", "width_mm", "height_mm", "back")
    size = file.length("width_mm"), file.length("height_mm")
    for key, side in zip(("width_mm", "height_mm"), size, strict=True):
        if not LEAST_MM <= side <= MOST_MM:
            raise file.wrong(f"a card's side is {LEAST_MM:g} to {MOST_MM:g} mm, not {side:g}", key)
    if size[0] >= size[1]:
        raise file.wrong("must be the short side, under height_mm", "width_mm")
    backs = []
    for section in file.tables("back"):
        section.knows("picture", "paper")
        picture = pictures.read(section.file("picture"))
        backs.append(Back(_sized(picture, size), section.colour("paper")))
    if not backs:
        raise file.wrong("is missing: a deck has at least one back", "back")
    return Deck(file.text("name"), size, tuple(backs))


def save(deck: Deck, target: Path) -> None:
    """Write ``deck``, with a picture of each back beside it. Raise OSError."""
    lines = [
        f"name = {quoted(deck.name)}",
        f"width_mm = {deck.size_mm[0]:.1f}",
        f"height_mm = {deck.size_mm[1]:.1f}",
    ]
    for number, back in enumerate(deck.backs, 1):
        sample = target.with_name(f"{target.stem}-back-{number}.png")
        pictures.write(sample, back.picture)
        lines += ["", "[[back]]", f"picture = {quoted(sample.name)}"]
        lines += ['paper = "#{:02x}{:02x}{:02x}"'.format(*back.paper)]
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")


def shape_of(size_mm: tuple[float, float]) -> tuple[int, int]:
    """Return rows and columns of an upright back's picture."""
    return round(size_mm[1] * PX_PER_MM), round(size_mm[0] * PX_PER_MM)


def _sized(picture: Picture, size_mm: tuple[float, float]) -> Picture:
    rows, columns = shape_of(size_mm)
    return np.asarray(cv2.resize(picture, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)

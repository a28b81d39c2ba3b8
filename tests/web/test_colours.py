"""The three levels are told apart by everyone: contrast on the ground, and distance in every sight."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

CSS = Path("controller/web/static/base.css").read_text("utf-8")

TOLD_APART = ("floor", "dealer", "blind", "t1", "t3")

# Machado, Oliveira and Fernandes 2009, full strength, on linear RGB.
SIGHT = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}  # fmt: skip


def linear(token: str) -> tuple[float, ...]:
    """Return a token's linear RGB, 0 to 1."""
    found = re.search(rf"--{token}: #([0-9a-f]{{6}});", CSS)
    assert found, token
    parts = (int(found[1][i : i + 2], 16) / 255 for i in (0, 2, 4))
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)


def luminance(token: str) -> float:
    red, green, blue = linear(token)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def lab(token: str, sight: str) -> tuple[float, float, float]:
    """Return CIE L*a*b* under D65 as it is seen with ``sight``."""
    colour = linear(token)
    seen = [min(1.0, max(0.0, sum(m * c for m, c in zip(row, colour, strict=True)))) for row in SIGHT[sight]]
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.95047, 1.0, 1.08883)
    xyz = [
        sum(m * c for m, c in zip(row, seen, strict=True)) / w for row, w in zip(to_xyz, white, strict=True)
    ]
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("sight", SIGHT)
def test_the_levels_are_far_apart_in_every_sight(sight: str) -> None:
    for one, other in combinations(TOLD_APART, 2):
        a, b = lab(one, sight), lab(other, sight)
        distance = sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5
        assert distance >= 25, (one, other, round(distance, 1))


@pytest.mark.parametrize("ground", ["bg", "s1", "s2"])
@pytest.mark.parametrize("token", ["t1", "t2", "t3", "floor", "dealer", "blind"])
def test_every_text_stands_out_from_its_ground(token: str, ground: str) -> None:
    assert contrast(token, ground) >= 4.5


@pytest.mark.parametrize("token", ["floor", "dealer", "blind", "t1"])
def test_ink_on_a_band_can_be_read(token: str) -> None:
    assert contrast("bg", token) >= 4.5


def test_every_key_has_an_edge() -> None:
    assert contrast("edge", "bg") >= 3
    assert contrast("edge", "s2") >= 3

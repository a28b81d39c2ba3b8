"""Denominations of one set whose edges look alike to its camera, put into words for who sets it up."""

from __future__ import annotations

from typing import Final

from vision.counting.chip_set import ChipSet
from vision.counting.edge_costs import Costs

WHAT_TO_DO: Final = (
    "enrol them again in more and even light and nearer the camera, or give one of them another edge"
)


def twins(held: ChipSet) -> list[str]:
    """Return a line for each two denominations of ``held`` that look alike, and what to do."""
    return [
        f"{one} and {other} look alike to this camera and few stacks with either are counted: {WHAT_TO_DO}"
        for one, other in Costs(held).alike()
    ]

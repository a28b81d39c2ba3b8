"""Measures a house's own accuracy: stacks built by a plan, pictures of them, and what was told held against the plan.

A plan is text, a line for each zone of each picture: ``1 seat 4: 7x25 | 3x5 2x100`` are two stacks from left
to right, the second with three 5 below two 100. Lines that begin with # are left alone.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from vision.geometry.camera import VisionError

PICTURES: Final = 6
TALLEST: Final = 20
SIZES: Final = ((1, 5), (6, 10), (11, 20))
"""Heights of stacks, in chips, that are told apart in the figures."""
_LINE: Final = re.compile(r"(\d+)\s+seat\s+(\d+)\s*:(.*)")
_PART: Final = re.compile(r"(\d+)x(\d+)")

Chips = tuple[int, ...]
"""A stack's denominations, bottom to top."""
Plan = dict[int, dict[int, tuple[Chips, ...]]]
"""Picture's number, from 1, to seat to stacks from left to right."""


class BadPlan(VisionError):
    """A plan that cannot be read; the message names the line."""


@dataclass
class Score:
    """Stacks, or zones, that were told right, told wrong, and left open."""

    right: int = 0
    wrong: int = 0
    unsure: int = 0

    @property
    def all(self) -> int:
        """How many there were."""
        return self.right + self.wrong + self.unsure

    def take(self, told: object, truth: object) -> None:
        """Count one; ``told`` is None where it was left open."""
        if told is None:
            self.unsure += 1
        elif told == truth:
            self.right += 1
        else:
            self.wrong += 1


@dataclass
class Checked:
    """What came of a check. ``wrong`` names what was told wrong, ``why`` counts the reasons for what was not told."""

    stacks: dict[tuple[int, int], Score] = field(default_factory=lambda: {size: Score() for size in SIZES})
    zones: Score = field(default_factory=Score)
    wrong: list[str] = field(default_factory=list)
    why: Counter[str] = field(default_factory=Counter)

    def take(self, name: str, seat: int, truth: Sequence[Chips], told: dict[str, Any]) -> None:
        """Hold a zone as ``floorcall chips --json`` gives it against what lies there."""
        total = sum(map(sum, truth))
        self.zones.take(told["total"], total)
        if told["total"] not in (None, total):
            self.wrong.append(f"{name}, seat {seat}: {told['total']} was told, {total} lies there")
        stacks = sorted(told["stacks"], key=lambda stack: stack["x_mm"])
        if len(stacks) != len(truth):
            self.why[f"{len(truth)} stacks stand there, {len(stacks)} were found"] += 1
        for number, chips in enumerate(truth):
            stack = stacks[number] if len(stacks) == len(truth) else None
            self._take_stack(f"{name}, seat {seat}, stack {number + 1}", chips, stack)

    def _take_stack(self, where: str, chips: Chips, stack: dict[str, Any] | None) -> None:
        size = next(size for size in SIZES if len(chips) <= size[1])
        told = tuple(map(int, stack["chips"])) if stack is not None and stack["sure"] else None
        self.stacks[size].take(told, chips)
        if told is not None and told != chips:
            self.wrong.append(f"{where}: {written([told])} was told, {written([chips])} stands there")


def plan_for(
    seats: Sequence[int], denominations: Sequence[int], count: int, pictures: int = PICTURES, seed: int = 1
) -> Plan:
    """Return a plan that needs no more than ``count`` chips of a denomination at a time."""
    chance = random.Random(seed)
    plan: Plan = {}
    for picture in range(1, pictures + 1):
        left = dict.fromkeys(denominations, count)
        plan[picture] = {seat: tuple(_stack(left, chance) for _ in range(2)) for seat in seats}
        plan[picture] = {seat: tuple(filter(None, stacks)) for seat, stacks in plan[picture].items()}
    return plan


def _stack(left: dict[int, int], chance: random.Random) -> Chips:
    """Return a stack of one or two denominations, of any height that can be built; () where none can."""
    chips: list[int] = []
    for denomination in chance.sample(sorted(left), min(len(left), chance.choice((1, 1, 2)))):
        most = min(left[denomination], TALLEST - len(chips))
        number = chance.randint(1, most) if most else 0
        left[denomination] -= number
        chips += [denomination] * number
    return tuple(chips)


def write_plan(plan: Plan) -> str:
    """Return the plan as text to print and build by."""
    lines = ["# Stacks from left to right, each from the felt up; one picture after another."]
    for picture, zones in plan.items():
        lines += [f"{picture} seat {seat}: {written(stacks)}".rstrip() for seat, stacks in zones.items()]
    return "\n".join(lines) + "\n"


def read_plan(text: str) -> Plan:
    """Return the plan in ``text``. Raise BadPlan."""
    plan: Plan = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        found = _LINE.fullmatch(line.strip())
        if found is None:
            raise BadPlan(f"line {number} of the plan: say it as 1 seat 4: 7x25 | 3x5 2x100")
        zones, seat = plan.setdefault(int(found[1]), {}), int(found[2])
        if seat in zones:
            raise BadPlan(f"line {number} of the plan: picture {found[1]} has a line for seat {seat} already")
        zones[seat] = stacks_of(found[3], number)
    return plan


def stacks_of(text: str, number: int) -> tuple[Chips, ...]:
    """Return the stacks of ``text``, line ``number`` of a plan, from left to right. Raise BadPlan."""
    return tuple(_parsed(part, number) for part in text.split("|") if part.strip())


def _parsed(text: str, number: int) -> Chips:
    chips: list[int] = []
    for part in text.split():
        found = _PART.fullmatch(part)
        if found is None or not 1 <= int(found[1]) <= TALLEST - len(chips):
            raise BadPlan(
                f'line {number} of the plan: "{part}" is no number of chips such as 7x25, 20 at most'
            )
        chips += [int(found[2])] * int(found[1])
    return tuple(chips)


def written(stacks: Sequence[Chips]) -> str:
    """Return stacks as a plan has them."""
    return " | ".join(_runs(chips) for chips in stacks)


def _runs(chips: Chips) -> str:
    runs: list[tuple[int, int]] = []
    for chip in chips:
        number = runs.pop()[0] if runs and runs[-1][1] == chip else 0
        runs.append((number + 1, chip))
    return " ".join(f"{number}x{chip}" for number, chip in runs)

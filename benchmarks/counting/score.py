"""Scores what a program told of the data set.

    python -m benchmarks.counting.score DATA SAID [--left NAME ...] [--name WHO] [--json]

SAID has a JSON object a line, one for each zone of each picture: ``image`` (its path), ``seat``, ``total`` (null: not told) and
``stacks`` (a list of stacks, each a list of chips from the felt up; only those that the program is sure of). A zone without a line
is one of which nothing is told. ``-`` is the standard input.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.counting import CLEAR, LEFT

Zone = tuple[str, int]
"""A zone of a picture: the picture's folder, its table's folder and its name; and the seat."""


class SaidError(ValueError):
    """A line that cannot be scored; the message names its number and what is wrong."""


def zone_of(image: str, seat: int) -> Zone:
    """Return the zone that ``image`` and ``seat`` name, wherever the data set lies."""
    return "/".join(Path(image).parts[-3:]), seat


def read_said(lines: Iterable[str]) -> dict[Zone, dict[str, Any]]:
    """Return what a program told, by zone. Raise SaidError for a line that is none."""
    said: dict[Zone, dict[str, Any]] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            told = json.loads(line)
        except json.JSONDecodeError as error:
            raise SaidError(f"line {number}: {error}") from error
        if problem := _problem(told):
            raise SaidError(f"line {number}: {problem}")
        zone = zone_of(told["image"], told["seat"])
        if zone in said:
            raise SaidError(f"line {number}: {zone[0]}, seat {zone[1]}: told twice")
        said[zone] = told
    return said


def _problem(told: Any) -> str | None:
    if not isinstance(told, dict):
        return "a JSON object is meant"
    if not isinstance(told.get("image"), str):
        return "image: a text is meant"
    if type(told.get("seat")) is not int:
        return "seat: a whole number is meant"
    if told.get("total") is not None and type(told["total"]) is not int:
        return "total: a whole number or null is meant"
    stacks = told.get("stacks", [])
    if not isinstance(stacks, list) or any(not _is_stack(stack) for stack in stacks):
        return "stacks: a list of lists of chips is meant"
    return None


def _is_stack(stack: Any) -> bool:
    return isinstance(stack, list) and bool(stack) and all(type(chip) is int for chip in stack)


@dataclass(slots=True)
class Tally:
    """What was told of zones and of stacks: ``right``, ``wrong`` or ``not told``."""

    zones: Counter[str] = field(default_factory=Counter)
    clear: Counter[str] = field(default_factory=Counter)
    """Of zones whose stacks all show, without heap or hand."""
    stacks: Counter[str] = field(default_factory=Counter)
    """Of stacks that show."""

    def judge(self, true: dict[str, Any], told: dict[str, Any]) -> None:
        """Count one zone. A heap's total is not to be told; a stack is right where all its chips are."""
        total = told.get("total")
        verdict = "not told" if total is None else "right" if total == true["total"] else "wrong"
        self.zones[verdict] += 1
        if true["clear"]:
            self.clear[verdict] += 1
        asked = Counter(tuple(s["chips"]) for s in true["stacks"] if s["visible"] >= CLEAR)
        hidden = Counter(tuple(s["chips"]) for s in true["stacks"] if s["visible"] < CLEAR)
        said = Counter(tuple(stack) for stack in told.get("stacks", []))
        right = (asked & said).total()
        wrong = (said - asked - hidden).total()
        self.stacks["right"] += right
        self.stacks["wrong"] += wrong
        self.stacks["not told"] += max(0, asked.total() - right - wrong)


def score(truth: Iterable[str], said: dict[Zone, dict[str, Any]], left: Iterable[str]) -> dict[str, Tally]:
    """Return a tally for each way to leave stacks. Raise SaidError for a zone that the data set has not."""
    tallies = {name: Tally() for name in left}
    known = set()
    for line in truth:
        true = json.loads(line)
        zone = zone_of(true["image"], true["seat"])
        known.add(zone)
        if true["left"] in tallies:
            tallies[true["left"]].judge(true, said.get(zone, {}))
    for image, seat in said.keys() - known:
        raise SaidError(f"{image}, seat {seat}: no such zone in this data set")
    return tallies


def report(tallies: dict[str, Tally], who: str) -> Iterator[str]:
    """Yield the lines of a table in Markdown."""
    yield f"**{who}**: zones' totals and stacks, right, wrong and not told."
    yield ""
    yield "| left | zones | right | wrong | not told | clear zones | right | wrong | not told | stacks | right | wrong | not told |"
    yield "| --- " + "| ---: " * 12 + "|"
    for name, tally in tallies.items():
        cells = [name]
        for counts in (tally.zones, tally.clear, tally.stacks):
            cells += [str(n) for n in (counts.total(), counts["right"], counts["wrong"], counts["not told"])]
        yield f"| {' | '.join(cells)} |"


def main() -> int:
    """Score and print; 2 where a file cannot be read or a line cannot be scored."""
    asked = argparse.ArgumentParser(description="Score what a program told of the stacks.")
    asked.add_argument("data", type=Path)
    asked.add_argument("said")
    asked.add_argument("--left", nargs="+", choices=LEFT, default=LEFT)
    asked.add_argument("--name", default="this program")
    asked.add_argument("--json", action="store_true")
    told = asked.parse_args()
    try:
        lines = sys.stdin if told.said == "-" else Path(told.said).read_text(encoding="utf-8").splitlines()
        truth = (told.data / "truth.jsonl").read_text(encoding="utf-8").splitlines()
        tallies = score(truth, read_said(lines), told.left)
    except (OSError, UnicodeDecodeError, SaidError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if told.json:
        figures = {
            name: {kind: dict(getattr(tally, kind)) for kind in ("zones", "clear", "stacks")}
            for name, tally in tallies.items()
        }
        sys.stdout.write(json.dumps(figures) + "\n")
    else:
        sys.stdout.write("\n".join(report(tallies, told.name)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

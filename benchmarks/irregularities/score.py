"""Scores what a program said of the data set.

    python -m benchmarks.irregularities.score DATA SAID [--house ID ...] [--noise NAME ...] [--name WHO] [--json]

SAID has a JSON object a line: ``log`` (the log's path), ``rulebook``, ``kind``, and where the program can tell them ``seat``,
``remedy``, ``level`` and ``t``. Lines with another ``type`` than ``finding`` are passed over; ``-`` is the standard input.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from benchmarks.irregularities import STRENGTHS
from benchmarks.irregularities.truth import Due, Hand, TruthError, read_truth
from controller import rulebooks

ASKS = ("sensing.gap", "bet.count_mismatch")
"""Kinds with which a program asks for a look instead of saying what was wrong."""
Said = dict[tuple[str, str, str], list[dict[str, Any]]]
"""Findings by house, noise and hand."""


class SaidError(ValueError):
    """A line that cannot be scored; the message names its number and what is wrong."""


def read_said(lines: Iterable[bytes]) -> Said:
    """Return the findings of a program. Raise SaidError for a line that is none."""
    said: Said = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            told = msgspec.json.decode(line)
        except msgspec.DecodeError as error:
            raise SaidError(f"line {number}: {error}") from error
        if not isinstance(told, dict):
            raise SaidError(f"line {number}: a JSON object is meant")
        if told.get("type", "finding") != "finding":
            continue
        for name in ("log", "rulebook", "kind"):
            if not isinstance(told.get(name), str):
                raise SaidError(f"line {number}: {name}: a text is meant")
        if not isinstance(told.get("t", 0.0), int | float):
            raise SaidError(f"line {number}: t: a number of seconds is meant")
        log = Path(told["log"])
        if log.parent.name not in STRENGTHS:
            raise SaidError(f"line {number}: log: {told['log']!r} does not end in NOISE/HAND.jsonl")
        said.setdefault((told["rulebook"], log.parent.name, log.name.split(".")[0]), []).append(told)
    return said


@dataclass(slots=True)
class Tally:
    """Hands judged and what was wrong with what was said of them."""

    clean: int = 0
    false_floor: int = 0
    false_dealer: int = 0
    faulty: int = 0
    found: int = 0
    ruled: int = 0
    asked: int = 0
    """Of those not found: where the program asked for a look."""
    early: int = 0
    """Calls in hands that were to go wrong, before they did."""
    false_kinds: Counter[str] = field(default_factory=Counter)

    def judge(self, hand: Hand, due: Due | None, said: list[dict[str, Any]]) -> None:
        """Count one hand in one house."""
        calls = [each for each in said if each.get("level") != "info"]
        if due is None:
            self.clean += 1
            floor = sum(each.get("level", "floor") == "floor" for each in calls)
            self.false_floor += floor
            self.false_dealer += len(calls) - floor
            self.false_kinds.update(each["kind"] for each in calls)
            return
        self.faulty += 1
        found = any(due.found_by(each) for each in said)
        self.found += found
        self.ruled += any(due.ruled_by(each) for each in said)
        self.asked += not found and any(each["kind"] in ASKS for each in said)
        until = hand.clean_until or 0.0
        self.early += sum(each.get("t", until) < until for each in calls)

    def figures(self) -> dict[str, float | int]:
        """Return the figures: false calls for each 1,000 clean hands, the others for each 100 that went wrong."""
        return {
            "clean": self.clean,
            "false_floor": _of(1000 * self.false_floor, self.clean),
            "false_dealer": _of(1000 * self.false_dealer, self.clean),
            "faulty": self.faulty,
            "found": _of(100 * self.found, self.faulty),
            "ruled": _of(100 * self.ruled, self.faulty),
            "asked": _of(100 * self.asked, self.faulty),
            "early": _of(1000 * self.early, self.faulty),
        }


def _of(count: int, whole: int) -> float:
    return round(count / whole, 1) if whole else 0.0


@dataclass
class Score:
    """Tallies by house and noise, and by irregularity and noise over all houses."""

    houses: dict[tuple[str, str], Tally] = field(default_factory=dict)
    irregularities: dict[tuple[str, str], Tally] = field(default_factory=dict)

    def rows(self) -> dict[str, list[dict[str, Any]]]:
        """Return every figure, for another program to read."""
        return {
            "by_house": [
                {
                    "house": house,
                    "noise": noise,
                    **tally.figures(),
                    "false_kinds": dict(tally.false_kinds.most_common()),
                }
                for (house, noise), tally in self.houses.items()
            ],
            "by_irregularity": [
                {
                    "irregularity": name,
                    "noise": noise,
                    "faulty": tally.faulty,
                    "found": tally.found,
                    "ruled": tally.ruled,
                }
                for (name, noise), tally in self.irregularities.items()
            ],
        }


def score(hands: Iterable[Hand], said: Said, houses: list[str], noises: list[str]) -> Score:
    """Judge every hand in every house that it is judged in, at each strength of noise."""
    made = Score({(house, noise): Tally() for noise in noises for house in houses})
    for hand in hands:
        for house in houses:
            if house not in hand.due:
                continue
            for noise in noises:
                lines = said.get((house, noise, hand.id), [])
                made.houses[house, noise].judge(hand, hand.due[house], lines)
                if hand.irregularity is not None:
                    of = made.irregularities.setdefault((hand.irregularity, noise), Tally())
                    of.judge(hand, hand.due[house], lines)
    return made


def table(made: Score, who: str, noises: list[str]) -> str:
    """Return the figures as Markdown."""
    lines = [
        f"**{who}**: false calls for each 1,000 clean hands; of 100 hands gone wrong; calls too early for each 1,000 of these.",
        "",
        "| noise | house | clean hands | false, floor | false, dealer | gone wrong | found | and ruled | asked | too early |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for (house, noise), tally in made.houses.items():
        cells = " | ".join(f"{figure:g}" for figure in tally.figures().values())
        lines.append(f"| {noise} | {house} | {cells} |")
    lines += [
        "",
        "Found of each irregularity, all houses:",
        "",
        f"| irregularity | made | {' | '.join(noises)} |",
        f"| --- | ---: |{' ---: |' * len(noises)}",
    ]
    for name in dict.fromkeys(name for name, _ in made.irregularities):
        tallies = [made.irregularities[name, noise] for noise in noises]
        lines.append(
            f"| {name} | {tallies[0].faulty} | {' | '.join(str(tally.found) for tally in tallies)} |"
        )
    return "\n".join(lines) + "\n"


def main() -> int:
    """Score and print; 2 for a data set or lines that cannot be read."""
    parser = argparse.ArgumentParser(description="Score what a program said of the data set.")
    parser.add_argument("data", type=Path)
    parser.add_argument("said", type=argparse.FileType("rb"), help="JSON lines, or -")
    parser.add_argument("--house", nargs="+", choices=rulebooks.ids(), default=rulebooks.ids())
    parser.add_argument("--noise", nargs="+", choices=STRENGTHS, default=list(STRENGTHS))
    parser.add_argument("--name", default="", help="who is scored, for the table's head")
    parser.add_argument("--json", action="store_true")
    told = parser.parse_args()
    lines: BinaryIO = told.said
    try:
        made = score(read_truth(told.data), read_said(lines), told.house, told.noise)
    except (TruthError, SaidError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if told.json:
        sys.stdout.write(msgspec.json.encode(made.rows()).decode() + "\n")
    else:
        sys.stdout.write(table(made, told.name or lines.name, told.noise))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Writes hand histories as sensor logs: one file a hand (the demo's), or one log of them all.

python -m tests.real_hands.retell HANDS controller/demo/hands --demo
python -m tests.real_hands.retell HANDS night.jsonl --times 5
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterable
from pathlib import Path
from random import Random
from typing import BinaryIO

import msgspec

from controller.histories.read_phh import HistoryError, read_folder, read_history
from controller.sensorlog.writer import encode_event
from controller.table import events as ev
from controller.testkit.chances import Noise
from controller.testkit.noise import disturb
from tests.noise.equipped import thinned
from tests.real_hands.course import Course, follow
from tests.real_hands.sense import Night, seats_of

DEMO_HANDS = (
    "dwan-ivey-2009",
    "pluribus-102-0",
    "pluribus-102-2",
    "pluribus-102-35",
    "pluribus-103b-131",
    "pluribus-108-26",
    "pluribus-108-185",
    "pluribus-41-92",
    "pluribus-113b-141",
    "pluribus-70-121",
    "wsop-2023-43-5-1",
    "wsop-2023-43-5-2",
    "wsop-2023-43-5-62",
)


def write_log(
    out: BinaryIO,
    courses: Iterable[Course],
    *,
    rulebook: str,
    source: str = "",
    simple: bool = False,
    noise: Noise | None = None,
    equipment: Collection[ev.Equipment] | None = None,
) -> int:
    """Write one night's log of ``courses`` at a table so equipped; return its number of lines."""
    header = {
        "type": "log",
        "version": 1,
        "table": "7",
        "started": "2026-11-20T19:30:00Z",
        "rulebook": rulebook,
        "game": "nlhe",
    } | ({} if equipment is None else {"equipment": sorted(equipment)})
    out.write(msgspec.json.encode(header | ({"source": source} if source else {})) + b"\n")
    night, lines = Night(), 1
    for course in courses:
        events = night.sense(course, simple=simple)
        heard = disturb(events, Random(course.history.name), noise) if noise else events
        for event in heard if equipment is None else thinned(heard, equipment):
            out.write(encode_event(event))
            lines += 1
    if equipment is not None and "hands" not in equipment:  # what comes next tells that the last hand is over
        out.write(encode_event(ev.TableSet(t=night.t + 60, seats={})))
        lines += 1
    return lines


def _write_demo(folder: Path, into: Path) -> None:
    into.mkdir(parents=True, exist_ok=True)
    for name in DEMO_HANDS:
        course = follow(read_history(folder / f"{name}.phh"))
        source = f"{course.history.event}; facts from the PHH data set, University of Toronto, MIT licence"
        with (into / f"{name}.jsonl").open("wb") as out:
            write_log(out, [course], rulebook="deltin", source=source, simple=True)


def _write_told(folder: Path, into: Path) -> None:
    """Write what the demo's hands must come out as, from the histories alone."""
    for name in DEMO_HANDS:
        course = follow(read_history(folder / f"{name}.phh"))
        (into / f"{name}.txt").write_text("\n".join(told_lines(course)) + "\n", encoding="utf-8")


def told_lines(course: Course) -> list[str]:
    """Tell a hand's course, a line each: who did what, the board, who won what, the stacks after."""
    seats = seats_of(course)
    lines = [f"# {course.history.event}"]
    for turn in course.turns:
        all_in = " all-in" if turn.all_in else ""
        lines.append(f"{turn.street:<8} seat {seats[turn.player]:<2} {turn.action} {turn.to}{all_in}")
    lines.append("board    " + " ".join(course.board))
    for shares in course.shares:
        won = {seats[player]: share for player, share in shares.items()}
        lines += [f"wins     seat {seat:<2} {won[seat]}" for seat in sorted(won)]
    finals = {seats[player]: stack for player, stack in enumerate(course.finals)}
    return [*lines, *(f"stack    seat {seat:<2} {finals[seat]}" for seat in sorted(finals))]


def main() -> int:
    """Write what the command line asks for; 0 when it stands, 2 where the hands cannot be read."""
    parser = argparse.ArgumentParser(description="Write hand histories as sensor logs.")
    parser.add_argument("hands", type=Path, help="folder of .phh files")
    parser.add_argument("out", type=Path, help="log to write; a folder with --demo")
    parser.add_argument("--demo", action="store_true", help="write the demo's hands, one file each")
    parser.add_argument("--told", action="store_true", help="write what they must come out as")
    parser.add_argument("--times", type=int, default=1, help="play the whole folder this many times")
    parser.add_argument("--rulebook", default="deltin")
    told = parser.parse_args()
    try:
        if told.demo:
            _write_demo(told.hands, told.out)
            return 0
        if told.told:
            _write_told(told.hands, told.out)
            return 0
        courses = [follow(history) for history in read_folder(told.hands)]
        with told.out.open("wb") as out:
            write_log(out, courses * told.times, rulebook=told.rulebook)
    except (HistoryError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What a table that does not sense everything makes of real hands: false calls, actions, stacks, what it still finds.

    python -m benchmarks.equipment HANDS [--hands 1000] [--rulebook ID] [--all N] [--json]

HANDS is a folder of ``.phh`` files. A line of the table is one equipment: kinds of findings live, findings for
floor and dealer in 1,000 clean hands at no, mild and strong noise, hands whose actions are all right, hands with a
wrong stack and with one that is unknown, and the share of the injected irregularities that is found. ``--all`` plays
so many clean hands of every one of the 256 combinations besides, and names those that call anybody. The same
arguments give the same figures on every machine.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from controller import rulebooks
from controller.histories.read_phh import HistoryError, read_folder
from controller.table import events as ev
from controller.table.kinds.sensors import live_kinds, ruled_kinds
from controller.testkit.noise import STRENGTHS
from tests.noise.equipped import PARTS, subsets
from tests.noise.score import Evening
from tests.real_hands.check import judge
from tests.real_hands.course import Course, follow

Equipped = tuple[ev.Equipment, ...]
HANDS_FREE: Final[Equipped] = ("shoe", "antennas", "camera", "faces")
"""What senses by itself: nobody keys anything."""


def _without(*missing: str) -> Equipped:
    return tuple(part for part in PARTS if part not in missing)


NAMED: Final[dict[str, Equipped]] = {
    "everything": PARTS,
    "no taps": _without("taps"),
    "no words": _without("words"),
    "no taps, no words": _without("taps", "words"),
    "no faces": _without("faces"),
    "no awards": _without("awards"),
    "no hands": _without("hands"),
    "no antennas": _without("antennas"),
    "no shoe": _without("shoe"),
    "no camera": _without("camera"),
    "shoe, antennas, camera, faces": HANDS_FREE,
    "shoe, antennas, camera": ("shoe", "antennas", "camera"),
    "shoe, antennas": ("shoe", "antennas"),
    "camera, words": ("camera", "words"),
    "nothing": (),
}


class Row(msgspec.Struct, kw_only=True):
    """The figures of one equipment; ``false`` is floor and dealer calls in 1,000 clean hands by noise."""

    equipment: str
    live: int
    kinds: int
    false: dict[str, tuple[float, float]]
    actions_right: float
    stacks_wrong: float
    stacks_unknown: float
    found: float


@cache
def courses_of(folder: str) -> list[Course]:
    """Return the hands of a folder; read once a process."""
    return [follow(history) for history in read_folder(Path(folder))]


def measure(job: tuple[str, str, str, int]) -> Row:
    """Return the figures of one named equipment."""
    folder, house, name, hands = job
    courses, equipped = courses_of(folder), NAMED[name]
    evening = Evening(courses, house, [*equipped])
    false = {}
    for strength, noise in STRENGTHS.items():
        tally = evening.play_clean(range(hands), noise)
        floor, dealer = tally.false_floor.total(), tally.false_dealer.total()
        false[strength] = (round(1000 * floor / hands, 2), round(1000 * dealer / hands, 2))
    faulty = evening.play_faulty(range(hands), STRENGTHS["none"])
    score = judge(courses, house, equipment=equipped)
    wrong = {fault.partition(": ")[0] for fault in score.wrong_actions}
    book = rulebooks.load(house)
    return Row(
        equipment=name,
        live=len(live_kinds(book, equipped)),
        kinds=len(ruled_kinds(book)),
        false=false,
        actions_right=_percent(score.hands - len(wrong), score.hands),
        stacks_wrong=_percent(len(score.wrong_stacks), score.hands),
        stacks_unknown=_percent(len(score.unknown_stacks), score.hands),
        found=_percent(faulty.faulty.total() - faulty.missed.total(), faulty.faulty.total()),
    )


def _percent(count: int, of: int) -> float:
    return round(100 * count / of, 1) if of else 0.0


def calls(job: tuple[str, str, Equipped, int]) -> tuple[Equipped, list[str]]:
    """Return what one equipment wrongly calls in clean hands."""
    folder, house, equipped, hands = job
    tally = Evening(courses_of(folder), house, [*equipped]).play_clean(range(hands), STRENGTHS["none"])
    return equipped, [*(tally.false_floor + tally.false_dealer)]


def print_table(rows: list[Row]) -> None:
    """Print the figures."""
    say = sys.stdout.write
    say(f"{'equipment':<32}{'live':>8}" + "".join(f"{strength:>14}" for strength in STRENGTHS))
    say(f"{'actions %':>11}{'wrong %':>9}{'unknown %':>11}{'found %':>9}\n")
    for row in rows:
        say(f"{row.equipment:<32}{f'{row.live}/{row.kinds}':>8}")
        for floor, dealer in row.false.values():
            say(f"{f'{floor:g} + {dealer:g}':>14}")
        say(f"{row.actions_right:>11}{row.stacks_wrong:>9}{row.stacks_unknown:>11}{row.found:>9}\n")
    say(
        "\nlive: kinds judged in all their cases; by noise: floor + dealer calls in 1,000 clean hands; hands whose\n"
    )
    say("actions are all right, with a wrong stack, with an unknown one; irregularities found\n")


def _all(folder: str, house: str, hands: int, pool: ProcessPoolExecutor) -> Iterator[str]:
    jobs = [(folder, house, equipped, hands) for equipped in subsets()]
    wrong = 0
    for equipped, kinds in pool.map(calls, jobs):
        if kinds:
            wrong += 1
            yield f"  {', '.join(equipped) or 'nothing'}: {', '.join(kinds)}\n"
    yield f"{len(jobs)} combinations, {hands} clean hands each: {wrong} call the floor or the dealer\n"


def main() -> int:
    """Measure and print; 1 where a combination calls somebody in clean hands, 2 where they cannot be read."""
    parser = argparse.ArgumentParser(description="Measure tables that do not sense everything.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--hands", type=int, default=1000, help="hands of each figure of noise and faults")
    parser.add_argument("--rulebook", choices=rulebooks.ids(), default="deltin")
    parser.add_argument("--all", type=int, default=60, help="clean hands of each of the 256 combinations")
    parser.add_argument("--only", nargs="+", choices=NAMED, default=list(NAMED))
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", action="store_true")
    told = parser.parse_args()
    try:
        read_folder(told.folder)
    except (HistoryError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    folder = str(told.folder)
    with ProcessPoolExecutor(told.processes) as pool:
        rows = list(pool.map(measure, [(folder, told.rulebook, name, told.hands) for name in told.only]))
        if told.json:
            sys.stdout.write(msgspec.json.encode(rows).decode() + "\n")
        else:
            print_table(rows)
        lines = list(_all(folder, told.rulebook, told.all, pool)) if told.all else []
    (sys.stderr if told.json else sys.stdout).writelines(lines)
    return int(len(lines) > 1)


if __name__ == "__main__":
    sys.exit(main())

"""Plays hands through PokerKit and at the table, and says where the two differ.

    python -m tests.oracle --hands 20000 [--stud 4000] [--house ID ...] [--first N] [--jobs N]
    python -m tests.oracle --real HANDS

Hands are numbered and always the same; they go round the houses, those of stud, stud high-low and razz round
the games too that a house has. ``--real`` takes a folder of ``.phh``
files instead, each hand in every house. Ends with 0 where nothing is wrong, 1 where something is, 2 for
bad input.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from controller import rulebooks
from controller.histories.read_phh import HistoryError, read_folder
from controller.table.events import Game
from tests.oracle import stud
from tests.oracle.compare import Tally, compare
from tests.oracle.hand import play
from tests.oracle.real import compare_real
from tests.oracle.why import WHY
from tests.real_hands.course import follow

AT_ONCE = 100
"""Hands that one process takes at a time."""


def compared(house: str, seeds: Iterable[int]) -> Tally:
    """Play these hands in a house and return what came of it."""
    book, tally = rulebooks.load(house), Tally()
    for seed in seeds:
        compare(play(seed, book), book, tally)
    return tally


def compared_stud(house: str, game: Game, seeds: Iterable[int]) -> Tally:
    """Play these hands of stud or razz in a house and return what came of it."""
    return stud.compare(seeds, rulebooks.load(house), game)


def compared_real(house: str, folder: Path) -> Tally:
    """Play all hands of a folder in a house and return what came of it."""
    book, tally = rulebooks.load(house), Tally()
    for history in read_folder(folder):
        compare_real(follow(history), book, tally)
    return tally


def _tallies(told: argparse.Namespace) -> Iterable[Tally]:
    if told.real is not None:
        with ProcessPoolExecutor(told.jobs) as pool:
            yield from pool.map(compared_real, told.house, [told.real] * len(told.house))
        return
    boards = [(house,) for house in told.house]
    studs = [(house, game) for house in told.house for game in stud.games_of(rulebooks.load(house))]
    with ProcessPoolExecutor(told.jobs) as pool:
        yield from pool.map(compared, *_parts(boards, told.hands, told.first))
        yield from pool.map(
            compared_stud, *_parts(studs, told.hands // 5 if told.stud is None else told.stud, told.first)
        )


def _parts(tables: Sequence[tuple[str, ...]], hands: int, first: int) -> Iterable[tuple[Any, ...]]:
    """Share hands out to ``tables``, some at a time; return the arguments of each call, as columns."""
    share = -(-hands // max(1, len(tables)))
    rows = [
        (*table, range(seed, min(seed + AT_ONCE, first + share)))
        for table in tables
        for seed in range(first, first + share, AT_ONCE)
    ]
    return zip(*rows, strict=True) if rows else ((),)


def _print(tally: Tally, show: int) -> None:
    say = sys.stdout.write
    for name, count in sorted(tally.hands.items()):
        say(f"{name:<48}{count:>8} hands\n")
    say(f"{tally.decisions} decisions compared, {len(tally.wrong)} differences that no clause explains\n")
    for name, why in WHY.items():
        cites = "; ".join(f"{house} {', '.join(refs)}" for house, refs in why.cites.items())
        say(f"{tally.why[name]:>8}  {name}: {why.says} ({cites})\n")
    for wrong in tally.wrong[:show]:
        say(f"  {wrong}\n")


def main() -> int:
    """Compare and print."""
    parser = argparse.ArgumentParser(description="Hold the table against PokerKit.")
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument(
        "--stud", type=int, help="hands of stud and razz besides; a fifth of --hands if left out"
    )
    parser.add_argument("--first", type=int, default=0, help="the first hand's number")
    parser.add_argument("--house", nargs="+", default=rulebooks.ids())
    parser.add_argument("--real", type=Path, help="folder of .phh files")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--show", type=int, default=20, help="how many differences to print")
    told = parser.parse_args()
    total = Tally()
    try:
        for tally in _tallies(told):
            total.add(tally)
    except (HistoryError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    _print(total, told.show)
    return int(bool(total.wrong))


if __name__ == "__main__":
    sys.exit(main())

"""What imperfect sensing costs: false calls per 1,000 clean hands and irregularities missed per 1,000.

    python -m benchmarks.noise HANDS [--hands 5000] [--rulebook ID ...] [--strength NAME ...] [--json]

HANDS is a folder of ``.phh`` files; they are repeated, each time with other noise, until every figure has as
many hands as asked for. ``--only`` keeps to some of the noise's parameters (``cards``: those of the
antennas). The same arguments give the same figures on every machine, but for the hands a second.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

import msgspec

from controller import rulebooks
from controller.histories.read_phh import HistoryError, read_folder
from controller.testkit.chances import Noise
from controller.testkit.noise import READS, STRENGTHS
from tests.noise.score import Evening, Tally
from tests.real_hands.course import follow

CHUNK = 625
"""Hands that a process plays at a time."""
Job = tuple[str, str, str, tuple[str, ...], int, int]
"""Folder, rulebook, strength, parameters of the noise, first hand, last hand (not included)."""


@cache
def evening(folder: str, house: str) -> Evening:
    """Return the hands of a folder under a house's book; read once a process."""
    return Evening([follow(history) for history in read_folder(Path(folder))], house)


def work(job: Job) -> tuple[str, str, Tally]:
    """Play a share of the hands, clean and faulty."""
    folder, house, strength, only, first, last = job
    noise = noise_of(strength, only)
    tally = Tally()
    tally.add(evening(folder, house).play_clean(range(first, last), noise))
    tally.add(evening(folder, house).play_faulty(range(first, last), noise))
    return house, strength, tally


def noise_of(strength: str, only: tuple[str, ...]) -> Noise:
    """Return a named noise, or the part of it that is asked for."""
    return STRENGTHS[strength].only(*only) if only else STRENGTHS[strength]


def measure(jobs: list[Job], processes: int) -> dict[tuple[str, str], Tally]:
    """Play all jobs and add up by rulebook and strength."""
    tallies: dict[tuple[str, str], Tally] = {}
    with ProcessPoolExecutor(processes) as pool:
        for done, (house, strength, tally) in enumerate(pool.map(work, jobs), 1):
            tallies.setdefault((strength, house), Tally()).add(tally)
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{done} of {len(jobs)} shares")
    return tallies


def per_thousand(count: int, hands: int) -> float:
    """Return how many that are in 1,000 hands."""
    return round(1000 * count / hands, 2) if hands else 0.0


def row(strength: str, house: str, tally: Tally) -> dict[str, object]:
    """Return one line of figures."""
    faulty = tally.faulty.total()
    return {
        "noise": strength,
        "rulebook": house,
        "clean_hands": tally.clean,
        "false_floor": per_thousand(tally.false_floor.total(), tally.clean),
        "false_dealer": per_thousand(tally.false_dealer.total(), tally.clean),
        "faulty_hands": faulty,
        "missed": per_thousand(tally.missed.total(), faulty),
        "asked_to_look": per_thousand(tally.doubted.total(), faulty),
        "false_by_kind": {
            kind: per_thousand(count, tally.clean)
            for kind, count in (tally.false_floor + tally.false_dealer).most_common()
        },
        "missed_by_fault": {
            name: per_thousand(count, tally.faulty[name]) for name, count in tally.missed.most_common()
        },
    }


def print_table(rows: list[dict[str, object]]) -> None:
    """Print the figures, and under them what they are made of."""
    say = sys.stdout.write
    say(f"{'noise':<8}{'rulebook':<16}{'clean':>7}{'false floor':>13}{'false dealer':>14}")
    say(f"{'faulty':>8}{'missed':>9}{'of these asked to look':>24}\n")
    for line in rows:
        say(f"{line['noise']:<8}{line['rulebook']:<16}{line['clean_hands']:>7}{line['false_floor']:>13}")
        say(
            f"{line['false_dealer']:>14}{line['faulty_hands']:>8}{line['missed']:>9}{line['asked_to_look']:>24}\n"
        )
    for title, of in (("false, by kind", "false_by_kind"), ("missed, by irregularity", "missed_by_fault")):
        say(f"\n{title}, per 1,000 of it\n")
        for line in rows:
            parts = line[of]
            if isinstance(parts, dict) and parts:
                told = ", ".join(f"{name} {figure}" for name, figure in parts.items())
                say(f"  {line['noise']} {line['rulebook']}: {told}\n")


def parameters(text: str) -> tuple[str, ...]:
    """Return the noise's parameters of the command line."""
    names = READS if text == "cards" else tuple(text.split(","))
    unknown = sorted(set(names) - set(Noise.__dataclass_fields__))
    if unknown:
        raise argparse.ArgumentTypeError(f"no such parameter: {', '.join(unknown)}")
    return names


def main() -> int:
    """Measure and print; 2 where the hands cannot be read."""
    parser = argparse.ArgumentParser(description="Measure false calls and misses under noise.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--hands", type=int, default=5000, help="hands of each figure")
    parser.add_argument("--rulebook", nargs="+", choices=rulebooks.ids(), default=rulebooks.ids())
    parser.add_argument("--strength", nargs="+", choices=STRENGTHS, default=list(STRENGTHS))
    parser.add_argument("--only", type=parameters, default=(), help="parameters, by comma, or 'cards'")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", action="store_true")
    told = parser.parse_args()
    try:
        read_folder(told.folder)
    except (HistoryError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    jobs: list[Job] = [
        (str(told.folder), house, strength, told.only, first, min(first + CHUNK, told.hands))
        for house in told.rulebook
        for strength in told.strength
        for first in range(0, told.hands, CHUNK)
    ]
    start = time.perf_counter()
    tallies = measure(jobs, told.processes)
    took = time.perf_counter() - start
    rows = [
        row(strength, house, tallies[strength, house])
        for strength in told.strength
        for house in told.rulebook
    ]
    played = sum(tally.clean + tally.faulty.total() for tally in tallies.values())
    if told.json:
        sys.stdout.write(
            msgspec.json.encode({"hands_per_s": round(played / took), "rows": rows}).decode() + "\n"
        )
        return 0
    print_table(rows)
    sys.stdout.write(
        f"\n{played} hands in {took:.0f} s, {played / took:.0f} hands/s, {told.processes} processes\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())

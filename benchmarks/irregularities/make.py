"""Makes the data set out of public hand histories.

    python -m benchmarks.irregularities.make DATA [--hands FOLDER] [--clean 300] [--each 4] [--seed 1]

FOLDER has ``.phh`` or ``.phhs`` files, in folders below it too; without it the project's own few hands are used. DATA gets ``truth.jsonl``,
``manifest.json`` and ``logs/NOISE/HAND.jsonl``. The same hands, numbers and seed give the same bytes everywhere.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from benchmarks.irregularities import STRENGTHS, VERSION
from benchmarks.irregularities.public import Public, read_public, read_rare
from benchmarks.irregularities.truth import Due, Hand, Manifest
from controller import rulebooks
from controller.sensorlog.writer import encode_event, encode_header
from controller.table import events as ev
from controller.testkit.noise import disturb
from tests.noise.counting import with_counts
from tests.noise.fault import Expected, Fault, Faulty, inject
from tests.noise.score import FAULTS
from tests.real_hands.course import Course
from tests.real_hands.sense import Night

TRIES: Final = 8
"""Hands that are tried for each one that goes wrong: not every place of a hand is one in every house."""


def clean_hands(public: Public) -> Iterator[tuple[Hand, list[ev.Event]]]:
    """Yield each hand as it was played, with nothing due."""
    for number, (course, houses) in enumerate(public.courses, 1):
        due: dict[str, Due | None] = dict.fromkeys(houses)
        hand = Hand(id=f"clean-{number:04}", source=course.history.name, due=due)
        yield hand, with_counts(Night().sense(course))


def faulty_hands(public: Public, each: int, seed: int) -> Iterator[tuple[Hand, list[ev.Event]]]:
    """Yield up to ``each`` hands of every irregularity, in other hands or at other places of them.

    Where no hand has a place for one, hands of our own do.
    """
    rare = read_rare()
    for fault in FAULTS:
        chance = Random(f"{seed} {fault.name}")
        fitting = [pair for pair in public.courses if fault.places(pair[0])]
        fitting = fitting or [pair for pair in rare.courses if fault.places(pair[0])]
        chance.shuffle(fitting)
        made = 0
        for course, houses in (fitting * TRIES)[: each * TRIES] if fitting else ():
            found = _faulty(fault, course, houses, chance)
            if found is None:
                continue
            faulty, due = found
            made += 1
            yield (
                Hand(
                    id=f"{fault.name.replace(',', '').replace(' ', '-')}-{made:02}",
                    source=course.history.name,
                    irregularity=fault.name,
                    clean_until=faulty.hand.clean_until,
                    due=due,
                ),
                with_counts(faulty.events),
            )
            if made == each:
                break


def _faulty(
    fault: Fault, course: Course, houses: list[str], chance: Random
) -> tuple[Faulty, dict[str, Due | None]] | None:
    """Return the hand gone wrong and what is due by house; None where no house knows this of it."""
    faulty = inject(fault, course, chance)
    if faulty is None:
        return None
    books = {house: rulebooks.load(house) for house in houses}
    expected = {house: faulty.expected(book) for house, book in books.items()}
    due: dict[str, Due | None] = {
        house: _due(told, house) for house, told in expected.items() if told is not None
    }
    return (faulty, due) if due else None


def _due(told: Expected, house: str) -> Due:
    return Due(kind=told.kind, seats=list(told.seats), remedy=told.remedy(rulebooks.load(house)))


def log_of(events: Iterable[ev.Event]) -> bytes:
    """Return a hand's log. Its header names a book because the format wants one; every house's is judged."""
    header = ev.LogHeader(version=1, table="7", started="2026-11-20T19:30:00Z", rulebook=rulebooks.ids()[0])
    return encode_header(header) + b"".join(encode_event(event) for event in events)


def write(data: Path, public: Public, each: int, seed: int) -> Manifest:
    """Write the data set into ``data``, anew, and return what it is."""
    for name in ("logs", "truth.jsonl", "manifest.json"):
        path = data / name
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    for strength in STRENGTHS:
        (data / "logs" / strength).mkdir(parents=True)
    hands: list[Hand] = []
    digests: dict[str, bytes] = {}
    for hand, events in (*clean_hands(public), *faulty_hands(public, each, seed)):
        hands.append(hand)
        for strength, noise in STRENGTHS.items():
            heard = disturb(events, Random(f"{seed} {strength} {hand.id}"), noise)
            log = log_of(heard)
            (data / "logs" / strength / f"{hand.id}.jsonl").write_bytes(log)
            digests[f"{strength}/{hand.id}"] = sha256(log).digest()
    truth = b"".join(msgspec.json.encode(hand) + b"\n" for hand in hands)
    (data / "truth.jsonl").write_bytes(truth)
    told = Manifest(
        version=VERSION,
        seed=seed,
        hands=len(hands),
        clean=sum(hand.irregularity is None for hand in hands),
        irregularities=len({hand.irregularity for hand in hands} - {None}),
        noise={name: noise.missed for name, noise in STRENGTHS.items()},
        houses=list(rulebooks.ids()),
        left_out=dict(sorted(public.left_out.items())),
        digest=sha256(b"".join(digests[name] for name in sorted(digests)) + truth).hexdigest(),
    )
    (data / "manifest.json").write_bytes(msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n")
    return told


def main() -> int:
    """Make it and say what it is; 2 where there are no hands."""
    parser = argparse.ArgumentParser(description="Make the data set of irregularities.")
    parser.add_argument("data", type=Path, help="folder to write")
    parser.add_argument("--hands", type=Path, help="folder of .phh and .phhs files")
    parser.add_argument("--clean", type=int, default=300, help="clean hands at most")
    parser.add_argument("--each", type=int, default=4, help="hands of each irregularity")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    if told.hands is not None and not told.hands.is_dir():
        sys.stderr.write(f"{told.hands}: no such folder\n")
        return 2
    public = read_public(told.hands, told.clean)
    if not public.courses:
        why = ", ".join(f"{count} {reason}" for reason, count in public.left_out.items())
        sys.stderr.write(f"{told.hands}: no hand that can be used{f': {why}' if why else ''}\n")
        return 2
    told.data.mkdir(parents=True, exist_ok=True)
    made = write(told.data, public, told.each, told.seed)
    sys.stdout.write(
        f"{told.data}: {made.clean} clean hands and {made.hands - made.clean} with one of {made.irregularities} irregularities, "
        f"each in {len(STRENGTHS)} strengths of noise; version {made.version}, digest {made.digest[:16]}\n"
    )
    for reason, count in made.left_out.items():
        sys.stdout.write(f"  left out {count}: {reason}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

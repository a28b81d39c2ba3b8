"""A day of a table's time at speed: hands through the real daemon, and what grows: memory, descriptors, tasks, journal.

    python -m tests.faults.day [--hands 720]

720 hands are a day and night of thirty an hour. Half of them warm up. Exit code 1 where something grows.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import re
import statistics
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Final

from tests.daemon.conftest import DECK, Table, deck_event, hand_events, wait_for

SAMPLES: Final = 24
MEMORY_GROWS_BY: Final = 0.10
JOURNAL_GROWS_BY: Final = 0.10


@dataclass(frozen=True)
class Sample:
    """What the daemon had after so many hands: memory in kB, open descriptors, threads, tasks, bytes of the journal."""

    hands: int
    memory_kb: int
    descriptors: int
    threads: int
    tasks: int
    journal_bytes: int


def sample(table: Table, hands: int) -> Sample:
    """Look at the daemon from outside."""
    status = Path(f"/proc/{table.pid}/status").read_text()
    memory, threads = (
        int(re.findall(rf"^{name}:\s+(\d+)", status, re.M)[0]) for name in ("VmRSS", "Threads")
    )
    before = _open(table)
    tasks = re.findall(r"^floorcall_tasks ([\d.]+)", table.get("/metrics"), re.M)
    files = [table.journal, table.journal.with_name(table.journal.name + "-wal")]
    size = sum(path.stat().st_size for path in files if path.exists())
    held = before & _open(table)  # what it opens for a moment, such as a key's file, is no leak
    return Sample(hands, memory, len(held), threads, int(float(tasks[0])), size)


def _open(table: Table) -> set[tuple[str, str]]:
    """Return what the daemon has open now: the descriptor, and what the kernel says it is."""
    found = set()
    for entry in Path(f"/proc/{table.pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # closed just now
            found.add((entry.name, str(entry.readlink())))
    return found


def day(folder: Path, hands: int, seed: int = 7) -> list[Sample]:
    """Play ``hands`` hands and sample now and then."""
    table, chance, found = Table(folder), Random(seed), []
    try:
        table.plug_all()
        table.start(environment={})  # its own memory is measured, and no other program's
        table.wait_up()
        table.play([deck_event()])
        for number in range(hands):
            table.play(hand_events(chance.sample(DECK, len(DECK)), number % 6 + 1))
            over = number + 1
            wait_for(lambda over=over: _over(table, over), f"hand {over} to be over")
            if over % max(1, hands // SAMPLES) == 0:
                found.append(sample(table, over))
        assert table.stop() == 0
    finally:
        table.close()
    return found


def _over(table: Table, hands: int) -> bool:
    view = table.state()["view"]
    return bool(view["hand"] == hands and view["street"] == "between")


def growth(found: list[Sample]) -> list[str]:
    """Return what grew in the second half, and by how much; nothing where all is flat."""
    half = found[len(found) // 2 :]
    first, last, wrong = half[0], half[-1], []
    if last.memory_kb > first.memory_kb * (1 + MEMORY_GROWS_BY):
        wrong.append(
            f"memory: {first.memory_kb} kB after {first.hands} hands, {last.memory_kb} after {last.hands}"
        )
    for name in ("descriptors", "threads", "tasks"):
        before = max(getattr(one, name) for one in found[: len(found) // 2])
        if getattr(last, name) > before:
            wrong.append(f"{name}: at most {before} in the first half, {getattr(last, name)} at the end")
    a_hand = [
        (after.journal_bytes - before.journal_bytes) / (after.hands - before.hands)
        for before, after in itertools.pairwise(found)
    ]
    early, late = statistics.mean(a_hand[: len(a_hand) // 2]), statistics.mean(a_hand[len(a_hand) // 2 :])
    if late > early * (1 + JOURNAL_GROWS_BY):
        wrong.append(f"journal: {early:.0f} bytes a hand in the first half, {late:.0f} in the second")
    return wrong


def told(found: list[Sample]) -> str:
    """Return the samples as a table."""
    heads = list(asdict(found[0]))
    lines = [" | ".join(heads), " | ".join("---:" for _ in heads)]
    lines += [" | ".join(f"{value:,}" for value in asdict(one).values()) for one in found]
    return "\n".join(f"| {line} |" for line in lines) + "\n"


def main() -> int:
    """Play the day; print samples and what grew as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=720)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = day(Path(folder), given.hands)
    wrong = growth(found)
    sys.stdout.write(json.dumps({"samples": [asdict(one) for one in found], "grew": wrong}, indent=1) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

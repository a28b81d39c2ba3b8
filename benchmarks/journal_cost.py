"""What the journal costs: an event, a hand's end, a signature; on this machine's disk and in memory, or in FOLDER.

python -m benchmarks.journal_cost [FOLDER]
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from benchmarks.tampering import HEADER
from controller.journal.journal import Journal, Source
from controller.journal.keys import keys_of
from controller.journal.records import Record
from controller.journal.seal import Seal
from controller.journal.signing import SignKey
from controller.privacy import HiddenCards

HANDS = 100
EVENTS = 60
MEMORY = "/dev/shm"
"""A file system in memory: what is left of the cost without a disk."""
STATE = bytes(40_000)
"""As large as a table's state at a hand's end is."""


class Took(NamedTuple):
    """Milliseconds: for which the table was held up, until it was safe, and of the processor in all threads."""

    held: float
    safe: float
    cpu: float


class Disk:
    """A journal, and a wait for what it has on disk."""

    def __init__(self, folder: Path) -> None:
        keys = keys_of(Seal(bytes(32)), SignKey(bytes(range(32))))
        self.journal = Journal(folder / "table.db", keys, HiddenCards())
        self._kept, self._safe = threading.Condition(), 0
        self.journal.start(self._on_kept, print)
        self.journal.begin(HEADER)

    def _on_kept(self, records: Any) -> None:
        with self._kept:
            self._safe = records[-1].n
            self._kept.notify()

    def took_ms(self, work: Callable[[], object]) -> Took:
        """Do ``work`` and wait until it is safe."""
        started, computed = time.perf_counter(), time.process_time()
        work()
        held = time.perf_counter() - started
        with self._kept:
            self._kept.wait_for(lambda: self._safe >= self.journal.n)
        safe, cpu = time.perf_counter() - started, time.process_time() - computed
        return Took(held=held * 1000, safe=safe * 1000, cpu=cpu * 1000)


def measure(folder: Path) -> dict[str, float]:
    """Return what events and hands' ends cost, in milliseconds."""
    disk, t, seq = Disk(folder), 0.0, 0
    events: list[Took] = []
    ends: list[Took] = []
    for hand in range(1, HANDS + 1):
        start = disk.journal.line + 1
        for number in range(EVENTS):
            t, seq = t + 0.1, seq + 1
            kind = {"type": "card.seen", "tag": f"E0040150{number % 52:08X}", "zone": "seat:3"}
            fields = {"t": t, **({"type": "hand.start", "button": 1} if number == 0 else kind)}
            raw = msgspec.json.encode(fields)
            source = Source(device="antennas", boot=9, seq=seq, device_us=seq * 1000)
            events.append(
                disk.took_ms(lambda f=fields, r=raw, s=source: disk.journal.append(f["t"], f, r, s))
            )  # type: ignore[misc]
        end = {"t": t, "type": "hand.end"}
        disk.journal.append(t, end, msgspec.json.encode(end))

        def over(hand: int = hand, start: int = start, at: float = t) -> None:
            disk.journal.append_hand(at, {"hand": hand, "start": start, "found": []}, {})
            disk.journal.keep_checkpoint(STATE)

        ends.append(disk.took_ms(over))
    disk.journal.close()
    sign = SignKey(bytes(range(32)))
    record = Record(n=1, log=1, line=None, kind="signed", t=0.0, body=b'{"type":"signed"}')
    started = time.perf_counter()
    for _ in range(1000):
        sign.fill(record, bytes(32))
    signature = time.perf_counter() - started
    return {**_told("event", events), **_told("hand_end", ends), "signature_ms": round(signature, 3)}


def _told(what: str, took: list[Took]) -> dict[str, float]:
    """Return medians and 99th percentiles, in milliseconds; the worst of what holds the table up."""
    found = {}
    for name in Took._fields:
        values = [getattr(one, name) for one in took]
        found[f"{what}_{name}_ms"] = round(statistics.median(values), 3)
        found[f"{what}_{name}_p99_ms"] = round(statistics.quantiles(values, n=100)[-1], 3)
    return found | {f"{what}_held_worst_ms": round(max(one.held for one in took), 3)}


def main() -> int:
    """Measure, and print a line of JSON for each place."""
    places = {"given": sys.argv[1]} if len(sys.argv) > 1 else {"disk": None, "memory": MEMORY}
    for name, place in places.items():
        with tempfile.TemporaryDirectory(dir=place) as folder:
            print(json.dumps({"where": name, **measure(Path(folder))}))  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())

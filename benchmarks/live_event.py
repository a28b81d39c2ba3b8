"""What one event costs in the referee, in microseconds: what a live table pays for each before anything is shown.

    python -m benchmarks.live_event HANDS [--rulebook ID] [--rounds 3]

HANDS is a folder of ``.phh`` files. Each event is timed alone, in processor time of its thread; of the rounds
the lowest figure of each event counts, since the machine's own interruptions are not the referee's.
"""

from __future__ import annotations

import argparse
import io
import sys
import time
from pathlib import Path

from controller import rulebooks
from controller.histories.read_phh import read_folder
from controller.sensorlog.reader import LogReader
from controller.sensorlog.source import Source
from controller.table.engine import Engine
from controller.table.events import Event, LogHeader
from tests.real_hands.course import follow
from tests.real_hands.retell import write_log


def events_of(folder: Path, rulebook: str) -> tuple[LogHeader, list[tuple[int, Event]]]:
    """Return the header and the events, in window order, of all hands in ``folder``."""
    log = io.BytesIO()
    write_log(log, [follow(history) for history in read_folder(folder)], rulebook=rulebook)
    header, *entries = LogReader(Source("hands", io.BytesIO(log.getvalue())))
    assert isinstance(header[1], LogHeader)
    return header[1], [(line, entry) for line, entry in entries if isinstance(entry, Event)]


def one_round(header: LogHeader, events: list[tuple[int, Event]]) -> list[int]:
    """Return what each event cost, in nanoseconds."""
    engine = Engine(rulebooks.load(header.rulebook), header)
    costs = []
    for line, event in events:
        start = time.thread_time_ns()
        engine.feed(line, event)  # type: ignore[arg-type]
        costs.append(time.thread_time_ns() - start)
    return costs


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure what one event costs in the referee.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rulebook", default="deltin")
    parser.add_argument("--rounds", type=int, default=3)
    told = parser.parse_args()
    header, events = events_of(told.folder, told.rulebook)
    rounds = [one_round(header, events) for _ in range(told.rounds)]
    costs = sorted(min(each) / 1000 for each in zip(*rounds, strict=True))
    parts = {"p50": 0.5, "p99": 0.99, "p99.9": 0.999}
    figures = [f"{name} {costs[int(len(costs) * part)]:.0f}" for name, part in parts.items()]
    sys.stdout.write(
        f"{len(costs)} events, rulebook {told.rulebook}: {', '.join(figures)}, max {costs[-1]:.0f} us\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())

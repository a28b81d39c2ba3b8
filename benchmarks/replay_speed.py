"""How fast logs are replayed, with PokerKit replaying the same hands beside it.

    python -m benchmarks.replay_speed HANDS [--hands 1500] [--rulebook ID]

HANDS is a folder of ``.phh`` files; they are repeated until there are as many hands as asked for. Our
figures are of the whole way from file to JSON lines: as the program is called, and inside one process.
PokerKit's include reading the files and working out the showdowns; it is told cards, chips and moves, where
we work them out of antennas' and chip counters' reports.
"""

from __future__ import annotations

import argparse
import io
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path

from pokerkit import HandHistory

from controller.replay.pace import Pace
from controller.replay.player import Player
from tests.real_hands.course import follow
from tests.real_hands.phh import read_history
from tests.real_hands.retell import write_log


def timed(work: Callable[[], object], times: int = 3) -> float:
    """Return the shortest of ``times`` runs, in seconds."""
    took = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        took.append(time.perf_counter() - start)
    return min(took)


def replay_as_program(log: Path, rulebook: str) -> None:
    """Replay through the command line, output to a file."""
    with tempfile.TemporaryFile() as out:
        command = [
            sys.executable,
            "-m",
            "controller.cli",
            "replay",
            str(log),
            "--rulebook",
            rulebook,
            "--json",
        ]
        subprocess.run(command, stdout=out, check=True)


def replay_inside(log: Path, rulebook: str) -> None:
    """Replay within this process."""
    Player([str(log)], [rulebook], strict=True, pace=Pace(None)).play_json(io.BytesIO())


def replay_with_pokerkit(paths: list[Path]) -> None:
    """Read every history and play it to its end."""
    for path in paths:
        with path.open("rb") as file:
            history = HandHistory.load(file)
        for _ in history:
            pass


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure how fast logs are replayed.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--hands", type=int, default=1500)
    parser.add_argument("--rulebook", default="deltin")
    told = parser.parse_args()
    found = sorted(told.folder.glob("*.phh"))
    if not found:
        sys.stderr.write(f"{told.folder}: no .phh files here\n")
        return 2
    paths = list(islice(cycle(found), told.hands))
    courses = {path: follow(read_history(path)) for path in found}
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "night.jsonl"
        with log.open("wb") as out:
            lines = write_log(out, [courses[path] for path in paths], rulebook=told.rulebook)
        rows = [
            ("floorcall replay, as called", timed(lambda: replay_as_program(log, told.rulebook))),
            ("floorcall replay, in process", timed(lambda: replay_inside(log, told.rulebook))),
        ]
    say = sys.stdout.write
    say(f"{told.hands} hands, {lines} log lines, rulebook {told.rulebook}\n")
    for name, took in rows:
        say(f"{name:<32}{took:7.2f} s{told.hands / took:9.0f} hands/s{lines / took:10.0f} events/s\n")
    took = timed(lambda: replay_with_pokerkit(paths), times=1)
    say(f"{'PokerKit, the same hands':<32}{took:7.2f} s{told.hands / took:9.0f} hands/s\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""How fast logs are replayed, with PokerKit replaying the same hands beside it.

    python -m benchmarks.replay_speed HANDS [--hands 1500] [--rulebook ID] [--rounds 3]

HANDS is a folder of ``.phh`` files; they are repeated until there are as many hands as asked for. Our
figures are of the whole way from file to JSON lines: as the program is called, and inside one process, plain
and with the modules of ``make compiled`` where it has been run. PokerKit's include reading the files and
working out the showdowns; it is told cards, chips and moves, where we work them out of antennas' and chip
counters' reports. All take turns, each in a process of its own; the least processor time of each counts.
"""

from __future__ import annotations

import argparse
import io
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path

from controller.histories.read_phh import read_history
from tests.real_hands.course import follow
from tests.real_hands.retell import write_log

ROOT = Path(__file__).parents[1]
COMPILED = ROOT / "build" / "compiled"


def timed(work: Callable[[], object], times: int = 2) -> None:
    """Print the least processor seconds of several runs in this process; the first warms up."""
    took = []
    for _ in range(times):
        start = time.process_time()
        work()
        took.append(time.process_time() - start)
    sys.stdout.write(str(min(took)))


def replay_inside(log: Path, rulebook: str) -> None:
    """Replay within this process."""
    from controller.replay.pace import Pace
    from controller.replay.player import Player

    Player([str(log)], [rulebook], strict=True, pace=Pace(None)).play_json(io.BytesIO())


def replay_with_pokerkit(paths: list[Path]) -> None:
    """Read every history and play it to its end."""
    from pokerkit import HandHistory

    for path in paths:
        with path.open("rb") as file:
            history = HandHistory.load(file)
        for _ in history:
            pass


def as_called(command: list[str], root: Path) -> float:
    """Return the processor seconds of a program, start and end of Python included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(command, root)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run(command: list[str], root: Path) -> str:
    """Run a Python module from a tree of sources; return what it printed."""
    env = os.environ | {"PYTHONPATH": str(root)}
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=root, env=env, stdout=subprocess.PIPE, check=True
    )
    return done.stdout.decode()


def ways(log: Path, told: argparse.Namespace) -> dict[str, Callable[[], float]]:
    """Return what is measured, each as a function that gives its processor seconds."""
    call = ["controller.cli", "replay", str(log), "--rulebook", told.rulebook, "--json"]
    inside = ["benchmarks.replay_speed", str(told.folder), "--rulebook", told.rulebook, "--inside", str(log)]
    kit = ["benchmarks.replay_speed", str(told.folder), "--hands", str(told.hands), "--pokerkit"]
    found: dict[str, Callable[[], float]] = {}
    trees = {"plain": ROOT} | ({"compiled": COMPILED} if COMPILED.is_dir() else {})
    for name, root in trees.items():
        found[f"floorcall replay, as called, {name}"] = lambda root=root: as_called(call, root)  # type: ignore[misc]
        found[f"floorcall replay, in process, {name}"] = lambda root=root: float(run(inside, root))  # type: ignore[misc]
    found["PokerKit, the same hands"] = lambda: float(run(kit, ROOT))
    return found


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure how fast logs are replayed.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--hands", type=int, default=1500)
    parser.add_argument("--rulebook", default="deltin")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--pokerkit", action="store_true", help=argparse.SUPPRESS)
    told = parser.parse_args()
    told.folder = told.folder.resolve()
    found = sorted(told.folder.glob("*.phh"))
    if not found:
        sys.stderr.write(f"{told.folder}: no .phh files here\n")
        return 2
    paths = list(islice(cycle(found), told.hands))
    if told.inside is not None:
        timed(lambda: replay_inside(told.inside, told.rulebook))
        return 0
    if told.pokerkit:
        timed(lambda: replay_with_pokerkit(paths), times=1)
        return 0
    courses = {path: follow(read_history(path)) for path in found}
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "night.jsonl"
        with log.open("wb") as out:
            lines = write_log(out, [courses[path] for path in paths], rulebook=told.rulebook)
        print_figures(measure(ways(log, told), told.rounds), told.hands, lines)
    return 0


def measure(found: dict[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """Return the least seconds of each way; they take turns, so that a busy moment hits all alike."""
    best: dict[str, float] = {}
    for _ in range(rounds):
        for name, way in found.items():
            best[name] = min(way(), best.get(name, 1e9))
    return best


def print_figures(best: dict[str, float], hands: int, lines: int) -> None:
    """Print hands a second, and how many times PokerKit's they are."""
    kit = best["PokerKit, the same hands"]
    sys.stdout.write(f"{hands} hands, {lines} log lines; processor time\n")
    for name, took in best.items():
        sys.stdout.write(f"{name:<40}{took:7.2f} s{hands / took:8.0f} hands/s{kit / took:7.2f} x PokerKit\n")


if __name__ == "__main__":
    sys.exit(main())

"""How much memory a replay takes, and whether it grows with the log.

    python -m benchmarks.memory HANDS [--hands 10000 1000000] [--rulebook ID]

HANDS is a folder of ``.phh`` files. For each number of hands they are told again and again, as one night, by a
process that writes into ``floorcall replay -``; the figure is the most memory that the replay ever held.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import BinaryIO

import msgspec

from controller.histories.read_phh import read_folder
from controller.sensorlog.writer import encode_event
from tests.real_hands.course import follow
from tests.real_hands.retell import write_log
from tests.real_hands.sense import Night

BETWEEN_S = 30.0
"""Seconds from one round of the hands to the next."""


def rounds(folder: Path) -> tuple[list[list[bytes]], float]:
    """Return the lines of each hand without their ``t``, which comes first, and how long the hands take together."""
    night = Night()
    hands = [
        [encode_event(event) for event in night.sense(follow(history))] for history in read_folder(folder)
    ]
    return hands, max(msgspec.json.decode(line)["t"] for line in hands[-1]) + BETWEEN_S


def tell(folder: Path, hands: int, out: BinaryIO, rulebook: str) -> None:
    """Write a night of so many hands."""
    write_log(out, [], rulebook=rulebook)
    told, takes = rounds(folder)
    for n, hand in enumerate(islice(cycle(told), hands)):
        out.writelines(later(hand, takes * (n // len(told))))


def later(hand: list[bytes], by: float) -> Iterator[bytes]:
    """Yield a hand's lines moved by so many seconds."""
    for line in hand:
        event = msgspec.json.decode(line)
        for name in ("t", "started"):
            if name in event:
                event[name] = round(event[name] + by, 6)
        yield msgspec.json.encode(event) + b"\n"


def measure(folder: Path, hands: int, rulebook: str) -> tuple[float, float]:
    """Replay a night of so many hands; return the most memory held, in MB, and the seconds it took."""
    itself = [
        sys.executable,
        "-m",
        "benchmarks.memory",
        str(folder),
        "--rulebook",
        rulebook,
        "--tell",
        str(hands),
    ]
    replay = [sys.executable, "-m", "controller.cli", "replay", "-", "--json"]
    start = time.monotonic()
    with subprocess.Popen(itself, stdout=subprocess.PIPE) as teller:
        player = subprocess.Popen(replay, stdin=teller.stdout, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(player.pid, 0)
        player.returncode = os.waitstatus_to_exitcode(status)
    if player.returncode or teller.returncode:
        raise SystemExit(f"the replay ended with {player.returncode}, the teller with {teller.returncode}")
    return usage.ru_maxrss / 1024, time.monotonic() - start


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the memory of a replay.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--hands", type=int, nargs="+", default=[10_000, 1_000_000])
    parser.add_argument("--rulebook", default="deltin")
    parser.add_argument("--tell", type=int, help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.tell is not None:
        tell(told.folder, told.tell, sys.stdout.buffer, told.rulebook)
        return 0
    for hands in told.hands:
        held, took = measure(told.folder, hands, told.rulebook)
        sys.stdout.write(
            f"{hands:>9} hands: at most {held:6.1f} MB, {took:7.0f} s, {hands / took:6.0f} hands/s\n"
        )
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())

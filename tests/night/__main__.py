"""An hour of table time through the real daemon, and its figures: ``make night``.

    python -m tests.night --hands 60 --speed 12

Exit code 1 where a stack is wrong, or dealer or floor were called without need or not called.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from pathlib import Path

from controller.demo.processes import BOARD
from tests.night.busy import busy_machine
from tests.night.night import MICROPYTHON, play


def main() -> int:
    """Play the night; print its figures as JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.night", description=__doc__)
    parser.add_argument("--hands", type=int, default=60)
    parser.add_argument("--speed", type=float, default=12.0)
    parser.add_argument("--rulebook", default="deltin")
    parser.add_argument(
        "--as-shipped",
        action="store_true",
        help="firmware on MicroPython, a dealer in a browser and at the panel",
    )
    parser.add_argument(
        "--busy", type=int, default=0, help="busy loops beside the daemon; the table goes before both"
    )
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--keep", type=Path, default=None, help="folder for the night's log and its replay")
    given = parser.parse_args()
    if given.keep is not None:
        given.keep.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    playing = play(
        given.hands,
        speed=given.speed,
        rulebook=given.rulebook,
        kills=given.kills,
        seed=given.seed,
        board=MICROPYTHON if given.as_shipped else BOARD,
        browser=given.as_shipped,
        busy=given.busy > 0,
        keep=given.keep,
        say=lambda words: sys.stderr.write(words + "\n"),
    )
    with busy_machine(given.busy):
        account = asyncio.run(playing)
    figures = account.figures()
    sys.stdout.write(
        json.dumps({**figures, "wall seconds": round(time.monotonic() - began)}, indent=1) + "\n"
    )
    return 1 if figures["wrong stacks"] or figures["false or missing calls"] else 0


if __name__ == "__main__":
    sys.exit(main())

"""A shoe or an antenna board whose firmware runs on its own MicroPython, with the readers and pins around it emulated.

    python -m tests.night.micropython_board --kind shoe --serial SH-1

Takes the options and orders of ``firmware_bridge.virtual_board``; only that a cable, once plugged in, stays in.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
import tty
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from firmware_bridge.virtual_board import (
    ANSWERS_IN_S,
    KNUCKLE,
    PIEZOS,
    RINGS_S,
    SELECT,
    VirtualBoard,
    parse_options,
    serve,
)
from firmware_bridge.virtual_process import run
from tests.firmware_bridge.micropython.process import MicroPython

LOOKS_EVERY_S = 0.25
START = """
from floorcall.firmware.main_{kind} import build
turning.controller = build({options})
import machine
levels = {{}}
"""
LISTENS = f"""
machine.adcs[{PIEZOS}].source = lambda: levels.get(
    sum(machine.pins[pin].level << bit for bit, pin in enumerate({SELECT})), 0)
"""


class Power:
    """The board's power: its wire is gone with it."""

    def __init__(self, board: MicroPython, folder: tempfile.TemporaryDirectory[str]) -> None:
        self._board, self._folder = board, folder

    def unplug(self) -> None:
        """Switch it off for good."""
        self._board.__exit__()
        self._folder.cleanup()


class MicroPythonBoard(VirtualBoard):
    """The process beside the chip: what happens at its pins, and the reader on its second UART."""

    def __init__(self, options: argparse.Namespace, say: Callable[[dict[str, Any]], None]) -> None:
        super().__init__(options, say)
        folder = tempfile.TemporaryDirectory(prefix="floorcall-board-")
        self._chip = MicroPython(Path(folder.name))
        self.wire = Power(self._chip, folder)  # type: ignore[assignment]
        self._uart = -1
        self._look_s = 0.0

    def plug(self) -> None:
        """Switch the board on; say where the host's end of its wire is."""
        self._chip.__enter__()
        host = self._chip.turn_on(start(self._options))
        self._uart = os.open(self._chip.join_reader(), os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._uart)
        self._controller = self._chip
        self._say({"pty": host})

    def step(self) -> None:
        """Let what is due happen, and the reader answer; the chip turns by itself."""
        now = time.monotonic()
        self._happen(now)
        try:
            asked = os.read(self._uart, 4096)
        except BlockingIOError:
            asked = b""
        if asked:
            for piece in self._reader.receive(asked):
                self._later(now + ANSWERS_IN_S, partial(os.write, self._uart, piece))
        if not self._welcome and now - self._look_s > LOOKS_EVERY_S:
            self._look_s = now
            self._welcome = self._chip.ask("turning.controller.session.state") == "welcome"
            if self._welcome:
                self._say({"welcomed": True})

    def _drive(self, pin: int, level: int) -> None:
        self._chip.run(f"machine.pins[{pin}].drive({level})")

    def _knock(self, seat: int) -> None:
        self._chip.run(
            f"levels.update({{{seat}: {KNUCKLE}, {seat - 1}: {KNUCKLE // 2}, {seat + 1}: {KNUCKLE // 2}}})"
        )
        self._later(time.monotonic() + RINGS_S, lambda: self._chip.run("levels.clear()"))


def start(options: argparse.Namespace) -> str:
    """Return what the board's ``main.py`` does: it builds the firmware by its options."""
    given = {"serial": options.serial, "link": "uart", "reader": "pepper"}
    if options.kind == "antennas":
        given |= {"zones": options.zones, "button": options.button, "taps": options.taps}
    named = ", ".join(f"{name}={value!r}" for name, value in given.items())
    return START.format(kind=options.kind, options=named) + (LISTENS if options.taps else "")


def main() -> int:
    """Be one board; return the exit code."""
    options = parse_options()
    return run(lambda say: MicroPythonBoard(options, say), serve)


if __name__ == "__main__":
    sys.exit(main())

"""Runs a shoe or an antenna board without hardware: the firmware's own modules, and the world around their pins.

    python -m firmware_bridge.virtual_board --kind shoe --serial SH-1
    python -m firmware_bridge.virtual_board --kind antennas --serial AN-1 --zones 1=seat:1 2=seat:2 3=board

It says on standard output where it is (``{"pty":"/dev/pts/4"}``), that its parts are well (``{"well":true}``) and that
a daemon has welcomed it (``{"welcomed":true}``). It does what JSON lines on standard input tell it:
``{"draw":"E004015012345678","up":false}`` lets a card pass the shoe's throat (``null``: one that no reader can read),
``{"place":{"1":["E004015012345678"]}}`` puts exactly these tags on antennas, ``{"faults":{"missed":0.2}}`` makes its
reader fail, ``{"tap":3}`` lets seat 3 knock, ``{"deck":true}`` and ``{"deck":false}`` close and open the shoe's
contact, ``{"unplug":true}`` and ``{"plug":true}`` pull its cable, which is its power too, and put it back. It ends with its input.
"""

from __future__ import annotations

import argparse
import heapq
import json
import os
import select
import sys
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from firmware_bridge.board_files import button_given, zones_given
from firmware_bridge.emulated.chip import power_up
from firmware_bridge.emulated.field import Faults, Field
from firmware_bridge.emulated.pepper import EmulatedPepper
from firmware_bridge.pty_wire import PtyWire
from firmware_bridge.virtual_process import run

STEP_S: Final = 0.004
ANSWERS_IN_S: Final = 0.004
"""From the last byte of a command to the reader's answer."""
THROAT, FACE, CONTACT, READER, LINK = 14, 15, 18, 1, 0
SELECT, PIEZOS = (18, 19, 20, 21), 26
DECK_OUT_S = 0.6
KNUCKLE, RINGS_S = 50_000, 0.05
"""How loud a knock is at its seat, of 65,535, and how long the piezo's capacitor holds it."""
APPROACH_S: Final = 0.02
"""The antenna in the throat sees a card this long before the beam does."""
PASSES_IN_S: Final = 0.06
LEAVES_S: Final = 0.01
COMES_BACK_S: Final = 0.06
"""The hand has let go of one card and takes the next."""


class VirtualBoard:
    """The process: the firmware between a pty and an emulated reader, and what happens at its pins."""

    def __init__(self, options: argparse.Namespace, say: Callable[[dict[str, Any]], None]) -> None:
        self._options, self._say = options, say
        self._machine = power_up()
        self.wire = PtyWire(options.link)
        self._field = Field(options.seed)
        self._reader = EmulatedPepper(self._field)
        self._controller: Any = None
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0
        self._drawn: deque[tuple[str | None, bool]] = deque()
        self._welcome = self._well = False
        self._loud: dict[int, int] = {}
        self._unheard: int | None = None
        """The seat whose knock the board's ADC has not measured yet."""
        self._deck_out = 0.0

    def plug(self) -> None:
        """Plug the cable in, which switches the board on; say where the host's end is."""
        options = self._options
        if options.kind == "shoe":
            from firmware_bridge.firmware import main_shoe

            self._controller = main_shoe.build(serial=options.serial, link="uart", reader="pepper")
        else:
            from firmware_bridge.firmware import main_antennas

            self._controller = main_antennas.build(
                options.zones, serial=options.serial, link="uart", button=options.button, taps=options.taps
            )
            if options.taps:
                self._machine.adcs[PIEZOS].source = self._level
        self._deck_out = time.monotonic()
        self._well = False
        self._say({"pty": self.wire.plug()})

    def step(self) -> None:
        """Let what is due happen at the pins, and the firmware's main loop turn once."""
        now = time.monotonic()
        self._happen(now)
        if self._controller is None:
            return
        link, reader = self._machine.uarts[LINK], self._machine.uarts[READER]
        link.hears(self.wire.read())
        self._controller.step()
        self.wire.write(link.says())
        if asked := reader.says():
            for piece in self._reader.receive(asked):
                self._later(now + ANSWERS_IN_S, partial(reader.hears, piece))
        self._tell()

    def _happen(self, now: float) -> None:
        """Let happen what is due at the pins."""
        while self._due and self._due[0][0] <= now:
            heapq.heappop(self._due)[2]()

    def _tell(self) -> None:
        """Say once that the daemon has welcomed the board, and once that each of its parts is well."""
        welcome = self._controller.session.state == "welcome"
        if welcome and not self._welcome:
            self._say({"welcomed": True})
        self._welcome = welcome
        sensor = self._controller._sensor
        if not self._well and not (sensor.fault or sensor._reader.trouble):
            self._well = True
            self._say({"well": True})

    def _later(self, when: float, act: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._due, (when, self._count, act))

    # --- orders ---

    def obey(self, order: dict[str, Any]) -> None:
        """Carry out one line of standard input. Raise ValueError."""
        if "draw" in order:
            self._draw(order["draw"], bool(order.get("up")))
        elif "place" in order:
            for antenna, tags in order["place"].items():
                self._field.place(int(antenna), tags)
        elif "tap" in order:
            self._knock(int(order["tap"]))
        elif "deck" in order:
            self._deck(bool(order["deck"]))
        elif "faults" in order:
            self._field.faults = Faults(**order["faults"])
        elif "unplug" in order:
            self._controller = None
            self.wire.unplug()
            self._say({"unplugged": True})
        elif "plug" in order:
            if not self.wire.plugged:
                self.plug()
        else:
            raise ValueError(f"no order in {sorted(order)}")

    def _draw(self, tag: str | None, up: bool) -> None:
        """Let a card pass the throat, as soon as the hand has let go of the one before."""
        self._drawn.append((tag, up))
        if len(self._drawn) == 1:
            self._come()

    def _come(self) -> None:
        """The antenna sees the card come, then the beam goes dark and light again.

        Each of it is due so long after the one before has happened: a process that was kept waiting passes the card
        later, and never so fast that the firmware cannot see it.
        """
        tag, up = self._drawn[0]
        self._field.place(1, [tag] if tag else [])
        self._drive(FACE, int(up))
        self._after(APPROACH_S, self._darken)

    def _darken(self) -> None:
        self._drive(THROAT, 1)
        self._after(PASSES_IN_S, self._lighten)

    def _lighten(self) -> None:
        self._drive(THROAT, 0)
        self._after(LEAVES_S, self._leave)

    def _leave(self) -> None:
        self._field.place(1, [])
        self._after(COMES_BACK_S, self._come_back)

    def _come_back(self) -> None:
        self._drawn.popleft()
        if self._drawn:
            self._come()

    def _after(self, wait_s: float, act: Callable[[], None]) -> None:
        self._later(time.monotonic() + wait_s, act)

    def _knock(self, seat: int) -> None:
        """A knuckle on the table: loud at the seat, half as loud at its neighbours."""
        self._loud = {seat: KNUCKLE, seat - 1: KNUCKLE // 2, seat + 1: KNUCKLE // 2}
        self._unheard = seat
        self._after(RINGS_S, partial(self._quiet, self._loud))

    def _quiet(self, knock: dict[int, int]) -> None:
        """A knock dies away: not another one that came since, and not before a board that was kept waiting heard it."""
        if self._loud is not knock:
            return
        if self._unheard is not None and self._controller is not None:
            self._after(RINGS_S, partial(self._quiet, knock))
        else:
            self._loud = {}

    def _deck(self, inside: bool) -> None:
        """The deck goes into the shoe, no sooner than a hand can after it came out, or is taken out."""
        now = time.monotonic()
        if not inside:
            self._deck_out = now
        self._later(max(now, self._deck_out + DECK_OUT_S * inside), lambda: self._drive(CONTACT, int(inside)))

    def _level(self) -> int:
        """Return what the multiplexer lets through to the board's ADC now."""
        if not self._loud:
            return 0
        channel = sum(self._machine.pins[pin].level << bit for bit, pin in enumerate(SELECT))
        if channel == self._unheard:
            self._unheard = None
        return self._loud.get(channel, 0)

    def _drive(self, pin: int, level: int) -> None:
        """Set a pin's level; a board without power notices nothing."""
        if self._controller is not None:
            self._machine.pins[pin].drive(level)


def serve(board: VirtualBoard, orders: int, say: Callable[[dict[str, Any]], None]) -> None:
    """Run until ``orders``, the descriptor of standard input, ends."""
    pending = b""
    while True:
        ready, _, _ = select.select([orders], [], [], STEP_S)
        if ready:
            chunk = os.read(orders, 65_536)
            *lines, pending = (pending + chunk).split(b"\n")
            for line in filter(bytes.strip, lines):
                try:
                    board.obey(json.loads(line))
                except (ValueError, TypeError) as problem:
                    say({"error": str(problem)})
            if not chunk:
                return
        board.step()


def parse_options(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the command line's options; argparse ends the process with 2 where they make no sense."""
    parser = argparse.ArgumentParser(
        prog="python -m firmware_bridge.virtual_board",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--kind", choices=["shoe", "antennas"], required=True)
    parser.add_argument("--serial", required=True, help="up to 32 printable ASCII characters")
    parser.add_argument("--zones", nargs="*", default=[], metavar="N=ZONE", help="antennas: 1=seat:1 2=board")
    parser.add_argument("--button", default="", metavar="TAG", help="antennas: the dealer button's own tag")
    parser.add_argument("--taps", nargs="*", type=int, default=[], metavar="SEAT", help="antennas: piezos")
    parser.add_argument("--link", type=Path, default=None, help="kept pointing at the pty")
    parser.add_argument("--seed", type=int, default=1, help="of the reader's faults")
    options = parser.parse_args(arguments)
    try:
        options.zones = zones_given(options.zones) if options.kind == "antennas" else {}
        button_given(options.button)
        options.taps = tuple(options.taps)
    except ValueError as problem:
        parser.error(str(problem))
    return options


def main() -> int:
    """Be one board; return the exit code."""
    options = parse_options()
    return run(lambda say: VirtualBoard(options, say), serve)


if __name__ == "__main__":
    sys.exit(main())

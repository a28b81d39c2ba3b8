"""Makes a tag reader on this machine's own port a device of the table: no board is needed between them.

    python -m firmware_bridge.reader_device --reader pepper --port /dev/ttyUSB1 --serial AN-1 \
        --zones 1=seat:1 2=seat:2 3=board --deck red-7.toml --link /run/floorcall/antennas-1

It is an antenna board in all that the link can see, on a pty that ``--link`` always points to; the table's
configuration names that path. What it tells on standard output names no tag. It ends with SIGTERM or SIGINT.
"""

from __future__ import annotations

import argparse
import json
import secrets
import select
import signal
import sys
import time
import tomllib
from pathlib import Path
from typing import Any, Final

from firmware_bridge.board_files import button_given, zones_given
from firmware_bridge.codes import Fault
from firmware_bridge.device import DeviceSession, Identity
from firmware_bridge.errors import PortUnusable
from firmware_bridge.pty_wire import PtyWire
from firmware_bridge.reader_port import STEP_S, ReaderPort
from firmware_bridge.readers import READERS, reader_named
from firmware_bridge.readers.zones import Zones

BUILD: Final = "reader 1.0"
AGAIN_S: Final = 1.0


class ReaderDevice:
    """The process: a reader on one side, the device's session on a pty on the other."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._zones = Zones(options.zones, options.deck, options.button)
        self.wire = PtyWire(options.link)
        identity = Identity(kind="antennas", serial=options.serial, build=BUILD)
        self._session = DeviceSession(identity, secrets.randbelow(2**32 - 1) + 1)
        self._session.settled_us = self._zones.settled_us
        self._fault = ""

    def serve(self) -> None:
        """Run for ever; a reader that is away is looked for again, and the table is told meanwhile."""
        while True:
            reader = reader_named(self._options.reader, tuple(sorted(self._options.zones)))
            try:
                with ReaderPort(self._options.port, reader) as port:
                    while True:
                        port.step(STEP_S, [self.wire.fileno()])
                        for look in reader.take_looks():
                            self._zones.looked(look)
                        self._pass_on()
                        self._report(reader.fault)
                        self._talk()
            except PortUnusable as problem:
                self._wait_for_the_reader(str(problem))

    def _pass_on(self) -> None:
        for t_us, event in self._zones.events:
            self._session.sense(event, _now_us(), t_us)
        self._zones.events.clear()
        for doubt in self._zones.confirm.take_doubts():
            _say({"doubt": doubt.why, "antenna": doubt.antenna})

    def _report(self, trouble: str) -> None:
        fault = trouble or self._zones.fault()
        if fault != self._fault:
            self._fault = fault
            self._session.report(Fault.SENSOR if fault else Fault.WELL, fault, _now_us())
            _say({"fault": fault})

    def _wait_for_the_reader(self, problem: str) -> None:
        self._report(f"no reader: {problem}")
        end = time.monotonic() + AGAIN_S
        while time.monotonic() < end:
            select.select([self.wire.fileno()], [], [], STEP_S)
            self._talk()

    def _talk(self) -> None:
        self._session.receive(self.wire.read(), _now_us())
        self.wire.write(self._session.to_send())


def _now_us() -> int:
    return time.monotonic_ns() // 1000


def _say(fact: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(fact) + "\n")
    sys.stdout.flush()


def _deck(paths: list[Path]) -> set[str] | None:
    """Return the tags of the decks, None where none is named. Raise ValueError."""
    tags: set[str] = set()
    for path in paths:
        try:
            tags |= set(tomllib.loads(path.read_text("utf-8-sig"))["cards"])
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, TypeError) as error:
            raise ValueError(f"{path}: is no deck's file ({error})") from error
    return tags if paths else None


def parse_options() -> argparse.Namespace:
    """Return the command line's options; end with 2 and one line for what cannot be."""
    parser = argparse.ArgumentParser(
        prog="python -m firmware_bridge.reader_device",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--reader", choices=READERS, required=True)
    parser.add_argument("--port", required=True, help="the reader's serial port")
    parser.add_argument("--serial", required=True, help="the name that the table knows it by")
    parser.add_argument(
        "--zones", nargs="+", required=True, metavar="N=ZONE", help="zone by antenna: 1=seat:1"
    )
    parser.add_argument(
        "--deck", nargs="*", type=Path, default=[], help="deck files: other tags are no cards"
    )
    parser.add_argument("--button", default="", metavar="TAG", help="the dealer button's own tag")
    parser.add_argument("--link", type=Path, default=None, help="kept pointing at the pty")
    options = parser.parse_args()
    try:
        options.zones = zones_given(options.zones)
        options.deck = _deck(options.deck)
        button_given(options.button)
        Identity(kind="antennas", serial=options.serial, build=BUILD)
    except ValueError as problem:
        parser.error(str(problem))
    return options


def main() -> int:
    """Run one reader as a device; return the exit code."""
    options = parse_options()

    def stop(number: int, frame: object) -> None:
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    device = ReaderDevice(options)
    try:
        _say({"pty": device.wire.plug()})
        device.serve()
    finally:
        device.wire.unplug()
    return 0


if __name__ == "__main__":
    sys.exit(main())

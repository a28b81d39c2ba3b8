"""Runs a device as a process of its own, on a pty of its own: ``python -m firmware_bridge.virtual_device``.

It says on standard output where its pty is, then does what JSON lines on standard input tell it and
writes what happens to it, one JSON object a line. The table of orders is in PROTOCOL.md.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import select
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from firmware_bridge.codes import BadMessage, Fault
from firmware_bridge.device import (
    Acked,
    CommandReceived,
    DeviceNews,
    DeviceSession,
    HostGone,
    Identity,
    RefusedByHost,
    Welcomed,
)
from firmware_bridge.frames import VERSION
from firmware_bridge.kinds import COMMANDS, KINDS
from firmware_bridge.messages import object_in
from firmware_bridge.pty_wire import PtyWire
from firmware_bridge.ring import RING_EVENTS
from firmware_bridge.virtual_process import run

LONGEST_LINE: Final = 65_536


class BadOrder(ValueError):
    """A line on standard input that cannot be carried out; the message says what is wrong with it."""


class VirtualDevice:
    """The process: a device session between a pty and the orders on standard input."""

    def __init__(self, options: argparse.Namespace, say: Callable[[dict[str, Any]], None]) -> None:
        self._say = say
        self._identity: Identity = options.identity
        self._ring_events: int = options.ring
        self._hanging = False
        self.wire = PtyWire(options.link, options.seed)
        self._power_up(options.boot_id, options.first_seq)

    def _power_up(self, boot_id: int | None = None, first_seq: int = 1) -> None:
        self._started_ns = time.monotonic_ns()
        self._session = DeviceSession(
            self._identity,
            boot_id or secrets.randbelow(2**32 - 1) + 1,
            first_seq=first_seq,
            ring_events=self._ring_events,
        )

    def now_us(self) -> int:
        """Return the device's clock: microseconds since power-up."""
        return (time.monotonic_ns() - self._started_ns) // 1000

    def plug(self) -> None:
        """Plug the cable in and say where the host's end is."""
        self._say({"pty": self.wire.plug()})

    def wait_s(self) -> float:
        """Return how long nothing is to be done, in seconds."""
        if self._hanging:
            return 1.0
        return min(1.0, max(0.0, (self._session.next_wake() - self.now_us()) / 1e6))

    def step(self, data: bytes = b"") -> None:
        """Take bytes from the host, do what is due, and send."""
        if self._hanging:
            return
        for news in self._session.receive(data, self.now_us()):
            self._tell(news)
        self.wire.write(self._session.to_send())

    def _tell(self, news: DeviceNews) -> None:
        match news:
            case Welcomed():
                self._say({"welcomed": True})
            case Acked(seq=seq):
                self._say({"acked": seq})
            case CommandReceived(number=number, fields=fields):
                self._do(number, fields)
            case RefusedByHost(reason=reason, text=text):
                self._say({"refused": reason, "text": text})
            case HostGone():
                self._say({"host_gone": True})

    def _do(self, number: int, fields: dict[str, Any]) -> None:
        what = fields.get("do")
        if not isinstance(what, str) or what not in COMMANDS:
            self._session.finish(number, self.now_us(), Fault.UNKNOWN_COMMAND, f"cannot do {what!r}")
            return
        self._session.finish(number, self.now_us())
        self._say({"command": fields})

    # --- orders ---

    def obey(self, line: bytes) -> None:
        """Carry out one line of standard input. Raise BadOrder."""
        try:
            order = object_in(line)
        except BadMessage as problem:
            raise BadOrder(str(problem)) from None
        verbs: dict[str, Callable[[dict[str, Any]], None]] = {
            "event": self._sense,
            "raw": self._sense_raw,
            "drop": self._drop,
            "garble": self._garble,
            "noise": self._noise,
            "hang": self._hang,
            "reboot": self._reboot,
            "unplug": self._unplug,
            "plug": self._plug_again,
            "protocol": self._speak,
            "fault": self._fault,
            "clock_jump_ms": self._jump,
        }
        for verb, act in verbs.items():
            if verb in order:
                act(order)
                self.step()
                return
        raise BadOrder(f"no order in {sorted(order)}; one of {', '.join(verbs)} is wanted")

    def _sense(self, order: dict[str, Any]) -> None:
        event = order["event"]
        if not isinstance(event, dict):
            raise BadOrder("`event` is a JSON object, as in the sensor log without `t`")
        sensed_us = self._back(order, "ago_ms")
        if "stamp_us" in order:
            sensed_us = _count(order, "stamp_us")
        if "started_ago_ms" in order:
            event = {**event, "started_us": self._back(order, "started_ago_ms")}
        self._number(json.dumps(event, separators=(",", ":"), ensure_ascii=False).encode(), sensed_us)

    def _sense_raw(self, order: dict[str, Any]) -> None:
        if not isinstance(order["raw"], str):
            raise BadOrder("`raw` is the text to send as an event")
        self._number(order["raw"].encode(), self.now_us())

    def _number(self, payload: bytes, sensed_us: int) -> None:
        try:
            self._say({"sensed": self._session.sense(payload, self.now_us(), sensed_us)})
        except ValueError as problem:
            raise BadOrder(str(problem)) from None

    def _back(self, order: dict[str, Any], field: str) -> int:
        ago_ms = order.get(field, 0)
        if isinstance(ago_ms, bool) or not isinstance(ago_ms, int | float) or ago_ms < 0:
            raise BadOrder(f"`{field}` is a number of milliseconds, not {ago_ms!r}")
        return max(0, self.now_us() - int(ago_ms * 1000))

    def _drop(self, order: dict[str, Any]) -> None:
        self.wire.frames_to_drop += _count(order, "drop")

    def _garble(self, order: dict[str, Any]) -> None:
        self.wire.frames_to_garble += _count(order, "garble")

    def _noise(self, order: dict[str, Any]) -> None:
        self.wire.noise(_count(order, "noise"))

    def _hang(self, order: dict[str, Any]) -> None:
        self._hanging = bool(order["hang"])

    def _reboot(self, order: dict[str, Any]) -> None:
        self._power_up()

    def _unplug(self, order: dict[str, Any]) -> None:
        self.wire.unplug()
        self._say({"unplugged": True})

    def _plug_again(self, order: dict[str, Any]) -> None:
        if not self.wire.plugged:
            self.plug()

    def _speak(self, order: dict[str, Any]) -> None:
        version = _count(order, "protocol")
        if not 1 <= version <= 255:
            raise BadOrder(f"`protocol` is 1 to 255, not {version}")
        who = self._identity
        self._identity = Identity(
            kind=who.kind, serial=who.serial, build=who.build, lowest=version, highest=version
        )
        self._power_up()

    def _fault(self, order: dict[str, Any]) -> None:
        text = order["fault"]
        code = Fault.WELL if text is None else Fault.SENSOR
        self._session.report(code, str(text or ""), self.now_us())

    def _jump(self, order: dict[str, Any]) -> None:
        self._started_ns -= _count(order, "clock_jump_ms") * 1_000_000


def _count(order: dict[str, Any], field: str) -> int:
    value = order[field]
    if value is True:
        return 1
    if not isinstance(value, int) or value < 0:
        raise BadOrder(f"`{field}` is true or a count, not {value!r}")
    return value


def serve(device: VirtualDevice, orders: int, say: Callable[[dict[str, Any]], None]) -> None:
    """Run until ``orders``, the descriptor of standard input, ends."""
    pending = b""
    while True:
        watched = [orders] + ([device.wire.fileno()] if device.wire.plugged else [])
        ready, _, _ = select.select(watched, [], [], device.wait_s())
        device.step(device.wire.read() if device.wire.plugged else b"")
        if orders not in ready:
            continue
        chunk = os.read(orders, LONGEST_LINE)
        *lines, pending = (pending + chunk).split(b"\n")
        if not chunk:
            lines = [pending]
        elif len(pending) > LONGEST_LINE:
            say({"error": f"line over {LONGEST_LINE} bytes"})
            pending = b""
        for line in filter(bytes.strip, lines):
            try:
                device.obey(line)
            except BadOrder as problem:
                say({"error": str(problem)})
        if not chunk:
            return


def parse_options(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the command line's options; argparse ends the process with 2 where they make no sense."""
    parser = argparse.ArgumentParser(
        prog="python -m firmware_bridge.virtual_device",
        description="A device of the table without hardware: it speaks the link's protocol on a pty.",
        epilog='example: echo \'{"event":{"type":"card.draw","tag":"As","face":"down"}}\' | '
        "python -m firmware_bridge.virtual_device --kind shoe --serial SHOE-1 --link /tmp/shoe",
    )
    parser.add_argument("--kind", required=True, choices=sorted(KINDS))
    parser.add_argument("--serial", required=True, help="up to 32 printable ASCII characters")
    parser.add_argument("--build", default=f"virtual-{VERSION}")
    parser.add_argument("--link", type=Path, help="path that is kept pointing to the pty")
    parser.add_argument("--ring", type=_at_least_one, default=RING_EVENTS, help="events kept for the host")
    parser.add_argument("--first-seq", type=_at_least_one, default=1, help="number of the first event")
    parser.add_argument("--boot-id", type=_at_least_one, default=None, help="random where absent")
    parser.add_argument("--seed", type=int, default=None, help="of damage and noise")
    options = parser.parse_args(arguments)
    try:
        options.identity = Identity(kind=options.kind, serial=options.serial, build=options.build)
    except ValueError as problem:
        parser.error(str(problem))
    if options.link is not None and not options.link.parent.is_dir():
        parser.error(f"--link: {options.link.parent} is no folder")
    return options


def _at_least_one(text: str) -> int:
    value = int(text)
    if not 1 <= value < 2**32:
        raise argparse.ArgumentTypeError(f"{text} is not 1 to {2**32 - 1}")
    return value


def main() -> int:
    """Run one virtual device; return the exit code."""
    options = parse_options()
    return run(lambda say: VirtualDevice(options, say), serve)


if __name__ == "__main__":
    sys.exit(main())

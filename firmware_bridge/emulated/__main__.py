"""Serves an emulated reader on a pty: ``python -m firmware_bridge.emulated --reader pepper``.

It says on standard output where it is (``{"pty":"/dev/pts/4"}``) and does what JSON lines on standard input
tell it: ``{"place":{"1":["E004015012345678"]}}`` puts exactly these tags on antennas,
``{"faults":{"missed":0.2}}`` makes it fail, ``{"hang":true}`` makes it deaf and dumb. It ends with its
input.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import sys
from pathlib import Path

from firmware_bridge.emulated import EMULATED, Emulated
from firmware_bridge.emulated.field import Faults, Field
from firmware_bridge.pty_wire import PtyWire


def serve(reader: Emulated, wire: PtyWire, orders: int) -> None:
    """Answer until ``orders``, the descriptor of standard input, ends."""
    pending, hanging = b"", False
    while True:
        ready, _, _ = select.select([orders, wire.fileno()], [], [])
        heard = wire.read() if wire.fileno() in ready else b""
        if heard and not hanging:
            for piece in reader.receive(heard):
                wire.write(piece)
        if orders not in ready:
            continue
        chunk = os.read(orders, 65_536)
        *lines, pending = (pending + chunk).split(b"\n")
        for line in lines:
            order = json.loads(line)
            hanging = order.get("hang", hanging)
            _obey(order, reader.field)
        if not chunk:
            return


def _obey(order: dict[str, object], field: Field) -> None:
    placed, faults = order.get("place"), order.get("faults")
    if isinstance(placed, dict):
        for antenna, tags in placed.items():
            field.place(int(antenna), tags)
    if isinstance(faults, dict):
        field.faults = Faults(**faults)
    sys.stdout.write('{"done":true}\n')
    sys.stdout.flush()


def main() -> int:
    """Run one emulated reader; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m firmware_bridge.emulated", description=__doc__)
    parser.add_argument("--reader", choices=list(EMULATED), required=True)
    parser.add_argument("--link", type=Path, default=None, help="kept pointing at the pty")
    parser.add_argument("--seed", type=int, default=1, help="of the faults")
    given = parser.parse_args()
    wire = PtyWire(given.link)
    sys.stdout.write(json.dumps({"pty": wire.plug()}) + "\n")
    sys.stdout.flush()
    try:
        serve(EMULATED[given.reader](Field(given.seed)), wire, sys.stdin.fileno())
    finally:
        wire.unplug()
    return 0


if __name__ == "__main__":
    sys.exit(main())

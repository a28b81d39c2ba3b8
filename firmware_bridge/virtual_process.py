"""Runs a virtual device or board as a process: told what to do on standard input, it says what it did, a line each."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

Say = Callable[[dict[str, Any]], None]


class Wire(Protocol):
    """The pty that the host opens."""

    def unplug(self) -> None:
        """Close it."""


class Plugged(Protocol):
    """What is run."""

    @property
    def wire(self) -> Wire:
        """Where the host reaches it."""

    def plug(self) -> None:
        """Open the pty."""


Made = TypeVar("Made", bound=Plugged)


def run(make: Callable[[Say], Made], serve: Callable[[Made, int, Say], None]) -> int:
    """Run what ``make`` makes until its orders end or it is stopped; return the exit code."""

    def say(fact: dict[str, Any]) -> None:
        sys.stdout.write(json.dumps(fact) + "\n")
        sys.stdout.flush()

    def stop(number: int, frame: object) -> None:
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    made = make(say)
    try:
        made.plug()
        serve(made, sys.stdin.fileno(), say)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # whoever listened is gone
    finally:
        made.wire.unplug()
    return 0

"""Ports for what tests start: nobody has them, and no client of another test is given one before its server listens."""

from __future__ import annotations

import os
import socket
from itertools import count

FIRST, BAND = 18_000, 900
"""Below those that the system gives to clients (32768 and up, ip_local_port_range), for one that knocks before anybody listens
could be let in by itself; each of the first sixteen workers has its own.
"""
_asked = count(os.getpid() * 7)


def port_nobody_has() -> int:
    """Return a port of this worker's own that nobody listens at."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 16
    while True:
        port = FIRST + BAND * worker + next(_asked) % BAND
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port

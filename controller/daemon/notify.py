"""Tells systemd that the daemon is ready, still alive, or stopping; nobody where nobody asked."""

from __future__ import annotations

import os
import socket


def tell_systemd(state: str) -> None:
    """Send ``state`` ("READY=1", "WATCHDOG=1", "STOPPING=1") to the service manager, if there is one."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if address[:1] not in ("/", "@"):
        return
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as channel:
            channel.sendto(state.encode(), address.replace("@", "\0", 1))
    except OSError:
        return  # systemd is gone or deaf; the table goes on


def watchdog_s() -> float | None:
    """Return how often systemd wants to hear of us, halved, in seconds; None where it does not."""
    try:
        asked_us = int(os.environ.get("WATCHDOG_USEC", ""))
        wanted_of = int(os.environ.get("WATCHDOG_PID", os.getpid()))
    except ValueError:
        return None
    return asked_us / 2_000_000 if asked_us > 0 and wanted_of == os.getpid() else None

"""Where a configured device is plugged in now."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any

import pyudev

from controller.config import DeviceConfig


class NoUdev(OSError):
    """This machine's udev cannot be asked."""


def port_finder(device: DeviceConfig) -> Callable[[], str | None]:
    """Return the function that looks for ``device``'s port. Raise NoUdev where it takes udev and has none."""
    if device.path is not None:
        path = device.path
        return lambda: path if os.path.exists(path) else None
    wanted = dict(device.udev or {})
    context = _context()

    def find() -> str | None:
        for found in context.list_devices(subsystem="tty"):
            if found.device_node and all(found.properties.get(name) == wanted[name] for name in wanted):
                return str(found.device_node)
        return None

    return find


def watch_plugs(on_plug: Callable[[], None]) -> Callable[[], None]:
    """Call ``on_plug`` in the event loop whenever a serial port appears; return what stops it."""
    monitor = pyudev.Monitor.from_netlink(_context())
    monitor.filter_by("tty")
    monitor.start()
    loop = asyncio.get_running_loop()

    def readable() -> None:
        while (event := monitor.poll(0)) is not None:
            if event.action == "add":
                on_plug()

    loop.add_reader(monitor.fileno(), readable)

    def stop() -> None:
        loop.remove_reader(monitor.fileno())

    return stop


def _context() -> Any:
    try:
        return pyudev.Context()
    except (ImportError, OSError) as error:
        raise NoUdev("udev cannot be asked on this machine; name the device by `path` instead") from error

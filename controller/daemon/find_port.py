"""Finds where a configured device is plugged in now."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any

import msgspec
import pyudev

from controller.config import DeviceConfig


class NoUdev(OSError):
    """This machine's udev cannot be asked."""


class Port(msgspec.Struct, frozen=True, kw_only=True):
    """A serial port that something hangs on, as udev knows it; ``properties`` are what `udev` may name."""

    node: str
    properties: dict[str, str]

    @property
    def serial(self) -> str:
        """The serial number that the device gives on the bus, "" where it has none."""
        return self.properties.get("ID_SERIAL_SHORT", "")

    @property
    def what(self) -> str:
        """What the device calls itself on the bus."""
        names = ("ID_VENDOR_FROM_DATABASE", "ID_VENDOR"), ("ID_MODEL_FROM_DATABASE", "ID_MODEL")
        found = [next((self.properties[n] for n in of if n in self.properties), "") for of in names]
        return " ".join(filter(None, found)).replace("_", " ")

    def fits(self, device: DeviceConfig) -> bool:
        """Return whether the configuration means the device at this port."""
        if device.path is not None:
            return os.path.realpath(device.path) == os.path.realpath(self.node)
        wanted = device.udev or {}
        return bool(wanted) and all(self.properties.get(name) == wanted[name] for name in wanted)


def plugged_in() -> list[Port]:
    """Return the serial ports on a bus, by node; the machine's own consoles are none. Raise NoUdev."""
    return [
        Port(node=str(found.device_node), properties={str(k): str(v) for k, v in found.properties.items()})
        for found in sorted(_context().list_devices(subsystem="tty"), key=lambda found: found.sys_name)
        if found.device_node and found.properties.get("ID_BUS")
    ]


def on_usb() -> list[dict[str, str]]:
    """Return what udev knows of every USB device, hubs too. Raise NoUdev."""
    found = _context().list_devices(subsystem="usb", DEVTYPE="usb_device")
    return [{str(key): str(value) for key, value in device.properties.items()} for device in found]


def port_finder(device: DeviceConfig) -> Callable[[], str | None]:
    """Return the function that looks for ``device``'s port. Raise NoUdev where it takes udev and has none."""
    if device.path is not None:
        path = device.path
        return lambda: path if os.path.exists(path) else None
    wanted = dict(device.udev or {})
    context = _context()

    def find() -> str | None:
        for found in sorted(context.list_devices(subsystem="tty"), key=lambda found: found.sys_name):
            if found.device_node and all(found.properties.get(name) == wanted[name] for name in wanted):
                return str(found.device_node)
        return None

    return find


def left_alone(ports: list[Port], devices: list[DeviceConfig]) -> list[tuple[Port, str]]:
    """Return the ports that nobody opens, each with the device and port that is taken instead, "" for a stranger."""
    first: dict[str, Port] = {}
    alone = []
    for port in ports:
        meant = [device.label for device in devices if port.fits(device)]
        free = [label for label in meant if first.setdefault(label, port) is port]
        if not free:
            alone.append((port, f"{meant[0]} at {first[meant[0]].node}" if meant else ""))
    return alone


def watch_plugs(on_plug: Callable[[], None]) -> Callable[[], None]:
    """Call ``on_plug`` in the event loop whenever a serial port comes or goes; return what stops it."""
    monitor = pyudev.Monitor.from_netlink(_context())
    monitor.filter_by("tty")
    monitor.start()
    loop = asyncio.get_running_loop()

    def readable() -> None:
        while (event := monitor.poll(0)) is not None:
            if event.action in ("add", "remove"):
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

"""How the devices are: what each is to the table now, since when, and the one line that says why."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from controller.config import DeviceConfig
from controller.config.model import DeviceKind
from controller.daemon.find_port import Port
from controller.desk import PIN, DeviceView
from controller.table.events import DeviceState

JOURNAL = "journal"
STRANGER = "stranger"
_EVERY_SEAT: Final = [f"seat:{seat}" for seat in range(1, 11)]


_ZONES: Final = re.compile(r"((?:seat|bet):\d{1,2}|board|burn|muck|stub|pot)(?:, ?|(?=:))")


def zones_in(text: str) -> list[str]:
    """Return the zones that a device's fault names before its colon: ``seat:4, board: no answer``."""
    found, at = [], 0
    while (zone := _ZONES.match(text, at)) is not None:
        found.append(zone[1])
        at = zone.end()
    return found if text[at : at + 1] == ":" else []


class DeviceBoard:
    """The health of every configured device, and of the journal as far as it is in trouble."""

    def __init__(self, devices: list[DeviceConfig], wall: Callable[[], str]) -> None:
        self._wall = wall
        self._views = {
            device.label: DeviceView(name=device.label, kind=device.kind, state="unknown", since=wall())
            for device in devices
        }
        self._kinds = {device.label: device.kind for device in devices}
        self._trouble: DeviceView | None = None
        self._strangers: dict[str, DeviceView] = {}
        self._guessed: DeviceView | None = None
        self._covers = {device.label: list(device.zones) for device in devices}
        self._dead: dict[str, list[str]] = {}
        """Zones that a device reports dead while it sees the rest, by its name."""

    def views(self) -> list[DeviceView]:
        """Return the devices in the order of the configuration; a troubled journal first, strangers and guesses at the PIN last."""
        trouble = [self._trouble] if self._trouble is not None else []
        guessed = [self._guessed] if self._guessed is not None else []
        return trouble + list(self._views.values()) + list(self._strangers.values()) + guessed

    def state(self, name: str) -> DeviceState:
        """Return a device's state."""
        return self._views[name].state

    def kind(self, name: str) -> DeviceKind:
        """Return what a device senses by."""
        return self._kinds[name]

    def kinds_up(self) -> set[str]:
        """Return the device kinds of which every configured device can be believed."""
        down = {
            self._kinds[name] for name, view in self._views.items() if view.state not in ("up", "degraded")
        }
        return {str(kind) for kind in self._kinds.values()} - {str(kind) for kind in down}

    def blind_seats(self) -> set[int]:
        """Return the seats whose cards no antenna can see now."""
        blind: set[str] = set()
        for name, view in self._views.items():
            if view.kind == "antennas":
                away = view.state not in ("up", "degraded")
                blind.update(self._covers[name] or _EVERY_SEAT if away else self._dead.get(name, []))
        return {int(zone.removeprefix("seat:")) for zone in blind if zone.startswith("seat:")}

    def sensor_fault(self, name: str, text: str) -> tuple[DeviceState, str]:
        """Note that a device's own sensor fails; return what that makes of the device, and in which words.

        A fault that names zones leaves the device the others; one that names none leaves it nothing.
        """
        self._dead[name] = zones = zones_in(text)
        return ("degraded", f"{text}: cards there unknown since {self._wall()}") if zones else ("down", text)

    def change(self, name: str, state: DeviceState, problem: str = "") -> bool:
        """Note a device's health; return whether its state is another than before."""
        before = self._views[name]
        if state != "degraded":
            self._dead.pop(name, None)
        if before.state == state and before.problem == problem:
            return False
        since = before.since if before.state == state else self._wall()
        self._views[name] = msgspec.structs.replace(before, state=state, since=since, problem=problem)
        return before.state != state

    def degraded(self) -> list[str]:
        """Return the names of the devices that lost something."""
        return [name for name, view in self._views.items() if view.state == "degraded"]

    def strangers(self, ports: Iterable[Port]) -> bool:
        """Note which ports hold a device that is not this table's; return whether they are others than before."""
        before = self._strangers
        self._strangers = {port.node: before.get(port.node) or self._stranger(port) for port in ports}
        return list(before) != list(self._strangers)

    def _stranger(self, port: Port) -> DeviceView:
        who = f"{port.what or 'a device'}, serial {port.serial or 'none'}"
        problem = f"{who}, at {port.node} is not in the configuration and is left alone"
        return DeviceView(name=port.node, kind=STRANGER, state="unknown", since=self._wall(), problem=problem)

    def wrong_pin(self, client: str, together: int) -> None:
        """Note that somebody guesses at the PIN: the ``together``-th wrong one in a row came from ``client``."""
        since = self._wall() if self._guessed is None or together == 1 else self._guessed.since
        wrong = "a wrong PIN" if together == 1 else f"{together} wrong PINs"
        problem = f"{wrong} since {since}, the last from {client}"
        self._guessed = DeviceView(name=PIN, kind=PIN, state="unknown", since=since, problem=problem)

    @property
    def recording_stopped(self) -> bool:
        """Whether nothing can be recorded now."""
        return self._trouble is not None

    def journal_trouble(self, problem: str) -> None:
        """Note what keeps the journal from writing; "" when it writes again."""
        if not problem:
            self._trouble = None
        elif self._trouble is None or self._trouble.problem != problem:
            self._trouble = DeviceView(
                name=JOURNAL, kind=JOURNAL, state="down", since=self._wall(), problem=problem
            )

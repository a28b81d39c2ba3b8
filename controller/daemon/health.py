"""How the devices are: what each is to the table now, since when, and the one line that says why."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from controller.config import DeviceConfig
from controller.daemon.find_port import Port
from controller.desk import DeviceView
from controller.table.events import DeviceState

JOURNAL = "journal"
STRANGER = "stranger"


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

    def views(self) -> list[DeviceView]:
        """Return the devices in the order of the configuration; a troubled journal first, strangers last."""
        trouble = [self._trouble] if self._trouble is not None else []
        return trouble + list(self._views.values()) + list(self._strangers.values())

    def state(self, name: str) -> DeviceState:
        """Return a device's state."""
        return self._views[name].state

    def kinds_up(self) -> set[str]:
        """Return the device kinds of which every configured device can be believed."""
        down = {
            self._kinds[name] for name, view in self._views.items() if view.state not in ("up", "degraded")
        }
        return {str(kind) for kind in self._kinds.values()} - {str(kind) for kind in down}

    def change(self, name: str, state: DeviceState, problem: str = "") -> bool:
        """Note a device's health; return whether its state is another than before."""
        before = self._views[name]
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

"""Says what lamp and buzzer of the panel do when the floor is wanted.

The lamp blinks while somebody has to come and burns steadily once he is on his way; the buzzer sounds once
for each new case.
"""

from __future__ import annotations

from typing import Any, Final, Literal, Protocol

from controller.daemon.alerts import AlertBook

Lamp = Literal["off", "blink", "steady"]
Signal = Literal["floor", "dealer", "blind"]
_BLINK_MS: Final = 500
_SOUNDS: Final[dict[Signal, dict[str, int]]] = {
    "floor": {"ms": 200, "times": 3},
    "dealer": {"ms": 150, "times": 2},
    "blind": {"ms": 250, "times": 1},
}
"""What a linked panel's buzzer is told, as the link's protocol has it."""


class Sounder(Protocol):
    """A panel's lamp and buzzer."""

    def lamp(self, lamp: Lamp) -> None:
        """Set the lamp."""

    def buzz(self, signal: Signal) -> None:
        """Sound ``signal`` once."""


class FloorCall:
    """Follows the alerts and tells the panels what to do, each only what it does not do yet."""

    def __init__(self) -> None:
        self._lamps: dict[Sounder, Lamp] = {}
        self._sounded: set[str] = set()

    def prime(self, alerts: AlertBook) -> None:
        """Take what is on record for sounded: after a restart nobody is startled by old cases."""
        self._sounded = set(alerts.waiting())

    def follow(self, alerts: AlertBook, panels: list[Sounder]) -> None:
        """Bring the lamps and buzzers of the ``panels`` that are there into line with ``alerts``."""
        if not panels:
            self._lamps.clear()
            return
        lamp = alerts.lamp()
        waiting = alerts.waiting()
        new = [signal for name, signal in waiting.items() if name not in self._sounded]
        self._sounded = set(waiting)
        for panel in panels:
            if self._lamps.get(panel, "off") != lamp:
                panel.lamp(lamp)
            if new:
                panel.buzz("floor" if "floor" in new else "dealer")
        self._lamps = dict.fromkeys(panels, lamp)


class CommandLink(Protocol):
    """A device link that takes commands."""

    @property
    def is_up(self) -> bool:
        """Whether the device is there."""

    def command(self, fields: dict[str, Any]) -> None:
        """Send a command."""


class LinkedPanel:
    """A panel on a device link."""

    def __init__(self, link: CommandLink) -> None:
        self._link = link

    def sounder(self) -> Sounder | None:
        """Return the panel if it is there now."""
        return self if self._link.is_up else None

    def lamp(self, lamp: Lamp) -> None:
        """Set the lamp."""
        self._link.command(
            {"do": "lamp", "on": lamp != "off", **({"blink_ms": _BLINK_MS} if lamp == "blink" else {})}
        )

    def buzz(self, signal: Signal) -> None:
        """Sound ``signal`` once."""
        self._link.command({"do": "buzzer", **_SOUNDS[signal]})

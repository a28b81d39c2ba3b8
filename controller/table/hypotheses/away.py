"""Keeps the devices that are away from hand to hand, and what is told when one goes, loses something, or is back."""

from __future__ import annotations

from typing import Any

from controller.table.events import DeviceChanged
from controller.table.irregularities import Irregularity
from controller.table.kinds.unseen import Unseen, is_away


class Away:
    """Devices that are down, or dead over some of their zones, as they were last told."""

    def __init__(self) -> None:
        self._down: dict[str, DeviceChanged] = {}

    def heard(self, event: DeviceChanged, line: int) -> Irregularity | None:
        """Take a device's health; return what is to be told of it, None for no trouble."""
        before = self._down.pop(event.device, None) if event.state == "up" else None
        if is_away(event):
            self._down[event.device] = event
        if event.state not in ("down", "degraded") and before is None and not event.lost:
            return None
        facts: dict[str, Any] = {"device": event.device, "state": event.state, "lost": event.lost or 0}
        if before is not None:
            facts["back"] = True
        if zones := event.zones or (before.zones if before is not None else None):
            facts["zones"] = zones
        return Irregularity("sensing.device", facts=facts, lines=[line], remedy="look")

    def unseen(self) -> Unseen:
        """Return what a hand that begins now will not be seen of."""
        unseen = Unseen()
        for event in self._down.values():
            unseen.note(event)
        return unseen

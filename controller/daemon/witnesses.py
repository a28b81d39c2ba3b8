"""Lets what two cameras see of one zone into the table once, and says where they differ."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from controller.daemon.alarm import Alarm
from controller.daemon.core import TableCore
from controller.daemon.coverage import about
from controller.daemon.fusing import HOLD_S, Fusion, Let, Told
from firmware_bridge import Link

FUSED: Final = "tick"
"""How a word stands in the log that another camera's word stands for: time passes, and what was said beside it."""

LetIn = Callable[[dict[str, Any]], None]
"""Takes what was told into the table, with these fields."""


class _Linked(Protocol):
    """A device on its link."""

    name: str
    link: Link


class Witnesses:
    """Stands between the links and the table. Belongs to the event loop's thread."""

    def __init__(self, core: TableCore, links: Sequence[_Linked]) -> None:
        self._core, self._links = core, links
        self._fusion = Fusion()
        self._let_in: dict[Told, LetIn] = {}
        self._look = Alarm(self._looked)

    def held(self) -> float | None:
        """Return when the earliest thing was sensed that waits for another camera; None where nothing does."""
        return self._fusion.oldest_s

    def take(self, told: Told, let_in: LetIn) -> None:
        """Take what a device told; it goes in now, or when the other camera has had its time."""
        self._let_in[told] = let_in
        self._fusion.take(told)
        self._release()

    def _release(self) -> None:
        for let in list(self._fusion.release(time.monotonic(), self._reported)):
            self._go_on(let, self._let_in.pop(let.told))
        if self._fusion.oldest_s is None:
            return
        if not self._look.is_set:
            self._look.set(time.monotonic() + HOLD_S)
        wanted = self._fusion.waits_for()
        for linked in self._links:
            settled = linked.link.settled_s()
            if settled is not None and settled <= wanted.get(linked.name, 0.0):
                linked.link.ask()

    def look(self) -> None:
        """Let in what a device's report has freed."""
        if self._fusion.oldest_s is not None:
            self._release()

    def _looked(self) -> None:
        """Let in what has waited long enough."""
        self._release()
        self._core.settle()

    def _reported(self, name: str) -> float | None:
        return next((linked.link.settled_s() for linked in self._links if linked.name == name), None)

    def _go_on(self, let: Let, let_in: LetIn) -> None:
        told = let.told
        if let.fields is not None:
            let_in(let.fields)
        else:
            let_in({"type": FUSED, "fused": told.fields, "with": told.other.device if told.other else None})
        if let.doubt:
            self._say_doubt(let)

    def _say_doubt(self, let: Let) -> None:
        """Say that two cameras differ: of what cannot be told as unknown chips, no ruling rests on the zone."""
        told = let.told
        assert told.other is not None
        zones = about(told.fields)
        what = f"{' and '.join(sorted((told.device, told.other.device)))} differ about {', '.join(zones)}"
        self._core.devices.change(told.device, "degraded", what)
        if let.fields is None and told.fields.get("type") != "chips.bet":
            self._core.key(
                {
                    "type": "device", "device": told.device, "kind": "chips", "state": "degraded", "lost": 1,
                    "zones": zones, "detail": what,
                }
            )  # fmt: skip
        self._core.owner.changed()

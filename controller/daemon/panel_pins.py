"""Serves the panel on the Pi's own pins: its keys come in as events, its lamp and buzzer follow the alerts."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

import structlog

from controller.daemon.core import TableCore
from controller.daemon.intake import Unfit
from firmware_bridge import MAY_SEND
from hw import PanelError
from hw.keys import layout_from
from hw.panel import Panel

log = structlog.get_logger()

AGAIN_S: Final = 2.0
"""Pins that cannot be had yet are tried again so often: at a boot the system gives them to its groups in its own time."""

_OF_A_SEAT: Final = frozenset({"declare", "declare.cancel", "clock.call"})
_TAKE_AN_AMOUNT: Final = ("bet", "raise")


class SpeakingSeat:
    """Which seat an entry is about where the dealer keyed none: the seat whose turn it is.

    A number after "bet" or "raise", and the taking back of a word, are about the seat that said it:
    the turn may have moved on since.
    """

    def __init__(self) -> None:
        self._last: int | None = None
        self._awaits_amount = False

    def fill_in(self, entry: Mapping[str, Any], to_act: int | None) -> dict[str, Any] | None:
        """Return the entry with its seat; None where nobody's turn it is and no seat was keyed."""
        if entry["type"] not in _OF_A_SEAT:
            return dict(entry)
        action = entry.get("action")
        of_last = entry["type"] == "declare.cancel" or (action == "amount" and self._awaits_amount)
        seat = entry.get("seat") or (self._last if of_last else None) or to_act
        if seat is None:
            return None
        self._last, self._awaits_amount = seat, action in _TAKE_AN_AMOUNT
        return {**entry, "seat": seat}


class PinPanel:
    """One panel on the pins; ``pins`` is its wiring by key, empty for the panel as built."""

    def __init__(self, name: str, core: TableCore, pins: Mapping[str, int] | None = None) -> None:
        self.name, self._core, self._pins = name, core, pins or {}
        self.panel: Panel | None = None
        self._speaking = SpeakingSeat()

    async def run(self) -> None:
        """Take in what is keyed until cancelled; where the pins cannot be had, say so and try again."""
        async with await self._opened() as panel:
            self.panel = panel
            self._core.device_changed(self.name, "up")
            try:
                async for entry in panel.events():
                    self._keyed(entry)
            finally:
                self.panel = None

    async def _opened(self) -> Panel:
        while True:
            try:
                return Panel(layout_from(self._pins))
            except PanelError as error:
                self._core.device_changed(self.name, "down", str(error))
            await asyncio.sleep(AGAIN_S)

    def sounder(self) -> Panel | None:
        """Return the panel if it is there now."""
        return self.panel

    def crashed(self, error: BaseException) -> None:
        """Say that the panel's task broke; it is started anew."""
        log.error("panel fault", device=self.name, error=type(error).__name__)
        self._core.device_changed(self.name, "down", "a fault of the panel; starting anew")

    def _keyed(self, entry: dict[str, Any]) -> None:
        fields = self._speaking.fill_in(entry, self._core.live.view().to_act)
        if fields is None:
            log.warning("key without a seat", device=self.name, type=entry["type"])
            return
        try:
            if fields["type"] not in MAY_SEND["panel"]:
                raise Unfit("type", f"a panel may not send {fields['type']}")
            self._core.key(fields, device=self.name)
        except Unfit as unfit:
            log.warning("bad key", device=self.name, place=unfit.place, error=unfit.error)

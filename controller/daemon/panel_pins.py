"""The panel on the Pi's own pins: its keys come in as events, its lamp and buzzer follow the alerts."""

from __future__ import annotations

import structlog

from controller.daemon.core import TableCore
from controller.daemon.intake import Unfit
from firmware_bridge import MAY_SEND
from hw import PanelError
from hw.panel import Panel

log = structlog.get_logger()


class PinPanel:
    """One panel on the pins."""

    def __init__(self, name: str, core: TableCore) -> None:
        self.name, self._core = name, core
        self.panel: Panel | None = None

    async def run(self) -> None:
        """Take in what is keyed until cancelled; say so where this machine has no such pins."""
        try:
            panel = Panel()
        except PanelError as error:
            self._core.device_changed(self.name, "down", str(error))
            return
        async with panel:
            self.panel = panel
            self._core.device_changed(self.name, "up")
            try:
                async for entry in panel.events():
                    self._keyed(entry)
            finally:
                self.panel = None

    def sounder(self) -> Panel | None:
        """Return the panel if it is there now."""
        return self.panel

    def crashed(self, error: BaseException) -> None:
        """Say that the panel's task broke; it is started anew."""
        log.error("panel fault", device=self.name, error=type(error).__name__)
        self._core.device_changed(self.name, "down", "a fault of the panel; starting anew")

    def _keyed(self, entry: dict[str, object]) -> None:
        fields = dict(entry)
        kind = str(fields.get("type"))
        if "seat" not in fields and kind in _OF_A_SEAT:
            seat = self._core.live.view().to_act
            if seat is None:
                log.warning("key without a seat", device=self.name, type=kind)
                return
            fields["seat"] = seat
        try:
            if kind not in MAY_SEND["panel"]:
                raise Unfit("type", f"a panel may not send {kind[:40]}")
            self._core.key(fields)
        except Unfit as unfit:
            log.warning("bad key", device=self.name, place=unfit.place, error=unfit.error)


_OF_A_SEAT = frozenset({"declare", "declare.cancel", "tap", "clock.call", "clock.cancel", "seat.speaks"})
"""Entries that are about the seat whose turn it is where none was keyed."""

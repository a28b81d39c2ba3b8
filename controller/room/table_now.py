"""Says what a table is now: ``state``, what everybody at it can see without pots, and ``health``."""

from __future__ import annotations

from typing import Any

import msgspec

from controller import build
from controller.daemon.health import DeviceBoard
from controller.room.clock_error import clock_error_s
from controller.room.topics import VERSION
from controller.table_api import PIN, Snapshot


def state_message(snapshot: Snapshot, at: str) -> dict[str, Any]:
    """Return the table as it stands, ``at`` being the wall clock's RFC 3339: no pot, no stack, no hidden card."""
    view, levels = snapshot.view, snapshot.levels
    seats = [seat for seat in view.seats if seat.state != "empty"]
    return {
        "at": at, "game": view.game, "hand": view.hand, "street": view.street, "button": view.button,
        "small_blind": view.small_blind, "big_blind": view.big_blind,
        "level": {
            "small": view.small, "big": view.big, "ante": view.ante, "big_blind_ante": view.big_blind_ante,
            "bring_in": view.bring_in, "small_bet": view.small_bet, "big_bet": view.big_bet,
            "number": None if levels is None else levels.level, "left_s": None if levels is None else levels.left,
            "rest": None if levels is None else levels.rest, "paused": levels is not None and levels.paused,
        },
        "seats_taken": [seat.seat for seat in seats], "seats": len(view.seats),
        "to_act": view.to_act, "to_call": None if view.to_act is None or view.uncounted else view.to_call,
        "in_hand": [seat.seat for seat in view.seats if seat.in_hand],
        "bets": {str(seat.seat): seat.bet for seat in view.seats if seat.bet},
        "board": view.board, "called": snapshot.floor_called,
    }  # fmt: skip


def health_message(snapshot: Snapshot, devices: DeviceBoard) -> dict[str, Any]:
    """Return how the table is: its devices with what they serve, and how many rules can be judged."""
    shown = [device for device in snapshot.devices if device.kind != PIN]
    troubled = any(device.state not in ("up", "unknown") for device in shown)
    return {
        "state": "degraded" if troubled else "up",
        "devices": [
            {**msgspec.to_builtins(device), "zones": device.zones or sorted(devices.coverage.zones(device.name))}
            for device in shown
        ],
        "rules_live": [snapshot.rules_live, snapshot.rules_total],
        "blind": snapshot.blind, "build": build.VERSION, "version": VERSION, "clock_error_s": clock_error_s(),
    }  # fmt: skip

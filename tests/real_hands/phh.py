"""Where the reader of histories stood before."""

from __future__ import annotations

from controller.histories.read_phh import (
    UNKNOWN,
    BoardCards,
    History,
    HistoryError,
    HoleCards,
    Move,
    Shown,
    Step,
    read_folder,
    read_history,
)

__all__ = [
    "UNKNOWN",
    "BoardCards",
    "History",
    "HistoryError",
    "HoleCards",
    "Move",
    "Shown",
    "Step",
    "read_folder",
    "read_history",
]

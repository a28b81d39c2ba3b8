"""Tells how many of the house's kinds today's sensors can judge, and which they cannot.

Each kind's row says which devices it needs up, and what a table must always sense or key besides (faces, taps,
words, awards): without some of that a kind cannot be judged at all, without the rest only in some of its cases.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from controller.table.kinds import KINDS
from controller.table.rulebook import Rulebook


def needs(kind: str) -> frozenset[str]:
    """Return the device kinds that judging ``kind`` takes. Raise KeyError for no kind."""
    return KINDS[kind].needs


_SAME: Final = {"chips": "camera"}
"""What a kind of device is called among the equipment."""


def parts(devices: Iterable[str]) -> frozenset[str]:
    """Return what the equipment calls these kinds of device."""
    return frozenset(_SAME.get(device, device) for device in devices)


def kind_of(device: str) -> str | None:
    """Return the kind of a device that is named as its kind or as the equipment is; None for another name."""
    return next(
        (kind for row in KINDS.values() for kind in row.needs if device in (kind, _SAME.get(kind))), None
    )


def unjudged(equipment: Iterable[str]) -> frozenset[str]:
    """Return the kinds that a table so equipped never judges."""
    there = frozenset(equipment)
    bounds = bool(there & {"hands", "antennas"})  # else nobody knows which hand something belongs to
    return frozenset(
        kind
        for kind, row in KINDS.items()
        if not parts(row.needs | row.never_without) <= there
        or (not bounds and bool(row.needs) and not row.any_hand)
    )


def live_kinds(book: Rulebook, equipment: Iterable[str]) -> list[str]:
    """Return the kinds of ``book`` that a table so equipped can judge in all their cases."""
    there = frozenset(equipment)
    never = unjudged(there)
    return [kind for kind in ruled_kinds(book) if kind not in never and KINDS[kind].in_part_without <= there]


def ruled_kinds(book: Rulebook) -> list[str]:
    """Return the kinds of findings that ``book`` rules on; advice is none."""
    return [kind for kind in book.kinds if not KINDS[kind].advice]


def blind_kinds(book: Rulebook, up: Iterable[str], equipment: Iterable[str] | None = None) -> list[str]:
    """Return the kinds of ``book`` that cannot be judged while only devices of kinds ``up`` are up.

    ``equipment`` is what the table has at all; None: everything.
    """
    there = set(up)
    live = None if equipment is None else set(live_kinds(book, equipment))
    return [
        kind
        for kind in ruled_kinds(book)
        if not needs(kind) <= there or (live is not None and kind not in live)
    ]

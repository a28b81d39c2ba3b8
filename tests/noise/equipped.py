"""A hand's events as a table senses them that has not everything."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations
from typing import Final, get_args

import msgspec

from controller.table import events as ev

PARTS: Final[tuple[ev.Equipment, ...]] = get_args(ev.Equipment)

_SENSED_BY: Final[dict[type, ev.Equipment]] = {
    ev.CardDrawn: "shoe",
    ev.CardGone: "antennas",
    ev.ChipsPushed: "camera",
    ev.ChipsPulled: "camera",
    ev.BetsSwept: "camera",
    ev.ChangeGiven: "camera",
    ev.ChipsCounted: "camera",
    ev.CardFace: "faces",
    ev.Tapped: "taps",
    ev.PotAwarded: "awards",
    ev.HandEnded: "hands",
    ev.DealEnded: "hands",
}


def subsets() -> Iterator[tuple[ev.Equipment, ...]]:
    """Yield every combination of equipment, from nothing to everything."""
    for size in range(len(PARTS) + 1):
        yield from combinations(PARTS, size)


def thinned(events: Iterable[ev.Event], equipment: Iterable[ev.Equipment]) -> Iterator[ev.Event]:
    """Yield what is left of a hand's events at a table so equipped; the button's place is always known."""
    there = set(equipment)
    last: dict[int, bool] = {}
    for event in events:
        if isinstance(event, ev.Declared | ev.Tapped):
            last[event.seat] = _sensed(event, there)
        if isinstance(event, ev.DeclareCancelled) and not last.get(event.seat, False):
            continue
        if isinstance(event, ev.HandStarted) and "hands" not in there:
            yield ev.ButtonMoved(t=event.t, seat=event.button)
        elif isinstance(event, ev.CardSeen):
            yield from _seen(event, there)
        elif _sensed(event, there):
            yield event


def _sensed(event: ev.Event, there: Collection[ev.Equipment]) -> bool:
    if isinstance(event, ev.Declared):
        return ("taps" if event.action == "check" else "words") in there
    part = _SENSED_BY.get(type(event))
    return part is None or part in there


def _seen(event: ev.CardSeen, there: Collection[ev.Equipment]) -> Iterator[ev.Event]:
    """Antennas see where a card lies, the camera that it lies face up."""
    shown = event.face is not None and event.zone.startswith("seat:")
    if "antennas" not in there:
        if shown and "faces" in there:
            yield ev.CardFace(t=event.t, zone=event.zone, face="up", by="player")
    elif "faces" in there:
        yield event
    elif not shown:
        yield msgspec.structs.replace(event, face=None)

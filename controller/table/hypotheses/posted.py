"""Tells by the posts who is in the hand, where it is open whether a seat has chips left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from controller.table.chips import value_of
from controller.table.equipment import Kit
from controller.table.events import AnyEvent, CardDrawn, ChipsPulled, ChipsPushed
from controller.table.players.players import owed
from controller.table.seating.opening import Opened


def posted(entries: Iterable[tuple[int, AnyEvent]], kit: Kit) -> dict[int, int]:
    """Return what each seat has put out before the first card; none where a push, or its hand, could not be told."""
    lies: dict[int, int] = {}
    if not kit.parts_hands:
        return lies
    for _, event in entries:
        match event:
            case CardDrawn():
                return lies
            case ChipsPushed(chips=None):
                return {}
            case ChipsPushed():
                lies[event.seat] = lies.get(event.seat, 0) + value_of(event.chips or {})
            case ChipsPulled():
                lies[event.seat] = lies.get(event.seat, 0) - value_of(event.chips)
            case _:
                pass
    return lies


def put_chips_out(entries: Iterable[tuple[int, AnyEvent]], kit: Kit) -> set[int]:
    """Return the seats that have put out chips since the first card; none where their hand could not be told."""
    if not kit.parts_hands:
        return set()
    events = [event for _, event in entries]
    first = next((n for n, event in enumerate(events) if isinstance(event, CardDrawn)), len(events))
    return {event.seat for event in events[first:] if isinstance(event, ChipsPushed)}


def posts_fit(opened: Opened, lies: Mapping[int, int]) -> bool:
    """Whether every seat that is dealt in has put out what it owes, as far as its chips go, and nobody else anything."""
    owes = {seat: owed(opened.level, opened.blinds, seat) for seat in opened.order}
    return all(
        lies.get(seat, 0) == due or _is_short(opened, seat, lies.get(seat, 0), due)
        for seat, due in owes.items()
    ) and all(seat in owes for seat, amount in lies.items() if amount)


def posted_otherwise(opened: Opened, lies: Mapping[int, int]) -> Opened | None:
    """Return the way the hand began that the posts bear out, of those it may have; None where that is how it was taken."""
    if not any(lies.values()) or posts_fit(opened, lies):
        return None
    return next((other for other in opened.others if posts_fit(other, lies)), None)


def _is_short(opened: Opened, seat: int, amount: int, due: int) -> bool:
    """Whether ``amount`` may be all that the seat has."""
    stack = next(stack for number, _, stack, *_ in opened.dealt_in if number == seat)
    return 0 < amount < due and stack in (None, amount)

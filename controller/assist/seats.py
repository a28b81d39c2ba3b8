"""Draws seats for the players of a broken table, and changes them at one's own."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from controller.assist.answer import Answer, AssistError, several
from controller.assist.drawn import check_cards, height
from controller.table.rulebook_floor import FloorRules


class Seated(Struct, frozen=True):
    """A player and the seat that was drawn, as the floor names it (``7/3``)."""

    player: str
    seat: str


class SeatDraw(Answer, frozen=True, kw_only=True):
    """Who sits where; ``order`` is the order in which the players draw."""

    order: list[str]
    seated: list[Seated]


def draw_seats(
    floor: FloorRules, players: Sequence[tuple[str, str | None]], seats: Sequence[str], *, table: bool = True
) -> SeatDraw:
    """Return who draws when and, as far as ``seats`` were turned, who sits where.

    ``players`` come with the card each was dealt, where the house draws in two steps. ``table``: they come
    from a broken table, so a clause says where they get cards at once. Raise AssistError for cards or seats
    that cannot be.
    """
    rules = floor.draw
    two = rules is not None and rules.steps == 2
    cards = [card for _, card in players if card is not None]
    check_cards(cards)
    if cards and len(cards) < len(players):
        raise AssistError(f"{len(cards)} of {len(players)} players have a card: all, or none")
    for names in ([name for name, _ in players], list(seats)):
        if twice := [name for name in names if names.count(name) > 1]:
            raise AssistError(f"{twice[0]} stands there twice")
    if len(seats) > len(players):
        raise AssistError(f"{len(seats)} seats were drawn for {several(len(players), 'player')}")
    title = f"Seats for {several(len(players), 'player')}"
    if two and not cards:
        steps = [
            "1. Deal each player a card face up",
            "2. Mix the seat cards face down; highest card draws first",
        ]
        return SeatDraw(title=title, cites=_cites(floor), steps=steps, order=[], seated=[])
    drawn = (
        sorted(players, key=lambda one: height(one[1]) if one[1] else (0, 0), reverse=True)
        if cards
        else players
    )
    order = [name for name, _ in drawn]
    seated = [Seated(name, seat) for name, seat in zip(order, seats, strict=False)]
    steps = [f"{one.player} to seat {one.seat}" for one in seated]
    steps += [f"{name} draws next" for name in order[len(seats) : len(seats) + 1]]
    if table and floor.entry is not None and seated:
        where = (
            "between small blind and button"
            if floor.entry.waits == "between"
            else "on the button or the small blind"
        )
        steps.append(f"Cards at once, but for a seat {where}")
    return SeatDraw(
        title=title, cites=_cites(floor), our_reading=rules is not None and bool(cards), steps=steps,
        decide=[] if rules is not None else ["The book does not say how seats are drawn"],
        order=order, seated=seated,
    )  # fmt: skip


def _cites(floor: FloorRules) -> list[str]:
    return [] if floor.draw is None else list(floor.draw.cites)


class SeatChange(Answer, frozen=True, kw_only=True):
    """When a player who changed seats is dealt in: after ``waits`` hands; None where the floor decides."""

    waits: int | None


def change_seat(
    floor: FloorRules, before: int, after: int, *, posts: bool = False, missed_blind: bool = False
) -> SeatChange:
    """Return the wait of a player who sat ``before`` active seats ahead of the big blind and now sits ``after``.

    ``posts``: the player offers to post a big blind, which one who has missed a blind may not.
    """
    rules, title = floor.change, f"From {before} to {several(after, 'seat')} before the big blind"
    if before < 0 or after < 0:
        raise AssistError("places before the big blind are counted from 0")
    if rules is None:
        return SeatChange(title=title, decide=["The book says nothing of changing seats"], waits=None)
    if after <= before:
        return SeatChange(
            title=title, cites=list(rules.nearer), steps=["Dealt in next hand, nothing to post"], waits=0
        )
    cites = list(rules.away)
    if posts and not missed_blind:
        return SeatChange(
            title=title, cites=cites, steps=["Posts one big blind and is dealt in at once"], waits=0
        )
    steps = [f"Waits {several(after - before, 'hand')}"]
    if not missed_blind:
        steps.append("or posts one big blind and is dealt in at once")
    return SeatChange(title=title, cites=cites, steps=steps, waits=after - before)

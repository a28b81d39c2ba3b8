"""Judges chips found behind an all-in: in the hand, after it was lost, or after the next deal began."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from controller.table.chips import value_of
from controller.table.events import ChipsFound
from controller.table.figures import ChipsBehind
from controller.table.hand import Hand
from controller.table.irregularities import Irregularity
from controller.table.outputs import HandLine
from controller.table.players.player import Player


@dataclass(slots=True)
class LostAllIn:
    """An all-in that was lost: what it put in, and the most that a winner could have matched."""

    put_in: int
    cover: int | None
    """None where nobody knows what the winner had."""


def lost_all_ins(hand: Hand, line: HandLine) -> dict[int, LostAllIn]:
    """Return the seats that lost everything in ``hand``."""
    if line.unawarded:
        return {}
    won = [p for p in hand.players.values() if (line.stacks[p.seat] or 0) > (p.stack or 0)]
    cover = _most(won)
    return {
        player.seat: LostAllIn(player.put_in, cover)
        for player in hand.players.values()
        if player.behind == 0 and player.put_in and line.stacks[player.seat] == 0
    }


def in_play(hand: Hand, event: ChipsFound, lost: LostAllIn | None, line: int) -> Irregularity:
    """Return the irregularity while a hand is on: about its own all-in, or about one of the hand before."""
    player = hand.players.get(event.seat)
    if player is not None and player.behind == 0:
        others = [p for p in hand.players.values() if p.live and p.seat != event.seat]
        cover = _most(others)
        return _irregularity(event, LostAllIn(player.put_in, cover), ("before_next_deal",), line)
    return _irregularity(event, lost, ("after_next_deal",), line)


def between(event: ChipsFound, lost: LostAllIn | None, line: int) -> Irregularity:
    """Return the irregularity between two hands."""
    return _irregularity(event, lost, ("before_next_deal",), line)


def accepted(hand: Hand, seat: int, more: int) -> None:
    """The floor counts ``more``, found behind an all-in, to it: whoever met it on its street pays that too, as far as he can.

    A call for less is no wager that others pay: its chips stay behind.
    """
    player = hand.players[seat]
    wager = next((act for act in reversed(hand.actions) if act.seat == seat), None)
    if player.stack is None or player.behind or wager is None or wager.action not in ("bet", "raise"):
        return
    met = {act.seat: act.to for act in hand.actions if act.street == wager.street}
    hand.seat(seat, stack=player.stack + more)
    _puts_in(hand, seat, more, wager.street)
    for other in hand.live:
        lacks = wager.to + more - met.get(other, 0)
        if other != seat and 0 < lacks <= more:
            _puts_in(hand, other, lacks, wager.street)


def _puts_in(hand: Hand, seat: int, more: int, street: str) -> None:
    """Put ``more`` in of a seat; where that street is still on it is part of its bet."""
    player, figures = hand.players[seat], hand.round
    paid = player.pay(more)
    hand.betting = hand.betting.seated(paid)
    if figures is not None and street == hand.street_name:
        hand.now_is(round=figures.amend(seat, figures.bet(seat) + paid.put_in - player.put_in))


def _most(players: list[Player]) -> int | None:
    """Return the largest stack among ``players``, None where one of them is unknown."""
    stacks = [player.stack for player in players]
    return None if None in stacks else max((stack or 0 for stack in stacks), default=0)


def _irregularity(
    event: ChipsFound, lost: LostAllIn | None, cases: tuple[str, ...], line: int
) -> Irregularity:
    figures = ChipsBehind(value_of(event.chips))
    if lost is not None and lost.cover is not None:
        covered = lost.put_in + figures.found <= lost.cover
        figures = replace(figures, covered=covered)
        if not covered and cases == ("before_next_deal",):
            cases = ("uncovered", *cases)
    return Irregularity("bet.chips_found", event.seat, cases, figures, [line])

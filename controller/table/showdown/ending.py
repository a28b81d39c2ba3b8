"""Ends a hand in figures: pots, what comes back, winners, stacks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from controller.table.betting.betting import Betting
from controller.table.hand import Hand
from controller.table.outputs import HandLine
from controller.table.players.player import Player
from controller.table.pots.pots import Reckoning, Settlement, Showdown, settle

CardOf = Callable[[str], str]
HIDDEN: Final = "??"
"""A card that nobody may name."""


def end_hand(hand: Hand, reckoning: Reckoning) -> HandLine:
    """Return the hand's line."""
    board = board_of(hand, hand.deck.card)
    if hand.void or (hand.judge.stopped and not hand.awards):
        return _void_line(hand, board)
    closed = hand.closed and hand.round is not None
    return _line(hand, board, settle(reckoning, hand.awards, closed=closed))


def known(hand: Hand, betting: Betting) -> Showdown:
    """Return what everybody knows of the hand's cards where the betting stands so: what lies face up, and was seen there.

    A card that is only taken to lie on the board stays ``??``: it may be nobody's to know yet.
    """
    card_of = hand.deck.card
    up = {seat: _up(hand, player, card_of) for seat, player in betting.players.items() if player.tabled}
    return Showdown(
        players=betting.players,
        board=[
            card_of(draw.tag) if draw.tag and hand.board.open(draw, hand.t) else HIDDEN
            for draw in hand.board.cards
        ],
        button=hand.blinds.button,
        unit=hand.unit,
        form=hand.form,
        rules=hand.book.pots,
        hands={seat: cards for seat, cards in up.items() if hand.tabled(seat)},
        up=up,
        mucked=hand.mucked,
        carried=betting.carried,
    )


def board_of(hand: Hand, card_of: CardOf) -> list[str]:
    """Return the board's cards in the order they were dealt; ``??`` for one that was never read."""
    return [card_of(draw.tag) if draw.tag else HIDDEN for draw in hand.board.cards]


def _up(hand: Hand, player: Player, card_of: CardOf) -> list[str]:
    """Return the hole cards of ``player`` that lie face up."""
    return [card_of(tag) for tag in hand.cards[player.seat] if tag in player.shown]


def _void_line(hand: Hand, board: list[str]) -> HandLine:
    put_in = {seat: player.put_in for seat, player in hand.players.items() if player.put_in}
    held = {seat: put_in.pop(seat) for seat in hand.held_back if seat in put_in}
    stacks = {
        seat: None if player.stack is None else player.stack - held.get(seat, 0)
        for seat, player in hand.players.items()
    }
    return HandLine(
        hand=hand.n,
        button=hand.blinds.button or None,
        board=board,
        pots=[],
        winners=None,
        returned=put_in,
        stacks=stacks,
        void=True,
        unawarded=(sum(held.values()) + hand.betting.carried) or msgspec.UNSET,
    )


def _line(hand: Hand, board: list[str], settled: Settlement) -> HandLine:
    return HandLine(
        hand=hand.n,
        button=hand.blinds.button or None,
        board=board,
        pots=settled.pots,
        winners=settled.winners,
        returned=_returned(hand, settled),
        stacks=settled.stacks,
        assumed=_assumed(hand, settled) or msgspec.UNSET,
        unawarded=settled.unawarded or msgspec.UNSET,
    )


def _assumed(hand: Hand, settled: Settlement) -> bool:
    """Whether nobody saw or confirmed that the pots went as they are told: the one live hand has them unpushed too."""
    if not hand.awards:
        return bool(settled.winners)
    return any(award.assumed for award in hand.awards)


def _returned(hand: Hand, settled: Settlement) -> dict[int, int]:
    """Return what came back to each seat: uncalled at the end, or given back before."""
    seats = [*settled.returned, *(seat for seat in hand.given_back if seat not in settled.returned)]
    return {seat: settled.returned.get(seat, 0) + hand.given_back.get(seat, 0) for seat in seats}

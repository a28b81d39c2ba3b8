"""The end of a hand: pots, what comes back, winners, stacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Final

import msgspec
from phevaluator import Card, evaluate_cards, evaluate_omaha_cards

from controller.table.finish.pots import Reckoning, Settlement, Showdown, settle
from controller.table.hand import Hand
from controller.table.outputs import HandLine
from controller.table.pitch.deck import FULL_DECK
from controller.table.seating.player import Player
from controller.table.wagers.betting import Betting

CardOf = Callable[[str], str]
_IDS: Final = {card: Card.to_id(card) for card in FULL_DECK}
"""The evaluator's numbers of the cards: it takes names too, but looks at each letter every time."""
NOTHING: Final = 7463
"""One worse than the worst hand there is."""


def strength(cards: list[str]) -> int:
    """Return the strength of hole cards with a board of five behind them; lower is better.

    Of Omaha's four hole cards exactly two count.
    """
    hole, board = cards[:-5], cards[-5:]
    if len(hole) == 4:
        return int(evaluate_omaha_cards(*board, *hole))
    return _best(cards)


def _best(cards: Iterable[str]) -> int:
    """Return the strength of the best five of five to seven cards."""
    return int(evaluate_cards(*[_IDS[card] for card in cards]))


def sure_strength(shown: list[str], board: list[str], per_seat: int) -> int:
    """Return the strength that ``shown`` cards of a hand have at least with a board of five; lower is better.

    ``per_seat`` is the number of cards in a whole hand. Where Omaha's two cards are not up yet nothing is sure,
    nor of a hand with cards too many.
    """
    if len(shown) > per_seat:
        return NOTHING
    if per_seat == 2:
        return _best([*shown, *board])
    fives = [(*two, *three) for two in combinations(shown, 2) for three in combinations(board, 3)]
    return min((_best(five) for five in fives), default=NOTHING)


def best_five(hole: list[str], board: list[str]) -> list[str]:
    """Return the five cards that a whole hand plays with a board of five."""
    if len(hole) == 4:
        fives = [[*two, *three] for two in combinations(hole, 2) for three in combinations(board, 3)]
    else:
        fives = [list(five) for five in combinations([*hole, *board], 5)]
    return min(fives, key=_best)


def end_hand(hand: Hand, reckoning: Reckoning) -> HandLine:
    """Return the hand's line."""
    if hand.void or (hand.judge.stopped and not hand.awards):
        return _void_line(hand, reckoning.showdown.board)
    closed = hand.closed and hand.round is not None
    return _line(hand, reckoning.showdown.board, settle(reckoning, hand.awards, closed=closed))


def known(hand: Hand, betting: Betting) -> Showdown:
    """Return what is known of the hand's cards where the betting stands so: the board and the hands that lie face up."""
    card_of = hand.deck.card
    up = {seat: _up(player, card_of) for seat, player in betting.players.items() if player.tabled}
    return Showdown(
        players=betting.players,
        board=board_of(hand, card_of),
        button=hand.blinds.button,
        unit=hand.unit,
        rank=strength,
        hands={seat: cards for seat, cards in up.items() if hand.tabled(seat)},
        up=up,
        mucked=hand.mucked,
        carried=betting.carried,
    )


def board_of(hand: Hand, card_of: CardOf) -> list[str]:
    """Return the board's cards in the order they were dealt; ``??`` for one that was never read."""
    return [card_of(draw.tag) if draw.tag else "??" for draw in hand.board.cards]


def _up(player: Player, card_of: CardOf) -> list[str]:
    """Return the hole cards of ``player`` that lie face up."""
    return [card_of(tag) for tag in player.cards if tag in player.tabled]


def _void_line(hand: Hand, board: list[str]) -> HandLine:
    put_in = {seat: player.put_in for seat, player in hand.players.items() if player.put_in}
    held = {seat: put_in.pop(seat) for seat in hand.held_back if seat in put_in}
    stacks = {
        seat: None if player.stack is None else player.stack - held.get(seat, 0)
        for seat, player in hand.players.items()
    }
    return HandLine(
        hand=hand.n,
        button=hand.blinds.button,
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
        button=hand.blinds.button,
        board=board,
        pots=settled.pots,
        winners=settled.winners,
        returned=_returned(hand, settled),
        stacks=settled.stacks,
        assumed=any(award.assumed for award in hand.awards) or msgspec.UNSET,
        unawarded=settled.unawarded or msgspec.UNSET,
    )


def _returned(hand: Hand, settled: Settlement) -> dict[int, int]:
    """Return what came back to each seat: uncalled at the end, or given back before."""
    seats = [*settled.returned, *(seat for seat in hand.given_back if seat not in settled.returned)]
    return {seat: settled.returned.get(seat, 0) + hand.given_back.get(seat, 0) for seat in seats}

"""Ranks hands: the best five high, the best five low, and which five they are.

A rank takes a hand's own cards with the board behind them and is lower for a better hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Final

from phevaluator import Card, evaluate_cards, evaluate_omaha_cards

from controller.table.game import Form
from controller.table.ranks import FULL_DECK, RANKS, SUITS

Rank = Callable[[list[str]], int]
"""Strength of a hand's own cards with the board; a lower number is a better hand."""

_IDS: Final = {card: Card.to_id(card) for card in FULL_DECK}
"""The evaluator's numbers of the cards: it takes names too, but looks at each letter every time."""
NOTHING: Final = 7463
"""One worse than the worst high hand there is."""
NO_LOW: Final = 1 << 24
"""One worse than any low hand: what does not qualify."""
_LOW: Final = {rank: value for value, rank in enumerate("A" + RANKS[:-1], 1)}
_PAIRED: Final = [(1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1)]
"""How often the ranks of five cards come, best low hand first; straights and flushes do not count against it."""
_EIGHT: Final = _LOW["9"] << 16
"""Below this five cards of different ranks are an eight or better."""
_HIGH_CARD: Final = {card: (13 if card[0] == "A" else _LOW[card[0]] - 1, SUITS.index(card[1])) for card in FULL_DECK}  # fmt: skip


def ranks_of(form: Form) -> tuple[Rank, ...]:
    """Return the ranks by which the pot goes, one for each half of a pot that is split."""
    if form.wins == "low":
        return (low,)
    return (high, eight_or_better) if form.wins == "high_low" else (high,)


def high(cards: list[str]) -> int:
    """Return the strength of hole cards with a board of five behind them, or of seven cards of stud.

    Of Omaha's four hole cards exactly two count.
    """
    hole, board = cards[:-5], cards[-5:]
    if len(hole) == 4:
        return int(evaluate_omaha_cards(*board, *hole))
    return _best(cards)


def low(cards: list[str]) -> int:
    """Return the strength of the best low five: aces are low, straights and flushes do not count."""
    return min(_low(five) for five in _fives(cards))


def eight_or_better(cards: list[str]) -> int:
    """Return the strength of the best low five; ``NO_LOW`` where it is not five different cards up to an eight."""
    best = low(cards)
    return best if best < _EIGHT else NO_LOW


def _best(cards: Iterable[str]) -> int:
    """Return the strength of the best five of five to seven cards."""
    return int(evaluate_cards(*[_IDS[card] for card in cards]))


def _low(five: Iterable[str]) -> int:
    """Return the strength of five cards for low."""
    of_rank = Counter(_LOW[card[0]] for card in five)
    ordered = sorted(of_rank, key=lambda rank: (of_rank[rank], rank), reverse=True)
    strength = _PAIRED.index(tuple(of_rank[rank] for rank in ordered))
    for rank in [*ordered, *[0] * (5 - len(ordered))]:
        strength = strength << 4 | rank
    return strength


def _fives(cards: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield the fives that a hand with its board may play."""
    if len(cards) < 9:
        yield from combinations(cards, 5)
        return
    for two in combinations(cards[:-5], 2):
        for three in combinations(cards[-5:], 3):
            yield (*two, *three)


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


def best_five(cards: list[str], rank: Rank) -> list[str]:
    """Return the five cards that a whole hand with its board plays for ``rank``; the highest suits of equal ones."""
    five = _low if rank is not high else _best
    fives = list(_fives(cards))
    best = min(map(five, fives))
    return list(max((each for each in fives if five(each) == best), key=_by_height))


def _by_height(cards: Iterable[str]) -> list[tuple[int, int]]:
    return sorted((_HIGH_CARD[card] for card in cards), reverse=True)


def high_card(cards: list[str], rank: Rank) -> tuple[int, int]:
    """Return the highest card, by rank and then by suit, of the five that a hand plays for ``rank``.

    An ace is high but in a low hand.
    """
    five = best_five(cards, rank)
    if rank is high:
        return _by_height(five)[0]
    return max((_LOW[card[0]], SUITS.index(card[1])) for card in five)

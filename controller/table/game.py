"""Describes the games: how many cards a hand has, where they lie, what may be bet, and which hand wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from controller.table.events import Game
from controller.table.outputs import Street

BOARD_STREETS: Final[tuple[Street, ...]] = ("preflop", "flop", "turn", "river")
STUD_STREETS: Final[tuple[Street, ...]] = ("third", "fourth", "fifth", "sixth", "seventh")


@dataclass(frozen=True, slots=True)
class Form:
    """What makes a game. ``cards`` are those that each seat gets in the initial deal, ``whole`` in the whole hand."""

    cards: int = 2
    whole: int = 2
    limit: Literal["none", "pot", "fixed"] = "none"
    stud: bool = False
    """No board and no button: down cards and up cards before each seat."""
    two_play: bool = False
    """Exactly two of the cards in a hand count, and three of the board."""
    wins: Literal["high", "low", "high_low"] = "high"
    """The best high hand, the best low one, or each of them half, the low one with eight or better."""
    streets: tuple[Street, ...] = BOARD_STREETS
    """The names of the betting rounds in order."""
    last: int = len(BOARD_STREETS) - 1
    """The number of the last street; the first is 0."""

    @property
    def razz(self) -> bool:
        """Whether low hands alone win, so that high door cards bring it in and low boards act first."""
        return self.wins == "low"

    @property
    def board(self) -> int:
        """Return how many cards the whole board has."""
        return 0 if self.stud else 5


def _stud(wins: Literal["high", "low", "high_low"] = "high") -> Form:
    last = len(STUD_STREETS) - 1
    return Form(3, 7, "fixed", stud=True, wins=wins, streets=STUD_STREETS, last=last)


FORMS: Final[dict[Game, Form]] = {
    "nlhe": Form(),
    "plhe": Form(limit="pot"),
    "flhe": Form(limit="fixed"),
    "plo": Form(4, 4, "pot", two_play=True),
    "plo8": Form(4, 4, "pot", two_play=True, wins="high_low"),
    "flo8": Form(4, 4, "fixed", two_play=True, wins="high_low"),
    "stud": _stud(),
    "stud8": _stud("high_low"),
    "razz": _stud("low"),
}

POT_LIMIT: Final = frozenset(game for game, form in FORMS.items() if form.limit == "pot")
"""Games in which the pot is the most that may be bet, so that everybody may know it."""

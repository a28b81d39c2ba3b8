"""Tells of a hand that was stopped, or may be: its cards and bets come back, unless play goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.table.events import AnyEvent, CardGone, CardSeen, Ruled

if TYPE_CHECKING:
    from controller.table.hand import Hand

HEARD: Final = frozenset({CardGone, CardSeen, Ruled})
"""What is still heard of a hand that the floor ruled void: where its cards go, and that it is played after all."""


def comes_back(hand: Hand) -> bool:
    """Whether cards and bets are to come back: the floor ruled the hand void, or what makes it so is open.

    Where the house names no moment from which a misdeal is barred, play has gone on over it once somebody has acted.
    """
    judge = hand.judge
    if hand.void or judge.fouled:
        return True
    played_on = judge.cutoff.left is None and judge.cutoff.actions > 0
    return bool(judge.open_misdeals) and not played_on


def hears(hand: Hand, event: AnyEvent) -> bool:
    """Whether an event changes anything of the hand as it stands."""
    return not hand.void or type(event) in HEARD

"""Tells of a hand that was stopped: its cards and bets only come back, and nobody plays it any more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.table.events import AnyEvent, CardGone, CardSeen, Ruled

if TYPE_CHECKING:
    from controller.table.hand import Hand

HEARD: Final = frozenset({CardGone, CardSeen, Ruled})
"""What is still heard of a hand that the floor ruled void: where its cards go, and that it is played after all."""


def comes_back(hand: Hand) -> bool:
    """Whether cards and bets are to come back: the floor ruled the hand void, or what makes it so is open."""
    return hand.void or hand.judge.stopped


def hears(hand: Hand, event: AnyEvent) -> bool:
    """Whether an event changes anything of the hand as it stands."""
    return not hand.void or type(event) in HEARD

"""Builds the view of what comes after a hand: the pots to push, the button of the next one, stacks to count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.table.between_hands.due import pots_due
from controller.table.between_hands.over import why_over
from controller.table.players.players import Blinds, blinds_from
from controller.table.state import Table
from controller.table.view import NextHandView, PotDueView, ShareView

if TYPE_CHECKING:
    from controller.table.play import Play


def pots_to_push(play: Play | None) -> list[PotDueView]:
    """Return the pots that nobody was seen to push, the last side pot first.

    The pot of a hand to which all others folded only where awards are told: else it goes there by itself.
    """
    if play is None or not (play.showing.begun or play.hand.kit.awards):
        return []
    return [
        PotDueView(
            pot=due.pot,
            amount=due.amount,
            seats=due.seats,
            shares=[ShareView(seat=seat, amount=share) for seat, share in (due.shares or {}).items()],
        )
        for due in reversed(pots_due(play))
    ]


def to_be_ended(play: Play | None) -> bool:
    """Whether nothing is left of the hand but that the dealer signals its end."""
    if play is None or not play.hand.kit.hands or why_over(play) is None:
        return False
    return not (play.hand.kit.awards and pots_due(play))


def next_hand(table: Table | None) -> NextHandView | None:
    """Return the hand that begins at ``table`` with the next card; None where there is none."""
    if table is None:
        return None
    last, lies, blinds = table.positions.last, table.button_lies, next_blinds(table)
    again = last is not None and last.void
    if blinds is None:
        return NextHandView(button=None, small_blind=None, big_blind=None, how="asked")
    return NextHandView(
        button=blinds.button,
        small_blind=blinds.small,
        big_blind=blinds.big,
        how="redeal" if again and blinds == table.upcoming else "house" if lies is None else "seen",
    )


def next_blinds(table: Table) -> Blinds | None:
    """Return button and blinds of the next hand: from where the button was seen to lie, else where they belong."""
    lies, due = table.button_lies, table.upcoming
    if lies is None or (due is not None and lies == due.button):
        return due
    return blinds_from(lies, table.positions.entitled())

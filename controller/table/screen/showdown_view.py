"""Builds the view of a showdown: who shows, in what order pots are settled, and who wins by what is tabled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.table.game import POT_LIMIT
from controller.table.outputs import Pot
from controller.table.pots.pots import Showdown
from controller.table.pots.ranking import NO_LOW, best_five
from controller.table.showdown.award import rules_odd_chip
from controller.table.view import FiveView, PotView, ShowdownView

if TYPE_CHECKING:
    from controller.table.play import Play


def showdown_view(play: Play) -> ShowdownView | None:
    """Return the showdown of the hand in play; None before it. It holds nothing of a hand not tabled."""
    showing = play.showing
    if play.hand.void or not showing.begun:
        return None
    known = play.showdown()
    pots = [_pot(play, known, number, pot) for number, pot in enumerate(showing.pots())]
    return ShowdownView(
        order=showing.order(),
        to_table=showing.to_table(),
        pots=pots[::-1],
        fives=[_five(known, seat, cards) for seat, cards in _tabled(play, known).items()],
    )


def _tabled(play: Play, known: Showdown) -> dict[int, list[str]]:
    """Return the live hands that are tabled; none while the board holds a card that nobody has seen there."""
    live = {seat: cards for seat, cards in known.hands.items() if seat in play.hand.live}
    return live if known.readable(live.values()) else {}


def _five(known: Showdown, seat: int, cards: list[str]) -> FiveView:
    """Return the cards that a hand plays, for low too where a low hand of it qualifies."""
    whole = [*cards, *known.board]
    best, *half = known.ranks
    lows = [best_five(whole, rank) for rank in half if rank(whole) < NO_LOW]
    return FiveView(seat=seat, cards=best_five(whole, best), low=lows[0] if lows else [])


def _pot(play: Play, known: Showdown, number: int, pot: Pot) -> PotView:
    won = known.winners([pot])
    return PotView(
        pot=number,
        seats=pot.seats,
        winners=None if won is None else list(won[0].shares),
        odd_chips=known.odd_chips(pot) if rules_odd_chip(play.hand, known, pot) else [],
        amount=pot.amount if play.hand.game in POT_LIMIT else None,
    )

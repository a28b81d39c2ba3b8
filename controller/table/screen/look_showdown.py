"""Builds the view of a showdown: who shows, in what order pots are settled, and who wins by what is tabled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.table.finish.ending import best_five
from controller.table.finish.pots import Showdown
from controller.table.outputs import Pot
from controller.table.screen.view import FiveView, PotView, ShowdownView
from controller.table.wagers.limits import POT_LIMIT

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
        fives=[
            FiveView(seat=seat, cards=best_five(cards, known.board))
            for seat, cards in _tabled(play, known).items()
        ],
    )


def _tabled(play: Play, known: Showdown) -> dict[int, list[str]]:
    live = {seat: cards for seat, cards in known.hands.items() if seat in play.hand.live}
    return live if known.readable(live.values()) else {}


def _pot(play: Play, known: Showdown, number: int, pot: Pot) -> PotView:
    won = known.winners([pot])
    shares = {} if won is None else won[0].shares
    most = max(shares.values(), default=0)
    odd = play.hand.book.rule("pot.award_wrong", "odd_chip") is not None and len(set(shares.values())) > 1
    return PotView(
        pot=number,
        seats=pot.seats,
        winners=None if won is None else list(shares),
        odd_chips=[seat for seat, share in shares.items() if odd and share == most],
        amount=pot.amount if play.hand.game in POT_LIMIT else None,
    )

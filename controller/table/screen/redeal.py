"""Deals the same hand again after a misdeal: who is dealt in, killed or kept out."""

from __future__ import annotations

from controller.table.seating.positions import LastHand
from controller.table.state import Table
from controller.table.view import RedealView


def redeal(table: Table) -> RedealView | None:
    """Return what a re-deal would be while a misdeal is open or was declared, else None."""
    first = _first_deal(table)
    if first is None:
        return None
    level = first.level
    dealt = [seat for seat in first.states if table.seats[seat].entitled]
    blinds = table.positions.kept(first.again, dealt)
    now = {seat: table.seats[seat].state for seat in dealt}
    away = [seat for seat in dealt if first.states[seat] == "absent"]
    may_return = table.book.deal.redeal_returns
    back = [seat for seat in away if now[seat] == "in" and may_return]
    killed = [
        seat
        for seat in dealt
        if "penalty" in (first.states[seat], now[seat]) or (seat in away and seat not in back)
    ]
    return RedealView(
        button=blinds.button or None,
        small_blind=blinds.small,
        big_blind=blinds.big,
        small=level.small,
        big=level.big,
        ante=level.ante,
        big_blind_ante=level.big_blind_ante,
        dealt=dealt,
        killed=killed,
        back=back,
        waiting=[n for n, seat in table.seats.items() if seat.entitled and n not in first.states],
        cites=table.book.about("misdeal.redeal"),
    )


def _first_deal(table: Table) -> LastHand | None:
    """Return the deal that is to be done again."""
    hand, last = table.hand, table.positions.last
    if hand is None:
        return last if last is not None and last.void else None
    if not hand.void and not hand.judge.open_misdeals:
        return None
    states = {seat: player.state for seat, player in hand.players.items()}
    return LastHand(hand.blinds, hand.level, True, states, hand.proper)

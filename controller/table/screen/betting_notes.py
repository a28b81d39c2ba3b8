"""What the betting asks its dealer to see to: words to ask for, amounts to wait for, buttons to place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.table.screen.reminders import Reminders
from controller.table.screen.view import Note

if TYPE_CHECKING:
    from controller.table.play import Play


def of_betting(play: Play, reminders: Reminders) -> list[Note | None]:
    """Return the notes on the betting in hand."""
    betting = play.betting
    if play.hand.round is None:
        return []
    made = [_blinds(play, reminders), _asks_for_words(play, reminders)]
    if betting.pending is not None and betting.unnamed():
        made.append(reminders.make("turn.wait_for_amount", "", betting.pending.seat))
    due = betting.due()
    with betting.tried(betting.provisional()):
        return [*made, *_all_in(play, reminders), *([] if due is None else _facing(play, reminders, due))]


def _all_in(play: Play, reminders: Reminders) -> list[Note | None]:
    hand = play.hand
    return [
        reminders.make("bet.allin_button", "", seat) for seat in hand.live if not hand.players[seat].behind
    ]


def _facing(play: Play, reminders: Reminders, due: int) -> list[Note | None]:
    """Return what the seat to act is to be told, or asked for."""
    spot = play.betting.spot(due)
    made = [_announced(play, reminders)]
    acted = play.hand.round is not None and due in play.hand.round.acted
    if acted and spot.faces_raise and spot.facing and spot.lying:  # a blind that lies there is no bet
        made.append(reminders.make("bet.prior_chips", "", due, lying=spot.lying))
    return made


def _announced(play: Play, reminders: Reminders) -> Note | None:
    """Return the last wager to be said aloud; an all-in only once somebody asked for its count."""
    hand, figures = play.hand, play.hand.round
    seat = None if figures is None else figures.aggressor
    if figures is None or seat is None:
        return None
    if hand.players[seat].behind == 0 and figures.counted != figures.to_match:
        return reminders.make("bet.announce", "all_in", seat, "info")
    return reminders.make("bet.announce", "bet", seat, "info", amount=figures.bet(seat))


def _blinds(play: Play, reminders: Reminders) -> Note | None:
    """The small blind is not between a third and half of the big one, where the house wants that."""
    level = play.hand.level
    fits = level.small * 3 >= level.big and level.small * 2 <= level.big
    if fits or not play.hand.book.blinds.small_third_to_half:
        return None
    return reminders.make("blind.structure", "small", None, "floor", small=level.small, big=level.big)


def _asks_for_words(play: Play, reminders: Reminders) -> Note | None:
    """Return the note on silent chips beyond the call: words would tell them, or the house has all said aloud."""
    act = play.betting.pending
    if act is not None and act.reading is not None and not act.words:  # nobody keys words: play will tell too
        return reminders.make("bet.declaration_binding", "ask", act.seat, "info")
    if act is None or act.words or not act.pushes or not play.hand.book.bets.ask_words:
        return None
    spot = play.betting.spot(act.seat)
    beyond = act.pushes[0].count > 1 and spot.facing and spot.bet + act.pushed > spot.to_match
    return reminders.make("bet.declaration_binding", "ask", act.seat) if beyond else None

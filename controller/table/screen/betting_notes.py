"""Works out what the betting asks its dealer to see to: words to ask for, amounts to wait for, buttons to place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.table.betting.betting import Betting
from controller.table.screen.reminders import Reminders
from controller.table.view import Note

if TYPE_CHECKING:
    from controller.table.play import Play


def of_betting(play: Play, reminders: Reminders) -> list[Note | None]:
    """Return the notes on the betting in hand."""
    standing = play.standing
    if play.hand.round is None:
        return []
    made = [_blinds(play, reminders), _asks_for_words(play, reminders)]
    if standing.pending is not None and standing.unnamed():
        made.append(reminders.make("turn.wait_for_amount", "", standing.pending.seat))
    due = standing.due()
    after = standing.after()
    return [*made, *_all_in(after, reminders), *([] if due is None else _facing(after, reminders, due))]


def _all_in(betting: Betting, reminders: Reminders) -> list[Note | None]:
    return [
        reminders.make("bet.allin_button", "", seat)
        for seat in betting.live
        if not betting.players[seat].behind
    ]


def _facing(betting: Betting, reminders: Reminders, due: int) -> list[Note | None]:
    """Return what the seat to act is to be told, or asked for."""
    spot = betting.facing(due)
    made = [_announced(betting, reminders)]
    acted = betting.round is not None and due in betting.round.acted
    if acted and spot.faces_raise and spot.facing and spot.lying:  # a blind that lies there is no bet
        made.append(reminders.make("bet.prior_chips", "", due, lying=spot.lying))
    return made


def _announced(betting: Betting, reminders: Reminders) -> Note | None:
    """Return the last wager to be said aloud; an all-in only once somebody asked for its count."""
    figures = betting.round
    seat = None if figures is None else figures.aggressor
    if figures is None or seat is None:
        return None
    if betting.players[seat].behind == 0 and figures.counted != figures.to_match:
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
    turn = play.standing.pending
    if (
        turn is not None and turn.act.reading is not None and not turn.act.words
    ):  # nobody keys words: play will tell too
        return reminders.make("bet.declaration_binding", "ask", turn.seat, "info")
    if turn is None or turn.act.words or not turn.act.pushes or not play.hand.book.bets.ask_words:
        return None
    spot = play.standing.spot(turn.seat)
    beyond = turn.act.pushes[0].count > 1 and spot.facing and spot.bet + turn.act.pushed > spot.to_match
    return reminders.make("bet.declaration_binding", "ask", turn.seat) if beyond else None

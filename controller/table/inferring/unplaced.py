"""Says of cards drawn and not seen yet whether they are of the hand in play or the first of the next one.

A card after the deal that comes to lie at a seat was dealt to it: the hand had ended unseen. The first card of a
hand that begins by itself and lies on the board, or with the burns, was one of the last hand's stub, shown when
that hand was over. A read that passes, as a card flies over another antenna, shows nothing.
"""

from __future__ import annotations

from typing import Final

from controller.table import events as ev
from controller.table.deal.cards import GHOST_S
from controller.table.lasting import lasted, outlasted
from controller.table.play import Play
from controller.table.state import Table

LONGEST_S: Final = 2.0
"""A card that no antenna has seen for this long is one of the hand in play."""
STAYS_S: Final = 1.0
"""A single card that lies at a seat for this long was dealt there."""
MOST: Final = 6
"""So many cards come before one of them is seen, at most: a flop that is put down together, and its burn."""
_CARDS: Final = (ev.CardDrawn, ev.CardSeen, ev.CardGone, ev.CardFace, ev.Tick)
"""What happens while a card is on its way."""


def may_wait(table: Table, event: ev.AnyEvent, *, unseen: bool) -> bool:
    """Whether a drawn card could belong to another hand than the one in play: the deal is not on its way."""
    play = table.play
    if play is None or not isinstance(event, ev.CardDrawn) or not table.kit.antennas:
        return False
    hand = play.hand
    if not hand.draws:
        return unseen
    return not hand.dealing and not hand.deal.owed and _has_begun(play)


def _has_begun(play: Play) -> bool:
    """Whether anybody has acted since the deal, or a card has left its seat: before that no hand has ended."""
    hand = play.hand
    if hand.round is None or hand.street or hand.round.acted or play.standing.pending is not None:
        return True
    place, gone = hand.tracker.place, hand.tracker.gone_at
    return any(tag in gone or place.get(tag) != f"seat:{seat}" for tag, seat in hand.owner.items())


def waits_on(held: list[ev.AnyEvent], event: ev.AnyEvent) -> bool:
    """Whether ``event`` leaves open where the cards of ``held`` belong."""
    if not isinstance(event, _CARDS) or outlasted(held[0].t, LONGEST_S, event.t):
        return False
    draws = [each for each in held if isinstance(each, ev.CardDrawn)]
    if isinstance(event, ev.CardDrawn):
        return len(draws) < MOST
    lies = isinstance(event, ev.CardSeen) and any(draw.tag == event.tag for draw in draws)
    return not lies or event.zone in ev.SEAT_ZONES  # type: ignore[union-attr]


def dealt_to_seats(held: list[ev.AnyEvent], now: float) -> bool:
    """Whether cards of ``held`` were dealt: two lie at seats, or one has lain there for a while."""
    since = [t for t in _lie_at_seats(held).values() if lasted(t, GHOST_S, now)]
    return len(since) > 1 or any(lasted(t, STAYS_S, now) for t in since)


def put_aside(held: list[ev.AnyEvent], event: ev.AnyEvent) -> bool:
    """Whether a card of ``held`` came to lie on the board, with the burns or back in the stub, and none at a seat."""
    drawn = {each.tag for each in held if isinstance(each, ev.CardDrawn)}
    if not isinstance(event, ev.CardSeen) or event.tag not in drawn or event.zone in ev.SEAT_ZONES:
        return False
    return not any(event.t - t >= GHOST_S for tag, t in _lie_at_seats(held).items() if tag != event.tag)


def _lie_at_seats(held: list[ev.AnyEvent]) -> dict[str, float]:
    """Return the cards of ``held`` that lie at a seat, with since when."""
    drawn = {event.tag for event in held if isinstance(event, ev.CardDrawn)}
    lies: dict[str, float] = {}
    for event in held:
        if isinstance(event, ev.CardSeen) and event.tag in drawn and event.zone in ev.SEAT_ZONES:
            lies.setdefault(event.tag, event.t)
        elif isinstance(event, ev.CardGone):
            lies.pop(event.tag, None)
    return lies

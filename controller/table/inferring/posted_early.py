"""Keeps what comes before its hand is signalled: the pot has gone, players post, and the dealer may deal already."""

from __future__ import annotations

from typing import Final

from controller.table import events as ev
from controller.table.hypotheses.hypotheses import Hypotheses
from controller.table.inferring.unopened import BETWEEN
from controller.table.players.players import owed
from controller.table.state import Table

CHIPS: Final = (ev.ChipsPushed, ev.ChipsPulled, ev.ChangeGiven)
"""What becomes of the chips before a seat, as far as it is sensed."""
KEYED_LATE_S: Final = 20.0
"""A hand is signalled within this time of its first card, if cards are out before that."""
ON_ITS_WAY_S: Final = 1.0
"""A single card may not have come to its seat for so long."""
_CARDS: Final = (ev.CardSeen, ev.CardGone, ev.CardFace)
_OF_A_HAND_UNDER_WAY: Final = (ev.PotAwarded, ev.HandEnded)
"""Where no hand has begun, one was played all the same that nobody signalled, and its cards came so far; before the
log's first hand the chips too were bets of it."""
_Held = tuple[int, ev.AnyEvent]


class PostedEarly:
    """What came since nothing of the last hand was left to play for, where hands are signalled."""

    def __init__(self) -> None:
        self._lie: list[tuple[int, ev.ChipsPushed | ev.ChipsPulled | ev.ChangeGiven]] = []
        self._dealt: list[_Held] = []
        """The first card that was drawn since then, and all that came after it."""

    def heard(self, table: Table, line: int, event: ev.AnyEvent) -> None:
        """Keep a push before its hand, and what becomes of its chips; a card that is drawn, and what follows it."""
        hand = table.hand
        if isinstance(event, _OF_A_HAND_UNDER_WAY) and hand is None:
            self._dealt.clear()
            if not table.hands:
                self._lie.clear()
        if not (table.kit.hands and (hand is None or hand.awards or hand.void)):
            return
        if self._is_dealt(event):
            self._dealt.append((line, event))
        elif isinstance(event, CHIPS) and (
            type(event) is ev.ChipsPushed or any(put.seat == event.seat for _, put in self._lie)
        ):
            self._lie.append((line, event))

    def _is_dealt(self, event: ev.AnyEvent) -> bool:
        """Whether an event comes with the cards of a deal, or is one: of other cards nothing is kept."""
        if self._dealt and event.t - self._dealt[0][1].t > KEYED_LATE_S:
            self._dealt.clear()
        if isinstance(event, ev.CardDrawn):
            return True
        if not self._dealt or isinstance(event, (*BETWEEN, ev.PotAwarded)):
            return False
        return not isinstance(event, _CARDS) or any(draw.tag == event.tag for draw in _draws(self._dealt))

    def begin(self, hypotheses: Hypotheses, *, redeal: bool) -> Hypotheses:
        """Have a new hand take what seats that owe it a post have put out, and its cards; in one that is dealt again
        the posts lie already."""
        opened = hypotheses.begun.opened
        posts = [(line, event) for line, event in self._lie if owed(opened.level, opened.blinds, event.seat)]
        dealt = self._dealt if dealt_to_seats(self._dealt, opened.t) else []
        self._lie, self._dealt = [], []
        hypotheses.begins_with([] if redeal else [*posts, *dealt])
        return hypotheses


def dealt_to_seats(held: list[_Held], now: float) -> bool:
    """Whether the cards that were drawn were dealt: all that were seen lie at seats, or the only one is on its way."""
    draws = _draws(held)
    if not held or now - held[0][1].t > KEYED_LATE_S:
        return False
    tags = {draw.tag for draw in draws}
    zones = [event.zone for _, event in held if isinstance(event, ev.CardSeen) and event.tag in tags]
    if not zones:
        return len(draws) == 1 and now - draws[0].t <= ON_ITS_WAY_S
    return all(zone in ev.SEAT_ZONES for zone in zones)


def _draws(held: list[_Held]) -> list[ev.CardDrawn]:
    return [event for _, event in held if isinstance(event, ev.CardDrawn)]

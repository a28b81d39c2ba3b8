"""Keeps the blinds and antes that are put out before their hand is signalled: the pot has gone, and players post."""

from __future__ import annotations

from typing import Final

from controller.table import events as ev
from controller.table.hypotheses.hypotheses import Hypotheses
from controller.table.players.players import owed
from controller.table.state import Table

CHIPS: Final = (ev.ChipsPushed, ev.ChipsPulled, ev.ChangeGiven)
"""What becomes of the chips before a seat, as far as it is sensed."""
_OF_A_HAND_UNDER_WAY: Final = (ev.PotAwarded, ev.HandEnded)
"""Where the log has begun no hand, one was played when it began, and the chips that came so far were bets of it."""


class PostedEarly:
    """The chips that came since nothing of the last hand was left to play for, where hands are signalled."""

    def __init__(self) -> None:
        self._lie: list[tuple[int, ev.ChipsPushed | ev.ChipsPulled | ev.ChangeGiven]] = []

    def heard(self, table: Table, line: int, event: ev.AnyEvent) -> None:
        """Keep a push before its hand, and what becomes of its chips."""
        hand = table.hand
        if isinstance(event, _OF_A_HAND_UNDER_WAY) and not table.hands:
            self._lie.clear()
        if not (isinstance(event, CHIPS) and table.kit.hands and (hand is None or hand.awards or hand.void)):
            return
        if type(event) is ev.ChipsPushed or any(put.seat == event.seat for _, put in self._lie):
            self._lie.append((line, event))

    def begin(self, hypotheses: Hypotheses, *, redeal: bool) -> Hypotheses:
        """Have a new hand take what seats that owe it a post have put out; in one that is dealt again that lies already."""
        opened, lie = hypotheses.begun.opened, [] if redeal else self._lie
        self._lie = []
        for line, event in lie:
            if owed(opened.level, opened.blinds, event.seat):
                hypotheses.events.entries.append((line, event))
                hypotheses.take(event, line)
        return hypotheses

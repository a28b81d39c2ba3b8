"""Says anew, or takes back, what was said of a hand that was told again and stands otherwise."""

from __future__ import annotations

from collections import Counter
from typing import Final

from controller.table import events as ev
from controller.table.deal.deck import Deck
from controller.table.figures import Look
from controller.table.hypotheses.less import sees_less
from controller.table.hypotheses.silent import SILENT
from controller.table.irregularities import Irregularity
from controller.table.outputs import Finding
from controller.table.play import Play

BY_THE_TABLE: Final = ("sensing.device", "clock.absence", "deck.missing")
"""Findings that are not about how the hand was played: they stand."""


def stands_otherwise(new: Play, old: Play) -> None:
    """Speak of a hand that was told again: actions and findings that are the same are not said twice."""
    told = old.hand.actions[: old.hand.reported]
    same = Counter(act.move for act in told)
    fresh = []
    for act in new.hand.actions:
        same[act.move] -= 1
        if same[act.move] < 0:
            fresh.append(act)
    new.hand.told_ahead = tuple(act for act in told if same[act.move] > 0)
    new.hand.actions, new.hand.reported = [*told, *fresh], len(told)
    for gone in new.hand.judge.go_on_from(old.hand.judge, to_the_chip=True):
        if gone.kind not in BY_THE_TABLE and (gone.level != "info" or gone.kind in SILENT):
            _take_back(new, gone)


def _take_back(play: Play, gone: Finding) -> None:
    """What was ruled before does not hold: another ruling takes its place, or none."""
    judge = play.hand.judge
    for n, finding in enumerate(judge.findings[judge.given :], judge.given):
        if finding.seat == gone.seat and not set(finding.evidence).isdisjoint(gone.evidence):
            judge.overtakes(n, gone)
            return
    look = "pot" if gone.seat is None else f"bet:{gone.seat}"
    seen = Look(look=look, about="words", replaces=gone.id)
    judge.withdrawn.add(play.hand.tell(Irregularity("sensing.gap", gone.seat, facts=seen, remedy="look")).id)


def table_changed(play: Play, event: ev.SeatChanged | ev.DeckLoaded | ev.DeviceChanged) -> None:
    """Something of the table changed that was no part of the hand that is told again."""
    match event:
        case ev.SeatChanged():
            play.seat_changed(event)
        case ev.DeckLoaded():
            play.hand.deck = Deck.loaded(event, play.hand.deck)
        case ev.DeviceChanged():
            play.hand.judge.unseen.note(event)
            sees_less(play.hand)

"""Counts acts out of turn and splashed pots for the floor, from the number on that the house names."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from controller.table.hand import Hand
from controller.table.rulebook_floor import EtiquetteRules
from controller.table.view import Note

KIND = "penalty.etiquette_counter"
COUNTED = ("turn.out_of_turn", "turn.out_of_turn_fold")


class Breach(NamedTuple):
    """One act out of turn, or one splash, with the number of its hand and of the level it was played at."""

    seat: int
    hand: int
    level: int
    splash: bool = False


@dataclass(slots=True)
class Breaches:
    """The breaches of one table's hands that are over."""

    past: list[Breach] = field(default_factory=list)

    def end(self, hand: Hand, level: int) -> None:
        """A hand is over."""
        self.past += breaches_of(hand, level)

    def forget(self, seats: list[int]) -> None:
        """The players of ``seats`` have left the table."""
        self.past = [breach for breach in self.past if breach.seat not in seats]

    def notes(self, rules: EtiquetteRules | None, hand: Hand | None, last: int, level: int) -> list[Note]:
        """Return the counts that the floor is offered; ``last`` is the number of the last hand."""
        if rules is None:
            return []
        breaches = self.past + ([] if hand is None else breaches_of(hand, level))
        told = _splashed(rules, [b for b in breaches if b.splash], level)
        every = [b for b in breaches if not b.splash]
        counted = [b for b in every if rules.counted == "sitting" or b.level == level]
        for seat in sorted({breach.seat for breach in every}):
            count = sum(breach.seat == seat for breach in counted)
            in_hand = sum(breach.seat == seat and breach.hand == last for breach in every)
            if rules.in_hand_from is not None and in_hand >= rules.in_hand_from:
                told.append(_note(rules, seat, rules.in_hand_cites, in_hand, "hand"))
            if count >= rules.told_from:
                told.append(_note(rules, seat, rules.cites, count, rules.counted))
        return told


def breaches_of(hand: Hand, level: int) -> list[Breach]:
    """Return the acts out of turn and the splashes in a hand; what settles an act is the same act."""
    return [Breach(seat, hand.n, level, splash=True) for seat in hand.splashes] + [
        Breach(found.seat, hand.n, level)
        for found in hand.judge.findings
        if found.kind in COUNTED and found.seat is not None and not hand.judge.says(found).settles
    ]


def _splashed(rules: EtiquetteRules, breaches: list[Breach], level: int) -> list[Note]:
    """Return how often seats threw their chips into the pot, where the house has a word on it."""
    if not rules.splash_cites:
        return []
    counted = Counter(b.seat for b in breaches if rules.counted == "sitting" or b.level == level)
    return [
        _note(rules, seat, rules.splash_cites, count, rules.counted, splash=True)
        for seat, count in sorted(counted.items())
        if count >= rules.splash_from
    ]


def _note(
    rules: EtiquetteRules, seat: int, cites: list[str], count: int, per: str, *, splash: bool = False
) -> Note:
    facts: dict[str, Any] = {"count": count, "per": per} | ({"splash": True} if splash else {})
    return Note(kind=KIND, seat=seat, cites=cites, facts=facts, our_reading=rules.our_reading)

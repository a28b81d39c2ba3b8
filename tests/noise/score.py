"""Counts what noise costs: findings that the clean hand does not have, and irregularities not found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Final

from controller import rulebooks
from controller.table import events as ev
from controller.table.outputs import Finding
from controller.table.rulebook import Rulebook
from controller.testkit.chances import Noise
from controller.testkit.noise import disturb
from tests.noise.counting import with_counts
from tests.noise.equipped import thinned
from tests.noise.fault import Fault, Faulty, inject
from tests.noise.faults_of_cards import CARD_FAULTS
from tests.noise.faults_of_players import PLAYER_FAULTS
from tests.noise.faults_of_showdowns import SHOWDOWN_FAULTS
from tests.noise.faults_of_wagers import WAGER_FAULTS
from tests.noise.play import findings, play
from tests.real_hands.course import Course
from tests.real_hands.sense import Night

FAULTS: Final = (*CARD_FAULTS, *PLAYER_FAULTS, *WAGER_FAULTS, *SHOWDOWN_FAULTS)


ASKS: Final = ("sensing.gap", "bet.count_mismatch")
"""Findings with which the table asks for a look instead."""


@dataclass(slots=True)
class Tally:
    """Hands played, and what was wrong with what the table said of them, by kind or by fault."""

    clean: int = 0
    false_floor: Counter[str] = field(default_factory=Counter)
    false_dealer: Counter[str] = field(default_factory=Counter)
    faulty: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    doubted: Counter[str] = field(default_factory=Counter)
    """Of the missed: where the table asked for a look instead."""

    def add(self, other: Tally) -> None:
        """Add the figures of other hands."""
        self.clean += other.clean
        for name in ("false_floor", "false_dealer", "faulty", "missed", "doubted"):
            getattr(self, name).update(getattr(other, name))


class Evening:
    """Real hands under one house's book, clean and faulty, sensed through noise."""

    def __init__(
        self, courses: Sequence[Course], house: str, equipment: list[ev.Equipment] | None = None
    ) -> None:
        self.courses = courses
        self.equipment = equipment
        """What the table has; None: everything."""
        self.book: Rulebook = rulebooks.load(house)
        self._clean: dict[int, tuple[list[ev.Event], Counter[tuple[str, int | None]]]] = {}

    @cached_property
    def places(self) -> list[tuple[Fault, list[int]]]:
        """The faults that these hands have a place for, each with the numbers of those hands."""
        found = []
        for fault in FAULTS:
            hands = [n for n, course in enumerate(self.courses) if fault.places(course)]
            if hands:
                found.append((fault, hands))
        return found

    def play_clean(self, numbers: Iterable[int], noise: Noise) -> Tally:
        """Play clean hands, by number and again from the first, and count findings that are the noise's.

        What the table says of the hand without noise is no false call: a house may rule against what
        was done where the hand was played under another's rules.
        """
        tally = Tally()
        for number in numbers:
            events, true = self._hand(number % len(self.courses))
            tally.clean += 1
            said = self._told(disturb(events, Random(f"clean {number}"), noise))
            left = Counter(true)
            for finding in said:
                if left[_key(finding)]:
                    left[_key(finding)] -= 1
                elif finding.level != "info":
                    (tally.false_floor if finding.level == "floor" else tally.false_dealer)[finding.kind] += 1
        return tally

    def play_faulty(self, numbers: Iterable[int], noise: Noise) -> Tally:
        """Play hands with one irregularity each, all faults in turn, and count those not found."""
        tally = Tally()
        for number in numbers:
            faulty = self.faulty(number)
            if faulty is None:
                continue
            name = faulty.fault.name
            tally.faulty[name] += 1
            events = with_counts(faulty.events)
            said = self._told(disturb(events, Random(f"faulty {number}"), noise))
            expected = faulty.expected(self.book)
            if expected is not None and not any(expected.met_by(finding, self.book) for finding in said):
                tally.missed[name] += 1
                tally.doubted[name] += any(finding.kind in ASKS for finding in said)
        return tally

    def faulty(self, number: int, only: Collection[str] = ()) -> Faulty | None:
        """Return faulty hand ``number``, of ``only`` these faults; None where the house knows no such irregularity."""
        chance = Random(f"fault {number}")
        places = [place for place in self.places if not only or place[0].name in only]
        fault, hands = places[number % len(places)]
        for _ in range(20):
            faulty = inject(fault, self.courses[chance.choice(hands)], chance)
            if faulty is not None and faulty.expected(self.book) is not None:
                return faulty
        return None

    def _told(self, reports: list[ev.Event]) -> list[Finding]:
        """Return what the table finds in one hand's reports, as far as its equipment makes them."""
        if self.equipment is None:
            return findings(play(reports, self.book))
        heard = [*thinned(reports, self.equipment), ev.TableSet(t=reports[-1].t + 60, seats={})]
        return findings(play(heard, self.book, self.equipment))

    def _hand(self, number: int) -> tuple[list[ev.Event], Counter[tuple[str, int | None]]]:
        if number not in self._clean:
            events = with_counts(Night().sense(self.courses[number]))
            said = findings(play(events, self.book))
            self._clean[number] = events, Counter(_key(finding) for finding in said)
        return self._clean[number]


def _key(finding: Finding) -> tuple[str, int | None]:
    return finding.kind, finding.seat

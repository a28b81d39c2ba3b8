"""Rules on irregularities: what a part of the engine noticed becomes a finding by the house's book."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from itertools import takewhile
from typing import Any, TypeVar

import msgspec

from controller.table.figures import NOTHING, Barred, Figures, Look, Says
from controller.table.kinds import KINDS
from controller.table.kinds.unseen import Unseen
from controller.table.outputs import Advice, Finding, Level, Street
from controller.table.rulebook import CutOff, Rulebook

Read = TypeVar("Read", bound=Figures)


class Irregularity:
    """One irregularity, before the book was asked.

    ``cases`` name the moments at which the house may do otherwise, the most special first. ``facts`` are for the
    card alone: what other rules read are figures, which are told as facts too. ``remedy`` is set where every house
    has the same one. ``replaces`` is the kind of an earlier finding that this one overtakes. ``about`` are seats
    that it is about besides its own.
    """

    def __init__(
        self,
        kind: str,
        seat: int | None = None,
        cases: tuple[str, ...] = (),
        facts: dict[str, Any] | Figures | None = None,
        lines: Sequence[int] = (),
        remedy: str | None = None,
        replaces: str | None = None,
        about: Sequence[int] = (),
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.cases = cases
        self.figures = facts if isinstance(facts, Figures) else None
        self.facts: dict[str, Any] = facts.facts() if isinstance(facts, Figures) else facts or {}
        self.lines = lines
        self.remedy = remedy
        self.replaces = replaces
        self.about = tuple(about)
        self.settles = False
        """Whether it settles an act out of turn."""
        self.asks = False
        """Whether it asks what was said."""
        self.level: Level | None = None
        """The level where it is not the house's: what only asks."""
        self.ruled_by: str | None = None
        """The kind under which the book rules on it, where that is not its own."""
        self.by_floor: list[str] | None = None
        """The clauses by which the floor has ruled on it already: ``remedy`` is what it ruled."""

    def says(self) -> Says:
        """Return what it says to other rules."""
        if self.figures is None and not self.about and not self.settles and not self.asks:
            return NOTHING
        return Says(figures=self.figures, about=self.about, settles=self.settles, asks=self.asks)

    def named(self) -> list[int]:
        """Return the seats that it is about: its own, and the others."""
        return [*(() if self.seat is None else (self.seat,)), *self.about]

    def asks_words(self) -> None:
        """Make it a question to the dealer, where nobody keys words: what was said?"""
        self.facts["asks"], self.level, self.asks = "words", "info", True

    def other(self, **figures: int) -> None:
        """Say what another reading of the clause gives."""
        self.facts["other"] = figures


def substantial(actions: int, with_chips: int) -> bool:
    """Whether so many actions, of which some put chips in, are substantial action."""
    return actions >= 3 or (actions >= 2 and with_chips > 0)


class CutOffCount:
    """Counts the actions in turn towards the cut-off. Posted blinds are no actions."""

    def __init__(self, rule: CutOff) -> None:
        self.rule = rule
        self.actions = 0
        self.with_chips = 0
        self.seats: Counter[int] = Counter()
        self.in_the_deal = 0
        """Actions that came before the deal was through, while its counts are judged: they end it."""

    def add(self, seat: int, chips: bool) -> None:
        """Count one action in turn of ``seat``; ``chips``: it put chips in."""
        self.actions += 1
        self.with_chips += chips
        self.seats[seat] += 1

    def take_back(self, seat: int, chips: bool) -> None:
        """An action that was counted last was none."""
        self.actions -= 1
        self.with_chips -= chips
        self.seats[seat] -= 1
        self.seats += Counter()

    @property
    def passed(self) -> bool:
        """Whether no misdeal can be declared any more."""
        if self.rule.test == "substantial":
            return substantial(self.actions, self.with_chips)
        if self.rule.test == "players":
            return len(self.seats) >= self.rule.players
        return False

    @property
    def left(self) -> int | None:
        """The fewest further actions that pass it; None where the book names no moment."""
        if self.rule.test == "substantial":
            return max(1, 2 - self.actions)
        if self.rule.test == "players":
            return max(1, self.rule.players - len(self.seats))
        return None


class Judge:
    """Rules on irregularities for one hand and remembers whether a misdeal is open."""

    def __init__(self, book: Rulebook, hand: int, cutoff: CutOffCount) -> None:
        self.book = book
        self.hand = hand
        self.cutoff = cutoff
        self.findings: list[Finding] = []
        self.open_misdeals: list[Finding] = []
        self.fouled: list[Finding] = []
        """Findings that void the hand, cut-off or not, until the floor lets play go on."""
        self.barred = False
        self.barred_misdeals: list[Finding] = []
        """Misdeals that the cut-off has passed over, until the hands of a wrong number among them are seen to."""
        self.unseen = Unseen()
        """Where which sensors were away at some moment of the hand."""
        self.unjudged: frozenset[str] = frozenset()
        """Kinds that the table has not the equipment to judge."""
        self.amiss = 0
        """How surprising what was noticed and cannot be judged is, for the hand to stand as it does here."""
        self.withdrawn: set[str] = set()
        """Ids of findings that were given and are not believed any more, and of those that say so."""
        self.restored: set[str] = set()
        """Ids of findings about hands that the floor has given back."""
        self.given = 0
        """How many of the findings were handed out."""
        self._counts: Counter[str] = Counter()
        self._last: dict[str, str] = {}
        self._says: dict[str, Says] = {}

    def tell(self, irregularity: Irregularity, t: float, street: Street) -> Finding:
        """Rule on ``irregularity`` by the book; the finding is kept and returned.

        No ruling rests on a blind sensor: an irregularity that takes one is told as a look at the table, and what is
        returned leaves everything to the floor. What the table has not the equipment to judge is not told at all.
        """
        if irregularity.kind in self.unjudged:
            return self.unspoken(irregularity, t, street)
        if self.unseen and (blind := self.unseen.hides(irregularity.kind, irregularity.named())):
            look = Look(about=irregularity.kind, blind=blind)
            gap = Irregularity(
                "sensing.gap", irregularity.seat, facts=look, lines=irregularity.lines, remedy="look"
            )
            return msgspec.structs.replace(self.tell(gap, t, street), remedy="floor")
        finding = self._ruled(irregularity, t, street)
        self._last[irregularity.kind] = finding.id
        self.findings.append(finding)
        if (says := irregularity.says()) is not NOTHING:
            self._says[finding.id] = says
        if finding.remedy == "redeal":
            self.open_misdeals.append(finding)
        if finding.remedy == "void_hand":
            self.fouled.append(finding)
        return finding

    def says(self, finding: Finding) -> Says:
        """Return what a finding of this hand says to other rules."""
        return self._says.get(finding.id, NOTHING)

    def figures(self, finding: Finding, of: type[Read]) -> Read | None:
        """Return the figures of a finding where they are of that kind."""
        figures = self.says(finding).figures
        return figures if isinstance(figures, of) else None

    def looks(self) -> list[tuple[Finding, Look]]:
        """Return the findings of this hand that ask for a look at the table, each with what it says."""
        return [(f, look) for f in self.findings if (look := self.figures(f, Look)) is not None]

    def unspoken(self, irregularity: Irregularity, t: float, street: Street) -> Finding:
        """Return a finding that nobody hears: play goes on with what lies there, and it tells against this hypothesis."""
        kind = KINDS[irregularity.kind]
        if not kind.advice and kind.level != "info":
            self.amiss += 1
        return Finding(
            id=f"{self.hand}:{irregularity.kind}:0",
            t=t,
            hand=self.hand,
            street=street,
            kind=irregularity.kind,
            seat=irregularity.seat,
            level="info",
            remedy="floor",
            cites=[],
            facts=dict(irregularity.facts),
            evidence=sorted(set(irregularity.lines)),
        )

    def new_findings(self, sure: Container[tuple[str, int | None]] | None = None) -> list[Finding]:
        """Return the findings that were not handed out yet, up to the first whose kind and seat are not ``sure``."""
        new = self.findings[self.given :]
        if sure is not None:
            new = list(takewhile(lambda finding: (finding.kind, finding.seat) in sure, new))
        self.given += len(new)
        return new

    def believed(self) -> list[Finding]:
        """Return the findings that still hold."""
        return [f for f in self.findings if f.id not in self.withdrawn]

    def go_on_from(self, other: Judge, *, to_the_chip: bool = False) -> list[Finding]:
        """Speak in another judge's place: what it has given stands under its id, the rest is new.

        Return what it has given that does not hold here. ``to_the_chip``: a wager that is ruled another amount does not.
        """
        given = other.findings[: other.given]
        unmatched, mine = list(given), []
        for finding in self.findings:
            same = next(
                (given for given in unmatched if _same(given, finding, to_the_chip=to_the_chip)), None
            )
            if same is None:
                mine.append(finding)
            else:
                unmatched.remove(same)
        gone = [finding for finding in unmatched if finding.id not in other.withdrawn]
        self.withdrawn = {finding.id for finding in unmatched}
        own, self._says = self._says, {f.id: other.says(f) for f in given}
        self._counts = Counter(finding.kind for finding in given)
        self.findings, self.given = list(given), len(given)
        for finding in mine:
            self._counts[finding.kind] += 1
            number = f"{self.hand}:{finding.kind}:{self._counts[finding.kind]}"
            self.findings.append(msgspec.structs.replace(finding, id=number))
            self._says[number] = own.get(finding.id, NOTHING)
        self._last = {finding.kind: finding.id for finding in self.findings}
        return gone

    def overtakes(self, place: int, gone: Finding) -> None:
        """Say of the finding at ``place`` that it takes the place of another."""
        finding = self.findings[place]
        self.findings[place] = msgspec.structs.replace(finding, facts=finding.facts | {"replaces": gone.id})

    def latest(self, kind: str) -> Finding | None:
        """Return the last finding of ``kind``."""
        return next((f for f in reversed(self.findings) if f.kind == kind), None)

    def reported(self, kind: str) -> bool:
        """Whether a finding of ``kind`` was given in this hand."""
        return kind in self._counts

    def lies_told(self, kind: str, seat: int) -> bool:
        """Whether it was told that the hand of ``seat`` lies in the muck, and the floor has not given it back since."""
        told = (f for f in self.findings if f.kind == kind and f.seat == seat)
        return any(f.id not in self.restored for f in told)

    def check_cutoff(self, t: float, street: Street, lines: Sequence[int]) -> None:
        """Give ``misdeal.barred`` once when the cut-off passes over an open misdeal."""
        if not self.open_misdeals or not self.cutoff.passed:
            return
        first = self.open_misdeals[0]
        self.barred_misdeals, self.open_misdeals = self.open_misdeals, []
        self.barred = True
        barred = Barred(first.id, first.kind)
        self.tell(
            Irregularity("misdeal.barred", first.seat, facts=barred, lines=lines, remedy="play_on"), t, street
        )

    def settle_misdeal(self, finding: str | None) -> None:
        """The floor let play go on: the misdeal it ruled on, or every open one, is closed."""
        self.open_misdeals = [f for f in self.open_misdeals if finding is not None and f.id != finding]
        self.fouled = [f for f in self.fouled if finding is not None and f.id != finding]

    @property
    def stopped(self) -> bool:
        """Whether a misdeal or a fouled deck is open: the cards are to come back, and every bet."""
        return bool(self.open_misdeals or self.fouled)

    @property
    def misdeal(self) -> str:
        """``open``, ``barred`` or ``none``."""
        if self.open_misdeals:
            return "open"
        return "barred" if self.barred else "none"

    def _ruled(self, irregularity: Irregularity, t: float, street: Street) -> Finding:
        rule = self.book.rule(irregularity.ruled_by or irregularity.kind, *self._cases(irregularity))
        facts = dict(irregularity.facts)
        if irregularity.by_floor is not None:
            remedy, cites = irregularity.remedy or "floor", irregularity.by_floor
        elif rule is None:
            remedy, cites = irregularity.remedy or "floor", []
            if KINDS[irregularity.kind].by_house and not (
                KINDS[irregularity.kind].everywhere and irregularity.remedy
            ):
                remedy, facts["silent"] = "floor", True
                if self.book.silent_options:
                    facts["options"] = list(self.book.silent_options)
        else:
            remedy, cites = rule.remedy, list(rule.cites)
            if remedy != "floor":
                remedy = irregularity.remedy or remedy
            if rule.options:
                facts["options"] = list(rule.options)
            if rule.our_reading:
                facts["our_reading"] = True
        if remedy == "redeal":
            remedy, cites = self._misdeal_remedy(cites)
            if remedy == "floor" and self.cutoff.rule.our_reading:
                facts["our_reading"] = True
        if irregularity.replaces in self._last:
            facts["replaces"] = self._last[irregularity.replaces]
        self._misdeal_facts(facts, remedy)
        self._counts[irregularity.kind] += 1
        k = self._counts[irregularity.kind]
        make = Advice if KINDS[irregularity.kind].advice else Finding
        return make(
            id=f"{self.hand}:{irregularity.kind}:{k}",
            t=t,
            hand=self.hand,
            street=street,
            kind=irregularity.kind,
            seat=irregularity.seat,
            level=irregularity.level or self._level(irregularity.kind, remedy, rule.level if rule else None),
            remedy=remedy,
            cites=cites,
            facts=facts,
            evidence=sorted(set(irregularity.lines)),
        )

    def _cases(self, irregularity: Irregularity) -> tuple[str, ...]:
        return ("past_cutoff" if self.cutoff.passed else "before_cutoff", *irregularity.cases)

    def _misdeal_remedy(self, cites: list[str]) -> tuple[str, list[str]]:
        """A misdeal before the cut-off is re-dealt; after it the barring clause decides."""
        if self.cutoff.passed:
            barred = self.book.rule("misdeal.barred")
            self.barred = True
            return "play_on", [*(barred.cites if barred else self.cutoff.rule.cites), *cites]
        if self.cutoff.rule.test == "none" and self.cutoff.actions > self.cutoff.in_the_deal:
            return "floor", cites
        return "redeal", cites

    def _misdeal_facts(self, facts: dict[str, object], remedy: str) -> None:
        state = "open" if remedy == "redeal" else self.misdeal
        facts["misdeal"] = state
        if state == "open":
            facts["actions_left"] = self.cutoff.left

    @staticmethod
    def _level(kind: str, remedy: str, book: Level | None) -> Level:
        if remedy == "floor":
            return "floor"
        return book or KINDS[kind].level


def _same(given: Finding, found: Finding, *, to_the_chip: bool) -> bool:
    """Whether two findings say the same of the same seat; ``to_the_chip``: with the same amount, too."""
    if (given.kind, given.seat) != (found.kind, found.seat):
        return False
    return not to_the_chip or given.facts.get("to") == found.facts.get("to")

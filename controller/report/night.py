"""Gathers all that a report tells from its sources, cut to the hands that were asked for."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime

from controller.journal.boxes import Opener
from controller.report.collect import Collector
from controller.report.rosters import Roster
from controller.report.sources import Input, marks_of, opened
from controller.report.told import ToldFinding, ToldHand
from controller.table.events import SENSES_NOTHING, DeviceChanged, FloorCalled, LogHeader, Ruled


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a report is about: hands by number, and those that began between two moments."""

    hands: frozenset[int] = frozenset()
    since: datetime | None = None
    until: datetime | None = None

    @property
    def everything(self) -> bool:
        """Whether nothing is left out."""
        return not self.hands and self.since is None and self.until is None

    def has(self, hand: ToldHand) -> bool:
        """Whether a hand belongs to the report."""
        if self.hands:
            return hand.n in self.hands
        if self.since is None and self.until is None:
            return True
        began = hand.began
        if began is None:
            return False
        return (self.since is None or began >= self.since) and (self.until is None or began < self.until)


@dataclass(slots=True)
class Night:
    """What was gathered. ``blind`` are a device's seconds without sight, by table and device."""

    hands: list[ToldHand] = field(default_factory=list)
    calls: list[tuple[LogHeader, FloorCalled, Ruled | None]] = field(default_factory=list)
    blind: dict[tuple[str, str], float] = field(default_factory=lambda: defaultdict(float))
    sources: list[str] = field(default_factory=list)
    with_marks: bool = False
    """Whether a journal is among the sources: only journals know who acknowledged what, and when."""
    roster: Roster | None = None

    def found(self) -> list[tuple[ToldHand, ToldFinding]]:
        """Return every finding with its hand, in order."""
        return [(hand, told) for hand in self.hands for told in hand.findings]

    def dealer(self, hand: ToldHand) -> str:
        """Return who dealt a hand, "" where nobody says."""
        return "" if self.roster is None else self.roster.dealer(hand.header.table, hand.began)


def gather(
    sources: list[Input], wanted: Wanted, *, book: str | None, cards: bool, strict: bool,
    opener: Opener | None = None, roster: Roster | None = None,
) -> Night:  # fmt: skip
    """Return what the sources tell of what is wanted. Raise ReplayError, LogFileError or JournalError."""
    night = Night(roster=roster)
    for given in sources:
        collector = Collector(given.name, book, cards=cards, strict=strict)
        marks = marks_of(given)
        night.with_marks |= given.log is not None
        night.sources.append(given.name)
        first = len(night.hands)
        with opened(given, opener) as source:
            night.hands += [hand for hand in collector.hands(source) if wanted.has(hand)]
        taken = night.hands[first:]
        for hand in taken:
            for told in hand.findings:
                told.story = marks.get(told.finding.id, [])
        spans = _spans(taken, collector, wanted)
        night.calls += [call for call in collector.calls if _within(spans, call[0], call[1].t)]
        for (table, device), seconds in blind_seconds(collector.devices, spans).items():
            night.blind[table, device] += seconds
    return night


Span = tuple[LogHeader, float, float]


def _spans(hands: list[ToldHand], collector: Collector, wanted: Wanted) -> list[Span]:
    """Return what the report covers of each log, in the log's seconds."""
    if wanted.everything:
        return [(header, 0.0, until) for header, until in collector.spans]
    found: dict[int, Span] = {}
    for hand in hands:
        _, since, until = found.get(id(hand.header), (hand.header, hand.t, hand.until))
        found[id(hand.header)] = (hand.header, min(since, hand.t), max(until, hand.until))
    return list(found.values())


def _within(spans: list[Span], header: LogHeader, t: float) -> bool:
    return any(span is header and since <= t <= until for span, since, until in spans)


def blind_seconds(
    changes: list[tuple[LogHeader, DeviceChanged]], spans: list[Span]
) -> dict[tuple[str, str], float]:
    """Return how long each device could not sense, by table and device, within ``spans``."""
    found: defaultdict[tuple[str, str], float] = defaultdict(float)
    for header, since, until in spans:
        down: dict[str, float] = {}
        ours = [change for of, change in changes if of is header and change.t <= until]
        for change in ours:
            if change.state in SENSES_NOTHING:
                down.setdefault(change.device, change.t)
            elif (start := down.pop(change.device, None)) is not None:
                found[header.table, change.device] += max(0.0, change.t - max(start, since))
        for device, start in down.items():
            found[header.table, device] += max(0.0, until - max(start, since))
    return {place: seconds for place, seconds in found.items() if seconds > 0}

"""Holds what a report tells: hands with their strips, findings with what became of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from controller.table.events import LevelSet, LogHeader, Ruled
from controller.table.outputs import Action, Finding, HandLine
from controller.table.rulebook import Rulebook
from controller.table_api import Moment
from controller.timeline.strip import Strip
from controller.wall_time import wall_time


@dataclass(slots=True, kw_only=True)
class Timed:
    """What somebody said of a finding, and when, in the log's seconds."""

    t: float
    moment: Moment


@dataclass(slots=True, kw_only=True)
class ToldFinding:
    """A finding and what became of it. ``story`` is empty where only a log was read: marks are in journals."""

    finding: Finding
    ruling: Ruled | None = None
    story: list[Timed] = field(default_factory=list)

    def after(self, what: str) -> float | None:
        """Return how many seconds after the finding somebody first said ``what``; None where nobody did."""
        return next((said.t - self.finding.t for said in self.story if said.moment.what == what), None)

    @property
    def ruled_after(self) -> float | None:
        """Return how many seconds after the finding the floor ruled; None where it did not."""
        return None if self.ruling is None else self.ruling.t - self.finding.t

    @property
    def read_wrong(self) -> str | None:
        """Return what was read wrong, as the dealer said; None where nobody said so, or it was upheld."""
        said = [told.moment for told in self.story if told.moment.what in ("disputed", "upheld")]
        return (said[-1].by or "") if said and said[-1].what == "disputed" else None


@dataclass(slots=True, kw_only=True)
class ToldSeat:
    """A seat that was dealt in: what it brought, and the cards that may be named."""

    seat: int
    stack: int | None
    cards: list[str]


@dataclass(slots=True, kw_only=True)
class ToldHand:
    """One hand. ``n`` 0 is what came before the first one; ``line`` None: the log ends inside it."""

    log: str
    header: LogHeader
    book: Rulebook
    n: int
    t: float
    until: float
    button: int | None
    level: LevelSet | None
    seats: list[ToldSeat]
    strip: Strip
    actions: list[Action] = field(default_factory=list)
    findings: list[ToldFinding] = field(default_factory=list)
    line: HandLine | None = None

    @property
    def began(self) -> datetime | None:
        """When the hand began by the clock on the wall; None where the log does not say."""
        return wall(self.header, self.t)


def wall(header: LogHeader, t: float) -> datetime | None:
    """Return the local time of ``t``; None where the log's header has no time that can be read."""
    return wall_time(header.started, t)

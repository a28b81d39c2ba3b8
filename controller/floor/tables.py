"""Keeps one table as the floor hears it: its health, its state, its numbers, and what is odd about it."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Any, Final

import msgspec

from controller.floor.numbers import Numbers
from controller.floor.store import KeptTable
from controller.room.topics import HEALTH_EVERY_S, VERSION

MISSED_S: Final = 3 * HEALTH_EVERY_S
"""How long a table may say nothing, in seconds: whoever is lost together with the broker leaves no last will."""
CLOCK_OFF_S: Final = 30.0
"""From how many seconds on a table's wall clock is told to be wrong."""
TWINS_S: Final = 60.0
"""Two journals that speak in turn within this time are two tables of one name; one that takes another's place is none."""
NONSENSE_S: Final = 600.0
"""For how long it is told that a table said what nobody can read, in seconds after it did so last; the log keeps it."""
GAP_S: Final = 5.0
"""How long a gap may last before the list shows it, in seconds: messages overtake each other."""


class Trouble(msgspec.Struct, frozen=True, kw_only=True):
    """What is odd about a table: ``what`` names its words, ``since`` is in seconds since 1970."""

    what: str
    since: float
    facts: dict[str, str | int]


class TableSeen:
    """One table of the room. Times are seconds since 1970 by the floor's clock."""

    def __init__(self, site: str, name: str, now: float) -> None:
        self.site, self.name = site, name
        self.series = ""
        self.numbers_of: dict[str, Numbers] = {}
        self.health: dict[str, Any] = {}
        self.state: dict[str, Any] = {}
        self.head: dict[str, Any] = {}
        self.heard_at = now
        self._lived_at = time.monotonic()
        self._missed = False
        self.offset_s = 0.0
        """By how much the table's wall clock is behind the floor's."""
        self.log = 0
        """The latest log of the journal that speaks now, as far as it was heard."""
        self._spoke: dict[str, float] = {}
        """When each journal was last heard to be the table's."""
        self._twins_at = -TWINS_S
        """When one was heard again after another."""
        self._since: dict[str, float] = {}
        self._nonsense, self._nonsense_at = "", 0.0
        self.version = 0
        self.taken_off: str | None = None
        """Who took it off the map, until it speaks again."""

    @classmethod
    def from_store(cls, kept: KeptTable) -> TableSeen:
        """Return a table as it was when the store was written."""
        table = cls(kept.site, kept.name, kept.heard_at)
        table.series, table.health, table.head = kept.series, kept.health, kept.head
        table.numbers_of[kept.series] = Numbers(kept.high, list(kept.missing))
        table.taken_off = kept.taken_off
        return table

    def kept(self) -> KeptTable:
        """Return what the store keeps of the table."""
        numbers = self.numbers
        return KeptTable(
            site=self.site, name=self.name, series=self.series, high=numbers.high, missing=list(numbers.missing),
            health=self.health, head=self.head, heard_at=self.heard_at, taken_off=self.taken_off,
        )  # fmt: skip

    @property
    def key(self) -> str:
        """What names the table among all of them."""
        return f"{self.site}/{self.name}"

    @property
    def numbers(self) -> Numbers:
        """The numbers of the journal that speaks now."""
        numbers = self.numbers_of.get(self.series)
        if numbers is None:
            numbers = self.numbers_of[self.series] = Numbers()
        return numbers

    @property
    def is_silent(self) -> bool:
        """Whether the table has gone."""
        return self._missed or bool(self.health.get("state", "down") == "down")

    def lives(self) -> None:
        """Note that the table has said something now."""
        self._lived_at, self._missed = time.monotonic(), False

    def miss(self, since: float, moment: float) -> bool:
        """Note whether it has said nothing for too long at ``moment`` of the machine's clock, of a broker that is there ``since``.

        Return whether that is news.
        """
        before, self._missed = self._missed, moment - max(since, self._lived_at) > MISSED_S
        self.version += self._missed != before
        return self._missed != before

    def healthy(self, body: dict[str, Any], now: float, *, retained: bool) -> None:
        """Take in the table's health, or its last will."""
        series = body.get("journal")
        if isinstance(series, str) and series:
            if series != self.series and now - self._spoke.get(series, -TWINS_S) < TWINS_S:
                self._twins_at = now
            if not self.series:
                self.numbers_of[series] = self.numbers_of.pop("", Numbers())
            if series != self.series:
                self.series, self.log = series, 0
            self._spoke[series] = now
        last = body.get("last_n")
        if isinstance(last, int) and series == self.series:
            self.numbers.told(last)
        # A last will says nothing but that it is down; what was known before stays for who looks.
        self.health = body if body.get("state") != "down" else {**self.health, "state": "down"}
        if not retained:
            self._clock(body, now)
        self.heard_at = now
        self.version += 1

    def is_over(self, series: str, log: int, now: float) -> bool:
        """Whether a log is over: the journal, whose name begins so, has a later one, or another journal has taken its place for good."""
        if self.series.startswith(series):
            return log < self.log
        spoke = [at for name, at in self._spoke.items() if name.startswith(series)]
        return now - max(spoke, default=0.0) > TWINS_S and len(self._spoke) > len(spoke)

    def stands(self, body: dict[str, Any], now: float, *, retained: bool) -> None:
        """Take in the table's state."""
        self.state = body
        if not retained:
            self._clock(body, now)
        self.heard_at = now
        self.version += 1

    def nonsense(self, problem: str) -> None:
        """Note that the table said what nobody can read."""
        self._nonsense, self._nonsense_at = problem, time.monotonic()
        self.version += 1

    def _clock(self, body: dict[str, Any], now: float) -> None:
        moment = moment_of(body.get("at"))
        if moment is not None:
            off = now - moment
            self.offset_s = off if abs(off) >= CLOCK_OFF_S else 0.0

    def moment(self, told: object, now: float) -> float:
        """Return when something was by the floor's clock, of what the table says; now where it does not."""
        moment = moment_of(told)
        return now if moment is None else min(moment + self.offset_s, now)

    def troubles(self, now: float) -> list[Trouble]:
        """Return what is odd about the table now."""
        version = self.health.get("version", VERSION)
        twins = now - self._twins_at < TWINS_S
        if self._nonsense and time.monotonic() - self._nonsense_at > NONSENSE_S:
            self._nonsense = ""
        well = version == VERSION and not (
            self.is_silent or self.numbers.gap or self.offset_s or self._nonsense or twins
        )
        if well:
            self._since.clear()
            return []
        odd: dict[str, dict[str, str | int]] = {}
        if self.is_silent:
            odd["silent"] = {}
        if self.numbers.gap:
            odd["gap"] = {"n": self.numbers.gap}
        if self.offset_s:
            odd["clock"] = {"seconds": round(abs(self.offset_s))}
        if version != VERSION:
            odd["version"] = {"version": str(version)[:20], "build": str(self.health.get("build"))[:20]}
        if twins:
            odd["twins"] = {}
        if self._nonsense:
            odd["nonsense"] = {"why": self._nonsense}
        self._since = {what: self._since.get(what, now) for what in odd}
        return [
            Trouble(what=what, since=self._since[what], facts=facts)
            for what, facts in odd.items()
            if what != "gap" or now - self._since[what] >= GAP_S
        ]


def moment_of(told: object) -> float | None:
    """Return an RFC 3339 time in seconds since 1970, None where it is none."""
    if not isinstance(told, str):
        return None
    try:
        return datetime.fromisoformat(told).timestamp()
    except (ValueError, OverflowError):
        return None

"""Counts for a manager what was found, where and when, how it was ruled, how long it took, what was read wrong."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from msgspec import Struct

from controller.report.night import Night
from controller.report.told import ToldFinding, ToldHand
from controller.table.kinds import KINDS
from controller.table.kinds.sensors import needs
from controller.table.outputs import Level

LEVELS: Final[tuple[Level, ...]] = ("floor", "dealer", "info")
Told = tuple[ToldHand, ToldFinding]


class Row(Struct, frozen=True, kw_only=True):
    """One line of a table of findings: how many of each level."""

    name: str
    floor: int
    dealer: int
    info: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.floor + self.dealer + self.info


class Wait(Struct, frozen=True, kw_only=True):
    """How long something took, in seconds: the middle one, the ninetieth of a hundred, the longest."""

    count: int
    median: float
    p90: float
    longest: float


class Precision(Struct, frozen=True, kw_only=True):
    """How many of the findings of a kind or a sensor were read wrong, as the dealers said."""

    name: str
    told: int
    wrong: int

    @property
    def right(self) -> float:
        """The share that was read right, of 1."""
        return 1 - self.wrong / self.told


class Pace(Struct, frozen=True, kw_only=True):
    """Hands at a table, the seconds that they took with all between them, and hands an hour."""

    table: str
    hands: int
    seconds: float

    @property
    def an_hour(self) -> float | None:
        """Hands an hour; None where one hand alone tells none."""
        return self.hands * 3600 / self.seconds if self.hands > 1 and self.seconds > 0 else None


class Ruling(Struct, frozen=True, kw_only=True):
    """A ruling that is not what the book has: the hand, the finding, what was decided."""

    hand: ToldHand
    told: ToldFinding


class Figures(Struct, frozen=True, kw_only=True):
    """All of them."""

    hands: int
    findings: Row
    by_kind: list[Row]
    by_rule: list[Row]
    by_table: list[Row]
    by_dealer: list[Row]
    by_hour: list[Row]
    ruled: int
    against: list[Ruling]
    coming: Wait | None
    ruling: Wait | None
    calls: int
    read_kinds: list[Precision]
    read_sensors: list[Precision]
    blind: list[tuple[str, str, float]]
    pace: list[Pace]


def figures(night: Night) -> Figures:
    """Return the figures of what was gathered."""
    found = night.found()
    rulings = [(hand, told) for hand, told in found if told.ruling is not None]
    floors = [told for _, told in found if told.finding.level == "floor"]
    return Figures(
        hands=sum(1 for hand in night.hands if hand.n),
        findings=_row("", found),
        by_kind=_rows(found, lambda hand, told: [told.finding.kind]),
        by_rule=_rows(found, lambda hand, told: [f"{hand.book.short} {cite}" for cite in told.finding.cites[:1]]),
        by_table=_rows(found, lambda hand, told: [hand.header.table]),
        by_dealer=_rows(found, lambda hand, told: [night.dealer(hand)]) if night.roster else [],
        by_hour=sorted(_rows(found, _hour), key=lambda row: row.name),
        ruled=len(rulings),
        against=[Ruling(hand=hand, told=told) for hand, told in rulings if against_book(told)],
        coming=_wait(told.after("coming") for told in floors),
        ruling=_wait(told.ruled_after for told in floors),
        calls=len(night.calls),
        read_kinds=_read(found, lambda told: [told.finding.kind]) if night.with_marks else [],
        read_sensors=_read(found, lambda told: sorted(needs(told.finding.kind)) or ["panel"])
        if night.with_marks
        else [],
        blind=sorted((table, device, seconds) for (table, device), seconds in night.blind.items()),
        pace=_pace(night.hands),
    )  # fmt: skip


def against_book(told: ToldFinding) -> bool:
    """Whether the floor decided what the book does not have; a silent book is against nothing."""
    finding, ruling = told.finding, told.ruling
    if ruling is None or finding.facts.get("silent") or not finding.cites:
        return False
    options = finding.facts.get("options")
    book = set(options) if isinstance(options, list) and options else {finding.remedy}
    if book == {"floor"}:
        return False
    return ruling.decision not in book


def _hour(hand: ToldHand, told: ToldFinding) -> list[str]:
    began = hand.began
    return [] if began is None else [began.strftime("%Y-%m-%d %H:00")]


def _rows(found: list[Told], names: Callable[[ToldHand, ToldFinding], list[str]]) -> list[Row]:
    by_name: dict[str, list[Told]] = {}
    for hand, told in found:
        for name in names(hand, told):
            by_name.setdefault(name, []).append((hand, told))
    rows = [_row(name, those) for name, those in by_name.items()]
    return sorted(rows, key=lambda row: (-row.floor, -row.dealer, -row.info, row.name))


def _row(name: str, found: list[Told]) -> Row:
    levels = Counter(told.finding.level for _, told in found)
    return Row(name=name, floor=levels["floor"], dealer=levels["dealer"], info=levels["info"])


def _wait(times: Iterable[float | None]) -> Wait | None:
    known = sorted(time for time in times if time is not None and time >= 0)
    if not known:
        return None
    tenth = known[min(len(known) - 1, int(len(known) * 0.9))]
    return Wait(count=len(known), median=statistics.median(known), p90=tenth, longest=known[-1])


def _read(found: list[Told], names: Callable[[ToldFinding], list[str]]) -> list[Precision]:
    told_of: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for _, told in found:
        if told.finding.level == "info" or told.finding.kind not in KINDS or not _by_sensors(told):
            continue
        for name in names(told):
            told_of[name] += 1
            wrong[name] += told.read_wrong is not None
    rows = [Precision(name=name, told=count, wrong=wrong[name]) for name, count in told_of.items()]
    return sorted(rows, key=lambda row: (-row.wrong, -row.told, row.name))


def _by_sensors(told: ToldFinding) -> bool:
    return not told.finding.kind.startswith(("log.", "sensing."))


def _pace(hands: list[ToldHand]) -> list[Pace]:
    played: dict[str, dict[int, list[ToldHand]]] = {}
    for hand in hands:
        if hand.n:
            played.setdefault(hand.header.table, {}).setdefault(id(hand.header), []).append(hand)
    return [
        Pace(
            table=table,
            hands=sum(map(len, logs.values())),
            seconds=sum(those[-1].until - those[0].t for those in logs.values()),
        )
        for table, logs in sorted(played.items())
    ]

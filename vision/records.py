"""A night's resting zones as a folder: a picture of each with what was read from it, and the truth that people add.

``zones.jsonl`` has a line a zone, of equal numbers the last counts; ``000012.jpg`` is zone 12; ``truth.txt`` has a line to
fill in for each: ``12 seat 4: 7x25 | 3x5 2x100`` for two stacks from left to right, or ``12 seat 4: 275`` for the amount
alone. Lines that begin with # are left alone.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from vision.checking import BadPlan, Checked, Chips, Score, stacks_of
from vision.geometry.camera import VisionError

ZONES: Final = "zones.jsonl"
TRUTH: Final = "truth.txt"
HEADER: Final = (
    "# What lay there, a line a picture: take the # away and write it down.\n"
    "# 12 seat 4: 7x25 | 3x5 2x100   two stacks from left to right, each from the felt up\n"
    "# 12 seat 4: 275                the amount alone, where the betting or a count said it\n"
    "# 12 seat 4: 0                  nothing\n"
)
YES: Final = 0.95
"""How likely an amount must be for it to be taken as confirmed."""
_LINE: Final = re.compile(r"(\d+)\s+seat\s+(\d+)\s*:(.*)")
_SHARES: Final = (0.0, 0.5, 0.8, 0.9, 0.95, 1.01)


class BadRecords(VisionError):
    """A folder of records that cannot be used; the message names the file and line."""


class Record(msgspec.Struct, frozen=True):
    """A zone at rest: what the table was told of it, ``chips`` None where that was nothing sure, and the ``reading``.

    ``t`` is in seconds by the source's clock, ``at`` by the machine's, since 1970.
    """

    number: int
    picture: str
    t: float
    at: float
    seat: int
    chips: dict[str, int] | None
    alternatives: list[dict[str, Any]]
    reading: dict[str, Any]

    @property
    def total(self) -> int | None:
        """What the table was told, in chip units."""
        return None if self.chips is None else _amount(self.chips)

    def likely(self, amount: int) -> float:
        """Return how likely ``amount`` was said to be."""
        return float(sum(held["p"] for held in self.alternatives if _amount(held["chips"]) == amount))


_Worth = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{1,10}$")]
_Chips = dict[_Worth, Annotated[int, msgspec.Meta(ge=0)]]


class _Held(msgspec.Struct):
    chips: _Chips
    p: Annotated[float, msgspec.Meta(ge=0, le=1)]


class _Stack(msgspec.Struct):
    x_mm: float
    chips: list[_Worth]
    sure: bool


class _Zone(msgspec.Struct):
    total: int | None
    stacks: list[_Stack]


class _Compared(msgspec.Struct):
    """What of a record is held against the truth; people and other programs may have written it."""

    chips: _Chips | None
    alternatives: list[_Held]
    reading: _Zone


@dataclass(frozen=True)
class Truth:
    """What lay there: an amount, and the stacks from left to right where somebody wrote them down."""

    seat: int
    amount: int
    stacks: tuple[Chips, ...] | None = None


@dataclass
class Compared:
    """What came of a comparison. ``told`` is what the table was told, ``confirmed`` true amounts likely enough to be called."""

    checked: Checked = field(default_factory=Checked)
    told: Score = field(default_factory=Score)
    confirmed: int = 0
    with_chips: int = 0
    said: list[tuple[float, bool]] = field(default_factory=list)

    def take(self, record: Record, truth: Truth) -> None:
        """Hold a zone against what lay there."""
        self.told.take(record.total, truth.amount)
        named_below = truth.stacks is not None and record.reading["total"] == record.total
        if record.total not in (None, truth.amount) and not named_below:
            self.checked.wrong.append(
                f"{record.picture}, seat {record.seat}: {record.total} was told, {truth.amount} lay there"
            )
        if truth.stacks is not None:
            self.checked.take(record.picture, record.seat, truth.stacks, record.reading)
        if truth.amount:
            self.with_chips += 1
            self.confirmed += record.likely(truth.amount) >= YES
        for held in record.alternatives:
            self.said.append((held["p"], self._is(held["chips"], truth)))

    def honesty(self) -> list[tuple[float, float, int, float, float]]:
        """Return of each part of the scale its bounds, how many alternatives it has, what they say and how many are right."""
        found = []
        for low, high in pairwise(_SHARES):
            part = [(p, right) for p, right in self.said if low <= p < high]
            if part:
                said, right = (sum(side) / len(part) for side in zip(*part, strict=True))
                found.append((low, min(high, 1.0), len(part), said, right))
        return found

    def _is(self, chips: dict[str, int], truth: Truth) -> bool:
        if truth.stacks is None:
            return _amount(chips) == truth.amount
        return Counter({int(chip): many for chip, many in chips.items()}) == Counter(
            chip for stack in truth.stacks for chip in stack
        )


def compare(folder: Path) -> tuple[Compared, int]:
    """Return what was told against the truth in ``folder``, and how many zones have none yet. Raise BadRecords."""
    records, truth = read_records(folder), read_truth(folder)
    for number, held in truth.items():
        record = records.get(number)
        if record is None:
            raise BadRecords(f"{folder / TRUTH}: there is no zone {number}")
        if record.seat != held.seat:
            raise BadRecords(f"{folder / TRUTH}: zone {number} is of seat {record.seat}, not {held.seat}")
    found = Compared()
    for number, held in truth.items():
        found.take(records[number], held)
    return found, len(records) - len(truth)


def read_records(folder: Path) -> dict[int, Record]:
    """Return the zones of ``folder`` by their numbers. Raise BadRecords. A last line that was cut off is left out."""
    decode, check = msgspec.json.Decoder(Record).decode, msgspec.json.Decoder(_Compared).decode
    records: dict[int, Record] = {}
    lines = _text(folder / ZONES).splitlines(keepends=True)
    for at, line in enumerate(lines, start=1):
        try:
            record = decode(line)
            check(line)
        except msgspec.DecodeError as problem:
            if at == len(lines) and not line.endswith("\n"):
                break
            raise BadRecords(f"{folder / ZONES}:{at}: {problem}") from None
        records[record.number] = record
    return records


def read_truth(folder: Path) -> dict[int, Truth]:
    """Return what people wrote down, by zone. Raise BadRecords."""
    found: dict[int, Truth] = {}
    for at, line in enumerate(_text(folder / TRUTH).splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        said = _LINE.fullmatch(line.strip())
        if said is None or not said[3].strip():
            raise BadRecords(
                f"{folder / TRUTH}:{at}: say it as 12 seat 4: 7x25 | 3x5 2x100, or 12 seat 4: 275"
            )
        number, seat, what = int(said[1]), int(said[2]), said[3].strip()
        if number in found:
            raise BadRecords(f"{folder / TRUTH}:{at}: zone {number} has a line already")
        if what.isdecimal():
            found[number] = Truth(seat, int(what), () if int(what) == 0 else None)
            continue
        try:
            stacks = stacks_of(what, at)
        except BadPlan as problem:
            raise BadRecords(f"{folder / TRUTH}: {problem}") from None
        found[number] = Truth(seat, sum(map(sum, stacks)), stacks)
    return found


def _amount(chips: dict[str, int]) -> int:
    return sum(int(chip) * many for chip, many in chips.items())


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise BadRecords(f"{file}: is not there or cannot be read; chips --record writes it") from None

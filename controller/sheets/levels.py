"""Checks a level schedule, rows of the configuration or of a sheet, and makes it the steps of a clock."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import gcd
from typing import Annotated, Any, Final

from msgspec import Meta, Struct, field

from controller.assist.level_clock import Break, LevelStep, Step
from controller.sheets.sheet import Row, SheetError, is_digits, rows_of, whole_number
from controller.table.amounts import Amount, Bet
from controller.table.chips import Denomination, Inconsistent, has_a_bet

BLINDS: Final = ("small", "big", "ante", "big_blind_ante")
BETS: Final = ("bring_in", "small_bet", "big_bet")
"""What a level has besides at stud; the bets at limit too."""
COLUMNS: Final = (*BLINDS, *BETS, "minutes", "break", "denominations", "down")
BREAK: Final = "break"
MOST_MINUTES: Final = 1440.0
LASTS: Final = "more than 0 and up to 1440 minutes (nothing ends before it begins)"
YES: Final = ("yes", "x", "1", "true")


class LevelRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A level, or a break between two levels, in chip units and minutes.

    A stud or limit game's bets are ``big`` and twice that where they are left out, the bring-in is ``small``; ``big``
    is 0 where nobody posts blinds, and the bets are told then.
    ``break`` is true or the break's name. ``denominations`` are the chips in play from this level on.
    ``down`` says that blinds or antes are meant to be lower than before.
    """

    minutes: Annotated[float, Meta(gt=0, le=MOST_MINUTES)]
    small: Amount | None = None
    big: Amount | None = None
    ante: Amount = 0
    big_blind_ante: Amount = 0
    bring_in: Bet | None = None
    small_bet: Bet | None = None
    big_bet: Bet | None = None
    rest: bool | Annotated[str, Meta(min_length=1, max_length=20)] = field(name=BREAK, default=False)
    denominations: list[Denomination] = []
    down: bool = False

    def posts(self) -> dict[str, int]:
        """Return what is posted or bet in this level, by key."""
        amounts = {name: getattr(self, name) for name in (*BLINDS, *BETS)}
        return {name: amount for name, amount in amounts.items() if amount}


def schedule_mistakes(
    rows: Sequence[LevelRow], denominations: Iterable[int] = ()
) -> Iterator[tuple[int, str, str]]:
    """Yield what is wrong with a schedule: the row from 0, the key, and what would be right.

    ``denominations`` are the chips in play when it begins; none where nobody says which.
    """
    chips = sorted(set(denominations))
    before: LevelRow | None = None
    for place, row in enumerate(rows):
        if row.rest:
            yield from ((place, key, problem) for key, problem in _break_mistakes(row, before))
            continue
        chips = sorted(set(row.denominations)) or chips
        yield from ((place, key, problem) for key, problem in _level_mistakes(row, before, chips))
        before = row
    if rows and rows[-1].rest and before is not None:
        yield len(rows) - 1, BREAK, "has no level after it; leave this break out or add the level"


def _break_mistakes(row: LevelRow, before: LevelRow | None) -> Iterator[tuple[str, str]]:
    if before is None:
        yield BREAK, "must not come first: a schedule begins with a level"
    for key in (*row.posts(), *(["denominations"] if row.denominations else [])):
        yield key, "belongs to a level, not to a break; give it a row of its own"


def _level_mistakes(
    row: LevelRow, before: LevelRow | None, chips: Sequence[int]
) -> Iterator[tuple[str, str]]:
    if row.small is None or row.big is None:
        yield (
            "small" if row.small is None else "big",
            "is missing: a level has both blinds, a break says `break`",
        )
        return
    if row.small > row.big:
        yield "small", f"must not be over the big blind, {row.big}"
    try:
        has_a_bet(row.big, row.small_bet, row.bring_in)
    except Inconsistent as error:
        yield error.place, str(error)
    for key, most in (("small_bet", "big_bet"), ("bring_in", "small_bet")):
        amount, limit = getattr(row, key), getattr(row, most)
        if amount is not None and limit is not None and amount > limit:
            yield key, f"must not be over `{most}`, {limit}"
    for key, amount in row.posts().items():
        if chips and not can_pay(amount, chips):
            yield key, f"{amount} cannot be paid with chips of {', '.join(map(str, chips))}"
    if before is not None and not row.down:
        for key in ("small", "big", *BETS):
            was, now = getattr(before, key), getattr(row, key)
            if was is not None and now is not None and now < was:
                yield key, f"goes down from {was} to {now}; if that is meant, say so with `down`"


def can_pay(amount: int, chips: Sequence[int]) -> bool:
    """Whether ``amount`` can be put out exactly with enough chips of these denominations."""
    if amount % gcd(*chips):
        return False
    least = min(chips)
    cheapest = {0: 0}  # by remainder: the least sum of the larger chips that leaves the rest to the smallest
    fresh = [0]
    while fresh:
        total = fresh.pop()
        for chip in chips:
            more = total + chip
            if more <= amount and more < cheapest.get(more % least, more + 1):
                cheapest[more % least] = more
                fresh.append(more)
    return cheapest.get(amount % least, amount + 1) <= amount


def steps_of(rows: Iterable[LevelRow]) -> list[Step]:
    """Return the steps of a clock that runs through ``rows``, which were checked."""
    return [_step(row) for row in rows]


def _step(row: LevelRow) -> Step:
    seconds = row.minutes * 60
    if row.rest:
        return Break(seconds=seconds, name=row.rest if isinstance(row.rest, str) else "")
    assert row.small is not None  # both were checked before
    assert row.big is not None
    return LevelStep(
        small=row.small, big=row.big, ante=row.ante, big_blind_ante=row.big_blind_ante, seconds=seconds,
        bring_in=row.bring_in, small_bet=row.small_bet, big_bet=row.big_bet,
        denominations=tuple(row.denominations) or None,
    )  # fmt: skip


def schedule_of(text: str, source: str, denominations: Iterable[int] = ()) -> list[LevelRow]:
    """Return the schedule that a sheet holds. Raise SheetError naming line and column."""
    read = rows_of(text, source, needed=("minutes",), known=COLUMNS)
    rows = [_level_row(row, source) for row in read]
    for place, column, problem in schedule_mistakes(rows, denominations):
        raise SheetError(source, read[place].line, column, problem)
    return rows


def _level_row(row: Row, source: str) -> LevelRow:
    fields: dict[str, Any] = {name: whole_number(row, name, source) for name in BLINDS}
    fields |= {name: whole_number(row, name, source, least=1) for name in BETS}
    rest = row.cells.get(BREAK, "")
    if len(rest) > 20:
        raise SheetError(source, row.line, BREAK, "is the break's name: 20 letters at most")
    return LevelRow(
        minutes=_minutes(row, source),
        rest=rest.lower() in YES or rest,
        denominations=_denominations(row, source),
        down=row.cells.get("down", "").lower() in YES,
        **{name: value for name, value in fields.items() if value is not None},
    )


def _minutes(row: Row, source: str) -> float:
    cell = row.cells.get("minutes", "")
    try:
        minutes = float(cell.replace(",", "."))
    except ValueError:
        minutes = 0.0
    if not 0 < minutes <= MOST_MINUTES:
        raise SheetError(source, row.line, "minutes", f'must be {LASTS}; here is "{cell[:40]}"')
    return minutes


def _denominations(row: Row, source: str) -> list[int]:
    words = row.cells.get("denominations", "").split()
    if not all(is_digits(word) and 0 < int(word) <= 10**9 for word in words):
        raise SheetError(
            source, row.line, "denominations", "must be whole numbers with spaces, such as 25 100 500"
        )
    return [int(word) for word in words]

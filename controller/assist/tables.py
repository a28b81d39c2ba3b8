"""Says when a table halts or is broken up, when seats are drawn anew, and how large the last table is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from controller.assist.answer import Answer, AssistError, several
from controller.table.rulebook_floor import FloorRules

Format = Literal["full", "other"]


class Halt(Answer, frozen=True, kw_only=True):
    """Whether a table waits for players; None where the floor decides."""

    halts: bool | None
    short: int


def halt(
    floor: FloorRules,
    fullest: int,
    here: int,
    *,
    tables: Format = "full",
    big_blind_on_empty_seat: bool = True,
    waived: bool = False,
) -> Halt:
    """Return whether a table of ``here`` players halts while another has ``fullest``.

    ``big_blind_on_empty_seat``: the next big blind here would fall on a seat that is empty.
    """
    rules, short = floor.halt, fullest - here
    if here < 1 or short < 0:
        raise AssistError(f"{here} players here and {fullest} at the fullest table cannot be")
    title = f"{here} players here, {fullest} at the fullest table"
    if rules is None or (tables == "other" and rules.other_formats is None):
        return Halt(title=title, decide=["The book does not say: halt this table?"], halts=None, short=short)
    cites = list(rules.cites)
    if tables == "other":
        return Halt(
            title=title, cites=cites, decide=["Not full tables: halt this one?"], halts=None, short=short
        )
    if short < rules.short_by:
        steps = [f"Play on: it halts when {several(rules.short_by, 'player')} short"]
        return Halt(title=title, cites=cites, steps=steps, halts=False, short=short)
    if rules.big_blind_on_empty_seat and not big_blind_on_empty_seat:
        steps = ["Play on until the big blind would fall on an empty seat"]
        return Halt(title=title, cites=cites, steps=steps, halts=False, short=short)
    if waived:
        steps = ["Play on: the halt is waived, and a hand that is dealt stands"]
        return Halt(title=title, cites=cites, steps=steps, halts=False, short=short)
    return Halt(title=title, cites=cites, steps=["HALT: deal no hand here"], halts=True, short=short)


class FinalTable(Answer, frozen=True, kw_only=True):
    """The last table: its ``seats``; ``merge`` where the two that are left come together after the next one out."""

    seats: int | None
    merge: bool = False


def final_table(floor: FloorRules, handed: int, left: int | None = None) -> FinalTable:
    """Return the final table of an event whose full tables have ``handed`` seats, with ``left`` players in it."""
    rules = floor.final_table
    title = f"Final table, {handed}-handed event"
    if not 2 <= handed <= 10:
        raise AssistError(f"a full table of {handed} cannot be: 2 to 10")
    if rules is None:
        return FinalTable(title=title, decide=["The book does not say how many it seats"], seats=None)
    cites = list(rules.cites)
    if handed == 2 and not rules.heads_up:
        return FinalTable(title=title, cites=cites, steps=["Heads-up events have none"], seats=None)
    seats = rules.sizes.get(str(handed))
    if seats is None and rules.one_more:
        seats = min(handed + 1, rules.most)
    if seats is None:
        return FinalTable(
            title=title, cites=cites, decide=["The clause names no such event: how many?"], seats=None
        )
    steps = [f"{several(seats, 'seat')} at the final table"]
    each = rules.tables_of.get(str(handed))
    merge = each is not None and left == 2 * each
    if merge:
        steps.append(f"Two tables of {each} now: merge after the next one is out")
    elif left is not None and left <= seats:
        steps.append(f"{left} players left: this is the final table")
    return FinalTable(title=title, cites=cites, steps=steps, seats=seats, merge=merge)


class Breaking(Answer, frozen=True, kw_only=True):
    """The ``table`` that is broken up now, or ``merge``: all sit down at one; None and false where nothing is."""

    table: str | None = None
    merge: bool = False


def breaking(
    floor: FloorRules, sizes: Mapping[str, int], chairs: int = 9, order: Sequence[str] = ()
) -> Breaking:
    """Return the table to break; ``order`` names tables in the order fixed beforehand, first to go first."""
    if full := [name for name, size in sizes.items() if size > chairs]:
        raise AssistError(f"table {full[0]}: {sizes[full[0]]} players on {chairs} chairs cannot be")
    rules, title = floor.breaking, f"{several(len(sizes), 'table')}, {several(sum(sizes.values()), 'player')}"
    if rules is None:
        return Breaking(title=title, decide=["The book does not say when tables break: break one?"])
    cites = list(rules.cites)
    if rules.fits is not None:
        if len(sizes) > 1 and sum(sizes.values()) <= rules.fits:
            steps = [
                f"Merge: all fit at one table of {rules.fits}",
                "Draw seats and button as for a new game",
            ]
            return Breaking(title=title, cites=cites, steps=steps, merge=True)
        return Breaking(title=title, cites=cites, steps=[f"No merge until {rules.fits} players are left"])
    first = next((name for name in order if name in sizes), None)
    if first is None:
        raise AssistError("name the tables in the order in which they break")
    open_seats = sum(chairs - size for name, size in sizes.items() if name != first)
    if open_seats < sizes[first]:
        return Breaking(
            title=title, cites=cites,
            steps=[f"Not yet: table {first} has {sizes[first]} players, elsewhere {several(open_seats, 'seat')} open"],
        )  # fmt: skip
    steps = [f"Break table {first}: its {several(sizes[first], 'player')} take empty seats elsewhere"]
    return Breaking(title=title, cites=cites, steps=steps, table=first)


class Redraw(Answer, frozen=True, kw_only=True):
    """Whether all seats are drawn anew; None where that is left to the floor."""

    redraw: bool | None


def redraw(floor: FloorRules, left: int, started: int) -> Redraw:
    """Return whether seats are drawn anew with ``left`` tables, of ``started`` at the start."""
    rules, title = floor.redraw, f"{several(left, 'table')} left"
    if not 1 <= left <= started:
        raise AssistError(f"{left} tables left of {started} cannot be")
    if rules is None:
        return Redraw(title=title, decide=["The book does not say when seats are drawn anew"], redraw=None)
    cites = list(rules.cites)
    if left not in rules.at_tables:
        return Redraw(title=title, cites=cites, steps=["No redraw now"], redraw=False)
    if left == rules.optional_at and started in rules.optional_from:
        decide = [f"The event began with {started} tables: a redraw may be left out"]
        return Redraw(title=title, cites=cites, decide=decide, redraw=None)
    return Redraw(title=title, cites=cites, steps=["Draw all seats anew"], redraw=True)

"""Keys of the dealer and rulings of the floor, as they come from the pages."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from controller.cards import OTHER_DECISIONS, card_for
from controller.desk import BadKey, Desk
from controller.table import events as sensed
from controller.web.body import fields_of, text_field
from controller.web.problems import Problem
from controller.web.roles import allow

Keyed = (
    sensed.Declared | sensed.DeclareCancelled | sensed.Tapped | sensed.SeatSpoke | sensed.FloorCalled
    | sensed.ClockCalled | sensed.ClockCancelled | sensed.ChipsCounted | sensed.Ruled | sensed.HandStarted
    | sensed.HandEnded | sensed.DealEnded | sensed.SeatChanged | sensed.LevelSet | sensed.PotQuoted
    | sensed.PlayerAsked | sensed.ChipsFound | sensed.StubDisturbed | sensed.ButtonMoved
    | sensed.StackCounted
)  # fmt: skip
"""What people key. What sensors report never comes from a page."""

MARKS: Final = ("seen", "done", "disputed", "coming")
READ_WRONG: Final = ("cards", "chips", "actor")
MOST_NAME: Final = 40
MOST_NOTE: Final = 500
FLOOR_CALL: Final = "floor.call"
NOTED: Final = {"missed_hands": "hands", "rebuy": "chips", "rebuy_paid": None, "hold_chips": None}
"""What the floor notes of a seat without an alert, and what its amount counts."""

WHOLE_TABLE: Final = ("dealer_push", "hand_for_hand", "normal_play", "release")
"""What is noted of the whole table, without a seat."""

_AT = re.compile(r" - at `\$\.?(.*)`$")

WITH_AMOUNT = ("bet", "impound")
"""Decisions that need an amount."""


async def key(request: Request) -> Response:
    """Take one key: a sensor-log event without its ``t``, which the daemon's clock gives."""
    fields = await fields_of(request)
    event = _checked(fields)
    desk: Desk = request.app.state.desk
    person = allow(request, "rule" if isinstance(event, sensed.Ruled) else "key")
    if isinstance(event, sensed.Ruled):
        if person.name:
            fields["by"] = person.name
        _check_ruling(event, fields, desk)
    try:
        await desk.key(fields)
    except BadKey as error:
        raise Problem("key", str(error)) from error
    return JSONResponse({"taken": fields["type"]}, 202)


def _checked(fields: dict[str, Any]) -> Any:
    if "t" in fields:
        raise Problem("t", "the daemon's clock gives the time; leave it out")
    try:
        event = msgspec.convert({**fields, "t": 0.0}, Keyed)
    except msgspec.ValidationError as error:
        message = str(error)
        at = _AT.search(message)
        place = at[1] if at and at[1] else _missing(message)
        raise Problem(place, _plain(_AT.sub("", message))) from error
    known = {field.encode_name for field in msgspec.structs.fields(event)} | {"type"}
    for name in fields:
        if name not in known:
            raise Problem(name, f"a key {fields['type']} has no such field")
    if isinstance(event, sensed.ChipsCounted) and event.by != "dealer":
        raise Problem("by", "an amount that is keyed is by `dealer`")
    return event


def _plain(message: str) -> str:
    """Return a message about a number in plain words, every other one as it is."""
    limit = re.fullmatch(r"Expected `int` ([<>])= (\d+)", message)
    return f"{limit[2]} or {'more' if limit[1] == '>' else 'less'} is meant" if limit else message


def _missing(message: str) -> str:
    """Return the field that a message names, else the type."""
    named = re.search(r"(?:field|needs(?: an?)?) `(\w+)`", message)
    return named[1] if named else "type"


def _check_ruling(ruling: sensed.Ruled, fields: dict[str, Any], desk: Desk) -> None:
    """Raise Problem for a ruling that nobody answers for, or whose reason is missing."""
    if text_field(fields, "by", MOST_NAME) is None:
        raise Problem("by", "who ruled?")
    note = text_field(fields, "note", MOST_NOTE)
    if ruling.decision in WHOLE_TABLE:
        return
    if ruling.decision in NOTED:
        _check_noted(ruling)
        return
    if ruling.decision in WITH_AMOUNT and ruling.amount is None:
        raise Problem("amount", f"a ruling of {ruling.decision} needs its amount")
    if ruling.decision not in _offered(ruling, desk):
        if ruling.decision not in OTHER_DECISIONS:
            raise Problem("decision", f"not one of {', '.join(OTHER_DECISIONS)}")
        if note is None:
            raise Problem("note", "another decision needs a note that says why")


def _check_noted(ruling: sensed.Ruled) -> None:
    """Raise Problem where the floor notes something of nobody, or not how much."""
    if ruling.seat is None:
        raise Problem("seat", f"a {ruling.decision} is some seat's")
    if (counted := NOTED[ruling.decision]) is not None and not ruling.amount:
        raise Problem("amount", f"how many {counted}?")


def _offered(ruling: sensed.Ruled, desk: Desk) -> set[str]:
    if ruling.finding is None:
        return set()
    for alert in desk.snapshot().alerts:
        if alert.finding.id == ruling.finding:
            return {option.decision for option in card_for(alert.finding, desk.book).options}
    raise Problem("finding", f"there is no finding {ruling.finding!r}")


async def mark(request: Request) -> Response:
    """Note what became of an alert: seen, done, read wrong, or that somebody is coming."""
    fields = await fields_of(request)
    finding = text_field(fields, "finding", 100)
    state = text_field(fields, "state", 20)
    by = text_field(fields, "by", MOST_NAME)
    person = allow(request, "come" if state == "coming" else "mark")
    if state == "coming" and person.name:
        by = person.name
    desk: Desk = request.app.state.desk
    known = {alert.finding.id for alert in desk.snapshot().alerts} | {FLOOR_CALL}
    if finding not in known:
        raise Problem("finding", f"there is no finding {finding!r}")
    if state not in MARKS:
        raise Problem("state", f"one of {', '.join(MARKS)} is meant")
    if state == "coming" and by is None:
        raise Problem("by", "who is coming?")
    if state == "disputed" and by not in READ_WRONG:
        raise Problem("by", f"what was read wrong: one of {', '.join(READ_WRONG)}")
    try:
        await desk.mark(finding or "", state, by)
    except BadKey as error:
        raise Problem("mark", str(error)) from error
    return JSONResponse({"taken": state}, 202)

"""Keys of the dealer and rulings of the floor, as they come from the pages."""

from __future__ import annotations

import re
from typing import Any, Final, get_args

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from controller.alert_states import MARKS
from controller.cards import card_for
from controller.cards.words import Named
from controller.decisions import ANSWERED, NOTED, OF_A_SEAT, OTHER, WHOLE_TABLE, WITH_AMOUNT, answer_of
from controller.desk import FLOOR_CALL, BadKey, Desk
from controller.table.events import AnyEvent, ChipsCounted, Ruled
from controller.table.outputs import Finding
from controller.web.body import fields_of, text_field
from controller.web.problems import Problem
from controller.web.roles import allow
from firmware_bridge import MAY_SEND

EVENTS: Final = {
    str(event.__struct_config__.tag): event
    for event in get_args(AnyEvent)
    if event.__struct_config__.tag in MAY_SEND["panel"]
}
"""What a person may key, by the event's type: the same on a page as on a panel."""

READ_WRONG: Final = ("cards", "chips", "actor")
DEALER: Final = "dealer"
"""Who answered a question at a display where nobody is named."""
MOST_NAME: Final = 40
MOST_NOTE: Final = 500

_AT = re.compile(r" - at `\$\.?(.*)`$")


async def key(request: Request) -> Response:
    """Take one key: a sensor-log event without its ``t``, which the daemon's clock gives."""
    fields = await fields_of(request)
    event = _checked(fields)
    desk: Desk = request.app.state.desk
    answers = isinstance(event, Ruled) and _answers(event, desk)
    person = allow(request, "rule" if isinstance(event, Ruled) and not answers else "key")
    if isinstance(event, Ruled):
        if person.name:
            fields["by"] = person.name
        elif answers:
            fields.setdefault("by", DEALER)
        _check_ruling(event, fields, desk)
    try:
        line = await desk.key(fields)
    except BadKey as error:
        raise Problem.of(error, "key") from error
    return JSONResponse({"taken": fields["type"], "line": line}, 202)


def _answers(ruling: Ruled, desk: Desk) -> bool:
    """Whether a ruling is the dealer's own answer. Raise Problem where play has given that already."""
    finding = None if ruling.finding is None else _ruled_on(ruling, desk)
    if finding is None or ruling.decision != answer_of(finding):
        return False
    if finding.id not in desk.snapshot().view.asked:
        raise Problem.because("finding", "told_already")
    return True


def _checked(fields: dict[str, Any]) -> Any:
    if "t" in fields:
        raise Problem("t", "the daemon's clock gives the time; leave it out")
    made = EVENTS.get(fields["type"]) if isinstance(fields.get("type"), str) else None
    if made is None:
        raise Problem("type", "one of " + ", ".join(sorted(EVENTS)) + " is meant")
    try:
        event = msgspec.convert({**fields, "t": 0.0}, made, str_keys=True)
    except msgspec.ValidationError as error:
        message = str(error)
        at = _AT.search(message)
        place = at[1] if at and at[1] else _missing(message)
        raise _unfit(place, _AT.sub("", message)) from error
    known = {field.encode_name for field in msgspec.structs.fields(event)} | {"type"}
    for name in fields:
        if name not in known:
            raise Problem(name, f"a key {fields['type']} has no such field")
    if isinstance(event, ChipsCounted) and event.by != "dealer":
        raise Problem("by", "an amount that is keyed is by `dealer`")
    return event


def _unfit(place: str, message: str) -> Problem:
    """Return a message about a number in plain words, every other one as it is."""
    limit = re.fullmatch(r"Expected `int` ([<>])= (\d+)", message)
    if limit is None:
        return Problem(place, message)
    return Problem.because(place, "at_least" if limit[1] == ">" else "at_most", limit=limit[2])


def _missing(message: str) -> str:
    """Return the field that a message names, else the type."""
    named = re.search(r"(?:field|needs(?: an?)?) `(\w+)`", message)
    return named[1] if named else "type"


def _check_ruling(ruling: Ruled, fields: dict[str, Any], desk: Desk) -> None:
    """Raise Problem for a ruling that nobody answers for, or whose reason is missing."""
    if text_field(fields, "by", MOST_NAME) is None:
        raise Problem.because("by", "who_ruled")
    note = text_field(fields, "note", MOST_NOTE)
    if ruling.decision in WHOLE_TABLE:
        return
    if ruling.decision in NOTED:
        _check_noted(ruling)
        return
    if ruling.decision in WITH_AMOUNT and ruling.amount is None:
        raise Problem.because("amount", "amount_needed", decision=Named("decision", (ruling.decision,)))
    offered = _offered(ruling, desk)
    if ruling.decision in OF_A_SEAT and ruling.seat is None and _seat(ruling, desk) is None:
        raise Problem.because("seat", "seat_needed", decision=Named("decision", (ruling.decision,)))
    if ruling.decision not in offered:
        if ruling.decision not in OTHER:
            raise Problem("decision", f"not one of {', '.join(OTHER)}")
        if note is None:
            raise Problem.because("note", "note_needed")


def _check_noted(ruling: Ruled) -> None:
    """Raise Problem where the floor notes something of nobody, or not how much."""
    if ruling.seat is None:
        raise Problem.because("seat", "whose", decision=Named("decision", (ruling.decision,)))
    if (counted := NOTED[ruling.decision]) is not None and not ruling.amount:
        raise Problem.because("amount", "how_many", what=counted)


def _ruled_on(ruling: Ruled, desk: Desk) -> Finding | None:
    """Return the finding that is ruled on. Raise Problem where there is no such finding."""
    if ruling.finding is None:
        return None
    for alert in desk.snapshot().alerts:
        if alert.finding.id == ruling.finding:
            return alert.finding
    raise Problem.because("finding", "no_finding", name=ruling.finding)


def _seat(ruling: Ruled, desk: Desk) -> int | None:
    finding = _ruled_on(ruling, desk)
    return None if finding is None else finding.seat


def _offered(ruling: Ruled, desk: Desk) -> set[str]:
    finding = _ruled_on(ruling, desk)
    if finding is None or finding.kind == FLOOR_CALL:
        return {ANSWERED}
    return {option.decision for option in card_for(finding, desk.book).options}


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
        raise Problem.because("finding", "no_finding", name=finding or "")
    if state not in MARKS:
        raise Problem("state", f"one of {', '.join(MARKS)} is meant")
    if state == "coming" and by is None:
        raise Problem.because("by", "who_comes")
    if state == "disputed" and by not in READ_WRONG:
        raise Problem("by", f"what was read wrong: one of {', '.join(READ_WRONG)}")
    try:
        await desk.mark(finding or "", state, by)
    except BadKey as error:
        raise Problem.of(error, "mark") from error
    return JSONResponse({"taken": state}, 202)

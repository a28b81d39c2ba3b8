"""Checks what a person keys or rules the same way wherever it comes from: a page, or the room."""

from __future__ import annotations

from collections.abc import Set
from typing import Any, Final, get_args

import msgspec
from msgspec.inspect import IntType, type_info

from controller import typed
from controller.alert_states import MARKS
from controller.decisions import ANSWERED, NOTED, OF_A_SEAT, OTHER, WHOLE_TABLE, WITH_AMOUNT
from controller.refused import Refused
from controller.ruling_cards import card_for
from controller.ruling_cards.words import Named
from controller.table.chips import Inconsistent
from controller.table.events import AnyEvent, ChipsCounted, Event, Ruled
from controller.table.outputs import Finding
from controller.table_api import FLOOR_CALL, TableApi
from firmware_bridge import MAY_SEND

EVENTS: Final = {
    str(event.__struct_config__.tag): event
    for event in get_args(AnyEvent)
    if event.__struct_config__.tag in MAY_SEND["panel"]
}
"""What a person may key, by the event's type: the same on a page as on a panel."""

READ_WRONG: Final = ("cards", "chips", "actor")
MOST_NAME: Final = 40
MOST_NOTE: Final = 500


def text_field(fields: dict[str, Any], name: str, most: int) -> str | None:
    """Return a field that is a line of text, None where it is absent or empty. Raise Refused otherwise."""
    value = fields.get(name)
    if value is None:
        return None
    if not isinstance(value, str) or not value.isprintable():
        raise Refused(name, "one line of text is meant")
    if len(value) > most:
        raise Refused(name, f"at most {most} characters")
    return value.strip() or None


def checked_event(fields: dict[str, Any]) -> Any:
    """Return what was keyed as an event at no time. Raise Refused for what is none."""
    if "t" in fields:
        raise Refused("t", "the daemon's clock gives the time; leave it out")
    made = EVENTS.get(fields["type"]) if isinstance(fields.get("type"), str) else None
    if made is None:
        raise Refused("type", "one of " + ", ".join(sorted(EVENTS)) + " is meant")
    try:
        event = msgspec.convert({**fields, "t": 0.0}, made, str_keys=True)
    except msgspec.ValidationError as error:
        raise _unfit({**fields, "t": 0.0}, made, error) from error
    known = {*made.__struct_encode_fields__, "type"}
    for name in fields:
        if name not in known:
            raise Refused(name or '""', f"a key {fields['type']} has no such field")
    if isinstance(event, ChipsCounted) and event.by != "dealer":
        raise Refused("by", "an amount that is keyed is by `dealer`")
    if isinstance(fields.get("by"), str):
        text_field(fields, "by", MOST_NAME)
    return event


def _unfit(fields: dict[str, Any], made: type[Event], error: Exception) -> Refused:
    """Return what is wrong with an event's fields, a number's bound in the page's language."""
    cause = error.__cause__
    if isinstance(cause, Inconsistent):
        return Refused(cause.place, str(cause))
    for mistake in typed.mistakes(fields, type_info(made)):
        place = typed.dotted(mistake.path)
        wanted, value = typed.without_none(mistake.wanted), mistake.value
        if isinstance(wanted, IntType) and isinstance(value, int) and not isinstance(value, bool):
            if wanted.ge is not None and value < wanted.ge:
                return Refused.because(place, "at_least", limit=wanted.ge)
            if wanted.le is not None:
                return Refused.because(place, "at_most", limit=wanted.le)
        return Refused(place, "is missing" if mistake.fault == "missing" else f"must be {mistake.right()}")
    return Refused("type", "no such event")


def check_ruling(ruling: Ruled, fields: dict[str, Any], api: TableApi) -> None:
    """Raise Refused for a ruling that nobody answers for, or whose reason is missing."""
    if text_field(fields, "by", MOST_NAME) is None:
        raise Refused.because("by", "who_ruled")
    note = text_field(fields, "note", MOST_NOTE)
    if ruling.decision in WHOLE_TABLE:
        return
    if ruling.decision in NOTED:
        _check_noted(ruling)
        return
    offered = _offered(ruling, api)
    seat = ruling.seat if ruling.seat is not None else _seat(ruling, api)
    check_decision(ruling.decision, offered, seat=seat, amount=ruling.amount, note=note)


def check_decision(
    decision: str, offered: Set[str], *, seat: int | None, amount: int | None, note: str | None
) -> None:
    """Raise Refused for a decision that is neither ``offered`` nor one of the others, or that lacks something."""
    if decision not in offered and decision not in OTHER:
        raise Refused("decision", f"not one of {', '.join(sorted({*offered, *OTHER}))}")
    named = Named("decision", (decision,))
    if decision in WITH_AMOUNT and amount is None:
        raise Refused.because("amount", "amount_needed", decision=named)
    if decision in OF_A_SEAT and seat is None:
        raise Refused.because("seat", "seat_needed", decision=named)
    if decision not in offered and note is None:
        raise Refused.because("note", "note_needed")


def _check_noted(ruling: Ruled) -> None:
    """Raise Refused where the floor notes something of nobody, or not how much."""
    if ruling.seat is None:
        raise Refused.because("seat", "whose", decision=Named("decision", (ruling.decision,)))
    if (counted := NOTED[ruling.decision]) is not None and not ruling.amount:
        raise Refused.because("amount", "how_many", what=counted)


def finding_of(ruling: Ruled, api: TableApi) -> Finding | None:
    """Return the finding that is ruled on. Raise Refused where there is no such finding."""
    if ruling.finding is None:
        return None
    for alert in api.snapshot().alerts:
        if alert.finding.id == ruling.finding:
            return alert.finding
    raise Refused.because("finding", "no_finding", name=ruling.finding)


def _seat(ruling: Ruled, api: TableApi) -> int | None:
    finding = finding_of(ruling, api)
    return None if finding is None else finding.seat


def _offered(ruling: Ruled, api: TableApi) -> set[str]:
    finding = finding_of(ruling, api)
    if finding is None or finding.kind == FLOOR_CALL:
        return {ANSWERED}
    return {option.decision for option in card_for(finding, api.book).options}


def check_mark(finding: str | None, state: str | None, by: str | None, api: TableApi) -> None:
    """Raise Refused where nobody can say that of an alert, or where it is not said who."""
    known = {alert.finding.id for alert in api.snapshot().alerts} | {FLOOR_CALL}
    if finding not in known:
        raise Refused.because("finding", "no_finding", name=finding or "")
    if state not in MARKS:
        raise Refused("state", f"one of {', '.join(MARKS)} is meant")
    if state == "coming" and by is None:
        raise Refused.because("by", "who_comes")
    if state == "disputed" and by not in READ_WRONG:
        raise Refused("by", f"what was read wrong: one of {', '.join(READ_WRONG)}")

"""Takes keys of the dealer and rulings of the floor as they come from the pages."""

from __future__ import annotations

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from controller.decisions import answer_of
from controller.keyed import MOST_NAME, check_mark, check_ruling, checked_event, finding_of, text_field
from controller.table.events import Ruled
from controller.table_api import BadKey, TableApi
from controller.web.body import fields_of
from controller.web.problems import Problem
from controller.web.roles import allow

DEALER: Final = "dealer"
"""Who answered a question at a display where nobody is named."""


async def key(request: Request) -> Response:
    """Take one key: a sensor-log event without its ``t``, which the daemon's clock gives."""
    api: TableApi = request.app.state.api
    fields = _as_due(await fields_of(request), api)
    first = fields.pop("first", False) is True
    event = checked_event(fields)
    answers = isinstance(event, Ruled) and _answers(event, api)
    person = allow(request, "rule" if isinstance(event, Ruled) and not answers else "key")
    if isinstance(event, Ruled):
        if person.name:
            fields["by"] = person.name
        elif answers:
            fields.setdefault("by", DEALER)
        check_ruling(event, fields, api)
    try:
        line = await api.key(fields, first=first)
    except BadKey as error:
        raise Problem.of(error, "key") from error
    return JSONResponse({"taken": fields["type"], "line": line}, 202)


def _as_due(fields: dict[str, Any], api: TableApi) -> dict[str, Any]:
    """Return a key with what the table knows of it: a pot that is pushed as proposed is so without its amount.

    Raise Problem where nothing of that pot is due to that seat.
    """
    if fields.get("type") != "chips.award" or "amount" in fields or "pot" not in fields:
        return fields
    for pot in api.snapshot().view.pots_due:
        for share in pot.shares:
            if (pot.pot, share.seat) == (fields["pot"], fields.get("seat")):
                return {**fields, "amount": share.amount}
    raise Problem.because("amount", "nothing_due")


def _answers(ruling: Ruled, api: TableApi) -> bool:
    """Whether a ruling is the dealer's own answer. Raise Problem where play has given that already."""
    finding = None if ruling.finding is None else finding_of(ruling, api)
    if finding is None or ruling.decision != answer_of(finding):
        return False
    if finding.id not in api.snapshot().view.asked:
        raise Problem.because("finding", "told_already")
    return True


async def mark(request: Request) -> Response:
    """Note what became of an alert: seen, done, read wrong, or that somebody is coming."""
    fields = await fields_of(request)
    finding = text_field(fields, "finding", 100)
    state = text_field(fields, "state", 20)
    by = text_field(fields, "by", MOST_NAME)
    person = allow(request, "come" if state == "coming" else "mark")
    if state == "coming" and person.name:
        by = person.name
    api: TableApi = request.app.state.api
    check_mark(finding, state, by, api)
    try:
        await api.mark(finding or "", state or "", by)
    except BadKey as error:
        raise Problem.of(error, "mark") from error
    return JSONResponse({"taken": state}, 202)

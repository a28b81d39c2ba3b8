"""Takes what the seat page sends that is no event by itself: a whole table's sheet, a move, the house's clock."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from controller.keyed import MOST_NAME, text_field
from controller.languages import LANGUAGES
from controller.ruling_cards.words import words_in
from controller.sheets import SheetError, seats_of, sheet_text, text_of
from controller.table.events import SeatSetup
from controller.table_api import BadKey, TableApi
from controller.web.body import fields_of, sheet_of
from controller.web.language import words_for
from controller.web.problems import Problem
from controller.web.roles import allow

SHEET = "seats.csv"


async def table(request: Request) -> Response:
    """Set the whole table by a sheet, all of it or nothing; while a hand is on it waits."""
    allow(request, "key")
    content = await sheet_of(request)
    try:
        seats = seats_of(text_of(content, SHEET), SHEET)
    except SheetError as error:
        words = words_for(request)
        facts = {"place": error.place(words), "message": error.text(words)}
        place = error.place(words_in(LANGUAGES[0]))
        raise Problem(place, error.problem, says="sheet", facts=facts) from error
    waits = await _api(request).set_table(seats)
    return JSONResponse({"taken": "table", "waits": waits}, 202)


async def sheet(request: Request) -> Response:
    """Answer with the table as it is, as a sheet to change and to send back."""
    allow(request, "key")
    snapshot = _api(request).snapshot()
    text = sheet_text({s.seat: SeatSetup(state=s.state, stack=s.stack) for s in snapshot.seating})
    name = f'attachment; filename="table-{snapshot.view.table}.csv"'
    return Response(text, media_type="text/csv; charset=utf-8", headers={"Content-Disposition": name})


async def move(request: Request) -> Response:
    """Move a player to an empty seat; while a hand is on that waits."""
    allow(request, "key")
    fields = await fields_of(request)
    try:
        waits = await _api(request).move(_seat(fields, "seat"), _seat(fields, "to"))
    except BadKey as error:
        raise Problem.of(error) from error
    return JSONResponse({"taken": "move", "waits": waits}, 202)


async def drop(request: Request) -> Response:
    """Forget the changes of seats that wait."""
    allow(request, "key")
    await fields_of(request)
    await _api(request).drop_waiting()
    return JSONResponse({"taken": "drop"}, 202)


async def clock(request: Request) -> Response:
    """Steer the house's clock: go, pause, next, back, or a minute more or less."""
    person = allow(request, "key")
    fields = await fields_of(request)
    by = person.name or text_field(fields, "by", MOST_NAME)
    if by is None and person.role is None:
        raise Problem.because("by", "who_steers")
    at = person.role or text_field(fields, "at", 10)
    if at not in ("dealer", "floor"):
        raise Problem("at", "one of dealer, floor is meant")
    try:
        await _api(request).steer(text_field(fields, "do", 20) or "", by or at, at)
    except BadKey as error:
        raise Problem.of(error) from error
    return JSONResponse({"taken": "clock"}, 202)


def _api(request: Request) -> TableApi:
    api: TableApi = request.app.state.api
    return api


def _seat(fields: dict[str, Any], name: str) -> int:
    value = fields.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise Problem(name, "a seat's number is meant")
    return value

"""The floor's pages: routes, and the same guards as the table's own pages have."""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

import msgspec
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from controller.cards.words import Named
from controller.decisions import OF_A_SEAT, OTHER, WITH_AMOUNT
from controller.floor.rows import options_of, words_of
from controller.floor.service import FloorService
from controller.floor.store import KeptAlert, Note, StoreTrouble, Wanted
from controller.keyed import MOST_NAME, MOST_NOTE, text_field
from controller.web import pages
from controller.web.app import STATIC, guards, own_names
from controller.web.body import fields_of
from controller.web.fonts import fonts_route
from controller.web.pin import Door, PinGuard, log_in
from controller.web.problems import PROBLEM_HANDLERS, Problem
from controller.web.roles import Person, allow
from controller.web.stream import RETRY_MS

MOST_STREAMS: Final = 100
MOST_ID: Final = 300


def create_floor_app(
    service: FloorService, *, door: Door | None = None, fingerprint: str = ""
) -> Starlette:  # fmt: skip
    """Return the application that shows a floor; ``door`` asks for PINs, None asks for none."""
    app = Starlette(
        routes=[
            Route("/", page), Route("/events", events), Route("/alert", alert),
            Route("/mark", mark, methods=["POST"]), Route("/rule", rule, methods=["POST"]),
            Route("/history", history), Route("/notes", notes), Route("/notes", note, methods=["POST"]),
            Route("/login", pages.login), Route("/login", log_in, methods=["POST"]),
            Route("/fonts.css", fonts_route), Route("/fonts/{name}", fonts_route),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[*guards(own_names(())), *([Middleware(PinGuard, door=door)] if door is not None else [])],
        exception_handlers=PROBLEM_HANDLERS,
    )  # fmt: skip
    app.state.service, app.state.door, app.state.fingerprint = service, door, fingerprint
    app.state.language = service.config.floor.language
    app.state.following = 0
    return app


def _service(request: Request) -> FloorService:
    service: FloorService = request.app.state.service
    return service


async def page(request: Request) -> Response:
    """Answer with the floor's page for all tables."""
    person = allow(request, "see_floor")
    config = _service(request).config
    words = pages.language_of(request).table["room"]
    sections = [{"name": one.name, "people": one.people} for one in config.section]
    data = pages.as_json({"room": words, "sections": sections, "leads": config.floor.leads})
    return pages.page_of("room.html", request, r=words, room_data=data, may_rule=person.may("rule"))


async def events(request: Request) -> Response:
    """Answer with the stream of what changes."""
    allow(request, "see_floor")
    state = request.app.state
    if state.following >= MOST_STREAMS:
        raise Problem("page", f"{MOST_STREAMS} pages follow the floor already; close some", 503)
    language = pages.language_of(request).language

    async def messages() -> Any:
        state.following += 1
        try:
            async for body in _service(request).board.changes(language):
                yield ServerSentEvent(body.decode(), event="state", retry=RETRY_MS)
        finally:
            state.following -= 1

    return EventSourceResponse(messages(), ping=3600, headers={"X-Accel-Buffering": "no"})


async def _alert_of(request: Request, name: str | None) -> KeptAlert:
    """Return an alert, of the list or of the history. Raise Problem for none."""
    service = _service(request)
    found = service.house.alerts.get(name or "")
    if found is None and name:
        kept = await _store(request, lambda store: store.alert(name))
        found = kept if isinstance(kept, KeptAlert) else None
    if found is None:
        raise Problem.because("id", "no_finding", 404, name=(name or "")[:80])
    return found


async def _store(request: Request, work: Any) -> Any:
    try:
        return await _service(request).keeper.do(work)
    except StoreTrouble as error:
        _service(request).keeper.trouble(error)
        raise Problem.because("store", "no_store", 503) from error


async def alert(request: Request) -> Response:
    """Answer with all that is known of one alert, in the page's words."""
    allow(request, "see_floor")
    found = await _alert_of(request, request.query_params.get("id"))
    words = pages.language_of(request)
    card = words_of(found, words)
    told = {key: card.get(key) for key in ("headline", "remedy", "seen", "cite", "happened", "other")}
    body = found.body
    return JSONResponse(
        {
            **told, "steps": card.get("steps") or [], "rules": card.get("rules") or [],
            "options": options_of(found, card, words), "finding": body["finding"], "state": body["state"],
            "ruling": body.get("ruling"), "coming": body.get("coming"),
            "story": [
                {**one, "at": _hour(one.get("at"), found), "text": words.table["page"]["moment"].get(one.get("what"), "")}
                for one in body.get("marks") or [] if isinstance(one, Mapping)
            ],
            "evidence": body.get("evidence") or [],
        }
    )  # fmt: skip


def _hour(told: object, found: KeptAlert) -> str:
    try:
        return datetime.fromisoformat(str(told)).astimezone().strftime("%H:%M:%S")
    except ValueError:
        return time.strftime("%H:%M:%S", time.localtime(found.changed_at))


def _who(fields: dict[str, Any], person: Person) -> str:
    """Return who acts: the session's person, else the name that was keyed. Raise Problem for nobody."""
    by = person.name or text_field(fields, "by", MOST_NAME)
    if not by:
        raise Problem.because("by", "who_comes")
    return by


async def mark(request: Request) -> Response:
    """Somebody is coming: tell the table, and all other pages at once."""
    fields = await fields_of(request)
    person = allow(request, "come")
    found = await _alert_of(request, text_field(fields, "id", MOST_ID))
    by = _who(fields, person)
    body = {"finding": found.body["finding"]["id"], "state": "coming"}
    await _tell(request, found, "mark", by, body)
    return JSONResponse({"taken": "coming"}, 202)


async def rule(request: Request) -> Response:
    """Send a ruling to its table; what comes of it is told on the page."""
    fields = await fields_of(request)
    person = allow(request, "rule")
    found = await _alert_of(request, text_field(fields, "id", MOST_ID))
    by = _who(fields, person)
    decision = text_field(fields, "decision", 40)
    note = text_field(fields, "note", MOST_NOTE)
    card = words_of(found, pages.language_of(request))
    offered = {one["decision"] for one in options_of(found, card, pages.language_of(request))}
    if decision is None or decision not in {*offered, *OTHER}:
        raise Problem("decision", f"one of {', '.join(sorted({*offered, *OTHER}))} is meant")
    if decision not in offered and note is None:
        raise Problem.because("note", "note_needed")
    body = {"finding": found.body["finding"]["id"], "decision": decision}
    body |= {name: _whole(fields, name) for name in ("seat", "amount") if fields.get(name) is not None}
    seat = body.get("seat", found.body["finding"]["seat"])
    named = Named("decision", (decision,))
    if decision in OF_A_SEAT and seat is None:
        raise Problem.because("seat", "seat_needed", decision=named)
    if decision in WITH_AMOUNT and "amount" not in body:
        raise Problem.because("amount", "amount_needed", decision=named)
    body |= {"seat": seat} if seat is not None else {}
    body |= {"note": note} if note is not None else {}
    order = await _tell(request, found, "ruling", by, body, text_field(fields, "key", 64) or "")
    return JSONResponse({"taken": "ruling", "id": order}, 202)


def _whole(fields: dict[str, Any], name: str) -> int:
    value = fields[name]
    if type(value) is not int or value < 0:
        raise Problem(name, "a whole number is meant")
    return value


async def _tell(
    request: Request, found: KeptAlert, topic: str, by: str, body: dict[str, Any], key: str = ""
) -> str:  # fmt: skip
    try:
        return (await _service(request).tell(found, topic, by, body, key)).id
    except StoreTrouble as error:
        _service(request).keeper.trouble(error)
        raise Problem.because("store", "no_store", 503) from error


async def history(request: Request) -> Response:
    """Answer with the alerts that are looked for, the newest first."""
    allow(request, "see_floor")
    asked = request.query_params
    try:
        wanted = Wanted(
            table=asked.get("table") or None, kind=asked.get("kind") or None, rule=asked.get("rule") or None,
            seat=int(asked["seat"]) if asked.get("seat") else None, person=asked.get("person") or None,
            since=_moment(asked.get("since")), until=_moment(asked.get("until")),
        )  # fmt: skip
    except ValueError as error:
        raise Problem("seat", f"a number, and times such as 2026-11-22T21:00, are meant: {error}") from error
    found = await _store(request, lambda store: store.alerts(wanted))
    words = pages.language_of(request)
    rows = [_service(request).rows.past(one, words) for one in found]
    return JSONResponse({"rows": msgspec.to_builtins(rows)})


def _moment(told: str | None) -> float | None:
    return datetime.fromisoformat(told).astimezone().timestamp() if told else None


async def notes(request: Request) -> Response:
    """Answer with what shifts have handed over, the newest first."""
    allow(request, "see_floor")
    kept = await _store(request, lambda store: store.notes())
    told = [
        {"at": time.strftime("%d.%m. %H:%M", time.localtime(one.at)), "by": one.person, "text": one.text}
        for one in kept
    ]
    return JSONResponse({"notes": told})


async def note(request: Request) -> Response:
    """Keep a note for the next shift."""
    fields = await fields_of(request)
    by = _who(fields, allow(request, "come"))
    text = text_field(fields, "text", 1000)
    if text is None:
        raise Problem.because("text", "no_words")
    await _store(request, lambda store: store.note(Note(at=time.time(), person=by, text=text)))
    return JSONResponse({"taken": "note"}, 202)

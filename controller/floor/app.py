"""Serves the floor's pages: routes, and the same guards as the table's own pages have."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Mapping
from datetime import datetime
from typing import Any

import msgspec
from sse_starlette import ServerSentEvent
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route

from controller.decisions import OF_A_SEAT
from controller.floor import people_page
from controller.floor.asked import MOST_ID, alert_of, in_store, service_of, tell, who
from controller.floor.heard import MOST_NUMBER, SaidRuling
from controller.floor.proof_page import evidence, pictures
from controller.floor.rows import options_of, words_of
from controller.floor.service import FloorService
from controller.floor.store import KeptAlert, Note, Wanted
from controller.keyed import MOST_NOTE, check_decision, text_field
from controller.ruling_cards.moments import moment_text
from controller.sheets.seats import SEATS
from controller.web import pages
from controller.web.app import guards, own_names
from controller.web.body import fields_of
from controller.web.followers import Followers
from controller.web.fonts import fonts_route
from controller.web.pin import Door, PinGuard, log_in
from controller.web.problems import PROBLEM_HANDLERS, Problem
from controller.web.roles import allow, person_of
from controller.web.static_files import FingerprintedFiles
from controller.web.stream import RETRY_MS, stream_of


def create_floor_app(
    service: FloorService, *, door: Door | None = None, fingerprint: str = ""
) -> Starlette:  # fmt: skip
    """Return the application that shows a floor; ``door`` asks for PINs, None asks for none."""
    app = Starlette(
        routes=[
            Route("/", page), Route("/events", events), Route("/alert", alert),
            Route("/mark", mark, methods=["POST"]), Route("/rule", rule, methods=["POST"]),
            Route("/evidence", evidence), Route("/pictures", pictures), Route("/history", history),
            Route("/give", people_page.give, methods=["POST"]), Route("/take", people_page.take, methods=["POST"]),
            Route("/off", people_page.off, methods=["POST"]),
            Route("/phone", people_page.phone, methods=["POST"]), Route("/worker.js", people_page.worker),
            Route("/floor.webmanifest", people_page.manifest),
            Route("/notes", notes), Route("/notes", note, methods=["POST"]),
            Route("/login", pages.login), Route("/login", log_in, methods=["POST"]),
            Route("/fonts.css", fonts_route), Route("/fonts/{name}", fonts_route),
            Mount("/static", FingerprintedFiles()),
        ],
        middleware=[*guards(own_names(())), *([Middleware(PinGuard, door=door)] if door is not None else [])],
        exception_handlers=PROBLEM_HANDLERS,
    )  # fmt: skip
    app.state.service, app.state.door, app.state.fingerprint = service, door, fingerprint
    app.state.language = service.config.floor.language
    app.state.followers = Followers()
    return app


async def page(request: Request) -> Response:
    """Answer with the floor's page for all tables."""
    if away := pages.to_the_pin(request, "see_floor"):
        return away
    person = person_of(request)
    config = service_of(request).config
    words = pages.language_of(request).table["room"]
    sections = [{"name": one.name, "people": one.people} for one in config.section]
    key = service_of(request).targets.key
    data = pages.as_json({
        "room": words, "sections": sections, "leads": config.floor.leads, "people": config.people,
        "push_key": key.public if key is not None and person.may("come") else None,
    })  # fmt: skip
    return pages.page_of("room.html", request, r=words, room_data=data, may_rule=person.may("rule"))


async def events(request: Request) -> Response:
    """Answer with the stream of what changes."""
    allow(request, "see_floor")
    language = pages.language_of(request).language
    board = service_of(request).board

    async def messages() -> AsyncIterator[ServerSentEvent]:
        async for body in board.changes(language):
            yield ServerSentEvent(body.decode(), event="state", retry=RETRY_MS)

    return stream_of(request, messages())


async def alert(request: Request) -> Response:
    """Answer with all that is known of one alert, in the page's words."""
    allow(request, "see_floor")
    found = await alert_of(request, request.query_params.get("id"))
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
                {**one, "at": _hour(one.get("at"), found), "text": moment_text(str(one.get("what")), _ruling(one), words)}
                for one in body.get("marks") or [] if isinstance(one, Mapping)
            ],
            "evidence": body.get("evidence") or [],
        }
    )  # fmt: skip


def _ruling(mark: Mapping[str, Any]) -> SaidRuling | None:
    """Return what was ruled where a table said it in a form that can be read."""
    try:
        return msgspec.convert(mark.get("ruling"), SaidRuling | None)
    except msgspec.ValidationError:
        return None


def _hour(told: object, found: KeptAlert) -> str:
    try:
        return datetime.fromisoformat(str(told)).astimezone().strftime("%H:%M:%S")
    except ValueError:
        return time.strftime("%H:%M:%S", time.localtime(found.changed_at))


async def mark(request: Request) -> Response:
    """Somebody is coming: tell the table, and all other pages at once."""
    fields = await fields_of(request)
    person = allow(request, "come")
    found = await alert_of(request, text_field(fields, "id", MOST_ID))
    by = who(fields, person)
    body = {"finding": found.body["finding"]["id"], "state": "coming"}
    await tell(request, found, "mark", by, body)
    return JSONResponse({"taken": "coming"}, 202)


async def rule(request: Request) -> Response:
    """Send a ruling to its table; what comes of it is told on the page."""
    fields = await fields_of(request)
    person = allow(request, "rule")
    found = await alert_of(request, text_field(fields, "id", MOST_ID))
    by = who(fields, person)
    decision = text_field(fields, "decision", 40)
    note = text_field(fields, "note", MOST_NOTE)
    card = words_of(found, pages.language_of(request))
    offered = {one["decision"] for one in options_of(found, card, pages.language_of(request))}
    body = {"finding": found.body["finding"]["id"], "decision": decision}
    body |= {name: _whole(fields, name) for name in ("seat", "amount") if fields.get(name) is not None}
    if decision not in OF_A_SEAT:
        body.pop("seat", None)
    seat = body.get("seat", found.body["finding"]["seat"])
    check_decision(decision or "", offered, seat=seat, amount=body.get("amount"), note=note)
    body |= {"seat": seat} if seat is not None else {}
    body |= {"note": note} if note is not None else {}
    body |= {"first": True} if fields.get("first") is True else {}
    order = await tell(request, found, "ruling", by, body, text_field(fields, "key", 64) or "")
    return JSONResponse({"taken": "ruling", "id": order.id}, 202)


def _whole(fields: dict[str, Any], name: str) -> int:
    value = fields[name]
    if type(value) is not int or not 0 <= value <= MOST_NUMBER:
        raise Problem(name, "a whole number is meant")
    return value


async def history(request: Request) -> Response:
    """Answer with the alerts that are looked for, the newest first."""
    allow(request, "see_floor")
    asked = request.query_params
    try:
        wanted = Wanted(
            table=asked.get("table") or None, kind=asked.get("kind") or None, rule=asked.get("rule") or None,
            seat=_seat(asked.get("seat")), person=asked.get("person") or None,
            since=_moment(asked.get("since")), until=_moment(asked.get("until")),
        )  # fmt: skip
    except (ValueError, OverflowError) as error:
        raise Problem("since", f"times such as 2026-11-22T21:00 are meant: {error}") from error
    found = await in_store(request, lambda store: store.alerts(wanted))
    words = pages.language_of(request)
    rows = [service_of(request).rows.past(one, words) for one in found]
    return JSONResponse({"rows": msgspec.to_builtins(rows)})


def _seat(told: str | None) -> int | None:
    if not told:
        return None
    if not told.isdecimal() or len(told) > 2 or not 1 <= int(told) <= SEATS:
        raise Problem.because("seat", "no_seat", most=SEATS)
    return int(told)


def _moment(told: str | None) -> float | None:
    return datetime.fromisoformat(told).astimezone().timestamp() if told else None


async def notes(request: Request) -> Response:
    """Answer with what shifts have handed over, the newest first."""
    allow(request, "see_floor")
    kept = await in_store(request, lambda store: store.notes())
    told = [
        {"at": time.strftime("%d.%m. %H:%M", time.localtime(one.at)), "by": one.person, "text": one.text}
        for one in kept
    ]
    return JSONResponse({"notes": told})


async def note(request: Request) -> Response:
    """Keep a note for the next shift."""
    fields = await fields_of(request)
    by = who(fields, allow(request, "come"))
    text = text_field(fields, "text", 1000)
    if text is None:
        raise Problem.because("text", "no_words")
    await in_store(request, lambda store: store.note(Note(at=time.time(), person=by, text=text)))
    return JSONResponse({"taken": "note"}, 202)

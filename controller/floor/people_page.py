"""Takes what a person says of himself and the tables on the floor's page: what is his, whose phone rings, which table has left."""

from __future__ import annotations

import time
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from controller.floor.asked import MOST_ID, alert_of, kept, service_of, who
from controller.floor.duties import Duty, What
from controller.floor.push import Phone
from controller.keyed import MOST_NAME, text_field
from controller.web import pages
from controller.web.body import fields_of
from controller.web.problems import Problem
from controller.web.roles import allow
from controller.web.static_files import STATIC

MOST: Final = {"endpoint": 500, "key": 120, "secret": 40}
"""How long what a browser gives to be called by may be, in characters, as the store holds it."""


async def give(request: Request) -> Response:
    """Give a call to somebody; without ``to`` it is nobody's own any more."""
    fields = await fields_of(request)
    by = who(fields, allow(request, "come"))
    found = await alert_of(request, text_field(fields, "id", MOST_ID))
    to = text_field(fields, "to", MOST_NAME)
    await _take(request, "alert", found.id, to, by)
    return JSONResponse({"taken": "give"}, 202)


async def take(request: Request) -> Response:
    """Take a section or a table; ``back`` gives it back."""
    fields = await fields_of(request)
    by = who(fields, allow(request, "come"))
    service = service_of(request)
    section, table = text_field(fields, "section", 24), text_field(fields, "table", MOST_ID)
    what: What
    if section is not None and any(one.name == section for one in service.config.section):
        what, name = "section", section
    elif table is not None and table in service.house.on_map():
        what, name = "table", table
    else:
        raise Problem("table" if section is None else "section", "there is no such table or section", 404)
    await _take(request, what, name, None if fields.get("back") is True else by, by)
    return JSONResponse({"taken": "take"}, 202)


async def off(request: Request) -> Response:
    """Take a table that is silent off the map; it is there again as soon as it speaks."""
    fields = await fields_of(request)
    by = who(fields, allow(request, "rule"))
    house = service_of(request).house
    table = house.on_map().get(text_field(fields, "table", MOST_ID) or "")
    if table is None:
        raise Problem("table", "there is no such table", 404)
    if not table.is_silent:
        raise Problem.because("table", "table_speaks", table=table.name)
    house.take_off(table, by)
    return JSONResponse({"taken": "off"}, 202)


async def _take(request: Request, what: What, name: str, person: str | None, by: str) -> None:
    duty = Duty(what=what, name=name, person=person, by=by, at=time.time())
    await kept(request, service_of(request).take(duty))


async def phone(request: Request) -> Response:
    """Call the browser that asks from now on."""
    fields = await fields_of(request)
    by = who(fields, allow(request, "come"))
    service = service_of(request)
    if service.targets.key is None:
        raise Problem("push", "this floor calls no phones: [push] is not in its file", 404)
    told: dict[str, Any] = {name: text_field(fields, name, most) or "" for name, most in MOST.items()}
    found = Phone(**told, person=by, language=pages.language_of(request).language, at=time.time())
    if mistake := found.mistake(here=service.config.server.loopback):
        raise Problem(*mistake)
    await kept(request, service.phone(found))
    return JSONResponse({"taken": "phone"}, 202)


async def worker(request: Request) -> Response:
    """Answer with what shows a call while the page is closed; it is the page's own script."""
    return Response((STATIC / "worker.js").read_bytes(), media_type="text/javascript")


async def manifest(request: Request) -> Response:
    """Answer with what a phone needs to keep the page like a program."""
    words = pages.language_of(request).table["room"]
    icon = {"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml"}
    told = {
        "name": f"Floorcall · {words['title']}", "short_name": words["title"], "start_url": "/", "display": "standalone",
        "background_color": "#0A0E12", "theme_color": "#0A0E12", "icons": [icon],
    }  # fmt: skip
    return JSONResponse(told, media_type="application/manifest+json")

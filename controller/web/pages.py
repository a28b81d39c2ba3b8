"""Renders the pages: fixed markup and the language's words; everything that moves comes by /events."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any, Final

import jinja2
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from controller.decisions import MAY_HAVE_AMOUNT, OF_A_SEAT, OTHER, WITH_AMOUNT
from controller.languages import LANGUAGES
from controller.ruling_cards import Words
from controller.ruling_cards.words import name_of
from controller.web.language import COOKIE, words_for
from controller.web.pin import PAGES, door_of
from controller.web.problems import Problem
from controller.web.roles import Doing, allow, person_of
from controller.web.static_files import static_path

_templates: Final = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


@functools.cache
def _languages() -> dict[str, str]:
    """Return the languages by their own names, as a page's switch has them."""
    return {language: name_of(language) for language in LANGUAGES}


def language_of(request: Request) -> Words:
    """Return the page's words. Raise Problem where its address asks for a language that is not there."""
    if request.query_params.get("lang", LANGUAGES[0]) not in LANGUAGES:
        raise Problem("lang", f"one of {', '.join(LANGUAGES)} is meant")
    return words_for(request)


async def display(request: Request) -> Response:
    """Answer with the dealer's display."""
    allow(request, "see_table")
    return page_of("display.html", request)


async def floor(request: Request) -> Response:
    """Answer with the floor's page."""
    if away := to_the_pin(request, "see_floor"):
        return away
    may_admit = request.app.state.door is not None and person_of(request).may("admit")
    return page_of("floor.html", request, may_admit=may_admit)


async def access(request: Request) -> Response:
    """Answer with the page that says who is in."""
    if away := to_the_pin(request, "admit"):
        return away
    door_of(request)
    return page_of("access.html", request)


async def seats(request: Request) -> Response:
    """Answer with the page of seats, stacks and levels."""
    allow(request, "see_table")
    return page_of("seats.html", request)


async def login(request: Request) -> Response:
    """Answer with the PIN's page; where no PIN is asked for, with the page that was wanted."""
    to = request.query_params.get("to", "/")
    if to not in PAGES:
        raise Problem("to", f"one of {', '.join(PAGES)} is meant")
    door = request.app.state.door
    if door is None:
        return RedirectResponse(to, 303)
    return page_of("login.html", request, names=door.names, fingerprint=request.app.state.fingerprint)


def to_the_pin(request: Request, doing: Doing) -> Response | None:
    """Return the way to the PIN for a browser whose person may not see the page: somebody else may. Raise Problem for a program."""
    if not person_of(request).may(doing) and "text/html" in request.headers.get("accept", ""):
        return RedirectResponse(f"/login?to={request.url.path}", 303)
    allow(request, doing)
    return None


def page_of(name: str, request: Request, **more: Any) -> Response:
    """Return the page of a template in the language of who asks, with ``more`` for the template."""
    words = language_of(request)
    html = _templates.get_template(name).render(
        words=words,
        w=words.table["page"],
        data=_data(words),
        person=person_of(request),
        languages=_languages(),
        static=static_path(),
        **more,
    )
    return HTMLResponse(html)


def _data(words: Words) -> Markup:
    """Return what the scripts need of the words."""
    data = {
        "language": words.language,
        "direction": words.direction,
        "thousands": words.thousands,
        "languages": _languages(),
        "cookie": COOKIE,
        "page": words.table["page"],
        "street": words.table["words"]["street"],
        "other": [{"decision": name, "text": words.decision(name)} for name in OTHER],
        "with_amount": WITH_AMOUNT,
        "may_have_amount": MAY_HAVE_AMOUNT,
        "of_a_seat": OF_A_SEAT,
    }
    return as_json(data)


def as_json(data: Any) -> Markup:
    """Return plain values as JSON that cannot end the element that it stands in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace("&", "\\u0026"))

"""Serves the pages: routes, and the guards around them."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

from controller.ruling_cards import words_in
from controller.table_api import TableApi
from controller.web import access, keys, pages, seating
from controller.web.evidence import evidence
from controller.web.followers import Followers
from controller.web.fonts import fonts_route
from controller.web.guard import HostGuard, SafeHeaders
from controller.web.patience import Patience
from controller.web.pin import Door, PinGuard, WrongPin, log_in
from controller.web.problems import PROBLEM_HANDLERS, Problem
from controller.web.roles import Person
from controller.web.sessions import Sessions
from controller.web.static_files import FingerprintedFiles
from controller.web.stream import events


def create_app(
    api: TableApi,
    *,
    pins: Mapping[Person, str] | None = None,
    fingerprint: str = "",
    hosts: Iterable[str] = (),
    language: str = "en",
    monotonic: Callable[[], float] = time.monotonic,
    wall: Callable[[], float] = time.time,
    sessions_path: Path | None = None,
    wrong_pin: WrongPin = lambda client, together: None,
    metrics: Callable[[], bytes] | None = None,
) -> Starlette:
    """Return the application that shows ``api``.

    ``pins`` are the hashes that ``hash_pin`` made, by person, or one for ``ANYBODY``; None asks for no PIN,
    which is for loopback alone. ``fingerprint`` is that of the certificate the pages are served with.
    ``sessions_path`` is the file in which sessions outlast a restart, ``wrong_pin`` is told of wrong ones.
    ``hosts`` are further names under which the pages may be asked for, beside addresses, ``localhost``
    and this machine's own name. ``metrics`` is what ``/metrics`` answers, PIN or not: it holds no card and
    no chip. Raise KeyError for a language without words.
    """
    words_in(language)
    middleware = guards(own_names(hosts))
    door = None
    if pins is not None:
        door = Door(pins, Sessions(wall, sessions_path), Patience(monotonic), wrong_pin)
        middleware.append(Middleware(PinGuard, door=door))
    app = Starlette(
        routes=_routes(),
        middleware=middleware,
        exception_handlers=PROBLEM_HANDLERS,
    )
    app.state.api = api
    app.state.door = door
    app.state.fingerprint = fingerprint
    app.state.followers = Followers()
    app.state.metrics = metrics
    app.state.language = language
    return app


def _routes() -> list[BaseRoute]:
    return [
        Route("/", pages.display),
        Route("/floor", pages.floor),
        Route("/login", pages.login),
        Route("/login", log_in, methods=["POST"]),
        Route("/pair", access.ask_in, methods=["POST"]),
        Route("/pair", access.is_in),
        Route("/access", pages.access),
        Route("/access/who", access.who),
        Route("/access/admit", access.admit, methods=["POST"]),
        Route("/access/shut", access.shut, methods=["POST"]),
        Route("/events", events),
        Route("/evidence", evidence),
        Route("/key", keys.key, methods=["POST"]),
        Route("/mark", keys.mark, methods=["POST"]),
        Route("/seats", pages.seats),
        Route("/seats/table.csv", seating.sheet),
        Route("/seats/table", seating.table, methods=["POST"]),
        Route("/seats/move", seating.move, methods=["POST"]),
        Route("/seats/drop", seating.drop, methods=["POST"]),
        Route("/clock", seating.clock, methods=["POST"]),
        Route("/fonts.css", fonts_route),
        Route("/fonts/{name}", fonts_route),
        Route("/metrics", _metrics),
        Mount("/static", FingerprintedFiles()),
    ]


async def _metrics(request: Request) -> Response:
    """Answer a scrape of Prometheus."""
    text: Callable[[], bytes] | None = request.app.state.metrics
    if text is None:
        raise Problem("path", "there are no metrics here", 404)
    return Response(text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def guards(names: frozenset[str]) -> list[Middleware]:
    """Return what every request passes first; ``names`` are those under which the pages may be asked for."""
    return [Middleware(SafeHeaders), Middleware(HostGuard, names=names)]


def own_names(hosts: Iterable[str]) -> frozenset[str]:
    """Return this machine's names, and ``hosts``."""
    own = socket.gethostname().lower()
    return frozenset({"localhost", own, f"{own.partition('.')[0]}.local", *(name.lower() for name in hosts)})

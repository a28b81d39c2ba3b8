"""Lets displays in by the code on their screen, shows who is in, and shuts anybody out in one touch."""

from __future__ import annotations

import datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from controller.keyed import text_field
from controller.web.body import fields_of
from controller.web.guard import check_same_origin
from controller.web.pin import COOKIE, MOST_NAME, client_of, door_of, with_cookie
from controller.web.problems import Problem
from controller.web.roles import allow
from controller.web.sessions import DISPLAY_S, Session


async def ask_in(request: Request) -> Response:
    """A display asks to be let in: answer with the code that it shows meanwhile."""
    check_same_origin(request)
    token, code = door_of(request).sessions.wait(client_of(request))
    return with_cookie(request, {"code": code}, token, DISPLAY_S)


async def is_in(request: Request) -> Response:
    """Say whether the display that asks has been let in, and whether its code still waits for that."""
    sessions, token = door_of(request).sessions, request.cookies.get(COOKIE, "")
    return JSONResponse({"in": sessions.of(token) is not None, "waits": sessions.waits(token)})


async def who(request: Request) -> Response:
    """List who is in, the newest first."""
    allow(request, "admit")
    door = door_of(request)
    own = door.sessions.of(request.cookies.get(COOKIE, ""))
    return JSONResponse({"in": [_told(session, own) for session in door.sessions.open_ones()]})


async def admit(request: Request) -> Response:
    """Let the display in that shows a code."""
    allow(request, "admit")
    fields = await fields_of(request)
    code = text_field(fields, "code", 6)
    if code is None or len(code) != 6 or not (code.isascii() and code.isdecimal()):
        raise Problem.because("code", "six_digits")
    name = text_field(fields, "name", MOST_NAME) or ""
    if not door_of(request).sessions.admit(code, name, "dealer"):
        raise Problem.because("code", "no_such_code", 404)
    return JSONResponse({"taken": "admit"}, 202)


async def shut(request: Request) -> Response:
    """End somebody's session, or a display's."""
    allow(request, "admit")
    session_id = text_field(await fields_of(request), "id", 12)
    if session_id is None or not door_of(request).sessions.shut(session_id):
        raise Problem.because("id", "nobody_in", 404)
    return JSONResponse({"taken": "shut"}, 202)


def _told(session: Session, own: Session | None) -> dict[str, Any]:
    since = datetime.datetime.fromtimestamp(session.since, datetime.UTC).astimezone()
    return {
        "id": session.id, "name": session.name, "role": session.role, "display": session.display,
        "client": session.client, "since": f"{since:%d.%m. %H:%M}",
        "own": own is not None and own.token == session.token,
    }  # fmt: skip

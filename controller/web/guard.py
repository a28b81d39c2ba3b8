"""Guards every request and answer: a host that is ours, no other site's post, safe headers."""

from __future__ import annotations

import ipaddress
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from controller.web.problems import Problem, problem_response
from controller.web.static_files import static_path

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
A_YEAR_S: Final = 31_536_000


class SafeHeaders:
    """Put the safe headers on every answer; nothing but fonts and static files may be cached, these under their fingerprint for good."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers["Cache-Control"] = _cache_control(scope["path"], message["status"])
            await send(message)

        await self.app(scope, receive, send_safely)


def _cache_control(path: str, status: int) -> str:
    """Return how long a browser may cache the answer."""
    if path.startswith(f"{static_path()}/") and status in (200, 304):
        return f"max-age={A_YEAR_S}, immutable"
    return "no-cache" if path.startswith(("/static/", "/fonts")) else "no-store"


class HostGuard:
    """Refuse a request for a name that is not ours: a page elsewhere may point its own name at us."""

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self.app, self.names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            host = Headers(scope=scope).get("host", "")
            if not self._ours(host):
                message = f"the pages are not at {host!r}; use this machine's address or name"
                await problem_response("host", message, 400)(scope, receive, send)
                return
        await self.app(scope, receive, send)

    def _ours(self, host: str) -> bool:
        try:
            asked = urlsplit(f"//{host}")
            name = asked.hostname or ""
        except ValueError:
            return False
        if asked.username is not None:
            return False
        if name in self.names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def check_same_origin(request: Request) -> None:
    """Raise Problem for a post that another site's page sent."""
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise Problem("sec-fetch-site", "only these pages may send keys", 403)
    origin = request.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != request.headers.get("host"):
        raise Problem("origin", "only these pages may send keys", 403)

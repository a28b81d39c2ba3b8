"""The pages served by uvicorn, fed by a table whose snapshots the tests set, in Debian's chromium."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from msgspec.structs import replace
from playwright.sync_api import Browser, Page

from controller.table.events import SeatSetup
from controller.table_api import BadKey, Evidence, Snapshot
from controller.timeline.strip import Strip
from controller.web import create_app
from controller.web.static_files import static_path
from tests.chromium import chromium
from tests.daemon.conftest import wait_for
from tests.ends import ended
from tests.ports import port_nobody_has
from tests.ruling_cards.samples import house
from tests.web.states import EVIDENCE, FOUR_FLOP, PAST, snapshot

BEAT_S = 0.25
FIRST_LINE = 400
"""The first key stands on the line after this one."""
SCREENS = Path(".cache/screens")
Draw = Callable[..., None]


class ScriptedTable:
    """A table that shows what it is told, and keeps what is keyed. ``mute`` stops its beat."""

    def __init__(self) -> None:
        self.book = replace(house(), short="Deltin")
        self.now = snapshot()
        self.keys: list[dict[str, Any]] = []
        self.marks: list[tuple[str, str, str | None]] = []
        self.tables: list[dict[int, SeatSetup]] = []
        self.house: list[tuple[Any, ...]] = []
        self.refusal, self.first = "", False
        self.mute = False

    def snapshot(self) -> Snapshot:
        return self.now

    async def changes(self) -> AsyncIterator[Snapshot]:
        shown: Snapshot | None = None
        beats = 0
        while True:
            if not self.mute and (self.now is not shown or beats >= 10):
                shown, beats = self.now, 0
                yield shown
            beats += 1
            await asyncio.sleep(BEAT_S / 10)

    async def key(self, fields: dict[str, Any], *, durable: bool = False, first: bool = False) -> int:
        if self.refusal:
            raise BadKey(self.refusal)
        self.keys.append(fields)
        self.first = first
        return FIRST_LINE + len(self.keys)

    async def mark(self, finding: str, state: str, by: str | None = None) -> None:
        if self.refusal:
            raise BadKey(self.refusal)
        self.marks.append((finding, state, by))

    async def evidence(self, finding: str) -> Evidence:
        for alert in self.now.alerts:
            if alert.finding.id == finding:
                mine = alert.finding.kind == FOUR_FLOP.kind
                strip = EVIDENCE if mine else Strip(marks=[], blind=[], since=0.0, until=0.0)
                return Evidence(finding=alert.finding, strip=strip, past=PAST if mine else [])
        raise BadKey(f"finding: there is no alert {finding!r}")

    async def set_table(self, seats: dict[int, SeatSetup]) -> bool:
        self.tables.append(seats)
        return self.now.view.street != "between"

    async def move(self, seat: int, to: int) -> bool:
        if self.refusal:
            raise BadKey(self.refusal)
        self.house.append(("move", seat, to))
        return self.now.view.street != "between"

    async def drop_waiting(self) -> None:
        self.house.append(("drop",))

    async def steer(self, do: str, by: str, at: str) -> None:
        if self.refusal:
            raise BadKey(self.refusal)
        self.house.append((do, by, at))

    def show(self, now: Snapshot) -> None:
        """Show another snapshot."""
        self.now = replace(now, n=self.now.n + 1)


class Ends(uvicorn.Server):
    """Uvicorn that leaves nobody connected: a browser that comes while it ends is in no list of those who are told."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        while self.server_state.connections:
            for connection in list(self.server_state.connections):
                connection.transport.abort()
            await asyncio.sleep(0)


class Server:
    """Uvicorn in a thread, on a port of its own, that can be stopped and started again."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.port = port_nobody_has()
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        config = uvicorn.Config(self.app, port=self.port, log_level="critical", timeout_graceful_shutdown=1)
        self.server = Ends(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        wait_for(lambda: self.server.started or not self.thread.is_alive(), "the pages' server to start")
        assert self.thread.is_alive()

    def stop(self) -> None:
        self.server.should_exit = True
        # A page that is still open would outlast the loop that serves it.
        for connection in list(self.server.server_state.connections):
            with contextlib.suppress(RuntimeError):  # the loop is closed already
                connection.loop.call_soon_threadsafe(connection.transport.abort)
        ended(self.thread, "the pages' server")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def _served() -> Iterator[tuple[ScriptedTable, Server]]:
    api = ScriptedTable()
    server = Server(create_app(api))
    yield api, server
    server.stop()


@pytest.fixture
def api(_served: tuple[ScriptedTable, Server]) -> ScriptedTable:
    api = _served[0]
    api.keys, api.marks, api.refusal, api.mute = [], [], "", False
    api.tables, api.house = [], []
    api.show(snapshot())
    return api


@pytest.fixture
def server(_served: tuple[ScriptedTable, Server]) -> Server:
    return _served[1]


HEARD = """const streams = [];
const Stream = window.EventSource;
window.EventSource = class extends Stream { constructor(...given) { super(...given); streams.push(this); } };
window.endAll = () => {
  localStorage.clear();
  addEventListener("pagehide", () => sessionStorage.clear());
  window.stop();
  for (const stream of streams) stream.close();
  for (let timer = setTimeout(() => {}); timer > 0; timer -= 1) clearTimeout(timer);
};"""
ENDS = "() => window.endAll?.()"
"""Ends a page's streams, requests and timers. Another page in its place would cost a third of what a visit does."""


class Tabs:
    """Pages that one file's tests use one after the other: a new context costs more than all they do."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.context = browser.new_context()
        self.context.add_init_script(HEARD)
        self.pages: list[Page] = []
        self.troubles: list[str] = []
        self.used = 0

    def next(self) -> Page:
        if self.used == len(self.pages):
            self.pages.append(self.watched(self.context.new_page()))
        self.used += 1
        return self.pages[self.used - 1]

    def watched(self, page: Page) -> Page:
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        return page

    def clean(self) -> None:
        """Leave nothing of a test: its pages hear, send and do nothing more, and the next ones take their place."""
        for page in self.pages[: self.used]:
            page.evaluate(ENDS)
        self.used = 0


@pytest.fixture(scope="module")
def _tabs(browser: Browser) -> Iterator[Tabs]:
    tabs = Tabs(browser)
    yield tabs
    tabs.context.close()


@pytest.fixture
def visit(_tabs: Tabs, api: ScriptedTable, server: Server) -> Iterator[Callable[..., Page]]:
    """Open a page at a size; a script's error fails the test. ``own_clock``: the test can move its time on."""
    with contextlib.ExitStack() as stack:

        def open_page(
            path: str = "/", width: int = 800, height: int = 480, own_clock: bool = False, **context: Any
        ) -> Page:
            if own_clock or context:
                made = _tabs.browser.new_context(**context)
                stack.callback(made.close)
                page = _tabs.watched(made.new_page())
            else:
                page = _tabs.next()
            if own_clock:
                page.clock.install()
            page.set_viewport_size({"width": width, "height": height})
            page.goto(server.url + path)
            page.wait_for_function("() => document.body.dataset.mode !== 'wait'")
            page.evaluate("() => document.fonts.ready.then(() => true)")
            return page

        yield open_page
    _tabs.clean()
    troubles, _tabs.troubles = _tabs.troubles, []
    assert troubles == []


def script(name: str) -> str:
    """Return where a page has its script of this name from: what is imported from there is the page's own."""
    return f"{static_path()}/{name}"


SETTLES = """async (path) => {
  if (!("settling" in document.body.dataset)) return;
  const { clock } = await import(path);
  clock.ahead = (clock.ahead ?? 0) + 1000;
  clock.now = () => performance.now() + clock.ahead;
  delete document.body.dataset.settling;
}"""


def decide_penalty(page: Page, seat: int, rounds: int, why: str) -> None:
    """Fill the floor's form with a penalty that no book has to name."""
    page.click("text=Other decision")
    page.select_option("#other", "penalty")
    page.select_option("#ruledseat", str(seat))
    page.fill("#amount", str(rounds))
    page.fill("#why", why)


def post(page: Page, what: str) -> None:
    """Have the page send one key more; it goes after all others, and is taken when this returns."""
    page.evaluate(
        "async ([path, type]) => (await import(path)).post('/key', { type })", [script("post.js"), what]
    )


def taken_by(page: Page, taken: list[Any], count: int = 1) -> list[Any]:
    """Wait until as many keys or marks were taken, and return them."""
    for _ in range(400):
        if len(taken) >= count:
            break
        page.evaluate("() => new Promise((done) => requestAnimationFrame(done))")
    return taken


def settle(page: Page) -> None:
    """Let the moment pass in which a touch would be dropped: the clock that touches are judged by is set on."""
    page.evaluate(SETTLES, script("touch.js"))


@pytest.fixture
def press() -> Callable[[Page, str], None]:
    """Touch a key once the screen has settled under the finger."""

    def touch(page: Page, key: str) -> None:
        page.wait_for_selector(key)
        settle(page)
        page.click(key)

    return touch


@pytest.fixture(scope="session")
def draw(request: pytest.FixtureRequest) -> Draw:
    """Return what draws a page into .cache/screens, to be looked at: with --soak alone, for it takes half of a test."""

    def draw_it(page: Page, name: str, whole: bool = False) -> None:
        if request.config.getoption("--soak"):
            page.screenshot(path=SCREENS / f"{name}.png", full_page=whole)

    return draw_it

"""Plays the dealer's and the floor's hands at the virtual table: they see and touch only what the pages offer.

A plain HTTP/1.0 client: the stream of events ends when the daemon does, and comes in as it is sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Any, Final

from controller.demo import DemoFault

MOST_BYTES: Final = 4_000_000
"""Of one message of the stream; a whole night's alerts stay far under it."""
HOST: Final = "127.0.0.1"
AGAIN_S: Final = 0.5
LOOKS_AGAIN_S: Final = 0.02
EVENTS: Final = "floorcall_events_total{"
"""What counts the events of a type among the table's metrics."""
TRIES: Final = 40


class Refused(DemoFault):
    """A key that the daemon did not take; the table plays on."""


class CutOff(DemoFault):
    """The daemon went away in the middle of a touch: whether it was taken shows when it is back."""


class People:
    """Whoever stands at the virtual table, before the floor's page or another; ``alerts``, newest first."""

    def __init__(self, port: int, page: str = "floor") -> None:
        self._port, self._page = port, page
        self._state: dict[str, Any] = {}
        self._changed = asyncio.Condition()
        self._back_s = 0.0

    @property
    def alerts(self) -> list[dict[str, Any]]:
        """The alerts as the page gets them."""
        return list(self._state.get("alerts", []))

    @property
    def state(self) -> dict[str, Any]:
        """Everything that the page was sent, as it stands now."""
        return self._state

    @property
    def view(self) -> dict[str, Any]:
        """The table as the page shows it; empty before the first."""
        view: dict[str, Any] = self._state.get("view", {})
        return view

    def watched_s(self) -> float:
        """Return for how many seconds the page has been there without a break."""
        return asyncio.get_running_loop().time() - self._back_s

    async def watch(self) -> None:
        """Follow the page until cancelled; come back where the daemon was away."""
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await self._follow()
            self._state = {}  # a page whose daemon is away shows nothing that can be trusted
            await asyncio.sleep(AGAIN_S)

    async def see(self, right: Callable[[dict[str, Any]], bool], within_s: float) -> dict[str, Any] | None:
        """Return the newest alert that is ``right``, as soon as there is one; None after ``within_s``."""

        def found() -> dict[str, Any] | None:
            return next(filter(right, self.alerts), None)

        return await self._until(found, within_s)

    async def table_shows(
        self, right: Callable[[dict[str, Any]], bool], within_s: float
    ) -> dict[str, Any] | None:
        """Return the table as the page has it, as soon as it is ``right``; None after ``within_s``."""

        def found() -> dict[str, Any] | None:
            return self.view if self.view and right(self.view) else None

        return await self._until(found, within_s)

    async def shows(self, right: Callable[[], bool], within_s: float) -> bool:
        """Return whether the page shows what is ``right`` within a time."""
        return await self._until(lambda: self._state if right() else None, within_s) is not None

    async def _until(
        self, found: Callable[[], dict[str, Any] | None], within_s: float
    ) -> dict[str, Any] | None:
        try:
            async with asyncio.timeout(within_s), self._changed:
                while (it := found()) is None:
                    await self._changed.wait()
                return it
        except TimeoutError:
            return None

    async def hears(self, more_than: int, within_s: float) -> bool:
        """Return whether the table takes in more events than ``more_than`` within a time."""
        for _ in range(max(1, round(within_s / LOOKS_AGAIN_S))):
            if await self.heard() > more_than:
                return True
            await asyncio.sleep(LOOKS_AGAIN_S)
        return False

    async def heard(self) -> int:
        """Return how many events the table has taken in."""
        reader, writer = await self._connected()
        try:
            writer.write(f"GET /metrics HTTP/1.0\r\nHost: {HOST}\r\n\r\n".encode())
            told = (await reader.read()).decode("utf-8", "replace").splitlines()
        except OSError:
            told = []
        finally:
            writer.close()
        return sum(int(float(line.rpartition(" ")[2])) for line in told if line.startswith(EVENTS))

    async def post(self, path: str, fields: dict[str, Any] | str) -> None:
        """Touch a key of a page, or hand it a sheet. Raise Refused where the daemon refuses it, CutOff."""
        sheet = isinstance(fields, str)
        body = (fields if isinstance(fields, str) else json.dumps(fields)).encode()
        lines = (
            f"POST {path} HTTP/1.0",
            f"Host: {HOST}",
            f"Content-Type: {'text/csv' if sheet else 'application/json'}",
            f"Content-Length: {len(body)}",
            "\r\n",
        )
        reader, writer = await self._connected()
        try:
            writer.write("\r\n".join(lines).encode() + body)
            answer = (await reader.read()).decode("utf-8", "replace")
        except OSError as problem:
            raise CutOff from problem
        finally:
            writer.close()
        if not answer:
            raise CutOff
        first_line, _, rest = answer.partition("\r\n")
        if first_line.split(" ")[1:2] not in (["200"], ["202"]):
            raise Refused(f"the daemon refused {fields}: {first_line} {_last_line(rest)}")

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Reach the daemon; where it is away, touch again as a person does. Raise Refused after a while."""
        for _ in range(TRIES):
            with contextlib.suppress(OSError):
                return await asyncio.open_connection(HOST, self._port)
            await asyncio.sleep(AGAIN_S)
        raise Refused("the daemon is away")

    async def _follow(self) -> None:
        reader, writer = await asyncio.open_connection(HOST, self._port, limit=MOST_BYTES)
        self._back_s = asyncio.get_running_loop().time()
        try:
            writer.write(f"GET /events?page={self._page} HTTP/1.0\r\nHost: {HOST}\r\n\r\n".encode())
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    async with self._changed:
                        self._state |= json.loads(line.removeprefix(b"data: "))
                        self._changed.notify_all()
        finally:
            writer.close()


def _last_line(text: str) -> str:
    return text.splitlines()[-1] if text else ""

"""A dealer who touches the display in a real browser and keys words at the panel; others use the pages' own posts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Error, Page, async_playwright

from controller.demo.people import HOST, CutOff, People, Refused
from hw.keys import Key
from tests.chromium import program_of
from tests.night.pins import Finger

TOUCH_MS = 10_000
SHOWN_S = 10.0
DONE = "#cardbar >> text=Done"
DISPLAY = {"width": 800, "height": 480}


class DealerAtTheDisplay(People):
    """The robot dealer: pots and "Done" are touched on the page, as its keys stand there."""

    def __init__(self, port: int, page: Page, finger: Finger) -> None:
        super().__init__(port)
        self._display, self._finger = page, finger
        self._pushed: list[int] = []
        self.touched = 0
        """Keys touched in the browser."""
        self.keyed = 0
        """Words keyed at the panel."""

    async def post(self, path: str, fields: dict[str, Any] | str) -> None:
        """Touch what a dealer touches; hand on what others do. Raise Refused where the page has no such key, CutOff."""
        try:
            if isinstance(fields, dict) and fields.get("type") == "chips.award":
                await self._push(fields["seat"], fields["amount"])
            elif path == "/mark" and isinstance(fields, dict) and fields["state"] == "done":
                await self._done(fields["finding"])
            elif isinstance(fields, dict) and fields.get("type") == "declare":
                await self._key(fields)
            else:
                await super().post(path, fields)
        except Error as problem:
            if self.watched_s() < SHOWN_S:
                raise CutOff from problem
            raise Refused(f"the display has no such key: {str(problem).splitlines()[0]}") from problem

    async def _push(self, seat: int, amount: int) -> None:
        """Push a pot: as it is proposed, every share with one touch, or keyed to its seat.

        What it holds the display does not tell but at pot-limit: a pot to the seats proposed is taken for right.
        """
        if seat in self._pushed:
            self._pushed.remove(seat)
            return
        due = self.view.get("pots_due", [])
        shares = next((pot["shares"] for pot in due if pot["shares"]), [])
        proposed = any(share["seat"] == seat and share["amount"] in (None, amount) for share in shares)
        if await self._display.is_visible(DONE):  # a card that nobody has put away hides the table's keys
            await self._touch(DONE)
        if proposed:
            await self._touch("#tablebar .key.main")
            self._pushed = [share["seat"] for share in shares if share["seat"] != seat]
        else:
            keys = [f"[data-digit='{digit}']" for digit in str(amount)]
            await self._touch("#tablebar >> text=More", "#list >> text=Pot to…", _seat(seat))
            await self._touch(*(f"#pad {key}" for key in keys), "#pad [data-do=enter]")
        taken = await self.table_shows(lambda view: view.get("pots_due", []) != due, SHOWN_S)
        if taken is None:
            raise CutOff

    async def _key(self, said: dict[str, Any]) -> None:
        """Key what a player said at the panel, with his seat."""
        amount = said.get("amount")
        await self._finger.press(Key.SEAT, Key(str(said["seat"] % 10)), Key(said["action"]))
        if amount is not None:
            await self._finger.key_in(amount)
        self.keyed += 1

    async def _done(self, finding: str) -> None:
        await self._touch(DONE)
        if await self.see(lambda alert: alert["id"] == finding and alert["state"] != "new", SHOWN_S) is None:
            raise Refused(f"{finding} is not done")

    async def _touch(self, *keys: str) -> None:
        for key in keys:
            await self._display.click(key, timeout=TOUCH_MS)
            self.touched += 1


def _seat(seat: int) -> str:
    return f"#list .ten [data-seat='{seat}']"


@asynccontextmanager
async def at_the_display(port: int, finger: Finger) -> AsyncIterator[DealerAtTheDisplay]:
    """Open the dealer's display in a browser; ``finger`` is the one for the panel."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program_of(), args=["--no-sandbox"])
        page = await browser.new_page(viewport=DISPLAY)  # type: ignore[arg-type]
        await page.goto(f"http://{HOST}:{port}/")
        try:
            yield DealerAtTheDisplay(port, page, finger)
        finally:
            await browser.close()

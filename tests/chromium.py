"""The browser that the pages are tested in."""

from __future__ import annotations

import asyncio
import atexit
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import Browser, expect, sync_playwright

PROGRAMS = ("chromium-headless-shell", "chromium")
"""Debian's: the first takes a fifth less time, and shows no notifications; it is not on every system."""
expect.set_options(timeout=30_000)  # a busy machine is no fault


def program_of(programs: Sequence[str] = PROGRAMS) -> str:
    """Return where the first of ``programs`` is that is here."""
    return next(filter(None, map(shutil.which, programs)))


class _Browsers:
    """The browsers of one process of tests, each begun once: a start takes 0.6 s of processor time.

    Playwright's loop counts as this thread's running one as long as it lives, and nobody else could run one. So it
    stands aside wherever no browser is lent.
    """

    def __init__(self) -> None:
        self._playwright = sync_playwright().start()
        self._loop = asyncio.get_running_loop()
        self._begun: dict[str, Browser] = {}
        atexit.register(self._end)

    @contextmanager
    def lent(self, program: str) -> Iterator[Browser]:
        outside = asyncio._get_running_loop()
        asyncio._set_running_loop(self._loop)
        try:
            browser = self._begun.get(program)
            if browser is None or not browser.is_connected():
                browser = self._playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
                self._begun[program] = browser
            try:
                yield browser
            finally:
                for left in browser.contexts:
                    left.close()
        finally:
            asyncio._set_running_loop(outside)

    def _end(self) -> None:
        asyncio._set_running_loop(self._loop)
        for browser in self._begun.values():
            browser.close()
        self._playwright.stop()


_browsers: list[_Browsers] = []


@contextmanager
def chromium(programs: Sequence[str] = PROGRAMS) -> Iterator[Browser]:
    """Lend a browser without a screen, the first of ``programs`` that is here; what it had open ends with the loan."""
    if not _browsers:
        _browsers.append(_Browsers())
        asyncio._set_running_loop(None)
    with _browsers[0].lent(program_of(programs)) as browser:
        yield browser

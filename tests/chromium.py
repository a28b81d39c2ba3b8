"""The browser that the pages are tested in."""

from __future__ import annotations

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


@contextmanager
def chromium(programs: Sequence[str] = PROGRAMS) -> Iterator[Browser]:
    """Have a browser without a screen, the first of ``programs`` that is here."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program_of(programs), args=["--no-sandbox"])
        yield browser
        browser.close()

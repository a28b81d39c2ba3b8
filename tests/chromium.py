"""The browser that the pages are tested in."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, expect, sync_playwright

expect.set_options(timeout=30_000)  # a busy machine is no fault


@contextmanager
def chromium() -> Iterator[Browser]:
    """Have a browser without a screen."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield browser
        browser.close()

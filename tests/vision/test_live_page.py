"""``floorcall chips --live`` as somebody who sets a camera up sees it: the real program in a real browser."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.daemon.conftest import port_nobody_has
from tests.vision.test_commands import clip  # noqa: F401
from tests.web.conftest import SCREENS, browser  # noqa: F401

SOON_MS = 40_000


@pytest.fixture
def page(browser, clip, profile_file) -> Iterator[Page]:  # noqa: F811
    """The page of a clip in which the lens is covered for a while."""
    port = port_nobody_has()
    command = [sys.executable, "-m", "controller.cli", "chips", clip, "--profile", str(profile_file)]
    process = subprocess.Popen([*command, "--live", "--port", str(port)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert (
        process.stdout.readline() == f"http://127.0.0.1:{port}/ shows what the camera sees; Ctrl-C ends it\n"
    )
    opened = browser.new_page(viewport={"width": 1280, "height": 720})
    opened.goto(f"http://127.0.0.1:{port}/", wait_until="commit")
    yield opened
    opened.close()
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 0
    process.stdout.close()


def test_the_page_shows_the_picture_the_zones_and_what_happens(page):
    lines = page.locator("#lines li")
    expect(lines.filter(has_text="sees").first).to_be_visible(timeout=SOON_MS)
    page.wait_for_function("document.querySelector('img').naturalWidth > 0", timeout=SOON_MS)
    zones = page.locator("#zones li")
    expect(zones).to_have_count(3)
    expect(zones.first).to_contain_text("Seat 4")
    expect(zones.first).to_contain_text("detect only")
    expect(page.locator("body")).to_have_attribute("data-state", "blind", timeout=SOON_MS)
    expect(page.locator("#state")).to_contain_text("blind: the lens is covered")
    SCREENS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENS / "camera-blind.png")
    expect(page.locator("body")).to_have_attribute("data-state", "ended", timeout=SOON_MS)
    expect(lines.filter(has_text="blind: the lens is covered")).to_have_count(1)


def test_a_port_that_is_taken_is_named(floorcall, clip, profile_file, monkeypatch):  # noqa: F811
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused = floorcall("chips", clip, "--profile", str(profile_file), "--live", "--port", str(port))
    assert (refused.exit_code, f"port {port} is taken" in refused.stderr) == (3, True)

"""``floorcall chips --live`` as somebody who sets a camera up sees it: the real program in a real browser."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.chromium import chromium
from tests.ends import comes
from tests.ports import port_nobody_has
from tests.vision.conftest import shot
from tests.vision.test_linked_camera import Stream

SCREENS = Path(".cache/screens")
SOON_MS = 60_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture
def stream() -> Iterator[Stream]:
    made = Stream()
    yield made
    made.close()


@pytest.fixture
def page(browser, stream, profile_file) -> Iterator[Page]:
    """The page of a network camera."""
    port = port_nobody_has()
    command = [sys.executable, "-m", "controller.cli", "chips", stream.url, "--profile", str(profile_file)]
    process = subprocess.Popen([*command, "--live", "--port", str(port)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with comes(process, "the address of the live page"):
        said = process.stdout.readline()
    assert said == f"http://127.0.0.1:{port}/ shows what the camera sees; Ctrl-C ends it\n"
    opened = browser.new_page(viewport={"width": 1280, "height": 720})
    opened.goto(f"http://127.0.0.1:{port}/", wait_until="commit")
    yield opened
    opened.close()
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 0
    process.stdout.close()


def test_the_page_shows_the_picture_the_zones_and_what_happens(page, stream):
    body, lines, zones = page.locator("body"), page.locator("#lines li"), page.locator("#zones li")
    expect(body).to_have_attribute("data-state", "sees", timeout=SOON_MS)
    page.wait_for_function("() => document.querySelector('img').naturalWidth > 0", timeout=SOON_MS)
    expect(zones).to_have_count(3)
    expect(zones.first).to_contain_text("Seat 4")
    expect(zones.first).to_contain_text("detect only")
    expect(page.locator("#markers")).to_contain_text("markers 0, 1, 2, 3, 4 seen", timeout=SOON_MS)
    SCREENS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENS / "camera.png")
    stream.shown = stream.shown // 40
    expect(body).to_have_attribute("data-state", "blind", timeout=SOON_MS)
    expect(page.locator("#state")).to_contain_text("blind: ")
    page.screenshot(path=SCREENS / "camera-blind.png")
    stream.shown = cv2.resize(shot(), (960, 540))
    expect(body).to_have_attribute("data-state", "sees", timeout=SOON_MS)
    expect(lines).to_have_count(3)


def test_a_port_that_is_taken_is_named(floorcall, profile_file):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused = floorcall(
            "chips", "night.mp4", "--profile", str(profile_file), "--live", "--port", str(port)
        )
    assert (refused.exit_code, f"port {port} is taken" in refused.stderr) == (3, True)

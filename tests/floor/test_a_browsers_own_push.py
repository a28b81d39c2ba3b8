"""Chromium subscribes with its own keys, the floor calls it, and chromium alone reads the call and shows it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Route, sync_playwright

from tests.daemon.conftest import wait_for
from tests.floor.browsers_service import BrowsersService
from tests.floor.shown import shown_by, turned
from tests.floor.tables import Floor, SaidTable
from tests.room.broker import Broker

KEPT = """async () => {
  const there = await navigator.serviceWorker.ready;
  return (await there.pushManager.getSubscription()).toJSON();
}"""


@pytest.fixture
def service(tmp_path: Path) -> Iterator[BrowsersService]:
    """The browser's push service."""
    made = BrowsersService(tmp_path)
    yield made
    made.close()


@pytest.fixture
def anas(service: BrowsersService, tmp_path: Path) -> Iterator[BrowserContext]:
    """Ana's browser: a private window could not subscribe."""
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            tmp_path / "browser", executable_path=shutil.which("chromium"),
            args=["--no-sandbox", *service.switches], ignore_default_args=["--disable-background-networking"],
            permissions=["notifications"],
        )  # fmt: skip
        context.set_default_timeout(90_000)
        context.add_init_script("localStorage.setItem('name', 'Ana')")
        yield context
        context.close()


@pytest.fixture
def floor(tmp_path: Path, broker: Broker) -> Iterator[Floor]:
    """A floor that calls phones."""
    made = Floor(tmp_path, broker)
    made.config.write_text(f'{made.config.read_text()}[push]\ncontact = "mailto:floor@house.example"\n')
    made.start()
    yield made
    made.close()


@pytest.mark.soak(alone=True)
def test_a_closed_page_is_called_by_the_browsers_own_subscription(
    floor: Floor, seven: SaidTable, service: BrowsersService, anas: BrowserContext
):
    told: list[dict[str, str]] = []

    def to_the_service_here(route: Route) -> None:
        """The address that chromium names is its maker's: the one thing that is another here."""
        fields = json.loads(route.request.post_data or "")
        told.append(fields)
        route.continue_(post_data=json.dumps({**fields, "endpoint": f"{service.url}/send/ana"}))

    page = anas.new_page()
    page.route("**/phone", to_the_service_here)
    page.goto(floor.address)
    page.locator("#phone").click()
    page.locator("#phone[data-rings=true]").wait_for()
    kept = page.evaluate(KEPT)
    assert (told[0]["key"], told[0]["secret"]) == (kept["keys"]["p256dh"], kept["keys"]["auth"])
    assert told[0]["endpoint"].startswith("https://")
    shown_by(anas.new_cdp_session(page))
    page.close()
    seven.alert()
    wait_for(lambda: service.came, "the floor to call")
    assert service.came[0]["content-encoding"] == "aes128gcm"
    again = anas.new_page()
    again.goto(floor.address)
    shown = shown_by(anas.new_cdp_session(again))
    wait_for(lambda: turned(again) and shown, "the call to be shown")
    assert shown == [{"Title": "Table 7: String bet", "Body": "Seat 3"}]

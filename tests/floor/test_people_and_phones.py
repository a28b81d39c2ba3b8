"""Whose a call is, and who hears of it while no page is open: by phone, ntfy or a webhook."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from controller.floor.push import Phone
from controller.floor.store import FloorStore
from tests.chromium import chromium
from tests.daemon.conftest import wait_for
from tests.floor.push_service import ReadingPhone, Server, b64
from tests.floor.shown import shown_by, turned
from tests.floor.tables import Floor, SaidTable, seconds_ago
from tests.room.broker import Broker

CONTACT = "mailto:floor@house.example"
A_KEY = b64(
    bytes.fromhex(
        "046B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296"
        "4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5"
    )
)
"""A point on P-256: the curve's own base point."""
PLACES = """
[[section]]
name = "Window"
tables = ["7"]
people = ["Ana", "Ivo"]
[[section]]
name = "Bar"
tables = ["8"]
people = ["Mara"]
[push]
contact = "mailto:floor@house.example"
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One that shows notifications."""
    with chromium(["chromium"]) as opened:
        yield opened


@pytest.fixture
def floor(tmp_path: Path, broker: Broker) -> Iterator[Floor]:
    """A floor of two sections, whose lead is Zora; it calls phones."""
    made = Floor(tmp_path, broker, 'leads = ["Zora"]')
    made.config.write_text(made.config.read_text() + PLACES)
    made.start()
    yield made
    made.close()


@pytest.fixture
def service() -> Iterator[Server]:
    """A push service."""
    made = Server()
    yield made
    made.close()


def person_of(floor: Floor, **wanted: Any) -> str | None:
    """Return whose call a row is."""
    row = floor.row(**wanted)
    return None if row is None else row["person"]


def test_a_call_is_his_who_took_its_table_else_his_who_took_its_section(floor: Floor, seven: SaidTable):
    seven.alert()
    row = wait_for(lambda: floor.row(kind="bet.string"), "the row")
    assert row["person"] is None
    assert floor.ask("POST", "/take", {"section": "Window", "by": "Ana"})[0] == 202
    assert person_of(floor, seat=3) == "Ana"
    assert floor.ask("POST", "/take", {"table": "zagreb/7", "by": "Ivo"})[0] == 202
    assert person_of(floor, seat=3) == "Ivo"
    assert floor.ask("POST", "/give", {"id": row["id"], "to": "Mara", "by": "Ana"})[0] == 202
    assert person_of(floor, seat=3) == "Mara"
    wait_for(lambda: floor.ask("GET", "/history")[1]["rows"], "the alert to be kept")
    floor.kill()
    floor.start()
    assert person_of(floor, seat=3) == "Mara", "who has a call outlasts the floor's process"
    floor.ask("POST", "/give", {"id": row["id"], "by": "Ana"})
    floor.ask("POST", "/take", {"table": "zagreb/7", "by": "Ivo", "back": True})
    assert person_of(floor, seat=3) == "Ana"


@pytest.mark.parametrize(
    ("path", "body", "place"),
    [
        ("/take", {"section": "Cellar", "by": "Ana"}, "section"),
        ("/take", {"table": "zagreb/99", "by": "Ana"}, "table"),
        ("/take", {"section": "Window"}, "by"),
        ("/give", {"id": "nowhere", "to": "Ana", "by": "Ana"}, "id"),
        ("/phone", {"endpoint": "http://192.0.2.1/x", "key": "x", "secret": "x", "by": "Ana"}, "endpoint"),
        (
            "/phone",
            {"endpoint": "https://[push.example/x", "key": "x", "secret": "x", "by": "Ana"},
            "endpoint",
        ),
        (
            "/phone",
            {"endpoint": "https://push.example:x/", "key": "x", "secret": "x", "by": "Ana"},
            "endpoint",
        ),
        ("/phone", {"endpoint": "https://push.example/x", "key": "BAAA", "secret": "x", "by": "Ana"}, "key"),
        (
            "/phone",
            {"endpoint": "https://push.example/x", "key": "B" * 121, "secret": "x", "by": "Ana"},
            "key",
        ),
        (
            "/phone",
            {"endpoint": "https://push.example/x", "key": A_KEY, "secret": "x", "by": "Ana"},
            "secret",
        ),
    ],
)
def test_what_cannot_be_taken_is_named(floor: Floor, path, body, place):
    status, told = floor.ask("POST", path, body)
    assert status in (400, 404)
    assert told["error"]["place"] == place


def test_a_section_is_taken_with_one_touch_and_a_call_given_by_hand(
    floor: Floor, seven: SaidTable, browser: Browser
):
    page = browser.new_page()
    page.add_init_script("localStorage.setItem('name', 'Ana')")
    page.goto(floor.address)
    page.locator("#take", has_text="Take Window").click()
    page.locator("#map h3", has_text="Window · Ana").wait_for()
    page.locator("#take", has_text="Give back Window").wait_for()
    seven.alert()
    row = page.locator(".line-of-row", has_text="For Ana")
    row.locator(".row").click()
    page.select_option("#give", "Ivo")
    page.locator(".line-of-row", has_text="For Ivo").wait_for()
    assert person_of(floor, seat=3) == "Ivo"
    page.context.close()


def test_a_lead_sees_what_waits_too_long_whatever_section_he_looks_at(
    floor: Floor, seven: SaidTable, browser: Browser
):
    page = browser.new_page()
    page.add_init_script("localStorage.setItem('name', 'Zora'); localStorage.setItem('section', 'Bar')")
    page.goto(floor.address)
    page.wait_for_selector("[data-mode=live]")
    seven.alert(seat=4, times={"found": seconds_ago(5)})
    seven.alert("turn.skipped", seat=5, times={"found": seconds_ago(70)})
    page.locator(".line-of-row", has_text="Lead called").wait_for()
    assert page.locator(".line-of-row").count() == 1
    page.context.close()


def rings(floor: Floor, phone: ReadingPhone, person: str) -> None:
    status, told = floor.ask("POST", "/phone", {**phone.subscription(), "by": person})
    assert status == 202, told


def stored(floor: Floor) -> closing[FloorStore]:
    """Return the floor's store, to be read beside it."""
    return closing(FloorStore(f"sqlite:///{floor.folder / 'floor.db'}"))


def phones_kept(floor: Floor) -> list[Phone]:
    """Return the phones that the floor's store keeps."""
    with stored(floor) as store:
        return store.crew.phones()


def calls_kept(floor: Floor) -> int:
    """Return how many times the floor's store has kept that a phone rang."""
    with stored(floor) as store:
        return len(store.crew.calls(0.0))


def test_a_phone_rings_with_what_it_alone_can_read(floor: Floor, seven: SaidTable, service: Server):
    phone = ReadingPhone(service)
    rings(floor, phone, "Ana")
    seven.alert()
    path, headers, body = wait_for(lambda: service.came and service.came[0], "the call")
    told = phone.read(headers, body, CONTACT)
    assert path == "/phone"
    assert (told["title"], told["body"]) == ("Table 7: String bet", "Seat 3")
    assert b"String" not in body


def test_whose_call_it_is_his_phone_rings_and_later_the_leads(
    floor: Floor, seven: SaidTable, broker: Broker, service: Server
):
    for person in ("Ana", "Ivo", "Mara", "Zora"):
        rings(floor, ReadingPhone(service, person), person)
    seven.alert(seat=1)
    wait_for(lambda: len(service.came) == 2, "the section's people to be called")
    assert sorted(path for path, _, _ in service.came) == ["/Ana", "/Ivo"]
    floor.ask("POST", "/take", {"section": "Window", "by": "Ivo"})
    service.came.clear()
    seven.alert("turn.skipped", seat=2, times={"found": seconds_ago(70)})
    wait_for(lambda: len(service.came) == 2, "who has the section, and the lead")
    assert sorted(path for path, _, _ in service.came) == ["/Ivo", "/Zora"]


def test_a_subscription_that_is_gone_is_dropped_and_is_no_failure(
    floor: Floor, seven: SaidTable, service: Server
):
    service.status = 410
    rings(floor, ReadingPhone(service), "Ana")
    seven.alert(k=1, seat=1)
    wait_for(lambda: not phones_kept(floor), "the phone to be forgotten")
    rings(floor, ReadingPhone(service, "new"), "Ana")
    service.status = 201
    seven.alert(k=2, seat=2)
    wait_for(lambda: len(service.came) == 2, "the call at the new one")
    assert [path for path, _, _ in service.came] == ["/phone", "/new"]
    assert floor.problem("targets") == ""


def test_two_phones_of_one_person_fail_each_by_itself(floor: Floor, seven: SaidTable, service: Server):
    nobody = Server()
    nobody.close()
    rings(floor, ReadingPhone(nobody, "old"), "Ana")
    rings(floor, ReadingPhone(service, "new"), "Ana")
    seven.alert(k=1, seat=1)
    wait_for(lambda: service.came, "the phone that answers")
    wait_for(lambda: "s phone 1" in (floor.problem("targets") or ""), "the other to be named")
    assert "s phone 2" not in (floor.problem("targets") or "")


def test_nobody_is_called_twice_after_a_restart(floor: Floor, seven: SaidTable, service: Server):
    rings(floor, ReadingPhone(service), "Ana")
    seven.alert(k=1, seat=1)
    wait_for(lambda: service.came, "the call")
    wait_for(lambda: calls_kept(floor), "it to be kept that the phone has rung")
    assert floor.stop() == 0
    floor.start()
    seven.alert(k=2, seat=2)
    wait_for(lambda: len(service.came) >= 2, "the call after the restart")
    wait_for(lambda: calls_kept(floor) == 2, "both to be kept")
    assert len(service.came) == 2


def test_a_target_that_fails_is_named_on_the_page(broker: Broker, tmp_path: Path):
    floor = Floor(tmp_path, broker)
    nobody = Server()
    nobody.close()
    floor.config.write_text(
        f'{floor.config.read_text()}[[target]]\nto = "ntfy"\nurl = "{nobody.url}/floor"\n'
    )
    seven = SaidTable(broker.port, "7")
    try:
        floor.start()
        seven.alert()
        host = nobody.url.removeprefix("http://")
        wait_for(lambda: f"{host}: " in (floor.problem("targets") or ""), "the target to be named")
    finally:
        seven.close()
        floor.close()


def test_the_closed_pages_worker_shows_the_call(floor: Floor, browser: Browser):
    context = browser.new_context()
    context.grant_permissions(["notifications"])
    context.add_init_script("localStorage.setItem('name', 'Ana')")
    page = context.new_page()
    link = context.new_cdp_session(page)
    seen: list[dict[str, Any]] = []
    link.on("ServiceWorker.workerRegistrationUpdated", lambda told: seen.extend(told["registrations"]))
    link.send("ServiceWorker.enable")
    shown = shown_by(link)
    page.goto(floor.address)
    page.locator("#phone").click()
    page.locator("#phone[data-rings]").wait_for()
    told = {
        "origin": floor.address.rstrip("/"),
        "registrationId": wait_for(lambda: turned(page) and seen, "the worker to be registered")[-1]["registrationId"],
        "data": json.dumps({"title": "Table 7: String bet", "body": "Seat 3", "alert": "a"}),
    }  # fmt: skip
    link.send("ServiceWorker.deliverPushMessage", told)
    wait_for(lambda: turned(page) and shown, "the worker to show the call")
    assert shown == [{"Title": "Table 7: String bet", "Body": "Seat 3"}]
    status = page.evaluate("() => fetch('/floor.webmanifest').then((answer) => answer.json())")
    assert status["start_url"] == "/"
    context.close()

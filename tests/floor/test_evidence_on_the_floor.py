"""What the floor has to judge, on its own page: the drawing, the other books, rulings of the past, who looked."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Browser

from controller.floor.proof import KeptManifest, KeptPart, Opening
from controller.floor.store import FloorStore
from tests.daemon.conftest import Hand, Table, wait_for
from tests.floor.tables import Floor, SaidTable
from tests.room.conftest import in_room
from tests.room.test_a_table_tells_its_room import out_of_turn

MARKS = [
    {"line": 11, "t": 3.0, "lane": "seats", "what": "card", "seat": 3},
    {"line": 12, "t": 4.0, "lane": "chips", "what": "push", "seat": 3, "amount": 5000, "before": 0, "after": 5000},
    {"line": 13, "t": 5.0, "lane": "keys", "what": "call", "seat": 3},
]  # fmt: skip


def shown(floor: Floor, row: str, by: str = "Ana") -> dict[str, Any]:
    """Return the evidence of a row as the page gets it."""
    return floor.ask("GET", f"/evidence?id={row}&by={by}&width=800")[1]


def send_evidence(table: SaidTable, alert: dict[str, Any], *, lost: int = -1, changed: bool = False) -> None:
    """Have a table send the evidence of an alert in two parts; one may be ``lost``, or another than was said."""
    head = {"blind": [], "since": 0.0, "until": 9.0, "streets": []}
    parts = [json.dumps({**head, "marks": marks}).encode() for marks in (MARKS[:2], MARKS[2:])]
    said = [
        {"part": str(place), "bytes": len(part), "sha256": hashlib.sha256(part).hexdigest()}
        for place, part in enumerate(parts, 1)
    ]
    whole = hashlib.sha256(b"another" if changed else b"".join(parts)).hexdigest()
    other = {"book": "TDA", "short": "TDA", "remedy": "min_raise", "cites": ["RP-11"]}
    name = alert["finding"]["id"]
    manifest = {
        "type": "evidence",
        "log": 1,
        "finding": name,
        "sha256": whole,
        "parts": said,
        "elsewhere": [other],
    }
    table.raw(f"evidence/{name}/manifest", manifest)
    for place, part in enumerate(parts):
        if place != lost:
            table.raw(f"evidence/{name}/{place + 1}", part)


def called(floor: Floor, table: SaidTable, **more: Any) -> tuple[dict[str, Any], str]:
    """Have a table call; return its alert, and its row's id."""
    alert = table.alert(**more)
    row = wait_for(lambda: floor.row(kind=alert["finding"]["kind"], seat=alert["finding"]["seat"]), "the row")
    return alert, row["id"]


def test_a_real_tables_evidence_is_on_the_floors_page_within_ten_seconds(
    broker, floor: Floor, tmp_path, browser: Browser
):
    (tmp_path / "table").mkdir()
    table = in_room(Table(tmp_path / "table"), broker)
    table.plug_all()
    try:
        table.start()
        table.wait_up()
        page = browser.new_page()
        page.add_init_script("localStorage.setItem('name', 'Ana')")
        page.goto(floor.address)
        hand = Hand()
        table.play([hand.deck(), *out_of_turn(hand)])
        page.locator(".line-of-row .row", has_text="Out of turn").click()
        page.wait_for_selector("#timeline svg.timeline", timeout=30_000)
        row = floor.row(kind="turn.out_of_turn")
        kept = FloorStore(f"sqlite:///{floor.folder / 'floor.db'}")
        manifest = wait_for(lambda: kept.shelf.heard_at(row["id"]), "the time at which it was heard")
        kept.close()
        assert manifest - row["since"] < 10, "evidence within ten seconds of its finding"
        assert "Burn" in page.locator("#timeline").inner_text(), "a lane without marks is drawn as well"
        assert page.locator("#books tr").count() >= 5, "what the other books say"
        assert "Ana" in page.locator("#openings").inner_text()
        page.context.close()
    finally:
        table.close()


def test_parts_are_put_together_and_the_other_books_come_along(floor: Floor, seven: SaidTable):
    alert, row = called(floor, seven)
    assert shown(floor, row)["whole"] == "none"
    send_evidence(seven, alert)
    told = wait_for(lambda: (found := shown(floor, row))["whole"] == "whole" and found, "the evidence")
    assert told["drawing"].startswith("<svg")
    assert "5,000" in told["drawing"]
    assert told["books"] == [{"book": "TDA", "says": "Smallest raise", "cite": "RP-11"}]


@pytest.mark.parametrize(("how", "whole"), [({"lost": 1}, "part"), ({"changed": True}, "broken")])
def test_evidence_that_is_not_as_it_was_sent_is_not_shown(floor: Floor, seven: SaidTable, how, whole):
    alert, row = called(floor, seven)
    send_evidence(seven, alert, **how)
    told = wait_for(lambda: (found := shown(floor, row))["whole"] == whole and found, "it to be named")
    assert told["drawing"] == ""


@pytest.mark.parametrize(
    "nonsense", [{"parts": 3, "log": 1}, {"parts": [{"sha256": "x"}], "log": 1}, b"\xff", {}]
)
def test_a_manifest_that_is_none_is_named_at_its_table(floor: Floor, seven: SaidTable, nonsense):
    seven.raw("evidence/3:bet.string:1/manifest", nonsense)
    wait_for(lambda: floor.row(kind="room.nonsense"), "the nonsense to be named")
    assert called(floor, seven)


def test_each_opening_is_on_record_with_its_person(floor: Floor, seven: SaidTable):
    _, row = called(floor, seven)
    assert floor.ask("GET", f"/evidence?id={row}")[1]["error"]["place"] == "by"
    for by in ("Ana", "Mara", "Ana"):
        told = shown(floor, row, by)
    assert [one["by"] for one in told["opened"]] == ["Ana", "Mara"]
    assert floor.stop() == 0
    floor.start()
    assert [one["by"] for one in shown(floor, row, "Ana")["opened"]] == ["Ana", "Mara"]


def test_like_rulings_of_the_past_stand_beside_the_decision_and_none_is_chosen(
    floor: Floor, seven: SaidTable, browser: Browser
):
    for k, decision in enumerate(("call", "call", "min_raise"), 1):
        seven.alert(k=k, hand=k, state="ruled", ruling={"decision": decision, "by": "Mara", "note": None})
    seven.alert("turn.skipped", hand=8, state="ruled", ruling={"decision": "kill_hand", "by": "Mara"})
    eight = SaidTable(seven.port, "8", site="split")
    eight.alert(hand=9, state="ruled", ruling={"decision": "misdeal", "by": "Ivo"})
    _, row = called(floor, seven, hand=20, seat=6)
    told = wait_for(lambda: (found := shown(floor, row))["ruled"]["of"] == 3 and found, "three like rulings")
    assert [(one["text"], one["n"]) for one in told["ruled"]["counts"]] == [
        ("A call", 2),
        ("Smallest raise", 1),
    ]
    page = browser.new_page()
    page.add_init_script("localStorage.setItem('name', 'Ana')")
    page.goto(floor.address)
    page.locator(".line-of-row .row", has_text="Seat 6").click()
    page.locator("#before b", has_text="A call").wait_for()
    assert page.locator("#options [aria-pressed=true], #options :checked").count() == 0
    assert page.locator("#other").input_value() == ""
    page.context.close()
    eight.close()


def test_an_alert_with_its_evidence_fits_on_one_printed_page(
    floor: Floor, seven: SaidTable, browser: Browser
):
    from pypdfium2 import PdfDocument

    alert, row = called(floor, seven)
    send_evidence(seven, alert)
    wait_for(lambda: shown(floor, row)["whole"] == "whole", "the evidence")
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.add_init_script("localStorage.setItem('name', 'Ana')")
    page.goto(floor.address)
    page.locator(".line-of-row .row").first.click()
    page.wait_for_selector("#timeline svg.timeline")
    sheet = PdfDocument(page.pdf(prefer_css_page_size=True))
    text = sheet[0].get_textpage().get_text_range()
    assert len(sheet) == 1
    for word in ("String bet", "Leave 3,600 in front", "One motion makes a bet.", "RP-11", "Burn", "Ana"):
        assert word in text, word
    assert "Other decision" not in text
    page.context.close()


def test_half_a_name_opens_no_evidence(floor: Floor, seven: SaidTable, browser: Browser):
    alert, row = called(floor, seven)
    send_evidence(seven, alert)
    page = browser.new_page()
    page.goto(floor.address)
    page.locator(".line-of-row .row").first.click()
    page.locator("#name").press_sequentially("Iv")
    seven.alert("turn.skipped", seat=5)
    page.locator(".line-of-row .row", has_text="Seat 5").wait_for()
    page.locator("#name").press_sequentially("o")
    page.locator("#name").press("Tab")
    page.wait_for_selector("#timeline svg.timeline")
    page.context.close()
    assert {one["by"] for one in shown(floor, row)["opened"]} == {"Ivo", "Ana"}, "Ana asks here"


def test_evidence_is_gone_after_its_days_and_who_opened_it_is_still_known(store: FloorStore):
    part = KeptPart(sha256="a" * 64, body=b"{}", at=100.0)
    manifest = KeptManifest(
        alert="x", body={"log": 1, "parts": [{"sha256": "a" * 64}], "sha256": "b"}, at=100.0
    )
    store.write([], [], [], [part, manifest, Opening(alert="x", person="Ana", at=101.0)])
    store.write([], [], [], [KeptPart(sha256="a" * 64, body=b"{}", at=900.0)])
    assert store.shelf.of("x").whole == "broken"
    assert store.shelf.clear(100.0) == 0
    assert store.shelf.clear(200.0) == 1
    assert store.shelf.of("x").whole == "none"
    assert [one.person for one in store.shelf.openings("x")] == ["Ana"]


def test_a_manifest_without_parts_breaks_nothing_that_is_written_with_it(store: FloorStore):
    empty = KeptManifest(alert="x", body={"log": 1, "parts": [], "sha256": "b"}, at=100.0)
    store.write([], [], [], [empty, Opening(alert="y", person="Ana", at=101.0)])
    assert store.shelf.of("x").whole == "part"
    assert [one.person for one in store.shelf.openings("y")] == ["Ana"]


def test_the_floors_process_deletes_what_is_too_old(floor: Floor, seven: SaidTable):
    alert, row = called(floor, seven)
    send_evidence(seven, alert)
    wait_for(lambda: shown(floor, row)["whole"] == "whole", "the evidence")
    assert floor.stop() == 0
    with closing(sqlite3.connect(floor.folder / "floor.db")) as store, store:
        store.execute("UPDATE room_evidence SET heard_at = ?", (time.time() - 31 * 86_400,))
    floor.start()
    wait_for(lambda: shown(floor, row)["whole"] == "none", "it to be gone")

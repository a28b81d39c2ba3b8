"""Pictures of a finding: a camera's process with a real stream, the real table, broker, floor and browser."""

from __future__ import annotations

import hashlib
import json
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser

from controller.floor.gallery import Gallery
from controller.floor.proof import KeptManifest, KeptPart
from controller.floor.store import FloorStore
from controller.journal.boxes import box_for
from controller.room.pictures import PartOfCamera, SealedPart
from tests.daemon.conftest import Hand, Table, wait_for
from tests.floor.tables import Floor, SaidTable
from tests.floor.test_evidence_on_the_floor import called, shown
from tests.room.conftest import in_room
from tests.room.test_a_table_tells_its_room import out_of_turn
from tests.vision.conftest import shot, usual_profile
from tests.vision.test_linked_camera import Stream, linked
from vision import profile
from vision.frames import pictures


@pytest.fixture
def watched(tmp_path: Path, broker, floor: Floor) -> Iterator[Table]:
    """A table of the room with all its devices, and a second camera that a real stream feeds."""
    folder = tmp_path / "table"
    folder.mkdir()
    table = Table(folder)
    bets = json.dumps([f"bet:{seat}" for seat in range(1, 7)])
    text = table.config.read_text().replace(
        f'path = "{folder / "chips"}"', f'path = "{folder / "chips"}"\nzones = {bets}'
    )
    text += f'[[device]]\nkind = "chips"\nname = "second"\npath = "{folder / "second"}"\nzones = ["bet:4", "bet:5"]\n'
    table.config.write_text(text)
    in_room(table, broker, f'floor_key = "{floor.folder / "floor-evidence.pub"}"')
    table.plug_all()
    pictures.write(folder / "felt.png", shot())
    profile.save(usual_profile(folder / "felt.png"), folder / "camera.toml")
    stream = Stream()
    camera = linked(stream.url, folder / "camera.toml", folder / "second")
    yield table
    table.close()
    camera.send_signal(signal.SIGTERM)
    camera.communicate(timeout=20)
    stream.close()
    assert not (folder / "second.pictures").exists(), "what the camera opened it closes"


def sees(table: Table) -> None:
    """Start a table and wait until its second camera sees."""
    table.start()
    table.wait_up()
    wait_for(lambda: "it sees" in table.device_state("second")["problem"], "the second camera to see")


@pytest.mark.soak(alone=True)
def test_pictures_of_the_moment_are_on_the_floors_page_within_ten_seconds_and_outlast_the_table(
    broker, floor: Floor, watched: Table, browser: Browser
):
    sees(watched)
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.add_init_script("localStorage.setItem('name', 'Ana')")
    page.goto(floor.address)
    hand = Hand()
    watched.play([hand.deck(), *out_of_turn(hand)])
    page.locator(".line-of-row .row", has_text="Out of turn").click()
    page.wait_for_selector("#pictures figure canvas", timeout=30_000)
    row = floor.row(kind="turn.out_of_turn")
    with closing(sqlite3.connect(floor.folder / "floor.db")) as store:
        (heard,) = store.execute("SELECT max(heard_at) FROM room_part").fetchone()
        sizes = [len(body) for (body,) in store.execute("SELECT body FROM room_part")]
        told = b"".join(body for (body,) in store.execute("SELECT body FROM room_part"))
    assert heard - row["since"] < 10, "all of it within ten seconds of the finding"
    assert max(sizes) <= 256 * 1024
    assert b"\xff\xd8\xff" not in told, "no picture lies open in the store"
    assert page.locator("#pictures .still").count() == 8
    words = page.locator("#pictures").inner_text()
    assert "chips: no pictures: the camera does not answer" in words, "the camera that gave none is named"
    assert "Blurred at the camera" in words
    assert "Ana" in page.locator("#openings").inner_text()
    times = page.locator("#pictures .still small").all_inner_texts()
    assert times[0].startswith("\u2212")
    assert times[-1].startswith("+")
    page.locator("#pictures .still").last.click()
    assert times[-1] in page.locator("#pictures figcaption").inner_text()
    page.context.close()
    no_picture_lies_open_on_the_tables_disk_and_a_restart_takes_none_away(floor, watched, row["id"])


def no_picture_lies_open_on_the_tables_disk_and_a_restart_takes_none_away(
    floor: Floor, watched: Table, row: str
):
    kept = list(watched.folder.rglob("*.pictures/*.json"))
    assert kept
    assert not any(b"\xff\xd8\xff" in path.read_bytes() for path in kept)
    before = shown(floor, row)
    assert watched.stop() == 0
    for path in kept:
        path.unlink()
    watched.start()
    watched.wait_up()
    wait_for(lambda: floor.tile("7")["silent"] is False, "the table to be back")
    assert shown(floor, row)["pictures"] == before["pictures"]


def test_pictures_for_another_floor_are_named_and_not_shown(floor: Floor, seven: SaidTable, tmp_path):
    alert, row = called(floor, seven)
    other = Gallery(tmp_path / "other.key")
    plain = msgspec.msgpack.encode(PartOfCamera("camera", [(1.0, b"\xff\xd8\xff")]))
    sealed = msgspec.json.encode(SealedPart(to="00", sealed=box_for(other.public, plain, b"elsewhere")))
    strip = json.dumps({"marks": [], "blind": [], "since": 0.0, "until": 9.0, "streets": []}).encode()
    parts = [(strip, "strip"), (sealed, "pictures")]
    named = [
        {"part": str(n), "holds": holds, "bytes": len(body), "sha256": hashlib.sha256(body).hexdigest()}
        for n, (body, holds) in enumerate(parts, 1)
    ]
    whole = hashlib.sha256(strip + sealed).hexdigest()
    name = alert["finding"]["id"]
    manifest = {
        "log": 1,
        "finding": name,
        "sha256": whole,
        "parts": named,
        "cameras": [{"camera": "camera", "pictures": 1}],
    }
    seven.raw(f"evidence/{name}/manifest", manifest)
    seven.raw(f"evidence/{name}/1", strip)
    wait_for(lambda: shown(floor, row)["lacking"] == 1, "the picture to be missed")
    seven.raw(f"evidence/{name}/2", sealed)
    wait_for(lambda: shown(floor, row)["pictures"] == 1, "the sealed part")
    status, told = floor.ask("GET", f"/pictures?id={row}&by=Ana")
    assert (status, told["error"]["place"]) == (404, "pictures")
    assert "another floor's key" in told["error"]["text"]


def test_a_part_that_a_younger_manifest_names_too_stays_with_it(store: FloorStore):
    digest = "a" * 64
    part = KeptPart(sha256=digest, body=b"{}", at=100.0)

    def manifest(alert: str, at: float) -> KeptManifest:
        return KeptManifest(alert=alert, body={"log": 1, "parts": [{"sha256": digest}], "sha256": "b"}, at=at)

    store.write([], [], [], [part, manifest("x", 100.0), manifest("y", 500.0)])
    assert store.shelf.clear(200.0) == 1
    assert store.shelf.of("y").whole == "broken", "the part is there; it is no strip"
    assert store.shelf.clear(600.0) == 1
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM room_part").scalar() == 0

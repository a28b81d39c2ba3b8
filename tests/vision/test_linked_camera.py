"""The camera as a process on the device link, heard by the real daemon."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests import warm
from tests.daemon.conftest import Table, wait_for
from tests.ends import ended
from tests.vision.conftest import RED, grain, shot
from vision import profile
from vision.counting import chip_set
from vision.counting.chip_set import ChipSet
from vision.frames import pictures
from vision.geometry.zones import Zone
from vision.training import sequences

DAMAGED = b"\xff\xd8\xff\xda\x00\x04torn\xff\xd9"


class Stream:
    """A network camera in this process that shows what it is told to."""

    def __init__(self) -> None:
        import http.server

        stream = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.end_headers()
                number = 0
                while not stream.closing.wait(0.1):
                    number += 1
                    picture = bytes(cv2.imencode(".jpg", grain(stream.shown, number))[1])
                    self.wfile.write(DAMAGED if stream.damages and number % 3 else picture)

            def log_message(self, *words: object) -> None:
                """Say nothing."""

        self.shown = cv2.resize(shot(), (960, 540))
        self.damages = False
        self.closing = threading.Event()
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.handle_error = lambda request, address: None
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/"

    def close(self) -> None:
        self.closing.set()
        self._server.shutdown()
        ended(self._thread, "the network camera")
        self._server.server_close()


@pytest.fixture
def stream() -> Iterator[Stream]:
    made = Stream()
    yield made
    made.close()


def linked(what: str, profile: Path, link: Path) -> subprocess.Popen[bytes]:
    command = [
        sys.executable,
        "-m",
        "controller.cli",
        "chips",
        what,
        "--profile",
        str(profile),
        "--link",
        str(link),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_for(lambda: link.is_symlink() or process.poll() is not None, "the camera to open its pty")
    return process


def test_the_daemon_hears_why_the_camera_senses_nothing(table: Table, stream: Stream, profile_file: Path):
    link = table.folder / "chips"
    camera = linked(stream.url, profile_file, link)
    try:
        table.start()

        def problem(words: str) -> None:
            wait_for(lambda: words in table.device_state("chips")["problem"], words)

        problem("it sees, and has no chip set to count by")
        assert table.device_state("chips")["state"] == "down"
        stream.shown = cv2.GaussianBlur(stream.shown, (0, 0), 90)
        problem("blind, the lens is covered: nothing in the picture has an edge")
        stream.shown = cv2.resize(shot(), (960, 540))
        problem("it sees, and has no chip set to count by")
    finally:
        camera.send_signal(signal.SIGTERM)
        out, err = camera.communicate(timeout=20)
    assert (camera.returncode, err) == (0, b"")
    assert out.decode().splitlines()[0] == "no picture yet"
    assert not link.is_symlink()


@pytest.fixture
def with_chips(profile_file, tmp_path) -> Path:
    """The usual camera's profile with a chip set, so that it counts."""
    held = profile.load(profile_file)
    chip_set.save(ChipSet("ours", 39.0, 3.3, (RED,)), tmp_path / "chips.toml")
    profile.save(replace(held, chips=tmp_path / "chips.toml"), profile_file)
    return profile_file


def test_a_camera_that_counts_is_up_unless_it_is_blind(table: Table, stream: Stream, with_chips: Path):
    link = table.folder / "chips"
    camera = linked(stream.url, with_chips, link)
    try:
        table.start()
        wait_for(lambda: table.device_state("chips")["state"] == "up", "the camera to be up")
        stream.shown = stream.shown // 40
        wait_for(lambda: "blind, " in table.device_state("chips")["problem"], "the camera to be blind")
        assert table.device_state("chips")["state"] == "down"
        stream.shown = cv2.resize(shot(), (960, 540))
        wait_for(lambda: table.device_state("chips")["state"] == "up", "the camera to see again")
    finally:
        camera.send_signal(signal.SIGTERM)
        out, err = camera.communicate(timeout=20)
    assert (camera.returncode, err) == (0, b"")
    assert out.decode().splitlines()[-1] == "it sees, and counts"


def test_a_zone_that_is_not_wholly_in_the_picture_is_named_with_its_side(
    table: Table, stream: Stream, with_chips: Path
):
    held = profile.load(with_chips)
    wide = Zone(6, np.array([(75.0, -60), (460, -60), (460, 130), (75, 130)]))
    profile.save(replace(held, zones=(*held.zones[:2], wide)), with_chips)
    camera = linked(stream.url, with_chips, table.folder / "chips")
    try:
        table.start()
        wait_for(lambda: table.device_state("chips")["state"] == "degraded", "the zone to be named")
        problem = table.device_state("chips")["problem"]
    finally:
        camera.send_signal(signal.SIGTERM)
        camera.communicate(timeout=20)
    assert re.match(
        r"bet:6: \d+ mm of the zone lie beyond the picture's right edge: bets there unknown", problem
    )


def test_a_motion_in_a_film_reaches_the_daemon(table: Table, tmp_path: Path):
    film = sequences.make("one motion", 3, fps=10.0)
    pictures.write(tmp_path / "felt.png", film.bare())
    chip_set.save(ChipSet("ours", 39.0, 3.3, (RED,)), tmp_path / "chips.toml")
    held = replace(film.profile, empty=tmp_path / "felt.png", chips=tmp_path / "chips.toml")
    profile.save(held, tmp_path / "camera.toml")
    writer = cv2.VideoWriter(str(tmp_path / "film.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (640, 360))
    for frame in film.frames():
        writer.write(frame.full())
    writer.release()
    link = table.folder / "chips"
    (pushed,) = film.script.truth
    table.start()
    camera = linked(str(tmp_path / "film.avi"), tmp_path / "camera.toml", link)
    try:
        wait_for(lambda: 'type="chips.push"} 1' in table.get("/metrics"), "the push to be heard", 90.0)
    finally:
        camera.send_signal(signal.SIGTERM)
        _, err = camera.communicate(timeout=20)
    assert err == b""
    table.stop()
    told = journal_of(table)
    (push,) = [event for event in told if event["type"] == "chips.push"]
    assert (push["seat"], push["chips"]) == (pushed.seat, None)
    assert 0 < push["started"] < push["t"]


def journal_of(table: Table) -> list[dict[str, Any]]:
    """Return the events that the daemon has recorded."""
    exported = warm.run("controller.cli", "journal", "export", table.journal, check=True)
    return [json.loads(line) for line in exported.stdout.splitlines()]


def test_a_camera_two_of_whose_three_pictures_are_damaged_is_calibrated_by_the_third(
    floorcall, stream, profile_file, tmp_path
):
    stream.damages = True
    out = tmp_path / "new.toml"
    call = ("calibrate", "camera", stream.url, "--lens", str(profile_file), "--seats", "4,5", "-o", str(out))
    made = floorcall(*call, "--seconds", "2")
    assert made.exit_code == 0, made.output
    assert [zone.seat for zone in profile.load(out).zones] == [4, 5]
    assert (tmp_path / "new-felt.png").is_file()


def test_a_name_that_no_device_may_have_and_a_folder_that_is_not_there(
    floorcall, profile_file, tmp_path, stream
):
    call = ("chips", stream.url, "--profile", str(profile_file), "--link")
    refused = floorcall(*call, str(tmp_path / "chips"), "--serial", "Kamera ü")
    assert (refused.exit_code, "--serial: " in refused.stderr) == (2, True)
    refused = floorcall(*call, str(tmp_path / "no" / "chips"))
    assert (refused.exit_code, "--link: there is no folder" in refused.stderr) == (2, True)
    refused = floorcall(*call, str(profile_file))
    assert (refused.exit_code, "is there already, and is no link of a camera" in refused.stderr) == (2, True)
    assert len(profile.load(profile_file).zones) == 3
    refused = floorcall(*call, "/proc/chips")
    assert (refused.exit_code, "--link: /proc/chips: No such file" in refused.stderr) == (2, True)

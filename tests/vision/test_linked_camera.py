"""The camera as a process on the device link, heard by the real daemon."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest

from tests.daemon.conftest import Table, wait_for
from tests.vision.conftest import grain, shot


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
                    self.wfile.write(bytes(cv2.imencode(".jpg", grain(stream.shown, number))[1]))

            def log_message(self, *words: object) -> None:
                """Say nothing."""

        self.shown = cv2.resize(shot(), (960, 540))
        self.closing = threading.Event()
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.handle_error = lambda request, address: None
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/"

    def close(self) -> None:
        self.closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def stream() -> Iterator[Stream]:
    made = Stream()
    yield made
    made.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A table whose only device is the camera."""
    made = Table(tmp_path, kinds=("chips",))
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


def test_a_name_that_no_device_may_have_and_a_folder_that_is_not_there(
    floorcall, profile_file, tmp_path, stream
):
    call = ("chips", stream.url, "--profile", str(profile_file), "--link")
    refused = floorcall(*call, str(tmp_path / "chips"), "--serial", "Kamera ü")
    assert (refused.exit_code, "--serial: " in refused.stderr) == (2, True)
    refused = floorcall(*call, str(tmp_path / "no" / "chips"))
    assert (refused.exit_code, "--link: there is no folder" in refused.stderr) == (2, True)

"""``make room``: a broker, ten virtual tables and the floor's screen, in one command."""

from __future__ import annotations

import http.client
import json
import re
import signal
import subprocess
import sys
from urllib.parse import urlencode

import pytest
from click.testing import CliRunner

from controller.command_line import command_of
from controller.demo.room import __main__ as demo_room
from tests.daemon.conftest import wait_for
from tests.ends import COMES_WITHIN_S, comes


def state_at(port: int) -> dict:
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        link.request("GET", "/events")
        with link.getresponse() as answer:
            for line in answer:
                if line.startswith(b"data: "):
                    return dict(json.loads(line[6:]))
    except OSError:
        pass
    finally:
        link.close()
    return {"tiles": {}}


def call_of(port: int, table: str) -> str | None:
    """Return a call of a table, none of what is wrong with its line."""
    return next((row for row in state_at(port).get("rows", {}) if row.startswith(f"{table}/")), None)


def evidence_of(port: int, call: str) -> dict:
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        link.request("GET", f"/evidence?{urlencode({'id': call, 'by': 'Ana', 'width': 800})}")
        with link.getresponse() as answer:
            return dict(json.loads(answer.read()))
    finally:
        link.close()


def test_who_asks_for_help_starts_no_room():
    command = [sys.executable, "-m", "controller.demo.room", "--help"]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    assert told.startswith("Usage: python -m controller.demo.room")


def test_without_a_broker_it_is_said_in_one_line_how_to_get_one(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    done = CliRunner().invoke(command_of(demo_room.main, "room"))
    (told,) = done.stderr.splitlines()
    assert told.endswith("install it with: sudo apt-get install mosquitto")
    assert done.exit_code == 3


@pytest.mark.soak(alone=True)
def test_one_command_shows_ten_tables_that_play():
    command = [sys.executable, "-m", "controller.demo.room"]
    room = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert room.stdout is not None
        with comes(room, "the address of the floor's page"):
            said = room.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert found is not None, said
        port = int(found[1])
        tiles = wait_for(
            lambda: (shown := state_at(port)["tiles"]) and len(shown) == 10 and shown,
            "ten tables on the map",
            60,
        )
        assert {tile["section"] for tile in tiles.values()} == {"Window", "Bar"}
        wait_for(
            lambda: any(tile["hand"] for tile in state_at(port)["tiles"].values()), "a hand to be played", 90
        )
        called = wait_for(lambda: call_of(port, "demo/10"), "a call of the table with all its processes", 240)
        wait_for(lambda: evidence_of(port, called)["whole"] == "whole", "the evidence of the call", 60)
        room.send_signal(signal.SIGINT)
        assert room.wait(COMES_WITHIN_S) == 0
        wait_for(lambda: state_at(port) == {"tiles": {}}, "the floor's screen to be gone")
    finally:
        room.kill()
        room.wait(timeout=10)
        if room.stdout is not None:
            room.stdout.close()

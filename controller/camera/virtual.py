"""Plays films clip by clip in place of a camera, and counts the chips in them as a real one would.

    python -m controller.camera.virtual FOLDER [LINK]

It says on standard output where its pty is, then one JSON object a line: ``{"welcomed": true}``, and each event
that it sees and tells the daemon. A line ``{"film": name, "until": seconds}`` on standard input plays that film of
the folder up to there; it begins anew where that lies behind. Between the clips the picture stands, with a
sensor's noise. ``{"event": {...}, "started_ago_ms": 200}`` is told to the daemon as it is: a motion that
nobody filmed. It ends with its input. At LINK, where one is named, it is found, and gives its last pictures.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from controller.camera.linked import LinkedCamera
from controller.camera.pictures import PictureDoor
from firmware_bridge.device import DeviceNews, Identity, Welcomed
from vision import profile
from vision.cameras import watcher
from vision.counting import chip_set
from vision.frames.reel import Reel
from vision.motion.events import Event
from vision.watch.card_events import CardsTurned
from vision.watch.process import Eye

SERIAL = "CAMERA-1"


class Orders:
    """What standard input asks for: clips for the reel, and motions that nobody filmed."""

    def __init__(self, folder: Path, reel: Reel) -> None:
        self._folder, self._reel = folder, reel
        self._pending = b""

    def fileno(self) -> int:
        """Return standard input's descriptor."""
        return sys.stdin.fileno()

    def take(self) -> list[tuple[dict[str, Any], float | None]]:
        """Carry out what has come; return the motions to tell. Raise SystemExit at the input's end."""
        ready, _, _ = select.select([self.fileno()], [], [], 0)
        if not ready:
            return []
        chunk = os.read(self.fileno(), 65_536)
        if not chunk:
            raise SystemExit(0)
        *lines, self._pending = (self._pending + chunk).split(b"\n")
        told: list[tuple[dict[str, Any], float | None]] = []
        for order in map(json.loads, lines):
            if "event" in order:
                ago_ms = order.get("started_ago_ms")
                told.append((order["event"], None if ago_ms is None else ago_ms / 1000))
            else:
                self._reel.play(float(order["until"]), self._folder / f"{order['film']}.webm")
        return told


def run(folder: Path, link: Path | None) -> None:
    """Serve the films in ``folder`` until told to end, at ``link`` where there is one."""
    held = profile.load(folder / "camera.toml")
    assert held.chips is not None
    reel = Reel(min(folder.glob("*.webm")))
    with ThreadPoolExecutor(1, "reader") as reading:
        eye = Eye(watcher(reel, held, chip_set.load(held.chips), reading))
        identity = Identity(kind="chips", serial=SERIAL, build="film-1")
        camera = LinkedCamera(
            eye, link, identity, say=lambda words: None, counts=True, hear=_hear, aside=Orders(folder, reel)
        )
        _say({"pty": camera.plug()})
        door = PictureDoor(link, eye.pictures) if link is not None else None
        try:
            camera.serve()
        finally:
            if door is not None:
                door.close()
            eye.close()


def _hear(news: DeviceNews | Event | CardsTurned) -> None:
    if isinstance(news, Welcomed):
        _say({"welcomed": True})
    elif isinstance(news, Event | CardsTurned):
        _say(news.fields())


def _say(fact: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(fact) + "\n")
    sys.stdout.flush()


def main(arguments: Sequence[str]) -> int:
    """Run until SIGTERM; return the exit code."""

    def stop(number: int, frame: object) -> None:
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, stop)
    run(Path(arguments[0]), Path(arguments[1]) if arguments[1:] else None)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

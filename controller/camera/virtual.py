"""A camera that films nothing: plays a reel, clip by clip, and counts the chips in it as a real one would.

    python -m controller.camera.virtual FOLDER

It says on standard output where its pty is, then one JSON object a line: ``{"welcomed": true}``, and each event
that it tells the daemon. A line ``{"until": seconds}`` on standard input plays the reel up to there; it begins
anew where that lies behind. Between the clips the picture stands, with a sensor's noise.
"""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from controller.camera.linked import LinkedCamera
from firmware_bridge.device import DeviceNews, Identity, Welcomed
from vision import profile
from vision.cameras import watcher
from vision.counting import chip_set
from vision.frames.reel import Reel
from vision.motion.events import Event
from vision.watch.process import Eye

SERIAL = "CAMERA-1"


def run(folder: Path) -> None:
    """Serve the reel in ``folder`` until told to end."""
    held = profile.load(folder / "camera.toml")
    assert held.chips is not None
    reel = Reel(folder / "chips.webm")
    threading.Thread(target=_obey, args=(reel,), name="orders", daemon=True).start()
    with ThreadPoolExecutor(1, "reader") as reading:
        eye = Eye(watcher(reel, held, chip_set.load(held.chips), reading))
        identity = Identity(kind="chips", serial=SERIAL, build="film-1")
        camera = LinkedCamera(eye, None, identity, say=lambda words: None, counts=True, hear=_hear)
        _say({"pty": camera.plug()})
        try:
            camera.serve()
        finally:
            eye.close()


def _obey(reel: Reel) -> None:
    for line in sys.stdin:
        reel.play(float(json.loads(line)["until"]))


def _hear(news: DeviceNews | Event) -> None:
    if isinstance(news, Welcomed):
        _say({"welcomed": True})
    elif isinstance(news, Event):
        _say(news.fields())


def _say(fact: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(fact) + "\n")
    sys.stdout.flush()


def main(arguments: Sequence[str]) -> int:
    """Run until SIGTERM; return the exit code."""

    def stop(number: int, frame: object) -> None:
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, stop)
    run(Path(arguments[0]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

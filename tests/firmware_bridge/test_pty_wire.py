"""A camera or a board that is started anew while its forerunner still ends keeps the place that it has taken."""

from __future__ import annotations

import os
import socket
from pathlib import Path

from controller.camera.pictures import PictureDoor, place_of
from firmware_bridge.pty_wire import PtyWire


def test_who_ends_takes_no_link_away_that_leads_to_another_by_now(tmp_path: Path) -> None:
    link = tmp_path / "camera"
    before, after = PtyWire(link), PtyWire(link)
    before.plug()
    now = after.plug()
    before.unplug()
    assert os.readlink(link) == now
    after.unplug()
    assert not link.is_symlink()


def test_nor_the_place_at_which_another_gives_its_pictures(tmp_path: Path) -> None:
    link = tmp_path / "camera"
    before = PictureDoor(link, lambda since, until: [])
    after = PictureDoor(link, lambda since, until: [])
    before.close()
    with socket.socket(socket.AF_UNIX) as visitor:
        visitor.connect(str(place_of(link)))
    after.close()
    assert not place_of(link).exists()

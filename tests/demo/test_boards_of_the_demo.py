"""When one of the virtual table's boards goes down, it is said what nobody sees any more."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.config import parse_config
from controller.daemon.health import DeviceBoard
from controller.demo.hands import load_hands
from controller.demo.night import ANTENNAS, Options, VirtualTable, _config
from controller.rulebooks import load


def board(folder: Path) -> DeviceBoard:
    """Return the devices of a virtual table as its daemon has them, all up."""
    options = Options(book=load("deltin"), rulebook="deltin", port=8701)
    table = VirtualTable(folder, options)
    for device in table.devices:
        device.pty = f"/dev/pts/{device.name}"
    config = parse_config(_config(options, load_hands()[0], table.devices, "nlhe", []), "table.toml")
    devices = DeviceBoard(config.device, lambda: "21:14:07")
    for device in table.devices:
        devices.change(device.name, "up", "")
    return devices


@pytest.mark.parametrize("number", [1, 2])
def test_a_board_that_goes_down_leaves_its_own_zones_unseen_and_no_other(number: int, tmp_path: Path) -> None:
    devices = board(tmp_path)
    devices.change(f"antennas-{number}", "down", "unplugged")
    zones = set(ANTENNAS[number - 1].values())
    assert set(devices.trouble_over(f"antennas-{number}", "down", None) or ()) == zones
    seats = {int(zone[5:]) for zone in zones if zone.startswith("seat:")}
    assert devices.blind_seats() == seats

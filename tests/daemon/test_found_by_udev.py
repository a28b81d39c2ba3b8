"""A device is found by what udev knows of it, wherever it is plugged in; umockdev stands in for the kernel.

The test runs in a process of its own under ``umockdev-wrapper``, which must see the whole process.
"""

from __future__ import annotations

import pytest

from controller.config import DeviceConfig
from controller.daemon import find_port
from controller.daemon.find_port import port_finder
from tests.umock import under_umockdev

UNDER_UMOCKDEV = """
import asyncio
from controller.config import DeviceConfig
from controller.daemon.find_port import port_finder, watch_plugs
from tests.umock import Testbed

bed = Testbed()

async def main():
    find = port_finder(DeviceConfig(kind="shoe", udev={"ID_SERIAL_SHORT": "SHOE-A", "ID_VENDOR_ID": "1a86"}))
    assert find() is None
    plugged = asyncio.Event()
    stop = watch_plugs(plugged.set)
    bed.plug(0, "OTHER", 1)
    bed.plug(1, "SHOE-A", 2)
    async with asyncio.timeout(10):
        await plugged.wait()
    assert find() == "/dev/ttyUSB1", find()
    bed.unplug(1, 2)
    assert find() is None
    bed.plug(7, "SHOE-A", 3)
    assert find() == "/dev/ttyUSB7", find()
    stop()

asyncio.run(main())
print("found")
"""


def test_a_device_is_found_again_under_another_number() -> None:
    done = under_umockdev("-c", UNDER_UMOCKDEV)
    assert done.stdout == "found\n", done.stderr


TWINS = """
from pathlib import Path
from tests.umock import Testbed
from controller.config import DeviceConfig
from controller.daemon.find_port import left_alone, plugged_in, port_finder
from controller.daemon.health import DeviceBoard

bed = Testbed()
bed.plug(1, "0001", 2, maker="", model="Card_shoe")
bed.plug(0, "0001", 1, maker="", model="Card_shoe")
bed.plug(2, "MODEM-7", 3, maker="Some", model="Modem")
devices = [DeviceConfig(kind="shoe", udev={"ID_SERIAL_SHORT": "0001"})]
assert port_finder(devices[0])() == "/dev/ttyUSB0"
board = DeviceBoard(devices, lambda: "21:14:00")
assert board.strangers(left_alone(plugged_in(), devices))
assert not board.strangers(left_alone(plugged_in(), devices))
for view in board.views()[1:]:
    print(view.kind, view.problem)
bed.unplug(0, 1)
assert board.strangers(left_alone(plugged_in(), devices))
assert [view.name for view in board.views()] == ["shoe", "/dev/ttyUSB2"]
"""


def test_of_two_usb_chips_of_one_number_the_one_that_is_left_alone_is_named() -> None:
    done = under_umockdev("-c", TWINS)
    assert done.stdout.splitlines() == [
        "stranger Card shoe, serial 0001, at /dev/ttyUSB1 is left alone: shoe at /dev/ttyUSB0 has the same `udev`; "
        "floorcall doctor says what tells them apart",
        "stranger Some Modem, serial MODEM-7, at /dev/ttyUSB2 is not in the configuration and is left alone",
    ], done.stderr


def test_a_path_is_found_once_it_is_there(tmp_path) -> None:
    find = port_finder(DeviceConfig(kind="shoe", path=str(tmp_path / "shoe")))
    assert find() is None
    (tmp_path / "shoe").touch()
    assert find() == str(tmp_path / "shoe")


def test_a_machine_without_udev_is_told_what_to_do(monkeypatch) -> None:
    def no_library() -> None:
        raise ImportError("No library named udev")

    monkeypatch.setattr(find_port.pyudev, "Context", no_library)
    with pytest.raises(find_port.NoUdev, match="name the device by `path` instead"):
        port_finder(DeviceConfig(kind="shoe", udev={"ID_SERIAL_SHORT": "A"}))

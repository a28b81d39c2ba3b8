"""A device is found by what udev knows of it, wherever it is plugged in; umockdev stands in for the kernel.

The test runs in a process of its own under ``umockdev-wrapper``, which must see the whole process.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from controller.config import DeviceConfig
from controller.daemon import find_port
from controller.daemon.find_port import port_finder

UNDER_UMOCKDEV = '''
import asyncio, ctypes, os
from controller.config import DeviceConfig
from controller.daemon import find_port
from controller.daemon.find_port import port_finder, watch_plugs

lib = ctypes.CDLL("libumockdev.so.0")
bed_of, text = ctypes.c_void_p, ctypes.c_char_p
for name, result, arguments in (
    ("new", bed_of, []), ("add_from_string", ctypes.c_int, [bed_of, text, bed_of]),
    ("uevent", None, [bed_of, text, text]), ("remove_device", None, [bed_of, text]),
):
    function = getattr(lib, "umockdev_testbed_" + name)
    function.restype, function.argtypes = result, arguments
READER = """P: /devices/usb1/1-{port}
E: SUBSYSTEM=usb
E: DEVTYPE=usb_device
A: idVendor=1a86

P: /devices/usb1/1-{port}/tty/ttyUSB{n}
N: ttyUSB{n}
E: SUBSYSTEM=tty
E: DEVNAME=/dev/ttyUSB{n}
E: ID_VENDOR_ID=1a86
E: ID_SERIAL_SHORT={serial}
A: dev=188:{n}
"""
bed = lib.umockdev_testbed_new()

def plug(n, serial, port):
    assert lib.umockdev_testbed_add_from_string(bed, READER.format(n=n, serial=serial, port=port).encode(), None)

def unplug(n, port):
    usb = f"/sys/devices/usb1/1-{port}".encode()
    lib.umockdev_testbed_uevent(bed, usb + f"/tty/ttyUSB{n}".encode(), b"remove")
    lib.umockdev_testbed_remove_device(bed, usb)

async def main():
    find = port_finder(DeviceConfig(kind="shoe", udev={"ID_SERIAL_SHORT": "SHOE-A", "ID_VENDOR_ID": "1a86"}))
    assert find() is None
    plugged = asyncio.Event()
    stop = watch_plugs(plugged.set)
    plug(0, "OTHER", 1)
    plug(1, "SHOE-A", 2)
    async with asyncio.timeout(10):
        await plugged.wait()
    assert find() == "/dev/ttyUSB1", find()
    unplug(1, 2)
    assert find() is None
    plug(7, "SHOE-A", 3)
    assert find() == "/dev/ttyUSB7", find()
    stop()

asyncio.run(main())
print("found")
'''


def test_a_device_is_found_again_under_another_number() -> None:
    done = subprocess.run(
        ["umockdev-wrapper", sys.executable, "-c", UNDER_UMOCKDEV], capture_output=True, text=True, timeout=60
    )
    assert done.stdout == "found\n", done.stderr


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

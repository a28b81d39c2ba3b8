"""A testbed of umockdev: USB serial ports that come and go, for a process under ``umockdev-wrapper``."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

_READER = """P: /devices/usb1/1-{port}
E: SUBSYSTEM=usb
E: DEVTYPE=usb_device
A: idVendor={vendor}

P: /devices/usb1/1-{port}/tty/ttyUSB{n}
N: ttyUSB{n}
E: SUBSYSTEM=tty
E: DEVNAME=/dev/ttyUSB{n}
E: ID_BUS=usb
E: ID_PATH=pci-0000:01:00.0-usb-0:1.{port}:1.0
E: ID_VENDOR={maker}
E: ID_MODEL={model}
E: ID_VENDOR_ID={vendor}
E: ID_SERIAL_SHORT={serial}
A: dev=188:{n}
"""


class Testbed:
    """A machine's USB ports. Only one of them may live in a process."""

    __test__ = False

    def __init__(self) -> None:
        pointer, text = ctypes.c_void_p, ctypes.c_char_p
        self._lib = ctypes.CDLL("libumockdev.so.0")
        for name, result, arguments in (
            ("new", pointer, []),
            ("add_from_string", ctypes.c_int, [pointer, text, pointer]),
            ("uevent", None, [pointer, text, text]),
            ("get_dev_fd", ctypes.c_int, [pointer, text]),
            ("remove_device", None, [pointer, text]),
            ("get_root_dir", text, [pointer]),
        ):
            function = getattr(self._lib, f"umockdev_testbed_{name}")
            function.restype, function.argtypes = result, arguments
        self._bed = self._lib.umockdev_testbed_new()
        self._root = Path(os.fsdecode(self._lib.umockdev_testbed_get_root_dir(self._bed)))
        os.environ["UMOCKDEV_DIR"] = str(self._root)  # the library tells C alone; children are given Python's

    def plug(
        self,
        n: int,
        serial: str,
        port: int,
        *,
        vendor: str = "1a86",
        maker: str = "QinHeng",
        model: str = "USB_Serial",
    ) -> None:
        """Plug a device with ``serial`` into USB port ``port``; the kernel names it ttyUSB``n``.

        umockdev takes each number once in a testbed's life.
        """
        said = _READER.format(n=n, serial=serial, port=port, vendor=vendor, maker=maker, model=model)
        assert self._lib.umockdev_testbed_add_from_string(self._bed, said.encode(), None)

    def device_end(self, n: int) -> int:
        """Return the device's end of ttyUSB``n``: a descriptor that whoever unplugs it closes."""
        return int(self._lib.umockdev_testbed_get_dev_fd(self._bed, f"/dev/ttyUSB{n}".encode()))

    def unplug(self, n: int, port: int) -> None:
        """Pull what is in USB port ``port`` and was named ttyUSB``n``."""
        usb = f"/sys/devices/usb1/1-{port}"
        tty = f"{usb}/tty/ttyUSB{n}"
        pty = os.readlink(self._root / "dev" / f"ttyUSB{n}")
        self._lib.umockdev_testbed_uevent(self._bed, tty.encode(), b"remove")
        for device in (tty, usb):
            self._lib.umockdev_testbed_remove_device(self._bed, device.encode())
        # umockdev leaves this behind, and then refuses the same pty a second time.
        (self._root / "dev" / ".ptymap" / pty.replace("/", "_")).unlink(missing_ok=True)


def under_umockdev(*arguments: str, patience_s: float = 60) -> subprocess.CompletedProcess[str]:
    """Run Python with ``arguments`` as a process of its own that sees only the testbed's devices."""
    command = ["umockdev-wrapper", sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=patience_s, cwd=ROOT, check=False)

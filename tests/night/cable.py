"""USB cables between virtual boards and the ports of a umockdev testbed, and a shoe that can lose its own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import threading
import tty
from typing import Any

from controller.demo.processes import Shoe, VirtualDevice
from tests.ends import ended
from tests.umock import Testbed

LOOKS_EVERY_S = 0.05


class PulledShoe(Shoe):
    """A shoe whose cable, which is its power too, is pulled and put back."""

    async def unplugged(self) -> None:
        """Take its power."""
        self._order({"unplug": True})

    async def plugged(self) -> None:
        """Give it its power again; return once it has another end of its cable."""
        self._powered = asyncio.Event()
        self._order({"plug": True})
        async with asyncio.timeout(20):
            await self._powered.wait()

    def _heard(self, fact: dict[str, Any]) -> None:
        super()._heard(fact)
        if "pty" in fact:
            self.pty = fact["pty"]
            self._powered.set()


class Cable:
    """A cable between a board and a port of the machine."""

    def __init__(self, bed: Testbed, device: VirtualDevice, serial: str) -> None:
        self._bed, self._device, self._serial = bed, device, serial
        self._ends: list[int] = []
        self._threads: list[threading.Thread] = []
        self._out = threading.Event()
        self._n = 0

    def plug(self, n: int) -> None:
        """Plug it in; the kernel names it ttyUSB``n``."""
        self._n, self._out = n, threading.Event()
        self._bed.plug(n, self._serial, n + 1)
        board = os.open(self._device.pty, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(board)
        machine = self._bed.device_end(n)
        self._ends = [board, machine]
        self._threads = [
            threading.Thread(target=_carry, args=(source, target, self._out), daemon=True)
            for source, target in ((board, machine), (machine, board))
        ]
        for thread in self._threads:
            thread.start()

    def cut(self) -> None:
        """Carry nothing more."""
        self._out.set()
        for thread in self._threads:
            ended(thread, "what a cable carries", 20)
        for end in self._ends:
            with contextlib.suppress(OSError):
                os.close(end)
        self._ends, self._threads = [], []

    async def pull(self) -> None:
        """Pull it out of the machine; a shoe loses its power."""
        self.cut()
        self._bed.unplug(self._n, self._n + 1)
        if isinstance(self._device, PulledShoe):
            await self._device.unplugged()

    async def put_back(self, n: int) -> None:
        """Put it into another port."""
        if isinstance(self._device, PulledShoe):
            await self._device.plugged()
        self.plug(n)


def _carry(source: int, target: int, out: threading.Event) -> None:
    """Carry bytes until the cable is out; an end that nobody has open gives an error, and loses them."""
    while not out.is_set():
        try:
            if select.select([source], [], [], LOOKS_EVERY_S)[0]:
                os.write(target, os.read(source, 4096))
        except OSError:
            out.wait(LOOKS_EVERY_S)

"""Drives the RP2040 board: clock, link, pins. All that touches ``machine`` is here, and nothing else is.

The interrupt of the beam only writes two numbers into arrays that are there already; everything else
happens in the main loop.
"""

import os
import select
import sys
from array import array
from binascii import hexlify
from time import ticks_diff, ticks_us

from machine import ADC, PWM, UART, WDT, Pin, idle, unique_id
from micropython import kbd_intr

EDGES = 64
BUZZER_HZ = 2_700
WATCHDOG_MS = 4_000


class Clock:
    """Microseconds since start-up, wide enough for years: the counter wraps every 18 minutes."""

    def __init__(self) -> None:
        self._last = ticks_us()
        self._us = 0

    def now_us(self) -> int:
        """Return the time; to be called at least every eight minutes."""
        ticks = ticks_us()
        self._us += ticks_diff(ticks, self._last)
        self._last = ticks
        return self._us

    def of(self, ticks: int) -> int:
        """Return the time of a counter value of the last eight minutes."""
        return self.now_us() - ticks_diff(self._last, ticks)


class Beam:
    """The throat's light beam. ``dark`` is the pin's level while something is in it."""

    def __init__(self, pin: int, dark: int = 1) -> None:
        self._pin = Pin(pin, Pin.IN, Pin.PULL_UP)
        self._dark = dark
        self._ticks = array("I", bytes(4 * EDGES))
        self._levels = bytearray(EDGES)
        self._count = 0
        self._taken = 0
        self.lost = 0
        """Edges that came faster than they could be taken."""
        self._pin.irq(self._changed, Pin.IRQ_RISING | Pin.IRQ_FALLING, hard=True)

    def _changed(self, pin) -> None:
        slot = self._count % EDGES
        self._ticks[slot] = ticks_us()
        self._levels[slot] = pin.value()
        self._count += 1

    def edges(self, clock: Clock) -> list[tuple[int, bool]]:
        """Return the edges since the last call: when, and whether it went dark."""
        count = self._count
        if count - self._taken > EDGES:
            self.lost += count - self._taken - EDGES
            self._taken = count - EDGES
        found = []
        while self._taken < count:
            slot = self._taken % EDGES
            found.append((clock.of(self._ticks[slot]), self._levels[slot] == self._dark))
            self._taken += 1
        return found


class Piezos:
    """The piezos before the seats, on a multiplexer of 16: seat N is on its channel N, its output on an ADC."""

    def __init__(
        self, seats: tuple[int, ...], select: tuple[int, ...] = (18, 19, 20, 21), out: int = 26
    ) -> None:
        self._seats = seats
        self._levels = [0] * len(seats)
        if seats:
            self._select = [Pin(pin, Pin.OUT, value=0) for pin in select]
            self._out = ADC(Pin(out))

    def levels(self) -> list[int]:
        """Return one level a seat, 0 to 65,535, in the seats' order; the list is the same each time."""
        for n in range(len(self._seats)):
            channel = self._seats[n]
            for pin in self._select:
                pin.value(channel & 1)
                channel >>= 1
            self._levels[n] = self._out.read_u16()
        return self._levels


class UsbLink:
    """The link to the table over the board's own USB port."""

    def __init__(self) -> None:
        kbd_intr(-1)  # 03 occurs in frames and must not stop the program
        self._in, self._out = sys.stdin.buffer, sys.stdout.buffer
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)

    def read(self) -> bytes:
        got = bytearray()
        while len(got) < 128 and self._poll.poll(0):
            got.extend(self._in.read(1))
        return bytes(got)

    def write(self, data: bytes) -> int:
        self._out.write(data)
        return len(data)


class SerialPort:
    """A UART: the link to the table, or the line to a tag reader."""

    def __init__(self, number: int, tx: int, rx: int, baud: int = 115_200) -> None:
        self._uart = UART(number, baud, tx=Pin(tx), rx=Pin(rx), txbuf=512, rxbuf=1024, timeout=0)

    def read(self) -> bytes:
        waiting = self._uart.any()
        return self._uart.read(waiting) or b"" if waiting else b""

    def write(self, data: bytes) -> int:
        """Write what there is room for; return how much that was."""
        return self._uart.write(data) or 0


class Board:
    """The board as the controller knows it."""

    def __init__(self, link, buzzer: int = 16, lamp: int = 17) -> None:
        self._clock = Clock()
        self._link = link
        self._buzzer = PWM(Pin(buzzer), freq=BUZZER_HZ, duty_u16=0)
        self._lamp = Pin(lamp, Pin.OUT, value=0)
        self._shown = (False, False)
        self.clock = self._clock
        self.now_us, self.read, self.write = self._clock.now_us, link.read, link.write

    def show(self, lamp: bool, sound: bool) -> None:
        """Set the outputs."""
        if (lamp, sound) != self._shown:
            self._shown = (lamp, sound)
            self._lamp.value(1 if lamp else 0)
            self._buzzer.duty_u16(32_768 if sound else 0)


def input_pin(pin: int):
    """Return a pin that reads 0 where nothing is wired to it."""
    return Pin(pin, Pin.IN, Pin.PULL_DOWN)


def link_named(name: str):
    """Return the link: ``usb`` is the board's own port, ``uart`` UART 0 on GP0 and GP1."""
    return UsbLink() if name == "usb" else SerialPort(0, tx=0, rx=1)


def serial_or_own(serial: str, prefix: str) -> str:
    """Return the given serial, or one made of the chip's own number."""
    return serial or prefix + hexlify(unique_id()).decode().upper()[-8:]


def boot_id() -> int:
    """Return a random number that is not 0."""
    return int.from_bytes(os.urandom(4), "little") or 1


def run_for_ever(controller) -> None:
    """Step the controller; the watchdog restarts a board that hangs."""
    watchdog = WDT(timeout=WATCHDOG_MS)
    while True:
        controller.step()
        watchdog.feed()
        idle()

"""Stands in for a board's registers: what the firmware writes is kept, what the world sets is read.

Runs on MicroPython and, with ``chip``, under CPython: the firmware imports it as ``machine``.
"""

import micropython

pins = {}
uarts = {}
pwms = {}
adcs = {}
fed = [0]


class Pin:
    IN, OUT, PULL_UP, PULL_DOWN = 0, 1, 2, 3
    IRQ_RISING, IRQ_FALLING = 1, 2

    def __init__(self, number, mode=0, pull=0, value=0):
        self.number, self.level, self.handler = number, value, None
        pins[number] = self

    def value(self, level=None):
        if level is None:
            return self.level
        self.level = level

    def irq(self, handler, trigger, hard=False):
        assert hard
        assert trigger == 3
        self.handler = handler

    def drive(self, level):
        if level == self.level:
            return
        self.level = level
        if self.handler is not None:
            micropython.heap_lock()  # as on the board: who allocates in an interrupt fails
            try:
                self.handler(self)
            finally:
                micropython.heap_unlock()


class UART:
    def __init__(self, number, baud, tx, rx, txbuf, rxbuf, timeout):
        assert timeout == 0
        self.rx, self.tx, self.room, self.rxbuf = bytearray(), bytearray(), txbuf, rxbuf
        uarts[number] = self

    def any(self):
        return len(self.rx)

    def read(self, size):
        got = bytes(self.rx[:size])
        self.rx = self.rx[size:]
        return got or None

    def write(self, data):
        fits = data[: self.room - len(self.tx)]
        self.tx.extend(fits)
        return len(fits) or None

    def hears(self, data):
        self.rx.extend(data[: self.rxbuf - len(self.rx)])  # what overruns the buffer is lost

    def says(self):
        said = bytes(self.tx)
        self.tx = bytearray()
        return said


class PWM:
    def __init__(self, pin, freq, duty_u16):
        self.duty = duty_u16
        pwms[pin.number] = self

    def duty_u16(self, duty):
        self.duty = duty


class ADC:
    def __init__(self, pin):
        self.source = lambda: 0
        adcs[pin.number] = self

    def read_u16(self):
        return self.source()


class WDT:
    def __init__(self, timeout):
        pass

    def feed(self):
        fed[0] += 1


def unique_id():
    return b"\xe6\x61\x64\x08\x43\x21\x5a\x2c"


def idle():
    pass

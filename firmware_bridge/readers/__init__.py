"""Speaks to tag readers that a buyer can get, each behind the same small interface, all without I/O.

``look`` is the interface, ``pn532`` a bench or shoe reader on a serial line, ``pepper`` an ISO 15693
reader with an antenna multiplexer, ``confirm`` the rule that makes a card of what was read. The files run
on CPython and on MicroPython alike; ``README.md`` names the sources of every byte.
"""

from .look import Reader

READERS = ("pn532", "pepper")


def reader_named(name: str, antennas: tuple[int, ...]) -> Reader:
    """Return a reader by its name in ``READERS`` for these antennas; a PN532 has one. Raise ValueError."""
    if name == "pn532":
        from .pn532 import Pn532

        return Pn532(antennas[0])
    if name == "pepper":
        from .pepper import Pepper

        return Pepper(antennas)
    raise ValueError(f"reader {name} is none of {', '.join(READERS)}")

"""The antenna board on an RP2040: a multiplexed tag reader under the felt."""

from ..readers import reader_named
from ..readers.zones import Zones
from .board import Board, SerialPort, boot_id, link_named, run_for_ever, serial_or_own
from .controller import Controller
from .session import SENSOR, Session

DEV = 2
BUILD = "antennas 1.0"


class AntennaSensors:
    """Hands the reader's looks to the zones over its antennas."""

    def __init__(self, zones: Zones, reader, port) -> None:
        self._zones, self._reader, self._port = zones, reader, port
        self._unsent = b""
        self.events = zones.events
        self.settled_us = zones.settled_us
        self.fault_code = SENSOR

    @property
    def fault(self) -> str:
        return self._reader.trouble or self._zones.fault()

    def step(self, now_us: int) -> None:
        """Take the reader's looks."""
        reader = self._reader
        reader.feed(self._port.read(), now_us)
        self._unsent += reader.to_send()
        self._unsent = self._unsent[self._port.write(self._unsent) :]
        for look in reader.take_looks():
            self._zones.looked(look)


def build(zones: dict[int, str], serial: str = "", link: str = "usb", reader: str = "pepper"):
    """Return the board's controller. ``zones`` says which zone lies over which antenna; UART 1 has the reader."""
    board = Board(link_named(link))
    reading = reader_named(reader, tuple(sorted(zones)))
    sensors = AntennaSensors(Zones(zones), reading, SerialPort(1, tx=4, rx=5))
    session = Session(DEV, serial_or_own(serial, "ANT-"), BUILD, boot_id())
    return Controller(board, session, sensors)


def run(zones: dict[int, str], **options) -> None:
    """Be the antennas until the power goes; the options are those of ``build``."""
    run_for_ever(build(zones, **options))

"""Runs the antenna board on an RP2040: a multiplexed tag reader under the felt, and a piezo before each seat."""

from ..readers import reader_named
from ..readers.zones import Zones
from .board import Board, Piezos, SerialPort, boot_id, link_named, run_for_ever, serial_or_own
from .controller import Controller
from .session import INTERNAL, SENSOR, Session
from .taps import THRESHOLD, Taps

DEV = 2
BUILD = "antennas 1.0"


class AntennaSensors:
    """Hands the reader's looks to the zones over its antennas, and the piezos' levels to whoever knows a knock."""

    def __init__(self, zones: Zones, reader, port, taps: Taps, piezos) -> None:
        self._zones, self._reader, self._port = zones, reader, port
        self._taps, self._piezos = taps, piezos
        self._unsent = b""
        self.events = zones.events
        taps.events = zones.events

    def settled_us(self, now_us: int) -> int:
        """Return the time before which neither card nor knock can come to light any more."""
        return min(self._zones.settled_us(now_us), self._taps.settled_us(now_us))

    @property
    def fault(self) -> str:
        return self._reader.fault or self._zones.fault() or self._taps.fault

    @property
    def fault_code(self) -> int:
        """Without a piezo the board still sees every card."""
        return SENSOR if self._reader.fault or self._zones.fault() else INTERNAL

    def step(self, now_us: int) -> None:
        """Take the piezos' levels and the reader's looks."""
        if self._taps.seats:
            self._taps.scan(now_us, self._piezos.levels())
        reader = self._reader
        reader.feed(self._port.read(), now_us)
        self._unsent += reader.to_send()
        self._unsent = self._unsent[self._port.write(self._unsent) :]
        for look in reader.take_looks():
            self._zones.looked(look)


def build(
    zones: dict[int, str],
    serial: str = "",
    link: str = "usb",
    reader: str = "pepper",
    button: str = "",
    taps: tuple[int, ...] = (),
    tap_threshold: int = THRESHOLD,
):
    """Return the board's controller. ``zones`` says which zone lies over which antenna; UART 1 has the reader.

    ``button`` is the dealer button's tag, ``taps`` the seats whose piezos hang on the board's multiplexer.
    """
    board = Board(link_named(link))
    reading = reader_named(reader, tuple(sorted(zones)))
    port = SerialPort(1, tx=4, rx=5)
    knocks = Taps(taps, tap_threshold)
    sensors = AntennaSensors(Zones(zones, None, button), reading, port, knocks, Piezos(taps))
    session = Session(DEV, serial_or_own(serial, "ANT-"), BUILD, boot_id())
    return Controller(board, session, sensors)


def run(zones: dict[int, str], **options) -> None:
    """Be the antennas until the power goes; the options are those of ``build``."""
    run_for_ever(build(zones, **options))

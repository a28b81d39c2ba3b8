"""Runs a shoe on an RP2040: beam and face sensor in the throat, a tag reader beside it, a contact for a new hand."""

from ..readers import reader_named
from ..readers.look import SOUND
from .board import Beam, Board, SerialPort, boot_id, input_pin, link_named, run_for_ever, serial_or_own
from .contact import Contact
from .controller import Controller
from .session import INTERNAL, SENSOR, Session
from .shoe import Shoe

DEV = 1
BUILD = "shoe 1.0"
QUIET_US = 2_000_000


class ShoeSensors:
    """Reads the sensors and hands what they say to the shoe."""

    def __init__(self, shoe: Shoe, beam, face, contact, clock, reader, port) -> None:
        self._shoe, self._beam, self._face, self._clock = shoe, beam, face, clock
        self._closes, self._contact = contact, Contact()
        self._reader, self._port = reader, port
        self._unsent = b""
        self._flicker = ""
        self._flicker_us = self._lost = 0
        self.events = self._contact.events = shoe.events

    def settled_us(self, now_us: int) -> int:
        """Return the time before which neither card nor new hand can come to light any more."""
        return min(self._shoe.settled_us(now_us), self._contact.settled_us(now_us))

    @property
    def fault(self) -> str:
        return self._flicker or self._shoe.fault or self._reader.fault

    @property
    def fault_code(self) -> int:
        """Without its reader a shoe still counts every card; without its beam it senses nothing."""
        return SENSOR if self._flicker or self._shoe.fault else INTERNAL

    def step(self, now_us: int) -> None:
        """Take the beam's edges and the reader's looks."""
        shoe, reader = self._shoe, self._reader
        for t_us, dark in self._beam.edges(self._clock):
            shoe.throat.edge(t_us, dark)
        self._watch_flicker(now_us)
        shoe.looked(now_us, self._face.value() == 1)
        self._contact.looked(now_us, self._closes.value() == 1)
        reader.feed(self._port.read(), now_us)
        self._unsent += reader.to_send()
        self._unsent = self._unsent[self._port.write(self._unsent) :]
        for look in reader.take_looks():
            if look.flags == SOUND:
                for tag in look.tags:
                    shoe.read(look.t_us, tag)
        shoe.step(now_us)

    def _watch_flicker(self, now_us: int) -> None:
        """Edges that were lost may have been a card: the beam is a fault until it has been quiet for a while."""
        if self._beam.lost != self._lost:
            self._lost, self._flicker_us = self._beam.lost, now_us
            self._flicker = "the throat's sensor flickers too fast to be counted"
        elif self._flicker and now_us - self._flicker_us >= QUIET_US:
            self._flicker = ""


def build(
    serial: str = "",
    link: str = "usb",
    reader: str = "pn532",
    throat: int = 14,
    face: int = 15,
    contact: int = 18,
):
    """Return the shoe's controller. ``throat``, ``face`` and ``contact`` are pins; UART 1 has the reader."""
    board = Board(link_named(link))
    beam = Beam(throat)
    reading = reader_named(reader, (1,))
    port = SerialPort(1, tx=4, rx=5)
    sensors = ShoeSensors(Shoe(), beam, input_pin(face), input_pin(contact), board.clock, reading, port)
    session = Session(DEV, serial_or_own(serial, "SHOE-"), BUILD, boot_id())
    return Controller(board, session, sensors)


def run(**options) -> None:
    """Be a shoe until the power goes; the options are those of ``build``."""
    run_for_ever(build(**options))

"""Throat, face sensor and readers on the board: the firmware runs on a MicroPython, its time is the test's."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from firmware_bridge.emulated.field import Faults, Field
from firmware_bridge.emulated.pepper import EmulatedPepper
from firmware_bridge.emulated.pn532 import EmulatedPn532
from tests.firmware_bridge.micropython.process import MicroPython

CARD, OTHER = "04A035B2BC2B80", "04416D412B0289"
ICODE = ["E004015012345678", "E00401501234ABCD"]
TIME = """
from binascii import hexlify, unhexlify
import machine, turning
from floorcall.firmware import board
ticks = [(1 << 30) - 3_000_000]
board.ticks_us = lambda: ticks[0]
board.ticks_diff = lambda a, b: ((a - b + (1 << 29)) & ((1 << 30) - 1)) - (1 << 29)
def run(spans, heard, turns):
    said, left = b"", spans
    machine.uarts[1].hears(unhexlify(heard))
    while left and not said:
        left -= 1
        for n in range(turns):
            ticks[0] = (ticks[0] + 5000 // turns) & ((1 << 30) - 1)
            c.step()
            said += machine.uarts[1].says()
    return [left, hexlify(said).decode()]
def sensed():
    ring, found = c.session.ring, []
    for n in range(ring.kept):
        seq = (ring.oldest_seq + n) & 0xFFFFFFFF
        found.append([ring.sensed_us(seq), ring.content(seq, 0, 3200).decode()])
    return found
"""
SHOE = "from floorcall.firmware.main_shoe import build\nc = build(serial='SHOE-1', link='uart')"
ANTENNAS = (
    "from floorcall.firmware.main_antennas import build\n"
    "c = build({1: 'seat:1', 2: 'seat:2', 3: 'board'}, serial='ANT-1', link='uart')"
)
BUTTON = "E0040150FFFF0001"
KNOCKS = (
    ANTENNAS.replace("link='uart'", f"link='uart', button='{BUTTON}', taps=(1, 2, 3, 7)")
    + """
levels = {}
machine.adcs[26].source = lambda: levels.get(sum(machine.pins[18 + bit].level << bit for bit in range(4)), 0)
"""
)


class Table:
    """A board, the reader at its second UART, and the hand that draws cards past the beam."""

    def __init__(self, board: MicroPython, start: str, reader: EmulatedPn532 | EmulatedPepper) -> None:
        self.board, self.reader = board, reader
        board.restart(TIME + start, turning=False)
        self._pieces: list[bytes] = []

    def run(self, ms: int, *, turns: int = 5) -> None:
        """Let time pass; the reader hears and answers every five milliseconds, while both are silent nobody is asked.

        The board's loop turns ``turns`` times in five milliseconds: once is enough where only seconds count.
        """
        left = -(-ms // 5)
        while left:
            heard = self._pieces.pop(0) if self._pieces else b""
            alone = 1 if self._pieces else left
            unused, said = self.board.ask(f"run({alone}, {heard.hex()!r}, {turns})")
            left -= alone - unused
            if said:
                self._pieces += self.reader.receive(bytes.fromhex(said))

    def beam(self, dark: bool) -> None:
        self.board.run(f"machine.pins[14].drive({int(dark)})")

    def draw(self, tag: str | None, *, up: bool = False, ms: int = 60) -> None:
        """A card passes the throat."""
        self.board.run(f"machine.pins[15].drive({int(up)})")
        self.reader.field.place(1, [tag] if tag else [])
        self.run(20)
        self.beam(True)
        self.run(ms)
        self.beam(False)
        self.run(10)
        self.reader.field.place(1, [])
        self.run(100)

    def knock(self, ms: int = 30, **loud: int) -> None:
        """A knuckle falls: the piezos of ``seat_N`` hear it as loud as that, for a while."""
        levels = {int(seat.removeprefix("seat_")): level for seat, level in loud.items()}
        self.board.run(f"levels.update({levels})")
        self.run(ms)
        self.board.run("levels.clear()")
        self.run(20)

    def sensed(self) -> list[dict[str, Any]]:
        return [json.loads(content) for _, content in self.board.ask("sensed()")]


@pytest.fixture(scope="module")
def micropython(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MicroPython]:
    with MicroPython(tmp_path_factory.mktemp("board")) as board:
        yield board


@pytest.fixture
def shoe(micropython: MicroPython) -> Table:
    table = Table(micropython, SHOE, EmulatedPn532(Field(3)))
    table.run(400)
    assert table.board.ask("c._sensor.fault") == ""
    return table


@pytest.fixture
def antennas(micropython: MicroPython) -> Table:
    return Table(micropython, ANTENNAS, EmulatedPepper(Field(3)))


def test_a_card_that_leaves_the_shoe_is_counted_named_and_its_face_told(shoe: Table) -> None:
    shoe.draw(CARD)
    shoe.draw(OTHER, up=True)
    assert shoe.sensed() == [
        {"type": "card.draw", "tag": CARD, "face": "down"},
        {"type": "card.draw", "tag": OTHER, "face": "up"},
    ]


def test_the_time_of_a_draw_is_that_of_its_first_edge(shoe: Table) -> None:
    before_us = shoe.board.ask("c._board.now_us()")
    shoe.draw(CARD)
    ((t_us, _),) = shoe.board.ask("sensed()")
    assert t_us == before_us + 20_000


def test_a_card_that_the_reader_could_not_read_is_counted_all_the_same(shoe: Table) -> None:
    shoe.draw(None)
    assert shoe.sensed() == [{"type": "card.draw", "tag": None, "face": "down"}]


def test_every_card_of_a_deck_is_counted_however_bad_the_reader_is(shoe: Table) -> None:
    shoe.reader.field.faults = Faults(missed=0.2, stall=0.1, bad_check=0.1)
    tags = [f"04{n:012X}" for n in range(0x1000, 0x1000 + 20)]
    for tag in tags:
        shoe.draw(tag)
    drawn = [event["tag"] for event in shoe.sensed()]
    assert len(drawn) == 20
    assert all(got in (tag, None) for tag, got in zip(tags, drawn, strict=True))
    assert sum(got is not None for got in drawn) >= 5


def test_dust_and_a_bouncing_edge_are_no_cards(shoe: Table) -> None:
    for _ in range(10):
        shoe.beam(True)
        shoe.run(5)  # under six milliseconds
        shoe.beam(False)
        shoe.run(20)
    shoe.run(200)
    assert shoe.sensed() == []
    shoe.beam(True)
    shoe.beam(False)
    shoe.beam(True)
    shoe.run(40)
    shoe.beam(False)
    shoe.beam(True)
    shoe.run(20)
    shoe.beam(False)
    shoe.run(200)
    assert len(shoe.sensed()) == 1


def test_a_throat_that_stays_dark_is_a_fault_until_it_is_light(shoe: Table) -> None:
    shoe.beam(True)
    shoe.run(1_600, turns=1)
    assert "stuck in the throat" in shoe.board.ask("c._sensor.fault")
    assert shoe.board.ask("c._sensor.fault_code") == 3  # it senses nothing
    shoe.beam(False)
    shoe.run(100)
    assert shoe.board.ask("c._sensor.fault") == ""


def test_a_beam_that_flickers_too_fast_is_a_fault_until_it_is_quiet(shoe: Table) -> None:
    shoe.board.run("for n in range(50):\n    machine.pins[14].drive(1)\n    machine.pins[14].drive(0)")
    shoe.run(10)
    assert "flickers" in shoe.board.ask("c._sensor.fault")
    assert shoe.board.ask("c._sensor.fault_code") == 3
    shoe.run(2_100, turns=1)
    assert shoe.board.ask("c._sensor.fault") == ""


def test_a_reader_that_is_gone_is_a_fault(shoe: Table) -> None:
    shoe.reader.field.faults = Faults(stall=1.0)
    shoe.run(3_000, turns=1)
    assert "no answer from the PN532" in shoe.board.ask("c._sensor.fault")
    assert shoe.board.ask("c._sensor.fault_code") == 6  # it still counts
    shoe.draw(None)
    assert [event["tag"] for event in shoe.sensed()] == [None]


@pytest.mark.parametrize(
    ("start", "reader"), [(SHOE, EmulatedPn532), (ANTENNAS, EmulatedPepper)], ids=["shoe", "antennas"]
)
def test_a_reader_that_is_only_starting_is_no_fault_and_one_that_never_starts_is(
    micropython: MicroPython, start: str, reader: type[EmulatedPn532 | EmulatedPepper]
) -> None:
    table = Table(micropython, start, reader(Field(3)))
    table.reader.field.faults = Faults(stall=1.0)
    table.run(50)
    assert table.board.ask("[c._sensor._reader.trouble, c._sensor.fault]") == ["not started", ""]
    table.run(3_000, turns=1)
    assert "no answer from the" in table.board.ask("c._sensor.fault")


def test_what_is_settled_stops_at_a_card_on_its_way(shoe: Table) -> None:
    shoe.beam(True)
    dark_us = shoe.board.ask("c._board.now_us()")
    shoe.run(30)
    assert shoe.board.ask("c.session.settled_us(c._board.now_us())") == dark_us
    shoe.beam(False)
    shoe.run(200)
    assert shoe.board.ask("c.session.settled_us(c._board.now_us()) == c._board.now_us()") is True


def test_the_clock_goes_on_where_the_counter_wraps(shoe: Table) -> None:
    before_us = shoe.board.ask("c._board.now_us()")
    shoe.run(4_000, turns=1)  # the counter of this test wraps three seconds after power-up
    assert shoe.board.ask("ticks[0]") < 1 << 29
    assert shoe.board.ask("c._board.now_us()") == before_us + 4_000_000


@pytest.fixture
def knocks(micropython: MicroPython) -> Table:
    table = Table(micropython, KNOCKS, EmulatedPepper(Field(3)))
    table.run(400)
    return table


def test_a_knock_is_a_tap_of_the_seat_where_it_is_loudest(knocks: Table) -> None:
    before_us = knocks.board.ask("c._board.now_us()")
    knocks.knock(seat_1=14_000, seat_2=50_000, seat_3=20_000)
    assert knocks.sensed() == [{"type": "tap", "seat": 2}]
    assert knocks.board.ask("sensed()")[0][0] == before_us + 1_000


def test_two_knocks_of_one_check_are_one_tap_and_the_next_player_has_his_own(knocks: Table) -> None:
    knocks.knock(seat_2=50_000)
    knocks.run(150)
    knocks.knock(seat_2=45_000)
    knocks.knock(seat_3=50_000)
    knocks.run(400)
    knocks.knock(seat_2=50_000)
    assert [event["seat"] for event in knocks.sensed()] == [2, 3, 2]


def test_a_chip_put_down_is_no_knock_and_one_between_two_seats_names_nobody(knocks: Table) -> None:
    knocks.knock(seat_7=11_999)
    assert knocks.sensed() == []
    knocks.knock(seat_1=50_000, seat_2=48_000)
    assert knocks.sensed() == []
    assert knocks.board.ask("c._sensor._taps.unclear") == 1
    knocks.run(400)
    knocks.knock(seat_1=50_000)
    assert knocks.sensed() == [{"type": "tap", "seat": 1}]


def test_a_piezo_that_stays_loud_is_a_fault_and_the_cards_are_still_seen(knocks: Table) -> None:
    knocks.board.run("levels[7] = 65535")
    knocks.run(2_100, turns=1)
    assert knocks.board.ask("c._sensor.fault") == "the knock sensor of seat 7 stays loud"
    assert knocks.board.ask("c._sensor.fault_code") == 6
    knocks.reader.field.place(1, ICODE[:1])
    knocks.run(800)
    assert [event["type"] for event in knocks.sensed()] == ["tap", "card.seen"]
    knocks.board.run("levels.clear()")
    knocks.run(10)
    assert knocks.board.ask("c._sensor.fault") == ""


def test_what_is_settled_stops_at_a_knock_that_is_being_heard(knocks: Table) -> None:
    knocks.board.run("levels[2] = 50000")
    knocks.run(5)
    assert knocks.board.ask("c.session.settled_us(c._board.now_us()) <= c._board.now_us() - 4000") is True


def test_the_button_rests_at_a_seat_and_is_no_card(knocks: Table) -> None:
    knocks.reader.field.place(1, [BUTTON, ICODE[0]])
    knocks.run(2_500, turns=1)
    assert knocks.sensed() == [
        {"type": "card.seen", "tag": ICODE[0], "zone": "seat:1"},
        {"type": "button.moved", "seat": 1},
    ]


def test_a_button_that_flickers_or_is_carried_past_has_not_moved(knocks: Table) -> None:
    knocks.reader.field.place(1, [BUTTON])
    knocks.run(2_500, turns=1)
    knocks.reader.field.place(1, [])
    knocks.run(700, turns=1)
    knocks.reader.field.place(2, [BUTTON])
    knocks.run(700, turns=1)
    knocks.reader.field.place(2, [])
    knocks.reader.field.place(1, [BUTTON])
    knocks.run(3_000, turns=1)
    assert knocks.sensed() == [{"type": "button.moved", "seat": 1}]


def test_a_button_that_misreads_cannot_shake_off_its_seat(knocks: Table) -> None:
    knocks.reader.field.faults = Faults(missed=0.4, torn=0.1, bad_check=0.1)
    knocks.reader.field.place(2, [BUTTON])
    knocks.run(8_000, turns=1)
    assert [event["seat"] for event in knocks.sensed()] == [2]


def test_a_button_that_goes_round_is_told_at_each_seat_and_never_on_the_board(knocks: Table) -> None:
    for antenna in (1, 3, 2, 1):
        for other in (1, 2, 3):
            knocks.reader.field.place(other, [BUTTON] if other == antenna else [])
        knocks.run(3_000, turns=1)
    assert knocks.sensed() == [{"type": "button.moved", "seat": seat} for seat in (1, 2, 1)]


def test_the_deck_goes_in_and_a_new_hand_begins(shoe: Table) -> None:
    shoe.run(600)
    before_us = shoe.board.ask("c._board.now_us()")
    shoe.board.run("machine.pins[18].drive(1)")
    shoe.run(200)
    assert shoe.sensed() == [{"type": "hand.start"}]
    assert shoe.board.ask("sensed()")[0][0] == before_us + 1_000
    shoe.draw(CARD)
    shoe.board.run("machine.pins[18].drive(0)")
    shoe.run(600)
    shoe.board.run("machine.pins[18].drive(1)")
    shoe.run(200)
    assert [event["type"] for event in shoe.sensed()] == ["hand.start", "card.draw", "hand.start"]


def test_a_knock_on_the_shoe_and_a_deck_pushed_home_begin_no_hand(shoe: Table) -> None:
    shoe.run(600)
    for closed in (1, 0):
        shoe.board.run(f"machine.pins[18].drive({closed})")
        shoe.run(30)
    shoe.board.run("machine.pins[18].drive(1)")
    shoe.run(100)
    shoe.board.run("machine.pins[18].drive(0)")
    shoe.run(200)
    shoe.board.run("machine.pins[18].drive(1)")
    shoe.run(200)
    assert shoe.sensed() == [{"type": "hand.start"}]


def test_a_deck_that_was_in_when_the_power_came_begins_no_hand(micropython: MicroPython) -> None:
    table = Table(micropython, SHOE + "\nmachine.pins[18].drive(1)", EmulatedPn532(Field(3)))
    table.run(1_000)
    assert table.sensed() == []


def test_cards_on_the_antennas_come_and_go(antennas: Table) -> None:
    antennas.reader.field.place(1, ICODE)
    antennas.run(800)
    antennas.reader.field.place(1, ICODE[:1])
    antennas.reader.field.place(3, ICODE[1:])
    antennas.run(1_500)
    assert antennas.sensed() == [
        {"type": "card.seen", "tag": ICODE[0], "zone": "seat:1"},
        {"type": "card.seen", "tag": ICODE[1], "zone": "seat:1"},
        {"type": "card.gone", "tag": ICODE[1], "zone": "seat:1"},
        {"type": "card.seen", "tag": ICODE[1], "zone": "board"},
    ]


def test_an_antenna_that_is_not_there_is_told_by_its_zone(micropython: MicroPython) -> None:
    start = ANTENNAS.replace("3: 'board'", "9: 'board'")
    table = Table(micropython, start, EmulatedPepper(Field(3)))
    table.run(1_000)
    assert table.board.ask("c._sensor.fault") == "board: no answer from the antenna"
    table.reader.field.place(1, ICODE[:1])
    table.run(1_000)
    assert [event["tag"] for event in table.sensed()] == ICODE[:1]


def test_a_bad_line_to_the_reader_shows_no_card_that_is_not_there(antennas: Table) -> None:
    antennas.reader.field.faults = Faults(bad_check=0.1, torn=0.3, garbage=0.1, missed=0.1)
    antennas.reader.field.place(2, ICODE)
    antennas.run(4_000, turns=1)
    arrivals = [event for event in antennas.sensed() if event["type"] == "card.seen"]
    assert {(event["tag"], event["zone"]) for event in arrivals} == {(tag, "seat:2") for tag in ICODE}

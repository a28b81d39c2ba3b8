"""The panel on the Pi's own pins: its keys reach the table, its lamp and buzzer answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from controller import rulebooks
from controller.config import ConfigError, parse_config
from controller.config.journal_keys import load_keys, make_missing
from controller.daemon import panel_pins
from controller.daemon.panel_pins import SpeakingSeat
from controller.daemon.service import TableService
from controller.privacy import HiddenCards
from hw import NoPins
from hw.keys import Key, Layout
from tests.daemon.conftest import until

TABLE = """[table]
id = "7"
rulebook = "deltin"
level = { small = 50, big = 100 }
[table.seats]
1 = { stack = 10000 }
2 = { stack = 10000 }
3 = { stack = 10000 }
[journal]
path = "store/table.db"
seal_key = "keys/seal.key"
[[device]]
kind = "panel"
"""


class TableOfPins:
    """The whole daemon but its pages, its panel on mock pins, and a finger for the keys."""

    def __init__(self, folder: Path, pins: MockFactory, devices: str = "gpio = true") -> None:
        self._pins = pins
        self._layout = Layout()
        config = parse_config(TABLE + devices, str(folder / "table.toml"))
        make_missing(config, lambda what, path: None)
        book = rulebooks.load(config.table.rulebook)
        self.service = TableService(config, book, load_keys(config), HiddenCards())

    def deal(self) -> None:
        """The dealer riffles and deals two cards round: seat 1 is on the button, and first to act."""
        core = self.service.core
        core.key({"type": "hand.start", "button": 1})
        for card, seat in zip(("2c", "3c", "4c", "5c", "6c", "7c"), (2, 3, 1) * 2, strict=True):
            core.key({"type": "card.draw", "tag": card, "face": "down"})
            core.key({"type": "card.seen", "tag": card, "zone": f"seat:{seat}"})

    async def tap(self, *keys: Key) -> None:
        for key in keys:
            pin = self.pin(self._layout.keys[key])
            pin.drive_low()
            await asyncio.sleep(0.02)  # a finger's own time
            pin.drive_high()
            await asyncio.sleep(0.02)

    def pin(self, number: int | None) -> MockPWMPin:
        return self._pins.pin(number)

    def view(self, seat: int) -> Any:
        return next(s for s in self.service.api.snapshot().view.seats if s.seat == seat)

    async def until(self, holds: Callable[[], bool]) -> None:
        await until(self.service, holds)

    async def until_pins(self, holds: Callable[[], bool]) -> None:
        """Look at the pins until something holds: they tell nobody that they changed."""
        end = time.monotonic() + 20
        while not holds():
            assert time.monotonic() < end, "lamp and buzzer did nothing"
            await asyncio.sleep(0.002)


@pytest.fixture
def pins(monkeypatch):
    factory = MockFactory(pin_class=MockPWMPin)
    monkeypatch.setattr("hw.panel.open_pins", lambda: factory)
    yield factory
    factory.close()


def night(folder: Path, pins: MockFactory, play: Callable[[TableOfPins], Any]) -> None:
    async def run() -> None:
        table = TableOfPins(folder, pins)
        table.service.start()
        try:
            await table.until(lambda: table.service.api.snapshot().devices[0].state == "up")
            await play(table)
        finally:
            await table.service.stop()

    asyncio.run(run())


def test_the_player_to_act_raises_and_the_dealer_keys_no_seat(tmp_path, pins):
    async def play(table: TableOfPins) -> None:
        table.deal()
        await table.until(lambda: table.service.api.snapshot().view.to_act == 1)
        await table.tap(Key.RAISE, Key.THREE, Key.DOUBLE_ZERO, Key.ENTER)
        await table.until(lambda: table.view(1).bet == 300)
        assert table.view(1).mark == "raised"

    night(tmp_path, pins, play)


def test_the_floor_key_lights_the_lamp_and_sounds(tmp_path, pins):
    async def play(table: TableOfPins) -> None:
        await table.tap(Key.FLOOR)
        await table.until(lambda: table.service.api.snapshot().floor_called is not None)
        await table.until_pins(lambda: table.pin(18).state > 0)
        await table.until_pins(lambda: table.pin(12).state > 0)

    night(tmp_path, pins, play)


def test_a_key_pressed_between_hands_hurts_nothing(tmp_path, pins):
    async def play(table: TableOfPins) -> None:
        await table.tap(Key.CALL)
        table.deal()
        await table.until(lambda: table.service.api.snapshot().view.to_act == 1)
        await table.tap(Key.CALL)
        await table.until(lambda: table.view(1).mark == "called")

    night(tmp_path, pins, play)


def test_a_number_and_a_cancel_are_about_the_seat_that_spoke():
    speaking = SpeakingSeat()
    said = {"type": "declare", "action": "raise", "seat": 8}
    assert speaking.fill_in(said, 3) == said
    number = {"type": "declare", "action": "amount", "amount": 600}
    assert speaking.fill_in(number, 3) == {**number, "seat": 8}
    assert speaking.fill_in(number, 3) == {**number, "seat": 3}
    assert speaking.fill_in({"type": "declare.cancel"}, 4) == {"type": "declare.cancel", "seat": 3}
    assert speaking.fill_in({"type": "declare", "action": "fold"}, None) is None
    assert speaking.fill_in({"type": "floor.call"}, None) == {"type": "floor.call"}


def test_off_a_pi_the_panel_is_named_as_down(tmp_path, monkeypatch):
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setattr("hw.pins.read_model", lambda: "")

    async def run() -> None:
        table = TableOfPins(tmp_path, MockFactory())
        table.service.start()
        try:
            await table.until(lambda: table.service.api.snapshot().devices[0].state == "down")
            assert "needs a Raspberry Pi's pins" in table.service.api.snapshot().devices[0].problem
        finally:
            await table.service.stop()

    asyncio.run(run())


def test_pins_that_the_system_gives_late_are_taken_then(tmp_path, pins, monkeypatch):
    monkeypatch.setattr(panel_pins, "AGAIN_S", 0.01)
    shut = ["Permission denied"] * 3

    def open_pins() -> MockFactory:
        if shut:
            raise NoPins(f"the back end lgpio cannot reach the pins: {shut.pop()}")
        return pins

    monkeypatch.setattr("hw.panel.open_pins", open_pins)

    async def play(table: TableOfPins) -> None:
        assert not shut
        await table.tap(Key.FLOOR)
        await table.until(lambda: table.service.api.snapshot().floor_called is not None)

    night(tmp_path, pins, play)


@pytest.mark.parametrize(
    ("devices", "says"),
    [
        ("gpio = true\npins = { chek = 4 }", r"device\[0\].pins: chek: no such key"),
        ("gpio = true\npins = { check = 4, call = 4 }", r"pins: call: pin 4 already carries check"),
        ("gpio = true\npins = { check = 99 }", r"pins: check: pin 99 is not on the header"),
        ('path = "/dev/ttyUSB0"\npins = { check = 4 }', r"pins: belongs to a panel on the Pi's own pins"),
    ],
)
def test_wrong_wiring_in_the_configuration_is_named_with_its_line(devices, says):
    with pytest.raises(ConfigError, match=rf"table.toml:15: .*{says}"):
        parse_config(TABLE + devices, "table.toml")

"""The panel as the dealer's fingers and ears meet it, on gpiozero's mock pins."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hw import BadPins
from hw.keys import Key, Layout
from hw.panel import Panel


class Fingers:
    """A panel, the fingers on it and the clock that both go by.

    Closing a switch pulls its pin to ground, with chatter of half a millisecond a bounce.
    """

    def __init__(self) -> None:
        self.t = 50.0
        self.layout = Layout()
        self._pins = MockFactory(pin_class=MockPWMPin)
        self.panel = Panel(self.layout, pins=self._pins, now=lambda: self.t)
        self.heard = self.panel.events()

    def press(self, key: Key) -> None:
        self._chatter(key, [False, True] * 5 + [False])

    def release(self, key: Key) -> None:
        self._chatter(key, [True, False] * 5 + [True])

    def tap(self, *keys: Key) -> None:
        for key in keys:
            self.press(key)
            self.release(key)

    def pin(self, number: int | None) -> MockPWMPin:
        return self._pins.pin(number)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Let time go by, a hundredth a look, until something holds."""
        while not holds():
            self.t += 0.01
            await asyncio.sleep(0.002)

    def leave(self) -> None:
        self.panel.close()
        self._pins.close()

    def _chatter(self, key: Key, levels: list[bool]) -> None:
        pin = self.pin(self.layout.keys[key])
        for high in levels:
            self.t += 0.0005
            (pin.drive_high if high else pin.drive_low)()
        self.t += 0.06


def at_the_table(play: Callable[[Fingers], Awaitable[None]]) -> None:
    async def night() -> None:
        fingers = Fingers()
        try:
            async with asyncio.timeout(20):
                await play(fingers)
        finally:
            fingers.leave()

    asyncio.run(night())


def test_a_chattering_key_is_heard_once():
    async def play(fingers: Fingers) -> None:
        fingers.tap(Key.CALL, Key.CHECK)
        assert await anext(fingers.heard) == {"type": "declare", "action": "call"}
        assert await anext(fingers.heard) == {"type": "declare", "action": "check"}

    at_the_table(play)


def test_a_key_that_stays_down_is_heard_without_waiting_for_its_release():
    async def play(fingers: Fingers) -> None:
        fingers.press(Key.FLOOR)
        assert await anext(fingers.heard) == {"type": "floor.call", "by": "panel"}

    at_the_table(play)


def test_seat_8_raises_to_600():
    async def play(fingers: Fingers) -> None:
        fingers.tap(Key.SEAT, Key.EIGHT, Key.RAISE, Key.SIX, Key.DOUBLE_ZERO, Key.ENTER)
        assert await anext(fingers.heard) == {"type": "declare", "action": "raise", "seat": 8}
        assert await anext(fingers.heard) == {"type": "declare", "action": "amount", "amount": 600, "seat": 8}

    at_the_table(play)


def test_a_floor_call_sounds_its_three_notes_and_falls_silent():
    async def play(fingers: Fingers) -> None:
        tones: list[int] = []

        def all_heard() -> bool:
            frequency = fingers.pin(18).frequency
            sounding = fingers.pin(18).state > 0
            if sounding and (not tones or tones[-1] != frequency):
                tones.append(frequency)
            return len(tones) == 3 and not sounding

        fingers.panel.buzz("floor")
        await fingers.until(all_heard)
        assert tones == sorted(tones)

    at_the_table(play)


def test_a_lesser_sound_does_not_cut_off_the_floor_call():
    async def play(fingers: Fingers) -> None:
        fingers.panel.buzz("floor")
        fingers.panel.buzz("blind")
        await fingers.until(lambda: fingers.pin(18).state > 0)
        assert fingers.pin(18).frequency == 523
        fingers.panel.silence()
        await fingers.until(lambda: fingers.pin(18).state == 0)

    at_the_table(play)


def test_the_lamp_blinks_stands_and_goes_out():
    async def play(fingers: Fingers) -> None:
        lamp = fingers.pin(12)
        fingers.panel.lamp("blink")
        await fingers.until(lambda: lamp.state > 0)
        await fingers.until(lambda: lamp.state == 0)
        await fingers.until(lambda: lamp.state > 0)
        fingers.panel.lamp("steady")
        fingers.panel.buzz("blind")
        await fingers.until(lambda: fingers.pin(18).state > 0)
        await fingers.until(lambda: fingers.pin(18).state == 0)
        assert lamp.state > 0
        fingers.panel.lamp("off")
        await fingers.until(lambda: lamp.state == 0)

    at_the_table(play)


def test_the_panel_leaves_its_pins_dark_and_silent():
    async def play(fingers: Fingers) -> None:
        lamp, buzzer = fingers.pin(12), fingers.pin(18)
        fingers.panel.lamp("steady")
        fingers.panel.buzz("floor")
        await fingers.until(lambda: lamp.state > 0 and buzzer.state > 0)
        fingers.panel.close()
        assert lamp.function == "input"
        assert buzzer.frequency is None
        fingers.panel.close()

    at_the_table(play)


def test_a_pin_that_cannot_do_its_part_is_named():
    async def night() -> None:
        pins = MockFactory()  # plain pins: none of them can make a tone
        with pytest.raises(BadPins, match="the panel's pins: "):
            Panel(Layout(), pins=pins)
        pins.close()

    asyncio.run(night())

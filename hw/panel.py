"""Runs the panel on the Pi's pins: keys in, lamp and buzzer out. The shell around the sans-IO parts.

gpiozero calls back from a thread of its own for each edge; the edge is stamped there and handed to the
event loop, where everything else happens. gpiozero's own bounce time stays off (the mock pins know none).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

from gpiozero import LED, DigitalInputDevice, PWMOutputDevice
from gpiozero.exc import GPIOZeroError

from hw import BadPins
from hw.debounce import Debouncer, KeyMoved
from hw.entry import Entry, PanelEntry
from hw.keys import Key, Layout
from hw.pins import open_pins
from hw.signals import Lamp, Note, Signal, ends_s, lamp_lit, note_at, outranks

STEP_S: Final = 0.02
"""How often lamp and buzzer are brought up to date while they change, in seconds."""


class Panel:
    """The keys, the lamp and the buzzer of one table. Make it inside a running event loop.

    ``pins`` is a gpiozero pin factory; without it the board's own is opened, which raises NoPins off a
    Pi. Raises BadPins where a pin cannot do its part. ``now`` is a monotonic clock in seconds.
    """

    def __init__(
        self, layout: Layout | None = None, *, pins: Any = None, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._layout = layout or Layout()
        self._now = now
        self._loop = asyncio.get_running_loop()
        self._entry = PanelEntry()
        self._keyed: asyncio.Queue[Entry | Exception] = asyncio.Queue()
        self._debouncers = {key: Debouncer() for key in self._layout.keys}
        self._settling: dict[Key, asyncio.TimerHandle] = {}
        self._lamp: Lamp = "off"
        self._lamp_told = 0.0
        self._signal: Signal | None = None
        self._raised = 0.0
        self._note: Note | None = None
        self._told = asyncio.Event()
        self._devices: list[Any] = []
        self._open(open_pins() if pins is None else pins)
        self._driving = self._loop.create_task(self._drive())
        self._driving.add_done_callback(self._driving_ended)

    async def __aenter__(self) -> Panel:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    async def events(self) -> AsyncIterator[Entry]:
        """Yield what the dealer keys, as sensor-log events without ``t``.

        An event without ``seat`` is about the seat whose turn it is. Raises what lamp or buzzer raised.
        """
        while True:
            entry = await self._keyed.get()
            if isinstance(entry, Exception):
                raise entry
            yield entry

    def lamp(self, lamp: Lamp) -> None:
        """Set the lamp; told what it already does, it goes on without a jump."""
        if lamp != self._lamp:
            self._lamp, self._lamp_told = lamp, self._now()
            self._told.set()

    def buzz(self, signal: Signal) -> None:
        """Sound ``signal`` once; a lesser one than that which sounds now is left out."""
        now = self._now()
        if self._sounding(now) and self._signal is not None and not outranks(signal, self._signal):
            return
        self._signal, self._raised = signal, now
        self._told.set()

    def silence(self) -> None:
        """Stop the sound, also one that has still to come; the lamp stays."""
        self._signal = None
        self._told.set()

    def close(self) -> None:
        """Let go of the pins, dark and silent. A second call does nothing."""
        self._driving.cancel()
        for timer in self._settling.values():
            timer.cancel()
        for device in self._devices:
            device.close()
        self._devices.clear()

    def _open(self, pins: Any) -> None:
        try:
            for key, pin in self._layout.keys.items():
                switch = DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=pins)
                self._devices.append(switch)
                switch.when_activated = self._edge_handler(key, down=True)
                switch.when_deactivated = self._edge_handler(key, down=False)
            self._led = self._output(LED, self._layout.lamp, pins)
            self._buzzer = self._output(PWMOutputDevice, self._layout.buzzer, pins)
        except GPIOZeroError as problem:
            for device in self._devices:
                device.close()
            raise BadPins(f"the panel's pins: {problem}") from problem

    def _output(self, kind: type[Any], pin: int | None, pins: Any) -> Any:
        if pin is None:
            return None
        device = kind(pin, pin_factory=pins)
        self._devices.append(device)
        return device

    def _edge_handler(self, key: Key, *, down: bool) -> Callable[[], None]:
        def on_edge() -> None:
            self._loop.call_soon_threadsafe(self._edge, key, self._now(), down)

        return on_edge

    def _edge(self, key: Key, t: float, down: bool) -> None:
        debouncer = self._debouncers[key]
        self._moved(key, debouncer.edge(t, down=down))

    def _settle(self, key: Key) -> None:
        self._moved(key, self._debouncers[key].tick(self._now()))

    def _moved(self, key: Key, movements: list[KeyMoved]) -> None:
        """Act on movements, and come back when the key's level has settled.

        A timer may fire a hair before its time; then the key has not settled and gets another.
        """
        if key in self._settling:
            self._settling.pop(key).cancel()
        settles_at = self._debouncers[key].settles_at
        if settles_at is not None:
            wait_s = max(0.0, settles_at - self._now())
            self._settling[key] = self._loop.call_later(wait_s, self._settle, key)
        for movement in movements:
            if movement.down:
                for entry in self._entry.press(key, movement.t):
                    self._keyed.put_nowait(entry)

    async def _drive(self) -> None:
        """Keep lamp and buzzer as their signals say; rest while nothing changes."""
        while True:
            self._told.clear()
            now = self._now()
            self._show(now)
            if self._lamp == "blink" or self._sounding(now):
                await asyncio.sleep(STEP_S)
            else:
                self._signal = None
                await self._told.wait()

    def _show(self, now: float) -> None:
        if self._led is not None:
            self._led.value = lamp_lit(self._lamp, now - self._lamp_told)
        note = None if self._signal is None else note_at(self._signal, now - self._raised)
        if self._buzzer is None or note == self._note:
            return
        self._note = note
        if note is None:
            self._buzzer.off()
        else:
            self._buzzer.frequency = note.hz
            self._buzzer.value = note.loudness

    def _sounding(self, now: float) -> bool:
        return self._signal is not None and now - self._raised < ends_s(self._signal)

    def _driving_ended(self, task: asyncio.Task[None]) -> None:
        problem = None if task.cancelled() else task.exception()
        if isinstance(problem, Exception):
            self._keyed.put_nowait(problem)

"""The header of a Raspberry Pi that this machine has not: its pins are gpiozero's mock pins, with a finger on them.

    python -m tests.night.pins NAME run --config table.toml

is ``floorcall`` as the rest says, with the panel's own code on such pins. What happens at them is told to it over a
Unix socket of that name (one without a file), one JSON object a line: ``{"drive": 4, "high": false}`` presses the key on pin 4, ``{"read": 18}`` asks
how high a pin is driven.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import threading
from typing import Any, Final

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hw.keys import Key, Layout

PRESSED_S: Final = 0.03
"""A finger's own time on a key, and off it."""
LOOKS_EVERY_S: Final = 0.005


class Finger:
    """A finger on the keys of a daemon's panel, and an eye on its lamp and buzzer."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._layout = Layout()
        self.pressed: set[Key] = set()

    @property
    def command(self) -> tuple[str, ...]:
        """What Python runs instead of ``-m controller.cli``."""
        return ("-m", "tests.night.pins", self._name)

    async def press(self, *keys: Key) -> None:
        """Press keys one after the other. Raise OSError where the daemon is away."""
        self.pressed.update(keys)
        for key in keys:
            for high in (False, True):
                await self._ask({"drive": self._layout.keys[key], "high": high})
                await asyncio.sleep(PRESSED_S)

    async def key_in(self, amount: int) -> None:
        """Key a number and Enter."""
        await self.press(*(Key(digit) for digit in str(amount)), Key.ENTER)

    async def seen(self, what: str, within_s: float) -> bool:
        """Return whether "lamp" or "buzzer" is driven within a time."""
        pin = self._layout.lamp if what == "lamp" else self._layout.buzzer
        for _ in range(int(within_s / LOOKS_EVERY_S)):
            if (await self._ask({"read": pin}))["state"]:
                return True
            await asyncio.sleep(LOOKS_EVERY_S)
        return False

    async def _ask(self, what: dict[str, Any]) -> dict[str, Any]:
        reader, writer = await asyncio.open_unix_connection(f"\0{self._name}")
        try:
            writer.write(json.dumps(what).encode() + b"\n")
            async with asyncio.timeout(20):
                answer: dict[str, Any] = json.loads(await reader.readline())
            return answer
        finally:
            writer.close()


def _serve(listening: socket.socket, pins: MockFactory) -> None:
    while True:
        said, _ = listening.accept()
        with said, said.makefile("rw") as lines:
            what = json.loads(lines.readline())
            pin = pins.pin(what.get("drive", what.get("read")))
            if "drive" in what:
                pin.drive_high() if what["high"] else pin.drive_low()
            lines.write(json.dumps({"state": float(pin.state)}) + "\n")


def main() -> None:
    """Be the program, on pins of its own."""
    name, *arguments = sys.argv[1:]
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listening.bind(f"\0{name}")
    listening.listen()
    pins = MockFactory(pin_class=MockPWMPin)
    threading.Thread(target=_serve, args=(listening, pins), daemon=True).start()

    import controller.doctor.devices
    import hw.panel
    from controller import cli

    hw.panel.open_pins = controller.doctor.devices.open_pins = lambda: pins  # type: ignore[assignment]
    sys.argv = ["floorcall", *arguments]
    cli.main()


if __name__ == "__main__":
    main()

"""A reader and the device that it talks to, on a line that takes a millisecond each way."""

from __future__ import annotations

from collections.abc import Callable

from firmware_bridge.emulated import EMULATED
from firmware_bridge.emulated.field import Field
from firmware_bridge.readers import reader_named
from firmware_bridge.readers.look import Look


class Bench:
    """Time is what the bench says; ``looks`` are all that the reader has given."""

    def __init__(self, name: str, antennas: tuple[int, ...] = (1,), seed: int = 1) -> None:
        self.field = Field(seed)
        self.device = EMULATED[name](self.field)
        self.reader = reader_named(name, antennas)
        self.now_us = 0
        self.looks: list[Look] = []
        self.deaf = False
        self._pieces: list[bytes] = []

    def run(self, ms: int) -> None:
        """Let time pass."""
        for _ in range(ms):
            self.now_us += 1000
            piece = self._pieces.pop(0) if self._pieces else b""
            self.reader.feed(piece, self.now_us)
            sent = self.reader.to_send()
            if sent and not self.deaf:
                self._pieces += self.device.receive(sent)
            self.looks += self.reader.take_looks()

    def until(self, met: Callable[[], bool], most_ms: int = 60_000) -> int:
        """Let time pass until ``met``; return how long that took, in milliseconds."""
        begin_us = self.now_us
        while not met():
            assert self.now_us - begin_us < most_ms * 1000, f"not met: {self.reader.trouble!r}"
            self.run(1)
        return (self.now_us - begin_us) // 1000

    def seen(self) -> set[str]:
        """Return every tag that a look has given."""
        return {tag for look in self.looks for tag in look.tags}

"""The host's side of one link, without I/O: bytes and time in, news and bytes out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firmware_bridge.messages import Hello
from firmware_bridge.news import Durable, LinkNews, LinkState

Admit = Callable[[Hello], Durable | None]
"""Owner's decision on a device: its last durable event (None: never seen), or raise DeviceRefused."""


class HostSession:
    """One device link. Every ``now`` is seconds of one monotonic clock and never goes back."""

    def __init__(self, admit: Admit, *, first_command: int | None = None) -> None: ...

    @property
    def state(self) -> LinkState: ...

    @property
    def hello(self) -> Hello | None: ...

    def port_opened(self, now: float) -> None: ...

    def port_closed(self, now: float) -> list[LinkNews]: ...

    def receive(self, data: bytes, now: float) -> list[LinkNews]: ...

    def tick(self, now: float) -> list[LinkNews]: ...

    def next_wake(self) -> float | None: ...

    def to_send(self) -> bytes: ...

    def ack(self, boot_id: int, seq: int) -> list[LinkNews]: ...

    def command(self, fields: dict[str, Any]) -> int: ...

    def ask(self, now: float) -> None: ...

    def settled_s(self) -> float | None: ...

"""Says who may come in, and what those are told who may not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from firmware_bridge.codes import BadMessage, Reason
from firmware_bridge.errors import DeviceRefused
from firmware_bridge.frames import VERSION, Frame
from firmware_bridge.from_device import Hello
from firmware_bridge.from_host import Refuse
from firmware_bridge.news import Durable, LinkNews, TurnedAway, WrongVersion

Admit = Callable[[Hello], Durable | None]
"""Owner's decision on a device: its last durable event (None: never seen), or raise DeviceRefused."""

LOWEST: Final = VERSION
HIGHEST: Final = VERSION


class ShutDoor(Exception):
    """A device that may not come in: what the owner is told, and what the device is."""

    def __init__(self, news: LinkNews, answer: Refuse) -> None:
        super().__init__(answer.text)
        self.news, self.answer = news, answer

    def alike(self, other: ShutDoor) -> bool:
        """Whether the owner need not be told again: same device or none named, same reason."""
        return self.answer.text == other.answer.text and (
            _serial(self) == _serial(other) or None in (_serial(self), _serial(other))
        )


def _serial(shut: ShutDoor) -> str | None:
    hello = getattr(shut.news, "hello", None)
    return hello.serial if hello else None


def introduce(frame: Frame) -> Hello:
    """Return the introduction in a HELLO frame. Raise ShutDoor if it is none, or of another version."""
    try:
        hello = Hello.parse(frame)
    except BadMessage as problem:
        away = TurnedAway(hello=None, reason=Reason.BAD_HELLO, text=str(problem))
        raise ShutDoor(away, refusal(Reason.BAD_HELLO, str(problem))) from problem
    if not (hello.lowest <= HIGHEST and hello.highest >= LOWEST):
        raise wrong_version(hello.lowest, hello.highest, hello)
    return hello


def let_in(hello: Hello, admit: Admit) -> Durable | None:
    """Ask the owner. Raise ShutDoor if he sends the device away."""
    try:
        return admit(hello)
    except DeviceRefused as refused:
        away = TurnedAway(hello=hello, reason=refused.reason, text=refused.text)
        raise ShutDoor(away, refusal(refused.reason, refused.text)) from refused


def wrong_version(lowest: int, highest: int, hello: Hello | None) -> ShutDoor:
    """Return the refusal of a device that speaks versions ``lowest`` to ``highest`` only."""
    news = WrongVersion(lowest=lowest, highest=highest, ours=VERSION, hello=hello)
    return ShutDoor(news, refusal(Reason.VERSION, f"this host speaks version {VERSION}"))


def refusal(reason: Reason, text: str) -> Refuse:
    return Refuse(reason=reason, lowest=LOWEST, highest=HIGHEST, text=text)

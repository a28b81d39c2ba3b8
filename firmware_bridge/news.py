"""Types what a link has to tell its owner: one frozen value a fact.

Times are seconds of the owner's monotonic clock. ``boot_id`` names one run of a device between two
power-ups; ``seq`` numbers its events within that run, modulo 2**32.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Any, Final

from firmware_bridge.codes import Reason
from firmware_bridge.from_device import Hello


class LinkState(enum.Enum):
    """Where a link stands, seen from the host."""

    CLOSED = "closed"
    """No port is open."""
    ASKING = "asking"
    """The port is open; nobody has said who is there."""
    UP = "up"
    """The device is welcome and answers."""
    SILENT = "silent"
    """The port is open, but nothing that makes sense has come for too long."""
    REFUSED = "refused"
    """Somebody is there and was turned away: wrong protocol version, wrong kind, a stranger."""


MOVES: Final[dict[LinkState, frozenset[LinkState]]] = {
    LinkState.CLOSED: frozenset({LinkState.ASKING}),
    LinkState.ASKING: frozenset({LinkState.UP, LinkState.SILENT, LinkState.REFUSED, LinkState.CLOSED}),
    LinkState.UP: frozenset({LinkState.SILENT, LinkState.REFUSED, LinkState.CLOSED}),
    LinkState.SILENT: frozenset({LinkState.UP, LinkState.REFUSED, LinkState.CLOSED}),
    LinkState.REFUSED: frozenset({LinkState.UP, LinkState.SILENT, LinkState.CLOSED}),
}
"""From each state, where a link can go; a table of PROTOCOL.md is the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Durable:
    """The last event of a device that the owner has safely on disk.

    ``device_us`` is that event's device time where the owner kept it: a device whose clock now shows
    less has rebooted, even if chance gave it the same boot id. ``at_s`` is the host's second told for it,
    where it is known: no later event of that boot is told for an earlier one.
    """

    boot_id: int
    seq: int
    device_us: int = 0
    at_s: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkUp:
    """A device introduced itself and is welcome. ``resumed``: it is still in the boot of ``Durable``.

    ``untimed``: it was told ``Untimed``, and has answered no PING since.
    """

    hello: Hello
    resumed: bool
    untimed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered:
    """The noise is over: no damaged frame for ``quiet_s``. After silence it is ``LinkUp`` that comes."""

    quiet_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivered:
    """One event, the next in order. Acknowledge it once it is durable.

    ``at_s`` is when it was sensed, right to within ``error_s``; ``payload`` the JSON as the device wrote
    it; ``event`` the same, decoded (a sensor-log event without ``t``). Where the device gave
    ``started_us`` it is taken out of ``event`` and stands here as ``started_s``.
    """

    boot_id: int
    seq: int
    device_us: int
    at_s: float
    error_s: float
    payload: bytes
    event: dict[str, Any]
    started_s: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BadEvent:
    """An event that arrived whole but is no event. Acknowledge it like any other, or it comes again."""

    boot_id: int
    seq: int
    device_us: int
    at_s: float
    error_s: float
    payload: bytes
    problem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """``count`` events before ``seq`` and with it can never come; acknowledge ``seq`` once that is durable.

    ``seq`` None: they belong to a boot that is over, or never had a number here; nothing to acknowledge.
    """

    boot_id: int
    seq: int | None
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebooted:
    """The device started anew; what it knew is gone. ``Lost`` follows if events are known to be missing.

    Up to ``reported_s`` of our time everything that it sensed has come; None where nobody knows.
    """

    old_boot_id: int
    new_boot_id: int
    reported_s: float | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Silent:
    """Nothing valid has come for ``quiet_s`` seconds; ``heard`` tells whether anything ever did."""

    quiet_s: float
    heard: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Untimed:
    """The device is welcome and answers no PING that counts: when it sensed what is unknown, and its events wait.

    ``last_reason`` is what was wrong with the last frame that did not count, "" where none came.
    """

    last_reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """A device that was ``Untimed`` answers its PINGs now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Nonsense:
    """Bytes come, but no frames: wrong baud rate, noise, or no such device."""

    bad_frames: int
    bytes_seen: int
    last_reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongVersion:
    """The device speaks protocol versions ``lowest`` to ``highest`` only; it was turned away."""

    lowest: int
    highest: int
    ours: int
    hello: Hello | None

    @property
    def spoken(self) -> str:
        """The device's versions in words."""
        return f"{self.lowest}" if self.lowest == self.highest else f"{self.lowest} to {self.highest}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedAway:
    """The owner's ``admit`` refused the device, or its introduction made no sense (``hello`` None)."""

    hello: Hello | None
    reason: Reason
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceFault:
    """The device reports something wrong with itself; ``code`` as in PROTOCOL.md, 0 that it is mended."""

    code: int
    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockJumped:
    """The device's clock moved in a way no crystal does; times are worked out anew. ``by_s``: at least."""

    by_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandDone:
    """The device carried out command ``number``."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandFailed:
    """Command ``number`` was not carried out, or nobody can tell whether it was."""

    number: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PortOpened:
    """The pump opened ``path``; the device has not spoken yet."""

    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PortRefused:
    """``path`` could not be opened, or no path was found (``path`` ""); told once until that changes."""

    path: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PortLost:
    """The port went away: unplugged, or the far end closed."""

    path: str
    why: str


LinkNews = (
    LinkUp | Recovered | Delivered | BadEvent | Lost | Rebooted | Silent | Untimed | Timed | Nonsense | WrongVersion
    | TurnedAway | DeviceFault | ClockJumped | CommandDone | CommandFailed | PortOpened | PortRefused | PortLost
)  # fmt: skip

"""Puts one boot's events in order at the host: parts in, whole events out, each once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from firmware_bridge.frames import MAX_PARTS, seq_after, seq_distance
from firmware_bridge.from_device import EventPart
from firmware_bridge.ring import RESEND_AT_ONCE

WINDOW: Final = 512
"""Events beyond the last durable one that are taken in; the device sends the others again later."""
GIVES_UP_AFTER: Final = 20
"""Times in a row that the same is asked for until it counts as lost: two seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """All parts of one event, put together."""

    seq: int
    t_us: int
    payload: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """``count`` events up to and with ``last`` can never come."""

    last: int
    count: int


@dataclass(slots=True)
class _Parts:
    """What has come of one event."""

    t_us: int
    contents: dict[int, bytes] = field(default_factory=dict)
    last: int | None = None

    def take(self, part: EventPart) -> bool:
        """Add a part; return False if it was there already."""
        if part.part in self.contents:
            return False
        self.contents[part.part] = part.content
        if _ends(part):
            self.last = part.part
        return True

    def denies(self, part: EventPart) -> bool:
        """Whether ``part`` cannot be of the same event as what has come."""
        if part.t_us != self.t_us:
            return True
        held = self.contents.get(part.part)
        if held is not None and (held != part.content or (self.last == part.part) != _ends(part)):
            return True
        beyond = self.last is not None and part.part > self.last
        return beyond or (_ends(part) and max(self.contents) > part.part)

    @property
    def complete(self) -> bool:
        return self.last is not None and all(part in self.contents for part in range(self.last + 1))

    def joined(self) -> bytes:
        return b"".join(self.contents[part] for part in sorted(self.contents) if part <= (self.last or 0))


def _ends(part: EventPart) -> bool:
    return not part.more or part.part == MAX_PARTS - 1


class Inbox:
    """Events of one boot of one device, from ``expected`` on."""

    def __init__(self, expected: int) -> None:
        self.expected = expected
        """Number of the next event to hand on."""
        self.durable = seq_after(expected, -1)
        """Last number that the owner has on disk."""
        self.newest = self.durable
        """Highest number known to exist."""
        self.duplicates = 0
        self._grown = 0
        self._asked: tuple[int, int] | None = None
        self._in_vain = 0
        self._partial: dict[int, _Parts] = {}
        self._gone_until: int | None = None

    def add(self, part: EventPart) -> bool:
        """Take one part, in any order. Return False if its event has been handed on before."""
        if seq_distance(part.seq, self.expected) < 0:
            self.duplicates += 1
            return False
        if seq_distance(part.seq, self.durable) > WINDOW:
            return True
        self.knows_of(part.seq)
        event = self._partial.get(part.seq)
        denied = event is not None and not event.complete and event.denies(part)
        if event is None or denied:
            # A device that has thought better of an event is believed in what it says last.
            event = self._partial[part.seq] = _Parts(part.t_us)
        fresh = event.take(part)
        self.duplicates += not fresh
        self._grown += fresh and not denied and part.seq == self.expected
        return True

    def asked_in_vain(self) -> bool:
        """Note that the hole is asked for once more over a sound line.

        Return whether it counts as lost now, as far as one RESEND is answered and nothing of it has come: those
        events exist, and the device does not manage to send them.
        """
        stands = self.expected, self._grown
        self._in_vain = self._in_vain + 1 if stands == self._asked else 0
        self._asked = stands
        if self._in_vain < GIVES_UP_AFTER:
            return False
        begun = [seq_distance(seq, self.expected) for seq in self._partial if seq != self.expected]
        run = min([*begun, seq_distance(self.newest, self.expected) + 1, RESEND_AT_ONCE])
        self._gone_until = seq_after(self.expected, run - 1)
        return True

    def ask_afresh(self) -> None:
        """Note that something was damaged on its way, or the link came up: what was asked for may yet come."""
        self._asked = None

    def knows_of(self, newest: int) -> None:
        """Note that the device has numbered its events up to ``newest``."""
        if seq_distance(newest, self.newest) > 0:
            self.newest = newest

    def lose(self, first: int, last: int) -> None:
        """Note that the device cannot send ``first`` to ``last`` any more."""
        if seq_distance(first, self.expected) <= 0 <= seq_distance(last, self.expected):
            self._gone_until = last
            self.knows_of(last)

    def take(self) -> list[Whole | Missing]:
        """Return what can be handed on now."""
        found: list[Whole | Missing] = []
        while (one := self._next()) is not None:
            found.append(one)
        return found

    def _next(self) -> Whole | Missing | None:
        event = self._partial.get(self.expected)
        if event is not None and event.complete:
            del self._partial[self.expected]
            seq, self.expected = self.expected, seq_after(self.expected)
            return Whole(seq=seq, t_us=event.t_us, payload=event.joined())
        if self._gone_until is None or seq_distance(self._gone_until, self.expected) < 0:
            self._gone_until = None
            return None
        return self._skip(self._gone_until)

    def _skip(self, gone_until: int) -> Missing:
        """Step over what is gone, as far as the next event that did come whole."""
        whole = [seq for seq, event in self._partial.items() if event.complete]
        stop = min(
            [seq_distance(seq, self.expected) for seq in whole]
            + [seq_distance(gone_until, self.expected) + 1]
        )
        self._partial = {
            seq: event for seq, event in self._partial.items() if seq_distance(seq, self.expected) >= stop
        }
        self.expected = seq_after(self.expected, stop)
        return Missing(last=seq_after(self.expected, -1), count=stop)

    def hole(self) -> tuple[int, int] | None:
        """Return the first run of numbers that exist and have not come whole, None where the next one can be taken."""
        if seq_distance(self.newest, self.expected) < 0 or self.is_full:
            return None
        whole = [seq_distance(seq, self.expected) for seq, event in self._partial.items() if event.complete]
        run = min([*whole, seq_distance(self.newest, self.expected) + 1])
        return (self.expected, seq_after(self.expected, run - 1)) if run else None

    def go_back(self, seq: int) -> None:
        """Expect ``seq`` again: it was taken from here and got lost on the way to the owner."""
        self.expected, self._gone_until = seq, None
        if seq_distance(self.durable, seq) >= 0:
            self.durable = seq_after(seq, -1)

    @property
    def overtaken(self) -> bool:
        """Whether something of a later event has come while the expected one has not come whole."""
        return any(seq != self.expected for seq in self._partial)

    @property
    def is_full(self) -> bool:
        """Whether nothing more is taken in until the owner acknowledges something."""
        return seq_distance(self.expected, self.durable) > WINDOW

    def acknowledge(self, seq: int) -> bool:
        """Note that everything up to ``seq`` is durable; return whether that is new. Raise ValueError."""
        if seq_distance(seq, self.expected) >= 0:
            raise ValueError(f"event {seq} is acknowledged, but has not been handed on")
        if seq_distance(seq, self.durable) <= 0:
            return False
        self.durable = seq
        return True

"""Holds a timeline: marks in lanes, and the stretches in which a sensor was blind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

LANES: Final = ("shoe", "seats", "board", "burn", "muck", "chips", "keys", "ruled", "devices")
"""The lanes, from top to bottom."""
ALWAYS: Final = ("shoe", "seats", "board", "burn", "chips", "keys")
"""Lanes that are drawn even when nothing is in them: that nothing came there is evidence too."""
BEFORE_S: Final = 12.0
AFTER_S: Final = 4.0
"""How much before its first proof and after its last one a finding's evidence shows, in seconds."""
LONGEST_S: Final = 90.0
"""Proofs that lie further back than this are not drawn; the page says how many there are."""


class Mark(Struct, frozen=True, kw_only=True):
    """One event in its lane. ``line`` is its line of the log, ``t`` the log's seconds.

    ``what`` is the event's own word: ``draw``, ``card``, ``push``, ``raise``. ``amount`` are chip units,
    ``before`` and ``after`` what lay in front of the seat, None where that is not known. ``started`` is when
    the motion began that ended at ``t``.
    """

    line: int
    t: float
    lane: str
    what: str
    seat: int | None = None
    amount: int | None = None
    before: int | None = None
    after: int | None = None
    started: float | None = None
    detail: str = ""


class Blind(Struct, frozen=True, kw_only=True):
    """A stretch in which a device could not sense for a lane; ``until`` None: it was not back by the end."""

    lane: str
    device: str
    since: float
    until: float | None = None


class Strip(Struct, frozen=True, kw_only=True):
    """Marks in order of time, between two moments of the log."""

    marks: list[Mark]
    blind: list[Blind]
    since: float
    until: float
    streets: list[tuple[float, str]] = []
    """When each street began, for the heads above the lanes."""


def around(strip: Strip, proof: Iterable[int], t: float) -> Strip:
    """Return the part of ``strip`` that shows a finding of ``t``: its proofs, some time before and after."""
    lines = set(proof)
    times = [mark.t for mark in strip.marks if mark.line in lines and t - mark.t < LONGEST_S] + [t]
    since = max(min(times) - BEFORE_S, min(strip.since, min(times)))
    until = max(times) + AFTER_S
    return Strip(
        marks=[mark for mark in strip.marks if since <= mark.t <= until],
        blind=[gap for gap in strip.blind if gap.since < until and (gap.until is None or gap.until > since)],
        since=since,
        until=until,
        streets=[street for street in strip.streets if since <= street[0] <= until],
    )

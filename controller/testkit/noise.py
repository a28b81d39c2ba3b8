"""Tells a clean hand's events as worse antennas, cameras and keys would have reported them.

Each parameter is the share of the reports it can touch that it does touch, 0 to 1, by a seeded ``Random``:
the same hand, seed and noise give the same log. The throat counts every card, so a draw is never lost, only
its tag. A report never leaves the reorder window, since a device that is later than that says so itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

import msgspec

from controller.table import events as ev
from controller.testkit.chances import Noise
from controller.testkit.handling import Handling, Report

LONGEST_LATE_S: Final = 0.25
"""A late read is reported up to this long after the next card's."""
GHOST_S: Final = (0.02, 0.149)
"""How long a neighbour's antenna sees a card that is not its own."""
NEIGHBOURS: Final = {"board": ("burn", "muck"), "burn": ("board", "muck"), "muck": ("burn", "board")}
"""Antennas beside an antenna; a seat's are the seats at its sides."""


READS: Final = ("unread", "missed", "double", "late", "flicker", "ghost")
"""The parameters that are about cards."""
STRENGTHS: Final = {"none": Noise(), "mild": Noise.of(0.01), "strong": Noise.of(0.05)}
"""The benchmark's named strengths."""


def disturb(events: Iterable[ev.Event], rng: Random, noise: Noise) -> list[ev.Event]:
    """Return ``events``, one hand's in order of time, as such devices report them, in order of arrival."""
    heard = list(events)
    if noise == Noise():
        return heard
    handling = Handling(heard, rng, noise)
    reports: list[Report] = []
    for place, event in enumerate(heard):
        if isinstance(event, ev.CardDrawn):
            unread = rng.random() < noise.unread
            reports.append((event.t, msgspec.structs.replace(event, tag=None) if unread else event))
        elif isinstance(event, ev.CardSeen):
            reports += _read(heard, place, event, rng, noise)
        elif isinstance(event, ev.ChipsPushed):
            reports += handling.pushed(place, event)
        elif isinstance(event, ev.ChipsCounted):
            reports.append((event.t, handling.counted(event)))
        elif isinstance(event, ev.Declared):
            reports += handling.keyed(place, event)
        else:
            reports.append((event.t, event))
    reports.sort(key=lambda report: report[0])
    return [event for _, event in reports]


def _read(
    heard: Sequence[ev.Event], place: int, event: ev.CardSeen, rng: Random, noise: Noise
) -> list[Report]:
    """Return what the antennas make of one arrival. A hand tabled before a camera is no arrival."""
    if event.face is not None and event.zone != "board":
        return [(event.t, event)]
    if rng.random() < noise.missed:
        return []
    arrives = event.t
    if rng.random() < noise.late:
        event, arrives = _late(heard, place, event, rng)
    reports: list[Report] = [(arrives, event)]
    if rng.random() < noise.double:
        again = _at(event, event.t + rng.uniform(0.02, 0.3))
        reports.append((max(again.t, arrives), again))
    if rng.random() < noise.flicker:
        gone = _at(ev.CardGone(t=event.t, tag=event.tag, zone=event.zone), event.t + rng.uniform(0.02, 0.1))
        back = _at(event, gone.t + rng.uniform(0.02, 0.2))
        reports += [(max(gone.t, arrives), gone), (max(back.t, arrives), back)]
    if rng.random() < noise.ghost:
        reports += _ghost(event, rng)
    return reports


def _late(
    heard: Sequence[ev.Event], place: int, event: ev.CardSeen, rng: Random
) -> tuple[ev.CardSeen, float]:
    """Return a read and when it arrives: half of the late ones are sensed in time and only reported late."""
    if rng.random() < 0.5:
        return event, event.t + rng.uniform(0.01, LONGEST_LATE_S - 0.01)
    following = next((other.t for other in heard[place + 1 :] if isinstance(other, ev.CardSeen)), event.t)
    after = following if following - event.t < 1.0 else event.t
    late = msgspec.structs.replace(event, t=round(after + rng.uniform(0.01, LONGEST_LATE_S), 6))
    return late, late.t


def _ghost(event: ev.CardSeen, rng: Random) -> list[Report]:
    if event.zone.startswith("seat:"):
        seat = int(event.zone.removeprefix("seat:"))
        zone = f"seat:{(seat + rng.choice((-1, 1)) - 1) % 10 + 1}"
    else:
        zone = rng.choice(NEIGHBOURS[event.zone])
    seen = ev.CardSeen(t=round(event.t - rng.uniform(0.0, 0.05), 6), tag=event.tag, zone=zone)
    gone = ev.CardGone(t=round(seen.t + rng.uniform(*GHOST_S), 6), tag=event.tag, zone=zone)
    return [(seen.t, seen), (gone.t, gone)]


def _at(event: ev.CardSeen | ev.CardGone, t: float) -> ev.Event:
    return msgspec.structs.replace(event, t=round(t, 6))

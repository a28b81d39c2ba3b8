"""Imperfect antennas: a clean hand's events with reads missed, doubled, late, flickering and ghosted.

The kinds are those that the log format lists as no finding; how often each comes is ours, far worse than
a tuned antenna's. The throat counts every card, so a draw is never lost, only its tag.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from random import Random

import msgspec

from controller.table import events as ev


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """Shares of the reads that are disturbed, 0 to 1."""

    unread: float = 0.02
    """A draw whose tag the antenna in the shoe could not read."""
    missed: float = 0.02
    """A card that arrives in a seat or on the burns and is not seen there; or gone from it and not in the muck."""
    doubled: float = 0.03
    flicker: float = 0.03
    """Seen, gone and seen again within a third of a second."""
    ghost: float = 0.03
    """A neighbouring seat's antenna sees the card for under 150 ms."""
    late: float = 0.05
    """Reported up to 0.2 s after it was sensed."""

    @classmethod
    def times(cls, factor: float) -> Noise:
        """Return the usual noise, every share of it ``factor`` times as large."""
        usual = cls()
        return cls(**{share.name: min(getattr(usual, share.name) * factor, 1.0) for share in fields(cls)})


def disturb(events: Iterable[ev.Event], rng: Random, noise: Noise) -> Iterator[ev.Event]:
    """Yield ``events`` as such antennas report them, in order of arrival."""
    reports = [report for event in events for report in _reports(event, rng, noise)]
    reports.sort(key=lambda report: report[0])
    for _, event in reports:
        yield event


def _reports(event: ev.Event, rng: Random, noise: Noise) -> list[tuple[float, ev.Event]]:
    """Return what the sensors make of one event, each with the moment it arrives."""
    if isinstance(event, ev.CardDrawn) and rng.random() < noise.unread:
        return [(event.t, msgspec.structs.replace(event, tag=None))]
    if not isinstance(event, ev.CardSeen) or event.zone == "board" or event.face is not None:
        return [(event.t, event)]
    if rng.random() < noise.missed:
        return []
    arrives = event.t + (rng.uniform(0.01, 0.2) if rng.random() < noise.late else 0)
    reports: list[tuple[float, ev.Event]] = [(arrives, event)]
    if rng.random() < noise.doubled:
        again = _at(event, event.t + rng.uniform(0.02, 0.3))
        reports.append((again.t, again))
    if rng.random() < noise.flicker:
        gone = _at(ev.CardGone(t=event.t, tag=event.tag, zone=event.zone), event.t + rng.uniform(0.02, 0.1))
        back = _at(event, gone.t + rng.uniform(0.02, 0.2))
        reports += [(gone.t, gone), (back.t, back)]
    if event.zone.startswith("seat:") and rng.random() < noise.ghost:
        reports += _ghost(event, rng)
    return reports


def _ghost(event: ev.CardSeen, rng: Random) -> list[tuple[float, ev.Event]]:
    seat = int(event.zone.removeprefix("seat:"))
    zone = f"seat:{(seat + rng.choice((-1, 1)) - 1) % 10 + 1}"
    seen = ev.CardSeen(t=round(event.t - rng.uniform(0.0, 0.05), 6), tag=event.tag, zone=zone)
    gone = ev.CardGone(t=round(seen.t + rng.uniform(0.02, 0.14), 6), tag=event.tag, zone=zone)
    return [(seen.t, seen), (gone.t, gone)]


def _at(event: ev.CardSeen | ev.CardGone, t: float) -> ev.Event:
    return msgspec.structs.replace(event, t=round(t, 6))

"""Makes noise of chips and keys: pushes miscounted or cut in two, words keyed late or to the neighbour's seat."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

import msgspec

from controller.table import events as ev
from controller.table.chips import Chips
from controller.testkit import chipping
from controller.testkit.chances import Noise

Report = tuple[float, ev.Event]
"""The moment a report arrives, and the report."""

SPLIT_S: Final = (0.08, 0.39)
"""The camera's two motions of one are this far apart."""
KEYED_LATE_S: Final = (0.05, 0.5)
"""How long after the player's last push words come that were said before it."""
ROOM: Final = 0.9
"""Share of the time to what another does next that a dealer's correction takes at most."""


class Handling:
    """What cameras and keys make of one hand's pushes and words. ``heard``: the clean hand, in time order."""

    def __init__(self, heard: Sequence[ev.Event], rng: Random, noise: Noise) -> None:
        self.heard = heard
        self.rng = rng
        self.noise = noise
        table = next((event for event in heard if isinstance(event, ev.TableSet)), None)
        self.seats = sorted(n for n, seat in table.seats.items() if seat.state == "in") if table else []

    def pushed(self, place: int, event: ev.ChipsPushed) -> list[Report]:
        """Return what the camera makes of one forward motion."""
        if event.chips is None:
            return [(event.t, event)]
        if self.rng.random() < self.noise.miscount:
            event = msgspec.structs.replace(event, chips=self._miscounted(event.chips))
        if self.rng.random() < self.noise.split:
            return [(part.t, part) for part in self._split(event, self.heard[place - 1].t)]
        return [(event.t, event)]

    def counted(self, event: ev.ChipsCounted) -> ev.ChipsCounted:
        """Return what the camera makes of a settled zone."""
        if event.chips and self.rng.random() < self.noise.recount:
            return msgspec.structs.replace(event, chips=self._miscounted(event.chips))
        return event

    def _miscounted(self, chips: Chips) -> Chips:
        wrong = dict(chips)
        denomination = self.rng.choice(sorted(wrong))
        wrong[denomination] += self.rng.choice((-1, 1)) if sum(wrong.values()) > 1 else 1
        return {chip: count for chip, count in wrong.items() if count}

    def _split(self, event: ev.ChipsPushed, after: float) -> list[ev.ChipsPushed]:
        """Cut a motion in two, later than ``after``; both keep the moments that the camera knows."""
        first, *rest = chipping.split_motions(event.chips or {}, self.rng)
        if not rest:
            return [event]
        began = after if event.started is None else max(after, event.started)
        cut = max(event.t - self.rng.uniform(*SPLIT_S), (began + event.t) / 2)
        again = None if event.started is None else round((cut + event.t) / 2, 6)
        return [
            msgspec.structs.replace(event, t=round(cut, 6), chips=first),
            msgspec.structs.replace(event, chips=rest[0], started=again),
        ]

    def keyed(self, place: int, event: ev.Declared) -> list[Report]:
        """Return what the dealer keys of one player's words."""
        pushes, others = self._what_follows(place, event.seat)
        if self.rng.random() < self.noise.late_key:
            last = pushes[-1].t if pushes else event.t
            late = last + min(self.rng.uniform(*KEYED_LATE_S), (others - last) * ROOM)
            event = self._ordered(event, late, pushes)
        if self.rng.random() >= self.noise.wrong_seat_key:
            return [(event.t, event)]
        room = min(2.0, (others - event.t) * ROOM)
        wrong = msgspec.structs.replace(event, seat=self._neighbour(event.seat))
        undone = ev.DeclareCancelled(t=round(event.t + room * self.rng.uniform(0.3, 0.6), 6), seat=wrong.seat)
        right = self._ordered(event, event.t + room * self.rng.uniform(0.7, 1.0), pushes)
        return [(wrong.t, wrong), (undone.t, undone), (right.t, right)]

    def _what_follows(self, place: int, seat: int) -> tuple[list[ev.ChipsPushed], float]:
        """Return the pushes that the speaker makes next, and when anything else happens."""
        pushes: list[ev.ChipsPushed] = []
        for event in self.heard[place + 1 :]:
            if isinstance(event, ev.ChipsCounted):
                continue
            if not isinstance(event, ev.ChipsPushed) or event.seat != seat:
                return pushes, event.t
            pushes.append(event)
        return pushes, self.heard[-1].t

    def _ordered(self, event: ev.Declared, t: float, pushes: list[ev.ChipsPushed]) -> ev.Declared:
        """Return the words keyed at ``t``: that they came before the chips is keyed with them."""
        after = any(push.t < t for push in pushes)
        return msgspec.structs.replace(event, t=round(t, 6), order="first" if after else event.order)

    def _neighbour(self, seat: int) -> int:
        place = self.seats.index(seat) + self.rng.choice((-1, 1))
        return self.seats[place % len(self.seats)]

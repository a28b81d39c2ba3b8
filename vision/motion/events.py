"""Makes of zones at rest, and of what was counted in them, the events of the sensor log. No I/O."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from vision.counting.alternatives import Alternative, Chips, changes
from vision.motion.zone import Rest, Whose

Kind = Literal["chips.push", "chips.pull", "chips.bet", "chips.change", "chips.swept"]
ROUNDED: Final = 3
_MOST_LIKELY: Final = 0.5
"""How likely a guess must be, before and after, for what lies there to be the same."""
_MORE: Final = 0.05
"""How much likelier the best guess must be for a zone that still lies there to be told once more."""


@dataclass(frozen=True)
class Counted:
    """What lies in a zone, None where it is not sure, and what may; ``confidence`` from 0 to 1."""

    chips: Chips | None
    confidence: float
    alternatives: tuple[Alternative, ...] = ()


@dataclass(frozen=True)
class Event:
    """An event of the sensor log. ``chips`` is None where they could not be told."""

    t: float
    kind: Kind
    seat: int
    chips: Chips | None = None
    started: float | None = None
    confidence: float | None = None
    alternatives: tuple[Alternative, ...] = ()

    def fields(self) -> dict[str, Any]:
        """Return the event as the log has it, without its times. A count that is not sure has no ``chips``."""
        if self.kind == "chips.swept":
            return {"type": self.kind, "seats": [self.seat]}
        chips = None if self.chips is None else {str(d): self.chips[d] for d in sorted(self.chips)}
        fields: dict[str, Any] = {"type": self.kind, "seat": self.seat, "chips": chips}
        if chips is None and self.kind == "chips.bet":
            del fields["chips"]
        if self.confidence is not None:
            fields["confidence"] = round(self.confidence, ROUNDED)
        if self.alternatives:
            fields["alternatives"] = [held.as_json() for held in self.alternatives]
        return fields

    def as_json(self) -> dict[str, Any]:
        """Return the event as ``floorcall chips --json`` prints it."""
        fields = {"t": round(self.t, ROUNDED), **self.fields()}
        return fields if self.started is None else {**fields, "started": round(self.started, ROUNDED)}


@dataclass(frozen=True)
class _Waiting:
    """Chips that came or went and are not known yet: how, what lay there before, what may lie there now."""

    rest: Rest
    before: Chips | None
    may_be: tuple[Alternative, ...]
    guess: tuple[Event, ...]


class ZoneAccount:
    """What is known to lie in one zone, and what is told of each change."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._known: Chips | None = None
        self._guessed: tuple[Alternative, ...] = ()
        self._waiting: _Waiting | None = None

    @property
    def waits(self) -> float | None:
        """When the hand went whose chips wait for a count; None where none do."""
        held = self._waiting
        return None if held is None or held.rest.motion is None else held.rest.motion.ended

    def no_longer_waits(self) -> list[Event]:
        """Return the push that waited for a count, its chips unknown, and what may lie there; mostly nothing.

        Chips that were taken back, and that nobody can tell, are no event but the count.
        """
        held, self._waiting = self._waiting, None
        if held is None:
            return []
        if held.rest.less:  # what was taken is not known
            return list(held.guess)
        may_be = () if held.before is None else changes(held.before, held.may_be)
        return [self._push(held.rest, None, may_be), *held.guess]

    def told(self, rest: Rest, counted: Counted | None) -> list[Event]:
        """Return what a rest tells; ``counted`` is None where nothing can be said of what lies there.

        Chips that came or went and are not known wait for the next count of what lies there, as long as each look says
        more of it than the one before, or none says anything.
        """
        if self._waiting is None:
            return self._told(rest, counted)
        if rest.motion is not None and rest.motion.whose is not None:
            return [*self.no_longer_waits(), *self._told(rest, counted)]
        held, self._waiting = self._waiting, None
        self._known, self._guessed = held.before, ()
        more = held.rest.more and not rest.less
        events = self._told(replace(held.rest, stills=rest.stills, more=more), counted)
        now = self._waiting
        if now is not None and not _likelier(now.may_be, held.may_be):
            self._waiting, self._guessed = held, held.may_be
            return self.no_longer_waits() if held.may_be else []
        return events

    def _told(self, rest: Rest, counted: Counted | None) -> list[Event]:
        if counted is None or counted.chips is None or self._contradicts(rest, counted.chips):
            sure = counted is None or counted.chips is not None
            return self._untold(rest, () if sure or counted is None else counted.alternatives)
        before, self._known, self._guessed = self._known, counted.chips, ()
        count = self._count(rest, counted.chips, counted.alternatives, counted.confidence)
        if before is None:
            arm = rest.motion is not None and rest.motion.whose is None and _may_be_an_arm(rest)
            if rest.differs and not rest.less and self._is_players(rest) and not arm:
                return [self._push(rest, None), count]
            if rest.differs and not counted.chips and self._is_dealers(rest):
                return [self._swept(rest)]
            return [count] if counted.chips or not rest.fresh else []
        added, taken = _less(counted.chips, before), _less(before, counted.chips)
        if not added and not taken:
            return []
        return self._moved(rest, added, taken, count, changes(before, counted.alternatives))

    def _contradicts(self, rest: Rest, counted: Chips) -> bool:
        """Whether the picture shows that chips came, and the count shows none: one of the two is wrong."""
        return rest.more and self._known is not None and not _less(counted, self._known)

    def _count(
        self,
        rest: Rest,
        chips: Chips | None,
        alternatives: tuple[Alternative, ...],
        confidence: float | None = None,
    ) -> Event:
        looked = rest.stills[-1] if rest.stills else rest.motion.ended if rest.motion else 0.0
        return Event(looked, "chips.bet", self._seat, chips, confidence=confidence, alternatives=alternatives)

    def _moved(
        self, rest: Rest, added: Chips, taken: Chips, count: Event, may_be: tuple[Alternative, ...]
    ) -> list[Event]:
        motion = rest.motion
        if motion is None:
            return [count]
        if self._is_dealers(rest):
            if not count.chips:
                return [self._swept(rest)]
            return [Event(motion.ended, "chips.change", self._seat, count.chips), count]
        events = []
        if added and self._is_players(rest):
            events.append(self._push(rest, added, () if taken else may_be))
        if taken and motion.whose is Whose.OWN:
            events.append(Event(motion.ended, "chips.pull", self._seat, taken))
        return [*events, count]

    def _untold(self, rest: Rest, may_be: tuple[Alternative, ...]) -> list[Event]:
        motion = rest.motion
        if motion is not None and (motion.stays or (motion.whose is None and _may_be_an_arm(rest))):
            return []
        before = self._known
        same = before is None and not rest.more and _are_the_same(self._guessed, may_be)
        if (rest.differs or rest.fresh) and not same:
            self._known, self._guessed = None, ()
        guess = [self._count(rest, None, may_be)] if self._known is None and self._tells_more(may_be) else []
        if guess:
            self._guessed = may_be
        if motion is None or not rest.differs or same or not self._is_players(rest):
            return guess
        if rest.less and (before is None or motion.whose is not Whose.OWN):
            return guess
        self._waiting = _Waiting(rest, before, may_be, tuple(guess))
        return []

    def _tells_more(self, may_be: tuple[Alternative, ...]) -> bool:
        """Whether a guess says more of what lies there than the one told last."""
        return _likelier(may_be, self._guessed)

    def _push(self, rest: Rest, chips: Chips | None, may_be: tuple[Alternative, ...] = ()) -> Event:
        motion = rest.motion
        assert motion is not None
        return Event(
            motion.ended, "chips.push", self._seat, chips, started=motion.started, alternatives=may_be
        )

    def _swept(self, rest: Rest) -> Event:
        assert rest.motion is not None
        return Event(rest.motion.ended, "chips.swept", self._seat)

    def _is_dealers(self, rest: Rest) -> bool:
        return rest.motion is not None and rest.motion.whose is Whose.DEALER

    def _is_players(self, rest: Rest) -> bool:
        """Whether the player moved; chips that fly in without a hand are the player's as well."""
        return rest.motion is not None and rest.motion.whose in (Whose.OWN, None)


def _are_the_same(guessed: tuple[Alternative, ...], may_be: tuple[Alternative, ...]) -> bool:
    """Whether what lies there is most likely what lay there before."""
    if not guessed or not may_be:
        return False
    return guessed[0].chips == may_be[0].chips and min(guessed[0].p, may_be[0].p) >= _MOST_LIKELY


def _likelier(may_be: tuple[Alternative, ...], than: tuple[Alternative, ...]) -> bool:
    if not may_be or not than:
        return bool(may_be)
    return may_be[0].p > than[0].p + _MORE


def _may_be_an_arm(rest: Rest) -> bool:
    """Whether what changed without a hand over the zone may be an arm before it, and no chips."""
    return rest.touched or not rest.more


def _less(chips: Chips, others: Chips) -> Chips:
    return dict(Counter(chips) - Counter(others))

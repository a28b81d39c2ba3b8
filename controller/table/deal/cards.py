"""Fits each card's place to antennas that flicker, repeat, arrive late and see the neighbour's card."""

from __future__ import annotations

from typing import Final

from controller.table.lasting import lasted

GHOST_S: Final = 0.15
"""A read that lasts less than this is a neighbour's ghost, never an arrival (sensor log, section 4)."""

TWICE_S: Final = 0.3
"""A card that another antenna begins to read within this time of its arrival, and that is seen there still, has not moved."""

LASTED_S: Final = GHOST_S - 1e-9
"""A read that has lasted so long is one, whatever the float arithmetic."""


class Move:
    """A card that was seen to come to ``zone``; ``t`` and ``line`` are those of its arrival there.

    ``left`` is where it lay before, known once the move is believed.
    """

    __slots__ = ("left", "line", "t", "tag", "zone")

    def __init__(self, tag: str, zone: str, t: float, line: int) -> None:
        self.tag, self.zone, self.t, self.line = tag, zone, t, line
        self.left: str | None = None


class CardTracker:
    """Believed places of tags. A place stands until the card is believed elsewhere."""

    def __init__(self) -> None:
        self.place: dict[str, str] = {}
        self.moved: dict[str, Move] = {}
        """The last arrival of each tag that was believed."""
        self.gone_at: dict[str, float] = {}
        """Tags that no antenna sees any more, and since when; they keep their last place."""
        self.last_into: dict[str, str] = {}
        """The tag that arrived last in each zone, believed or not."""
        self._present: dict[str, set[str]] = {}
        self._second: dict[str, Move] = {}
        """Reads of cards by a second antenna: the card lies there if the first one loses it."""
        self.fresh: list[Move] = []
        """Arrivals that have not lasted long enough to be believed yet, in the order of their t."""

    def seen(self, tag: str, zone: str, t: float, line: int) -> None:
        """Note an arrival. A second read of a card that lies there already says nothing."""
        zones = self._present.get(tag)
        if zones is None:
            self._present[tag] = {zone}
        elif zone in zones:
            return
        else:
            zones.add(zone)
        self.last_into[zone] = tag
        if tag in self.gone_at:
            del self.gone_at[tag]
        if self.place.get(tag) != zone:
            self.fresh.append(Move(tag, zone, t, line))

    def heard_of(self, tag: str) -> bool:
        """Whether an antenna has reported this card before."""
        return tag in self._present

    def gone(self, tag: str, zone: str, t: float) -> None:
        """Note that an antenna no longer sees a card; a short stay in that zone is forgotten."""
        zones = self._present.get(tag)
        if zones is None:
            return
        zones.discard(zone)
        if self.fresh:
            self.fresh = [move for move in self.fresh if move.tag != tag or move.zone != zone]
        if not zones and tag in self.place:
            self.gone_at[tag] = t
        second = self._second.pop(tag, None)
        if second is not None and zone == self.place.get(tag) and second.zone in zones:
            self.fresh.append(Move(tag, second.zone, t, second.line))

    def settle(self, t: float) -> list[Move]:
        """Return the arrivals that have lasted by ``t``, in order."""
        if not self.fresh or not lasted(self.fresh[0].t, LASTED_S, t):
            return []
        count = 1
        while count < len(self.fresh) and lasted(self.fresh[count].t, LASTED_S, t):
            count += 1
        stayed = self.fresh[:count]
        del self.fresh[:count]
        return self._believed(stayed)

    def settle_all(self) -> list[Move]:
        """Believe every arrival now: somebody acted on it."""
        moves, self.fresh = self.fresh, []
        return self._believed(moves)

    def was_seen(self, tag: str) -> bool:
        """Whether any antenna has reported the card since it was drawn."""
        return tag in self._present

    def lies_alone(self, tag: str) -> str | None:
        """Return the zone in which a card is believed and seen, and no other antenna sees it."""
        place = self.place.get(tag)
        return place if self._present.get(tag) == {place} else None

    def lifted_for(self, seconds: float, t: float) -> bool:
        """Whether a card that lay at a seat has been seen nowhere for so long."""
        if not self.gone_at:
            return False
        for tag, gone in self.gone_at.items():
            if self.place[tag].startswith("seat") and lasted(gone, seconds, t):
                return True
        return False

    def read_at(self, tag: str) -> frozenset[str]:
        """Return the zones whose antennas see a card."""
        return frozenset(self._present.get(tag, ()))

    def lies(self, tag: str, zone: str) -> None:
        """Of two antennas that see a card this one is right."""
        self.place[tag] = zone

    def forget(self, tag: str) -> None:
        """Take a card out of the picture: it went back into the stub."""
        self.place.pop(tag, None)
        self.gone_at.pop(tag, None)
        self._present.pop(tag, None)
        self._second.pop(tag, None)

    def _believed(self, moves: list[Move]) -> list[Move]:
        """Note where cards lie now, and where each lay before; one that two antennas read from the first lies where it lay."""
        place, went = self.place, []
        for move in moves:
            if self._is_second(move):
                self._second[move.tag] = move
                continue
            move.left = place.get(move.tag)
            place[move.tag] = move.zone
            self.moved[move.tag] = move
            went.append(move)
        return went

    def _is_second(self, move: Move) -> bool:
        """Whether another antenna has begun to read a card that has just come to lie elsewhere and is seen there."""
        before, lies = self.moved.get(move.tag), self.place.get(move.tag)
        seen = lies in self._present.get(move.tag, ())
        return seen and before is not None and abs(move.t - before.t) <= TWICE_S

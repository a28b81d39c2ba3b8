"""Scripts a betting zone: hands that come, push, drop, take back and go. What truly happened is written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from vision.counting.chip_set import Chip
from vision.geometry.zones import Zone
from vision.training.arms import FINGER_MM, Arm
from vision.training.film import Moment, Tip
from vision.training.scene import Card, Pile

FINGERS_UP_MM: Final = 14.0
HELD_UP_MM: Final = 30.0
_AHEAD_MM: Final = 16.0
"""How far before the fingertips the middle of what they push is."""
_CARD_MM: Final = 54.0
"""How far from its middle a card's corners are."""
_REST_MM: Final = (55.0, 260.0)
"""How far behind its line a hand comes to rest."""
_LOOKS_S: Final = 0.001


@dataclass(frozen=True)
class Truth:
    """One motion over a seat's zone: when its hand, or what it pushes, was over the line, and what it left or took.

    ``swept``: by the dealer, whose hand is drawn back at its end.
    """

    seat: int
    start: float
    end: float
    added: dict[int, int]
    taken: dict[int, int]
    swept: bool = False

    @property
    def kind(self) -> str | None:
        """What is to be told of it; None where nothing is."""
        if self.swept:
            return "chips.swept"
        return "chips.push" if self.added else "chips.pull" if self.taken else None


@dataclass
class Seat:
    """A player: the zone, the arm, where the hand rests, and what lies in the zone."""

    zone: Zone
    arm: Arm
    rest: Tip
    lying: list[Pile] = field(default_factory=list)
    path: list[tuple[float, Tip]] = field(default_factory=list)

    @property
    def line_mm(self) -> float:
        """Where the zone's far side is."""
        return float(self.zone.polygon[:, 1].max())


@dataclass(frozen=True)
class _Carried:
    """A pile that goes with somebody's fingertips, ``off`` mm before them."""

    by: Seat
    start: float
    end: float
    pile: Pile
    off: tuple[float, float] = (0.0, -_AHEAD_MM)


class Script:
    """What happens, one thing after the other; ``t`` is how far it has come, in seconds.

    ``chips`` are the kinds that people play with, the smallest first.
    """

    def __init__(
        self,
        seats: Sequence[Seat],
        chance: np.random.Generator,
        chips: Sequence[Chip],
        dealer: Seat | None = None,
    ) -> None:
        self.seats = {seat.zone.seat: seat for seat in seats}
        self._people = [*seats, dealer] if dealer is not None else list(seats)
        self._dealer = dealer
        self.chips = tuple(chips)
        self.t = 0.0
        self.truth: list[Truth] = []
        self._chance = chance
        self._stages: dict[int, list[tuple[float, tuple[Pile, ...]]]] = {number: [] for number in self.seats}
        self._carried: list[_Carried] = []
        self._turned: list[tuple[float, tuple[Card, ...]]] = []
        for seat in self._people:
            seat.path.append((0.0, seat.rest))
        for number in self.seats:
            self._staged(number)

    def rest(self, seconds: float) -> None:
        """Let time pass."""
        self.t += seconds

    def alike(self, least: int, most: int) -> list[Chip]:
        """Return ``least`` to ``most`` chips of one kind that people play with."""
        kind = self.chips[int(self._chance.integers(len(self.chips)))]
        return [kind] * int(self._chance.integers(least, most + 1))

    def pile(self, chips: Sequence[Chip], x_mm: float, y_mm: float) -> Pile:
        """Return a pile whose chips are turned by chance."""
        return Pile(x_mm, y_mm, tuple(chips), turns=tuple(self._chance.random(len(chips)).tolist()))

    def lies(self, seat: int, pile: Pile) -> None:
        """Let ``pile`` lie in a zone from now on."""
        self.seats[seat].lying.append(pile)
        self._staged(seat)

    def push(
        self, seat: int, chips: Sequence[Chip], x_mm: float, y_mm: float, in_s: float, out_s: float
    ) -> None:
        """Push a pile forward with the hand behind it, and draw the hand back."""
        self.push_all(seat, [self.pile(chips, x_mm, y_mm)], in_s, out_s)

    def push_all(self, seat: int, piles: Sequence[Pile], in_s: float, out_s: float) -> None:
        """Push piles that stand side by side, the hand behind the first of them, and draw the hand back."""
        start, (first, *_) = self.t, piles
        tip = (first.x_mm, first.y_mm + _AHEAD_MM, FINGERS_UP_MM)
        self._to(seat, tip, in_s)
        for pile in piles:
            off = (pile.x_mm - tip[0], pile.y_mm - tip[1])
            self._carried.append(_Carried(self.seats[seat], start, self.t, pile, off))
            self.seats[seat].lying.append(pile)
        self._staged(seat)
        self.rest(0.12)
        self._home(seat, out_s)
        chips = [chip for pile in piles for chip in pile.chips]
        self._note(seat, start, added=chips, ahead=(start, self.t - out_s - 0.12))

    def turn_up(
        self, seat: int, cards: Sequence[Card], in_s: float, out_s: float, *, by_dealer: bool = False
    ) -> None:
        """Lay ``cards`` face up before a seat, where they stay, and draw the hand back, a player's behind them."""
        who = self._dealer if by_dealer else self.seats[seat]
        assert who is not None
        x, y = np.mean([(card.x_mm, card.y_mm) for card in cards], axis=0)
        self._go(who, (float(x), float(y), FINGERS_UP_MM), in_s)
        self._turned.append((self.t, tuple(cards)))
        if by_dealer:
            self._go(who, who.rest, out_s)
            return
        behind = max(card.y_mm for card in cards) + _CARD_MM - who.line_mm
        self._home(seat, out_s, (behind + _REST_MM[0], behind + _REST_MM[1]))

    def put_on(self, seat: int, pile: Pile, chips: Sequence[Chip], in_s: float, out_s: float) -> None:
        """Lay chips on a pile from above, held under the hand until they lie there."""
        start, held = self.t, self.pile(chips, pile.x_mm, pile.y_mm)
        grown = replace(pile, chips=(*pile.chips, *chips), turns=(*pile.turns, *held.turns))
        up = FINGERS_UP_MM + pile.thickness_mm * len(grown.chips)
        self._to(seat, (pile.x_mm, pile.y_mm + _AHEAD_MM, up), in_s)
        self.seats[seat].lying.remove(pile)
        self.lies(seat, grown)
        self.rest(0.15)
        self._home(seat, out_s)
        self._note(seat, start, added=chips)

    def drop(self, seat: int, chips: Sequence[Chip], x_mm: float, y_mm: float, gap_s: float) -> None:
        """Let chips fall on each other one by one, the hand staying over them."""
        start = self.t
        pile = self.pile(chips, x_mm, y_mm)
        self._to(seat, (x_mm, y_mm + _AHEAD_MM, HELD_UP_MM), 0.4)
        for count in range(1, len(chips) + 1):
            grown = replace(pile, chips=pile.chips[:count], turns=pile.turns[:count])
            if count > 1:
                self.seats[seat].lying.pop()
            self.lies(seat, grown)
            up = HELD_UP_MM + 3.3 * count
            self._to(seat, (x_mm + 2 * (-1) ** count, y_mm + _AHEAD_MM, up), gap_s)
        self._home(seat, 0.4)
        self._note(seat, start, added=chips)

    def take(
        self,
        seat: int,
        pile: Pile,
        in_s: float,
        out_s: float,
        behind_mm: tuple[float, float] = _REST_MM,
    ) -> None:
        """Take a pile back, the hand coming to rest ``behind_mm``, least and most, behind its line."""
        start = self.t
        self._to(seat, (pile.x_mm, pile.y_mm + _AHEAD_MM, FINGERS_UP_MM), in_s)
        self.rest(0.12)
        self.seats[seat].path.append((self.t, self.seats[seat].path[-1][1]))
        self.seats[seat].lying.remove(pile)
        self._staged(seat)
        taken_t = self.t
        self._home(seat, out_s, behind_mm)
        self._carried.append(_Carried(self.seats[seat], taken_t, self.t, pile))
        self._note(seat, start, taken=pile.chips, ahead=(taken_t, self.t))

    def hover(self, seat: int, x_mm: float, y_mm: float, seconds: float) -> None:
        """Hold the hand over the zone, not quite still, and take it away again."""
        start = self.t
        self._to(seat, (x_mm, y_mm, HELD_UP_MM), 0.45)
        for _ in range(max(1, round(seconds / 0.4))):
            x, y = x_mm + float(self._chance.uniform(-8, 8)), y_mm + float(self._chance.uniform(-8, 8))
            self._to(seat, (x, y, HELD_UP_MM), 0.4)
        self._home(seat, 0.45)
        self._note(seat, start)

    def reach_over(self, seat: int, x_mm: float, y_mm: float) -> None:
        """Let ``seat`` reach over its own line to a place that may be in another's zone, and back the same way."""
        player = self.seats[seat]
        middle = float(player.zone.polygon[:, 0].mean())
        start, between = self.t, (middle, player.line_mm - 35, HELD_UP_MM + 20)
        self._to(seat, between, 0.4)
        self._to(seat, (x_mm, y_mm, HELD_UP_MM + 10), 0.45)
        self._to(seat, (x_mm, y_mm, HELD_UP_MM), 0.3)
        self._to(seat, between, 0.45)
        self._home(seat, 0.4)
        self._note(seat, start)

    def sweep(self, seat: int, in_s: float, out_s: float) -> None:
        """Let the dealer draw in all that lies in a zone, in one go."""
        assert self._dealer is not None
        piles = list(self.seats[seat].lying)
        x = float(np.mean([pile.x_mm for pile in piles]))
        y = max(pile.y_mm for pile in piles)
        tip = (x, y + _AHEAD_MM, FINGERS_UP_MM)
        self._go(self._dealer, tip, in_s)
        self.rest(0.15)
        self._dealer.path.append((self.t, tip))
        self.seats[seat].lying.clear()
        self._staged(seat)
        taken_t = self.t
        self._go(self._dealer, self._dealer.rest, out_s)
        chips = [chip for pile in piles for chip in pile.chips]
        self.truth.append(Truth(seat, taken_t, self.t, {}, _counted(chips), swept=True))
        for pile in piles:
            off = (pile.x_mm - tip[0], pile.y_mm - tip[1])
            self._carried.append(_Carried(self._dealer, taken_t, self.t, pile, off))

    @property
    def told(self) -> list[Truth]:
        """What is to be told, in the order of its ends."""
        return sorted((one for one in self.truth if one.kind is not None), key=lambda one: one.end)

    def moment(self, t: float) -> Moment:
        """Return what is to be seen at ``t``."""
        lying = tuple(
            pile
            for stages in self._stages.values()
            for pile in next(piles for since, piles in reversed(stages) if since <= t)
        )
        moving = tuple(
            replace(one.pile, x_mm=tip[0] + one.off[0], y_mm=tip[1] + one.off[1])
            for one in self._carried
            if one.start <= t < one.end
            for tip in [_tip(one.by, t)]
        )
        arms = tuple((seat.arm, _tip(seat, t)) for seat in self._people)
        cards = tuple(card for since, turned in self._turned if since <= t for card in turned)
        return Moment(lying, moving, arms, cards)

    def contents(self, t: float) -> dict[int, dict[int, int]]:
        """Return what lies at rest in each zone at ``t``: denomination to number."""
        found: dict[int, Counter[int]] = {number: Counter() for number in self.seats}
        for pile in self.moment(t).lying:
            for number, seat in self.seats.items():
                if _stands_in(pile, seat.zone):
                    found[number].update(chip.denomination for chip in pile.chips)
        return {number: dict(chips) for number, chips in found.items()}

    def held(self, seat: int, t: float) -> bool:
        """Whether a hand has chips in its fingers over a zone at ``t``."""
        return any(_stands_in(pile, self.seats[seat].zone) for pile in self.moment(t).moving)

    def _staged(self, seat: int) -> None:
        self._stages[seat].append((self.t, tuple(self.seats[seat].lying)))

    def _to(self, seat: int, tip: Tip, seconds: float) -> None:
        self._go(self.seats[seat], tip, seconds)

    def _go(self, who: Seat, tip: Tip, seconds: float) -> None:
        path = who.path
        if path[-1][0] < self.t:
            path.append((self.t, path[-1][1]))
        self.t += seconds
        path.append((self.t, tip))

    def _home(self, seat: int, seconds: float, behind_mm: tuple[float, float] = _REST_MM) -> None:
        """Draw the hand back behind the line, seldom to the same place."""
        player = self.seats[seat]
        x, _, z = player.rest
        back = float(self._chance.uniform(*behind_mm))
        self._to(seat, (x + float(self._chance.uniform(-15, 15)), player.line_mm + back, z), seconds)

    def _note(
        self,
        seat: int,
        start: float,
        added: Sequence[Chip] = (),
        taken: Sequence[Chip] = (),
        ahead: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        """Write down the motion since ``start``; in ``ahead`` chips are what reaches farthest."""
        line = self.seats[seat].line_mm
        over = []
        for t in np.arange(start, self.t, _LOOKS_S):
            pushed = 2 * _AHEAD_MM + 4 if ahead[0] <= t < ahead[1] else FINGER_MM
            if _tip(self.seats[seat], float(t))[1] - pushed < line:
                over.append(float(t))
        self.truth.append(Truth(seat, over[0], over[-1], _counted(added), _counted(taken)))


def _stands_in(pile: Pile, zone: Zone) -> bool:
    low, high = zone.polygon.min(axis=0), zone.polygon.max(axis=0)
    return bool((low <= (pile.x_mm, pile.y_mm)).all() and (high >= (pile.x_mm, pile.y_mm)).all())


def _counted(chips: Sequence[Chip]) -> dict[int, int]:
    return dict(Counter(chip.denomination for chip in chips))


def _tip(who: Seat, t: float) -> Tip:
    """Return where the fingertips are: between two places they start and end softly."""
    path = who.path
    after = next((number for number, (when, _) in enumerate(path) if when > t), len(path))
    if after in (0, len(path)):
        return path[min(after, len(path) - 1)][1]
    (t0, start), (t1, end) = path[after - 1], path[after]
    share = (t - t0) / (t1 - t0)
    eased = share**3 * (10 - 15 * share + 6 * share**2)
    x, y, z = (one + (other - one) * eased for one, other in zip(start, end, strict=True))
    return x, y, z

"""Divides a pot among its winners: evenly in whole chips, high and low by halves, odd chips as the house says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from controller.table.rulebook import PotRules


@dataclass(frozen=True, slots=True)
class Chips:
    """What decides where odd chips go. ``unit`` is the smallest chip in play.

    ``order`` puts the winners of a side in the order in which they get its odd chips (0: high, or the only one;
    1: low); ``left`` puts seats in the order from the button's left.
    """

    unit: int
    rules: PotRules
    order: Callable[[Sequence[int], int], list[int]]
    left: Callable[[Sequence[int]], list[int]]


def divide(amount: int, sides: Sequence[Sequence[int]], chips: Chips) -> dict[int, int]:
    """Return what each winner gets of a pot of ``amount``; ``sides`` are the winners of the high hand and of the low.

    A side that nobody qualifies for leaves the whole pot to the other.
    """
    sides = [side for side in sides if side]
    units, rest = divmod(amount, chips.unit)
    if len(sides) == 1:
        return _split(units, rest, chips.order(sides[0], 0), chips.unit)
    high, low = sides
    if chips.rules.tied_both_ways_even and set(high) == set(low):
        return _split(units, rest, chips.order(high, 0), chips.unit)
    half, odd = divmod(units, 2)
    to_high = odd if chips.rules.odd_chip_high_low == "high" else 0
    shares = _split(half + to_high, rest, chips.order(high, 0), chips.unit)
    for seat, share in _split(half, 0, chips.order(low, 1), chips.unit).items():
        shares[seat] = shares.get(seat, 0) + share
    if odd and not to_high:
        shares[chips.left(list(shares))[0]] += chips.unit
    return shares


def odd_chips(amount: int, sides: Sequence[Sequence[int]], chips: Chips) -> list[int]:
    """Return the winners whose share is larger by an odd chip."""
    shares = divide(amount, sides, chips)
    if len(shares) == 1:
        return []
    sides = [side for side in sides if side]
    if len(sides) == 2 and chips.rules.tied_both_ways_even and set(sides[0]) == set(sides[1]):
        del sides[1]
    each = [amount // chips.unit // len(sides) // len(side) * chips.unit for side in sides]
    even = {
        seat: sum(share for share, side in zip(each, sides, strict=True) if seat in side) for seat in shares
    }
    return [seat for seat, share in shares.items() if share >= even[seat] + chips.unit]


def _split(units: int, rest: int, order: Sequence[int], unit: int) -> dict[int, int]:
    """Split evenly in whole chips; odd ones go one by one in ``order``, less than a chip to its first."""
    each, odd = divmod(units, len(order))
    shares = {seat: (each + (place < odd)) * unit for place, seat in enumerate(order)}
    shares[order[0]] += rest
    return shares

"""Says what chips are worth as sensors tell them, and what they may be where a camera is not sure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct

Denomination = Annotated[int, Meta(ge=1, le=999_999_999)]
ChipCount = Annotated[int, Meta(ge=0, le=1_000_000)]
Chips = dict[Denomination, ChipCount]
SURE: Final = 0.985
"""How likely a camera must find chips for what they would make an irregularity of to be called without a look.

A zone behind whose stacks nothing can hide is 0.99 sure at most: 0.995 is left for what they hold.
"""
_AS_WELL: Final = 0.001
"""How likely a camera must find other chips than those told for what fits them alone to be put down to them: players err more seldom."""
_MOST_P: Final = 1.005
"""Eight shares of three places each may add up to a little more than 1."""


class Inconsistent(ValueError):
    """An event whose fields are each sound and do not go together; ``place`` is the field to mend."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(problem)
        self.place = place


def has_a_bet(big: int, small_bet: int | None, bring_in: int | None) -> None:
    """Raise Inconsistent where a level names no amount that anybody could bet."""
    if not (big or small_bet or bring_in):
        raise Inconsistent("big", "must be a whole number from 1, not 0, where no `small_bet` is given")


def bets_of(big: int, small_bet: int | None, big_bet: int | None, bring_in: int | None) -> dict[str, int]:
    """Return bring-in and bets of a level that names them in place of blinds, as stud's do; nothing of another's."""
    if bring_in is None and (big or not small_bet):
        return {}
    small = small_bet or big or 2 * (bring_in or 0)
    return {"bring_in": bring_in or max(1, small // 2), "small_bet": small, "big_bet": big_bet or 2 * small}


class ChipsGuessed(Struct, frozen=True, kw_only=True):
    """What a count may also be; of all that say ``p`` 0.9 nine in ten are right."""

    chips: Chips
    p: Annotated[float, Meta(ge=0, le=1)]


Alternatives = Annotated[list[ChipsGuessed], Meta(max_length=8)]


def add_up(alternatives: list[ChipsGuessed]) -> None:
    """Refuse likelihoods that add up to more than 1. Raise Inconsistent."""
    if sum(each.p for each in alternatives) > _MOST_P:
        raise Inconsistent("alternatives", "p adds up to more than 1 in `alternatives`")


def value_of(chips: Chips) -> int:
    """Return the worth of ``chips`` in chip units."""
    value = 0
    for denomination, count in chips.items():
        value += denomination * count
    return value


def likelihood(alternatives: Sequence[ChipsGuessed], amount: int) -> float:
    """Return how likely chips worth ``amount`` are by the camera that told them."""
    return sum(held.p for held in alternatives if value_of(held.chips) == amount)


def doubt_of(
    chips: Chips | None, alternatives: Sequence[ChipsGuessed], denominations: Iterable[int]
) -> frozenset[int]:
    """Return by how much more, or less, chips that are told may be worth by the camera that told them.

    What it tells without being ``SURE`` may have a chip more or fewer, or one taken for another of the ``denominations`` in play,
    though it says nothing of that: of counts that were wrong most had the truth under none of what they might be as well.
    """
    if chips is None or not alternatives:
        return frozenset()
    told = value_of(chips)
    off = {value_of(held.chips) - told for held in alternatives if held.p >= _AS_WELL}
    if likelihood(alternatives, told) < SURE:
        lying = [chip for chip, count in chips.items() if count]
        off |= {sign * chip for chip in lying for sign in (1, -1)}
        off |= {other - chip for chip in lying for other in denominations}
    return frozenset(off - {0})

"""Breaks amounts into chips as players handle them, and keeps what lies in a betting zone."""

from __future__ import annotations

from collections import Counter
from random import Random

from controller.table.chips import Chips, value_of

CHIP_SETS = (
    [1, 5, 25, 100, 500, 1000, 5000, 25000],
    [1, 5, 25, 100, 1000, 5000, 10000],
    [1, 2, 5, 20, 50, 100, 500, 1000],
    [5, 25, 100, 500, 1000, 5000],
    [25, 100, 500, 1000, 5000],
    [5000, 25000, 100000, 500000, 1000000],
    [1000, 5000, 25000, 100000],
    [100, 500, 1000, 5000, 25000, 100000],
)


def choose_set(amounts: list[int], rng: Random) -> list[int]:
    """Return a chip set in which every one of ``amounts`` can be put out without a mountain of chips."""
    fitting = [
        chips
        for chips in CHIP_SETS
        if all(amount % chips[0] == 0 for amount in amounts) and max(amounts) <= chips[-1] * 60
    ]
    return rng.choice(fitting or [[1, 5, 25, 100, 500, 1000, 5000, 25000, 100000]])


def break_down(amount: int, denominations: list[int], rng: Random, *, breaks: int = 0) -> Chips:
    """Return chips worth exactly ``amount``: largest first, then ``breaks`` random chips broken smaller."""
    chips: Counter[int] = Counter()
    for denomination in sorted(denominations, reverse=True):
        count, amount = divmod(amount, denomination)
        if count:
            chips[denomination] = count
    for _ in range(breaks):
        _break_one(chips, denominations, rng)
    return dict(chips)


def _break_one(chips: Counter[int], denominations: list[int], rng: Random) -> None:
    breakable = [
        big
        for big in chips
        if chips[big] > 0
        and any(small < big and big % small == 0 and big // small <= 5 for small in denominations)
    ]
    if not breakable:
        return
    big = rng.choice(sorted(breakable))
    small = max(small for small in denominations if small < big and big % small == 0 and big // small <= 5)
    chips[big] -= 1
    chips[small] += big // small
    if not chips[big]:
        del chips[big]


def take_out(zone: Counter[int], amount: int) -> Chips | None:
    """Take chips worth exactly ``amount`` out of ``zone``; None, and nothing taken, where that cannot be."""
    taken: Chips = {}
    for denomination in sorted(zone, reverse=True):
        count = min(zone[denomination], amount // denomination)
        if count:
            taken[denomination] = count
            amount -= count * denomination
    if amount:
        return None
    zone.subtract(taken)
    return taken


def one_can_be_spared(chips: Chips, owed: int) -> bool:
    """Whether several chips say "raise" by themselves: without the smallest they still reach ``owed``."""
    return sum(chips.values()) > 1 and value_of(chips) - min(chips) >= owed


def split_motions(chips: Chips, rng: Random) -> list[Chips]:
    """Split a wager into two forward motions, or leave it whole where it is one chip."""
    each = [denomination for denomination, count in sorted(chips.items(), reverse=True) for _ in range(count)]
    if len(each) < 2:
        return [chips]
    cut = rng.randrange(1, len(each))
    return [dict(Counter(each[:cut])), dict(Counter(each[cut:]))]

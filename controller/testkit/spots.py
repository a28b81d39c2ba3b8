"""Begins tests at spots of a hand: everybody limped, a bet is faced, a raise is faced."""

from __future__ import annotations

from typing import Any

from controller.testkit.scene import Scene

__tracebackhide__ = True  # a story that cannot be is shown where it is told

CHIPS = (5000, 1000, 500, 100, 25, 5, 1)


def chips(amount: int, *denominations: int) -> list[int]:
    """Return ``amount`` in as few chips as can be, of ``denominations`` or all."""
    paid: list[int] = []
    for denomination in denominations or CHIPS:
        paid += [denomination] * (amount // denomination)
        amount %= denomination
    assert amount == 0
    return paid


def flop(house: str, *, blinds: tuple[int, int] = (200, 400), seats: int = 6, **table: Any) -> Scene:
    """Everybody limped in; on the flop seat 1 is first to act and there is no bet."""
    table.setdefault("stacks", 100_000)
    return Scene(house, blinds=blinds, seats=seats, button=seats, **table).deal().limp_to_flop()


def facing(house: str, bet: int, *, blinds: tuple[int, int] | None = None, **table: Any) -> Scene:
    """On the flop seat 1 has bet ``bet``; seat 2 is to act."""
    if blinds is None:
        blinds = (bet // 2, bet) if bet < 400 else (200, 400)
    return bets(flop(house, blinds=blinds, **table), 1, "bet", bet)


def facing_raise(house: str, bet: int, to: int, **table: Any) -> Scene:
    """On the flop seat 1 bet and seat 2 raised ``to``; seat 3 is to act."""
    return bets(facing(house, bet, **table), 2, "raise", to)


def bets(scene: Scene, seat: int, verb: str, to: int, *, has_in: int = 0) -> Scene:
    """A seat says what it wagers and puts the chips out in one motion; ``has_in`` lie there already."""
    return scene.says(seat, verb, to).pushes(seat, *chips(to - has_in), after=1.0)

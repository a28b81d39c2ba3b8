"""Scripts what a table does at once: seats that bet together, hands that fidget, the dealer's sweep, chips laid on chips."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from vision.training.script import Script

Happening = Callable[[Script, np.random.Generator], None]
"""Lets something happen at a table."""
_ABREAST_MM: Final = 41.0


def _seats(script: Script, chance: np.random.Generator) -> list[int]:
    return [int(seat) for seat in chance.permutation(list(script.seats))]


def _place(script: Script, seat: int, chance: np.random.Generator, row: int = 0) -> tuple[float, float]:
    """Return a place in the middle of the zone, ``row`` 0 the nearest to the camera."""
    low, high = (getattr(script.seats[seat].zone.polygon, most)(axis=0) for most in ("min", "max"))
    x = (low[0] + high[0]) / 2 + chance.uniform(-14, 14)
    return float(x), float(low[1] + 38 + 48 * row + chance.uniform(-4, 4))


def _together(script: Script, chance: np.random.Generator) -> None:
    """All seats post or call within a second of each other."""
    script.rest(1.2)
    began, ended = script.t, []
    for number, seat in enumerate(_seats(script, chance)):
        script.t = began + number * float(chance.uniform(0.1, 0.4))
        script.push(seat, script.alike(1, 5), *_place(script, seat, chance), 0.45, 0.45)
        ended.append(script.t)
    script.t = max(ended)
    script.rest(1.0)


def _fidgets(script: Script, chance: np.random.Generator) -> None:
    """A player bets while the neighbours' hands move behind their lines."""
    script.rest(1.2)
    better, *others = _seats(script, chance)
    began = script.t
    for seat in others:
        player = script.seats[seat]
        t = began - 0.5
        for _ in range(8):
            x, y, z = player.rest
            t += float(chance.uniform(0.2, 0.4))
            close = player.line_mm + float(chance.uniform(25, 70))
            player.path.append(
                (t, (x + float(chance.uniform(-30, 30)), min(y, close), z + float(chance.uniform(0, 25))))
            )
    script.push(better, script.alike(1, 8), *_place(script, better, chance, 1), 0.45, 0.45)
    script.rest(1.5)


def _all_in(script: Script, chance: np.random.Generator) -> None:
    """Two or three high stacks side by side are pushed in one go."""
    script.rest(1.2)
    seat = _seats(script, chance)[0]
    x, y = _place(script, seat, chance)
    piles = [
        script.pile(script.alike(6, 18), x + _ABREAST_MM * at, y + float(chance.uniform(-6, 6)))
        for at in ((0, 1), (0, 1, -1))[int(chance.integers(2))]
    ]
    script.push_all(seat, piles, 0.6, 0.5)
    script.rest(1.0)


def _on_top(script: Script, chance: np.random.Generator) -> None:
    """A raise is laid on the stack that lies there."""
    seat = _seats(script, chance)[0]
    script.lies(seat, script.pile(script.alike(1, 6), *_place(script, seat, chance, 1)))
    script.rest(1.3)
    script.put_on(seat, script.seats[seat].lying[-1], script.alike(1, 6), 0.45, 0.45)
    script.rest(1.0)


def _swept(script: Script, chance: np.random.Generator) -> None:
    """Two seats have bet, and the dealer draws in one after the other."""
    betting = _seats(script, chance)[:2]
    for seat in betting:
        script.lies(seat, script.pile(script.alike(1, 6), *_place(script, seat, chance)))
    script.rest(1.3)
    for seat in betting:
        script.sweep(seat, 0.5, 0.5)
        script.rest(float(chance.uniform(0.05, 0.6)))
    script.rest(0.6)


def _rests_over(script: Script, chance: np.random.Generator) -> None:
    """A bet is pushed and the hand stays on it for seconds before it goes."""
    script.rest(1.2)
    seat = _seats(script, chance)[0]
    x, y = _place(script, seat, chance, 1)
    script.push(seat, script.alike(2, 8), x, y, 0.45, 0.4)
    script.rest(0.25)
    script.hover(seat, x, y + 10, float(chance.uniform(1.0, 3.0)))


BUSY: Final[dict[str, Happening]] = {
    "bets together": _together,
    "fidgeting neighbours": _fidgets,
    "all in": _all_in,
    "laid on top": _on_top,
    "swept": _swept,
    "hand stays": _rests_over,
}

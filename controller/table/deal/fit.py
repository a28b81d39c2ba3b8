"""Works out which hypotheses of the deal the reads allow, where some cards were read by no antenna.

The throat's count of draws is the truth; each draw has a read (the seat that saw it) or none. A hypothesis is
the seats in the order of the draws: the clean one, or what a single slip of the dealer makes of it. What
no read contradicts is possible. The table speaks of what everything possible agrees on, and a clean
hypothesis that is possible clears the dealer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

SHORT: Final = "short"
"""A seat was passed over in one round."""
EXTRA: Final = "extra"
"""A seat got one card more after the last."""

Reads = Sequence[int | None]
"""By draw: the seat whose antenna saw the card, None where none did."""


@dataclass(frozen=True, slots=True)
class Slip:
    """One slip of the dealer: the kind of its finding, or SHORT or EXTRA, and the seat that it is about."""

    kind: str
    seat: int


def possible(seats: Sequence[int], reads: Reads) -> bool:
    """Whether a hypothesis of this many draws is contradicted by no read."""
    return len(seats) == len(reads) and all(
        read is None or read == seat for seat, read in zip(seats, reads, strict=True)
    )


def clean(order: Sequence[int], per_seat: int, reads: Reads, *, button_consecutive: bool) -> bool:
    """Whether the deal may have been clean; the button may get its cards last, two in a row."""
    if possible([*order] * per_seat, reads):
        return True
    others, button = [*order[:-1]] * per_seat, order[-1]
    return button_consecutive and possible([*others, *[button] * per_seat], reads)


def clean_so_far(order: Sequence[int], per_seat: int, reads: Reads, *, button_consecutive: bool) -> bool:
    """Whether what was dealt so far may be the beginning of a clean deal."""
    courses = [[*order] * per_seat]
    if button_consecutive:
        courses.append([*order[:-1]] * per_seat + [order[-1]] * per_seat)
    return any(possible(seats[: len(reads)], reads) for seats in courses)


def slips(order: Sequence[int], per_seat: int, reads: Reads) -> list[Slip]:
    """Return the single slips that explain the reads, without the same one twice."""
    due = [*order] * per_seat
    found: list[Slip] = []
    for slip, seats in _hypotheses(order, per_seat, due, len(reads) - len(due)):
        if slip not in found and possible(seats, reads):
            found.append(slip)
    return found


def _hypotheses(
    order: Sequence[int], per_seat: int, due: list[int], more: int
) -> Iterator[tuple[Slip, list[int]]]:
    """Yield the hypotheses with ``more`` draws than a clean deal has (fewer: below 0)."""
    if more == -1:
        for place, seat in enumerate(due):
            yield Slip(SHORT, seat), due[:place] + due[place + 1 :]
    elif more == -per_seat:
        for seat in order:
            yield Slip("misdeal.seat_dealt_out", seat), [other for other in due if other != seat]
    elif more == 1:
        for seat in order:
            yield Slip(EXTRA, seat), [*due, seat]
    elif more == 0:
        for first in range(1, len(order)):
            turned = [*order[first:], *order[:first]] * per_seat
            yield Slip("misdeal.wrong_first_seat", order[first]), turned
        for place in range(1, len(due) - 1):
            swapped = [*due]
            swapped[place : place + 2] = due[place + 1], due[place]
            yield Slip("misdeal.sequence", due[place]), swapped

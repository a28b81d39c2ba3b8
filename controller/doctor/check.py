"""Holds one line of the self-test."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

State = Literal["well", "look", "bad", "none"]
"""``look``: works, but somebody should look at it. ``bad``: the table lacks it. ``none``: not part of this table."""


class Check(Struct, frozen=True, kw_only=True):
    """A part, how it is, and what to do; ``do`` is "" where nothing is to be done."""

    part: str
    state: State
    how: str
    do: str = ""


def not_ours(part: str, why: object) -> Check:
    """Say that this account may not look, so that nobody knows how the part is."""
    return Check(
        part=part, state="look", how=f"not looked at: {why}", do="ask again as root: sudo floorcall doctor"
    )

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

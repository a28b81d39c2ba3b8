"""Holds one line of the self-test."""

from __future__ import annotations

from pathlib import Path
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


def mend(file: Path, anew: str) -> str:
    """Return what to do about a mistake in ``file``: where there is no such file, no line of it can be mended."""
    return f"{'mend that line' if file.is_file() else 'name a file that is there'}, or {anew}"

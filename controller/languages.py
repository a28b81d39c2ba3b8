"""Lists the languages that the pages, the cards and the reports are written in."""

from __future__ import annotations

from typing import Final, Literal, get_args

Language = Literal["en", "hr", "ar"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
"""The first is spoken where nobody chose, and where another one lacks a text."""

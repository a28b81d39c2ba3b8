"""Names what can be wrong with a rulebook's file."""

from __future__ import annotations

from typing import Any


class RulebookError(ValueError):
    """A rulebook that cannot be used: which book, which key, what stands there, what would be right.

    ``line`` counts from 1 in the book's file; None where the key stands in no line of it.
    """

    def __init__(self, book: str, key: str, value: Any, message: str, line: int | None = None) -> None:
        place = book if line is None else f"{book}:{line}"
        what = f"{key} = {shown(value)}: " if key and value is not None else f"{key}: " if key else ""
        super().__init__(f"{place}: {what}{message}")
        self.book, self.key, self.value, self.message, self.line = book, key, value, message, line


def shown(value: Any) -> str:
    """Return ``value`` as TOML would have it, shortened to a line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{…}"
    text = '"' + " ".join(value.split()) + '"' if isinstance(value, str) else str(value).replace("'", '"')
    return text if len(text) <= 60 else text[:57] + "…"

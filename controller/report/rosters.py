"""Reads which dealer sat where, from a sheet with the columns table, from and dealer."""

from __future__ import annotations

from datetime import datetime

from controller.sheets.sheet import SheetError, rows_of, text_of

_COLUMNS = ("table", "from", "dealer")


class Roster:
    """Dealers by table and time."""

    def __init__(self, content: bytes, source: str) -> None:
        """Read a sheet. Raise SheetError, naming line and column."""
        self._rows: list[tuple[str, datetime, str]] = []
        for row in rows_of(text_of(content, source), source, needed=_COLUMNS, known=_COLUMNS):
            cells = row.cells
            for column in _COLUMNS:
                if not cells[column]:
                    raise SheetError(source, row.line, column, "is empty")
            try:
                since = moment(cells["from"])
            except ValueError:
                right = "a date and a time, as 2026-11-20 19:30"
                raise SheetError(
                    source, row.line, "from", f'must be {right}, not "{cells["from"][:40]}"'
                ) from None
            self._rows.append((cells["table"], since, cells["dealer"]))
        self._rows.sort(key=lambda row: row[1])

    def dealer(self, table: str, at: datetime | None) -> str:
        """Return who dealt at ``table`` then, "" where the sheet does not say."""
        if at is None:
            return ""
        there = [dealer for name, since, dealer in self._rows if name == table and since <= at]
        return there[-1] if there else ""


def moment(text: str) -> datetime:
    """Return a date and time; one without a zone is local. Raise ValueError."""
    return datetime.fromisoformat(text.strip()).astimezone()

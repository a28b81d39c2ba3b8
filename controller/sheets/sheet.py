"""A sheet of rows under named columns, as spreadsheets save it; every mistake has its line and its column."""

from __future__ import annotations

import csv
import difflib
import io
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

DELIMITERS: Final = (",", ";", "\t")
"""Spreadsheets put a semicolon where the country's decimal mark is a comma."""


class SheetError(ValueError):
    """A sheet that cannot be used. ``line`` counts from 1; ``column`` is its name, or ""."""

    def __init__(self, source: str, line: int, column: str, problem: str) -> None:
        place = f"{source}:{line}: "
        super().__init__(f"{place}column `{column}` {problem}" if column else f"{place}{problem}")
        self.source, self.line, self.column, self.problem = source, line, column, problem


class Row(Struct, frozen=True, kw_only=True):
    """One row: what stands in each column, "" for a cell that is empty or not there."""

    line: int
    cells: dict[str, str]


def text_of(content: bytes, source: str) -> str:
    """Return the text of a file. Raise SheetError where it is no UTF-8 text."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise SheetError(source, line, "", "is not UTF-8 text; save the sheet as CSV UTF-8") from error


def rows_of(text: str, source: str, *, needed: Sequence[str], known: Sequence[str]) -> list[Row]:
    """Return the rows under a first row that names the columns. Raise SheetError for anything else."""
    lines = text.splitlines()
    first = next((line for line in lines if line.strip()), "")
    delimiter = max(DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
    columns: list[str] = []
    rows: list[Row] = []
    try:
        for cells in reader:
            cells = [cell.strip() for cell in cells]
            if not any(cells):
                continue
            if not columns:
                columns = _columns(cells, source, reader.line_num, needed, known)
            else:
                rows.append(_row(cells, columns, source, reader.line_num))
    except csv.Error as error:
        raise SheetError(source, reader.line_num, "", f"is not CSV here: {error}") from error
    if not rows:
        raise SheetError(source, max(1, len(lines)), "", f"has no rows; a first row names {_list(known)}")
    return rows


def _columns(
    cells: list[str], source: str, line: int, needed: Sequence[str], known: Sequence[str]
) -> list[str]:
    columns = [cell.lower().replace(" ", "_") for cell in cells]
    for name in columns:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
            hint = f"did you mean `{near[0]}`?" if near else f"known here: {_list(known)}"
            raise SheetError(source, line, name, f"is not known; {hint}")
        if columns.count(name) > 1:
            raise SheetError(source, line, name, "stands there twice; leave one out")
    for name in needed:
        if name not in columns:
            raise SheetError(source, line, name, f"is missing; the first row names {_list(known)}")
    return columns


def _row(cells: list[str], columns: list[str], source: str, line: int) -> Row:
    if len(cells) > len(columns) and any(cells[len(columns) :]):
        problem = f"has {len(cells)} cells where the first row names {len(columns)} columns"
        raise SheetError(source, line, "", problem)
    cells = [*cells[: len(columns)], *[""] * (len(columns) - len(cells))]
    return Row(line=line, cells=dict(zip(columns, cells, strict=True)))


def whole_number(row: Row, column: str, source: str, least: int = 0, most: int = 999_999_999) -> int | None:
    """Return a cell's whole number, None where it is empty. Raise SheetError for anything else."""
    cell = row.cells.get(column, "")
    if not cell:
        return None
    digits = cell.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and least <= int(cell) <= most):
        right = f"a whole number from {least} to {most}, digits alone"
        raise SheetError(source, row.line, column, f'must be {right}, not "{cell[:40]}"')
    return int(cell)


def _list(names: Sequence[str]) -> str:
    return ", ".join(names)

"""Reads rows under named columns as spreadsheets save them; every mistake has its line and its column."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from controller import typed
from controller.languages import LANGUAGES
from controller.ruling_cards.words import Given, Words, words_in

DELIMITERS: Final = (",", ";", "\t")
"""Spreadsheets put a semicolon where the country's decimal mark is a comma."""
MOST_DIGITS: Final = 12


class SheetError(ValueError):
    """A sheet that cannot be used. ``line`` counts from 1; ``column`` is its name, or "".

    ``says`` and ``facts`` are the catalogue's text of the problem; "" for a sheet that no page takes.
    """

    def __init__(
        self,
        source: str,
        line: int,
        column: str,
        problem: str,
        says: str = "",
        facts: Mapping[str, Given] | None = None,
    ) -> None:
        place = f"{source}:{line}: "
        super().__init__(f"{place}column `{column}` {problem}" if column else f"{place}{problem}")
        self.source, self.line, self.column, self.problem = source, line, column, problem
        self._says, self._facts = says, facts or {}

    @classmethod
    def because(cls, source: str, line: int, column: str, says: str, **facts: Given) -> SheetError:
        """Return what is wrong, by the catalogue."""
        return cls(source, line, column, words_in(LANGUAGES[0]).say(f"sheet.{says}", **facts), says, facts)

    def place(self, words: Words) -> str:
        """Return line and column as people read them."""
        place = "sheet_column" if self.column else "sheet_line"
        return words.say(f"refusal.{place}", n=str(self.line), column=self.column)

    def text(self, words: Words) -> str:
        """Return the problem as people read it."""
        return words.say(f"sheet.{self._says}", **self._facts) if self._says else self.problem


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
        raise SheetError.because(source, line, "", "not_utf8") from error


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
        raise SheetError.because(source, reader.line_num, "", "not_csv", why=str(error)) from error
    if not rows:
        raise SheetError.because(source, max(1, len(lines)), "", "no_rows", columns=_list(known))
    return rows


def _columns(
    cells: list[str], source: str, line: int, needed: Sequence[str], known: Sequence[str]
) -> list[str]:
    columns = [cell.lower().replace(" ", "_") for cell in cells]
    for name in columns:
        if name not in known:
            if near := typed.near(name, known, 0.6):
                raise SheetError.because(source, line, name, "near", near=near)
            raise SheetError.because(source, line, name, "unknown", columns=_list(known))
        if columns.count(name) > 1:
            raise SheetError.because(source, line, name, "twice")
    for name in needed:
        if name not in columns:
            raise SheetError.because(source, line, name, "missing", columns=_list(known))
    return columns


def _row(cells: list[str], columns: list[str], source: str, line: int) -> Row:
    if len(cells) > len(columns) and any(cells[len(columns) :]):
        raise SheetError.because(source, line, "", "cells", cells=len(cells), of=len(columns))
    cells = [*cells[: len(columns)], *[""] * (len(columns) - len(cells))]
    return Row(line=line, cells=dict(zip(columns, cells, strict=True)))


def whole_number(row: Row, column: str, source: str, least: int = 0, most: int = 999_999_999) -> int | None:
    """Return a cell's whole number, None where it is empty. Raise SheetError for anything else."""
    cell = row.cells.get(column, "")
    if not cell:
        return None
    digits = cell.removeprefix("-")
    if not (is_digits(digits) and least <= int(cell) <= most):
        limits = {"least": str(least), "most": str(most)}
        raise SheetError.because(source, row.line, column, "whole_number", **limits, cell=cell[:40])
    return int(cell)


def is_digits(text: str) -> bool:
    """Whether a text is digits alone, and no more than any number here has: Python reads no number of thousands."""
    return text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS


def _list(names: Sequence[str]) -> str:
    return ", ".join(names)

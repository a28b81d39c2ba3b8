"""Writes the findings as CSV, a row each, for a spreadsheet."""

from __future__ import annotations

import csv
import io
from typing import Final

from controller.report.figures import against_book
from controller.report.night import Night
from controller.report.told import ToldFinding, ToldHand, wall

COLUMNS: Final = (
    "log", "table", "rulebook", "dealer", "hand", "id", "time", "t", "street", "kind", "seat", "level", "remedy",
    "cites", "coming_s", "coming_by", "ruled_s", "ruled_by", "decision", "ruled_seat", "ruled_amount",
    "against_book", "read_wrong", "note", "lines",
)  # fmt: skip
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would take for a formula."""


def sheet(night: Night) -> str:
    """Return the sheet, its first row naming the columns."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for hand, told in night.found():
        row = _row(hand, told, night.dealer(hand))
        writer.writerow([_plain(row[column]) for column in COLUMNS])
    return out.getvalue()


def _row(hand: ToldHand, told: ToldFinding, dealer: str) -> dict[str, object]:
    finding, ruling = told.finding, told.ruling
    at = wall(hand.header, finding.t)
    coming = next((said.moment.by for said in told.story if said.moment.what == "coming"), None)
    return {
        "log": hand.log, "table": hand.header.table, "rulebook": hand.book.id, "dealer": dealer, "hand": hand.n,
        "id": finding.id, "time": "" if at is None else at.isoformat(sep=" ", timespec="seconds"),
        "t": finding.t, "street": finding.street, "kind": finding.kind, "seat": finding.seat,
        "level": finding.level, "remedy": finding.remedy, "cites": " ".join(finding.cites),
        "coming_s": _seconds(told.after("coming")), "coming_by": coming,
        "ruled_s": _seconds(told.ruled_after), "ruled_by": ruling and ruling.by,
        "decision": ruling and ruling.decision, "ruled_seat": ruling and ruling.seat,
        "ruled_amount": ruling and ruling.amount, "against_book": "yes" if against_book(told) else "",
        "read_wrong": told.read_wrong, "note": ruling and ruling.note,
        "lines": " ".join(map(str, finding.evidence)),
    }  # fmt: skip


def _seconds(value: float | None) -> object:
    return None if value is None else round(value, 1)


def _plain(value: object) -> object:
    """Return a cell that no spreadsheet computes: what somebody wrote may begin like a formula."""
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return "" if value is None else value

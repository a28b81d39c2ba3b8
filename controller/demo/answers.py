"""Scores what a dealer made of a card, and whether the book has it so. Pure: a page's alerts in, an answer out."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

from controller.ruling_cards.words import Words, letters, plain
from controller.table_api import FLOOR_CALL

Touch = Literal["none", "seen", "done", "disputed", "ruled", "floor_call", "keyed"]
Card = Literal["floor", "dealer", "ruled", "device"]
"""What a card asks for: to stop for the floor, to mend it, to carry out what the floor has ruled, to know what is off."""
STOPS: Final = ("floor", "device")
"""Cards that are noticed, or for which the floor is called."""

COLUMNS: Final = ("card", "touched", "seconds", "book", "clause", "right")
FIELDS: Final = ("round", "kind", *COLUMNS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One card of an evening of practice.

    ``seconds`` is how long the dealer took, None where he touched nothing; ``book`` and ``clause`` are what
    the card says to do, and where the house's book says so. ``round`` is 1 at the first asking.
    """

    round: int
    kind: str
    card: str
    touched: Touch
    seconds: float | None
    book: str
    clause: str
    right: bool


def touch_on(
    card: Card, alert: dict[str, Any], alerts: Sequence[dict[str, Any]], before: Collection[str]
) -> Touch:
    """Return the first touch that answers a card as the floor's page shows it now, ``none`` without one.

    ``before`` names the alerts that there were when the card came: a call of the floor among them is older.
    A floor person's "coming" is no dealer's answer, and Seen answers only a card that stops the table, or a band that tells what is off.
    """
    marks = [moment["what"] for moment in alert["story"]]
    if card == "ruled":
        marks = marks[marks.index("ruled") + 1 :]
    answers = ("done", "disputed", "ruled", "seen") if card in STOPS else ("done", "disputed", "ruled")
    for mark in marks:
        if mark in answers:
            return cast(Touch, mark)
    called = any(one["card"]["kind"] == FLOOR_CALL and one["id"] not in before for one in alerts)
    return "floor_call" if called else "none"


def is_right(touch: Touch, card: Card, decision: str | None = None, due: Collection[str] = ()) -> bool:
    """Whether a touch is what the card asks for.

    A card that stops the table is noticed, or the floor called again, and left to the floor; a device that is off
    is noticed, or the floor told of it; every other card is carried out and done. Who rules at the floor's page himself is right with a ``decision`` that is ``due``.
    """
    if touch == "ruled":
        return decision in due
    return touch in (("seen", "floor_call") if card in STOPS else ("done",))


def table_of(answers: Sequence[Answer], words: Words) -> str:
    """Return the answers as a table to be read in a terminal, with the score below it."""
    rows = [[words.say(f"practice.column.{name}") for name in COLUMNS]]
    rows += [_cells(answer, words) for answer in answers]
    widths = [max(letters(row[column]) for row in rows) for column in range(len(COLUMNS))]
    lines = ["  ".join(_padded(cell, width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    right = sum(answer.right for answer in answers)
    score = words.say("practice.score", right=right, of=len(answers))
    return "\n".join([*(line.rstrip() for line in lines), "", plain(score)])


def _cells(answer: Answer, words: Words) -> list[str]:
    seconds = "" if answer.seconds is None else words.seconds(answer.seconds)
    right = words.say("practice.right" if answer.right else "practice.wrong")
    touched = words.say(f"practice.touched.{answer.touched}")
    return [answer.card, touched, seconds, answer.book, answer.clause, right]


def _padded(cell: str, width: int) -> str:
    return plain(cell) + " " * (width - letters(cell))


def csv_of(answers: Sequence[Answer], *, header: bool = True) -> str:
    """Return the answers as CSV, below a header where one is due; the columns have the same names in every language."""
    sheet = io.StringIO()
    writer = csv.writer(sheet, lineterminator="\n")
    if header:
        writer.writerow(FIELDS)
    for one in answers:
        seconds = "" if one.seconds is None else f"{one.seconds:.1f}"
        right = "yes" if one.right else "no"
        writer.writerow(
            [
                one.round,
                one.kind,
                plain(one.card),
                one.touched,
                seconds,
                plain(one.book),
                plain(one.clause),
                right,
            ]
        )
    return sheet.getvalue()

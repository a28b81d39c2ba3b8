"""Reads what the house keeps in a spreadsheet and hands to the table as CSV: who sits where, and the levels."""

from controller.sheets.levels import BREAK, LASTS, LevelRow, schedule_mistakes, schedule_of, steps_of
from controller.sheets.seats import seats_of, sheet_text
from controller.sheets.sheet import SheetError, text_of

__all__ = [
    "BREAK",
    "LASTS",
    "LevelRow",
    "SheetError",
    "schedule_mistakes",
    "schedule_of",
    "seats_of",
    "sheet_text",
    "steps_of",
    "text_of",
]

"""Plays one log under several houses' books and shows only what they rule differently, side by side."""

from __future__ import annotations

import math
import shutil
import textwrap
from collections.abc import Callable

import click

from controller.replay.book_replay import BookReplay
from controller.replay.words import LEVELS, action_words, clock, hand_words
from controller.ruling_cards import card_for
from controller.table.events import LogHeader
from controller.table.outputs import Action, Finding, HandLine, Output

Key = tuple[float, int, str]
"""Where two books speak of the same thing: moment, seat, and what kind of thing it is."""
Hand = dict[Key, dict[int, list[str]]]
"""What each book, by number, says of each thing."""
REMEDIES = {"floor": "floor decides", "look": "look", "no_action": "nothing to do"}
NOTHING = "—"
MIN_COLUMN = 14


class Comparison:
    """Collects what each book makes of a hand, and tells the differences when the hand is over."""

    def __init__(
        self, replays: list[BookReplay], say: Callable[[str], None], width: int | None = None
    ) -> None:
        self._replays = replays
        self._say = say
        columns = width or shutil.get_terminal_size((120, 40)).columns
        self._column = max((columns - 2) // len(replays) - 2, MIN_COLUMN)
        self._hands: dict[int, Hand] = {}
        self._header: LogHeader | None = None
        self._alike = self._different = 0

    def take(self, number: int, output: Output) -> None:
        """Note what book ``number`` says."""
        title, cell = self._told(number, output)
        when = (output.t, output.seat or 0) if not isinstance(output, HandLine) else (math.inf, 0)
        rows = self._hands.setdefault(output.hand, {})
        rows.setdefault((*when, title), {}).setdefault(number, []).extend(cell)

    def end_hands(self) -> None:
        """Tell the hands that are over: all but the last one spoken of."""
        for hand in sorted(self._hands)[:-1]:
            self._tell(hand, self._hands.pop(hand))

    def end_log(self) -> None:
        """Tell all hands: hands are numbered anew from here."""
        for hand in sorted(self._hands):
            self._tell(hand, self._hands.pop(hand))

    def finish(self) -> None:
        """Tell the rest, and what it came to."""
        self.end_log()
        self._begin_log()
        self._say("")
        self._say(click.style(f"{self._alike} rulings alike, {self._different} different", bold=True))

    def _begin_log(self) -> None:
        """Tell which log begins, with the books as the columns' heads."""
        header = self._replays[0].header
        if header is None or header is self._header:
            return
        self._header = header
        table = f"Table {header.table} · " if header.table else ""
        self._say(click.style(f"{table}{self._replays[0].log}", bold=True))
        self._row([[replay.book.id] for replay in self._replays], bold=True)

    def _tell(self, hand: int, rows: Hand) -> None:
        """Tell where the books differ in a hand."""
        self._begin_log()
        said = False
        for at, seat, title in sorted(rows):
            told = rows[at, seat, title]
            cells = [told.get(number, [NOTHING]) for number in range(len(self._replays))]
            if all(_ruling(cell) == _ruling(cells[0]) for cell in cells):
                self._alike += 1
                continue
            self._different += 1
            if not said:
                self._say("")
                self._say(click.style(f"Hand {hand}" if hand else "Before the first hand", bold=True))
                said = True
            self._say(f"  {title}" if at == math.inf else f"  {clock(at)}  {title}")
            alike = set.intersection(*map(set, cells)) if at == math.inf else set()
            self._row([[line for line in cell if line not in alike] for cell in cells])

    def _told(self, number: int, output: Output) -> tuple[str, list[str]]:
        if isinstance(output, Finding):
            card = card_for(output, self._replays[number].book)
            seat = f"seat {output.seat}: " if output.seat else ""
            remedy = REMEDIES.get(output.remedy, output.remedy.replace("_", " "))
            return f"{seat}{output.kind}", [f"{LEVELS[output.level]}: {remedy}", f"[{card.cite}]"]
        if isinstance(output, Action):
            return f"seat {output.seat}, {output.street}", [action_words(output).split("  [")[0]]
        return "the hand's end", hand_words(output)

    def _row(self, cells: list[list[str]], *, bold: bool = False) -> None:
        """Print one cell a book, each wrapped to its column."""
        wrapped = [
            [part for line in cell for part in textwrap.wrap(line, self._column) or [""]] for cell in cells
        ]
        for place in range(max(len(lines) for lines in wrapped)):
            row = "  ".join(
                f"{lines[place] if place < len(lines) else '':<{self._column}}" for lines in wrapped
            )
            self._say(click.style(f"  {row}".rstrip(), bold=True) if bold else f"  {row}".rstrip())


def _ruling(cell: list[str]) -> list[str]:
    """Return what was ruled, without the clause: every house numbers its own."""
    return [line for line in cell if not line.startswith("[")]

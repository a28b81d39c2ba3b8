"""Plays one log under one house's book: log entries in, the referee's lines out."""

from __future__ import annotations

from collections import Counter
from typing import Final

from controller import rulebooks
from controller.file_names import shown_name
from controller.rulebooks import RulebookError
from controller.sensorlog.reader import Entry, Problem
from controller.table.deal.deck import Deck
from controller.table.engine import Engine
from controller.table.events import AnyEvent, LogHeader, TableSet
from controller.table.hand import Hand
from controller.table.outputs import Finding, Output, Street
from controller.table.rulebook import Rulebook
from controller.table.view import TableView

APART: Final = frozenset({LogHeader, Problem, TableSet})
"""Entries that are no events, or are none where they stand."""


class ReplayError(ValueError):
    """A log that cannot be replayed as asked; the message names log, line and field."""


class BookReplay:
    """Plays one source, which may hold several logs one after the other.

    ``rulebook`` is an id or a path; None takes what each header names. Strictly, the first bad line is a
    ReplayError; else it becomes a finding and is skipped.
    """

    def __init__(self, log: str, rulebook: str | None = None, *, strict: bool = False) -> None:
        self.log = shown_name(log)
        self.strict = strict
        self._chosen = rulebook
        self._engine: Engine | None = None
        self._deck: Deck | None = None
        self._book: Rulebook | None = None
        self._bad: Counter[tuple[int, str]] = Counter()
        self._good_t = 0.0
        self.header: LogHeader | None = None

    @property
    def book(self) -> Rulebook:
        """Return the book in force. Raise ReplayError before the first entry."""
        if self._book is None:
            raise ReplayError(f"{self.log}: nothing read yet")
        return self._book

    def view(self) -> TableView:
        """Return the table as it stands. Raise ReplayError before the first entry."""
        return self._running().view()

    @property
    def hand(self) -> Hand | None:
        """Return the hand in play."""
        return None if self._engine is None else self._engine.hand

    @property
    def hands(self) -> int:
        """Return how many hands have begun, but for those that the table began itself and took back."""
        return 0 if self._engine is None else self._engine.hands

    def card(self, tag: str) -> str:
        """Return the card that a tag of the deck in play is, or was when the log ended. Raise ReplayError before the first entry."""
        deck = self._deck if self._engine is None else self._engine.deck
        if deck is None:
            raise ReplayError(f"{self.log}: nothing read yet")
        return deck.card(tag)

    def take(self, line: int, entry: Entry) -> list[Output]:
        """Play one entry. Raise ReplayError for a header that is missing or bad, and for strict reading."""
        if type(entry) in APART:
            if type(entry) is LogHeader:
                return [*self.finish(), *self._open(entry, line)]
            if type(entry) is Problem:
                return self._take_problem(entry)
            if type(entry) is TableSet and self._engine is not None and not self._engine.may_be_set:
                return self._bad_line(self._table_inside_hand(line))
        engine = self._engine
        if engine is None:
            self._without_header(f"{self.log}:{line}: the log has no header")
            engine = self._running()
        event: AnyEvent = entry  # type: ignore[assignment]  # what is no event stands in APART
        self._good_t = event.t
        return engine.feed(line, event)

    def finish(self) -> list[Output]:
        """End the log that is being played. Raise ReplayError where there was none and no book is given."""
        if self._engine is None:
            return []
        outputs = self._engine.finish()
        self._deck, self._engine = self._engine.deck, None
        return outputs

    def end(self) -> list[Output]:
        """End the source: like ``finish``, but a source in which nothing stood is an error."""
        if self._engine is None:
            self._without_header(f"{self.log}: the log is empty")
        return self.finish()

    def _running(self) -> Engine:
        if self._engine is None:
            raise ReplayError(f"{self.log}: nothing read yet")
        return self._engine

    def _open(self, header: LogHeader, line: int) -> list[Output]:
        try:
            book = (
                rulebooks.load_named(header.rulebook)
                if self._chosen is None
                else rulebooks.load(self._chosen)
            )
        except RulebookError as error:
            place = "--rulebook" if self._chosen else f"{self.log}:{line}: rulebook"
            raise ReplayError(f"{place}: {error}") from error
        if header.game not in book.games:
            raise ReplayError(
                f"{self.log}:{line}: game: {header.game!r} is not played under {book.id}, "
                f"which has {', '.join(book.games)}"
            )
        self.header, self._book = header, book
        self._engine = Engine(book, header)
        self._bad.clear()
        self._good_t = 0.0
        return []

    def _without_header(self, trouble: str, line: int = 1) -> None:
        """Start a log whose header, due on ``line``, is none, where a rulebook was given for it."""
        if self._chosen is None:
            raise ReplayError(f"{trouble}: give its rulebook with --rulebook, or see to line {line}")
        self._open(LogHeader(version=1, table="", started="", rulebook=self._chosen), 1)

    def _take_problem(self, problem: Problem) -> list[Output]:
        ended: list[Output] = []
        if problem.header:
            ended = self.finish()
            place = f"{self.log}:{problem.line}: {problem.place}"
            self._without_header(f"{place}: {problem.error}; this is no header", problem.line)
        elif self._engine is None:
            self._without_header(f"{self.log}:{problem.line}: the log has no header")
        return [*ended, *self._bad_line(problem)]

    def _table_inside_hand(self, line: int) -> Problem:
        return Problem(
            kind="log.bad_line",
            line=line,
            t=self._good_t,
            place="type",
            error="'table' stands inside a hand; seats change there by 'seat'",
        )

    def _bad_line(self, problem: Problem) -> list[Output]:
        """Report a line that does not count as a finding of the current hand."""
        if self.strict and problem.kind == "log.bad_line":
            raise ReplayError(f"{self.log}:{problem.line}: {problem.place}: {problem.error}")
        view = self._running().view()
        self._bad[view.hand, problem.kind] += 1
        finding = Finding(
            id=f"{view.hand}:{problem.kind}:{self._bad[view.hand, problem.kind]}",
            t=problem.t,
            hand=view.hand,
            street=_street(view),
            kind=problem.kind,
            seat=None,
            level="info",
            remedy="look",
            cites=[],
            facts={"place": problem.place, "error": problem.error},
            evidence=[problem.line],
        )
        return [finding]


def _street(view: TableView) -> Street:
    if view.street != "between":
        return view.street
    return "showdown" if view.hand else "deal"

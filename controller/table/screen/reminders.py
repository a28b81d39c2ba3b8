"""Keeps notes about the hand, the deck and the button, and says what takes each of them away again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from controller.table.outputs import Level
from controller.table.rulebook import Rulebook
from controller.table.view import Note


@dataclass(slots=True)
class Reminders:
    """The notes that stand at one table until ``cards``, the ``deck`` or the next ``hand`` comes."""

    book: Rulebook
    _cites: dict[str, list[str]] = field(default_factory=dict)
    """The clauses on each kind that was asked for."""
    _standing: dict[tuple[str, str, int | None], tuple[str, Note]] = field(default_factory=dict)

    def make(
        self, kind: str, what: str = "", seat: int | None = None, level: Level = "dealer", **facts: Any
    ) -> Note | None:
        """Return a note, None where the house has no clause of that kind."""
        cites = self._cites.get(kind)
        if cites is None:
            cites = self._cites[kind] = self.book.about(kind)
        if not cites:
            return None
        return Note(kind=kind, seat=seat, cites=cites, facts=facts, what=what, level=level)

    def note(
        self,
        until: str,
        kind: str,
        what: str = "",
        seat: int | None = None,
        level: Level = "dealer",
        **facts: Any,
    ) -> None:
        """Let a note stand ``until`` what takes it away."""
        made = self.make(kind, what, seat, level, **facts)
        if made is not None:
            self._standing[kind, what, seat] = (until, made)

    def drop(self, *until: str) -> None:
        """Take away the notes that stand until one of these."""
        self._standing = {key: held for key, held in self._standing.items() if held[0] not in until}

    def standing(self) -> list[Note]:
        """Return the notes that stand, in the order they came."""
        return [made for _, made in self._standing.values()]

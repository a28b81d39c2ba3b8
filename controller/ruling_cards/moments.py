"""Says what became of an alert: a mark, or a ruling with its decision, its seat, its amount and its note."""

from __future__ import annotations

from typing import Protocol

from controller.ruling_cards.words import Words


class Decided(Protocol):
    """A ruling, wherever it comes from."""

    @property
    def decision(self) -> str | None:
        """What was ruled."""

    @property
    def seat(self) -> int | None:
        """Of which seat."""

    @property
    def amount(self) -> int | None:
        """How much."""

    @property
    def note(self) -> str | None:
        """Why."""


def moment_text(what: str, ruling: Decided | None, words: Words) -> str:
    """Return what became of an alert, in the language of ``words``; "" for what it has no word for."""
    said = words.table["page"]["moment"].get(what, "")
    if ruling is None or ruling.decision is None:
        return str(said)
    told = [said, words.decision(ruling.decision)]
    if ruling.seat is not None:
        told.append(words.say("page.in_seat", n=str(ruling.seat)))
    if ruling.amount is not None:
        told.append(words.number(ruling.amount))
    text = " · ".join(words.apart(part) for part in told)
    return f"{text} ({words.apart(ruling.note)})" if ruling.note else text

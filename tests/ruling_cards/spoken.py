"""Which words belong to a language: those of its own file, and a short list of what is no language's."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import Any, Final

from controller.ruling_cards.words import clauses_of, plain, table_of

NAMES: Final = (
    "Floorcall", "Deltin", "DPC", "English-Arabic", "Invitational", "TDA 2024", "UPT",  # names of the program, of books
    "English", "Hrvatski", "العربية",  # languages by their own names
    "SB", "BB", "CSV", "PIN", "SHA-256", "Ctrl-C",  # the same in every language
    "seat, stack, state", "in, absent, penalty, out, empty",  # what a sheet's first row and cells are called
)  # fmt: skip
"""What stays as it is on every page."""

FIELD = re.compile(r"\{\??\w+(?::([^{}]*))?\}")
WORD = re.compile(r"[^\W\d_]{2,}")
CARD = re.compile(r"(?<!\w)(?:[2-9TJQKA]|10)[cdhs♠♥♦♣](?!\w)")


def texts_in(table: Any) -> Iterable[str]:
    """Yield every text of a catalogue's table."""
    if isinstance(table, str):
        yield table
    elif isinstance(table, dict):
        for value in table.values():
            yield from texts_in(value)
    elif isinstance(table, list):
        for value in table:
            yield from texts_in(value)


def _said(text: str) -> str:
    """Return a text with every form of its choices, and no name of a fact."""

    def forms(match: re.Match[str]) -> str:
        named = (match[1] or "").split(";")
        return " ".join(form.strip().partition(" ")[2] for form in named)

    return FIELD.sub(forms, text)


@functools.cache
def vocabulary(language: str) -> frozenset[str]:
    """Return the words that the file of ``language`` itself has."""
    texts = [*texts_in(table_of(language)), *clauses_of(language).values()]
    said = (plain(_said(text)) for text in texts)
    return frozenset(word.casefold() for text in said for word in WORD.findall(text))


def strangers(text: str, language: str, given: Iterable[str] = ()) -> list[str]:
    """Return the words of ``text`` that are not the language's; ``given`` are names that a house or a person gave."""
    left = plain(text)
    for name in sorted((*NAMES, *given), key=len, reverse=True):
        left = left.replace(name, " ")
    left = CARD.sub(" ", left)
    return [word for word in WORD.findall(left) if word.casefold() not in vocabulary(language)]

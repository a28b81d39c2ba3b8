"""Says a floor's reminder in one line of text, with the clause it follows from."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from controller.ruling_cards.words import Fact, Words, words_in
from controller.table.rulebook import Rulebook
from controller.table.view import Note

LINE: Final = 70
"""Characters of a reminder that fit in a line of the floor's list."""


class Reminder(Struct, frozen=True, kw_only=True):
    """What stands on the floor's page: ``place`` is the seat or empty, ``cite`` house and clause."""

    place: str
    text: str
    cite: str


def reminder_of(note: Note, book: Rulebook, *, language: str = "en", most: int = LINE) -> Reminder:
    """Return ``note`` in words, in ``most`` characters where it has a wording so short. Raise KeyError for an unknown language."""
    words = words_in(language)
    seat = "" if note.seat is None else words.say("words.seat", n=note.seat)
    cite = f"{book.short} {note.cites[0]}" if note.cites else words.say("words.silent")
    if note.our_reading:
        cite += f" · {words.say('words.our_reading')}"
    text = words.wording(words.note(note.kind), _fields(note, words), most)
    return Reminder(place=seat, text=text, cite=cite)


def _fields(note: Note, words: Words) -> dict[str, str]:
    fields: dict[str, str] = {
        name: Fact(text, value if isinstance(value, int) else None)
        for name, value in note.facts.items()
        if (text := _text(value, words))
    }
    fields[note.what] = ""
    if "per" in note.facts:
        fields["per"] = Fact(words.word("per", str(note.facts["per"])), str(note.facts["per"]))
    if note.facts.get("nth") == 1:
        del fields["nth"]
    if "places" in note.facts:
        fields["order"] = _order(note.facts["places"], words)
        if len(note.facts["places"]) == 1:
            fields["together"] = ""
    return fields


def _text(value: Any, words: Words) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, int):
        return words.number(value)
    if isinstance(value, list) and all(isinstance(item, int) for item in value):
        return words.listing([words.number(item) for item in value])
    return ""


def _order(places: list[list[int]], words: Words) -> str:
    return str(words.table["words"]["before"]).join(
        words.apart(words.listing([words.number(seat) for seat in place])) for place in places
    )

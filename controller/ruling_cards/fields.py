"""Makes of a finding's facts the pieces of text that a wording can ask for."""

from __future__ import annotations

from typing import Any

from controller.ruling_cards.words import Fact, Words
from controller.table.outputs import Finding
from controller.table.rulebook import Rulebook
from controller.table.view import TableView

_SEAT_LISTS = ("waiting", "seats")
_WORDS = {
    "street": "street",
    "action": "action",
    "stands": "action",
    "said": "action",
    "state": "device_state",
    "blind": "sensor",
}
_COUNTS = ("draws", "burns", "cards", "count")


def fields_of(
    finding: Finding, book: Rulebook, view: TableView | None, words: Words, at: str | None
) -> dict[str, str]:
    """Return every fact that is known, by name, as text in the language of ``words``.

    A seat that is not known (``seat``, ``next``) has no entry, nor has any fact that is null.
    """
    facts = {"street": finding.street, **finding.facts}
    fields: dict[str, str] = {
        name: Fact(text, value if isinstance(value, str | int | float) else None)
        for name, value in facts.items()
        if (text := _text(name, value, words)) is not None
    }
    fields |= _seats(finding, view, words)
    fields |= _counts(facts, words)
    fields |= {
        name.capitalize(): Fact(text[:1].upper() + text[1:], facts.get(name))
        for name, text in fields.items()
        if name in _WORDS
    }
    if at is not None:
        fields["at"] = at
    if book.deal.exposed_replaced is not None:
        fields[book.deal.exposed_replaced] = ""
    if (missing := _missing(facts)) is not None and "short" not in fields:
        fields["short"] = Fact(words.number(missing), missing)
    if facts.get("device") == "journal":
        fields["journal"] = ""
    if (over := _over(facts)) is not None:
        fields["over"] = Fact(words.number(over), over)
    return fields


def _text(name: str, value: Any, words: Words) -> str | None:
    if isinstance(value, bool):
        return "" if value else None
    if value is None:
        return None
    if isinstance(value, str):
        return _named(name, value, words)
    if isinstance(value, float):
        return words.seconds(value)
    if isinstance(value, int):
        return words.number(value)
    if isinstance(value, list) and all(isinstance(item, int) for item in value) and value:
        return _listed(name, value, words)
    if isinstance(value, dict) and value and all(isinstance(amount, int) for amount in value.values()):
        return words.listing([_share(seat, amount, words) for seat, amount in value.items()])
    if isinstance(value, list) and name == "zones" and value:
        return _zones(value, words)
    if isinstance(value, list) and name in _WORDS:
        return words.listing([words.word(_WORDS[name], item) for item in value])
    return None


def _share(seat: Any, amount: int, words: Words) -> str:
    return words.say("words.share", n=str(seat), amount=amount)


def _named(name: str, value: str, words: Words) -> str:
    if name in _WORDS:
        return words.word(_WORDS[name], value)
    if name == "device":
        return words.device(value)
    if name in ("zone", "look"):
        zone, _, seat = value.partition(":")
        return words.put(words.word("zone", zone), n=seat)
    return value


def _zones(zones: list[str], words: Words) -> str:
    """Return zones for people: seats by their numbers, whatever lies there, then the rest by name."""
    seats = sorted({int(seat) for zone in zones for _, _, seat in [zone.partition(":")] if seat})
    rest = sorted(zone for zone in zones if ":" not in zone)
    named = [_listed("seats", seats, words)] if seats else []
    return words.listing([*named, *(words.word("zone", zone) for zone in rest)])


def _listed(name: str, value: list[int], words: Words) -> str:
    listing = words.listing([words.number(item) for item in value])
    if name not in _SEAT_LISTS:
        return listing
    shape = "a_seat" if len(value) == 1 else "seats"
    return words.say(f"words.{shape}", n=listing)


def _seats(finding: Finding, view: TableView | None, words: Words) -> dict[str, str]:
    seats: dict[str, str] = {}
    if finding.seat is not None:
        seats["seat"] = Fact(words.number(finding.seat), finding.seat)
    if view is not None and view.to_act not in (None, finding.seat) and view.hand == finding.hand:
        seats["next"] = Fact(words.number(view.to_act or 0), view.to_act)
    return seats


def _counts(facts: dict[str, Any], words: Words) -> dict[str, str]:
    """Return ``many`` (how many things, two or more), ``one_NAME`` of a count of one, ``one_draw``, ``chips``."""
    counts: dict[str, str] = {}
    for name in _COUNTS:
        value = facts.get(name)
        count = len(value) if isinstance(value, list) else value
        if isinstance(count, int) and not isinstance(count, bool) and count > 1:
            counts["many"] = Fact(words.many(count), count)
            break
    counts |= {f"one_{name}": "" for name in _COUNTS if facts.get(name) == 1}
    draws = facts.get("draws")
    if isinstance(draws, list) and len(draws) == 1:
        counts["one_draw"] = words.number(draws[0])
    if facts.get("about") == "words":
        counts["words"] = ""
    elif str(facts.get("look", "")).startswith("bet:"):
        counts["chips"] = ""
    return counts


def _over(facts: dict[str, Any]) -> int | None:
    """Return what lies there beyond the amount ruled, where both figures are known."""
    to, lies = facts.get("to"), facts.get("total")
    return lies - to if isinstance(to, int) and isinstance(lies, int) and lies > to else None


def _missing(facts: dict[str, Any]) -> int | None:
    """Return what is to be added for the amount ruled or owed, where both figures are known."""
    to, lies = facts.get("to", facts.get("owed")), facts.get("total", facts.get("pushed"))
    if isinstance(to, int) and isinstance(lies, int) and to > lies:
        return to - lies
    return None

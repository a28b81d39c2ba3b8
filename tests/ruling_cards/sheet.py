"""Every card of every kind and house on one sheet, to be read in one sitting, with the longest facts there are.

python -m tests.ruling_cards.sheet -o build/cards.txt
"""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from controller import rulebooks
from controller.ruling_cards import Card, card_for
from controller.table.kinds import ALLOWED, KINDS
from controller.table.rulebook import Rulebook
from tests.ruling_cards.samples import LONGEST, MOST, found, turn_view

SHARES: dict[str, Any] = {"due": {9: MOST, 10: MOST}, "awarded": {8: MOST}}
FEW: dict[str, Any] = {"cards": 1, "count": 1, "draws": [1], "seats": [3], "waiting": [3]}
SAID_ONLY = ("board.rabbit_hunt",)
"""Told only where the house has a word on it."""
TOLD_APART = ("redeal", "seventh", "up_cards")
"""Cases that a fact of their own tells apart on the card."""
NO_SEAT = ("board.", "deck.", "misdeal.boxed", "misdeal.barred", "button.", "sensing.device", "log.")


def facts_of(kind: str, *, few: bool = False) -> dict[str, Any]:
    """Return the facts that a finding of ``kind`` carries, at their longest or with one of everything."""
    names = [fact.name for fact in KINDS[kind].facts]
    known = (
        LONGEST
        | {"street": "river"}
        | (SHARES if kind in ("pot.award_wrong", "showdown.winner_killed") else {})
    )
    known |= FEW if few and not kind.startswith("board.") else {}
    return {name: known[name] for name in names if name in known}


def rulings(book: Rulebook, kind: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield case, remedy and what the ruling adds to the facts, for every case that ``book`` tells apart."""
    rule, told = book.kinds.get(kind), KINDS[kind]
    silent: dict[str, Any] = {"silent": True} if told.by_house and not told.everywhere else {}
    if (rule is None or not rule.cites) and not (told.advice or kind in SAID_ONLY):
        yield "", "floor" if silent else told.remedies[0], silent
    cases = {} if rule is None else ({"": rule} if rule.cites else {}) | dict(rule.cases)
    for case, held in cases.items():
        if held.remedy != ALLOWED:
            facts = {case: True} if case in TOLD_APART else {}
            street = next((name for name in ("flop", "turn", "river") if case.startswith(name)), None)
            facts |= {"street": street} if street else {}
            yield case, held.remedy, facts | ({"options": held.options} if held.options else {})


def card(book: Rulebook, kind: str, remedy: str, facts: dict[str, Any], cites: list[str]) -> Card:
    """Return the card as the display shows it."""
    seat = None if kind.startswith(NO_SEAT) else 10
    return card_for(found(kind, remedy, facts, seat=seat, cites=cites), book, turn_view(), at="21:14:07")


def _lines(shown: Card) -> Iterator[str]:
    head = " · ".join(text for text in (shown.headline, shown.seat) if text)
    yield f"    {shown.level.upper():<6} {head} | {shown.remedy}"
    yield from (f"           {n} {step}" for n, step in enumerate(shown.steps, 1))
    yield f"           saw: {shown.seen}"
    yield from textwrap.wrap(shown.happened, 96, initial_indent=" " * 11, subsequent_indent=" " * 11)


def sheet() -> Iterator[str]:
    """Yield the sheet's lines: kind by kind, each text once with the houses and cases that it stands in."""
    books = [rulebooks.load(house) for house in rulebooks.ids()]
    for kind in KINDS:
        if kind.startswith("log."):
            continue
        texts: dict[tuple[str, ...], list[str]] = {}
        for book in books:
            for case, remedy, more in rulings(book, kind):
                cites = [] if more.get("silent") else ["1"]
                for few in (False, True):
                    shown = card(book, kind, remedy, facts_of(kind, few=few) | more, cites)
                    name = f"{book.id} {case}".strip()
                    held = texts.setdefault(tuple(_lines(shown)), [])
                    if name not in held:
                        held.append(name)
        yield kind
        for lines, names in texts.items():
            yield from textwrap.wrap(", ".join(names), 100, initial_indent="  ", subsequent_indent="  ")
            yield from lines
        yield ""


def main() -> None:
    """Write the sheet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path, default=Path("build/cards.txt"))
    target = parser.parse_args().output
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text("\n".join(sheet()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Prints the kinds of findings as a page of the documentation, from their rows and the catalogue's words.

``python -m controller.ruling_cards.kinds_page > docs/findings.md`` prints it; a test holds the page against the rows.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Final

from controller.ruling_cards.words import words_in
from controller.table.kinds import CASES, KINDS, Kind
from controller.table.kinds.kind import ANY, HELD, Fact

HEAD: Final = """# Kinds of findings

Made by `python -m controller.ruling_cards.kinds_page > docs/findings.md` from the rows in `controller/table/kinds/`.

What the table can find, how loud it is and how it can end. The level is what a kind has unless the house's book gives
it another; whatever ends by `floor` calls the floor, and `floor` may end any kind. Facts are for cards and readers:
amounts are the seat's whole bet on the street. What is in brackets is there where it is known, or in some cases.
`misdeal` is in every finding that a book rules on.

Any finding may also have {any}.

**Cases** are the moments that a book may rule differently; most names stand for themselves. The table names those that
apply, the most special first, and takes the first that the book knows; where it knows none, the kind itself.

{cases}
"""
_LEVEL: Final = {"floor": "calls the floor", "dealer": "the dealer mends it", "info": "only informs"}
_DEVICES: Final = {"shoe": "shoe", "antennas": "antennas", "chips": "camera"}


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _facts(facts: Iterable[Fact]) -> str:
    told = [
        (f"`{fact.name}`", " or ".join(HELD[one].means for one in fact.holds), fact.always) for fact in facts
    ]
    return "; ".join(f"{name} ({means})" if always else f"[{name} ({means})]" for name, means, always in told)


def _sensed(kind: Kind) -> str:
    """Return what it takes to judge a kind, in words."""
    parts = [_DEVICES[name] for name in sorted(kind.needs)] or ["nothing but keys"]
    parts += sorted(kind.never_without - kind.needs)
    text = ", ".join(parts)
    return (
        f"{text}; in all its cases: {', '.join(sorted(kind.in_part_without))}"
        if kind.in_part_without
        else text
    )


def _told(name: str, kind: Kind) -> Iterator[str]:
    yield f"\n## `{name}`\n"
    yield (
        words_in("en").kind(name).get("happened", "").rpartition(" | ")[2].strip().replace("{seat}", "*n*")
        + "\n"
    )
    whose = "" if kind.by_house else "; the table finds it out about itself"
    yield f"- Level: {kind.level} ({_LEVEL[kind.level]}){'; advice, no irregularity' if kind.advice else whose}"
    if kind.remedies:
        yield f"- Ends by: {_listed(kind.remedies)}"
    if kind.cases:
        yield f"- Cases: {_listed(kind.cases)}"
    if kind.facts:
        yield f"- Facts: {_facts(kind.facts)}"
    if not name.startswith("log."):
        yield f"- Takes: {_sensed(kind)}"


def page() -> str:
    """Return the text of ``docs/findings.md``."""
    cases = "\n".join(
        ["| case | the moment |", "| --- | --- |", *(f"| {a} | {b} |" for a, b in CASES.items())]
    )
    lines = [HEAD.format(any=_listed(fact.name for fact in ANY), cases=cases).rstrip()]
    for name, kind in KINDS.items():
        lines += [line for line in _told(name, kind) if line]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page())

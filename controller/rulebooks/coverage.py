"""Tells which clauses of a book the table applies, shown by which test, and which not and why.

``covered.json`` is made from the marks of the tests by ``python -m tests.rulebooks.coverage --write``;
what no sensor tells yet stands with the clause as ``needs``.
"""

from __future__ import annotations

import functools
from collections import Counter
from importlib import resources
from typing import NamedTuple

import msgspec

from controller.table.rulebook import Clause, Rulebook

Shown = dict[str, dict[str, list[str]]]
"""House -> clause's ref -> the tests that show it, as ``file::function``."""


class Covered(NamedTuple):
    """One clause that a table could apply: ``tests`` show it, or ``clause.needs`` says what is missing."""

    clause: Clause
    tests: list[str]

    @property
    def state(self) -> str:
        """Return ``covered``, ``needs`` or ``open`` (neither shown nor explained)."""
        if self.tests:
            return "covered"
        return "needs" if self.clause.needs else "open"


@functools.cache
def shipped() -> Shown:
    """Return what the tests of this version show."""
    text = resources.files("controller.rulebooks").joinpath("covered.json").read_bytes()
    return msgspec.json.decode(text, type=Shown)


def of(book: Rulebook, shown: Shown | None = None) -> list[Covered]:
    """Return the coverage of each clause of ``book`` that is sensed or assists, in the book's order."""
    tests = (shipped() if shown is None else shown).get(book.id, {})
    return [
        Covered(clause, tests.get(clause.ref, []))
        for clause in book.clauses.values()
        if clause.class_ != "human"
    ]


def counts(covered: list[Covered]) -> Counter[tuple[str, str]]:
    """Return how many clauses there are by class and state."""
    return Counter((entry.clause.class_, entry.state) for entry in covered)

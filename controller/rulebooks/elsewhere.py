"""Tells what the other houses' books say of a thing that one house has ruled on."""

from __future__ import annotations

from msgspec import Struct

from controller.rulebooks.compare import wider
from controller.rulebooks.loader import ids, load
from controller.table.kinds import KINDS
from controller.table.outputs import Finding
from controller.table.rulebook import KindCase, KindRule, Rulebook, cite_of


class Elsewhere(Struct, frozen=True, kw_only=True):
    """One other book on the same kind and case. ``remedy`` None: the book is silent, and its floor decides."""

    book: str
    short: str
    remedy: str | None
    cites: list[str]
    our_reading: bool = False


def elsewhere(finding: Finding, book: Rulebook) -> list[Elsewhere]:
    """Return what every other book has for a finding under ``book``; none where no book rules on its kind."""
    kind = KINDS.get(finding.kind)
    if kind is None or not kind.by_house or kind.advice:
        return []
    cases = cases_of(finding, book)
    return [_said(load(name), finding.kind, cases) for name in ids() if name != book.id]


def cases_of(finding: Finding, book: Rulebook) -> list[str]:
    """Return the cases of the book that a finding may be one of, most telling first; none: the kind at large."""
    rule = book.kinds.get(finding.kind)
    if rule is None:
        return []
    found = [name for name, case in rule.cases.items() if _same(case, finding)]
    street = finding.facts.get("street", finding.street)
    found.sort(key=lambda name: not name.startswith(str(street)))
    return (
        [] if _same(rule, finding) and not any(name.startswith(str(street)) for name in found) else found[:1]
    )


def _same(rule: KindRule | KindCase, finding: Finding) -> bool:
    return rule.remedy == finding.remedy and [cite_of(ref) for ref in rule.cites] == finding.cites


def _said(book: Rulebook, kind: str, cases: list[str]) -> Elsewhere:
    named = [name for case in cases for name in wider(case)]
    rule = book.rule(kind, *named)
    return Elsewhere(
        book=book.name,
        short=book.short,
        remedy=None if rule is None else rule.remedy,
        cites=[] if rule is None else [cite_of(ref) for ref in rule.cites],
        our_reading=rule is not None and rule.our_reading,
    )

"""Checks whether a book that has the right keys makes sense: its kinds, remedies, cases and cites."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from controller import typed
from controller.rulebooks.errors import shown
from controller.rulebooks.shape import Mistake
from controller.table.kinds import KINDS, Kind
from controller.table.rulebook import cite_of
from controller.typed import KeyPath

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_ABOUT = re.compile(r"[a-z_]+\.[a-z_]+")
_OPTION = re.compile(r"[a-z_]{1,40}")

Document = dict[str, Any]


def mistakes(document: Document) -> Iterator[Mistake]:
    """Yield what makes no sense in a whole book's ``document``, whose keys and types are right."""
    if not _ID.fullmatch(document["id"]):
        yield ("id",), document["id"], 'must be small letters, digits and hyphens, such as "our-house"'
    if not document["games"]:
        yield ("games",), [], 'names no game; such as ["nlhe"]'
    yield from _clause_mistakes(document.get("clause", []))
    cites = {cite_of(clause["ref"]) for clause in document.get("clause", [])}
    yield from _cutoff_mistakes(document["cutoff"], cites)
    yield from _floor_mistakes(document.get("floor", {}), cites)
    for name, rule in document["kinds"].items():
        yield from _kind_mistakes(name, rule, cites)
    yield from _disagreements(document)


def _clause_mistakes(clauses: list[Document]) -> Iterator[Mistake]:
    seen: set[str] = set()
    for index, clause in enumerate(clauses):
        path: KeyPath = ("clause", index)
        ref = clause["ref"]
        if not ref.strip():
            yield (*path, "ref"), ref, "a clause needs the number it is cited by"
        if ref in seen:
            yield (*path, "ref"), ref, "this clause stands in the book twice"
        seen.add(ref)
        if not clause["says"].strip():
            yield (*path, "says"), clause["says"], f"clause {ref} says nothing"
        if clause.get("class", "human") != "human" and "kind" not in clause:
            yield (*path, "class"), clause["class"], f"clause {ref} needs a `kind`: what the rule is about"
        if not _ABOUT.fullmatch(clause.get("kind", "bet.undercall")):
            yield (*path, "kind"), clause["kind"], 'must be a group and a name, such as "bet.undercall"'


def _cutoff_mistakes(cutoff: Document, cites: set[str]) -> Iterator[Mistake]:
    if "players" in cutoff and cutoff["test"] != "players":
        yield ("cutoff", "players"), cutoff["players"], 'is used only where test = "players"'
    if not cutoff["cites"]:
        yield ("cutoff", "cites"), [], "the cut-off has to cite a clause"
    yield from _cite_mistakes(cutoff["cites"], cites, ("cutoff", "cites"))


def _floor_mistakes(floor: Document, cites: set[str]) -> Iterator[Mistake]:
    """Yield what is wrong with the clauses that the tables of ``[floor]`` name."""
    for name, table in floor.items():
        if table is False:
            continue
        for key, cited in table.items():
            if key not in ("nearer", "away") and not key.endswith("cites"):
                continue
            path: KeyPath = ("floor", name, key)
            if not cited:
                yield path, [], "has to name a clause; a table on which the book is silent is left out"
            yield from _cite_mistakes(cited, cites, path)


def _kind_mistakes(name: str, rule: Document, cites: set[str]) -> Iterator[Mistake]:
    path: KeyPath = ("kinds", name)
    kind = KINDS.get(name)
    if kind is None:
        yield path, rule, f"no such kind of finding; {_near(name, KINDS)}"
        return
    if not kind.by_house:
        yield path, rule, "the table finds this out about itself; no book rules on it"
        return
    cases = rule.get("cases", {})
    if not rule.get("cites") and not cases:
        yield path, rule, "cites no clause: a kind on which the book is silent is left out"
    yield from _rule_mistakes(rule, kind, cites, path)
    for case, ruled in cases.items():
        place = (*path, "cases", case)
        if case not in kind.cases:
            yield place, ruled, f"no such case of {name}; {_near(case, kind.cases)}"
        yield from _rule_mistakes(ruled, kind, cites, place)


def _rule_mistakes(rule: Document, kind: Kind, cites: set[str], path: KeyPath) -> Iterator[Mistake]:
    remedy = rule.get("remedy", "floor")
    if not kind.allows(remedy):
        right = " or ".join(f'"{one}"' for one in dict.fromkeys((*kind.remedies, "floor")))
        yield (*path, "remedy"), remedy, f"is no remedy of {path[1]}; right would be {right}"
    if remedy != "floor" and not rule.get("cites"):
        yield (*path, "remedy"), remedy, "a remedy needs the clause that orders it, in `cites`"
    if remedy == "floor" and rule.get("level", "floor") != "floor":
        yield (*path, "level"), rule["level"], 'what the floor decides has level "floor"'
    for index, option in enumerate(rule.get("options", [])):
        if not _OPTION.fullmatch(option):
            yield (*path, "options", index), option, 'must be small letters and _, such as "full_call"'
    yield from _cite_mistakes(rule.get("cites", []), cites, (*path, "cites"))


def _cite_mistakes(cited: list[str], cites: set[str], path: KeyPath) -> Iterator[Mistake]:
    for index, cite in enumerate(cited):
        if cite in cites:
            continue
        if cite_of(cite) in cites:
            yield (*path, index), cite, f'a cite has no sentence mark; right would be "{cite_of(cite)}"'
        else:
            yield (*path, index), cite, f"the book has no such clause; {_near(cite, cites)}"


def _disagreements(document: Document) -> Iterator[Mistake]:
    """Yield what ``[deal]`` and ``[bets]`` promise and the kinds do not keep."""
    deal, kinds = document["deal"], document["kinds"]
    for key in ("boxed_for_misdeal", "exposed_first", "exposed_others", "extra_for_misdeal"):
        if deal.get(key) is not False and deal.get(key, 1) < 1:
            yield ("deal", key), deal[key], "must be 1 or more"
    for key, kind, usual in (
        ("boxed_for_misdeal", "misdeal.boxed_cards", 2),
        ("extra_for_misdeal", "misdeal.extra_cards", False),
        ("exposed_replaced", "deal.exposed_card", False),
        ("short_button", "deal.button_short", "misdeal.card_count"),
    ):
        value = deal.get(key, usual)
        ruled = value == kind if key == "short_button" else value is not False
        if ruled and kind not in kinds:
            yield ("deal", key), value, f'needs a clause: [kinds."{kind}"] is not in the book'
        if not ruled and kinds.get(kind, {}).get("cites"):
            yield ("kinds", kind), kinds[kind], f"never comes up while deal.{key} = {shown(value)}"
    if document["bets"].get("several_chips") == "amount" and "bet.multichip" in kinds:
        rule = kinds["bet.multichip"]
        yield ("kinds", "bet.multichip"), rule, 'never comes up while bets.several_chips = "amount"'


def _near(name: str, known: Iterable[str]) -> str:
    names = sorted(known)
    if near := typed.near(name, names, 0.6):
        return f'did you mean "{near}"?'
    listed = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
    return f"known: {listed}" if names else "there are none"

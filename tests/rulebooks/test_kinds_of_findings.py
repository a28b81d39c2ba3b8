"""The kinds of findings: a row each, which the page, the cards and whoever counts what can be judged are made from."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.ruling_cards import kinds_page, words_in
from controller.table.equipment import EVERYTHING
from controller.table.kinds import KINDS
from controller.table.kinds.kind import row
from controller.table.kinds.sensors import unjudged

DOCS = Path(__file__).parents[2] / "docs" / "findings.md"


def test_the_page_is_as_the_rows_make_it() -> None:
    assert DOCS.read_text("utf-8") == kinds_page.page(), (
        "python -m controller.ruling_cards.kinds_page > docs/findings.md"
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_that_only_the_floor_can_end_calls_it(kind: str) -> None:
    told = KINDS[kind]
    if told.remedies == ("floor",):
        assert told.level == "floor" or told.advice


@pytest.mark.parametrize("kind", [kind for kind in KINDS if not kind.startswith("log.")])
def test_its_words_are_in_the_catalogue(kind: str) -> None:
    assert {"headline", "happened", "seen"} <= words_in("en").kind(kind).keys()


@pytest.mark.parametrize("kind", KINDS)
def test_the_floor_may_decide_anything(kind: str) -> None:
    assert KINDS[kind].allows("floor")


def test_nothing_else_is_added_to_its_remedies() -> None:
    assert not KINDS["bet.string"].allows("redeal")


def test_a_table_that_has_everything_judges_every_kind() -> None:
    assert unjudged(EVERYTHING) == frozenset()


@pytest.mark.parametrize("part", ["shoe", "antennas", "camera", "faces", "awards"])
def test_what_a_row_takes_and_the_table_lacks_is_not_judged(part: str) -> None:
    device = {"camera": "chips"}.get(part, part)
    takes = {kind for kind, told in KINDS.items() if device in told.needs or part in told.never_without}
    assert takes == unjudged(EVERYTHING - {part})


def test_facts_are_held_against_their_row() -> None:
    undercall = KINDS["bet.undercall"]
    facts = {"pushed": 100, "owed": 300, "total": 100, "to": 300, "short": 200}
    assert undercall.amiss(facts | {"misdeal": "none", "silent": True}) is None
    assert undercall.amiss({name: 1 for name in facts if name != "short"}) == "short is missing"
    assert undercall.amiss(facts | {"seat": 3}) == "seat stands in no row"
    assert undercall.amiss(facts | {"to": "300"}) == "to is '300', not amount"
    assert KINDS["turn.skipped"].amiss({"seats": ["3"], "time_enough": True}) == "seats is ['3'], not seats"
    assert KINDS["sensing.gap"].amiss({"about": "chips", "look": "bet:12"}) == "look is 'bet:12', not zone"


def test_a_row_that_names_something_unknown_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing that a fact holds"):
        row("info", "look", facts="to:chips")
    with pytest.raises(ValueError, match="nothing that senses"):
        row("info", "look", needs="camera")

"""Every kind's card, in every language, with facts as long as they come: it fits, or the build fails."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from typing import Any

import pytest

from controller.decisions import OTHER
from controller.languages import LANGUAGES
from controller.ruling_cards import Card, card_for, words_in
from controller.ruling_cards.card import (
    CITE,
    HAPPENED,
    HEADLINE_ALONE,
    HEADLINE_BESIDE_SEAT,
    REMEDY,
    SEEN,
    STEP,
)
from controller.ruling_cards.words import letters
from controller.table.kinds import KINDS
from controller.table_api import FLOOR_CALL
from tests.ruling_cards.samples import CITED, EVERY_CARD, LONGEST, MOST, found, house, turn_view

FORBIDDEN = {
    "en": r"\b(player|players|he|she|his|her|maybe|error|illegal|you|your)\b",
    "hr": r"\b(igrač\w*|možda|greška|pogreška|nedopušten\w*|vi|vaš\w*)\b",
    "ar": r"(لاعب|ربما|خطأ|غير قانوني)",
}

FACTS: dict[str, dict[str, Any]] = {
    "longest": LONGEST,
    "none": {},
    "changed": LONGEST | {"replaces": "128:deal.boxed_card:1"},
    "our reading": LONGEST | {"our_reading": True},
    "one draw": LONGEST | {"draws": [20], "waiting": [10], "look": "bet:10", "state": "down"},
    "cameras differ": LONGEST | {"look": "bet:10", "about": "chips", "differ": [MOST, MOST - 1]},
    "a misdeal open": LONGEST | {"misdeal": "open", "actions_left": 2},
}


@cache
def cards(kind: str, remedy: str) -> dict[tuple[str, str], Card]:
    """Return the kind's card in every language, with and without a seat, with every set of facts."""
    made = {}
    for language, (name, facts), seat in product(LANGUAGES, FACTS.items(), (10, None)):
        finding = found(kind, remedy, facts, seat=seat)
        card = card_for(finding, house(), turn_view(), language=language, at="21:14:07")
        made[language, f"{name}, seat {seat}"] = card
    return made


@pytest.mark.parametrize(("kind", "remedy"), EVERY_CARD)
def test_a_card_keeps_to_its_lengths(kind: str, remedy: str) -> None:
    for name, card in cards(kind, remedy).items():
        assert card.headline, name
        assert letters(card.headline) <= (HEADLINE_BESIDE_SEAT if card.seat else HEADLINE_ALONE), (
            name,
            card.headline,
        )
        assert card.remedy, name
        assert letters(card.remedy) <= REMEDY, (name, card.remedy)
        assert len(card.steps) <= 3
        assert all(letters(step) <= STEP for step in card.steps), (name, card.steps)
        assert letters(card.seen) <= SEEN, (name, card.seen)
        assert letters(card.happened) <= HAPPENED, (name, card.happened)
        assert card.words <= 40, (name, card.words, card.lines)


def test_of_every_language_it_is_known_which_words_blame():
    assert set(FORBIDDEN) == set(LANGUAGES), "FORBIDDEN, above, has a row for each language"


@pytest.mark.parametrize(("kind", "remedy"), EVERY_CARD)
def test_a_card_blames_nobody_and_leaves_no_blank(kind: str, remedy: str) -> None:
    for name, card in cards(kind, remedy).items():
        language, _ = name
        text = " ".join([*card.lines, card.happened])
        assert not re.search(FORBIDDEN[language], text, re.IGNORECASE), (name, text)
        assert "{" not in text, (name, text)
        assert "|" not in text, (name, text)
        assert card.seen, name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("decision", sorted({remedy for _, remedy in EVERY_CARD} | set(OTHER)))
def test_a_ruling_fits_the_card_too(decision: str, language: str) -> None:
    for kind in ("misdeal.boxed_cards", "board.missing_burn", "bet.undercall"):
        for facts in FACTS.values():
            finding = found(kind, "floor", facts, seat=10)
            card = card_for(finding, house(), language=language, ruled=decision)
            assert card.remedy
            assert letters(card.remedy) <= REMEDY, card.remedy
            assert all(letters(step) <= STEP for step in card.steps), card.steps
            assert card.words <= 40
            if decision != "floor":
                assert "Floor is called" not in " ".join(card.lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_and_every_remedy_has_its_words(language: str) -> None:
    words = words_in(language)
    assert set(words.table["kind"]) == {*KINDS, FLOOR_CALL}
    remedies = {remedy for kind in KINDS.values() for remedy in kind.remedies}
    assert remedies <= set(words.table["decision"])


@pytest.mark.parametrize("kind", [kind for kind, remedy in EVERY_CARD if remedy == "floor"])
def test_before_the_ruling_a_floor_card_stops_first(kind: str) -> None:
    card = card_for(found(kind, "floor", {"silent": True}, cites=[]), house())
    assert card.remedy == "Stop. Floor is called"
    assert card.steps == ["Stop here", "Keep cards and chips as they lie", "Wait for the floor"]
    assert card.cite == "House rules silent: floor decides"
    assert card.rules == []


@pytest.mark.parametrize(("kind", "remedy"), EVERY_CARD)
def test_a_card_cites_only_what_the_house_wrote(kind: str, remedy: str) -> None:
    card = card_for(found(kind, remedy, LONGEST), house())
    assert card.cite == f"DPC {CITED}"
    assert letters(card.cite) <= CITE
    assert [rule.ref for rule in card.rules] == [CITED]

"""What a clause says beside an alert is said in the language of the page, whatever the book."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import pytest

from controller import rulebooks
from controller.languages import LANGUAGES
from controller.ruling_cards import card_for, words_in
from controller.ruling_cards.words import Words, clauses_of, table_of
from controller.table.rulebook import Clause
from tests.ruling_cards.samples import found

OTHERS = [language for language in LANGUAGES if language != "en"]


def cited() -> Iterator[tuple[str, str, Clause]]:
    """Yield house, kind and clause of everything that a card can cite."""
    for house in rulebooks.ids():
        book = rulebooks.load(house)
        for kind, rule in book.kinds.items():
            for cites in (rule.cites, *(case.cites for case in rule.cases.values())):
                for cite in cites or ():
                    for clause in rulebooks.clauses_for(book, cite, kind):
                        yield house, kind, clause


@pytest.mark.parametrize("language", OTHERS)
def test_every_clause_that_a_card_cites_is_said_in_the_language(language: str) -> None:
    texts = clauses_of(language)
    missing = {" ".join(clause.says.split()) for _, _, clause in cited()} - texts.keys()
    assert sorted(missing) == []


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_is_there_for_a_clause_that_no_book_has(language: str) -> None:
    books = [rulebooks.load(house) for house in rulebooks.ids()]
    says = {" ".join(clause.says.split()) for book in books for clause in book.clauses.values()}
    assert sorted(clauses_of(language).keys() - says) == []


def test_clauses_that_nobody_has_written_yet_are_said_as_the_books_have_them() -> None:
    words = Words(table_of("hr"), functools.partial(clauses_of, "xx"))
    assert words.clause("Two boxed cards are a misdeal.") == "Two boxed cards are a misdeal."


def test_a_clause_that_stands_in_sentences_is_shown_by_those_about_the_kind() -> None:
    book = rulebooks.load("upt")
    card = card_for(found("board.four_card_flop", "redeal_flop", cites=["5 Holdem 1"]), book)
    assert [rule.ref for rule in card.rules] == [
        clause.ref for clause in rulebooks.clauses_for(book, "5 Holdem 1", "board.four_card_flop")
    ]
    assert card.rules


@pytest.mark.parametrize("language", OTHERS)
def test_a_house_s_own_clause_is_shown_as_the_house_wrote_it(language: str) -> None:
    assert words_in(language).clause("Nobody eats\nat table 7.") == "Nobody eats at table 7."

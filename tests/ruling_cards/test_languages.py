"""Every language has every text, asks for no fact that English does not have, and has a form for every number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from babel import Locale

from controller.languages import LANGUAGES
from controller.ruling_cards.words import Words, over, table_of, words_in

OTHERS = [language for language in LANGUAGES if language != "en"]
FIELD = re.compile(r"\{(\??)(\w+)(?::([^{}]*))?\}")
CATEGORIES = {"zero", "one", "two", "few", "many", "other"}


def texts(table: Any, place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield every text with its place; those of a list have their number in it."""
    if isinstance(table, str):
        yield place, table
    elif isinstance(table, list):
        for number, one in enumerate(table):
            yield from texts(one, (*place, str(number)))
    else:
        for name, one in table.items():
            yield from texts(one, (*place, name))


def of(language: str) -> dict[tuple[str, ...], str]:
    """Return the texts that the file of ``language`` itself has."""
    return dict(texts(table_of(language)))


def facts(text: str) -> set[str]:
    """Return the names of the facts that a text asks for."""
    return {name for _, name, _ in FIELD.findall(text)}


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_text_and_no_other(language: str) -> None:
    missing = of("en").keys() - of(language).keys()
    spare = of(language).keys() - of("en").keys()
    assert (sorted(missing), sorted(spare)) == ([], [])


@pytest.mark.parametrize("language", OTHERS)
def test_a_text_asks_for_no_fact_that_english_does_not_know(language: str) -> None:
    english = of("en")
    strange = {
        place: facts(text) - facts(english[place]) - {"Street", "Action", "many"}
        for place, text in of(language).items()
    }
    assert {place: names for place, names in strange.items() if names} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_choice_has_a_form_for_every_number_of_the_language(language: str) -> None:
    rules = Locale.parse(table_of(language)["locale"]).plural_form
    needed = {rules(n) for n in range(1, 200)}
    for place, text in texts(table_of(language)):
        for _, name, forms in FIELD.findall(text):
            named = {one.strip().partition(" ")[0] for one in forms.split(";")} if forms else {"other"}
            assert "other" in named, (place, name)
            if named - {"other"} <= CATEGORIES and named != {"other"}:
                assert needed <= named | {"many", "two"} if language == "ar" else needed <= named, (
                    place,
                    name,
                )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_names_itself(language: str) -> None:
    words = words_in(language)
    assert words.language == language
    assert words.name


def test_what_a_language_lacks_is_said_in_english() -> None:
    thin = Words(over(table_of("en"), {"language": "hr", "locale": "hr", "page": {"open": "otvoreno"}}))
    assert thin.say("page.open") == "otvoreno"
    assert thin.say("page.new") == "new"

"""The catalogue's own grammar: forms by number and by name, lists, and facts that keep their direction."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.ruling_cards.words import Fact, Named, Words, letters, table_of, words_in

EN = words_in("en")


@cache
def words(locale: str) -> Words:
    """Return words of a language that has a locale and English texts."""
    return Words(table_of("en") | {"language": locale, "locale": locale})


CARDS = {
    "en": "{n: one # card; other # cards}",
    "hr": "{n: one # karta; few # karte; other # karata}",
    "ar": "{n: zero لا ورقة; one ورقة; two ورقتان; few # أوراق; many # ورقة; other # ورقة}",
}


@pytest.mark.parametrize(
    ("locale", "n", "said"),
    [
        ("en", 1, "1 card"), ("en", 2, "2 cards"),
        ("hr", 1, "1 karta"), ("hr", 2, "2 karte"), ("hr", 5, "5 karata"), ("hr", 11, "11 karata"),
        ("hr", 21, "21 karta"), ("hr", 22, "22 karte"), ("hr", 1000, "1.000 karata"),
        ("ar", 1, "ورقة"), ("ar", 2, "ورقتان"), ("ar", 3, "3 أوراق"), ("ar", 11, "11 ورقة"), ("ar", 100, "100 ورقة"),
    ],
)  # fmt: skip
def test_a_number_chooses_its_form(locale: str, n: int, said: str) -> None:
    text = words(locale).put(CARDS[locale], n=n)
    assert text.translate(dict.fromkeys(range(0x2066, 0x206A))) == said


def test_a_word_chooses_its_case() -> None:
    text = "na {street: flop flopu; turn turnu; other ulici}"
    assert EN.put(text, street="turn") == "na turnu"
    assert EN.fill(text, {"street": Fact("der Turn", "turn")}) == "na turnu"
    assert EN.put(text, street="showdown") == "na ulici"


def test_words_as_facts_are_said_in_the_language() -> None:
    role = Named("role", ("floor", "auditor"))
    assert EN.put("takes {role}", role=role) == "takes floor or auditor"
    assert EN.put("{role: floor F; other O}", role=role) == "F"


def test_lists_are_read_aloud_as_the_language_does() -> None:
    assert EN.listing(["5", "8", "11"]) == "5, 8 and 11"
    assert words("hr").listing(["5", "8", "11"]) == "5, 8 i 11"
    assert words("ar").listing(["5", "8"]) == "5 و8"


def test_numbers_are_grouped_as_the_language_does_and_keep_the_digits_of_the_chips() -> None:
    assert [words(one).number(1234567) for one in ("en", "hr", "ar")] == [
        "1,234,567",
        "1.234.567",
        "1,234,567",
    ]
    assert [words(one).seconds(1.25) for one in ("en", "hr", "ar")] == ["1.2", "1,2", "1.2"]


def test_every_fact_stands_apart_where_the_language_runs_from_right_to_left() -> None:
    assert EN.put("{a} / {b}", a=200, b=400) == "200 / 400"
    assert words("ar").put("{a} / {b}", a=200, b=400) == "\u2068200\u2069 / \u2068400\u2069"
    assert letters("\u2068200\u2069 / \u2068400\u2069") == 9


@given(
    n=st.integers(0, 10**9),
    text=st.sampled_from(["{n} left", "{n: one a; other #}", "{n: one a; two b; few # c; other d}"]),
)
@pytest.mark.parametrize("locale", ["en", "hr", "ar"])
def test_some_form_is_always_said(locale: str, n: int, text: str) -> None:
    said = words(locale).put(text, n=n)
    assert said
    assert "{" not in said
    assert "#" not in said

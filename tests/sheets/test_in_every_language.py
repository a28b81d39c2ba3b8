"""What is wrong with a sheet of seats is said in the language of the page that it was handed to."""

from __future__ import annotations

import pytest

from controller.languages import LANGUAGES
from controller.ruling_cards.words import words_in
from controller.sheets import SheetError, seats_of
from controller.sheets.sheet import text_of
from tests.ruling_cards.spoken import strangers

WRONG = [
    "seat,stack,colour\n1,500,red\n",
    "seat,stak\n1,500\n",
    "seat,seat\n1,2\n",
    "stack\n500\n",
    "seat,stack\n",
    "seat,stack\n1,500,in,late\n2,500\n",
    "seat,stack\n1,five\n2,500\n",
    "seat,stack\n,500\n2,500\n",
    "seat,stack\n1,500\n1,500\n",
    "seat,stack\n1,500\n",
    "seat,stack,state\n1,500,asleep\n2,500,in\n",
    "seat,stack,state\n1,500,empty\n2,500,in\n3,500,in\n",
    'seat,stack\n1,"500\n2,500\n',
]
CELLS = (
    "seat",
    "stack",
    "state",
    "name",
    "colour",
    "stak",
    "five",
    "asleep",
    "in",
    "absent",
    "penalty",
    "out",
    "late",
    "empty",
)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("sheet", WRONG)
def test_a_mistake_has_no_english_word_but_the_sheets_own(sheet: str, language: str) -> None:
    words = words_in(language)
    with pytest.raises(SheetError) as wrong:
        seats_of(sheet)
    said = f"{wrong.value.place(words)}: {wrong.value.text(words)}"
    assert set(strangers(said, language)) <= set(CELLS), said
    assert wrong.value.text(words_in("en")) == wrong.value.problem


def test_a_file_that_is_no_text_is_named_too() -> None:
    with pytest.raises(SheetError) as wrong:
        text_of(b"seat,stack\n\xff", "seats.csv")
    assert strangers(wrong.value.text(words_in("hr")), "hr") == []

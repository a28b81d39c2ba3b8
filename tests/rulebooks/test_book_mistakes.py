"""Somebody edits a book and slips: the error names the book, the line, the key and what would be right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.rulebooks import RulebookError, load, parse

Wrong = Callable[[str], list[RulebookError]]

# What stands in the small book, what somebody makes of it, the key that is named, and words that are said.
SLIPS: dict[str, tuple[str, str, str, str]] = {
    "a key nobody knows": ("raise_percent = 50", "raise_procent = 50", "bets.raise_procent", "did you mean `raise_percent`?"),
    "a section nobody knows": ("[turns]", "[turn]", "turn", "did you mean `turns`?"),
    "a text for a number": ("raise_percent = 50", 'raise_percent = "half"', "bets.raise_percent", "a whole number from 1 to 100"),
    "a number out of range": ("raise_percent = 50", "raise_percent = 150", "bets.raise_percent", "a whole number from 1 to 100"),
    "a yes where true is meant": ("button_consecutive = true", 'button_consecutive = "yes"', "deal.button_consecutive", "true or false"),
    "true where a number is meant": ("players = 3", "players = true", "cutoff.players", "a whole number from 1"),
    "a test nobody knows": ('test = "players"', 'test = "three"', "cutoff.test", '"none" or "players" or "substantial"'),
    "players for another test": ('test = "players"', 'test = "substantial"', "cutoff.players", 'only where test = "players"'),
    "a game nobody deals": ('games = ["nlhe"]', 'games = ["badugi"]', "games[0]", '"nlhe"'),
    "no game": ('games = ["nlhe"]', "games = []", "games", "names no game"),
    "an id with blanks": ('id = "back-room"', 'id = "Back room"', "id", "small letters"),
    "a missing key": ('short = "Back room"\n', "", "", "the key `short` is missing"),
    "a missing key of a section": ("button_consecutive = true\n", "", "deal", "the key `button_consecutive` is missing"),
    "a kind nobody knows": ('[kinds."misdeal.boxed_cards"]', '[kinds."misdeal.boxed_card"]', 'kinds."misdeal.boxed_card"', 'did you mean "misdeal.boxed_cards"?'),
    "a kind that is the table's own": ('[kinds."bet.undercall"]', '[kinds."sensing.gap"]', 'kinds."sensing.gap"', "no book rules on it"),
    "another kind's remedy": ('remedy = "redeal"', 'remedy = "full_call"', 'kinds."misdeal.boxed_cards".remedy', 'right would be "redeal" or "play_on" or "floor"'),
    "a remedy without its clause": ('remedy = "redeal"\ncites = ["1(a)", "1"]', 'remedy = "redeal"\ncites = []', 'kinds."misdeal.boxed_cards"', "cites no clause"),
    "a clause that is not there": ('cites = ["1(a)", "1"]', 'cites = ["1(b)", "1"]', 'kinds."misdeal.boxed_cards".cites[0]', 'did you mean "1(a)"?'),
    "a sentence cited": ('remedy = "floor"\ncites = ["3"]', 'remedy = "floor"\ncites = ["3 s2"]', 'kinds."bet.undercall".cites[0]', 'right would be "3"'),
    "a cut-off that cites nothing": ('cites = ["2"]', "cites = []", "cutoff.cites", "has to cite"),
    "a case nobody knows": ("cases.heads_up", "cases.headsup", 'kinds."bet.undercall".cases.headsup', 'did you mean "heads_up"?'),
    "a case's wrong remedy": ('remedy = "full_call"', 'remedy = "redeal"', 'kinds."bet.undercall".cases.heads_up.remedy', "is no remedy of bet.undercall"),
    "a floor's decision for the dealer": ('remedy = "floor"', 'remedy = "floor"\nlevel = "dealer"', 'kinds."bet.undercall".level', 'level "floor"'),
    "an option in plain words": ('remedy = "floor"', 'remedy = "floor"\noptions = ["Full call"]', 'kinds."bet.undercall".options[0]', '"full_call"'),
    "cites that are no list": ('cites = ["1(a)", "1"]', 'cites = "1(a)"', 'kinds."misdeal.boxed_cards".cites', "texts in brackets"),
    "a clause twice": ('ref = "2"', 'ref = "1"', "clause[2].ref", "twice"),
    "a clause that says nothing": ('says = "What makes a misdeal."', 'says = " "', "clause[0].says", "says nothing"),
    "a sensed clause about nothing": ('kind = "bet.undercall"\n', "", "clause[3].class", "needs a `kind`"),
    "a class nobody knows": ('class = "sensed"\nkind = "bet', 'class = "seen"\nkind = "bet', "clause[3].class", '"assist" or "human" or "sensed"'),
    "a number without its kind": ("boxed_for_misdeal = 2", "extra_for_misdeal = 2", "deal.extra_for_misdeal", 'kinds."misdeal.extra_cards"] is not in the book'),
    "a misdeal without a card": ("boxed_for_misdeal = 2", "boxed_for_misdeal = 0", "deal.boxed_for_misdeal", "must be 1 or more"),
    "a clause about plain words": ('kind = "bet.undercall"', 'kind = "undercalls"', "clause[3].kind", 'such as "bet.undercall"'),
    "a kind without its number": ("boxed_for_misdeal = 2", "boxed_for_misdeal = false", 'kinds."misdeal.boxed_cards"', "deal.boxed_for_misdeal = false"),
    "a floor's table nobody knows": ("[turns]", "[turns]\n[floor.races]", "floor.races", "did you mean `race`?"),
    "a floor's table without its clause": ("[turns]", "[turns]\n[floor.race]\ncites = []", "floor.race.cites", "has to name a clause"),
    "a floor's clause that is not there": ("[turns]", '[turns]\n[floor.penalties]\ncites = ["4"]', "floor.penalties.cites[0]", "no such clause"),
    "a floor's number below one": ("[turns]", '[turns]\n[floor.halt]\nshort_by = 0\ncites = ["1"]', "floor.halt.short_by", "from 1"),
    "silence with nothing to be silent about": ("[cutoff]", 'silent = ["bet.string"]\n[cutoff]', "silent", "needs `extends`"),
    "a house that extends nobody": ("[cutoff]", 'extends = "belagio"\n[cutoff]', "extends", "known: deltin"),
}  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS)
def test_the_slip_is_named(slip: str, small_book: str, wrong: Wrong) -> None:
    right, made, key, words = SLIPS[slip]
    assert right in small_book
    error = wrong(small_book.replace(right, made, 1))[0]
    assert error.key == key
    assert words in error.message
    assert str(error).startswith("book.toml")
    if key:
        assert key in str(error)


def test_the_line_is_named(small_book: str, wrong: Wrong) -> None:
    text = small_book.replace('remedy = "full_call"', 'remedy = "redeal"')
    [error] = wrong(text)
    assert error.line is not None
    assert "cases.heads_up" in text.splitlines()[error.line - 1]
    assert str(error).startswith(f"book.toml:{error.line}: ")
    assert 'remedy = "redeal"' in str(error)


def test_all_slips_are_told_at_once(small_book: str, wrong: Wrong) -> None:
    text = small_book.replace('"redeal"', '"reedal"').replace('cites = ["2"]', 'cites = ["9"]')
    assert [error.key for error in wrong(text)] == ["cutoff.cites[0]", 'kinds."misdeal.boxed_cards".remedy']


def test_a_text_that_is_no_toml_is_told_with_its_line(small_book: str, wrong: Wrong) -> None:
    text = small_book.replace('test = "players"', "test = players")
    [error] = wrong(text)
    assert error.line == text.splitlines().index("test = players") + 1
    assert "is not TOML here" in error.message


def test_a_book_cut_short_is_told_with_its_last_line(wrong: Wrong) -> None:
    [error] = wrong('id = "x"\nname = "')
    assert error.line == 2


def test_a_book_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match=r"nowhere\.toml: cannot be read"):
        load(tmp_path / "nowhere.toml")


def test_a_book_that_is_no_text(tmp_path: Path) -> None:
    book = tmp_path / "book.toml"
    book.write_bytes(b'id = "x"\nname = "\xff"\n')
    with pytest.raises(RulebookError, match=r"book\.toml:2: is not UTF-8 text"):
        load(book)


def test_a_house_that_nobody_knows_is_answered_with_those_that_ship() -> None:
    with pytest.raises(
        RulebookError, match="known: deltin, dpc, english-arabic, invitational, tda-2024, upt"
    ):
        load("bellagio")


def test_the_small_book_itself_is_good(small_book: str) -> None:
    book, errors = parse(small_book, "book.toml")
    assert not errors
    assert book is not None
    assert book.clauses["1(a)"].says == "Two cards face up in the deck, and all cards come back."


@pytest.mark.parametrize(
    "odd", ["5", "-1", "1.5", "true", '"x"', "[]", '["x"]', "[[]]", "{}", "{ x = 1 }", "2026-01-01"]
)
def test_whatever_stands_for_a_value_is_taken_or_told(
    odd: str, small_book: str, changed_book: str, wrong: Wrong
) -> None:
    for text in (small_book, changed_book):
        lines = text.splitlines()
        for number, line in enumerate(lines):
            key, equals, _ = line.partition(" = ")
            if equals and not line.endswith('"""'):
                edited = [*lines[:number], f"{key} = {odd}", *lines[number + 1 :]]
                assert all(error.message for error in wrong("\n".join(edited)))


@pytest.mark.parametrize("section", ["cutoff", "deal", "kinds", "clause", "silent", "extends", "id"])
@pytest.mark.parametrize("odd", ["5", '"x"', "[5]", "[]"])
def test_a_section_that_is_none_is_told(section: str, odd: str, wrong: Wrong) -> None:
    good = [
        'extends = "deltin"',
        'id = "x"',
        'name = "x"',
        'short = "x"',
        'edition = "x"',
        'silent = ["bet.string"]',
    ]
    text = [line for line in good if not line.startswith(f"{section} ")] + [f"{section} = {odd}"]
    for error in wrong("\n".join(text)):
        assert error.message

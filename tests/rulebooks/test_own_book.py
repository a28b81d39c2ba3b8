"""A house writes its own book on top of another's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from controller import rulebooks
from controller.rulebooks import RulebookError, parse
from controller.rulebooks.compare import parameter_differences, ruling_differences
from controller.table.rulebook import Rulebook

Wrong = Callable[[str], list[RulebookError]]


def loaded(text: str) -> Rulebook:
    book, errors = parse(text, "riverside.toml")
    assert not errors, errors
    assert book is not None
    return book


def test_what_it_does_not_mention_stays(changed_book: str) -> None:
    book, deltin = loaded(changed_book), rulebooks.load("deltin")
    assert book.id == "riverside"
    assert book.kinds["misdeal.boxed_cards"] == deltin.kinds["misdeal.boxed_cards"]
    assert book.clauses["35A(1)"] == deltin.clauses["35A(1)"]
    assert book.bets.several_chips == deltin.bets.several_chips


def test_a_parameter_is_changed_alone(changed_book: str) -> None:
    differences = parameter_differences([rulebooks.load("deltin"), loaded(changed_book)])
    assert [(row.key, row.texts) for row in differences] == [("bets.raise_in_two_motions", ("yes", "no"))]


def test_a_table_of_the_floor_is_replaced_as_a_whole_or_taken_out(changed_book: str) -> None:
    race = '[floor]\nrebuys = false\n[floor.race]\nmost_each = false\ncites = ["House 1"]\n'
    floor = loaded(changed_book.replace("[kinds", race + "[kinds", 1)).floor
    assert floor.rebuys is None
    assert floor.race is not None
    assert (floor.race.most_each, floor.race.cites, floor.race.leftover_cites) == (None, ["House 1"], [])
    assert floor.penalties == rulebooks.load("deltin").floor.penalties


def test_a_kind_is_replaced_as_a_whole_with_its_cases(changed_book: str) -> None:
    rule = loaded(changed_book).rule("bet.undercall", "heads_up")
    assert rule is not None
    assert (rule.remedy, rule.cites) == ("full_call", ["House 1"])
    assert loaded(changed_book).kinds["bet.undercall"].cases == {}


def test_it_can_fall_silent_on_a_kind(changed_book: str) -> None:
    assert loaded(changed_book).rule("bet.tiny_chip") is None


def test_a_clause_of_the_same_number_replaces_the_old_one(changed_book: str) -> None:
    text = changed_book.replace('ref = "House 1"', 'ref = "42B"').replace('["House 1"]', '["42B"]')
    book = loaded(text)
    assert book.clauses["42B"].title == "A call is a call"
    assert len(book.clauses) == len(rulebooks.load("deltin").clauses)


def test_what_it_changes_is_told(changed_book: str) -> None:
    books = [rulebooks.load("deltin"), loaded(changed_book)]
    told = {row.key: row.texts for row in ruling_differences(books, cites=True)}
    assert told == {
        "bet.undercall": ("floor (42B)", "full_call (House 1)"),
        "bet.undercall: counted": ("full_call (52)", "full_call (House 1)"),
        "bet.undercall: heads_up": ("full_call (42B(1))", "full_call (House 1)"),
        "bet.undercall: opening_bet": ("full_call (42B(2))", "full_call (House 1)"),
        "bet.tiny_chip": ("floor (44)", "—"),
    }
    assert {row.key for row in ruling_differences(books)} == {"bet.undercall", "bet.tiny_chip"}


@pytest.mark.parametrize(
    ("right", "made", "key", "words"),
    [
        ('id = "riverside"', 'id = "deltin"', "id", "needs another id"),
        ('short = "Riverside"\n', "", "", "the key `short` is missing"),
        ('["bet.tiny_chip"]', '["board.missing_burn"]', "silent", "silent on this kind already"),
        (
            'cites = ["House 1"]',
            'cites = ["House 2"]',
            'kinds."bet.undercall".cites[0]',
            'did you mean "House 1"?',
        ),
        ("Whoever puts in less than the call makes it whole.", "", "clause[130].says", "says nothing"),
        ("[bets]", "[bets]\nraise_percent = 0", "bets.raise_percent", "from 1 to 100"),
    ],
)
def test_a_slip_in_it_is_named(
    changed_book: str, wrong: Wrong, right: str, made: str, key: str, words: str
) -> None:
    error = wrong(changed_book.replace(right, made, 1))[0]
    assert error.key == key
    assert words in error.message


def test_the_line_is_that_of_its_own_file(changed_book: str, wrong: Wrong) -> None:
    text = changed_book.replace("Whoever puts in less than the call makes it whole.", "")
    [error] = wrong(text)
    assert error.line == text.splitlines().index('says = ""') + 1


def test_it_is_loaded_by_its_path(changed_book: str, tmp_path: Path) -> None:
    path = tmp_path / "riverside.toml"
    path.write_text(changed_book)
    assert rulebooks.load(path).name == "Riverside"
    path.write_text(changed_book.replace('name = "Riverside"', 'name = "Riverside again"'))
    assert rulebooks.load(path).name == "Riverside again"

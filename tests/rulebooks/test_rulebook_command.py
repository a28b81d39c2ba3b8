"""``floorcall rulebook``, as somebody at a terminal types it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.commands.rulebook import app


def typed(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def test_the_list_names_the_six_houses() -> None:
    result = typed("list")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines[2:]] == [
        "deltin",
        "dpc",
        "english-arabic",
        "invitational",
        "tda-2024",
        "upt",
    ]


def test_a_book_shows_its_parameters_its_rulings_and_where_it_is_silent() -> None:
    shown = typed("show", "invitational").stdout
    assert "never; the floor decides once anybody acted" in shown
    assert any(line.split()[:2] == ["misdeal.sequence", "redeal"] for line in shown.splitlines())
    assert "board.four_card_flop" in shown.split("Silent")[1]


def test_a_clause_is_shown_by_its_cite() -> None:
    shown = typed("show", "deltin", "35A(1)").stdout
    assert "Two boxed cards" in shown
    assert "2 or more cards found face up" in shown


def test_a_kind_is_shown_with_its_clauses() -> None:
    shown = typed("show", "dpc", "bet.undercall").stdout
    assert "heads_up" in shown
    assert "Bets 12B(1)  Undercall heads-up" in shown


def test_every_clause_can_be_shown() -> None:
    shown = typed("show", "english-arabic", "--clauses").stdout
    assert shown.count("\n    - ") > 100
    assert "M21  Stud upcards picked up" in shown


def test_silence_is_said_plainly() -> None:
    assert "Deltin is silent on board.missing_burn" in typed("show", "deltin", "board.missing_burn").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", "bellagio"), "floorcall: bellagio: no such rulebook; known: deltin"),
        (("show", "deltin", "99Z"), "floorcall: deltin: no clause and no kind of finding is called `99Z`"),
        (("check", "nowhere.toml"), "floorcall: nowhere.toml: cannot be read"),
        (("compare", "deltin"), "floorcall: compare needs two rulebooks or more"),
    ],
)
def test_what_cannot_be_shown_is_refused(words: tuple[str, ...], said: str) -> None:
    result = typed(*words)
    assert result.exit_code == 2
    assert result.stderr.startswith(said)
    assert result.stdout == ""


def test_two_books_are_compared() -> None:
    told = typed("compare", "deltin", "upt").stdout
    row = next(line for line in told.splitlines() if line.startswith("minimum raise"))
    assert row.split()[2:] == ["increment", "double"]
    assert "redeal_flop (5 Holdem 3)" in told
    assert "misdeal.wrong_first_seat" not in told, "both re-deal"
    assert "misdeal.wrong_first_seat" in typed("compare", "deltin", "upt", "--cites").stdout


def test_a_book_does_not_differ_from_itself() -> None:
    assert typed("compare", "deltin", "deltin").stdout == "They do not differ.\n"


def test_a_good_book_is_checked_and_its_changes_told(changed_book: str, tmp_path: Path) -> None:
    path = tmp_path / "riverside.toml"
    path.write_text(changed_book)
    result = typed("check", str(path))
    assert result.exit_code == 0
    assert "good. Riverside rules on 50 kinds and has 131 clauses." in result.stdout
    assert "Against Deltin it changes:" in result.stdout
    assert "Clauses of its own: House 1" in result.stdout


def test_a_book_whose_editor_put_a_byte_order_mark_before_it_is_as_good(
    changed_book: str, tmp_path: Path
) -> None:
    path = tmp_path / "riverside.toml"
    path.write_text("\ufeff" + changed_book, encoding="utf-8")
    result = typed("check", str(path))
    assert result.exit_code == 0, result.output
    assert "Against Deltin it changes:" in result.stdout


def test_a_bad_book_is_told_all_its_mistakes(small_book: str, tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    path.write_text(small_book.replace('"redeal"', '"reedal"').replace('cites = ["2"]', 'cites = ["9"]'))
    result = typed("check", str(path))
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 2
    assert all(line.startswith(f"floorcall: {path}:") for line in result.stderr.splitlines())


@pytest.mark.parametrize("command", ["list", "show", "check", "compare"])
def test_help_has_an_example(command: str) -> None:
    result = typed(command, "--help")
    assert result.exit_code == 0
    assert f"floorcall rulebook {command}" in result.stdout

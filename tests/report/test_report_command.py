"""``floorcall report`` as a manager meets it: the page, the sheet, and what it refuses."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest

from controller.journal.seal import make_key
from controller.testkit.scene import Scene
from tests.report.conftest import drawings, string_bet, words_of, written
from tests.table.houses import own_book
from tests.table.showdowns import dealt


def test_the_page_stands_alone(night, page):
    html = page(night)
    assert not re.search(r'(?:src|href)="(?!#)', html)
    assert not re.search(r"url\(|@import|<script|<link", html)
    assert "default-src 'none'" in html


def test_each_hand_is_drawn_and_each_finding_has_a_drawing_of_its_own(night, page):
    html = page(night)
    assert len(drawings(html)) == 3
    told = words_of(html)
    assert "String bet" in told
    assert "Seat 3 pushed 100, then added 200 in another motion." in told
    assert "1:bet.string:1 · log lines" in told


def test_a_finding_has_rule_ruling_and_what_the_other_books_say(night, page):
    told = words_of(page(night, "--hand", 1))
    assert "Deltin 45, 56" in told
    assert "ruled: A call · seat 3: Ana K." in told
    assert "against the book" in told
    for book in ("DPC", "English-Arabic", "Invitational", "TDA 2024", "UPT"):
        assert f"{book} First motion stands" in told


def test_one_hand_is_asked_for_by_its_number(night, page):
    told = words_of(page(night, "--hand", 2))
    assert "Hand 2" in told
    assert "Hand 1" not in told


def test_a_shift_is_cut_out_by_the_clock_on_the_wall(night, page):
    started = words_of(page(night, "--hand", 2))
    at = re.search(r"2026-11-20 (\d\d:\d\d:\d\d)", started)
    told = words_of(page(night, "--from", f"2026-11-20 {at[1]}", "--to", "2026-11-21 03:00"))
    assert "Hand 2" in told
    assert "Hand 1" not in told


def test_several_logs_come_in_one_page(tmp_path, page):
    first = written(string_bet(), tmp_path / "a.jsonl", table="7")
    second = written(string_bet(), tmp_path / "b.jsonl", table="9")
    told = words_of(page(first, second))
    assert "Report · table 7 and 9" in told
    assert "Table 9 · Hand 1" in told


def test_untabled_cards_stay_out_unless_an_auditor_asks(tmp_path, page):
    scene = Scene().deal().limp_to_flop().check_round().street().check_round().street().check_round()
    scene.tables(1).award(1, 600).end()
    log = written(scene, tmp_path / "one.jsonl")
    hidden = [card for seat, cards in scene.hole.items() if seat != 1 for card in cards]
    html = page(log)
    assert all(card in html for card in (*scene.board, *scene.hole[1]))
    assert not [card for card in hidden if re.search(rf"\b{card}\b", html)]
    assert all(re.search(rf"\b{card}\b", page(log, "--cards")) for card in hidden)


def test_the_sheet_has_a_row_for_each_finding_and_no_formula(night, tmp_path, floorcall):
    sheet = tmp_path / "night.csv"
    floorcall("report", str(night), "-o", str(tmp_path / "n.html"), "--csv", str(sheet))
    rows = list(csv.DictReader(io.StringIO(sheet.read_text(encoding="utf-8-sig"))))
    (row,) = [row for row in rows if row["kind"] == "bet.string"]
    assert (row["table"], row["hand"], row["seat"], row["cites"]) == ("7", "1", "3", "45 56")
    assert (row["decision"], row["ruled_by"], row["against_book"]) == ("call", "Ana K.", "yes")
    assert row["note"] == "'=HYPERLINK spoken late"
    assert float(row["ruled_s"]) > 5


def test_the_roster_names_the_dealers(night, tmp_path, page):
    roster = tmp_path / "roster.csv"
    roster.write_text(
        "table,from,dealer\n7,2026-11-20T19:00:00+00:00,Iva\n7,2026-11-20T19:31:00+00:00,Mato\n"
    )
    told = words_of(page(night, "--dealers", roster))
    assert "dealt by Iva" in told
    assert "By dealer" in told


def test_the_page_comes_in_another_language(night, page):
    html = page(night, "--language", "hr")
    assert '<html lang="hr"' in html
    told = words_of(html)
    assert "Drugi pravilnici" in told
    assert "The other books" not in told


def test_a_log_that_ends_inside_a_hand_says_so(tmp_path, page):
    log = written(Scene().deal().folds(3), tmp_path / "cut.jsonl")
    assert "The log ends inside this hand" in words_of(page(log))


def test_a_tabled_hand_that_stays_sealed_in_the_journal_is_not_named_by_its_stand_ins(tmp_path, page):
    scene = dealt("deltin", {1: ["~c3a1", "~09fe"]}, seats=3, button=3).limp_to_flop()
    for _ in range(2):
        scene.check_round().sweep().street()
    scene.check_round().tables(1).tables(2).award(2, 300).end()
    sealed = written(scene, tmp_path / "night.jsonl")
    for html in (page(sealed), page(sealed, "--cards")):
        assert "Cards of seat 2" in html
        assert "Cards of seat 1" not in html


def test_a_log_that_ends_with_cards_on_the_table_names_them(tmp_path, page):
    scene = (
        Scene().deal().limp_to_flop().check_round().street().check_round().street().check_round().tables(1)
    )
    told = words_of(page(written(scene, tmp_path / "cut.jsonl")))
    assert "The log ends inside this hand" in told
    assert " ".join(scene.hole[1]) in told


def test_a_blind_sensor_is_hatched_and_counted(tmp_path, page):
    scene = Scene().deal()
    scene.event("device", device="chips-1", state="down", kind="chips")
    scene.wait(30)
    scene.event("device", device="chips-1", state="up", kind="chips")
    log = written(scene.folds(3, 4, 5, 6, 1).award(2, 150).end(), tmp_path / "blind.jsonl")
    html = page(log, written(string_bet(), tmp_path / "other.jsonl"))
    assert 'class="hatch"' in html
    assert "chips-1 0:30" in words_of(html)


def test_a_clock_that_leaps_years_is_a_rest_and_no_long_page(tmp_path, page):
    scene = Scene().deal().folds(3).wait(9e8).folds(4, 5, 6, 1).award(2, 150).end()
    html = page(written(scene, tmp_path / "leap.jsonl"))
    assert re.search(r"[89]\d{8} s rest", html)
    assert len(html) < 200_000


def test_bad_lines_are_findings_of_the_page(tmp_path, page):
    log = written(string_bet(), tmp_path / "bad.jsonl")
    log.write_text(log.read_text().replace("\n", '\n{"t":1,"type":"nothing"}\n', 1) + '{"t":99')
    told = words_of(page(log))
    assert "log.bad_line" in told
    assert "log.truncated" in told


def test_what_a_person_wrote_is_no_markup(tmp_path, page):
    scene = Scene().deal()
    scene.event("floor.call")
    scene.pushes(3, 100).pushes(3, 100, 100, after=1.0).folds(4)
    scene.rules("call", finding="1:bet.string:1", by="<b>x</b>", note="<script>alert(1)</script>")
    html = page(written(scene.end(), tmp_path / "rude.jsonl", table="<i>7</i>"))
    assert "<script" not in html
    assert "<i>7" not in html
    assert "&lt;script&gt;alert(1)" in html


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--hand", "9"], "--hand: there is no hand 9 in"),
        (["--hand", "1", "--from", "2026-11-20 19:00"], "--hand and --from, --to: choose one"),
        (["--from", "tonight"], "--from: must be a date and a time, as \"2026-11-20 19:30\", is 'tonight'"),
        (["--from", "2026-11-20 19:00", "--to", "2026-11-20 18:00"], "--to: must be later than --from"),
        (["--language", "xx"], "--language: must be one of en, hr"),
        (["--key", "k"], "--key opens sealed cards, and that needs --cards"),
        (["--rulebook", "nobody"], "--rulebook: nobody: no such rulebook"),
    ],
)
def test_what_cannot_be_done_is_named(night, tmp_path, floorcall, arguments, says):
    out = tmp_path / "never.html"
    result = floorcall("report", str(night), "-o", str(out), *arguments)
    assert result.exit_code == 2
    assert says in result.stderr
    assert not out.exists()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["-o", "{night}"], "{night}: is read here; write to another file"),
        (["-o", "{page}", "--csv", "{night}"], "{night}: is read here; write to another file"),
        (["-o", "{book}", "--rulebook", "{book}"], "{book}: is read here; write to another file"),
        (
            ["-o", "{page}", "--csv", "{key}", "--cards", "--key", "{key}"],
            "{key}: is read here; write to another file",
        ),
        (["-o", "{page}", "--csv", "{page}"], "--csv: {page} is the page; write the sheet to another file"),
    ],
)
def test_a_report_is_written_over_nothing_that_it_reads_and_not_over_itself(
    night, tmp_path, floorcall, options, says
):
    names = {"night": night, "page": tmp_path / "night.html", "key": tmp_path / "auditor.key"}
    names["book"] = Path(own_book(tmp_path, "deltin", ""))
    make_key(names["key"])
    before = {path: path.read_bytes() for path in names.values() if path.exists()}
    result = floorcall("report", str(night), *(option.format(**names) for option in options))
    assert result.exit_code == 2
    assert says.format(**names) in result.stderr
    assert {path: path.read_bytes() for path in names.values() if path.exists()} == before


def test_a_bad_roster_names_line_and_column(night, tmp_path, floorcall):
    roster = tmp_path / "roster.csv"
    roster.write_text("table,from,dealer\n7,evening,Iva\n")
    result = floorcall("report", str(night), "-o", str(tmp_path / "n.html"), "--dealers", str(roster))
    assert result.exit_code == 2
    assert f"{roster}:2: column `from` must be a date and a time" in result.stderr


def test_a_log_that_is_not_there_is_named(tmp_path, floorcall):
    result = floorcall("report", str(tmp_path / "gone.jsonl"), "-o", str(tmp_path / "n.html"))
    assert result.exit_code == 2
    assert "gone.jsonl: no such log" in result.stderr


def test_a_card_of_the_stub_that_was_shown_is_no_hand_of_its_own(tmp_path, floorcall):
    """With its draw the table began the next hand, and took that back when the card lay on the board."""
    scene = Scene("invitational", without=["hands"]).deal().folds(3, 4, 5, 6, 1)
    scene.event("hand.end", by="table", why="a card was drawn when one hand was left")
    scene.start(1, by="table", why="a card was drawn").card("board")
    scene.shuffle()
    scene.start(1, by="table", why="a card was drawn").deal().folds(4, 5, 6, 1, 2)
    scene.event("hand.end", by="table", why="a card was drawn when one hand was left")
    assert [hand.hand for hand in scene.hands()] == [1, 2]
    equipment = ["shoe", "antennas", "camera", "faces", "taps", "words", "awards"]
    log = written(scene, tmp_path / "shown.jsonl", rulebook="invitational", equipment=equipment)
    done = floorcall("report", str(log), "-o", str(tmp_path / "shown.html"))
    assert f"{tmp_path / 'shown.html'}: 2 hands, 0 findings" in done.output

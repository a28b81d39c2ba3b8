"""A dealer practises alone: what he touches on the display is timed, scored and asked again."""

from __future__ import annotations

import csv
import signal
from typing import Any

import pytest

from controller.demo.answers import Answer, csv_of, is_right, table_of, touch_on
from controller.languages import LANGUAGES
from controller.ruling_cards.words import words_in
from tests import warm


def alert(name: str = "f1", *marks: str, kind: str = "board.four_card_flop") -> dict[str, Any]:
    return {"id": name, "card": {"kind": kind}, "story": [{"what": mark} for mark in marks]}


@pytest.mark.parametrize(
    ("card", "marks", "touch"),
    [
        ("floor", (), "none"),
        ("floor", ("seen", "coming", "ruled"), "seen"),
        ("floor", ("coming",), "none"),
        ("floor", ("ruled",), "ruled"),
        ("dealer", ("seen", "done"), "done"),
        ("dealer", ("disputed", "done"), "disputed"),
        ("ruled", ("seen", "ruled"), "none"),
        ("ruled", ("disputed", "ruled", "done"), "done"),
    ],
)
def test_the_first_touch_that_answers_the_card_counts(card, marks, touch):
    card_now = alert("f1", *marks)
    assert touch_on(card, card_now, [card_now], {"f1"}) == touch


def test_a_call_of_the_floor_answers_only_the_card_that_was_there_when_it_was_made():
    card_now, call = alert(), alert("c1", kind="floor.call")
    assert touch_on("floor", card_now, [call, card_now], {"f1"}) == "floor_call"
    assert touch_on("floor", card_now, [call, card_now], {"f1", "c1"}) == "none"


def test_what_stops_the_table_is_left_to_the_floor_and_everything_else_is_done():
    assert is_right("seen", "floor")
    assert is_right("floor_call", "floor")
    assert not is_right("done", "floor")
    assert is_right("done", "dealer")
    assert not is_right("disputed", "dealer")
    assert not is_right("none", "ruled")
    assert is_right("ruled", "floor", "redeal", ("redeal", "misdeal"))
    assert not is_right("ruled", "floor", "play_on", ("redeal",))


def test_practice_of_one_card_and_a_wait_of_one_second_are_one():
    words = words_in("en")
    assert "one thing goes wrong. You" in words.say("practice.welcome", n=1)
    assert "2 things go wrong, one after the other. You" in words.say("practice.welcome", n=2)
    assert "waits one second for you" in words.say("practice.how", n=1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_at_the_end_has_a_row_for_each_card_and_the_score(language):
    words = words_in(language)
    wrong = Answer(
        round=1, kind="bet.string", card="String bet", touched="none", seconds=None,
        book="First motion stands", clause="Deltin 45", right=False,
    )  # fmt: skip
    right = Answer(
        round=2, kind="bet.string", card="String bet", touched="done", seconds=4.26,
        book="First motion stands", clause="Deltin 45", right=True,
    )  # fmt: skip
    header, first, second, _, score = table_of([wrong, right], words).splitlines()
    assert words.say("practice.column.clause") in header
    assert words.say("practice.touched.none") in first
    assert words.say("practice.touched.done") in second
    assert words.seconds(4.26) in second
    assert "1" in score
    assert "2" in score
    assert next(csv.DictReader(csv_of([right]).splitlines())) == {
        "round": "2", "kind": "bet.string", "card": "String bet", "touched": "done", "seconds": "4.3",
        "book": "First motion stands", "clause": "Deltin 45", "right": "yes",
    }  # fmt: skip


@pytest.mark.soak(alone=True)
def test_a_dealer_learns_a_card_that_he_answered_wrong_at_first(start_demo, browser, tmp_path, wait_for):
    score = tmp_path / "ana.csv"
    demo = start_demo(
        "--practice", "--language", "hr", "--speed", "50", "--patience", "120", "--score", str(score),
        "--mishap", "four-card-flop", "--mishap", "string-bet",
    )  # fmt: skip
    demo.until_said("Vježba")
    display = browser.new_page(viewport={"width": 800, "height": 480})
    display.goto(demo.url)

    def touch(key: str) -> None:
        display.locator("#card").wait_for(state="visible", timeout=180_000)
        display.locator("#cardbar .key", has_text=key).wait_for(state="visible", timeout=180_000)
        display.wait_for_selector("body:not([data-settling])", state="attached")
        display.locator("#cardbar .key", has_text=key).click()

    def answers() -> list[dict[str, str]]:
        return list(csv.DictReader(score.read_text(encoding="utf-8").splitlines()))

    def touched(*keys: str) -> None:
        before = len(answers())
        for key in keys:
            touch(key)
        wait_for(lambda: len(answers()) > before, f"{keys} to be scored")

    touched("Viđeno")
    touched("Gotovo")
    touched("Krivo očitano", "Čipovi")
    demo.until_said("Još jednom")
    touched("Gotovo")
    assert demo.process.wait(180) == 0, demo.said
    assert [(one["kind"], one["touched"], one["right"], one["round"]) for one in answers()] == [
        ("board.four_card_flop", "seen", "yes", "1"),
        ("board.four_card_flop", "done", "yes", "1"),
        ("bet.string", "disputed", "no", "1"),
        ("bet.string", "done", "yes", "2"),
    ]
    assert all(float(one["seconds"]) < 120 for one in answers())
    assert all(one["clause"].startswith("Deltin") for one in answers())
    assert "Točno 3 od 4" in demo.said


@pytest.mark.soak(alone=True)
def test_who_touches_nothing_is_shown_what_was_due_and_keeps_his_score_when_he_stops(start_demo, tmp_path):
    score = tmp_path / "ana.csv"
    demo = start_demo(
        "--practice", "--speed", "50", "--patience", "0", "--mishap", "boxed-cards", "--score", str(score)
    )
    demo.until_said("Once more")
    assert demo.end(signal.SIGINT) == 0
    rows = list(csv.DictReader(score.read_text(encoding="utf-8").splitlines()))
    assert {"misdeal.boxed_cards"} <= {one["kind"] for one in rows}
    assert {(one["touched"], one["seconds"], one["right"]) for one in rows} == {("none", "", "no")}
    assert any(line.startswith("0 of ") for line in demo.said)
    assert not [line for line in demo.said if "refused" in line or "did not come" in line]


@pytest.mark.soak(alone=True)
def test_cards_of_the_course_come_at_the_table_and_are_asked_again(start_demo, tmp_path):
    kinds = ["deck.joker", "bet.pulled_back", "showdown.partly_tabled"]
    score = tmp_path / "ana.csv"
    demo = start_demo(
        "--practice", "--speed", "12", "--patience", "0", "--rulebook", "tda-2024", "--score", str(score),
        *(word for kind in kinds for word in ("--card", kind)),
    )  # fmt: skip
    demo.until_said("Once more")
    assert demo.end(signal.SIGINT) == 0
    rows = list(csv.DictReader(score.read_text(encoding="utf-8").splitlines()))
    assert {one["kind"] for one in rows} == {*kinds}
    assert not [line for line in demo.said if "refused" in line or "did not come" in line]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--card", "bet.string"], "--card: only the course has cards of its own"),
        (["--score", "ana.csv"], "--score: only practice is scored; add --practice"),
        (["--practice", "--score", "/nowhere/ana.csv"], "--score /nowhere/ana.csv: cannot be written"),
        (["--practice", "--hands", "3"], "--hands: practice has its own order"),
        (["--practice", "--language", "xx"], "--language"),
    ],
)
def test_a_wrong_option_of_practice_is_named(options, says):
    refused = warm.run("controller.cli", "demo", *options)
    assert refused.returncode == 2
    assert says in refused.stderr

"""``floorcall replay`` as a user meets it: what it prints, and how it ends."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from click.testing import Result

from controller.testkit.scene import Scene
from controller.testkit.spots import facing_raise
from tests.table.test_stud import to_seventh

Floorcall = Callable[..., Result]


def lines_of(result: Result) -> list[dict[str, object]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_the_same_log_gives_the_same_bytes(floorcall: Floorcall, demo_hands: Path) -> None:
    first = floorcall("replay", str(demo_hands), "--json")
    assert first.exit_code == 0
    assert first.stdout_bytes == floorcall("replay", str(demo_hands), "--json").stdout_bytes


def test_findings_alone_do_not_fail_unless_asked_to(floorcall: Floorcall, boxed: Path) -> None:
    assert floorcall("replay", str(boxed), "--json").exit_code == 0
    for level in ("floor", "dealer", "info"):
        assert floorcall("replay", str(boxed), "--json", "--fail-on", level).exit_code == 1


def test_a_clean_night_does_not_fail(floorcall: Floorcall, demo_hands: Path) -> None:
    log = demo_hands / "pluribus-102-2.jsonl"
    assert floorcall("replay", str(log), "--json", "--fail-on", "info").exit_code == 0


def test_a_finding_comes_as_one_json_object_with_its_fields_in_order(
    floorcall: Floorcall, boxed: Path
) -> None:
    found = [
        line for line in lines_of(floorcall("replay", str(boxed), "--json")) if line["type"] == "finding"
    ]
    fields = (
        "type",
        "id",
        "t",
        "hand",
        "street",
        "kind",
        "seat",
        "level",
        "remedy",
        "cites",
        "facts",
        "evidence",
    )
    assert tuple(found[-1]) == fields
    assert (found[-1]["kind"], found[-1]["cites"]) == ("misdeal.boxed_cards", ["35A(1)", "35A"])


def test_several_logs_and_books_say_which_line_is_whose_in_the_order_given(
    floorcall: Floorcall, boxed: Path, demo_hands: Path
) -> None:
    other = demo_hands / "pluribus-102-2.jsonl"
    told = lines_of(
        floorcall("replay", str(boxed), str(other), "--json", "--rulebook", "upt", "--rulebook", "deltin")
    )
    order = list(dict.fromkeys((line["log"], line["rulebook"]) for line in told))
    assert order == [(str(log), book) for log in (boxed, other) for book in ("upt", "deltin")]


def test_rulebooks_may_follow_one_another(floorcall: Floorcall, boxed: Path) -> None:
    one_by_one = floorcall("replay", str(boxed), "--json", "--rulebook", "upt", "--rulebook", "deltin")
    together = floorcall("replay", str(boxed), "--json", "--rulebook", "upt", "deltin")
    assert together.stdout_bytes == one_by_one.stdout_bytes


def test_a_log_may_come_from_standard_input_packed_or_not(floorcall: Floorcall, boxed: Path) -> None:
    plain = floorcall("replay", str(boxed), "--json").stdout_bytes
    night = boxed.read_bytes()
    assert floorcall("replay", "-", "--json", stdin=night).stdout_bytes == plain
    assert floorcall("replay", "-", "--json", stdin=zstandard.compress(night)).stdout_bytes == plain


def test_standard_input_is_read_under_every_book(floorcall: Floorcall, boxed: Path) -> None:
    told = lines_of(floorcall("replay", "-", "--json", "--rulebook", "upt", "dpc", stdin=boxed.read_bytes()))
    assert {line["rulebook"] for line in told} == {"upt", "dpc"}


def test_people_read_the_hands_and_the_ruling_cards(floorcall: Floorcall, boxed: Path) -> None:
    told = floorcall("replay", str(boxed), "--text").stdout
    assert told.startswith("Table 7 · 2026-11-20 19:30:00 · Deltin")
    assert "Hand 1 · button seat 3 · blinds 25/50" in told
    assert "FLOOR" in told
    assert "Deltin 35A(1)" in told
    assert "log line 7" in told
    assert "\x1b[" not in told


def test_people_read_a_real_hand_as_it_was_played(floorcall: Floorcall, demo_hands: Path) -> None:
    told = floorcall("replay", str(demo_hands / "dwan-ivey-2009.jsonl")).stdout
    assert "seat 5 raises to 1,067,100, all in" in told
    assert "seat 3 calls 495,000, all in" in told
    assert "turn      Jc 3d 5c 4h" in told
    assert "1 hand; findings: none" in told


def test_several_books_stand_side_by_side_where_they_differ(floorcall: Floorcall, boxed: Path) -> None:
    told = floorcall("replay", str(boxed), "--text", "--rulebook", "deltin", "invitational").stdout
    head = next(line for line in told.splitlines() if "invitational" in line)
    assert head.split() == ["deltin", "invitational"]
    assert "misdeal.boxed_cards" in told
    assert told.splitlines()[-1].endswith("different")


def test_books_that_agree_have_nothing_to_show(floorcall: Floorcall, demo_hands: Path) -> None:
    log = demo_hands / "pluribus-102-2.jsonl"
    told = floorcall("replay", str(log), "--text", "--rulebook", "deltin", "tda-2024").stdout
    assert told.splitlines()[-1].endswith("alike, 0 different")


@pytest.mark.parametrize(
    ("arguments", "trouble"),
    [
        (["nowhere.jsonl"], "nowhere.jsonl: no such log"),
        (["{boxed}", "--rulebook", "monaco"], "monaco"),
        (
            ["{boxed}", "--speed", "fast"],
            "--speed: must be a number above 0, 0.001 or more, or max, is 'fast'",
        ),
        (
            ["{boxed}", "--speed", "1e-9"],
            "--speed: must be a number above 0, 0.001 or more, or max, is '1e-9'",
        ),
        (["{boxed}", "--speed", "0"], "--speed: must be a number above 0"),
        (["{boxed}", "--speed", "nan"], "--speed: must be a number above 0"),
        (["{boxed}", "--json", "--text"], "--json, --text and --format: choose one"),
        (["{boxed}", "--fail-on", "panic"], "panic"),
        (["{boxed}", "--louder"], "--louder"),
        ([], "LOG"),
    ],
)
def test_bad_usage_is_named_and_ends_with_2(
    floorcall: Floorcall, boxed: Path, arguments: list[str], trouble: str
) -> None:
    result = floorcall("replay", *(word.replace("{boxed}", str(boxed)) for word in arguments))
    assert result.exit_code == 2
    assert trouble in result.stderr
    assert result.stdout == ""


def test_help_has_an_example(floorcall: Floorcall) -> None:
    told = floorcall("replay", "--help").stdout
    assert "floorcall replay night.jsonl --text" in told
    assert "--fail-on" in told


def test_every_command_has_help_with_an_example(floorcall: Floorcall) -> None:
    listed = floorcall("--help").stdout
    for name in ("replay", "rulebook"):
        assert f"  {name}" in listed
        assert "floorcall " + name in floorcall(name, "--help").stdout


def night(folder: Path, scene: Scene, **head: str) -> str:
    """Return the path of a log of what happened in a scene; ``head`` changes its header."""
    log = folder / "night.jsonl"
    header = {
        "type": "log",
        "version": 1,
        "table": "7",
        "started": "2026-11-20T19:30:00Z",
        "rulebook": "deltin",
        **head,
    }
    log.write_text("".join(json.dumps(line) + "\n" for line in [header, *scene.log]), encoding="utf-8")
    return str(log)


def test_an_undercall_that_waits_for_the_floor_is_no_call_yet(floorcall: Floorcall, tmp_path: Path) -> None:
    scene = facing_raise("deltin", 400, 1200).pushes(3, 500).wait(3).folds(4, 5, 6).says(1, "call").end()
    told = floorcall("replay", night(tmp_path, scene), "--text").stdout
    assert "seat 3 has 500 in, for the floor to rule on" in told
    assert "seat 3 calls 500" not in told
    assert "seat 1 calls 1,200" in told


def test_a_hand_void_for_a_fouled_deck_is_no_misdeal(floorcall: Floorcall, tmp_path: Path) -> None:
    scene = Scene("dpc").deal().calls(3)
    scene.card("burn").card("board", tag=scene.hole[3][0]).wait(1).end()
    told = floorcall("replay", night(tmp_path, scene), "--text", "--rulebook", "dpc").stdout
    assert "void    fouled deck: all bets are back" in told


STUD_STREETS = ["third", "fourth", "fifth", "sixth", "seventh"]


@pytest.fixture
def stud_night(tmp_path: Path) -> str:
    """Return the log of a whole hand of stud: brought in, completed, checked through, all tabled, awarded."""
    scene = to_seventh("tda-2024").taps(1, 2, 3).sweep().tabled(1, 2, 3).award(1, 330).end()
    return night(tmp_path, scene, rulebook="tda-2024", game="stud")


def test_a_hand_of_stud_has_five_streets_a_posted_bring_in_and_no_button(
    floorcall: Floorcall, stud_night: str
) -> None:
    told = lines_of(floorcall("replay", stud_night, "--json"))
    acts = [line for line in told if line["type"] == "action"]
    assert list(dict.fromkeys(act["street"] for act in acts)) == STUD_STREETS
    assert [(act["seat"], act["action"], act["to"]) for act in acts if act["street"] == "third"] == [
        (1, "post", 20),
        (2, "raise", 100),
        (3, "call", 100),
        (1, "call", 100),
    ]
    first = {act["street"]: act["seat"] for act in reversed(acts)}
    assert first == {"third": 1, "fourth": 3, "fifth": 1, "sixth": 1, "seventh": 1}
    (hand,) = [line for line in told if line["type"] == "hand"]
    assert hand["button"] is None
    assert hand["board"] == []
    assert hand["pots"] == [{"amount": 330, "seats": [1, 2, 3]}]
    assert hand["winners"] == [{"pot": 0, "shares": {"1": 330}}]
    assert hand["stacks"] == {"1": 10_220, "2": 9890, "3": 9890}


def test_people_read_a_hand_of_stud_street_by_street(floorcall: Floorcall, stud_night: str) -> None:
    told = floorcall("replay", stud_night, "--text").stdout
    rows = told.splitlines()
    assert "Hand 1 · bring-in 20 · bets 100/200 · ante 10" in rows
    assert [row.strip() for row in rows if row.strip() in STUD_STREETS] == STUD_STREETS
    assert "seat 1 posts 20" in told
    assert "seat 2 raises to 100" in told
    assert "pot 330 to seat 1" in told
    for word in ("button", "blind", "board"):
        assert word not in told


@pytest.mark.parametrize("speed", ["1000000", "2e12"])
def test_a_speed_may_be_as_high_as_one_likes(floorcall: Floorcall, boxed: Path, speed: str) -> None:
    fast = floorcall("replay", str(boxed), "--json", "--speed", speed)
    assert (fast.exit_code, fast.stdout) == (0, floorcall("replay", str(boxed), "--json").stdout)

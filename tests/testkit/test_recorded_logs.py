"""The plugin as a house uses it: a recorded log beside its expectations is a test."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from pathlib import Path

import pytest

import controller.testkit.difference  # noqa: F401  # else each run within this one loads classes of its own
from controller.testkit.noisy import false_calls

pytest_plugins = ["pytester"]

BOOK = """\
extends = "deltin"
id = "riverside"
name = "Riverside"
short = "Riverside"
edition = "2026"

[kinds."bet.string"]
remedy = "floor"
cites = ["House 1"]

[[clause]]
ref = "House 1"
title = "One motion"
class = "sensed"
kind = "bet.string"
says = "Whoever needs a second motion waits for the floor."
"""


@pytest.fixture
def night(pytester: pytest.Pytester) -> Path:
    """A hand in which seat 3 calls 100 and adds 300 in a second motion, recorded."""
    log = pytester.path / "night.jsonl"
    log.write_bytes((Path(__file__).parents[1] / "logs" / "string-bet.jsonl").read_bytes())
    return log


def run(pytester: pytest.Pytester, *options: str) -> pytest.RunResult:
    return pytester.runpytest_inprocess("-p", "no:cacheprovider", *options)


def test_a_log_gets_expectations_and_then_comes_out_as_they_say(pytester, night) -> None:
    run(pytester, "night.jsonl", "--floorcall-update").assert_outcomes(passed=1)
    expected = night.with_name("night.expected.jsonl").read_text().splitlines()
    assert [json.loads(line)["kind"] for line in expected if '"finding"' in line] == ["bet.string"]
    run(pytester).assert_outcomes(passed=1)
    run(pytester, "night.jsonl").assert_outcomes(passed=1)


def test_a_log_of_which_nothing_is_expected_says_so(pytester, night) -> None:
    result = run(pytester, "night.jsonl")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*nothing is expected of it yet; write it with --floorcall-update*"])


def test_a_difference_reads_like_a_sentence_with_the_log_around_it(pytester, night) -> None:
    run(pytester, "night.jsonl", "--floorcall-update")
    expected = night.with_name("night.expected.jsonl")
    expected.write_text(expected.read_text().replace("first_motion_stands", "full_raise"))
    result = run(pytester)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "night.jsonl is not as night.expected.jsonl says, in one line:",
            "hand 1, preflop, * bet.string at seat 3 (dealer; first_motion_stands; 45, 56): came otherwise",
            '*remedy: expected "full_raise", came "first_motion_stands"',
            '  > *"chips.push"*"seat":3*',
            "see it whole: floorcall replay *night.jsonl --text",
        ]
    )


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            {"type": "finding", "hand": 1, "kind": "bet.undercall", "seat": 5},
            "hand 1: bet.undercall at seat 5: expected, and it did not come",
        ),
        (
            {"type": "action", "hand": 1, "street": "preflop", "seat": 3, "action": "raise", "to": 400},
            "hand 1, preflop, * seat 3 calls 100: came otherwise",
        ),
    ],
)
def test_what_a_person_expects_needs_not_every_field(pytester, night, line, says) -> None:
    night.with_name("night.expected.jsonl").write_text(json.dumps(line) + "\n")
    result = run(pytester)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([says])


def test_findings_alone_are_compared_where_the_first_line_says_so(pytester, night) -> None:
    scope = {"type": "expect", "lines": ["finding"], "level": "dealer"}
    finding = {"type": "finding", "kind": "bet.string", "seat": 3, "remedy": "first_motion_stands"}
    expected = night.with_name("night.expected.jsonl")
    expected.write_text(json.dumps(scope) + "\n" + json.dumps(finding | {"hand": 1}) + "\n")
    run(pytester).assert_outcomes(passed=1)
    run(pytester, "--floorcall-update").assert_outcomes(passed=1)
    assert [json.loads(line)["type"] for line in expected.read_text().splitlines()] == ["expect", "finding"]


def test_the_same_log_under_another_book_and_under_the_houses_own(pytester, night) -> None:
    scope = {"type": "expect", "lines": ["finding"], "level": "dealer"}
    for book, remedy in (("dpc", "first_motion_stands"), ("riverside", "floor")):
        finding = {"type": "finding", "hand": 1, "kind": "bet.string", "seat": 3, "remedy": remedy}
        path = night.with_name(f"night.{book}.expected.jsonl")
        path.write_text(json.dumps(scope) + "\n" + json.dumps(finding) + "\n")
    pytester.makefile(".toml", riverside=BOOK)
    pytester.makeini("[pytest]\nfloorcall_rulebooks = riverside.toml\n")
    run(pytester).assert_outcomes(passed=2)
    run(pytester, "night.jsonl").assert_outcomes(passed=2)


def test_a_red_log_is_seen_whole_under_the_book_that_it_was_held_against(
    pytester, night, floorcall, monkeypatch
) -> None:
    house = pytester.mkdir("our house")
    night.rename(house / "night.jsonl")
    (house / "riverside.toml").write_text(BOOK)
    (house / "pytest.ini").write_text("[pytest]\nfloorcall_rulebooks = riverside.toml\n")
    (house / "night.riverside.expected.jsonl").write_text('{"type":"expect","lines":["finding"]}\n')
    monkeypatch.chdir(house)
    told = [text for text in run(pytester).outlines if text.startswith("see it whole: ")]
    (line,) = set(told)  # where CI is set, the summary tells it again
    words = shlex.split(line.removeprefix("see it whole: "))
    assert words[0] == "floorcall"
    shown = floorcall(*words[1:])
    assert (shown.exit_code, "Riverside" in shown.output) == (0, True), shown.output


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "night.expected.jsonl:1: *; each line is one JSON object"),
        ('{"type":"ruling"}', "night.expected.jsonl:1: type: 'ruling' is none of finding, action, hand"),
        ('{"type":"expect","lines":["fold"]}', "night.expected.jsonl:1: 'fold': an expect line has lines*"),
        ('{"type":"expect","level":"loud"}', "night.expected.jsonl:1: 'loud': an expect line has lines*"),
        ('{"type":"expect","sort":1}', "night.expected.jsonl:1: 'sort': an expect line has lines*"),
        ('{"type":"finding","level":"loud"}', "night.expected.jsonl:1: level: 'loud' is none of info*"),
        (
            '{"type":"finding","hnd":1}',
            "*:1: hnd: a line of type finding has no such field; did you mean `hand`?",
        ),
        (
            '{"type":"finding","kind":"bet.strng"}',
            "*:1: kind: no finding is called *; did you mean 'bet.string'?",
        ),
        ('{"type":"finding","hand":1}\n{"type":"expect"}', "*:2: type: 'expect' is none of *stands first)"),
        ('{"type":"expect","lines":["hand"]}\n{"type":"finding"}', "*:2: a line that the first line says *"),
    ],
)
def test_bad_expectations_are_named_by_file_and_line(pytester, night, text, says) -> None:
    night.with_name("night.expected.jsonl").write_text(text)
    result = run(pytester)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([says])


def test_expectations_without_their_log_and_a_log_without_its_book_are_named(pytester, night) -> None:
    night.with_name("day.expected.jsonl").write_text("")
    night.with_name("night.delta.expected.jsonl").write_text("")
    result = run(pytester)
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(["day.expected.jsonl: there is no log beside it; record one*"])
    result.stdout.fnmatch_lines(
        ["night.delta.expected.jsonl: delta: no such rulebook*, listed in floorcall_rulebooks"]
    )


def test_a_line_of_the_log_that_cannot_be_read_is_told_with_the_difference(pytester, night) -> None:
    text = night.read_text().splitlines(keepends=True)
    night.write_text("".join(text).replace('"chips.push"', '"chip.push"', 1))
    scope = {"type": "expect", "lines": ["finding"], "level": "dealer"}
    finding = {"type": "finding", "hand": 1, "kind": "bet.string"}
    night.with_name("night.expected.jsonl").write_text(json.dumps(scope) + "\n" + json.dumps(finding) + "\n")
    result = run(pytester)
    result.assert_outcomes(failed=1)
    at = 1 + next(number for number, line in enumerate(text) if '"chips.push"' in line)
    result.stdout.fnmatch_lines(
        [
            f"line {at} of the log does not count: type: no event is called 'chip.push'; did you mean 'chips.push'?"
        ]
    )


def test_two_books_of_one_name_are_told_apart_by_nobody(pytester, night) -> None:
    night.with_name("night.riverside.expected.jsonl").write_text("")
    pytester.makefile(".toml", riverside=BOOK, lakeside=BOOK)
    pytester.makeini("[pytest]\nfloorcall_rulebooks = riverside.toml lakeside.toml\n")
    result = run(pytester)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*floorcall_rulebooks: *riverside.toml and *lakeside.toml have the same id, riverside"]
    )


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (
            ["--floorcall-seeds", "3"],
            "*--floorcall-seeds: how often under noise; name it too: --floorcall-noise mild*",
        ),
        (["--floorcall-noise", "mild", "--floorcall-seeds", "0"], "*'0' is no number of plays; at least 1*"),
        (["--floorcall-noise", "mild", "--floorcall-seeds", "x"], "*'x' is no number of plays; at least 1*"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(pytester, night, options, says) -> None:
    done = pytester.runpytest_subprocess("-p", "no:cacheprovider", *options)
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines([says])


def test_under_noise_nobody_is_called_who_is_not_expected_to_be(pytester, night) -> None:
    run(pytester, "night.jsonl", "--floorcall-update")
    run(pytester, "--floorcall-noise", "mild", "--floorcall-seeds", "2").assert_outcomes(passed=1)


def test_a_call_under_noise_is_told_with_its_seed(night) -> None:
    told = false_calls(night, None, Counter(), "mild", 1)
    assert told == ["hand 1: bet.string at seat 3: called under mild noise, seed 1"]


STORIES = """
def test_a_second_motion_waits_for_the_floor(scene):
    told = scene("riverside").deal().pushes(3, 100).pushes(3, 300, after=1.1).folds(4)
    assert told.found("bet.string").cites == ["House 1"]


def test_five_hundred_facing_four_hundred_is_a_call_by_one_chip(facing):
    assert facing("deltin", 400).pushes(2, 500, after=1.0).folds(3).actions("flop")[1:] == [(2, "call", 400)]
"""


def test_a_house_tells_its_stories_in_a_line_each(pytester) -> None:
    pytester.makefile(".toml", riverside=BOOK)
    pytester.makeini("[pytest]\nfloorcall_rulebooks = riverside.toml\n")
    pytester.makepyfile(STORIES)
    run(pytester).assert_outcomes(passed=2)


@pytest.mark.parametrize(
    ("story", "says"),
    [
        (
            'scene("lakeside")',
            "lakeside: no such rulebook; *, listed in floorcall_rulebooks; there now: riverside",
        ),
        ('scene("deltin").deal().pushes(13, 100)', "chips.push: seat: *10*"),
        ('scene("deltin").deal().says(3, "chek")', "declare: action: must be *check*not*chek*"),
        (
            'scene("deltin").deal().found("bet.strng")',
            "no finding is called 'bet.strng'; did you mean 'bet.string'?",
        ),
        ('scene("deltin").deal().actions("flopp")', "no street is called 'flopp'; did you mean `flop`?"),
        ('scene("deltin").deal().found("bet.string")', "*bet.string not found among []"),
    ],
)
def test_a_story_that_cannot_be_is_told_in_words_without_the_tables_code(pytester, story, says) -> None:
    pytester.makefile(".toml", riverside=BOOK)
    pytester.makeini("[pytest]\nfloorcall_rulebooks = riverside.toml\n")
    pytester.makepyfile(f"def test_it(scene):\n    {story}\n")
    result = run(pytester)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([f"E*{says}"])
    assert "scene.py" not in result.stdout.str()

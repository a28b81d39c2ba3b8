"""Logs with something wrong in them: named by file, line and field, and the rest counts."""

from __future__ import annotations

import gzip
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Floorcall = Callable[..., Result]

HEADER = b'{"type":"log","version":1,"table":"7","started":"2026-11-20T19:30:00Z","rulebook":"deltin"}\n'
TABLE = (
    b'{"t":0.4,"type":"table","seats":{"1":{"stack":5000},"2":{"stack":5000},"3":{"stack":5000}}}\n'
    b'{"t":0.8,"type":"level","small":25,"big":50}\n'
)
HAND = b'{"t":10,"type":"hand.start","button":3}\n'


@pytest.fixture
def night(tmp_path: Path) -> Callable[[bytes], Path]:
    def write(content: bytes) -> Path:
        log = tmp_path / "night.jsonl"
        log.write_bytes(content)
        return log

    return write


def findings(result: Result, kind: str) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.stderr
    told = [json.loads(line) for line in result.stdout.splitlines()]
    return [line for line in told if line.get("kind") == kind]


def test_a_bad_line_becomes_a_finding_of_the_hand_it_stands_in(
    floorcall: Floorcall, night: Callable[[bytes], Path]
) -> None:
    log = night(HEADER + TABLE + HAND + b'{"t":11,"type":"tap","seat":12}\n{"t":12,"type":"tick"}\nrubbish\n')
    result = floorcall("replay", str(log), "--json")
    first, second = findings(result, "log.bad_line")
    assert first == {
        "type": "finding",
        "id": "1:log.bad_line:1",
        "t": 10.0,
        "hand": 1,
        "street": "deal",
        "kind": "log.bad_line",
        "seat": None,
        "level": "info",
        "remedy": "look",
        "cites": [],
        "facts": {"place": "seat", "error": "must be a whole number from 1 to 10, not 12"},
        "evidence": [5],
    }
    assert (second["id"], second["t"], second["evidence"]) == ("1:log.bad_line:2", 12.0, [7])
    assert f"{log}:5: seat: must be a whole number from 1 to 10, not 12 (line skipped)" in result.stderr


def test_before_the_first_hand_a_bad_line_belongs_to_hand_0(
    floorcall: Floorcall, night: Callable[[bytes], Path]
) -> None:
    (bad,) = findings(floorcall("replay", str(night(HEADER + b"rubbish\n")), "--json"), "log.bad_line")
    assert (bad["id"], bad["hand"], bad["street"], bad["t"]) == ("0:log.bad_line:1", 0, "deal", 0.0)


def test_read_strictly_it_stops_there(floorcall: Floorcall, night: Callable[[bytes], Path]) -> None:
    log = night(HEADER + TABLE + b'{"t":1,"type":"tap","seat":12}\n' + HAND)
    result = floorcall("replay", str(log), "--json", "--strict")
    assert result.exit_code == 2
    assert result.stderr == f"floorcall: {log}:4: seat: must be a whole number from 1 to 10, not 12\n"


def test_a_cut_last_line_is_told_and_does_not_stop_even_a_strict_reader(
    floorcall: Floorcall, night: Callable[[bytes], Path]
) -> None:
    log = night(HEADER + TABLE + HAND + b'{"t":11,"type":"ta')
    (cut,) = findings(floorcall("replay", str(log), "--json", "--strict"), "log.truncated")
    assert (cut["t"], cut["hand"], cut["evidence"], cut["level"]) == (10.0, 1, [5], "info")


def test_a_table_inside_a_hand_is_a_bad_line(floorcall: Floorcall, night: Callable[[bytes], Path]) -> None:
    log = night(HEADER + TABLE + HAND + b'{"t":15,"type":"table","seats":{}}\n{"t":16,"type":"hand.end"}\n')
    result = floorcall("replay", str(log), "--json")
    (bad,) = findings(result, "log.bad_line")
    assert (bad["evidence"], bad["facts"]["place"]) == ([5], "type")
    assert result.stdout.count('"type":"hand"') == 1
    assert floorcall("replay", str(log), "--strict").exit_code == 2


@pytest.mark.parametrize("told", ["--json", "--text"])
def test_half_a_character_in_a_bad_line_is_told_as_it_is_spelled(
    floorcall: Floorcall, night: Callable[[bytes], Path], told: str
) -> None:
    log = night(
        HEADER + TABLE + HAND + rb'{"t":15,"type":"tap","seat":"\ud800"}' + b'\n{"t":16,"type":"hand.end"}\n'
    )
    result = floorcall("replay", str(log), told)
    assert result.exit_code == 0
    assert r'not "\ud800"' in result.stdout.replace(r"\"", '"').replace(r"\\", "\\")


SEATED_AT_11 = b'{"t":0.4,"type":"table","seats":{"1":{"stack":5000},"11":{"stack":5000}}}\n'
TWO_CARDS = (
    b'{"t":11,"type":"card.draw","tag":"2d"}\n{"t":11.2,"type":"card.seen","tag":"2d","zone":"seat:1"}\n'
    b'{"t":11.5,"type":"card.draw","tag":"Qd"}\n'
)
SHOWN = b'{"t":11.6,"type":"card.face","zone":"seat:2","face":"up","by":"dealer"}\n'


def test_where_the_table_is_a_bad_line_nobody_is_dealt_to_wrongly(
    floorcall: Floorcall, night: Callable[[bytes], Path]
) -> None:
    log = night(HEADER + SEATED_AT_11 + HAND + TWO_CARDS + b'{"t":16,"type":"hand.end"}\n')
    result = floorcall("replay", str(log), "--json", "--fail-on", "dealer")
    assert result.exit_code == 0, result.stdout
    assert '"kind":"log.bad_line"' in result.stdout


def test_nor_does_a_card_that_is_shown_before_an_antenna_reads_it_end_the_program(
    floorcall: Floorcall, night: Callable[[bytes], Path]
) -> None:
    log = night(HEADER + SEATED_AT_11 + HAND + TWO_CARDS + SHOWN + b'{"t":16,"type":"hand.end"}\n')
    assert floorcall("replay", str(log), "--json").exit_code == 0


@pytest.mark.parametrize("form", ["phh", "ohh"])
def test_a_hand_at_a_table_that_nobody_set_up_is_left_out_of_the_histories(
    floorcall: Floorcall, night: Callable[[bytes], Path], form: str
) -> None:
    log = night(HEADER + HAND + b'{"t":16,"type":"hand.end"}\n')
    result = floorcall("replay", str(log), "--format", form)
    assert (result.exit_code, result.stdout) == (0, "")
    assert "hand 1 is left out: nobody was dealt in" in result.stderr


@pytest.mark.parametrize("form", ["phh", "ohh"])
def test_a_hand_of_one_player_is_left_out_of_the_histories(
    floorcall: Floorcall, night: Callable[[bytes], Path], form: str
) -> None:
    seated = (
        b'{"t":0,"type":"table","seats":{"2":{"stack":5000,"state":"in"},"5":{"stack":5000,"state":"out"}}}\n'
    )
    level = b'{"t":0,"type":"level","small":50,"big":100}\n'
    start = b'{"t":1,"type":"hand.start","button":2}\n'
    log = night(HEADER + seated + level + start + b'{"t":9,"type":"hand.end"}\n')
    result = floorcall("replay", str(log), "--format", form)
    assert (result.exit_code, result.stdout) == (0, "")
    assert "hand 1 is left out: seat 2 was dealt in alone" in result.stderr


def test_without_a_header_the_rulebook_must_be_given(
    floorcall: Floorcall, night: Callable[[bytes], Path]
) -> None:
    log = night(TABLE + HAND + b'{"t":20,"type":"hand.end"}\n')
    refused = floorcall("replay", str(log), "--json")
    assert refused.exit_code == 2
    assert f"{log}:1: the log has no header: give its rulebook with --rulebook" in refused.stderr
    given = floorcall("replay", str(log), "--json", "--rulebook", "deltin")
    assert given.exit_code == 0
    assert '"type":"hand"' in given.stdout


@pytest.mark.parametrize(
    ("header", "trouble"),
    [
        (
            b'{"type":"log","version":9,"table":"7","started":"2026-11-20T19:30:00Z","rulebook":"deltin"}\n',
            ":1: version: must be 1",
        ),
        (
            b'{"type":"log","version":1,"table":"7","started":"2026-11-20T19:30:00Z"}\n',
            ":1: rulebook: is missing",
        ),
        (b"hello\n", ":1: byte 1: is not JSON"),
        (b"\n", ":1: line: is empty"),
    ],
)
def test_a_bad_header_ends_it_unless_the_rulebook_is_given(
    floorcall: Floorcall, night: Callable[[bytes], Path], header: bytes, trouble: str
) -> None:
    log = night(header + TABLE + HAND + b'{"t":20,"type":"hand.end"}\n')
    refused = floorcall("replay", str(log), "--json")
    assert refused.exit_code == 2
    assert trouble in refused.stderr
    given = floorcall("replay", str(log), "--json", "--rulebook", "dpc")
    assert '"type":"hand"' in given.stdout
    (bad,) = findings(given, "log.bad_line")
    assert bad["evidence"] == [1]


def test_of_two_logs_in_a_file_the_one_without_a_good_header_is_pointed_to(
    floorcall: Floorcall, night: Callable[[bytes], Path]
) -> None:
    first = HEADER + TABLE + HAND + b'{"t":20,"type":"hand.end"}\n'
    log = night(first + b'{"type":"log","version":1,"table":"7","rulebook":"deltin"}\n' + TABLE)
    result = floorcall("replay", str(log), "--json")
    line = first.count(b"\n") + 1
    assert result.exit_code == 2
    assert f"{log}:{line}: started: is missing" in result.stderr
    assert f"or see to line {line}\n" in result.stderr


def test_an_unknown_rulebook_in_the_header_is_named(
    floorcall: Floorcall, night: Callable[[bytes], Path]
) -> None:
    log = night(HEADER.replace(b"deltin", b"monaco") + TABLE)
    result = floorcall("replay", str(log))
    assert result.exit_code == 2
    assert f"{log}:1: rulebook: monaco" in result.stderr


def test_a_game_that_the_house_does_not_have_is_named(
    floorcall: Floorcall, night: Callable[[bytes], Path]
) -> None:
    log = night(HEADER.replace(b'"deltin"', b'"invitational","game":"plo"') + TABLE)
    result = floorcall("replay", str(log))
    assert result.exit_code == 2
    assert f"{log}:1: game: 'plo' is not played under invitational" in result.stderr


def test_an_empty_log_is_refused(floorcall: Floorcall, night: Callable[[bytes], Path]) -> None:
    result = floorcall("replay", str(night(b"")))
    assert result.exit_code == 2
    assert "the log is empty" in result.stderr


def test_a_second_header_starts_a_new_log_and_line_numbers_go_on(
    floorcall: Floorcall, night: Callable[[bytes], Path]
) -> None:
    one = TABLE + HAND + b'{"t":20,"type":"hand.end"}\n'
    log = night(HEADER + one + HEADER.replace(b"deltin", b"dpc") + one + b"rubbish\n")
    result = floorcall("replay", str(log), "--json")
    hands = [json.loads(line) for line in result.stdout.splitlines() if '"type":"hand"' in line]
    assert [hand["hand"] for hand in hands] == [1, 1]
    (bad,) = findings(result, "log.bad_line")
    assert (bad["evidence"], bad["t"]) == ([11], 20.0)


def test_a_log_that_stops_inside_a_hand_prints_no_line_for_it(
    floorcall: Floorcall, night: Callable[[bytes], Path]
) -> None:
    result = floorcall("replay", str(night(HEADER + TABLE + HAND)), "--json")
    assert result.exit_code == 0
    assert '"type":"hand"' not in result.stdout


def test_late_lines_come_out_as_if_they_had_been_in_time(
    floorcall: Floorcall, night: Callable[[bytes], Path]
) -> None:
    in_time = [b'{"t":11,"type":"card.draw","tag":"As","face":"up"}\n', b'{"t":11.1,"type":"tick"}\n']
    end = b'{"t":20,"type":"hand.end"}\n'
    told = []
    for order in (in_time, in_time[::-1]):
        result = floorcall("replay", str(night(HEADER + TABLE + HAND + b"".join(order) + end)), "--json")
        (boxed,) = findings(result, "deal.boxed_card")
        told.append((boxed["t"], boxed["kind"], boxed["remedy"]))
        assert not findings(result, "log.bad_line")
    assert told[0] == told[1]


def test_a_gzip_log_is_named_with_what_to_do(floorcall: Floorcall, tmp_path: Path) -> None:
    log = tmp_path / "night.jsonl.gz"
    log.write_bytes(gzip.compress(HEADER + TABLE + HAND))
    result = floorcall("replay", str(log), "--json")
    assert result.exit_code == 2
    assert "night.jsonl.gz: is gzip, not zstandard; unpack it first" in result.stderr


def test_a_log_cannot_drive_the_terminal(floorcall: Floorcall, night: Callable[[bytes], Path]) -> None:
    header = HEADER.replace(b'"table":"7"', b'"table":"\\u001b[2J\\u009b31m\\u0007"')
    result = floorcall("replay", str(night(header + TABLE + HAND)), "--text")
    assert result.exit_code == 0, result.stderr
    assert "Table \N{REPLACEMENT CHARACTER}[2J" in result.stdout
    assert not set("\x1b\x9b\x07") & set(result.stdout)


def test_numbers_that_no_chips_have_are_a_bad_line_and_no_fault_of_the_programs(
    floorcall: Floorcall, night: Callable[[bytes], Path]
) -> None:
    nines = b"9" * 2200
    log = night(
        HEADER + TABLE + HAND + b'{"t":11,"type":"chips.push","seat":1,"chips":{"%s":%s}}\n' % (nines, nines)
    )
    for form in ("--json", "--text"):
        assert floorcall("replay", str(log), form).exit_code == 0
    (bad,) = findings(floorcall("replay", str(log), "--json"), "log.bad_line")
    assert bad["facts"]["place"].startswith("chips")
    assert len(bad["facts"]["error"]) < 200


SECRET = "swordfish"
NO_BOOKS = {
    "a configuration": f'[table]\npin = "{SECRET}"\n',
    "nearly a book": f'id = "x"\nname = "N"\nshort = "S"\nedition = "E"\nextends = "deltin"\n{SECRET} = "{SECRET}"\n',
    "no TOML": f"{SECRET}\n",
    "empty": "",
}


def named_by_a_header(floorcall: Floorcall, night: Callable[[bytes], Path], path: object) -> str:
    """Return how a log is refused whose header names that as its rulebook."""
    header = HEADER.replace(b'"deltin"', json.dumps(str(path)).encode())
    log = night(header + TABLE + HAND)
    result = floorcall("replay", str(log), "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"floorcall: {log}:1: rulebook: "), result.stderr
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix(f"floorcall: {log}:1: rulebook: ").strip()


@pytest.mark.parametrize("what", NO_BOOKS)
@pytest.mark.parametrize("name", ["our.toml", "passwd"])
def test_of_a_file_that_a_header_names_as_rulebook_nothing_is_shown(
    what: str, name: str, floorcall: Floorcall, night: Callable[[bytes], Path], tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text(NO_BOOKS[what])
    told = named_by_a_header(floorcall, night, path)
    assert told.startswith(f"{path}: is no rulebook that can be used")
    assert f"`floorcall rulebook check {path}` says why" in told
    assert SECRET not in told
    assert not re.search(r":\d", told), "not even how many lines it has"


def test_what_is_no_plain_file_is_not_read_because_a_header_names_it(
    floorcall: Floorcall, night: Callable[[bytes], Path], tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    large = tmp_path / "large.toml"
    with large.open("wb") as sparse:
        sparse.truncate(10**12)
    for path, why in (
        (tmp_path / "pipe.toml", "is no plain file"), ("/dev/zero", "is no plain file"), (tmp_path, "is no plain file"),
        (large, "is no rulebook: it is too large"), ("/nowhere/our.toml", "cannot be read: No such file or directory"),
    ):  # fmt: skip
        assert named_by_a_header(floorcall, night, path) == f"{path}: {why}"


def test_a_name_that_no_file_can_have_and_one_that_steers_a_terminal_are_refused_as_any(
    floorcall: Floorcall, night: Callable[[bytes], Path]
) -> None:
    assert named_by_a_header(floorcall, night, "our\0.toml") == "our?.toml: is no file's name"
    assert (
        named_by_a_header(floorcall, night, "\x1b[2J\u009b/x")
        == "?[2J?/x: cannot be read: No such file or directory"
    )


def test_a_houses_own_book_is_taken_by_the_path_that_a_header_names(
    floorcall: Floorcall, night: Callable[[bytes], Path], tmp_path: Path
) -> None:
    book = tmp_path / "riverside.toml"
    book.write_text(
        'id = "riverside"\nname = "Riverside"\nshort = "Riverside"\nedition = "1"\nextends = "deltin"\n'
    )
    log = night(
        HEADER.replace(b'"deltin"', json.dumps(str(book)).encode())
        + TABLE
        + HAND
        + b'{"t":16,"type":"hand.end"}\n'
    )
    result = floorcall("replay", str(log), "--json")
    assert (result.exit_code, result.stderr) == (0, "")

"""The program as a process: its exit codes, its pipes, and no traceback whatever happens."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ends import comes

FLOORCALL = (sys.executable, "-m", "controller.cli")


def test_a_reader_who_has_seen_enough_hears_nothing_more(demo_hands: Path, tmp_path: Path) -> None:
    log = tmp_path / "long.jsonl"
    hand = (demo_hands / "pluribus-41-92.jsonl").read_bytes()
    log.write_bytes(hand * 60)
    with subprocess.Popen(
        [*FLOORCALL, "replay", str(log), "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        with comes(program, "the first line and the end of a replay"):
            assert json.loads(program.stdout.readline())["type"] == "action"
            program.stdout.close()
            assert program.stderr.read() == b""
    assert program.returncode == 0


def test_a_pipe_that_nobody_writes_into_is_named_and_read_once_somebody_does(
    boxed: Path, tmp_path: Path
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(
        [*FLOORCALL, "replay", str(pipe), "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        with comes(program, "word of the pipe, and then the log's findings"):
            assert program.stderr.readline().decode() == f"nothing has come from {pipe} yet; waiting\n"
            pipe.write_bytes(boxed.read_bytes())
            assert json.loads(program.stdout.readline())["type"] == "action"
            program.stdout.read()
    assert program.returncode == 0


@pytest.mark.parametrize("arguments", [["repaly"], ["--loud"], ["replay"], ["replay", "nowhere.jsonl"]])
def test_bad_usage_ends_with_2_and_without_a_traceback(arguments: list[str]) -> None:
    ended = subprocess.run([*FLOORCALL, *arguments], capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_fault_of_the_program_is_one_line_without_the_values_it_held(boxed: Path, tmp_path: Path) -> None:
    broken = tmp_path / "sitecustomize.py"
    broken.write_text(
        "import controller.replay.book_replay as b\n"
        "def take(self, line, entry):\n    raise KeyError('As')\n"
        "b.BookReplay.take = take\n"
    )
    ended = subprocess.run(
        [*FLOORCALL, "replay", str(boxed)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{Path.cwd()}"},
    )
    assert ended.returncode == 3
    assert ended.stderr.startswith(
        "floorcall: a fault of the program itself (KeyError at sitecustomize.py:3)"
    )
    assert "As" not in ended.stderr
    assert "Traceback" not in ended.stderr


def shell(line: str, *words: object) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in which ``$0`` is the program with ``words``."""
    called = shlex.join([*FLOORCALL, *map(str, words)])
    return subprocess.run(
        ["bash", "-c", line.replace("$0", called)], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("form", [["--json"], ["--text"], ["--format", "phh"]])
def test_output_that_the_disk_has_no_room_for_is_told_as_that(demo_hands: Path, form: list[str]) -> None:
    ended = shell("$0 > /dev/full", "replay", demo_hands / "pluribus-41-92.jsonl", *form)
    assert ended.returncode == 2
    assert ended.stderr == "floorcall: standard output: No space left on device\n"


def test_closed_streams_take_nothing_and_stop_nothing(boxed: Path, tmp_path: Path) -> None:
    ended = shell("$0 <&- >&- 2>&-", "report", boxed, "-o", tmp_path / "night.html")
    assert ended.returncode == 0
    assert (tmp_path / "night.html").read_text().startswith("<!doctype html>")
    assert shell("$0 <&-", "replay", "-").stderr.startswith("floorcall: -: the log is empty")


@pytest.mark.parametrize("said_to", ["2>&-", "2>/dev/full", "2> >(exec head -c 1 >/dev/null)"])
def test_what_nobody_hears_of_a_bad_line_takes_nothing_from_the_output(boxed: Path, said_to: str) -> None:
    boxed.write_bytes(boxed.read_bytes() + b"rubbish\n" * 2000)
    whole = shell("$0", "replay", boxed, "--json")
    assert whole.stdout.count('"kind":"log.bad_line"') == 2000
    unheard = shell(f"$0 {said_to}", "replay", boxed, "--json")
    assert (unheard.returncode, unheard.stdout) == (0, whole.stdout)
    assert shell(f"$0 {said_to}", "replay", boxed, "--strict").returncode == 2


def test_a_pipe_is_read_under_every_book(boxed: Path) -> None:
    of_file = shell(f"cat {boxed} | $0", "replay", "-", "--json", "--rulebook", "deltin", "dpc")
    of_pipe = shell(f"$0 <(cat {boxed}) --json --rulebook deltin dpc", "replay")
    assert of_pipe.stdout.count('"rulebook":"dpc"') == of_file.stdout.count('"rulebook":"dpc"') > 0


def test_a_name_that_is_no_text_is_told_as_far_as_it_is(boxed: Path, tmp_path: Path) -> None:
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/n\xffight.jsonl"))
    odd.write_bytes(boxed.read_bytes() + b"rubbish\n")
    ended = shell("$0", "replay", boxed, odd, "--json")
    assert ended.returncode == 0
    assert {Path(json.loads(line)["log"]).name for line in ended.stdout.splitlines()} == {
        "boxed.jsonl",
        "n\N{REPLACEMENT CHARACTER}ight.jsonl",
    }
    assert shell("$0", "report", odd, "-o", tmp_path / "night.html").returncode == 0


def test_a_report_may_be_made_of_a_pipe(boxed: Path, tmp_path: Path) -> None:
    page = tmp_path / "night.html"
    ended = shell(f"$0 <(cat {boxed}) -o {page}", "report")
    assert (ended.returncode, ended.stdout) == (0, f"{page}: 1 hand, 2 findings\n")


def test_a_terminal_that_has_not_every_sign_shows_the_others() -> None:
    ended = shell("PYTHONIOENCODING=latin-1 $0 | iconv -f latin1 -t utf8", "rulebook", "show", "deltin")
    assert ended.stderr == ""
    assert "misdeal.boxed_cards" in ended.stdout
    assert "?" in ended.stdout

"""The program as a process: its exit codes, its pipes, and no traceback whatever happens."""

from __future__ import annotations

import json
import os
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

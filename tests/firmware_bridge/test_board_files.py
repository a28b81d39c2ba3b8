"""What goes onto a board is laid out by one command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def board_files(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "firmware_bridge.board_files", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_shoe_is_laid_out_with_its_serial(tmp_path: Path) -> None:
    done = board_files(str(tmp_path), "--kind", "shoe", "--serial", "SH-0042", "--reader", "pepper")
    assert done.returncode == 0, done.stderr
    assert "mpremote cp -r" in done.stdout
    main = (tmp_path / "main.py").read_text("utf-8")
    assert main == (
        "from floorcall.firmware.main_shoe import run\n\nrun(serial='SH-0042', link='usb', reader='pepper')\n"
    )
    names = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.py")}
    assert {"floorcall/__init__.py", "floorcall/firmware/session.py", "floorcall/readers/confirm.py"} <= names


def test_antennas_are_laid_out_with_their_zones(tmp_path: Path) -> None:
    done = board_files(str(tmp_path), "--kind", "antennas", "--zones", "1=seat:1", "2=board")
    assert done.returncode == 0, done.stderr
    assert "zones={1: 'seat:1', 2: 'board'}" in (tmp_path / "main.py").read_text("utf-8")


def test_antennas_are_laid_out_with_their_piezos_and_the_buttons_tag(tmp_path: Path) -> None:
    wired = ["--button", "E004015012345678", "--taps", "2", "1", "--tap-threshold", "9000"]
    done = board_files(str(tmp_path), "--kind", "antennas", "--zones", "1=seat:1", *wired)
    assert done.returncode == 0, done.stderr
    main = (tmp_path / "main.py").read_text("utf-8")
    assert "button='E004015012345678', taps=(1, 2), tap_threshold=9000" in main


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["--kind", "antennas", "--zones", "seat:1"], "such as 1=seat:1"),
        (["--kind", "antennas"], "such as 1=seat:1"),
        (["--kind", "antennas", "--zones", "9=board"], "such as 1=seat:1"),
        (["--kind", "antennas", "--zones", "1=lap:3"], "such as 1=seat:1"),
        (["--kind", "antennas", "--zones", "1=board", "--taps", "11"], "seats from 1 to 10"),
        (["--kind", "antennas", "--zones", "1=board", "--tap-threshold", "9"], "a board with --taps"),
        (["--kind", "antennas", "--zones", "1=board", "--button", "e004"], "upper-case hex digits"),
        (["--kind", "shoe", "--serial", "SHÖE"], "32 printable ASCII characters"),
    ],
)
def test_what_no_board_could_do_is_refused(tmp_path: Path, given: list[str], says: str) -> None:
    done = board_files(str(tmp_path), *given)
    assert (done.returncode, says in done.stderr) == (2, True), done.stderr
    assert list(tmp_path.iterdir()) == []

"""What `floorcall install` puts into a system, and takes away again; the system's own tools judge the files."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from controller.config import load_config
from hw import placing
from hw.keys import Layout

ROOT = Path(__file__).parents[2]
UNIT = "etc/systemd/system/floorcall.service"
WORST_EXPOSURE = 2.1
"""What `systemd-analyze security` may give the unit at most: 0 is shut, 10 is open."""


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def placed(tmp_path: Path) -> Path:
    values = {"program": sys.executable, "python": sys.executable, "config": "/etc/floorcall/table.toml"}
    values["sign_key"] = "/etc/floorcall/sign.key"
    steps = list(placing.place(tmp_path, values))
    assert [step.done for step in steps] == ["placed"] * len(placing.FILES)
    return tmp_path


@pytest.mark.parametrize("kind", ["", "-reader@", "-camera@"])
def test_systemd_finds_nothing_to_say_of_the_unit(placed, kind):
    unit = UNIT.replace(".service", f"{kind}.service")
    checked = run("systemd-analyze", "verify", str(placed / unit))
    assert (checked.returncode, checked.stderr) == (0, "")


def test_the_unit_leaves_little_open(placed):
    said = run("systemd-analyze", "security", "--offline=true", "--no-pager", str(placed / UNIT)).stdout
    exposure = re.search(r"Overall exposure level for \S+: ([\d.]+)", said)
    assert exposure is not None, said
    assert float(exposure[1]) <= WORST_EXPOSURE


@pytest.mark.parametrize(
    "line",
    [
        "Type=notify",
        "WatchdogSec=10",
        "Restart=always",
        "StartLimitIntervalSec=0",
        "LimitCORE=0",
        "MemorySwapMax=0",
        "Nice=-5",
        "CPUWeight=500",
    ],
)
def test_the_unit_brings_the_table_back_and_keeps_its_cards_in_memory(placed, line):
    assert line in (placed / UNIT).read_text().splitlines()


DRIVERS = {"ttyUSB": "usbserial", "ttyACM": "cdc_acm", "video4linux": "videodev"}
"""The module that makes a group of devices known; the other groups stand in the kernel itself."""


@pytest.mark.parametrize("kind", ["", "-reader@", "-camera@"])
def test_what_is_plugged_in_after_the_start_is_let_in(placed, kind):
    """Systemd reads at the start alone which devices a group has, and leaves out a group that is not there yet."""
    lines = (placed / UNIT.replace(".service", f"{kind}.service")).read_text().splitlines()
    groups = {found[1] for line in lines if (found := re.fullmatch(r"DeviceAllow=char-(\w+) rw", line))}
    hot_plugged = {f"modprobe@{DRIVERS[group]}.service" for group in groups & DRIVERS.keys()}
    assert hot_plugged
    for key in ("Wants=", "After="):
        named = {unit for line in lines if line.startswith(key) for unit in line.removeprefix(key).split()}
        assert hot_plugged <= named, key


def test_systemd_makes_the_account_of_the_service(placed, tmp_path):
    (tmp_path / "empty" / "etc").mkdir(parents=True)
    made = run(
        "systemd-sysusers", f"--root={tmp_path / 'empty'}", str(placed / "etc/sysusers.d/floorcall.conf")
    )
    assert made.returncode == 0, made.stderr
    accounts = (tmp_path / "empty/etc/passwd").read_text()
    assert re.search(r"^floorcall:.*:/usr/sbin/nologin$", accounts, re.MULTILINE), accounts


def test_each_udev_rule_asks_for_something_and_sets_something(placed):
    rules = (placed / "etc/udev/rules.d/70-floorcall.rules").read_text().splitlines()
    rules = [rule for rule in rules if rule and not rule.startswith("#")]
    assert len(rules) == 4
    for rule in rules:
        parts = [
            re.fullmatch(r'([A-Z]+(?:\{[\w/-]+\})?)(==|=)"([^"]+)"', part.strip()) for part in rule.split(",")
        ]
        assert all(parts), rule
        assert {part[2] for part in parts if part} == {"==", "="}, rule


def test_the_first_configuration_can_be_used_as_it_is(placed):
    config = load_config(placed / placing.CONFIG)
    assert config.journal_path == Path("/var/lib/floorcall/table.db")
    assert config.seal_key_path == placed / "etc/floorcall/seal.key"


def test_what_was_placed_is_taken_away_and_the_house_keeps_its_own(placed):
    steps = {step.path: step.done for step in placing.take_away(placed)}
    assert set(steps.values()) == {"removed"}
    left = [path.relative_to(placed).as_posix() for path in placed.rglob("*") if path.is_file()]
    assert left == [placing.CONFIG]


def test_a_configuration_that_is_there_is_kept(placed):
    config = placed / placing.CONFIG
    config.write_text("# ours\n")
    values = {"program": "/x/floorcall", "python": "/x/python", "config": "/c", "sign_key": "/k"}
    again = {step.path: step.done for step in placing.place(placed, values)}
    assert config.read_text() == "# ours\n"
    assert again[f"/{placing.CONFIG}"] == "kept"
    assert again[f"/{UNIT}"] == "placed"
    assert 'ExecStart="/x/floorcall" run --config "/c"' in (placed / UNIT).read_text()
    assert "LoadCredential=sign.key:/k\n" in (placed / UNIT).read_text()


def test_a_unit_that_somebody_changed_is_left(placed):
    unit = placed / UNIT
    unit.write_text(unit.read_text().replace("512M", "1G"))
    steps = {step.path: step.done for step in placing.take_away(placed)}
    assert steps[f"/{UNIT}"] == "changed by hand"
    assert unit.exists()
    assert not placing.is_placed(placed)


def test_a_file_that_is_gone_already_hinders_nothing(placed):
    (placed / UNIT).unlink()
    assert {step.path: step.done for step in placing.take_away(placed)}[f"/{UNIT}"] == "gone"


def test_a_folder_that_the_services_account_may_not_enter_is_named(tmp_path):
    shut = tmp_path / "home" / "bob"
    program = shut / "floorcall" / ".venv" / "bin" / "floorcall"
    program.parent.mkdir(parents=True)
    for folder in program.parents:
        if folder.is_relative_to(tmp_path):
            folder.chmod(0o755)
    shut.chmod(0o700)
    outside = [folder for folder in tmp_path.parents if not folder.stat().st_mode & 1]
    assert placing.unreadable(program) == (outside[-1] if outside else shut)


def test_install_and_uninstall_into_a_mounted_card(floorcall, tmp_path):
    done = floorcall("install", "--root", str(tmp_path))
    assert done.exit_code == 0, done.output
    assert "placed          /etc/systemd/system/floorcall.service" in done.output
    again = floorcall("install", "--root", str(tmp_path))
    assert "as it was       /etc/udev/rules.d/70-floorcall.rules" in again.output
    gone = floorcall("uninstall", "--root", str(tmp_path))
    assert (gone.exit_code, gone.output.count("removed")) == (0, len(placing.FILES) - 1)
    assert floorcall("uninstall", "--root", str(tmp_path)).exit_code == 3


def test_the_wiring_page_shows_the_panel_as_it_is_built():
    page = (ROOT / "hw" / "wiring.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| (\d+) \| (.+?) \|$", page, re.MULTILINE)
    shown = {carries: int(bcm) for _, bcm, carries in rows if carries != "free"}
    layout = Layout()
    built = {f"key {key}": pin for key, pin in layout.keys.items()} | {
        "lamp": layout.lamp,
        "buzzer": layout.buzzer,
    }
    assert shown == built
    assert len({header for header, *_ in rows}) == len({bcm for _, bcm, _ in rows}) == 26


@pytest.mark.parametrize("command", ["install", "uninstall"])
def test_what_nobody_reads_to_the_end_is_done_to_the_end(tmp_path, command):
    words = [sys.executable, "-m", "controller.cli", command, "--root", str(tmp_path)]
    if command == "uninstall":
        run(*words[:-3], "install", *words[-2:])
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(words, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")
    there = [(tmp_path / file.target).exists() for file in placing.FILES if not file.own]
    assert set(there) == {command == "install"}

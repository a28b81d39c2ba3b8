"""Who may not look into a folder, as into the journal's of an installed table, is told so, and nobody's program is at fault."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.journal.conftest import Store
from tests.ports import port_nobody_has

Ran = subprocess.CompletedProcess[str]
AS_NOBODY = [
    "setpriv",
    *(f"--{kind}=-dac_override,-dac_read_search" for kind in ("bounding-set", "inh-caps")),
]
TABLE = """
[table]
id = "7"
rulebook = "deltin"
level = {{ small = 50, big = 100 }}
denominations = [25, 100]
[table.seats]
1 = {{ stack = 10000 }}
2 = {{ stack = 10000 }}
[server]
address = "127.0.0.1"
port = {port}
[journal]
path = "{closed}/store/table.db"
seal_key = "{closed}/keys/seal.key"
anchor = "{closed}/stick/heads.jsonl"
[[device]]
kind = "shoe"
path = "{closed}/shoe"
"""


@pytest.fixture
def closed(tmp_path: Path) -> Iterator[Path]:
    """Return a folder that its owner has shut."""
    folder = tmp_path / "closed"
    folder.mkdir()
    (folder / "night.jsonl").write_text("")
    folder.chmod(0)
    yield folder
    folder.chmod(0o700)


@pytest.fixture
def runs(closed: Path) -> Callable[..., Ran]:
    """Return a function that runs the program as somebody for whom closed folders are closed."""
    (closed.parent / "table.toml").write_text(TABLE.format(closed=closed, port=port_nobody_has()))

    def run(*words: str) -> Ran:
        as_nobody = AS_NOBODY if os.geteuid() == 0 else []
        line = [
            *as_nobody,
            str(Path(sys.executable).parent / "floorcall"),
            *(word.format(closed=closed) for word in words),
        ]
        return subprocess.run(
            line, cwd=closed.parent, capture_output=True, text=True, timeout=60, check=False
        )

    return run


def looked_at(ran: Ran) -> dict[str, dict[str, str]]:
    """Return what the self-test says, by part."""
    return {check["part"]: check for check in map(json.loads, ran.stdout.splitlines())}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("replay {closed}/night.jsonl", 2),
        ("replay {closed}", 2),
        ("replay --format phh {closed}/night.jsonl", 2),
        ("report {closed}/night.jsonl -o night.html", 2),
        ("journal list {closed}/table.db", 2),
        ("journal export {closed}/table.db -o night.jsonl", 2),
        ("journal head {closed}/table.db", 2),
        ("journal verify {closed}/table.db", 2),
        ("journal move old.db {closed}/new.db --config table.toml", 3),
        ("calibrate camera {closed}/felt.jpg -o camera.toml", 2),
        ("calibrate camera {closed} -o camera.toml", 2),
        (
            "calibrate chips {closed}/stacks.jpg --profile {closed}/camera.toml --denominations 5 -o chips.toml",
            2,
        ),
        ("chips {closed}/table.jpg --profile {closed}/camera.toml", 2),
        ("uninstall --root {closed}/card", 3),
    ],
)
def test_a_folder_that_is_closed_is_named_in_one_line(runs, closed, line, code):
    ran = runs(*line.split())
    (told,) = ran.stderr.splitlines()
    assert told.startswith(f"floorcall: {closed}")
    assert "Permission denied" in told
    assert ran.returncode == code


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("replay shut", 2),
        ("report shut -o night.html", 2),
        ("journal list shut", 2),
        ("journal export shut -o night.jsonl", 2),
        ("journal verify shut", 2),
        ("chips shut --profile shut", 2),
        ("devices --config shut", 2),
        ("deck check shut", 2),
    ],
)
def test_a_file_that_is_closed_is_named_in_one_line(runs, tmp_path, line, code):
    (tmp_path / "shut").touch(0)
    ran = runs(*line.split())
    (told,) = ran.stderr.splitlines()
    assert told in (
        "floorcall: shut: Permission denied",
        "floorcall: shut: cannot be read: Permission denied",
    )
    assert ran.returncode == code


def test_the_self_test_of_somebody_who_may_not_look_into_the_journals_folder_says_what_it_could_not_look_at(
    runs, closed
):
    ran = runs("doctor", "--config", "table.toml", "--json")
    assert "fault" not in ran.stderr
    found = looked_at(ran)
    for part in ("seal key", "sign key", "disk", "journal"):
        assert found[part]["state"] == "look", found[part]
        assert found[part]["do"] == "ask again as root: sudo floorcall doctor"


@pytest.fixture
def opened(tmp_path, runs, closed) -> Path:
    """Return the folder of a table that has run once, open to all."""
    folder = tmp_path / "open"
    store = Store(folder)
    store.open()
    store.hand()
    store.close()
    (folder / "heads.jsonl").write_text("")
    config = TABLE.format(closed=folder, port=port_nobody_has()).replace("stick/", "")
    (tmp_path / "open.toml").write_text(config)
    return folder


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("store/table.db.keys", "the keys in use cannot be read: Permission denied"),
        ("keys/seal.key", "the sealing key cannot be read: Permission denied"),
        ("keys", "keys/seal.key: Permission denied: the sealing key cannot be read"),
    ],
)
def test_what_a_table_may_not_read_at_its_start_is_named_in_one_line(opened, runs, file, said):
    mode = (opened / file).stat().st_mode
    (opened / file).chmod(0)
    ran = runs("run", "--config", "open.toml")
    (opened / file).chmod(mode)
    told = ran.stderr.splitlines()[-1]
    assert (ran.returncode, told.startswith(f"floorcall: {opened}"), said in told) == (3, True, True), told


@pytest.mark.parametrize("file", ["store/table.db", "heads.jsonl"])
def test_a_journal_or_an_anchor_that_the_self_test_may_not_read_is_not_called_bad(opened, runs, file):
    (opened / file).chmod(0)
    found = looked_at(runs("doctor", "--config", "open.toml", "--json"))["journal"]
    assert (found["state"], found["how"]) == ("look", f"not looked at: {opened / file}: Permission denied")


def test_a_configuration_that_the_self_test_may_not_read_is_told_in_the_same_words(opened, runs, tmp_path):
    (tmp_path / "open.toml").chmod(0)
    ran = runs("doctor", "--config", "open.toml", "--json")
    found = looked_at(ran)["configuration"]
    assert (found["state"], found["how"]) == ("look", "not looked at: open.toml: Permission denied")


LOOKS = """
import sys
from pathlib import Path
from controller.doctor.release import everything
for check in everything(Path(sys.argv[1]), Path(sys.argv[1])):
    print(check.part, check.state, check.do, sep="; ")
"""


def test_so_does_the_self_test_of_what_was_signed_and_placed(closed):
    """The daemon shuts the folder too that it makes for its keys, where nobody has installed one."""
    as_nobody = AS_NOBODY if os.geteuid() == 0 else []
    line = [*as_nobody, sys.executable, "-c", LOOKS, str(closed)]
    told = subprocess.run(line, capture_output=True, text=True, timeout=60, check=False)
    do = "ask again as root: sudo floorcall doctor"
    assert (told.stdout, told.stderr) == (f"release; look; {do}\nunit; look; {do}\n", "")


def test_what_is_plugged_in_is_listed_all_the_same(runs):
    ran = runs("devices", "--config", "table.toml")
    assert (ran.stderr, ran.returncode) == ("", 3)
    assert "shoe: not plugged in" in ran.stdout


@pytest.mark.parametrize(
    "line", ["journal auditor-key -o .", "release key -o /", "journal auditor-key -o ''"]
)
def test_a_key_that_is_to_be_written_over_a_folder_is_refused_in_one_line(runs, line):
    ran = runs(*line.replace("''", "").split(" "))
    (told,) = ran.stderr.splitlines()
    assert "could be written" in told
    assert ran.returncode == 3


def test_a_log_on_a_medium_that_fails_is_named(floorcall):
    """Linux gives an error for the first page of a process's memory, as a broken card does."""
    done = floorcall("replay", "/proc/self/mem")
    assert (done.exit_code, done.stderr) == (
        2,
        "floorcall: /proc/self/mem: cannot be read: Input/output error\n",
    )


def test_a_name_that_no_file_can_have_is_named(floorcall):
    name = "x" * 300
    for words in (["replay", name], ["journal", "list", name], ["report", name, "-o", "night.html"]):
        done = floorcall(*words)
        assert (done.exit_code, done.stderr) == (2, f"floorcall: {name}: File name too long\n")

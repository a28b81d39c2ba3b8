"""A journal of the version before is taken over whole or not at all, however long it is and whatever stops it."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from controller.config import load_config
from controller.config.journal_keys import load_keys, make_for_move
from controller.journal.journal import Journal
from controller.journal.live_keys import LiveFile
from controller.journal.lock import take
from controller.journal.records import GENESIS, Record
from controller.journal.seal import OldSeal, load_seal
from controller.journal.verify import verify
from controller.privacy import HiddenCards
from tests.daemon.conftest import CONFIG

OLD = Path(__file__).parent / "version_1.db"
SEALED = OldSeal(bytes(range(32)))
HANDS = 120
LINES_OF_A_HAND = (
    '{"t":%.1f,"type":"hand.start","button":1}', '{"t":%.1f,"type":"card.draw","tag":"TAG","face":"down"}',
    '{"t":%.1f,"type":"hand.end"}',
)  # fmt: skip
TAG = "E004015000000001"


def write_old(path: Path) -> None:
    """Write a journal of version 1 with many hands, one card in each."""
    db, made = sqlite3.connect(path), sqlite3.connect(OLD)
    for (table,) in made.execute("SELECT sql FROM sqlite_master"):
        db.execute(table)
    columns = "n, log, line, kind, t, body, sealed, device, boot, seq, device_us"
    (header,) = made.execute(f"SELECT {columns} FROM record WHERE n = 1")
    made.close()
    rows = [Record(**dict(zip(columns.split(", "), header, strict=True)))]
    line, n = 1, 1
    for hand in range(1, HANDS + 1):
        start = line + 1
        token = SEALED.token(TAG, f"1:{start}")
        for text in LINES_OF_A_HAND:
            line, n = line + 1, n + 1
            raw = (text % (line / 10)).encode()
            body, sealed = raw.replace(b"TAG", token.encode()), None
            if body != raw:
                place = f"floorcall journal 1 {n} event".encode()
                sealed = SEALED.seal(raw.replace(b"TAG", TAG.encode()), place)
            rows.append(Record(n=n, log=1, line=line, kind="event", t=line / 10, body=body, sealed=sealed))
        n += 1
        public = f'{{"hand":{hand},"start":{start},"found":[],"cards":{{"{token}":"As"}}}}'.encode()
        rows.append(Record(n=n, log=1, line=None, kind="public", t=line / 10, body=public))
    before = GENESIS
    for row in rows:
        before = row.digest(before)
        values = [getattr(row, column) for column in columns.split(", ")]
        db.execute(f"INSERT INTO record VALUES ({'?, ' * 11}?)", (*values, before))
    db.execute("PRAGMA user_version = 1")
    db.commit()
    db.close()


class Moved:
    """A table with an old journal, and what a move of it says."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.old = folder, folder / "old.db"
        self.config, self.new = folder / "table.toml", folder / "store" / "table.db"
        seats = "\n".join(f"{seat} = {{ stack = 10000 }}" for seat in range(1, 7))
        self.config.write_text(CONFIG.format(rulebook="deltin", seats=seats, port=8700))
        self.key = folder / "keys" / "seal.key"
        for made in (self.key.parent, self.new.parent):
            made.mkdir()
        self.key.write_bytes(bytes(range(32)))
        self.key.chmod(0o600)
        write_old(self.old)

    @property
    def words(self) -> list[str]:
        return ["journal", "move", str(self.old), str(self.new), "--config", str(self.config)]

    @property
    def left(self) -> set[str]:
        """What lies in the new journal's folder, but for the lock and what SQLite makes for a reader."""
        beside = {"table.db.lock", "table.db-wal", "table.db-shm"}
        return {path.name for path in self.new.parent.iterdir()} - beside


@pytest.fixture
def moved(tmp_path):
    return Moved(tmp_path)


def test_a_night_of_many_hands_is_taken_over_and_signed_at_each(moved, floorcall):
    done = floorcall(*moved.words)
    assert (done.exit_code, f"{1 + 4 * HANDS} records taken over" in done.output) == (0, True), done.output
    verdict = verify(moved.new)
    assert (verdict.problem, verdict.records) == ("", verdict.signed)
    assert moved.left == {"table.db", "table.db.keys"}
    out = moved.folder / "night.jsonl"
    for key, tag in ((["--key", str(moved.key)], TAG), ([], "As")):
        exported = floorcall("journal", "export", str(moved.new), *key, "-o", str(out))
        assert exported.exit_code == 0, exported.output
        assert out.read_text().count(f'"tag":"{tag}"') == HANDS


def test_the_keys_of_the_hands_that_are_over_are_not_kept(moved, floorcall):
    floorcall(*moved.words)
    assert len(LiveFile(moved.new, load_seal(moved.key)).held) <= 1


def test_a_table_goes_on_in_what_was_moved(moved, floorcall):
    floorcall(*moved.words)
    journal = Journal(moved.new, load_keys(load_config(moved.config)), HiddenCards())
    assert (journal.log, journal.line) == (1, 1 + 3 * HANDS)
    assert len(list(journal.lines())) == 4 * HANDS
    journal.close()


def test_what_an_attempt_that_was_cut_short_left_behind_is_cleared_away(moved, floorcall):
    for part in ("", "-wal", "-shm", ".keys"):
        moved.new.with_name(f"table.db.moving{part}").write_bytes(os.urandom(8192))
    done = floorcall(*moved.words)
    assert (done.exit_code, verify(moved.new).problem) == (0, ""), done.output
    assert moved.left == {"table.db", "table.db.keys"}


def test_a_log_of_writes_whose_journal_is_gone_is_not_taken_for_the_new_ones(moved, floorcall):
    other = sqlite3.connect(moved.new)
    other.execute("PRAGMA journal_mode = WAL")
    other.execute("CREATE TABLE another (x)")
    other.commit()
    lost = moved.new.with_name("table.db-wal")
    written = lost.read_bytes()
    other.close()
    moved.new.unlink()
    lost.write_bytes(written)
    done = floorcall(*moved.words)
    assert (done.exit_code, verify(moved.new).problem) == (0, ""), done.output


def test_a_disk_that_takes_no_more_leaves_nothing_behind(moved):
    limited = ["prlimit", "--fsize=40000", sys.executable, "-m", "controller.cli", *moved.words]
    done = subprocess.run(limited, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert f"{moved.new}: could not be written: " in done.stderr
    assert "nothing was moved" in done.stderr
    assert moved.left == set()


def test_another_key_than_the_old_journals_leaves_nothing_behind(moved, floorcall):
    moved.key.write_bytes(bytes(32))
    done = floorcall(*moved.words)
    assert done.exit_code == 3
    assert f"{moved.old}: the key does not open this record; is `journal.seal_key` the key" in done.stderr
    assert moved.left == set()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("DELETE FROM record WHERE n = 30", "record 30 is not as it was written"),
        ("UPDATE record SET digest = 5 WHERE n = 30", "record 30: digest is no bytes"),
        ("UPDATE record SET kind = 'x' WHERE n = 30", "record 30: 'x' is no kind of record"),
    ],
)
def test_an_old_journal_that_was_changed_is_named_with_the_record(moved, floorcall, change, said):
    db = sqlite3.connect(moved.old)
    db.execute(change)
    db.commit()
    db.close()
    done = floorcall(*moved.words)
    assert (done.exit_code, f"{moved.old}: {said}; nothing was moved" in done.stderr) == (3, True), (
        done.stderr
    )
    assert moved.left == set()


@pytest.mark.parametrize("which", ["old", "new"])
def test_a_journal_that_a_daemon_writes_is_left_alone(moved, floorcall, which):
    lock = take(getattr(moved, which))
    done = floorcall(*moved.words)
    os.close(lock)
    assert done.exit_code == 3
    assert f"{getattr(moved, which)}: another floorcall is writing this journal" in done.stderr
    assert moved.left == set()


def test_what_root_moves_belongs_to_the_folders_account(moved, floorcall):
    owner = 65534 if os.geteuid() == 0 else os.geteuid()  # root alone writes for another account
    os.chown(moved.new.parent, owner, -1)
    make_for_move(load_config(moved.config), lambda what, path: None)
    assert floorcall(*moved.words).exit_code == 0
    assert {path.stat().st_uid for path in moved.new.parent.iterdir()} == {owner}

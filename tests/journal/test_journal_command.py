"""``floorcall journal`` and what is given to it wrongly: it is named, and nothing is lost."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from controller.journal.openings import beside, waiting_openings

OLD = Path(__file__).parent / "version_1.db"
"""A journal of the first edition."""


@pytest.fixture
def kept(store):
    """A journal in which one card was dealt; it is closed, and its bytes are known."""
    store.open()
    store.record(1.0, type="hand.start", button=1)
    store.record(2.0, type="card.draw", tag=store.ACE, face="down")
    store.close()
    return store.path


@pytest.mark.parametrize("words", [["export", "-o"], ["head", "--svg"]], ids=" ".join)
def test_a_journal_is_not_written_over_by_what_comes_out_of_it(kept, floorcall, words):
    command, option = words
    before = kept.read_bytes()
    done = floorcall("journal", command, str(kept), option, str(kept))
    assert done.exit_code == 2
    assert f"{kept}: is read here; write to another file" in done.stderr
    assert kept.read_bytes() == before


def test_the_auditors_key_is_not_written_over_by_the_hand_that_it_opens(store, kept, floorcall):
    key = str(store.key_file)
    done = floorcall("journal", "export", str(kept), "--key", key, "-o", key)
    assert done.exit_code == 2
    assert "is read here" in done.stderr
    assert len(store.key_file.read_bytes()) == 32


@pytest.mark.parametrize("digits", ["zz", "abcd", ""])
def test_what_is_no_public_key_is_named_and_not_taken_for_another_tables(kept, floorcall, digits):
    done = floorcall("journal", "verify", str(kept), "--public-key", digits)
    assert done.exit_code == 2
    assert f"--public-key: must be 64 hexadecimal digits, is {digits!r}" in done.stderr


def test_a_picture_that_cannot_be_written_is_named(kept, floorcall, tmp_path):
    done = floorcall("journal", "head", str(kept), "--svg", str(tmp_path / "nowhere" / "head.svg"))
    assert done.exit_code == 2
    assert f"{tmp_path / 'nowhere' / 'head.svg'}: No such file or directory" in done.stderr


def test_a_log_that_the_journal_has_not_is_named_once(kept, floorcall):
    done = floorcall("journal", "export", str(kept), "--log", "9")
    assert (done.exit_code, done.stderr) == (2, f"floorcall: {kept}: there is no log 9\n")


@pytest.mark.parametrize("words", [["list"], ["head"], ["export"]], ids=" ".join)
def test_a_damaged_file_is_named_with_what_to_ask(kept, floorcall, words):
    with closing(sqlite3.connect(kept)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = kept.read_bytes()
    kept.write_bytes(content[:4096] + bytes(len(content) - 4096))
    done = floorcall("journal", *words, str(kept))
    assert (done.exit_code, done.exception.__class__) == (2, SystemExit)
    assert done.stderr.startswith(f"floorcall: {kept}: "), done.stderr


def test_what_is_taken_out_of_a_journal_that_lacks_a_record_says_which(kept, floorcall, tmp_path):
    with closing(sqlite3.connect(kept)) as db:
        db.execute("DELETE FROM record WHERE n = (SELECT n FROM record WHERE line = 1)")
        db.commit()
    done = floorcall("journal", "export", str(kept), "-o", str(tmp_path / "night.jsonl"))
    assert done.exit_code == 1
    assert f"{kept} is not as its table wrote it: record 2 is missing; 1 records before it" in done.stderr
    assert '"type":"card.draw"' in (tmp_path / "night.jsonl").read_text()


def test_a_text_that_is_no_text_any_more_is_no_fault_of_the_programs(kept, floorcall):
    db = sqlite3.connect(kept)
    db.execute("UPDATE record SET body = ? WHERE kind = 'event'", (b'{"type":"\xb7"}',))
    db.commit()
    db.close()
    done = floorcall("journal", "export", str(kept))
    assert done.exception is None or isinstance(done.exception, SystemExit)


@pytest.mark.parametrize("stood", [None, "the night before\n"], ids=["nothing", "an export"])
def test_an_export_that_a_record_ends_leaves_what_stood_in_its_place(store, floorcall, tmp_path, stood):
    store.open()
    store.record(1.0, type="hand.start", button=1)
    store.record(2.0, type="card.draw", tag=store.ACE, face="down")
    store.record(9.0, type="hand.end")
    store.close()
    with closing(sqlite3.connect(store.path)) as db:
        db.execute("UPDATE record SET sealed = zeroblob(length(sealed)) WHERE sealed IS NOT NULL")
        db.commit()
    night = tmp_path / "out" / "night.jsonl"
    night.parent.mkdir()
    if stood is not None:
        night.write_text(stood)
        night.chmod(0o600)
    done = floorcall("journal", "export", str(store.path), "--key", str(store.key_file), "-o", str(night))
    assert done.exit_code == 2
    assert f"{store.path}: record " in done.stderr
    assert {path.name: path.read_text() for path in night.parent.iterdir()} == (
        {} if stood is None else {night.name: stood}
    )


def test_an_export_over_an_older_one_keeps_who_may_read_it(kept, floorcall, tmp_path):
    night = tmp_path / "night.jsonl"
    night.touch(0o600)
    assert floorcall("journal", "export", str(kept), "-o", str(night)).exit_code == 0
    assert (night.stat().st_mode & 0o777, b"card.draw" in night.read_bytes()) == (0o600, True)


def test_an_export_goes_through_a_link_and_into_a_pipe(kept, floorcall, tmp_path):
    night, link = tmp_path / "night.jsonl", tmp_path / "latest.jsonl"
    link.symlink_to(night)
    assert floorcall("journal", "export", str(kept), "-o", str(link)).exit_code == 0
    assert link.is_symlink()
    assert b"card.draw" in night.read_bytes()
    assert floorcall("journal", "export", str(kept), "-o", "/dev/null").exit_code == 0


def test_a_note_of_an_opening_that_is_no_text_is_kept_as_it_came(kept):
    beside(kept).write_bytes(b'{"by":"\xb7"}\n')
    ((opening,), _) = waiting_openings(kept)
    assert opening["unreadable"] == b'{"by":"\xb7"}'.hex()


@pytest.mark.parametrize("words", [["list"], ["head"], ["export"], ["verify"]], ids=" ".join)
def test_a_journal_that_is_not_there_and_one_that_cannot_be_one_are_bad_input(floorcall, tmp_path, words):
    for path, says in [
        (tmp_path / "gone.db", "there is no such journal"),
        (tmp_path, "is a folder"),
        (OLD, "`floorcall journal move` takes it over"),
    ]:
        done = floorcall("journal", *words, str(path))
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr.startswith(f"floorcall: {path}: ")
        assert done.stderr.endswith(f"{says}\n")


def test_a_journal_in_place_of_which_something_else_lies_is_not_as_written(kept, floorcall):
    kept.write_bytes(b"no database at all" * 300)
    done = floorcall("journal", "verify", str(kept))
    assert done.exit_code == 1
    assert done.stdout.startswith(f"{kept}: is no journal that can be opened: ")


def test_an_export_that_the_disk_has_no_room_for_is_told_as_that(kept):
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "controller.cli", "journal", "export", kept],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert ended.stderr == "floorcall: standard output: No space left on device\n"
    assert ended.returncode == 2


def test_a_hand_that_the_table_began_and_took_back_is_not_listed(store, floorcall):
    """A card of the stub was shown when the hand was over; then the next one was dealt."""
    store.open()
    for t, tag, zone in ((1.0, store.ACE, "board"), (9.0, store.KING, "seat:2")):
        store.record(t, type="hand.start", button=1, by="table", why="a card was drawn")
        store.record(t, type="card.draw", tag=tag, face="down")
        store.record(t + 0.1, type="card.seen", tag=tag, zone=zone)
    store.close()
    (row,) = floorcall("journal", "list", str(store.path)).output.splitlines()
    assert "not over" in row
    assert "lines 5-7" in row

"""Nothing counts as kept before a sync has borne it; a journal that is opened again goes on."""

from __future__ import annotations

import sqlite3

import pytest

from controller.journal.journal import Journal
from controller.journal.store import Heard, JournalError
from controller.journal.store import Store as File
from tests.journal.conftest import change


def test_the_log_goes_on_where_it_ended(store) -> None:
    store.open()
    store.hand()
    store.close()
    journal = store.open()
    assert (journal.log, journal.line, journal.n) == (1, 8, 13)
    assert journal.heard == {"shoe": Heard(boot=9, seq=7, device_us=7000, t=4.0)}
    assert store.record(6.0, type="tick") == 9


def test_everything_is_told_kept_once_and_in_order(store) -> None:
    store.open()
    for number in range(1, 700):
        store.record(number / 10, number, type="tick")
    store.close()
    assert [record.n for record in store.kept] == list(range(1, 703))
    assert [record.kind for record in store.kept][-1] == "signed"


def test_the_file_is_written_with_full_sync_and_a_write_ahead_log(store) -> None:
    store.open()
    store.close()
    file = File(store.path)
    db = file._db
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert db.execute("PRAGMA synchronous").fetchone() == (2,)
    file.close()
    assert store.path.stat().st_mode & 0o777 == 0o600


def test_what_cannot_be_written_is_not_told_kept_until_it_is(store) -> None:
    store.open()
    store.wait_for(lambda: len(store.kept) == 2)
    blocker = sqlite3.connect(store.path, isolation_level=None, timeout=0)
    blocker.execute("PRAGMA journal_mode")
    blocker.execute("BEGIN IMMEDIATE")
    store.record(1.0, type="tick")
    store.wait_for(lambda: store.troubles)
    assert len(store.kept) == 2
    assert "locked" in store.troubles[0]
    blocker.execute("ROLLBACK")
    blocker.close()
    store.wait_for(lambda: len(store.kept) == 3)
    assert store.troubles[-1] == ""


def test_two_daemons_never_share_a_journal(store) -> None:
    store.open()
    with pytest.raises(JournalError, match="another floorcall is writing this journal"):
        Journal(store.path, store.keys, store.secrets)


def test_a_journal_of_another_version_is_refused(store) -> None:
    store.open()
    store.close()
    change(store, "PRAGMA user_version = 99")
    with pytest.raises(JournalError, match=r"version 2 \(it says 99\)"):
        Journal(store.path, store.keys, store.secrets)


def test_a_checkpoint_comes_back_only_to_its_own_key(store) -> None:
    store.open()
    store.journal.keep_checkpoint(b"the table at a hand's end")
    store.close()
    assert store.reopen().checkpoint() == (2, b"the table at a hand's end")
    on_disk = b"".join(path.read_bytes() for path in store.path.parent.iterdir())
    assert b"hand's end" not in on_disk

"""Whatever stops the journal's thread: it is said, and it goes on with what it had in hand."""

from __future__ import annotations

import ctypes
import os
import sqlite3
from contextlib import closing

import pytest

from controller.journal.store import Store as File
from controller.journal.verify import verify


def end_thread(store) -> None:
    """Let the journal's thread die, as nothing that can be caught would end it."""
    thread = store.journal._writer._thread
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(SystemExit))
    store.wait_for(lambda: not thread.is_alive())


def numbers(store) -> list[int]:
    """Return the numbers of the records that were told to be safe; a thread that died may have told some before."""
    return sorted({record.n for record in store.kept})


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thread_that_dies_is_told_and_started_anew_with_nothing_lost(store) -> None:
    journal = store.open()
    for number in range(1, 4):
        store.record(number / 10, number, type="tick")
        end_thread(store)
        store.record(number / 10 + 0.05, type="tick")
        told = len(store.troubles)
        journal.look()
        assert "its thread ended" in store.troubles[told], "the new thread may have gone on already"
        store.wait_for(lambda n=number: len(numbers(store)) == 2 + 2 * n)
        store.wait_for(lambda: store.troubles[-1] == "")
    store.close()
    assert numbers(store) == list(range(1, 10))
    assert verify(store.path).problem == ""


def test_an_error_that_nobody_thought_of_is_told_and_the_batch_tried_again(store) -> None:
    store.open()
    store.wait_for(lambda: len(store.kept) == 2)
    fine, store.journal._writer._end = store.journal._writer._end, (2, None)  # type: ignore[assignment]
    store.record(1.0, 1, type="tick")
    store.wait_for(lambda: store.troubles)
    assert len(store.kept) == 2
    store.journal._writer._end = fine
    store.wait_for(lambda: len(store.kept) == 3)
    assert store.troubles[-1] == ""


def test_a_file_that_was_removed_is_written_anew_before_anything_more_is_acknowledged(store) -> None:
    store.open()
    store.hand()
    store.wait_for(lambda: len(store.kept) == 12)
    for path in store.path.parent.glob("table.db*"):
        path.unlink()
    store.record(9.0, 8, type="tick")
    store.wait_for(lambda: len(store.kept) == 13)
    on_disk = File(store.path, read_only=True)
    assert on_disk.head()[0] == 13
    on_disk.close()
    (repair,) = store.repairs
    assert repair.startswith(f"{store.path} was removed or replaced while it was written: all ")


def test_a_removed_file_is_noticed_while_nothing_is_written(store) -> None:
    store.open()
    store.hand()
    store.wait_for(lambda: len(store.kept) == 12)
    store.path.unlink()
    store.wait_for(lambda: store.repairs)
    assert verify(store.path).records == 12


def test_an_older_copy_that_takes_the_name_is_moved_aside(store) -> None:
    store.open()
    store.record(0.5, 1, type="tick")
    store.close()
    older = store.path.read_bytes()
    store.open()
    store.hand()
    store.wait_for(lambda: len(store.kept) >= 14)
    store.path.unlink()
    store.path.write_bytes(older)
    store.wait_for(lambda: store.repairs)
    assert verify(store.path).records == 14
    (aside,) = store.path.parent.glob("table.db.aside-*[0-9]")
    assert aside.read_bytes() == older


@pytest.mark.parametrize("left", [0, 40, 5000])
def test_a_write_ahead_log_that_is_cut_is_noticed_and_all_of_it_written_anew(store, left) -> None:
    store.open()
    store.hand()
    store.wait_for(lambda: len(store.kept) == 12)
    os.truncate(f"{store.path}-wal", left)
    store.wait_for(lambda: store.repairs)
    store.record(9.0, 8, type="tick")
    store.wait_for(lambda: len(store.kept) == 13)
    (repair,) = store.repairs
    assert repair.startswith(f"{store.path} was cut while it was written: all 12 records were written anew; ")
    store.close()
    assert (verify(store.path).records, verify(store.path).problem) == (len(store.kept), "")


def test_where_not_all_of_a_cut_file_is_left_it_is_said_once_and_nothing_is_acknowledged(store) -> None:
    store.open()
    store.hand()
    store.wait_for(lambda: len(store.kept) == 12)
    os.truncate(store.path, 4096)
    store.wait_for(lambda: len(store.troubles) >= 3)
    store.record(9.0, 8, type="tick")
    assert len(store.kept) == 12
    first, second, third = store.troubles[:3]
    assert first == f"{store.path} was cut while it was written; it is being written anew"
    assert second.startswith(f"{store.path} was cut while it was written, and not all of it is left: ")
    assert second == third
    assert store.repairs == []
    store.journal._writer._stop.set()
    assert not store.journal.close()
    store.journal = None


def test_where_the_file_cannot_be_written_anew_nothing_is_acknowledged_until_it_can(store) -> None:
    store.open()
    store.hand()
    store.wait_for(lambda: len(store.kept) == 12)
    folder, place = store.path.parent, store.path.parent.parent
    folder.rename(place / "away")
    folder.write_text("no folder")
    store.record(9.0, 8, type="tick")
    store.wait_for(lambda: store.troubles)
    assert len(store.kept) == 12
    folder.unlink()
    store.wait_for(lambda: len(store.kept) == 13)
    with closing(sqlite3.connect(store.path)) as db:
        assert db.execute("SELECT count(*) FROM record").fetchone() == (13,)
    assert verify(store.path).problem == ""

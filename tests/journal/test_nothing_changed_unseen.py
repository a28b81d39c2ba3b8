"""The chain: whatever is changed, removed or put in is found, and the first bad record is named."""

from __future__ import annotations

import random
import sqlite3

import pytest

from benchmarks import tampering
from controller.journal.hands import last_head
from controller.journal.journal import Journal
from controller.journal.keys import keys_of
from controller.journal.seal import Seal
from controller.journal.signing import SignKey
from controller.journal.store import JournalError, Store
from controller.journal.verify import verify
from controller.privacy import HiddenCards
from tests.journal.conftest import change

COLUMNS = ("log", "line", "kind", "t", "body", "sealed", "device", "boot", "seq", "device_us", "digest")


@pytest.fixture
def written(store):
    store.open()
    store.hand()
    store.close()
    return store


def test_an_untouched_journal_is_whole(written) -> None:
    verdict = verify(written.path)
    assert (verdict.problem, verdict.records, len(verdict.head)) == ("", 13, 64)


@pytest.mark.parametrize("column", COLUMNS)
def test_a_change_in_any_column_names_the_record(written, column) -> None:
    change(written, f"UPDATE record SET {column} = {_other(column)} WHERE n = 7")
    verdict = verify(written.path)
    assert verdict.bad == 7
    assert "record 7" in verdict.problem
    assert verdict.records == 6


def _other(column: str) -> str:
    if column in ("body", "sealed", "digest"):
        byte = (
            f"CASE substr({column}, 1, 1) WHEN X'00' THEN X'01' ELSE X'00' END"  # one digest in 256 begins so
        )
        return f"CAST({byte} || substr({column}, 2) AS BLOB)"
    return "'event2'" if column in ("kind", "device") else f"{column} + 1"


def test_a_removed_record_is_missed(written) -> None:
    change(written, "DELETE FROM record WHERE n = 4")
    assert verify(written.path).bad == 4


@pytest.mark.parametrize("n", [0, -3])
@pytest.mark.parametrize(
    ("kind", "word", "other"),
    [("journal", '"id"', '"id":"","was"'), ("header", '"table"', '"table":"99","was"')],
)
def test_a_row_put_in_before_the_first_is_named_and_nobody_takes_it_for_the_tables(
    written, n: int, kind: str, word: str, other: str
) -> None:
    before = told(written)
    columns = (
        "log, line, kind, t, CAST(replace(body, ?, ?) AS BLOB), sealed, device, boot, seq, device_us, digest"
    )
    change(
        written, f"INSERT INTO record SELECT ?, {columns} FROM record WHERE kind = ?", n, word, other, kind
    )
    verdict = verify(written.path)
    assert (verdict.bad, verdict.records) == (n, 0)
    assert f"record {n} was put in" in verdict.problem
    assert told(written) == before


def told(written) -> tuple[object, ...]:
    """Return whose journal it says that it is, with its last head and its log."""
    store = Store(written.path, read_only=True)
    try:
        return store.first(), store.header(1), last_head(store), store.last_line(), list(store.records())
    finally:
        store.close()


def test_two_records_that_changed_places_are_noticed(written) -> None:
    change(written, "UPDATE record SET n = 100 WHERE n = 4")
    change(written, "UPDATE record SET n = 4 WHERE n = 5")
    change(written, "UPDATE record SET n = 5 WHERE n = 100")
    assert verify(written.path).bad == 4


def test_records_cut_off_at_the_end_show_against_a_head_noted_earlier(written) -> None:
    head = verify(written.path).head
    change(written, "DELETE FROM record WHERE n >= 12")
    assert verify(written.path).problem == ""
    assert "no record has the head" in verify(written.path, head).problem


def test_a_head_noted_earlier_is_found_again_after_more_was_written(written) -> None:
    head = verify(written.path).head
    written.open()
    written.record(9.0, type="tick")
    written.close()
    assert verify(written.path, head).problem == ""


def test_any_flipped_byte_of_the_file_is_found_or_says_nothing_else(written) -> None:
    """A byte that no record rests on (a page's unused room) may flip without changing what is said."""
    whole, sound = written.path.read_bytes(), contents(written)
    rng = random.Random(11)
    named = 0
    for place in sorted(rng.sample(range(len(whole)), 250)):
        flipped = bytearray(whole)
        flipped[place] ^= 1 << rng.randrange(8)
        written.path.write_bytes(flipped)
        verdict = verify(written.path)
        named += bool(verdict.problem)
        assert verdict.problem or contents(written) == sound, f"byte {place}"
    assert named > 20
    written.path.write_bytes(whole)


def contents(store) -> list[tuple[object, ...]]:
    db = sqlite3.connect(store.path)
    try:
        return list(db.execute("SELECT * FROM record ORDER BY n"))
    finally:
        db.close()


def test_a_daemon_does_not_start_on_a_changed_journal(written) -> None:
    change(written, "UPDATE record SET t = t + 0.5 WHERE n = 7")
    with pytest.raises(JournalError, match="record 7 was changed after it was written"):
        Journal(written.path, written.keys, written.secrets)


def test_a_daemon_does_not_start_on_a_journal_whose_chain_was_made_anew(tmp_path) -> None:
    path = tmp_path / "table.db"
    tampering.write(path)
    tampering.rebuilt(path, random.Random(2))
    keys = keys_of(Seal(b"\1" * 32), SignKey(b"\1" * 32))
    with pytest.raises(JournalError, match="was changed after it was written, or one before it"):
        Journal(path, keys, HiddenCards())


@pytest.mark.parametrize("content", [b"", b"no database at all" * 300])
def test_what_is_no_journal_is_named(tmp_path, content) -> None:
    (tmp_path / "table.db").write_bytes(content)
    assert "is no" in verify(tmp_path / "table.db").problem
    with pytest.raises(JournalError, match="there is no such journal"):
        verify(tmp_path / "gone.db")

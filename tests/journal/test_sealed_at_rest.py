"""What lies on disk: every event, and no hole card without the key."""

from __future__ import annotations

import msgspec
import pytest

from controller.journal.boxes import Opener
from controller.journal.export import exported
from controller.journal.keys import keys_of
from controller.journal.seal import Seal, SealError, load_seal, make_key
from controller.journal.store import JournalError
from controller.journal.store import Store as File


def lines(store, opener=None) -> list[dict[str, object]]:
    file = File(store.path, read_only=True)
    try:
        return [msgspec.json.decode(line) for line in exported(file, 1, opener)]
    finally:
        file.close()


def test_no_tag_and_no_deck_map_lies_on_disk_in_the_clear(store) -> None:
    store.open()
    store.hand()
    store.close()
    on_disk = b"".join(path.read_bytes() for path in store.path.parent.iterdir())
    assert b"hand.start" in on_disk
    for secret in (store.ACE, store.KING, '"Kd"'):
        assert secret.encode() not in on_disk


def test_the_write_ahead_log_holds_nothing_either(store) -> None:
    store.open()
    store.record(1.0, type="card.draw", tag=store.KING, face="down")
    wal = store.path.with_name("table.db-wal")
    store.wait_for(lambda: len(store.kept) == 4)
    assert b"card.draw" in wal.read_bytes()
    assert store.KING.encode() not in wal.read_bytes()


def test_the_daemon_reads_back_every_byte_as_it_was(store) -> None:
    store.open()
    raw = b'{"t":1.5,"type":"card.draw", "tag" : "E004015000000002","face":"down","rssi":-41}'
    store.journal.append(1.5, msgspec.json.decode(raw), raw, None)
    store.journal.append_bad(1.6, b'{"type":"card.dra', None)
    store.close()
    found = list(store.reopen().lines())
    assert [(line.kind, line.raw) for line in found] == [("event", raw), ("bad", b'{"type":"card.dra')]


def test_an_export_names_what_everybody_saw_and_nothing_else(store) -> None:
    store.open()
    store.hand()
    store.close()
    out = lines(store)
    tags = [line["tag"] for line in out if "tag" in line]
    assert tags[:2] == ["As", "As"]
    assert tags[2] == tags[3]
    assert str(tags[2]).startswith("~")
    assert [line["type"] for line in out][1] == "tick"  # the deck's place is kept, its map is not


def test_an_unreadable_draw_stays_one(store) -> None:
    store.open()
    store.record(1.0, type="card.draw", tag=None, face="down")
    store.close()
    assert lines(store)[1] == {"t": 1.0, "type": "card.draw", "tag": None, "face": "down"}


def test_a_stand_in_is_the_same_within_a_hand_and_another_in_the_next(store) -> None:
    store.open()
    for t in (1.0, 2.0):
        store.record(t, type="hand.start", button=1)
        store.record(t + 0.1, type="card.draw", tag=store.KING)
        store.record(t + 0.2, type="card.seen", tag=store.KING, zone="seat:2")
    store.close()
    first, again, later, _ = (line["tag"] for line in lines(store) if "tag" in line)
    assert first == again != later


def test_the_key_opens_the_hands_that_are_over(store) -> None:
    store.open()
    store.hand()
    store.record(5.0, type="hand.start", button=2)
    store.record(5.1, type="card.draw", tag=store.ACE)
    store.close()
    out = lines(store, store.keys.own_opener)
    assert [line["tag"] for line in out if "tag" in line] == [store.ACE] * 2 + [store.KING] * 2
    assert out[-1]["type"] == "hand.end"


def test_another_key_opens_nothing(store) -> None:
    store.open()
    store.hand()
    store.close()
    with pytest.raises(JournalError, match="does not open"):
        lines(store, Opener(bytes(32)))
    store.keys = keys_of(Seal(bytes(32)), store.keys.sign)
    with pytest.raises(JournalError, match=r"record 3: .*seal_key"):
        list(store.reopen().lines())


def test_words_of_the_floor_pass_the_gate(store) -> None:
    store.open()
    store.record(1.0, type="ruling", decision="floor", note="seat 2 says he had Kd 7c")
    store.close()
    assert lines(store)[1]["note"] == "seat 2 says he had ?? ??"
    assert lines(store, store.keys.own_opener)[1]["note"] == "seat 2 says he had Kd 7c"


def test_fields_that_the_format_does_not_know_are_sealed(store) -> None:
    store.open()
    store.record(1.0, type="card.seen", tag=store.KING, zone="board", epc=store.KING, strength=3)
    store.close()
    assert set(lines(store)[1]) == {"t", "type", "tag", "zone"}
    assert lines(store, store.keys.own_opener)[1]["epc"] == store.KING


def test_a_key_file_that_others_can_read_is_refused(tmp_path) -> None:
    make_key(tmp_path / "seal.key")
    assert (tmp_path / "seal.key").stat().st_mode & 0o777 == 0o600
    (tmp_path / "seal.key").chmod(0o644)
    with pytest.raises(SealError, match="chmod 600"):
        load_seal(tmp_path / "seal.key")


def test_a_key_of_the_wrong_length_and_a_missing_one_are_named(tmp_path) -> None:
    (tmp_path / "short.key").write_bytes(b"x" * 31)
    (tmp_path / "short.key").chmod(0o600)
    with pytest.raises(SealError, match=r"short\.key: a sealing key has 32 bytes, this file has 31"):
        load_seal(tmp_path / "short.key")
    with pytest.raises(SealError, match=r"gone\.key: the sealing key cannot be read"):
        load_seal(tmp_path / "gone.key")


def test_a_key_is_never_written_over(tmp_path) -> None:
    make_key(tmp_path / "seal.key")
    with pytest.raises(SealError, match="no sealing key could be written"):
        make_key(tmp_path / "seal.key")

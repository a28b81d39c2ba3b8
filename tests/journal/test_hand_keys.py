"""A key for each hand: gone from the table once the hand is over, in a box that the auditor alone opens."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from controller.cli import program
from controller.journal.boxes import PUBLIC_BYTES, Opener, box_for, load_opener, load_public
from controller.journal.export import exported
from controller.journal.keys import keys_of
from controller.journal.live_keys import LiveFile
from controller.journal.openings import forget_openings, note_opening, waiting_openings
from controller.journal.records import Record, fields_of
from controller.journal.seal import Seal, SealError
from controller.journal.store import JournalError
from controller.journal.store import Store as File
from controller.journal.verify import verify
from controller.testkit.scene import Scene


@pytest.fixture
def audited(store, tmp_path):
    """A journal whose hands an auditor alone opens; his key lies elsewhere."""
    made = floorcall("journal", "auditor-key", "-o", str(tmp_path / "auditor.key"))
    assert "keep it away from the table" in made
    public = load_public(tmp_path / "auditor.key.pub")
    store.keys = keys_of(store.keys.seal, store.keys.sign, public)
    store.auditor = load_opener(tmp_path / "auditor.key")
    return store


def floorcall(*arguments: str, fails: int = 0) -> str:
    done = CliRunner().invoke(program, list(arguments))
    assert done.exit_code == fails, done.output
    return done.output


def play(store, hand: int = 1) -> None:
    """A whole hand, its end told, and the table's state kept."""
    store.record(0.5 + hand, type="deck", id="D1", cards={store.ACE: "As", store.KING: "Kd"})
    start = store.record(1.0 + hand, type="hand.start", button=1)
    store.record(2.0 + hand, type="card.draw", tag=store.ACE, face="down")
    store.record(2.1 + hand, type="card.seen", tag=store.ACE, zone="board")
    store.record(3.0 + hand, type="card.draw", tag=store.KING, face="down")
    store.record(3.1 + hand, type="card.seen", tag=store.KING, zone="seat:2")
    store.record(4.0 + hand, type="hand.end")
    store.journal.append_hand(4.0 + hand, {"hand": hand, "start": start, "found": []}, {store.ACE: "As"})
    store.journal.keep_checkpoint(b"the table at a hand's end")


def opened_with(store, keys: list[bytes]) -> list[bytes]:
    """Return every sealed text of the journal that one of ``keys`` opens."""
    file = File(store.path, read_only=True)
    found = []
    for record in file.records():
        for key in keys:
            try:
                found.append(Seal(key).open(record.sealed or b"", record.place()))
            except SealError:
                continue
    file.close()
    return found


def keys_on_disk(store) -> list[bytes]:
    """Return every key that whoever has the table's disk, its sealing key too, gets hold of."""
    return [store.keys.seal.key, *(key.key for key in LiveFile(store.path, store.keys.seal).held)]


def tags(lines: Iterator[bytes]) -> list[str]:
    return [line["tag"] for line in map(msgspec.json.decode, lines) if "tag" in line]


def test_who_steals_the_table_with_its_disk_has_no_past_hand(audited):
    audited.open()
    for hand in (1, 2):
        play(audited, hand)
    audited.close()
    stolen = opened_with(audited, keys_on_disk(audited))
    assert not [text for text in stolen if b"E0040150" in text and b'"deck"' not in text]
    assert opened_with(audited, [bytes(32)]) == []
    # Nor does the deck's own list of tags tell which stand-in is which.
    body = b"".join(record.body for record in records(audited))
    for key in keys_on_disk(audited):
        assert Seal(key).token(audited.KING).encode() not in body


def test_while_a_hand_is_played_its_key_is_there_and_it_comes_back(audited):
    audited.open()
    play(audited, 1)
    audited.record(9.0, type="hand.start", button=2)
    audited.record(9.1, type="card.draw", tag=audited.KING, face="down")
    audited.close()
    journal = audited.reopen()
    raw = [line.raw for line in journal.lines()]
    assert fields_of(raw[-1])["tag"] == audited.KING
    past = [fields_of(line) for line in raw if b"card." in line][:4]
    assert [one["tag"] for one in past[:2]] == ["As", "As"]  # everybody saw it
    assert past[2]["tag"].startswith("~")
    journal.start(audited.kept.extend, audited.troubles.append, audited.repairs.append)
    audited.record(9.2, type="card.seen", tag=audited.KING, zone="seat:1")
    audited.close()
    draw, seen = (one for one in records(audited) if b"card." in one.body and one.t > 9)
    assert fields_of(draw.body)["tag"] == fields_of(seen.body)["tag"]  # still the same hand's key


def test_what_is_too_short_for_a_box_or_for_a_key_is_neither() -> None:
    opener, place = Opener(bytes(32)), b"hand 1"
    box = box_for(opener.public, bytes(32), place)
    assert opener.open(box, place) == bytes(32)
    for size in range(len(box)):
        with pytest.raises(SealError, match="does not open"):
            opener.open(box[:size], place)
    for public in (opener.public[:-1], opener.public + b"0", bytes(PUBLIC_BYTES)):
        with pytest.raises(SealError, match="does not open"):
            box_for(public, bytes(32), place)


def test_the_tables_last_state_comes_back_and_older_ones_do_not(audited):
    audited.open()
    play(audited, 1)
    audited.wait_for(lambda: audited.kept and audited.kept[-1].kind == "signed")
    older = audited.path.read_bytes(), audited.path.with_name("table.db-wal").read_bytes()
    play(audited, 2)
    audited.close()
    assert audited.reopen().checkpoint() is not None
    audited.close_reopened()
    audited.path.write_bytes(older[0])
    audited.path.with_name("table.db-wal").write_bytes(older[1])
    assert audited.reopen().checkpoint() is None
    audited.close_reopened()


def test_the_auditor_opens_everything_or_one_hand_alone(audited):
    audited.open()
    for hand in (1, 2):
        play(audited, hand)
    audited.close()
    file = File(audited.path, read_only=True)
    try:
        assert set(tags(exported(file, 1, audited.auditor))) == {audited.ACE, audited.KING}
        second = list(exported(file, 1, audited.auditor, 10))
        past, opened = tags(iter(second))[:4], tags(iter(second))[4:]
        assert opened == [audited.ACE] * 2 + [audited.KING] * 2
        assert past[:2] == ["As", "As"]  # everybody saw it
        assert past[2].startswith("~")
        assert len(list(exported(file, 1, audited.auditor, 3))) == 8  # nothing of the second hand
        with pytest.raises(JournalError, match="does not open"):
            list(exported(file, 1, audited.keys.own_opener or load_sealing(audited)))
    finally:
        file.close()


def load_sealing(store):
    """Return what the table's own key opens of boxes: nothing where there is an auditor."""
    return load_opener(store.key_file)


def test_each_opening_is_noted_before_a_card_is_shown_and_goes_into_the_chain(audited, tmp_path):
    audited.open()
    play(audited, 1)
    audited.close()
    out, key = tmp_path / "hand.jsonl", tmp_path / "auditor.key"
    floorcall(
        "journal", "export", str(audited.path), "--key", str(key), "--hand", "1", "--by", "Mara",
        "-o", str(out),
    )  # fmt: skip
    assert audited.KING in out.read_text()
    noted = audited.path.with_name("table.db.opened")
    assert '"by":"Mara","log":1,"hand":1' in noted.read_text()
    assert "--hand: log 1 has no hand 7" in floorcall(
        "journal", "export", str(audited.path), "--key", str(key), "--hand", "7", fails=2
    )
    noted.unlink()
    noted.mkdir()
    out.unlink()
    told = floorcall("journal", "export", str(audited.path), "--key", str(key), "-o", str(out), fails=2)
    assert "the opening cannot be noted" in told
    assert not out.exists()


def test_an_opening_stays_noted_until_the_chain_has_it_on_disk_and_is_in_the_chain_once(audited):
    audited.open()
    play(audited, 1)
    note_opening(audited.path, by="Mara", log=1, hand=1, key="x")
    (mara,), size = waiting_openings(audited.path)
    audited.journal.append_opened(9.0, mara)
    note_opening(audited.path, by="Ivo", log=1, hand=1, key="x")
    assert not forget_openings(audited.path, size), "another one was noted meanwhile"
    audited.close()
    audited.open()  # as after a kill that came before the file was emptied
    both, size = waiting_openings(audited.path)
    for opening in both:
        audited.journal.append_opened(10.0, opening)
    audited.close()
    assert forget_openings(audited.path, size)
    assert waiting_openings(audited.path) == ([], 0)
    store = File(audited.path, read_only=True)
    noted = [fields_of(record.body)["by"] for record in store.records(kind="opened")]
    store.close()
    assert noted == ["Mara", "Ivo"]


def test_the_auditors_hands_for_others_name_what_he_opened_and_nobody_elses_do(audited, tmp_path):
    audited.open()
    for event in Scene("deltin").deal().folds(3, 4, 5, 6, 1).event("hand.end").log:
        audited.record(**event)
    audited.journal.append_hand(99.0, {"hand": 1, "start": 4, "found": []}, {})
    audited.close()
    export = ("journal", "export", str(audited.path), "--format", "phh")
    shut = floorcall(*export)
    assert shut.count("????") == 6
    opened = floorcall(*export, "--key", str(tmp_path / "auditor.key"), "--by", "Mara")
    assert "????" not in opened
    assert len(set(re.findall(r"d dh p\d (\w{4})", opened))) == 6


def test_a_torn_write_of_the_keys_in_use_leaves_a_whole_copy(audited):
    audited.open()
    audited.record(1.0, type="hand.start", button=1)
    audited.record(1.1, type="card.draw", tag=audited.KING)
    audited.close()
    keys = audited.path.with_name("table.db.keys")
    whole = keys.read_bytes()
    for torn in (
        whole[:4096] + bytes(4096),
        bytes(4096) + whole[4096:],
        whole[:2000] + bytes(2096) + whole[4096:],
    ):
        keys.write_bytes(torn)
        assert [key.kind for key in LiveFile(audited.path, audited.keys.seal).held] == ["hand"]
    keys.write_bytes(bytes(8192))
    assert LiveFile(audited.path, audited.keys.seal).held == ()


def test_where_the_keys_in_use_are_lost_the_hand_goes_on_as_everybody_sees_it(audited):
    audited.open()
    audited.record(1.0, type="hand.start", button=1)
    audited.record(1.1, type="card.draw", tag=audited.KING)
    audited.close()
    audited.path.with_name("table.db.keys").unlink()
    journal = audited.reopen()
    (draw,) = [fields_of(line.raw) for line in journal.lines() if b"card.draw" in line.raw]
    assert draw["tag"].startswith("~")
    journal.start(audited.kept.extend, audited.troubles.append, audited.repairs.append)
    audited.record(1.2, type="card.seen", tag=audited.KING, zone="seat:1")
    audited.record(4.0, type="hand.end")
    audited.journal.append_hand(4.0, {"hand": 1, "start": 2, "found": []}, {audited.KING: "Kd"})
    audited.close()
    (public,) = [one for one in records(audited) if one.kind == "public"]
    assert list(fields_of(public.body)["cards"].values()) == ["Kd"]


def records(store) -> list[Record]:
    file = File(store.path, read_only=True)
    try:
        return list(file.records())
    finally:
        file.close()


OLD = Path(__file__).parent / "version_1.db"


def test_a_journal_of_the_version_before_is_taken_over_with_every_record(tmp_path):
    (tmp_path / "keys").mkdir()
    config = tmp_path / "table.toml"
    config.write_text(
        '[table]\nid = "7"\nrulebook = "deltin"\nlevel = { small = 50, big = 100 }\n'
        "[table.seats]\n1 = { stack = 100 }\n2 = { stack = 100 }\n"
        '[journal]\npath = "store/table.db"\nseal_key = "keys/seal.key"\n'
    )
    (tmp_path / "store").mkdir()
    key = tmp_path / "keys" / "seal.key"
    key.write_bytes(bytes(range(32)))
    key.chmod(0o600)
    before, new = OLD.read_bytes(), tmp_path / "store" / "table.db"
    old = tmp_path / "old.db"
    old.write_bytes(before)
    with pytest.raises(JournalError, match=r"it says 1\); `floorcall journal move` takes it over"):
        File(old)
    told = floorcall("journal", "move", str(old), str(new), "--config", str(config))
    assert "9 records taken over" in told
    assert old.read_bytes() == before
    assert verify(new).problem == ""
    file = File(new, read_only=True)
    opened = list(map(msgspec.json.decode, exported(file, 1, load_opener(key))))
    shown = list(map(msgspec.json.decode, exported(file, 1)))
    file.close()
    assert [line["type"] for line in opened] == [
        "log", "deck", "hand.start", "card.draw", "card.seen", "card.draw", "card.seen", "hand.end",
    ]  # fmt: skip
    assert [line.get("tag") for line in opened][3:7] == ["E004015000000001"] * 2 + ["E004015000000002"] * 2
    assert [line.get("tag") for line in shown][3:5] == ["As", "As"]
    assert str(shown[5]["tag"]).startswith("~")
    with closing(sqlite3.connect(new)) as db:
        assert db.execute("SELECT * FROM heard").fetchall() == [("shoe", 9, 7, 7000)]
    assert "is there already" in floorcall(
        "journal", "move", str(old), str(new), "--config", str(config), fails=3
    )

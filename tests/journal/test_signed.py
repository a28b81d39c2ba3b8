"""Signed heads: a chain that was made anew, cut off or replaced is found, and what nobody can know is said."""

from __future__ import annotations

import importlib.util
import os
import random
import sqlite3
from pathlib import Path

import msgspec
import pytest

from benchmarks import tampering
from controller.journal.anchors import held_against, read_anchors
from controller.journal.journal import Journal
from controller.journal.keys import keys_of
from controller.journal.seal import Seal, SealError
from controller.journal.signing import SignKey, is_signed, load_sign_key
from controller.journal.slip import head_of, picture, slip, words_of
from controller.journal.store import JournalError
from controller.journal.verify import Anchors, verify
from controller.privacy import HiddenCards

PAGE = Path(__file__).parents[2] / "docs" / "verify_journal.py"


@pytest.fixture
def sound(tmp_path):
    """A sound journal of two hands, and what somebody elsewhere knows of it."""
    path = tmp_path / "table.db"
    return path, tampering.write(path)


@pytest.fixture(scope="session")
def auditors_own():
    """The program of `docs/journal.md`, which knows nothing of Floorcall."""
    spec = importlib.util.spec_from_file_location("verify_journal", PAGE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def heads(store):
    return [store.journal.told_head(record) for record in store.kept if record.kind == "signed"]


def test_each_hands_end_and_each_stop_is_signed(store):
    store.open()
    store.hand()
    store.journal.keep_checkpoint(b"the table at a hand's end")
    store.wait_for(lambda: heads(store))
    (head,) = heads(store)
    told = msgspec.json.decode(head.signed)
    assert told["records"] == 12
    assert told["build"]
    assert told["at"].endswith("+00:00")
    assert is_signed(bytes.fromhex(head.key), head.signed.encode(), bytes.fromhex(head.signature))
    store.close()
    verdict = verify(store.path)
    assert (verdict.problem, verdict.signed, verdict.records) == ("", 13, 13)


def test_what_was_never_signed_is_said_to_be_so(store):
    store.open()
    store.hand()
    store.journal.sign(4.0)
    store.record(9.0, 8, type="tick")
    store.wait_for(lambda: len(store.kept) == 14)
    assert "who wrote records 14 to 14: no signature follows them" in verify(store.path).unknown


def test_without_anything_from_elsewhere_it_says_what_nobody_can_know(sound):
    path, known = sound
    unknown = " ".join(verify(path).unknown)
    assert "whether the end was cut off" in unknown
    assert "is this table's" in unknown
    assert verify(path, known).unknown == []


def test_a_chain_made_anew_is_placed_between_its_signatures(sound):
    path, _ = sound
    db = sqlite3.connect(path)
    (award,) = db.execute("SELECT n FROM record WHERE instr(body, '\"amount\":600')").fetchone()
    signed = [n for (n,) in db.execute("SELECT n FROM record WHERE kind = 'signed' ORDER BY n")]
    db.close()
    records = tampering.Store(path, read_only=True)
    changed = [
        msgspec.structs.replace(one, body=one.body.replace(b"600", b"900")) if one.n == award else one
        for one in records.records()
    ]
    kept = records.checkpoint()
    records.close()
    tampering._chain_anew(path, changed, None, kept)
    verdict = verify(path)  # with nothing known from elsewhere
    assert signed[0] < award < signed[1]
    assert verdict.bad == signed[0] + 1
    assert (
        f"records {signed[0] + 1} to {signed[1] - 1} are not those that the table signed" in verdict.problem
    )


def test_a_night_whose_signatures_were_taken_off_is_found_with_nothing_known_from_elsewhere(tmp_path):
    path = tmp_path / "table.db"
    known = tampering.write(path, hands=4)
    tampering.unsigned(path, random.Random(1))
    verdict = verify(path)
    assert verdict.bad == 1
    assert "are signed by nobody and hold the ends of 4 hands, and a table signs at each" in verdict.problem
    keys = keys_of(Seal(b"\1" * 32), SignKey(b"\1" * 32))
    with pytest.raises(JournalError, match=r"its end is signed by nobody .* signatures were taken off"):
        Journal(path, keys, HiddenCards())  # a daemon that went on would sign what was forged
    assert verify(path, known).problem


def test_minutes_that_nobody_signed_are_found(store):
    store.open()
    store.hand()
    store.journal.sign(4.0)
    store.record(5.0, 8, type="tick")
    store.record(700.0, 9, type="tick")
    store.wait_for(lambda: len(store.kept) == 15)
    assert "hold 695 seconds of a log, and a table signs every minute" in verify(store.path).problem


def test_a_journal_signed_anew_with_another_key_is_found_by_whoever_knows_the_tables(sound):
    path, known = sound
    tampering.other_key(path, random.Random(1))
    assert verify(path).problem == ""
    assert "it was replaced, or it is another table's" in verify(path, Anchors(public=known.public)).problem
    assert "it was replaced" in verify(path, Anchors(signed=known.signed)).problem


def test_an_end_that_was_cut_off_is_found_by_whoever_has_the_last_slip(sound):
    path, known = sound
    words = " ".join(words_of(msgspec.json.decode(known.signed[0].signed)["head"]))
    tampering.cut_to(path, 10)
    assert verify(path).problem == ""
    assert "records at the end are missing" in verify(path, head_of(words)).problem
    assert "records at the end are missing" in verify(path, known).problem


@pytest.mark.parametrize("seed", range(4))
def test_tamperings_by_chance_are_found_and_those_that_show_nothing_told_apart(seed):
    results, missed = tampering.campaign(len(tampering.TAMPERINGS) * 4, seed)
    assert missed == []
    for kind, told in results.items():
        assert told["found"] or told["nothing to be seen"], kind
    silent = {kind for kind, told in results.items() if told["nothing to be seen"]}
    assert silent <= {"a column changed", "a bit flipped", "bytes written over"}


@pytest.mark.parametrize("kind", ["sound", *tampering.TAMPERINGS])
def test_the_auditors_own_program_finds_what_ours_finds(sound, auditors_own, kind):
    path, known = sound
    (last,) = known.signed
    head = msgspec.json.decode(last.signed)["head"]
    if kind != "sound":
        tampering.TAMPERINGS[kind](path, random.Random(4))
    ours = verify(path, Anchors(heads=[head], public=known.public)).problem
    try:
        theirs = auditors_own.check(path, known.public.hex(), [head])
    except Exception as error:
        theirs = repr(error)
    assert bool(theirs) == bool(ours), (ours, theirs)


def test_the_auditors_own_program_is_of_a_page():
    text = PAGE.read_text()
    code = [line for line in text.splitlines() if line.strip()]
    assert len(code) <= 50
    assert "controller" not in text


def test_words_and_picture_hold_the_head(sound):
    _, known = sound
    (last,) = known.signed
    head = msgspec.json.decode(last.signed)["head"]
    words = words_of(head)
    assert len(words) == 16
    assert head.startswith(head_of(" ".join(words)))
    assert head_of(head) == head
    text = slip("7", last)
    assert all(word in text for word in words)
    assert "█" in text or "▄" in text
    assert picture(last).startswith("<?xml")
    with pytest.raises(ValueError, match="'flor' is none of the list's words"):
        head_of("flor " + " ".join(words[1:]))
    with pytest.raises(ValueError, match="16 words, here are 15"):
        head_of(" ".join(words[1:]))


def test_a_file_of_heads_may_end_in_a_line_half_written(sound, tmp_path):
    _, known = sound
    line = msgspec.json.encode(known.signed[0])
    anchor = tmp_path / "heads.jsonl"
    anchor.write_bytes(line + b"\n" + line[:50])
    assert len(read_anchors(anchor)) == 1
    anchor.write_bytes(line + b"\n" + line[:50] + b"\n" + line + b"\n")  # and the table went on after it
    assert len(read_anchors(anchor)) == 2
    anchor.write_bytes(line.replace(b"records", b"rekords") + b"\n" + line + b"\n")
    with pytest.raises(JournalError, match=r"heads\.jsonl:1: is no signed head: its signature does not fit"):
        read_anchors(anchor)


@pytest.fixture
def elsewhere(sound, tmp_path):
    """The file of heads that the table kept while it wrote the sound journal."""
    _, known = sound
    file = tmp_path / "heads.jsonl"
    file.write_bytes(b"".join(msgspec.json.encode(head) + b"\n" for head in known.signed))
    return file


def test_at_its_start_a_table_agrees_with_its_own_file_of_heads(sound, elsewhere):
    path, _ = sound
    assert held_against(path, elsewhere) == ""
    assert held_against(path, elsewhere.with_name("none.jsonl")) == ""
    with elsewhere.open("ab") as file:
        file.write(b'{"signed":"half a li')
    assert held_against(path, elsewhere) == ""


@pytest.mark.parametrize(
    ("what", "told"),
    [
        (lambda path: tampering.cut_to(path, 10), "now it has 10: records at the end are missing"),
        (lambda path: tampering.other_key(path, random.Random(1)), "the file is another table's"),
        (lambda path: (path.unlink(), tampering.write(path)), "this one is "),
    ],
)
def test_at_its_start_a_table_hears_from_its_file_of_heads_what_became_of_the_journal(
    sound, elsewhere, what, told
):
    path, _ = sound
    what(path)
    assert told in held_against(path, elsewhere)


def test_a_head_that_nobody_signed_is_named_in_the_file_of_heads(sound, elsewhere):
    path, known = sound
    head = known.signed[-1]
    forged = msgspec.structs.replace(head, signed=head.signed.replace('"records":', '"records":1'))
    with elsewhere.open("ab") as file:
        file.write(msgspec.json.encode(forged) + b"\n")
    assert "its signature does not fit" in held_against(path, elsewhere)
    with elsewhere.open("ab") as file:
        file.write(b'{"no":"head"}\n')
    with pytest.raises(JournalError, match="is no signed head"):
        held_against(path, elsewhere)


def test_a_table_with_another_key_does_not_go_on_with_the_journal(store):
    store.open()
    store.close()
    store.keys = keys_of(store.keys.seal, SignKey(b"another key of thirty-two bytes "))
    with pytest.raises(JournalError, match=r"is signed with another key, [0-9a-f]{16}; give that one back"):
        store.reopen()
    journal = Journal(store.path.with_name("new.db"), store.keys, store.secrets)
    journal.close()


def test_systemds_credential_goes_before_the_file(tmp_path, monkeypatch):
    given, lying = tmp_path / "credentials", tmp_path / "sign.key"
    given.mkdir()
    (given / "sign.key").write_bytes(b"1" * 32)
    (given / "sign.key").chmod(0o400)
    lying.write_bytes(b"2" * 32)
    lying.chmod(0o600)
    assert load_sign_key(lying).public == SignKey(b"2" * 32).public
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(given))
    assert load_sign_key(lying).public == SignKey(b"1" * 32).public
    os.chmod(lying, 0o644)
    monkeypatch.delenv("CREDENTIALS_DIRECTORY")
    with pytest.raises(SealError, match="others can read the signing key"):
        load_sign_key(lying)

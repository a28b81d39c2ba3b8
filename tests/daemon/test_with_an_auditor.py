"""A table whose past hands an auditor alone opens: it comes back into its hand, and gives away no other."""

from __future__ import annotations

import collections
import contextlib
import json
import os
import sqlite3
import tomllib

import msgspec
import pytest

from controller import rulebooks
from controller.journal.boxes import load_opener
from controller.journal.live_keys import LiveFile
from controller.journal.openings import beside, note_opening
from controller.journal.seal import Seal, SealError, load_seal, make_key
from controller.table.copying import thaw
from controller.table.rulebook import Rulebook
from tests import warm
from tests.daemon.conftest import DECK
from tests.daemon.test_power_cuts import on_the_flop, without_checkpoint

FOLDED = ("seat:1", "seat:4", "seat:5", "seat:6")


@pytest.fixture
def audited(table):
    """The whole table, with an auditor and a file for signed heads."""
    make_key(table.folder / "away" / "auditor.key", "auditor's")
    public = load_opener(table.folder / "away" / "auditor.key").public.hex()
    (table.folder / "auditor.pub").write_text(public + "\n")
    (table.folder / "stick").mkdir()
    text = table.config.read_text()
    table.config.write_text(
        text.replace(
            'seal_key = "keys/seal.key"\n',
            'seal_key = "keys/seal.key"\nauditor_key = "auditor.pub"\nanchor = "stick/heads.jsonl"\n',
        )
    )
    table.plug_all()
    table.start()
    table.wait_up()
    return table


def floorcall(*arguments: object) -> str:
    return warm.run("controller.cli", *map(str, arguments), check=True).stdout


def over(table, hands):
    view = table.state()["view"]
    return view["hand"] == hands and view["street"] == "between" and view


def stolen(table, tags=()) -> bytes:
    """Return all of the hands that opens with the keys on the table's disk, with everything that lies open.

    The decks' own lists open too: they are on that disk anyway. ``tags`` are looked for behind each stand-in.
    """
    seal = load_seal(table.key_file)
    keys = [seal, *(Seal(key.key) for key in LiveFile(table.journal, seal).held)]
    db = sqlite3.connect(f"file:{table.journal}?mode=ro", uri=True)
    rows = db.execute("SELECT log, n, kind, body, sealed FROM record").fetchall()
    db.close()
    found = b""
    stand_ins = {key.token(tag).encode() for key in keys for tag in tags}
    for log, n, kind, body, sealed in rows:
        found += body
        for key in keys:
            with contextlib.suppress(SealError):
                text = key.open(sealed or b"", f"floorcall journal {log} {n} {kind}".encode())
                found += b"" if b'"type":"deck"' in text else text
    assert not [name for name in stand_ins if name in found]
    return found


@pytest.mark.parametrize("checkpoint", ["with its state", "from the start of the log"])
def test_after_a_kill_the_hand_goes_on_though_past_ones_are_sealed(audited, hand, checkpoint):
    audited.play([hand.deck(), *hand.events(6)])
    first = hand.wait_for(lambda: over(audited, 1), "the first hand to be over")
    flop = hand.events(1, shift=7, to="flop")
    audited.play(flop)
    before = hand.wait_for(lambda: on_the_flop(audited), "the second flop")
    audited.kill()
    if checkpoint != "with its state":
        without_checkpoint(audited)
    audited.start()
    again = hand.wait_for(lambda: on_the_flop(audited), "the flop again")
    assert again == before
    assert first["hand"] == 1
    audited.play(hand.events(1, shift=7)[len(flop) :])
    hand.wait_for(lambda: over(audited, 2), "the second hand to be over")


def test_the_stolen_table_has_no_past_hand_and_the_auditor_has_it(audited, hand):
    for number, shift in ((1, 0), (2, 7)):
        audited.play([hand.deck(), *hand.events(number, shift=shift)])
        hand.wait_for(lambda n=number: over(audited, n), f"hand {number} to be over")
    audited.wait_safe()
    assert audited.stop() == 0
    opened = floorcall(
        "journal", "export", audited.journal, "--key", audited.folder / "away" / "auditor.key", "--hand", 1,
        "--by", "Mara",
    )  # fmt: skip
    hidden = {
        line["tag"] for line in map(json.loads, opened.splitlines())
        if line["type"] == "card.seen" and line["zone"] in FOLDED
    }  # fmt: skip
    assert len(hidden) == 8
    found = stolen(audited, hidden)
    assert not [tag for tag in hidden if tag.encode() in found]
    audited.start()
    hand.wait_for(
        lambda: b'"type":"opened","by":"Mara","log":1,"hand":1' in stolen(audited), "the opening in the chain"
    )
    assert audited.stop() == 0


def test_one_hand_that_the_auditor_opens_plays_again_as_it_was(audited, hand):
    audited.play([hand.deck()])
    for number, shift in ((1, 0), (2, 7)):
        audited.play(hand.events(number, shift=shift))
        hand.wait_for(lambda n=number: over(audited, n), f"hand {number} to be over")
    audited.wait_safe()
    assert audited.stop() == 0
    key, log = audited.folder / "away" / "auditor.key", audited.folder / "away" / "hand.jsonl"
    opening = ("journal", "export", audited.journal, "--key", key, "--hand", 2, "--by", "Mara")
    floorcall(*opening, "-o", log)
    told = [json.loads(line) for line in floorcall("replay", log, "--json").splitlines()]
    hands = [line for line in told if line["type"] == "hand"]
    assert [(line["hand"], line["button"]) for line in hands] == [(1, 1), (2, 2)]
    second = hands[1]
    assert (second["stacks"]["2"], second["stacks"]["4"]) == (9950, 10050)  # as the first hand left them
    assert second["winners"] == [{"pot": 0, "shares": {"4": 250}}]
    assert not [line for line in told if line["type"] == "finding" and line["level"] != "info"]
    (one,) = tomllib.loads(floorcall(*opening, "--format", "phh")).values()
    dealt = [act for act in one["actions"] if act.startswith("d dh")]
    assert (one["hand"], len(dealt)) == (2, 6)
    assert not [act for act in dealt if "?" in act]  # who folded, too


def signed(table):
    """Return how many signed heads the journal has."""
    db = sqlite3.connect(f"file:{table.journal}?mode=ro", uri=True)
    (heads,) = db.execute("SELECT count(*) FROM record WHERE kind = 'signed'").fetchone()
    db.close()
    return heads


def test_openings_that_cannot_be_read_keep_no_head_from_being_signed(audited, hand):
    assert audited.stop() == 0
    before = signed(audited)
    beside(audited.journal).mkdir()
    audited.start()
    hand.wait_for(lambda: signed(audited) > before, "a head of the second run")
    hand.wait_for(lambda: "openings not recorded" in audited.output(), "it to be told")
    assert audited.stop() == 0


def test_what_root_notes_for_the_auditor_is_the_daemons_to_read(tmp_path):
    journal = tmp_path / "table.db"
    journal.touch()
    if os.geteuid() == 0:
        os.chown(journal, 65534, 65534)
    note_opening(journal, by="Mara", log=1, hand=1, key="x")
    noted, kept = beside(journal).stat(), journal.stat()
    assert (noted.st_uid, noted.st_gid, noted.st_mode & 0o777) == (kept.st_uid, kept.st_gid, 0o600)


def gathered(events):
    """The dealer gathers the cards once the hand's end is told: where they lay is told by what goes."""
    seen = {e["tag"]: e["zone"] for e in events if e["type"] == "card.seen" and e["zone"] != "burn"}
    return [{"type": "card.gone", "tag": tag, "zone": zone} for tag, zone in seen.items()]


def opened_alone(table):
    """Return what the keys on the table's disk open of its state, once these are its own and the deck's alone.

    None before that, and while the daemon is at it: it writes the keys first and the state then.
    """
    seal = load_seal(table.key_file)
    keys = LiveFile(table.journal, seal).held
    db = sqlite3.connect(f"file:{table.journal}?mode=ro", uri=True)
    n, sealed = db.execute("SELECT n, sealed FROM checkpoint").fetchone()
    db.close()
    if sorted(key.kind for key in keys) != ["deck", "state"]:
        return None
    (key,) = [key for key in keys if key.kind == "state"]
    try:
        state = Seal(key.key).open(sealed, f"floorcall journal 1 {n} checkpoint".encode())
    except SealError:
        return None
    return thaw(state, rulebooks.load("deltin"))


def cards_in(value, names, seen=None):
    """Return which of ``names`` lie anywhere in ``value``, but for the decks' own lists."""
    seen = set() if seen is None else seen
    if isinstance(value, str):
        return {value} & names
    if id(value) in seen or isinstance(value, Rulebook | type | bytes):
        return set()
    seen.add(id(value))
    if isinstance(value, dict):
        inside = [] if len(value) == len(DECK) else [*value, *value.values()]
    elif isinstance(value, list | tuple | set | frozenset | collections.deque):
        inside = [*value]
    else:
        slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
        slots += getattr(value, "__struct_fields__", ())
        inside = [*getattr(value, "__dict__", {}).values(), *(getattr(value, n, None) for n in slots)]
    return set().union(*(cards_in(one, names, seen) for one in inside))


def test_between_two_hands_the_disk_opens_nothing_of_the_one_that_is_over(audited, hand):
    audited.play([hand.deck()])
    named: set[str] = set()  # cards that everybody saw in an earlier hand
    for number, shift in ((1, 0), (2, 7)):
        events = hand.events(number, shift=shift)
        dealt = [event["tag"] for event in events if event["type"] == "card.draw"]
        public = {e["tag"] for e in events if e.get("zone") == "board" or e.get("face") == "up"}
        hidden = {card for card in DECK if hand.tag(card) in {*dealt} - public}
        assert len(hidden) == 13
        audited.play(events[:-1])
        held = LiveFile(audited.journal, load_seal(audited.key_file)).held
        assert any(key.start for key in held), "while the hand is on, its key is there"
        audited.play([events[-1], *gathered(events)])
        hand.wait_for(lambda n=number: over(audited, n), f"hand {number} to be over")
        state = hand.wait_for(lambda: opened_alone(audited), "the hand's key to be gone")
        assert not cards_in(state, (hidden - named) | {hand.tag(card) for card in hidden})
        named |= {card for card in DECK if hand.tag(card) in public}
        assert cards_in(state, {hand.tag(card) for card in hand.cards}), "the search finds what is there"
        found = stolen(audited, [hand.tag(card) for card in hidden])
        assert not [card for card in hidden if hand.tag(card).encode() in found]
        view = over(audited, number)
        audited.kill()
        audited.start()
        audited.wait_up()
        hand.wait_for(lambda n=number, view=view: over(audited, n) == view, "the table as it was")


def test_every_head_is_on_the_stick_and_the_journal_is_held_against_it(audited, hand):
    audited.play([hand.deck(), *hand.events(1)])
    hand.wait_for(lambda: over(audited, 1), "the hand to be over")
    stick = audited.folder / "stick" / "heads.jsonl"
    hand.wait_for(
        lambda: stick.exists() and len(stick.read_bytes().splitlines()) >= 2, "the head at the hand's end"
    )
    assert audited.stop() == 0
    (last,) = floorcall("journal", "head", audited.journal).splitlines()
    assert last.encode() in stick.read_bytes()  # also the one that the daemon signed when it stopped
    told = floorcall("journal", "verify", audited.journal, "--anchor", stick)
    assert "all as written" in told
    assert "not known" not in told
    slip = floorcall("journal", "head", audited.journal, "--slip")
    assert "table 7" in slip
    head = msgspec.json.decode(stick.read_bytes().splitlines()[-1])["signed"]
    db = sqlite3.connect(audited.journal)
    db.execute("DELETE FROM record WHERE n > ?", (msgspec.json.decode(head)["records"] - 1,))
    db.commit()
    db.close()
    found = warm.run("controller.cli", "journal", "verify", audited.journal, "--anchor", stick)
    assert found.returncode == 1


CUT_OFF = (
    "records at the end are missing, or it is an older copy",
    "its end was cut off and written on, or the chain made anew",
)
"""What is told of it: before the table has written as much again as was cut off, and after."""


def test_a_journal_that_was_cut_off_meanwhile_is_told_at_the_next_start_on_the_pages_and_on_record(
    audited, hand
):
    audited.play([hand.deck(), *hand.events(1)])
    hand.wait_for(lambda: over(audited, 1), "the hand to be over")
    assert audited.stop() == 0
    db = sqlite3.connect(audited.journal)
    (last,) = db.execute("SELECT max(n) FROM record WHERE kind = 'signed'").fetchone()
    db.execute("DELETE FROM record WHERE n >= ?", (last - 1,))
    db.commit()
    db.close()
    audited.start()
    told = hand.wait_for(lambda: denied(audited), "the page to tell it")
    assert told["problem"].endswith(CUT_OFF)
    assert (told["state"], told["kind"]) == ("degraded", "journal")
    assert "floorcall_journal_stopped 0" in audited.get("/metrics")
    assert "its end was cut off and written on" in floorcall_doctor(audited)["how"]
    audited.play(hand.events(2))  # the table plays on, and everything is recorded
    assert audited.stop() == 0
    exported = [json.loads(line) for line in floorcall("journal", "export", audited.journal).splitlines()]
    (note,) = [line for line in exported if line.get("device") == "journal"]
    assert note["detail"] == told["problem"]


def denied(table):
    return next((device for device in table.state()["devices"] if device["name"] == "journal"), None)


def floorcall_doctor(table):
    checks = warm.run("controller.cli", "doctor", "--config", table.config, "--json").stdout.splitlines()
    (journal,) = [check for check in map(json.loads, checks) if check["part"] == "journal"]
    return journal


def test_a_file_of_heads_whose_disk_hangs_keeps_nobody_from_signing_nor_from_ending(audited, hand):
    assert audited.stop() == 0
    stick = audited.folder / "stick" / "heads.jsonl"
    stick.unlink()
    os.mkfifo(stick)  # whoever opens it waits, as at a share whose server is gone
    before = signed(audited)
    audited.start()
    hand.wait_for(lambda: signed(audited) > before, "a head of the second run")
    audited.play([hand.deck(), *hand.events(1)])
    hand.wait_for(lambda: over(audited, 1), "the hand to be over")
    assert audited.stop() == 0

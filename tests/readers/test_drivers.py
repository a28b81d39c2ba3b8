"""The readers' drivers against readers that fail in every known way."""

from __future__ import annotations

import pytest

from firmware_bridge.emulated import EMULATED
from firmware_bridge.emulated.field import Faults, either
from firmware_bridge.readers import READERS, reader_named
from firmware_bridge.readers.look import COLLISION, FAILED, INCOMPLETE, SOUND
from firmware_bridge.readers.pepper_frames import frame
from firmware_bridge.readers.pn532 import tag_in
from firmware_bridge.readers.pn532_frames import framed
from tests.readers import vectors
from tests.readers.bench import Bench

ICODE = ["E004015012345678", "E00401501234ABCD", "E0040150DEADBEEF"]
EVERY = pytest.mark.parametrize("name", READERS)


def on(name: str) -> str:
    return vectors.READERS[name][0]


@EVERY
def test_a_reader_comes_up_and_reads(name: str) -> None:
    bench = Bench(name)
    assert bench.reader.trouble == "not started"
    bench.field.place(1, [on(name)])
    bench.until(lambda: bool(bench.looks))
    assert (bench.looks[0].tags, bench.looks[0].flags) == ((on(name),), SOUND)
    assert bench.reader.trouble == ""
    assert bench.reader.firmware == vectors.READERS[name][1]


@EVERY
def test_an_empty_antenna_is_a_sound_look_without_tags(name: str) -> None:
    bench = Bench(name)
    bench.until(lambda: len(bench.looks) == 5)
    assert {(look.tags, look.flags) for look in bench.looks} == {((), SOUND)}


def test_the_multiplexer_goes_round_and_says_which_antenna_had_what() -> None:
    bench = Bench("pepper", (1, 2, 5, 8))
    bench.field.place(2, ICODE[:2])
    bench.field.place(8, ICODE[2:])
    bench.until(lambda: len(bench.looks) == 8)
    assert [(look.antenna, look.tags) for look in bench.looks[:4]] == [
        (1, ()),
        (2, tuple(ICODE[:2])),
        (5, ()),
        (8, tuple(ICODE[2:])),
    ]
    assert [look.antenna for look in bench.looks[4:]] == [1, 2, 5, 8]


@EVERY
@pytest.mark.parametrize("fault", ["bad_check", "garbage", "stall", "twice", "torn"])
def test_a_bad_line_costs_looks_and_never_shows_a_card(name: str, fault: str) -> None:
    bench = Bench(name, seed=7)
    bench.field.place(1, [on(name)])
    bench.field.faults = Faults(**{fault: 0.3})
    bench.until(lambda: sum(1 for look in bench.looks if look.tags) >= 50, most_ms=600_000)
    assert bench.seen() == {on(name)}
    if fault in ("bad_check", "stall"):
        assert any(look.flags & FAILED for look in bench.looks)


@EVERY
def test_a_reader_that_falls_silent_is_told_and_comes_back(name: str) -> None:
    bench = Bench(name)
    bench.field.place(1, [on(name)])
    bench.until(lambda: bool(bench.looks))
    bench.deaf = True
    took_ms = bench.until(lambda: bench.reader.trouble != "")
    assert took_ms <= 3_000
    bench.deaf = False
    bench.looks.clear()
    bench.until(lambda: any(look.tags for look in bench.looks))
    assert bench.reader.trouble == ""


def test_an_answer_to_the_life_before_is_not_taken_for_ours() -> None:
    bench = Bench("pn532")
    bench.device.stale = framed(bytes.fromhex("D5" + vectors.PN532_ANSWERS["two cards"][0]))
    bench.until(lambda: bool(bench.looks))
    assert bench.seen() == set()
    bench.device.stale = framed(bytes.fromhex("D5" + vectors.PN532_ANSWERS["a tag id of four bytes"][0]))
    bench.run(100)
    assert bench.seen() == set()


@pytest.mark.parametrize(
    ("answer", "tag"),
    [
        (vectors.PN532_ANSWERS["no card"][0], ""),
        (vectors.PN532_ANSWERS["a tag id of four bytes"][0], "1ADA7444"),
        (vectors.PN532_ANSWERS["a tag id of seven bytes"][0], "04416D412B0289"),
        (vectors.PN532_ANSWERS["two cards"][0], None),
        ("4B0101004400" + "0504416D412B", None),
        ("4B01", None),
    ],
)
def test_what_an_answer_of_a_pn532_says(answer: str, tag: str | None) -> None:
    assert tag_in(bytes.fromhex(answer)[1:]) == tag


def test_a_collision_that_the_reader_owns_up_to_counts_nothing() -> None:
    bench = Bench("pepper")
    bench.field.place(1, ICODE[:2])
    bench.field.collides = True
    bench.until(lambda: len(bench.looks) >= 3)
    assert {(look.tags, look.flags) for look in bench.looks} == {((), COLLISION)}


def test_a_reader_that_names_tags_for_ever_is_stopped() -> None:
    reader = reader_named("pepper", (1,))
    uid, turn = bytes.fromhex(ICODE[0])[::-1], 0
    while not reader.looks:
        reader.tick(turn * 1000)
        asked = reader.to_send()[5:6]
        body = uid + b"\x00\x01" if asked in (b"\x90", b"\x91") else b""
        reader.feed(frame(b"\x00" + asked + body), turn * 1000)
        turn += 1
        assert turn < 100
    assert (reader.looks[0].tags, reader.looks[0].flags) == ((ICODE[0],), INCOMPLETE)


def test_what_is_no_iso_15693_tag_is_not_taken_for_one() -> None:
    bench = Bench("pepper")
    bench.field.place(1, ICODE[:1])
    bench.field.faults = Faults(shifted=1.0)
    bench.until(lambda: len(bench.looks) >= 3)
    assert {(look.tags, look.flags) for look in bench.looks} == {((), FAILED)}


def test_an_antenna_that_is_not_there_is_named() -> None:
    bench = Bench("pepper", (9,))
    bench.until(lambda: bool(bench.looks))
    assert bench.reader.trouble == "the reader has no antenna 9"


def test_a_reader_that_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="reader rc522 is none of pn532, pepper"):
        reader_named("rc522", (1,))


def test_the_ghost_of_the_notes_is_the_or_of_both_and_not_a_sound_answer() -> None:
    assert either(*vectors.GHOST_TAGS) == vectors.GHOST
    for tag, crc in zip(vectors.GHOST_TAGS, vectors.GHOST_CRCS, strict=True):
        assert iso15693_crc(bytes(2) + bytes.fromhex(tag)[::-1]) == crc
    assert vectors.GHOST_CRCS[0] | vectors.GHOST_CRCS[1] != vectors.GHOST_TRUE_CRC
    assert iso15693_crc(bytes(2) + bytes.fromhex(vectors.GHOST)[::-1]) == vectors.GHOST_TRUE_CRC
    observed = bytes.fromhex(vectors.INVENTORY_ANSWER)
    assert iso15693_crc(observed[:-2]) == int.from_bytes(observed[-2:], "little")


def iso15693_crc(data: bytes) -> int:
    """Return the CRC-16/X-25 that a tag sends, which the reader checks for us."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x8408 if crc & 1 else crc >> 1
    return crc ^ 0xFFFF


def test_every_reader_is_there_without_hardware_too() -> None:
    assert set(READERS) == set(EMULATED) == set(vectors.READERS), (
        "a reader that nothing emulates is driven by no test"
    )

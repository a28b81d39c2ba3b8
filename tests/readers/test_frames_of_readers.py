"""Frames of the readers: the published bytes, however they are cut, and nothing that is no frame."""

from __future__ import annotations

import random
from typing import Any

import pytest

from firmware_bridge.readers import pepper_frames, pn532_frames
from firmware_bridge.readers.pn532_frames import GOT_ACK, GOT_DATA, GOT_ERROR, GOT_NACK
from tests.readers import vectors


def named(published: dict[str, tuple[str, str]]) -> Any:
    pairs = [tuple(bytes.fromhex(part) for part in both) for both in published.values()]
    return pytest.mark.parametrize(("body", "wire"), pairs, ids=list(published))


@named(vectors.PN532_COMMANDS)
def test_a_command_to_a_pn532_is_the_published_one(body: bytes, wire: bytes) -> None:
    assert pn532_frames.frame(body).hex() == wire.hex()


@named(vectors.PN532_ANSWERS)
def test_an_answer_of_a_pn532_is_read_however_it_is_cut(body: bytes, wire: bytes) -> None:
    for cut in range(len(wire) + 1):
        splitter = pn532_frames.Splitter()
        found = splitter.feed(wire[:cut]) + splitter.feed(wire[cut:])
        assert found == [(GOT_DATA, body)]
        assert splitter.bad == 0
    byte_by_byte = pn532_frames.Splitter()
    assert [one for byte in wire for one in byte_by_byte.feed(bytes([byte]))] == [(GOT_DATA, body)]


@pytest.mark.parametrize("wire", ["ff0000ffff0000ff02fed5111a00", "020001ff0000ff00ff00ff00ff00ff99"])
def test_a_frames_last_zero_begins_no_other_however_it_is_cut(wire: str) -> None:
    whole, cut = pn532_frames.Splitter(), pn532_frames.Splitter()
    found = whole.feed(bytes.fromhex(wire))
    assert [one for byte in bytes.fromhex(wire) for one in cut.feed(bytes([byte]))] == found
    assert len(found) == 1
    assert cut.bad == whole.bad


def test_the_short_frames_of_a_pn532() -> None:
    whole = bytes.fromhex(vectors.PN532_ACK + vectors.PN532_NACK + vectors.PN532_ERROR)
    assert pn532_frames.Splitter().feed(whole) == [(GOT_ACK, b""), (GOT_NACK, b""), (GOT_ERROR, b"")]
    assert bytes.fromhex(vectors.PN532_ACK) == pn532_frames.ACK
    assert bytes.fromhex(vectors.PN532_WAKE) == pn532_frames.WAKE


def test_acknowledgement_and_answer_come_in_one_read() -> None:
    both = bytes.fromhex(vectors.PN532_ACK + vectors.PN532_ANSWERS["no card"][1])
    assert pn532_frames.Splitter().feed(both) == [(GOT_ACK, b""), (GOT_DATA, b"\x4b\x00")]


@pytest.mark.parametrize("wire", vectors.PN532_NO_FRAME.values(), ids=list(vectors.PN532_NO_FRAME))
def test_what_is_no_frame_does_not_hide_the_next(wire: str) -> None:
    after = bytes.fromhex(vectors.PN532_ANSWERS["SAMConfiguration"][1])
    assert pn532_frames.Splitter().feed(bytes.fromhex(wire) + after) == [(GOT_DATA, b"\x15")]


@pytest.mark.parametrize("size", [255, 256, 264])
def test_a_long_answer_comes_in_an_extended_frame(size: int) -> None:
    body = bytes(range(256))[: size - 2] + bytes(max(0, size - 258))
    wire = pn532_frames.framed(bytes([pn532_frames.FROM_CHIP]) + body)
    assert (wire[3:5] == b"\xff\xff") == (len(body) + 1 > 255)
    assert pn532_frames.Splitter().feed(wire) == [(GOT_DATA, body)]
    with pytest.raises(ValueError, match="266 bytes"):
        pn532_frames.framed(bytes(266))


@named(vectors.PN532_ANSWERS)
def test_no_single_flipped_bit_of_a_pn532_passes(body: bytes, wire: bytes) -> None:
    for bit in range(8 * len(wire)):
        flipped = bytearray(wire)
        flipped[bit // 8] ^= 1 << bit % 8
        found = pn532_frames.Splitter().feed(bytes(flipped))
        assert found == ([(GOT_DATA, body)] if bit < 8 else []), bit  # the first zero is no part of it


def test_the_pepper_frames_are_the_published_ones() -> None:
    for body, wire in vectors.PEPPER_FRAMES.values():
        assert pepper_frames.frame(bytes.fromhex(body)).hex().upper() == wire
        for cut in range(len(wire) // 2 + 1):
            splitter = pepper_frames.Splitter()
            whole = bytes.fromhex(wire)
            assert splitter.feed(whole[:cut]) + splitter.feed(whole[cut:]) == [bytes.fromhex(body)]
    assert pepper_frames.crc16(b"123456789") == 0x29B1


def test_no_one_or_two_flipped_bits_of_a_pepper_pass() -> None:
    wire = pepper_frames.frame(bytes.fromhex("0090" + "0228E06D580104E0" + "0000"))
    bits = range(8 * len(wire))
    for first in bits:
        for second in range(first, len(bits)):
            flipped = bytearray(wire)
            flipped[first // 8] ^= 1 << first % 8
            if second != first:
                flipped[second // 8] ^= 1 << second % 8
            assert pepper_frames.Splitter().feed(bytes(flipped)) == []


@pytest.mark.parametrize("frames", [pn532_frames, pepper_frames])
def test_a_million_random_bytes_end_no_splitter(frames: Any) -> None:
    chance, splitter, accepted = random.Random(5), frames.Splitter(), 0
    for _ in range(1000):
        accepted += len(splitter.feed(chance.randbytes(1000)))
        assert len(splitter._held) <= 1030
    assert accepted < 60  # a PN532's ACK is six bytes, and three of them say what it is
    assert splitter.bad > 0

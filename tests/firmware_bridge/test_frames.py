"""Frames: what goes in comes out, and nothing else ever does."""

from __future__ import annotations

import random
import zlib
from itertools import combinations

import pytest
from cobs import cobs
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.frames import (
    MAX_ENCODED,
    MAX_ON_WIRE,
    MAX_PAYLOAD,
    BadFrame,
    Frame,
    FrameDecoder,
    encode_frame,
    seq_after,
    seq_distance,
)

frames = st.builds(
    Frame,
    ver=st.integers(0, 255),
    type=st.integers(0, 255),
    dev=st.integers(0, 255),
    flags=st.integers(0, 255).map(lambda flags: flags & ~0x0C),
    boot_id=st.integers(0, 2**32 - 1),
    seq=st.integers(0, 2**32 - 1),
    t_us=st.integers(0, 2**64 - 1),
    payload=st.binary(max_size=MAX_PAYLOAD),
)
DRAW = Frame(type=2, dev=1, boot_id=0xB001, seq=7, t_us=123_456, payload=b'{"type":"card.draw"}')


@pytest.mark.parametrize(
    ("payload", "crc", "wire"),
    [
        ("", "00000000", "00 01 01 01 01 01 00"),
        ("00", "D202EF8D", "00 01 05 8D EF 02 D2 00"),
        ("313233343536373839", "CBF43926", "00 0E 31 32 33 34 35 36 37 38 39 26 39 F4 CB 00"),
        ("01052A000000000210", "FDDE1ABD", "00 04 01 05 2A 01 01 01 07 02 10 BD 1A DE FD 00"),
    ],
)
def test_cobs_and_crc_are_the_published_ones(payload: str, crc: str, wire: str) -> None:
    content = bytes.fromhex(payload)
    assert zlib.crc32(content) == int(crc, 16)
    stuffed = cobs.encode(content + zlib.crc32(content).to_bytes(4, "little"))
    assert b"\x00" + stuffed + b"\x00" == bytes.fromhex(wire)


@given(frames)
def test_any_frame_comes_back_as_it_was(frame: Frame) -> None:
    wire = encode_frame(frame)
    assert len(wire) <= MAX_ON_WIRE
    assert FrameDecoder().feed(wire) == [frame]


@given(st.lists(frames, max_size=4), st.data())
def test_it_does_not_matter_how_the_stream_is_cut(sent: list[Frame], data: st.DataObject) -> None:
    wire = b"".join(map(encode_frame, sent))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(wire)), max_size=9)))
    decoder = FrameDecoder()
    pieces = [wire[a:b] for a, b in zip([0, *cuts], [*cuts, len(wire)], strict=True)]
    assert [found for piece in pieces for found in decoder.feed(piece)] == sent


def test_one_byte_at_a_time() -> None:
    decoder = FrameDecoder()
    wire = encode_frame(DRAW) * 3
    assert [found for byte in wire for found in decoder.feed(bytes([byte]))] == [DRAW] * 3


def test_every_split_point() -> None:
    wire = encode_frame(DRAW) * 2
    for cut in range(len(wire) + 1):
        decoder = FrameDecoder()
        assert decoder.feed(wire[:cut]) + decoder.feed(wire[cut:]) == [DRAW] * 2


def test_no_one_or_two_flipped_bits_pass() -> None:
    wire = encode_frame(DRAW)
    bits = range(len(wire) * 8)
    for flipped in [*((bit,) for bit in bits), *combinations(bits, 2)]:
        damaged = bytearray(wire)
        for bit in flipped:
            damaged[bit // 8] ^= 1 << bit % 8
        passed = [found for found in FrameDecoder().feed(bytes(damaged)) if isinstance(found, Frame)]
        # A flip in either zero byte alone leaves the frame itself untouched.
        assert passed in ([], [DRAW])


@pytest.mark.parametrize("change", ["cut", "insert", "double"])
def test_a_byte_lost_or_too_many_costs_one_frame_and_never_the_next(change: str) -> None:
    wire = encode_frame(DRAW)
    for where in range(len(wire)):
        extra = {
            "cut": b"",
            "insert": b"\x55" + wire[where : where + 1],
            "double": wire[where : where + 1] * 2,
        }
        damaged = wire[:where] + extra[change] + wire[where + 1 :]
        found = FrameDecoder().feed(damaged + encode_frame(DRAW))
        assert found[-1] == DRAW
        assert [one for one in found if isinstance(one, Frame)] in ([DRAW], [DRAW, DRAW])


def test_a_million_random_bytes_give_nothing_and_hold_nothing(rng: random.Random) -> None:
    decoder, accepted, bad = FrameDecoder(), 0, 0
    for _ in range(1000):
        for found in decoder.feed(rng.randbytes(1000)):
            accepted += isinstance(found, Frame)
            bad += isinstance(found, BadFrame)
        assert decoder.held <= MAX_ENCODED
    assert (accepted, bad > 1000) == (0, True)


def test_a_line_without_a_zero_fills_no_memory_and_is_named_once() -> None:
    decoder = FrameDecoder()
    for _ in range(100):
        assert decoder.feed(b"\x55" * 1000) == []
        assert decoder.held <= MAX_ENCODED
    assert decoder.feed(encode_frame(DRAW)) == [BadFrame("too long", 100_000), DRAW]


@pytest.mark.parametrize(
    ("segment", "reason"),
    [
        (b"\x05\x01", "no COBS"),
        (cobs.encode(b"short"), "too short"),
        (cobs.encode(bytes(range(24))), "CRC differs"),
        (b"\x01" * (MAX_ENCODED + 1), "too long"),
    ],
)
def test_what_is_no_frame_says_why(segment: bytes, reason: str) -> None:
    assert FrameDecoder().feed(segment + b"\x00") == [BadFrame(reason, len(segment))]


def test_a_frame_with_a_reserved_flag_is_not_read_as_something_else() -> None:
    wire = encode_frame(Frame(type=2, dev=1, boot_id=1, seq=1, t_us=0, flags=0x04))
    assert [type(one) for one in FrameDecoder().feed(wire)] == [BadFrame]


def test_what_does_not_fit_cannot_be_sent() -> None:
    with pytest.raises(ValueError, match="201 bytes"):
        encode_frame(Frame(type=2, dev=1, boot_id=1, seq=1, t_us=0, payload=bytes(201)))
    with pytest.raises(ValueError, match="frame header"):
        encode_frame(Frame(type=2, dev=1, boot_id=1, seq=2**32, t_us=0))


@given(st.integers(0, 2**32 - 1), st.integers(-(2**31), 2**31 - 1))
def test_numbers_wrap(seq: int, steps: int) -> None:
    assert seq_distance(seq_after(seq, steps), seq) == steps

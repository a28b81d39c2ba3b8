"""Messages: every one comes back as it was said, and none is taken for another."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.codes import BadMessage, Type
from firmware_bridge.frames import Frame, FrameDecoder, seq_distance
from firmware_bridge.from_device import Done, EventPart, Gap, Hello, Pong, Trouble
from firmware_bridge.from_host import Ack, Command, Ping, Refuse, Resend, Welcome, Who
from firmware_bridge.messages import Message, encode_message, object_in, parse_message

u8, u32, u64 = st.integers(0, 255), st.integers(0, 2**32 - 1), st.integers(0, 2**64 - 1)
ascii32 = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=32)
words = st.text(st.characters(categories=("L", "N")), max_size=40)

hellos = st.builds(
    Hello,
    dev=u8,
    boot_id=st.integers(1, 2**32 - 1),
    t_us=u64,
    lowest=st.integers(0, 99),
    highest=st.integers(99, 255),
    oldest_seq=u32,
    next_seq=u32,
    dropped=u32,
    serial=ascii32.filter(bool),
    build=ascii32,
).filter(lambda hello: seq_distance(hello.oldest_seq, hello.next_seq) <= 0)
messages: st.SearchStrategy[Message] = st.one_of(
    hellos,
    st.builds(
        EventPart,
        seq=u32,
        t_us=u64,
        part=st.integers(0, 15),
        more=st.booleans(),
        content=st.binary(max_size=200),
    ),
    st.builds(Gap, first=u32, last=u32),
    st.builds(Pong, newest=u32, sent_us=u64, asked_us=u64, received_us=u64, settled_us=u64),
    st.builds(Trouble, code=u8, text=words),
    st.builds(Done, number=u32, code=u8, text=words),
    st.builds(Who, lowest=u8, highest=u8),
    st.builds(Welcome, durable=u32, version=u8),
    st.builds(Refuse, reason=u8, lowest=u8, highest=u8, text=words),
    st.builds(Ack, durable=u32),
    st.builds(Resend, first=u32, last=u32),
    st.builds(Ping, durable=u32, sent_us=u64),
    st.builds(Command, number=u32, content=st.binary(max_size=200)),
)


@given(messages, st.booleans())
def test_every_message_comes_back_as_it_was_said(message: Message, again: bool) -> None:
    wire = encode_message(message, dev=1, boot_id=7, now_us=99, again=again)
    (frame,) = FrameDecoder().feed(wire)
    assert isinstance(frame, Frame)
    assert parse_message(frame) == message


def frame_of(kind: int, payload: bytes, boot_id: int = 1) -> Frame:
    return Frame(type=kind, dev=1, boot_id=boot_id, seq=0, t_us=0, payload=payload)


HELLO = bytes([1, 1]) + bytes(12)


@pytest.mark.parametrize(
    ("frame", "problem"),
    [
        (frame_of(0x3F, b""), "unknown type 0x3F"),
        (frame_of(Type.HELLO, b""), "HELLO of 0 bytes, at least 16"),
        (frame_of(Type.HELLO, HELLO + b"\x05AB\x00"), "HELLO's serial is cut short"),
        (frame_of(Type.HELLO, HELLO + b"\x21" + bytes(33) + b"\x00"), "over 32 characters"),
        (frame_of(Type.HELLO, HELLO + b"\x02A\x1b\x00"), "HELLO's serial is not printable ASCII"),
        (frame_of(Type.HELLO, HELLO + b"\x00\x00"), "HELLO without a serial"),
        (frame_of(Type.HELLO, HELLO + b"\x01A\x09B"), "HELLO's build is cut short"),
        (frame_of(Type.HELLO, HELLO + b"\x01A\x00", boot_id=0), "HELLO with boot id 0"),
        (frame_of(Type.HELLO, b"\x03\x02" + HELLO[2:] + b"\x01A\x00"), "HELLO with versions 3 to 2"),
        (frame_of(Type.GAP, bytes(7)), "GAP of 7 bytes instead of 8"),
        (frame_of(Type.PONG, bytes(8)), "PONG of 8 bytes instead of 24"),
        (frame_of(Type.ERROR, b""), "ERROR without a code"),
        (frame_of(Type.DONE, b""), "DONE without a code"),
        (frame_of(Type.WHO, b"\x01"), "WHO of 1 bytes instead of 2"),
        (frame_of(Type.WELCOME, b""), "WELCOME of 0 bytes instead of 1"),
        (frame_of(Type.REFUSE, b"\x01"), "REFUSE is cut short"),
        (frame_of(Type.ACK, b"x"), "ACK with a payload of 1 bytes"),
        (frame_of(Type.PING, b"x"), "PING with a payload of 1 bytes"),
        (frame_of(Type.RESEND, b""), "RESEND of 0 bytes instead of 8"),
    ],
)
def test_a_payload_that_does_not_fit_its_type_is_named(frame: Frame, problem: str) -> None:
    with pytest.raises(BadMessage, match=problem):
        parse_message(frame)


@given(st.integers(0, 255), st.binary(max_size=200))
def test_no_payload_breaks_the_parser(kind: int, payload: bytes) -> None:
    with contextlib.suppress(BadMessage):
        assert kind == parse_message(frame_of(kind, payload)).TYPE


def test_a_long_text_is_cut_at_a_character() -> None:
    wire = encode_message(Trouble(code=3, text="ß" * 300), dev=1, boot_id=1, now_us=0)
    (frame,) = FrameDecoder().feed(wire)
    assert isinstance(frame, Frame)
    assert parse_message(frame) == Trouble(code=3, text="ß" * 98)


def test_control_characters_of_a_device_reach_no_screen() -> None:
    shown = parse_message(frame_of(Type.ERROR, b"\x03\x1b[31mred\xff"))
    assert shown == Trouble(code=3, text="\N{REPLACEMENT CHARACTER}[31mred\N{REPLACEMENT CHARACTER}")


@pytest.mark.parametrize("serial", ["x" * 33, "é"])
def test_a_serial_that_cannot_be_written_is_refused_at_the_device(serial: str) -> None:
    hello = Hello(
        dev=1,
        boot_id=1,
        t_us=0,
        lowest=1,
        highest=1,
        oldest_seq=1,
        next_seq=1,
        dropped=0,
        serial=serial,
        build="",
    )
    with pytest.raises(ValueError, match=r"longer than 32|ascii"):
        hello.payload()


def test_only_an_object_is_an_object() -> None:
    assert object_in(b'{"type":"tap","seat":3}') == {"type": "tap", "seat": 3}
    for content in (b"", b"3", b'"x"', b"{", b"\xff", b"[" * 10_000, b'{"a":NaN}'):
        with pytest.raises(BadMessage):
            object_in(content)

"""The firmware, on a real MicroPython, says and understands PROTOCOL.md byte for byte."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge import HostSession
from firmware_bridge.codes import Type
from firmware_bridge.kinds import MAY_SEND
from tests.firmware_bridge.micropython.process import MicroPython

PAGE = (Path(__file__).parents[2] / "firmware_bridge" / "PROTOCOL.md").read_text("utf-8")
START = """
import random
from binascii import hexlify, unhexlify
from floorcall.firmware import frames, retry, ring, session
from floorcall.firmware.session import Session
def new(dev=1, slots=256, first_seq=1):
    s = Session(dev, "SHOE-1", "1.0", 0xC0FFEE01, ring.Ring(slots, 32768, first_seq))
    s.on_command = lambda number, fields: told.append(fields)
    return s
told = []
s = new()
def say(now):
    out = b""
    while True:
        f = s.frame(now)
        if not f: return hexlify(out).decode()
        out += f
splitter = frames.Splitter()
def noise(seed):
    random.seed(seed)
    return sum(len(splitter.feed(bytes(random.getrandbits(8) for _ in range(1000)))) for _ in range(100))
def hear(h, now):
    s.feed(unhexlify(h), now)
    return say(now)
"""


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MicroPython]:
    with MicroPython(tmp_path_factory.mktemp("board")) as micropython:
        yield micropython


@pytest.fixture(autouse=True)
def fresh(board: MicroPython) -> None:
    board.run(START)


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def example(name: str, nth: int = 0) -> tuple[dict[str, Any], dict[str, Any], str]:
    found = [block for block in blocks("frame") if json.loads(block.splitlines()[0])["type"] == name]
    head, content, *wire = found[nth].splitlines()
    return json.loads(head), json.loads(content), bytes.fromhex("".join(wire)).hex()


def table(*head: str) -> list[list[str]]:
    start = PAGE.index("| " + " | ".join(head) + " |\n")
    rows = PAGE[start:].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def hear(board: MicroPython, wire: str, now_us: int) -> str:
    said: str = board.ask(f"hear({wire!r}, {now_us})")
    return said


def welcome(board: MicroPython, now_us: int = 1_000) -> None:
    board.ask(f"say({now_us})")
    hear(board, example("WELCOME")[2], now_us)


def test_cobs_and_crc_alone(board: MicroPython) -> None:
    for content, crc, wire in table("content", "crc32", "on the wire"):
        raw = "" if content == "(nothing)" else content
        checked = (bytes.fromhex(raw) + int(crc, 16).to_bytes(4, "little")).hex()
        on_wire = bytes.fromhex(wire.strip("`")).hex()
        assert board.ask(f"frames.crc32(unhexlify({raw.replace(' ', '')!r}))") == int(crc, 16)
        assert board.ask(f"hexlify(frames.stuffed(unhexlify({checked!r}))).decode()") == on_wire
        assert board.ask(f"hexlify(frames.unstuffed(unhexlify({on_wire[2:-2]!r}))).decode()") == checked


@pytest.mark.parametrize(
    "name", ["HELLO", "GAP", "PONG", "ERROR", "DONE"], ids=lambda name: f"it says {name} as the page does"
)
def test_what_the_device_says(board: MicroPython, name: str) -> None:
    head, content, wire = example(name)
    t_us = head["t_us"]
    if name == "HELLO":
        board.run("s.sense(b'x', 0)")
        assert board.ask(f"say({t_us})") == wire
    elif name == "GAP":
        board.run("s = new(slots=8, first_seq=3)")
        welcome(board, t_us)
        board.run("for n in range(15): s.sense(b'x', 0)")
        assert content == {"first": 3, "last": 9}
        assert board.ask(f"hexlify(s.frame({t_us})).decode()") == wire
    elif name == "PONG":
        board.run("for n in range(2): s.sense(b'x', 0)")
        welcome(board, 4_000_000)
        hear(board, ack(board, 2), 4_000_000)
        board.run(f"s.feed(unhexlify({example('PING')[2]!r}), {content['received_us']})")
        board.run(f"s.settled_us = lambda now: {content['settled_us']}")
        assert board.ask(f"say({t_us})") == wire
    elif name == "ERROR":
        welcome(board, t_us)
        board.run(f"s.fault({content['text']!r}, {t_us})")
        assert board.ask(f"say({t_us})") == wire
    else:
        welcome(board, t_us)
        board.run(f"s.finish({content['number']})")
        assert board.ask(f"say({t_us})") == wire


def ack(board: MicroPython, durable: int) -> str:
    wire: str = board.ask(
        f"hexlify(frames.encode(1, 0x44, 1, 0, 0xC0FFEE01, {durable}, 86399020000, b'')).decode()"
    )
    return wire


def test_an_event_first_and_again(board: MicroPython) -> None:
    welcome(board)
    (head, content, first), (_, _, again) = example("EVENT", 0), example("EVENT", 1)
    board.run(f"s.sense({content['content'].encode()!r}, {head['t_us']})")
    assert board.ask(f"say({head['t_us']})") == first
    assert board.ask(f"say({head['t_us'] + 249_999})") == ""
    assert board.ask(f"say({head['t_us'] + 250_000})") == again


def test_a_long_event_in_parts(board: MicroPython) -> None:
    welcome(board)
    parts = [example("EVENT", 2), example("EVENT", 3)]
    board.run(f"session.MAX_PAYLOAD = {len(parts[0][1]['content'])}")
    whole = "".join(part[1]["content"] for part in parts).encode()
    board.run(f"s.sense(b'', 0)\ns.sense({whole!r}, {parts[0][0]['t_us']})")
    said = board.ask("say(3000000)")
    board.run("session.MAX_PAYLOAD = 200")
    assert said.endswith(parts[0][2] + parts[1][2])


def test_what_the_host_says_is_understood(board: MicroPython) -> None:
    assert len(hear(board, example("WHO")[2], 10_000)) > 0
    hear(board, example("WELCOME")[2], 10_000)
    assert board.ask("s.state") == "welcome"
    board.run("s.sense(b'one', 5)\ns.sense(b'two', 6)\nsay(20000)")
    hear(board, example("ACK")[2], 30_000)
    assert board.ask("[s.ring.oldest_seq, s.ring.kept]") == [2, 1]
    again = bytes.fromhex(hear(board, example("RESEND")[2], 40_000))
    assert again[3] == Type.EVENT
    assert again.count(b"two") == 1
    assert bytes.fromhex(hear(board, example("PING")[2], 50_000))[3] == Type.PONG
    hear(board, example("COMMAND")[2], 60_000)
    assert board.ask("told") == [{"do": "lamp", "on": True}]
    hear(board, example("COMMAND")[2], 60_000)
    assert len(board.ask("told")) == 1
    hear(board, example("REFUSE")[2], 70_000)
    assert board.ask("[s.state, s.refused_text]") == ["refused", example("REFUSE")[1]["text"]]


def types(wire: str) -> list[int]:
    return [bytes.fromhex(frame)[3] for frame in _frames(wire)]


def test_each_welcome_brings_everything_that_is_kept(board: MicroPython) -> None:
    board.run("for n in range(5): s.sense(b'event %d' % n, n)")
    board.ask("say(1000)")
    assert types(hear(board, example("WELCOME")[2], 2_000)) == [Type.EVENT] * 5
    assert types(hear(board, ack(board, 2), 3_000)) == []
    assert types(hear(board, example("WELCOME")[2], 4_000)) == [Type.EVENT] * 3


def test_nothing_is_sent_before_a_welcome_nor_three_seconds_after_the_host_has_gone(
    board: MicroPython,
) -> None:
    board.run("s.sense(b'one', 0)")
    assert types(board.ask("say(0)")) == [Type.HELLO]
    assert types(board.ask("say(999_999)")) == []
    assert types(board.ask("say(1_000_000)")) == [Type.HELLO]
    hear(board, example("WELCOME")[2], 1_100_000)
    assert board.ask("s.state") == "welcome"
    board.ask("say(4_099_999)")
    assert types(board.ask("say(4_100_000)")) == [Type.HELLO]
    assert board.ask("s.state") == "calling"
    board.run("s.sense(b'two', 4_100_000)")
    assert types(board.ask("say(4_200_000)")) == []


def test_a_refused_device_calls_every_five_seconds(board: MicroPython) -> None:
    board.ask("say(0)")
    hear(board, example("REFUSE")[2], 10_000)
    assert types(board.ask("say(5_009_999)")) == []
    assert types(board.ask("say(5_010_000)")) == [Type.HELLO]
    assert types(hear(board, example("WHO")[2], 5_500_000)) == [Type.HELLO]


def test_a_fault_is_said_again_every_five_seconds_and_once_when_it_is_mended(board: MicroPython) -> None:
    welcome(board)
    board.run("s.fault('dark', 2_000)")
    assert types(board.ask("say(2_000)")) == [Type.ERROR]
    for now_us in range(1_000_000, 6_000_000, 1_000_000):
        hear(board, example("PING")[2], now_us)
    assert types(board.ask("say(5_001_999)")) == []
    assert types(board.ask("say(5_002_000)")) == [Type.ERROR]
    assert types(hear(board, example("WELCOME")[2], 5_100_000)) == [Type.ERROR]
    board.run("s.fault('', 5_200_000)")
    said = bytes.fromhex(board.ask("say(5_200_000)"))
    assert (said[3], said.count(b"dark")) == (Type.ERROR, 0)


def test_what_makes_no_sense_is_answered_with_an_error_in_any_state(board: MicroPython) -> None:
    board.ask("say(0)")
    for frame, code in (("(1, 0x5A, 1, 0, 9, 0, 5, b'')", 1), ("(1, 0x45, 1, 0, 9, 0, 5, b'x')", 2)):
        wire = board.ask(f"hexlify(frames.encode(*{frame})).decode()")
        answer = bytes.fromhex(hear(board, wire, 100_000))
        assert answer[3] == Type.ERROR
        assert board.ask(f"frames.decode(unhexlify({answer.hex()[2:-2]!r})).payload[0]") == code


def test_frames_of_another_version_are_dropped_but_for_those_that_never_change(board: MicroPython) -> None:
    board.ask("say(0)")
    for kind, payload, heard in (
        (0x42, "b'\x02'", []),
        (0x5A, "b''", []),
        (0x41, "b'\x02\x02'", [Type.HELLO]),
    ):
        frame = f"frames.encode(2, {kind}, 1, 0, 0xC0FFEE01, 0, 5, {payload})"
        wire = board.ask(f"hexlify({frame}).decode()")
        assert types(hear(board, wire, 100_000)) == heard
    other = board.ask("hexlify(frames.encode(1, 0x42, 1, 0, 0xC0FFEE01, 0, 5, b'\x02')).decode()")
    assert types(hear(board, other, 200_000)) == [Type.HELLO]
    assert board.ask("s.state") == "calling"
    hear(board, example("WELCOME")[2], 300_000)
    assert types(hear(board, other, 400_000)) == []
    assert board.ask("[s.state, told]") == ["welcome", []]


def test_the_limits_are_the_pages(board: MicroPython) -> None:
    given = {name: float(value) for name, value in table("limit", "value")}
    here = board.ask(
        """{
        "payload of a frame, bytes": frames.MAX_PAYLOAD,
        "bytes held for an unfinished frame": frames.MAX_HELD,
        "event, bytes": session.MAX_EVENT,
        "ring of the device, events, at least": ring.SLOTS,
        "events sent for one RESEND": ring.RESEND_AT_ONCE,
        "HELLO until welcome, ms": session.HELLO_US / 1e3,
        "HELLO while refused, ms": session.HELLO_REFUSED_US / 1e3,
        "HELLO at most every, ms": session.HELLO_LEAST_US / 1e3,
        "device gives a host up after, ms": session.HOST_GONE_US / 1e3,
        "ERROR again, ms": session.FAULT_AGAIN_US / 1e3,
        "first retry of an event, ms": retry.FIRST_US / 1e3,
        "shortest retry, ms": retry.LEAST_US / 1e3,
        "longest retry, ms": retry.MOST_US / 1e3}"""
    )
    assert {name: given[name] for name in here} == here


def test_the_states_and_codes_are_the_pages(board: MicroPython) -> None:
    codes = {name: int(code) for code, name in table("code", "in ERROR and DONE")}
    names = ["WELL", "UNKNOWN_TYPE", "BAD_PAYLOAD", "SENSOR", "UNKNOWN_COMMAND", "BUSY", "INTERNAL"]
    assert board.ask(f"[getattr(session, n) for n in {names}]") == [
        codes[name.lower().replace("_", " ")] for name in names
    ]
    states = [row[0] for row in table("state", "means", "goes to")]
    assert board.ask("[session.CALLING, session.WELCOMED, session.REFUSED]") == states


def test_its_events_are_those_of_its_kind(board: MicroPython) -> None:
    folder = Path(__file__).parents[2] / "firmware_bridge"
    for name, kind in (("firmware/shoe", "shoe"), ("readers/zones", "antennas")):
        said = set(
            re.findall(r"\b(?:card|button|hand|deck)\.\w+", (folder / f"{name}.py").read_text("utf-8"))
        )
        assert said
        assert said <= MAY_SEND[kind]


def test_a_million_random_bytes_are_no_frame_and_take_no_memory(board: MicroPython) -> None:
    held = []
    for seed in range(10):
        assert board.ask(f"noise({seed})") == 0
        held.append(board.held())
    assert max(held) - held[0] < 2_000


class Talk:
    """The page's conversation between the daemon's session and the firmware."""

    def __init__(self, board: MicroPython) -> None:
        self.board = board
        self.host = HostSession(lambda hello: None, first_command=41)
        self.wire: list[tuple[int, str, str]] = []

    def happens(self, t_us: int, what: str, rest: str) -> None:
        host_s = 86_400.0 + t_us / 1e6
        match what:
            case "plug":
                self.host.port_opened(host_s)
            case "sense":
                self.board.run(f"s.sense({rest.encode()!r}, {t_us})")
            case "durable":
                self.host.ack(0xC0FFEE01, int(rest))
            case "wants":
                self.host.command(json.loads(rest))
            case "done":
                self.board.run(f"s.finish({rest})")
        self.host.tick(host_s)
        self._carry(t_us)

    def _carry(self, t_us: int) -> None:
        down, up = self.host.to_send(), self.board.ask(f"say({t_us})") if self.wire else ""
        while down or up:
            self.wire += [(t_us, "host", frame) for frame in _frames(down.hex())]
            self.wire += [(t_us, "device", frame) for frame in _frames(up)]
            t_us += 200
            self.host.receive(bytes.fromhex(up), 86_400.0 + t_us / 1e6)
            up = hear(self.board, down.hex(), t_us) if down else ""
            down = self.host.to_send()


def _frames(wire: str) -> list[str]:
    return [f"00 {part.hex(' ')} 00".upper() for part in bytes.fromhex(wire).split(b"\x00") if part]


def test_the_conversation_is_what_the_firmware_says(board: MicroPython) -> None:
    (block,) = blocks("conversation")
    talk, told = Talk(board), []
    for line in re.sub(r"\n +", " ", block).splitlines():
        t_us, what, *rest = line.split(maxsplit=2)
        if what in ("host", "device"):
            told.append((int(t_us), what, rest[0]))
        else:
            talk.happens(int(t_us), what, rest[0] if rest else "")
    assert talk.wire == told

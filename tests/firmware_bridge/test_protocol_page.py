"""PROTOCOL.md is what the code does: every table, every example, the whole conversation."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from cobs import cobs

from firmware_bridge import HostSession, boot, clock, commands, host, inbox, liveness, ring
from firmware_bridge import device as firmware
from firmware_bridge.codes import MAX_EVENT_BYTES, MAX_NAME, Fault, Reason, Type
from firmware_bridge.device import DEVICE_MOVES, DeviceSession, Identity
from firmware_bridge.frames import MAX_ENCODED, MAX_ON_WIRE, MAX_PARTS, MAX_PAYLOAD, Frame, FrameDecoder
from firmware_bridge.from_device import Done, EventPart, Gap, Hello, Pong, Trouble
from firmware_bridge.from_host import Ack, Command, Ping, Refuse, Resend, Welcome, Who
from firmware_bridge.kinds import COMMANDS, KINDS, MAY_SEND
from firmware_bridge.messages import encode_message, parse_message
from firmware_bridge.news import MOVES

PAGE = (Path(__file__).parents[2] / "firmware_bridge" / "PROTOCOL.md").read_text()
MESSAGES: dict[str, Any] = {
    kind.TYPE.name: kind
    for kind in (Hello, EventPart, Gap, Pong, Trouble, Done, Who, Welcome, Refuse, Ack, Resend, Ping, Command)
}
ASIDE = {"EVENT": "t_us", "PONG": "sent_us", "PING": "sent_us", "HELLO": "t_us"}
"""The message's field that the page gives as the header's ``t_us``."""


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def table(*head: str) -> list[list[str]]:
    """Return the rows of the one table with this head."""
    start = PAGE.index("| " + " | ".join(head) + " |\n")
    rows = PAGE[start:].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def example_of(block: str) -> tuple[dict[str, Any], dict[str, Any], bytes]:
    head, content, *wire = block.splitlines()
    return json.loads(head), json.loads(content), bytes.fromhex("".join(wire))


def message_of(head: dict[str, Any], content: dict[str, Any]) -> Any:
    name = head["type"]
    kind = MESSAGES[name]
    if "content" in content:
        content["content"] = content["content"].encode()
    if name in ASIDE:
        content[ASIDE[name]] = head["t_us"]
    if name == "HELLO":
        content |= {"dev": head["dev"], "boot_id": head["boot_id"]}
    assert set(content) == {field.name for field in fields(kind)}
    return kind(**content)


@pytest.mark.parametrize(
    "block", blocks("frame"), ids=lambda block: json.loads(block.splitlines()[0])["type"]
)
def test_an_example_is_exact_both_ways(block: str) -> None:
    head, content, wire = example_of(block)
    message = message_of(head, content)
    again = head.get("again", False)
    sent = encode_message(message, dev=head["dev"], boot_id=head["boot_id"], now_us=head["t_us"], again=again)
    assert sent.hex(" ") == wire.hex(" ")
    (frame,) = FrameDecoder().feed(wire)
    assert isinstance(frame, Frame)
    assert parse_message(frame) == message
    assert (frame.dev, frame.boot_id, frame.t_us) == (head["dev"], head["boot_id"], head["t_us"])


def test_every_type_has_an_example() -> None:
    assert {example_of(block)[0]["type"] for block in blocks("frame")} == {kind.name for kind in Type}


def test_the_table_of_types_is_the_code() -> None:
    rows = {
        int(code, 16): (name, sender)
        for code, name, sender, *_ in table("type", "name", "from", "seq", "payload")
    }
    assert rows == {kind.value: (kind.name, "device" if kind < 0x40 else "host") for kind in Type}


def test_kinds_and_their_events_are_the_code() -> None:
    rows = {
        kind: (int(dev), frozenset(re.findall(r"`([^`]+)`", events)))
        for kind, dev, events in table("kind", "dev", "events")
    }
    assert rows == {kind: (KINDS[kind], MAY_SEND[kind]) for kind in KINDS}
    for command, given in COMMANDS.items():
        assert f'"do":"{command}"' in PAGE
        assert all(field in PAGE for field in given)


def test_codes_and_reasons_are_the_code() -> None:
    def words(numbers: type[Fault] | type[Reason]) -> list[list[str]]:
        return [[str(one.value), one.name.lower().replace("_", " ")] for one in numbers]

    assert table("code", "in ERROR and DONE") == words(Fault)
    assert table("reason", "in REFUSE") == words(Reason)


def test_the_states_are_the_code() -> None:
    start = PAGE.index("### The device's states")
    device, at_host = PAGE[start:].split("### The host's states")
    for part, moves in ((device, DEVICE_MOVES), (at_host.split("\n## ")[0], MOVES)):
        rows = re.findall(r"^\| (\w+) \| .* \| ([\w, ]+) \|$", part, re.MULTILINE)[1:]
        assert {state: set(to.split(", ")) for state, to in rows} == {
            state.value: {to.value for to in onward} for state, onward in moves.items()
        }


def test_the_limits_are_the_code() -> None:
    given = {name: float(value) for name, value in table("limit", "value")}
    assert given == {
        "payload of a frame, bytes": MAX_PAYLOAD,
        "frame on the wire, bytes": MAX_ON_WIRE,
        "bytes held for an unfinished frame": MAX_ENCODED,
        "parts of an event": MAX_PARTS,
        "event, bytes": MAX_EVENT_BYTES,
        "serial and build, characters": MAX_NAME,
        "ring of the device, events, at least": ring.RING_EVENTS,
        "host's window beyond the last durable event": inbox.WINDOW,
        "events sent for one RESEND": ring.RESEND_AT_ONCE,
        "WHO, ms": host.WHO_FAST_S * 1e3,
        "WHO to a refused device, ms": host.WHO_S * 1e3,
        "HELLO until welcome, ms": firmware.HELLO_US / 1e3,
        "HELLO while refused, ms": firmware.HELLO_REFUSED_US / 1e3,
        "HELLO at most every, ms": firmware.MIN_HELLO_GAP_US / 1e3,
        "PING, ms": liveness.PING_S * 1e3,
        "PING while one is unanswered, ms": liveness.RETRY_S * 1e3,
        "PINGs when a link comes up": liveness.FIRST_PINGS,
        "their distance, ms": liveness.FIRST_PING_S * 1e3,
        "host calls a device silent after, ms": liveness.SILENT_S * 1e3,
        "host calls a device down that answers no PING after, ms": liveness.UNTIMED_S * 1e3,
        "host calls a refused device silent after, ms": liveness.REFUSED_SILENT_S * 1e3,
        "device gives a host up after, ms": firmware.HOST_GONE_US / 1e3,
        "ERROR again, ms": firmware.FAULT_AGAIN_US / 1e3,
        "first retry of an event, ms": ring.RTO_FIRST_US / 1e3,
        "shortest retry, ms": ring.RTO_LEAST_US / 1e3,
        "longest retry, ms": ring.RTO_MOST_US / 1e3,
        "RESEND again, ms": boot.REASK_S * 1e3,
        "RESEND where nothing overtook, ms": boot.ON_ITS_WAY_S * 1e3,
        "COMMAND again, ms": commands.AGAIN_S * 1e3,
        "COMMAND tries": commands.TRIES,
        "clock drift allowed, ppm": clock.DRIFT_PPM,
    }


def test_cobs_can_be_tried_alone() -> None:
    for content, crc, wire in table("content", "crc32", "on the wire"):
        raw = b"" if content == "(nothing)" else bytes.fromhex(content)
        checked = raw + int(crc, 16).to_bytes(4, "little")
        assert bytes.fromhex(wire.strip("`")) == b"\x00" + cobs.encode(checked) + b"\x00"


class Talk:
    """The conversation, done again by the code; what goes over the wire is written down."""

    HOST_AHEAD_S = 86_400.0
    FLIGHT_US = 200

    def __init__(self) -> None:
        self.host = HostSession(lambda hello: None, first_command=41)
        self.device = DeviceSession(Identity(kind="shoe", serial="SHOE-1", build="1.0"), 0xC0FFEE01)
        self.wire: list[tuple[int, str, str]] = []

    def host_s(self, t_us: int) -> float:
        return self.HOST_AHEAD_S + t_us / 1e6

    def happens(self, t_us: int, what: str, rest: str) -> None:
        match what:
            case "plug":
                self.host.port_opened(self.host_s(t_us))
            case "sense":
                self.device.sense(rest.encode(), t_us)
            case "durable":
                self.host.ack(0xC0FFEE01, int(rest))
            case "wants":
                self.host.command(json.loads(rest))
            case "done":
                self.device.finish(int(rest), t_us)
            case _:
                raise AssertionError(what)
        self.host.tick(self.host_s(t_us))
        self._carry(t_us)

    def _carry(self, t_us: int) -> None:
        while True:
            down, up = self.host.to_send(), self.device.to_send()
            if not down and not up:
                return
            self.wire += [(t_us, "host", frame) for frame in _hex_frames(down)]
            self.wire += [(t_us, "device", frame) for frame in _hex_frames(up)]
            t_us += self.FLIGHT_US
            self.device.receive(down, t_us)
            self.host.receive(up, self.host_s(t_us))


def _hex_frames(data: bytes) -> Iterator[str]:
    return (f"00 {part.hex(' ')} 00".upper() for part in data.split(b"\x00") if part)


def test_the_conversation_is_what_both_sides_say() -> None:
    (block,) = blocks("conversation")
    lines = re.sub(r"\n +", " ", block).splitlines()
    talk, told = Talk(), []
    for line in lines:
        t_us, what, *rest = line.split(maxsplit=2)
        if what in ("host", "device"):
            told.append((int(t_us), what, rest[0]))
        else:
            talk.happens(int(t_us), what, rest[0] if rest else "")
    assert talk.wire == told


def test_every_order_of_the_virtual_device_is_on_the_page(virtual: Any) -> None:
    listed = {name for order, _ in table("order", "does") for name in re.findall(r'\{"(\w+)"', order)}
    source = (Path(__file__).parents[2] / "firmware_bridge" / "virtual_device.py").read_text()
    verbs = re.search(r"verbs: .*?\{(.*?)\}", source, re.DOTALL)
    assert verbs is not None
    assert listed == set(re.findall(r'"(\w+)":', verbs[1]))

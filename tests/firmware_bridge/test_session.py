"""The handshake: who is there, who may come in, and who has gone quiet."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from firmware_bridge import (
    CommandDone,
    CommandFailed,
    DeviceFault,
    DeviceRefused,
    LinkClosed,
    LinkState,
    LinkUp,
    Lost,
    Nonsense,
    Reason,
    Recovered,
    Silent,
    TurnedAway,
    WrongVersion,
)
from firmware_bridge.codes import Fault
from firmware_bridge.device import (
    DEVICE_MOVES,
    CommandReceived,
    DeviceSession,
    DeviceState,
    Identity,
    RefusedByHost,
    Welcomed,
)
from firmware_bridge.frames import Frame, encode_frame
from firmware_bridge.from_device import Hello
from firmware_bridge.messages import encode_message
from firmware_bridge.news import MOVES


def test_a_shoe_introduces_itself_and_is_taken_in(bench: Any) -> None:
    table = bench()
    table.plug()
    assert table.run_until(lambda: table.host.state is LinkState.UP) < 0.05
    table.run(0.1)
    (up,) = table.owner.of(LinkUp)
    assert (up.hello.kind, up.hello.serial, up.hello.build, up.resumed) == ("shoe", "SHOE-1", "1.0", False)
    assert [one for one in table.told if isinstance(one, Welcomed)] == [Welcomed()]
    assert table.host.hello == up.hello


def test_it_comes_up_over_a_cable_that_loses_every_fifth_frame(bench: Any, cable: Any) -> None:
    for seed in range(20):
        table = bench(seed=seed, cable=cable(loss=0.2))
        table.plug()
        assert table.run_until(lambda t=table: t.host.state is LinkState.UP) < 5


@pytest.mark.parametrize("version", [2, 99, 255])
def test_another_protocol_version_is_named_and_turned_away(bench: Any, version: int) -> None:
    table = bench()
    table.identity = Identity(kind="shoe", serial="SHOE-1", lowest=version, highest=version)
    table.reboot(0xB001)
    table.plug()
    table.run(12)
    (wrong,) = table.owner.of(WrongVersion)
    assert (wrong.lowest, wrong.highest, wrong.ours, wrong.hello.serial) == (version, version, 1, "SHOE-1")
    assert table.host.state is LinkState.REFUSED
    assert table.device.state is DeviceState.REFUSED
    assert RefusedByHost(reason=Reason.VERSION, text="this host speaks version 1") in table.told


def test_a_device_that_speaks_another_version_without_a_word_of_introduction_is_named(bench: Any) -> None:
    table = bench()
    table.plug()
    frame = encode_frame(Frame(ver=7, type=2, dev=1, boot_id=5, seq=1, t_us=0, payload=b"{}"))
    for _ in range(5):
        table._to_host(frame)
    (wrong,) = table.owner.of(WrongVersion)
    assert (wrong.lowest, wrong.hello) == (7, None)


def test_a_device_that_is_updated_comes_in_without_anybody_touching_the_host(bench: Any) -> None:
    table = bench()
    table.identity = Identity(kind="shoe", serial="SHOE-1", lowest=9, highest=9)
    table.reboot(0xB001)
    table.plug()
    table.run(2)
    table.identity = Identity(kind="shoe", serial="SHOE-1")
    table.reboot(0xB002)
    table.run(2)
    assert table.host.state is LinkState.UP


def test_a_stranger_is_turned_away_with_the_owners_words(bench: Any) -> None:
    table = bench()

    def admit(hello: Any) -> None:
        raise DeviceRefused(Reason.STRANGER, f"{hello.serial} is not in the configuration")

    table.host._admit = admit
    table.plug()
    table.run(12)
    (away,) = table.owner.of(TurnedAway)
    assert (away.reason, away.text) == (Reason.STRANGER, "SHOE-1 is not in the configuration")
    assert table.host.state is LinkState.REFUSED
    with pytest.raises(LinkClosed, match="no device is up"):
        table.host.command({"do": "lamp"})
    table.cable.cut = True
    table.run(8)
    assert table.owner.of(Silent)


def test_an_introduction_that_makes_no_sense_is_turned_away(bench: Any) -> None:
    table = bench()
    table.cable.cut = True
    table.plug()
    table._to_host(encode_frame(Frame(type=1, dev=1, boot_id=5, seq=0, t_us=0, payload=b"huh")))
    (away,) = table.owner.of(TurnedAway)
    assert (away.hello, away.reason) == (None, Reason.BAD_HELLO)
    assert "HELLO of 3 bytes" in away.text


def test_a_device_that_keeps_events_it_has_not_numbered_yet_is_turned_away(bench: Any) -> None:
    table = bench()
    table.cable.cut = True
    table.plug()
    hello = Hello(
        dev=1, boot_id=5, t_us=2_000_000, lowest=1, highest=1, oldest_seq=50, next_seq=1, dropped=0,
        serial="SHOE-1", build="1",
    )  # fmt: skip
    table._to_host(encode_message(hello, dev=1, boot_id=5, now_us=2_000_000))
    (away,) = table.owner.of(TurnedAway)
    assert (away.hello, away.reason) == (None, Reason.BAD_HELLO)
    assert "keeps events from 50, but the next is 1" in away.text


def test_a_port_where_nobody_answers_is_called_silent_within_two_seconds(bench: Any, cable: Any) -> None:
    table = bench(cable=cable(cut=True))
    table.plug()
    took = table.run_until(lambda: table.owner.of(Silent))
    assert took < 2
    assert not table.owner.of(Silent)[0].heard
    table.run(20)
    assert len(table.owner.of(Silent)) == 1
    table.cable.cut = False
    assert table.run_until(lambda: table.host.state is LinkState.UP) < 1.1


def test_a_device_that_hangs_is_called_silent_within_two_seconds_and_comes_back(bench: Any) -> None:
    table = bench().up()
    table.run(10)
    table.cable.cut = True
    assert table.run_until(lambda: table.owner.of(Silent)) < 2
    assert table.owner.of(Silent)[0].heard
    table.run(10)
    table.cable.cut = False
    table.run_until(lambda: table.host.state is LinkState.UP)
    assert table.owner.of(LinkUp)[-1].resumed


def test_five_percent_loss_never_makes_a_device_look_silent(bench: Any, cable: Any) -> None:
    table = bench(seed=4, cable=cable(loss=0.05)).up()
    table.run(600)
    assert not table.owner.of(Silent)


@pytest.mark.parametrize("zeros", [True, False])
def test_a_port_full_of_nonsense_is_named_as_that(bench: Any, cable: Any, zeros: bool) -> None:
    table = bench(cable=cable(cut=True))
    table.plug()
    noise = random.Random(3)
    for _ in range(40):
        data = noise.randbytes(50)
        table._to_host(data if zeros else data.replace(b"\x00", b"\x55"))
        table.run(0.05)
    (nonsense,) = table.owner.of(Nonsense)
    assert nonsense.bytes_seen > 1000
    assert not table.owner.of(Silent)
    assert not table.owner.of(LinkUp)


def test_an_echo_of_our_own_words_is_no_device(bench: Any, cable: Any) -> None:
    table = bench(cable=cable(cut=True))
    table.plug()
    for _ in range(40):
        table._to_host(encode_frame(Frame(type=0x41, dev=0, boot_id=0, seq=0, t_us=0, payload=b"\x01\x01")))
        table.run(0.05)
    (nonsense,) = table.owner.of(Nonsense)
    assert nonsense.last_reason == "a host's frame came back"


def test_a_bad_cable_under_a_device_that_still_answers_is_told_and_its_end_too(bench: Any) -> None:
    table = bench().up()
    for _ in range(40):
        table._to_host(b"\x00\x05\x01\x01\x00")
        table.run(0.02)
    assert len(table.owner.of(Nonsense)) == 1
    assert table.host.state is LinkState.UP
    table.run(8)
    assert table.owner.of(Recovered)


def test_a_lamp_is_lit_once_however_bad_the_cable(bench: Any, cable: Any) -> None:
    for seed in range(10):
        table = bench(seed=seed, cable=cable(loss=0.2, twice=0.2)).up()
        numbers = [table.host.command({"do": "lamp", "n": n}) for n in range(5)]
        done: list[Any] = []
        while len(table.owner.of(CommandDone)) < 5:
            for one in [one for one in table.told if isinstance(one, CommandReceived)][len(done) :]:
                done.append(one)
                table.device.finish(one.number, table.device_us())
                table._settle()
            table.run(0.01)
        assert [one.number for one in table.owner.of(CommandDone)] == numbers
        assert [one.fields["n"] for one in done] == list(range(5))


def test_a_command_that_the_device_cannot_do_fails_with_its_words(bench: Any) -> None:
    table = bench().up()
    number = table.host.command({"do": "dance"})
    table.run(0.01)
    table.device.finish(number, table.device_us(), Fault.UNKNOWN_COMMAND, "no such thing as dance")
    table._settle()
    table.run(0.01)
    assert table.owner.of(CommandFailed) == [CommandFailed(number=number, why="no such thing as dance")]


def test_a_command_that_is_never_answered_fails(bench: Any) -> None:
    table = bench().up()
    number = table.host.command({"do": "lamp"})
    table.run(5)
    assert table.owner.of(CommandFailed) == [CommandFailed(number=number, why="no answer after 10 tries")]


def test_commands_fail_with_the_port(bench: Any) -> None:
    table = bench().up()
    numbers = [table.host.command({"do": "lamp"}) for _ in range(3)]
    table.unplug()
    assert [one.number for one in table.owner.of(CommandFailed)] == numbers


def test_a_command_too_long_for_a_frame_is_refused(bench: Any) -> None:
    table = bench().up()
    with pytest.raises(ValueError, match="at most 200 fit"):
        table.host.command({"text": "x" * 200})


def test_a_fault_of_the_device_reaches_the_owner(bench: Any) -> None:
    table = bench().up()
    table.device.report(Fault.SENSOR, "antenna 4 is open", table.device_us())
    table.device.report(Fault.WELL, "", table.device_us())
    table._settle()
    table.run(0.01)
    assert table.owner.of(DeviceFault) == [
        DeviceFault(code=3, name="sensor", text="antenna 4 is open"),
        DeviceFault(code=0, name="well", text=""),
    ]


def test_a_fault_is_said_again_every_five_seconds_until_it_is_mended(bench: Any) -> None:
    table = bench().up()
    table.device.report(Fault.SENSOR, "antenna 4 is open", table.device_us())
    table._settle()
    table.run(11)
    assert len(table.owner.of(DeviceFault)) == 3
    table.device.report(Fault.WELL, "", table.device_us())
    table._settle()
    table.run(11)
    assert [fault.code for fault in table.owner.of(DeviceFault)] == [3, 3, 3, 0]


def test_another_device_on_the_same_port_is_its_own_device(bench: Any) -> None:
    table = bench().up()
    table.sense({"type": "tap", "seat": 1})
    table.run(0.1)
    table.unplug()
    table.identity = Identity(kind="panel", serial="PANEL-9")
    table.reboot(0xB777)
    table.up()
    assert table.host.hello.serial == "PANEL-9"
    assert not table.owner.of(Lost)


def every_state_within(moves: Mapping[Any, frozenset[Any]], first: Any) -> bool:
    reached = {first}
    while more := {to for state in reached for to in moves[state]} - reached:
        reached |= more
    return reached == set(moves)


def test_every_state_can_be_reached() -> None:
    assert set(MOVES) == set(LinkState)
    assert set(DEVICE_MOVES) == set(DeviceState)
    assert every_state_within(MOVES, LinkState.CLOSED)
    assert every_state_within(DEVICE_MOVES, DeviceState.CALLING)


def test_a_device_without_a_kind_of_the_table_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="kind 'toaster' is none of shoe, antennas"):
        Identity(kind="toaster", serial="X")
    assert DeviceSession(Identity(kind="panel", serial="X"), 1).state is DeviceState.CALLING


def test_every_byte_alone_works_too(bench: Any) -> None:
    table = bench()
    table.plug()
    carry = table._to_host
    table._to_host = lambda frame: [carry(bytes([byte])) for byte in frame]
    sent = [{"type": "tap", "seat": seat} for seat in range(1, 9)]
    for event in sent:
        table.sense(event)
        table.run(0.2)
    assert table.owner.events == sent

"""What is written reads back the same."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.sensorlog.parse import parse_line
from controller.sensorlog.reader import LogReader
from controller.sensorlog.source import Source
from controller.sensorlog.writer import encode_event, encode_header
from controller.table import events as ev
from controller.table.chips import ChipsGuessed

HEADER = ev.LogHeader(version=1, table="7", started="2026-11-20T19:30:00Z", rulebook="deltin")
seats = st.integers(1, 10)
amounts = st.integers(0, 10**9)
chips = st.dictionaries(st.integers(1, 10**6), st.integers(0, 500), max_size=5)
texts = st.text(max_size=12)
SPECIAL: dict[str, st.SearchStrategy[Any]] = {
    "t": st.integers(0, 10**13).map(lambda us: us / 1e6),
    "started": st.none() | st.integers(0, 10**13).map(lambda us: us / 1e6),
    "seats": st.dictionaries(
        seats,
        st.builds(ev.SeatSetup, stack=amounts, state=st.sampled_from(get_args(ev.SeatState))),
        max_size=10,
    ),
    "denominations": st.lists(st.integers(1, 10**6), max_size=5),
    "cards": st.dictionaries(texts.filter(bool), st.sampled_from(["As", "Td", "2c", "Jk"]), max_size=4),
    "tag": texts.filter(bool),
    "zone": st.sampled_from(["shoe", "seat:10", "bet:1", "board", "burn", "muck", "stub", "pot"]),
    "decision": st.sampled_from(["misdeal", "no_action"]),
    "chips": chips,
    "alternatives": st.lists(st.builds(ChipsGuessed, chips=chips, p=st.floats(0, 0.125)), max_size=8),
    "seat": seats,
    "of": st.none() | seats,
    "to": st.none() | seats,
    "stack": amounts,
    "amount": amounts,
    "pot": st.none() | st.integers(0, 9),
    "count": st.integers(1, 10),
    "call": st.none() | st.integers(1, 10**9),
    "lost": st.none() | amounts,
    "carried": st.none() | amounts,
    "bring_in": st.none() | amounts,
    "small_bet": st.none() | st.integers(1, 10**9),
    "big_bet": st.none() | st.integers(1, 10**9),
    "small": amounts,
    "ante": amounts,
    "big_blind_ante": amounts,
    "button": seats,
    "big": st.integers(1, 10**9),
    "small_blind": st.none() | seats | st.just(msgspec.UNSET),
    "big_blind": seats | st.just(msgspec.UNSET),
    "confidence": st.none() | st.floats(0, 1),
    "seconds": st.none() | st.floats(0, 600),
    "countdown": st.none() | st.floats(0, 600),
}


def strategy(kind: type) -> st.SearchStrategy[Any]:
    """Return a strategy for one event type: its own fields, each in the range that the format gives it."""
    fields = {}
    for field in msgspec.structs.fields(kind):
        special = SPECIAL.get(field.name)
        if field.name == "seats" and kind is ev.BetsSwept:
            special = st.none() | st.lists(seats, max_size=4)
        if field.name == "by" and kind is ev.ClockCalled:
            special = st.none() | seats | texts
        fields[field.name] = special if special is not None else st.from_type(field.type)
    return st.builds(kind, **fields)


any_event = st.one_of([strategy(kind) for kind in get_args(ev.AnyEvent)])


@settings(max_examples=300)
@given(any_event)
def test_every_event_reads_back_as_it_was_written(event: ev.AnyEvent) -> None:
    assert parse_line(encode_event(event)) == event


@given(st.lists(st.integers(0, 10**12), min_size=1, max_size=30))
def test_a_night_in_order_reads_back_as_it_was_written(moments_us: list[int]) -> None:
    night = [ev.Tick(t=us / 1e6) for us in sorted(moments_us)]
    written = b"".join([encode_header(HEADER), *map(encode_event, night)])
    entries = list(LogReader(Source("night", io.BytesIO(written))))
    assert entries == [(1, HEADER), *enumerate(night, 2)]


def test_a_field_at_its_default_takes_no_room() -> None:
    line = encode_event(ev.CardSeen(t=16.55, tag="Ac", zone="seat:2"))
    assert line == b'{"t":16.55,"type":"card.seen","tag":"Ac","zone":"seat:2"}\n'


def test_an_unread_card_and_a_dead_small_blind_are_written_as_null() -> None:
    assert encode_event(ev.CardDrawn(t=1.0, tag=None)) == b'{"t":1.0,"type":"card.draw","tag":null}\n'
    line = encode_event(ev.HandStarted(t=1.0, button=3, small_blind=None))
    assert line == b'{"t":1.0,"type":"hand.start","button":3,"small_blind":null}\n'


def test_time_is_written_to_the_microsecond() -> None:
    assert encode_event(ev.Tick(t=1.00000049)) == b'{"t":1.0,"type":"tick"}\n'
    assert encode_event(ev.Tick(t=0.1 + 0.2)) == b'{"t":0.3,"type":"tick"}\n'


def test_the_demo_hands_read_without_a_problem_and_write_back_the_same(
    request: pytest.FixtureRequest,
) -> None:
    folder = Path(request.config.rootpath) / "controller" / "demo" / "hands"
    logs = sorted(folder.glob("*.jsonl"))
    assert len(logs) >= 12
    for log in logs:
        header, *lines = log.read_bytes().splitlines(keepends=True)
        assert b'"source":"' in header
        for line in lines:
            event = parse_line(line)
            assert not isinstance(event, ev.LogHeader)
            assert encode_event(event) == line

"""What is wrong with a line is said by field, and the rest of the night counts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from controller.sensorlog.reader import Entry, Problem
from controller.table.events import LogHeader, Tapped, Tick

Read = Callable[..., list[tuple[int, Entry]]]
TAP = b'{"t":2,"type":"tap","seat":3}'
HALF = r"holds half a character: an escape from \ud800 to \udfff without its other"

BAD_LINES = [
    (b'{"t":1,"type":"chips.puhs","seat":3}', "type", "no event is called 'chips.puhs'; did you mean 'chips.push'?"),
    (b'{"t":1,"type":7}', "type", "must be the event's name"),
    (b'{"t":1}', "type", "is missing"),
    (b'{"t":1,"type":"tap"}', "seat", "is missing"),
    (b'{"type":"tap","seat":3}', "t", "is missing"),
    (b'{"t":1,"type":"tap","seat":11}', "seat", "must be a whole number from 1 to 10, not 11"),
    (b'{"t":1,"type":"tap","seat":0}', "seat", "must be a whole number from 1 to 10, not 0"),
    (b'{"t":1,"type":"tap","seat":"three"}', "seat", 'must be a whole number from 1 to 10, not "three"'),
    (rb'{"t":1,"type":"tap","seat":"\ud800"}', "seat", r'must be a whole number from 1 to 10, not "\ud800"'),
    (b'{"t":1,"type":"tap","seat":2.5}', "seat", "must be a whole number from 1 to 10, not 2.5"),
    (b'{"t":-0.1,"type":"tick"}', "t", "must be seconds since the log's start, not -0.1"),
    (b'{"t":true,"type":"tick"}', "t", "must be seconds since the log's start, not true"),
    (b'{"t":NaN,"type":"tick"}', "t", "must be seconds since the log's start, not NaN"),
    (b'{"t":-Infinity,"type":"tick"}', "t", "must be seconds since the log's start, not -Infinity"),
    (b'{"t":1e999,"type":"tick"}', "t", "must be seconds since the log's start, not Infinity"),
    (b'{"t":1e300,"type":"tick"}', "t", "must be seconds since the log's start, not 1e+300"),
    (b'{"t":1,"type":"table","seats":{"11":{"stack":5}}}', "seats", "each key must be a whole number from 1 to 10"),
    (b'{"t":1,"type":"table","seats":{"1":{"stack":-5}}}', "seats[...].stack", "must be a whole number from 0 to 999999999999, not -5"),
    (b'{"t":1,"type":"table","seats":{"1":{"state":"gone"}}}', "seats[...].state",
     'must be "absent" or "empty" or "in" or "late" or "out" or "penalty", not "gone"'),
    (b'{"t":1,"type":"table","seats":{},"denominations":[0]}', "denominations[0]", "must be a whole number from 1 to 999999999, not 0"),
    (b'{"t":1,"type":"level","small":50,"big":0}', "big", "must be a whole number from 1, not 0, where no `small_bet` is given"),
    (b'{"t":1,"type":"deck","id":"a","cards":{"E1":"1s"}}', "cards[...]",
     "must be a card: rank 23456789TJQKA and suit cdhs, or Jk"),
    (b'{"t":1,"type":"card.seen","tag":"As","zone":"seat:11"}', "zone",
     "must be a zone: shoe, board, burn, muck, stub, pot, or seat:1 to seat:10, bet:1 to bet:10, not \"seat:11\""),
    (b'{"t":1,"type":"card.seen","tag":"","zone":"muck"}', "tag", "must be a text in quotes, at most 64 characters"),
    (b'{"t":1,"type":"chips.push","seat":1,"chips":{"0":1}}', "chips", "each key must be a whole number from 1 to 999999999"),
    (b'{"t":1,"type":"chips.push","seat":1,"chips":{"25":-1}}', "chips[...]", "must be a whole number from 0 to 1000000, not -1"),
    (b'{"t":1,"type":"chips.push","seat":1,"chips":{"25":1000001}}', "chips[...]", "must be a whole number from 0 to 1000000, not 1000001"),
    (b'{"t":1,"type":"chips.stack","seat":1,"amount":1000000000000}', "amount", "must be a whole number from 0 to 999999999999, not 1000000000000"),
    (b'{"t":1,"type":"level","small":50,"big":100,"big_bet":1000000000000}', "big_bet", "must be a whole number from 1 to 999999999999, not 1000000000000"),
    (b'{"t":1,"type":"chips.push","seat":1,"chips":{"red":1}}', "chips", "each key must be a whole number from 1 to 999999999"),
    (b'{"t":1,"type":"chips.bet","seat":1}', "amount", "chips.bet needs `alternatives`, `chips` or `amount`"),
    (b'{"t":1,"type":"chips.bet","seat":1,"alternatives":[{"chips":{"5":1},"p":1.2}]}',
     "alternatives[0].p", "must be a number from 0 to 1, not 1.2"),
    (b'{"t":1,"type":"chips.bet","seat":1,"alternatives":[{"chips":{"5":1},"p":0.7},{"chips":{"5":2},"p":0.4}]}',
     "alternatives", "p adds up to more than 1 in `alternatives`"),
    (b'{"t":1,"type":"chips.push","seat":1,"chips":null,"alternatives":[' + b",".join([b'{"chips":{},"p":0}'] * 9) + b"]}",
     "alternatives", "must be a list, each of it an object, at most 8 of them"),
    (b'{"t":1,"type":"declare","seat":1,"action":"rise"}', "action",
     'must be "all_in" or "amount" or "bet" or "call" or "check" or "fold" or "pot" or "raise", not "rise"'),
    (b'{"t":1,"type":"declare","seat":1,"action":"amount"}', "amount", "declare `amount` needs an `amount`"),
    (b'{"t":1,"type":"ruling","decision":"Kill him"}', "decision",
     "must be a decision in small letters and underscores, not \"Kill him\""),
    (b'{"t":1,"type":"device","device":"shoe","state":"sad"}', "state",
     'must be "degraded" or "down" or "starting" or "unknown" or "up", not "sad"'),
    (b'["t",1]', "line", "must be an object"),
    (b'"tick"', "line", "must be an object"),
    (b"", "line", "is empty"),
    (b"  ", "line", "is empty"),
    (b'{"t":1,"type":"tick"} {}', "line", "goes on after the end of its object"),
    (b'{"t":1,"type":"tick"', "line", "is not JSON: it stops in the middle"),
    (b'{"t":1,"type":"floor.call","by":"\xff"}', "line", "is not UTF-8"),
    (b"[" * 50_000, "line", "is nested too deeply"),
    (rb'{"t":1,"type":"tick","moon":["\udfff"]}', "moon", HALF),
    (rb'{"t":1,"type":"tick","m\ud83d\u0061n":1}', "line", HALF),
]  # fmt: skip


@pytest.mark.parametrize(("line", "place", "error"), BAD_LINES)
def test_a_bad_line_names_its_field_and_the_rest_counts(
    read: Read, line: bytes, place: str, error: str
) -> None:
    entries = read(line, TAP)
    (problem,) = [entry for _, entry in entries if isinstance(entry, Problem)]
    assert (problem.kind, problem.line, problem.t) == ("log.bad_line", 2, 0)
    assert (problem.place, problem.error) == (place, error)
    assert entries[-1] == (3, Tapped(t=2, seat=3))


def test_a_problem_carries_the_moment_of_the_last_good_line(read: Read) -> None:
    entries = read(b'{"t":1.5,"type":"tick"}', b"rubbish", b'{"t":9,"type":"tick"}')
    assert [line for line, _ in entries] == [1, 2, 3, 4]
    assert isinstance(entries[2][1], Problem)
    assert entries[2][1].t == 1.5


def test_a_line_that_comes_too_late_is_a_bad_line(read: Read) -> None:
    entries = read(b'{"t":5,"type":"tick"}', b'{"t":4.7,"type":"tick"}', b'{"t":6,"type":"tick"}')
    (problem,) = [entry for _, entry in entries if isinstance(entry, Problem)]
    assert (problem.line, problem.place) == (3, "t")
    assert problem.error == "is 0.300000 s behind the latest line, the window is 0.25 s"


def test_unknown_fields_are_no_trouble(read: Read) -> None:
    assert read(b'{"t":1,"type":"tick","moon":"full"}')[-1] == (2, Tick(t=1))


def test_windows_line_ends_and_a_byte_order_mark_are_no_trouble(read: Read) -> None:
    entries = read(b'{"t":1,"type":"tick"}\r', header=b'\xef\xbb\xbf{"type":"log","version":1,"table":"7",'
                   b'"started":"2026-11-20T19:30:00Z","rulebook":"deltin"}\r\n')  # fmt: skip
    assert isinstance(entries[0][1], LogHeader)
    assert entries[1] == (2, Tick(t=1))


def test_an_overlong_line_is_skipped_without_being_held(read: Read) -> None:
    entries = read(b'{"t":1,"type":"tick","x":"' + b"a" * (5 << 20) + b'"}', TAP)
    assert [type(entry) for _, entry in entries] == [LogHeader, Problem, Tapped]
    assert isinstance(entries[1][1], Problem)
    assert entries[1][1].error == "is longer than 1048576 bytes"


@pytest.mark.parametrize(
    ("header", "place"),
    [
        (
            b'{"type":"log","version":2,"table":"7","started":"2026-11-20T19:30:00Z","rulebook":"deltin"}\n',
            "version",
        ),
        (b'{"type":"log","version":1,"table":"7","started":"2026-11-20T19:30:00Z"}\n', "rulebook"),
        (
            b'{"type":"log","version":1,"table":"7","started":"2026-11-20T19:30:00Z","rulebook":"deltin","game":"badugi"}\n',
            "game",
        ),
        *[
            (
                f'{{"type":"log","version":1,"table":"7","started":"{moment}","rulebook":"deltin"}}\n'.encode(),
                "started",
            )
            for moment in ("", "yesterday", "2026-11-20T19:30:00", "2026-11-20", "2026-02-31T19:30:00Z")
        ],
        (b"poker night\n", "byte 1"),
    ],
)
def test_a_bad_header_is_told_as_one(read: Read, header: bytes, place: str) -> None:
    (_, problem), *rest = read(TAP, header=header)
    assert isinstance(problem, Problem)
    assert (problem.header, problem.place) == (True, place)
    assert rest == [(2, Tapped(t=2, seat=3))]


def test_a_second_header_starts_time_anew(read: Read) -> None:
    again = b'{"type":"log","version":1,"table":"8","started":"2026-11-21T19:30:00Z","rulebook":"dpc"}'
    entries = read(b'{"t":900,"type":"tick"}', again, b'{"t":0.5,"type":"tick"}')
    assert [line for line, _ in entries] == [1, 2, 3, 4]
    assert entries[1] == (2, Tick(t=900))
    assert entries[3] == (4, Tick(t=0.5))


def test_a_tag_is_not_repeated_in_what_is_said_of_a_line(read: Read) -> None:
    tag = b"E004" * 40
    (problem,) = [entry for _, entry in read(b'{"t":1,"type":"card.draw","tag":"' + tag + b'"}')][1:]
    assert isinstance(problem, Problem)
    assert "E004" not in problem.error

"""What the table takes for granted goes on record once it is final, and a replay of that record says the same.

Real hands at tables of many equipments, recorded as the daemon does it; noise makes reports late and out of order.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from controller import rulebooks
from controller.daemon.live import Listener, LiveTable
from controller.daemon.own_events import OwnEvents
from controller.sensorlog.parse import parse_line
from controller.sensorlog.window import WINDOW_S
from controller.sensorlog.writer import encode_event
from controller.table import events as ev
from controller.table.outputs import Action, Output
from controller.testkit.noise import STRENGTHS, disturb
from tests.conftest import LongProof
from tests.noise.equipped import PARTS, subsets, thinned
from tests.real_hands.check import replay
from tests.real_hands.course import Course
from tests.real_hands.sense import Night

Line = dict[str, Any]
HOUSE = "deltin"
EVERY = [[*equipment] for equipment in subsets()]


class Table(Listener):
    """A table at work, and its log as it is written."""

    def __init__(self, equipment: Sequence[ev.Equipment]) -> None:
        header = ev.LogHeader(
            version=1, table="7", started="2026-11-20T19:30:00Z", rulebook=HOUSE, equipment=[*equipment]
        )
        self.live = LiveTable(rulebooks.load(HOUSE), header, self)
        self.own = OwnEvents(self.live, self.record)
        self.said: list[Output] = []
        self.log = [msgspec.json.encode(header)]
        self.latest = 0.0

    def settled(self, line: int, event: ev.AnyEvent, outputs: list[Output]) -> None:
        self.said.extend(outputs)

    def refused(self, line: int, event: ev.AnyEvent) -> None:
        pytest.fail(f"refused: {event}")

    def failed(self, line: int, event: ev.AnyEvent, error: Exception) -> None:
        pytest.fail(f"{event}: {error!r}")

    def hears(self, event: ev.AnyEvent) -> None:
        self.own.before(event)
        self.record(msgspec.json.decode(encode_event(event)), event.t)
        self.own.granted()

    def ends(self) -> None:
        self.live.close_before(self.latest + 1)
        self.own.granted()
        self.live.close_before(self.latest + 2)

    def record(self, fields: Line, t: float) -> None:
        t = max(t, self.live.floor, self.latest - WINDOW_S)
        self.log.append(msgspec.json.encode({**fields, "t": round(t, 6)}))
        self.latest = max(self.latest, t)
        event = parse_line(self.log[-1])
        assert not isinstance(event, ev.LogHeader)
        self.live.arrived(len(self.log), event)
        self.live.durable(len(self.log), event)

    def notes(self) -> list[Line]:
        return [line for line in map(msgspec.json.decode, self.log) if "of" in line]


def recorded(courses: Sequence[Course], equipment: Sequence[ev.Equipment], noise: str = "none") -> Table:
    table, night = Table(equipment), Night()
    for course in courses:
        told = disturb(night.sense(course), Random(course.history.name), STRENGTHS[noise])
        for event in thinned(told, equipment):
            table.hears(event)  # type: ignore[arg-type]
    table.ends()
    return table


def lines(outputs: Sequence[Output]) -> list[bytes]:
    return [msgspec.json.encode(output) for output in outputs]


def without_lines(outputs: Sequence[Output]) -> list[Line]:
    """Return what was said, but the numbers of the log's lines."""
    told = [msgspec.json.decode(line) for line in lines(outputs)]
    return [{name: value for name, value in line.items() if name != "evidence"} for line in told]


@pytest.mark.matrix(("noise", ["none", "mild"]), ("few", range(4)))
def test_a_replay_of_the_record_says_what_was_said_at_the_table(
    few: int, noise: str, courses: Sequence[Course], long_proof: LongProof
) -> None:
    for equipment in EVERY[few :: 4 * long_proof(11, 5)]:
        table = recorded(courses[few::4], equipment, noise)
        log = b"\n".join(table.log) + b"\n"
        assert lines([*replay(log, HOUSE)]) == lines(table.said), equipment


@pytest.mark.matrix(("few", range(4)), part=2)
def test_without_its_notes_the_log_says_the_same(
    few: int, courses: Sequence[Course], long_proof: LongProof
) -> None:
    for equipment in EVERY[few :: 4 * long_proof(11, 5)]:
        table = recorded(courses[few::4], equipment)
        sensed = [line for line in table.log if "of" not in msgspec.json.decode(line)]
        bare = [*replay(b"\n".join(sensed) + b"\n", HOUSE)]
        assert without_lines(bare) == without_lines(table.said), equipment


@pytest.mark.parametrize("missing", [["taps"], ["taps", "words"], ["camera"], ["hands"], []])
def test_every_check_that_was_printed_is_on_record(
    missing: list[ev.Equipment], courses: Sequence[Course]
) -> None:
    equipment = [part for part in PARTS if part not in missing]
    table = recorded(courses, equipment)
    written = [msgspec.json.decode(line) for line in table.log]
    checks = {(out.seat, out.t) for out in table.said if isinstance(out, Action) and out.action == "check"}
    heard = {(line["seat"], line["t"]) for line in written if line["type"] in ("tap", "declare")}
    noted = {(line["seat"], written[line["of"] - 1]["t"]) for line in table.notes() if line["type"] == "tap"}
    assert checks
    assert checks <= heard | noted
    assert noted <= checks
    own = [line for line in table.notes() if line["type"] == "tap"]
    assert bool(own) == (missing not in ([], ["hands"]))
    assert all(line["by"] == "table" and line["why"] for line in table.notes())
    assert sum(line["type"] == "deal.end" for line in written) == len(courses)
    assert any(line["type"] == "chips.swept" for line in table.notes()) == ("camera" in missing)


def test_a_log_without_notes_may_have_them_where_they_happened(courses: Sequence[Course]) -> None:
    """Somebody else's table writes a check down before the act that told of it, and names no line."""
    equipment = [part for part in PARTS if part != "taps"]
    table = recorded(courses, equipment)
    told = [msgspec.json.decode(line) for line in table.log]
    taps = {n: [] for n in range(len(told) + 1)}  # type: dict[int, list[Line]]
    for line in told:
        if line["type"] == "tap":
            taps[line["of"]].append({**line, "t": told[line["of"] - 1]["t"]} | {"of": None})
    placed = [each for n, line in enumerate(told, 1) if "of" not in line for each in (*taps[n], line)]
    log = b"\n".join(map(msgspec.json.encode, placed)) + b"\n"
    assert without_lines([*replay(log, HOUSE)]) == without_lines(table.said)

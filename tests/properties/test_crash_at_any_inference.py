"""A table that begins and ends hands itself dies at any line, also between two of its own, and goes on the same.

What it has worked out is on record before the event that it was worked out for. The device or the page sends
that event again after a crash, for nobody has told it that the event was safe.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.histories.read_phh import read_history
from controller.journal.seal import make_key
from controller.table import events as ev
from controller.table.inferring.worked_out import by_table
from controller.table.outputs import Finding, HandLine
from tests.conftest import LongProof
from tests.noise.conftest import CALLED, RAISED
from tests.properties.test_crash_at_any_event import HEADER, Given, Table
from tests.real_hands.unsignalled import night

EQUIPMENT = ["shoe", "antennas", "camera", "faces", "taps", "words"]
UNSIGNALLED = {**HEADER, "equipment": EQUIPMENT}
STRETCH = 8
Line = tuple[int, ev.AnyEvent]


class Recorded:
    """A night as it was recorded line by line, with the journal as it lay on disk after each."""

    def __init__(self, folder: Path, told: list[ev.AnyEvent]) -> None:
        self.folder, self.told, self.lines = folder, told, list[Line]()
        self.key = folder / "seal.key"
        make_key(self.key)
        make_key(self.key.with_name("sign.key"), "signing")
        self.given = asyncio.run(self._play())

    async def _play(self) -> Given:
        table = Table(self.folder / "whole", self.key, UNSIGNALLED)
        table.open()
        for event in self.told:
            for each in self.with_what_stands_before(table, event):
                table.record(each)
                self.lines.append((table.journal.line, each))
                shutil.copytree(
                    self.folder / "whole", self.disk(len(self.lines)), ignore=shutil.ignore_patterns("*.lock")
                )
        table.live.close_before(1e9)
        return table.stop()

    def with_what_stands_before(self, table: Table, event: ev.AnyEvent) -> list[ev.AnyEvent]:
        """Return what the daemon records when ``event`` comes in."""
        return [*(made.event for made in table.live.before(event)), event]

    def disk(self, lines: int) -> Path:
        """Return where the journal lies as it was after so many lines."""
        return self.folder / f"after-{lines}"

    def back(self, lines: int) -> Table:
        """Return a table that has come back from there."""
        disk = shutil.copytree(self.disk(lines), self.folder / "back", dirs_exist_ok=True)
        table = Table(disk, self.key, UNSIGNALLED)
        table.recovery.come_back()
        table.journal.start(table.kept.extend, lambda trouble: None)
        return table

    def unsafe(self, lines: int) -> list[ev.AnyEvent]:
        """Return what was sensed and is not on record after so many lines: it comes again, or is still to come."""
        sensed = sum(not by_table(event) for _, event in self.lines[:lines])
        return self.told[sensed:]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recorded]:
    """Four hands of which nobody signals one or pushes a pot that is seen; every other one has a showdown."""
    folder = tmp_path_factory.mktemp("unsignalled")
    histories = []
    for name, history in (("raised", RAISED), ("called", CALLED)):
        (folder / f"{name}.phh").write_text(history, encoding="utf-8")
        histories.append(read_history(folder / f"{name}.phh"))
    yield Recorded(folder, night(histories, 4, chips=100_000, button_told=False).events)  # type: ignore[arg-type]
    shutil.rmtree(folder)


def test_the_night_has_starts_ends_and_awards_of_the_tables_own(recorded: Recorded) -> None:
    own = [type(event).__name__ for _, event in recorded.lines if by_table(event)]
    assert (own.count("HandStarted"), own.count("HandEnded")) == (4, 3)
    assert own.count("PotAwarded") >= 3
    said = [output for outputs in recorded.given.values() for output in outputs]
    assert sum(isinstance(output, HandLine) for output in said) == 3
    assert [output.kind for output in said if isinstance(output, Finding) and output.level != "info"] == []


@pytest.mark.soak
def test_after_a_crash_between_any_two_lines_the_night_goes_on_as_if_there_had_been_none(
    recorded: Recorded, long_proof: LongProof
) -> None:
    for cut in range(1, len(recorded.lines), long_proof(7, 1)):
        table = recorded.back(cut)
        rest = recorded.unsafe(cut) if cut % 40 == 0 else recorded.unsafe(cut)[:STRETCH]
        line = table.journal.line
        for event in rest:
            for each in recorded.with_what_stands_before(table, event):
                line += 1
                assert (line, each) == recorded.lines[line - 2]
                table.take(line, each)
        if cut % 40 == 0:
            table.live.close_before(1e9)
        given, uncut = list(table.stop().items()), list(recorded.given.items())
        begin = [at for at, _ in uncut].index(given[0][0]) if given else 0
        assert given == uncut[begin : begin + len(given)]


def test_a_log_without_the_tables_own_lines_gives_the_same_hands(recorded: Recorded) -> None:
    """As from outside: nobody recorded what was worked out."""
    table = Table(recorded.folder / "outside", recorded.key, UNSIGNALLED)
    for line, event in enumerate(recorded.told, 2):
        table.live.arrived(line, event)
        table.live.durable(line, event)
    table.live.close_before(1e9)
    assert hands_of(table.stop()) == hands_of(recorded.given)


def hands_of(given: Given) -> list[HandLine]:
    """Return the lines of the hands that have ended."""
    return [output for outputs in given.values() for output in outputs if isinstance(output, HandLine)]

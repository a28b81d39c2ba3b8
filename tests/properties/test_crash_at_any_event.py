"""A table that dies at any event of a night, and comes back from its journal, says what it would have said."""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from controller import rulebooks
from controller.daemon.clock import TableClock
from controller.daemon.core import TableCore
from controller.daemon.health import DeviceBoard
from controller.daemon.owner import Owner
from controller.daemon.recovery import Recovery
from controller.journal.journal import Journal
from controller.journal.keys import keys_of
from controller.journal.records import Record
from controller.journal.seal import load_seal, make_key
from controller.journal.signing import load_sign_key
from controller.privacy import HiddenCards
from controller.sensorlog.writer import encode_event
from controller.table import events as ev
from controller.table.outputs import Finding, HandLine, Output
from controller.testkit.noise import READS, STRENGTHS, disturb
from tests.conftest import LongProof
from tests.noise.fault import inject
from tests.noise.score import FAULTS
from tests.properties.nights import played, reports
from tests.real_hands.course import Course

HOUSE = "deltin"
HEADER: dict[str, Any] = {
    "type": "log", "version": 1, "table": "7", "started": "2026-11-20T19:30:00Z", "rulebook": HOUSE,
}  # fmt: skip
STRETCH = 8
"""Events after each crash that are gone on with; after every twentieth all."""
Given = dict[int, list[Output]]
"""What came of each settled line."""


class Heard(TableCore):
    """A table that notes what came of each settled line."""

    def __init__(self, given: Given, *around: Any) -> None:
        self._given = given
        super().__init__(*around)

    def settled(self, line: int, event: ev.AnyEvent, outputs: list[Output]) -> None:
        self._given[line] = outputs
        super().settled(line, event, outputs)


class Table(Owner):
    """A table's journal, engines and way back, without devices or screens."""

    def __init__(self, folder: Path, key: Path, header: dict[str, Any] = HEADER) -> None:
        secrets, self.header = HiddenCards(), header
        self.kept: list[Record] = []
        self.given: Given = {}
        self.journal = Journal(
            folder / "table.db", keys_of(load_seal(key), load_sign_key(key.with_name("sign.key"))), secrets
        )
        clock = TableClock(header["started"], 0.0)
        book, begun = rulebooks.load(HOUSE), msgspec.convert(header, ev.LogHeader)
        board = DeviceBoard([], clock.wall)
        self.core = Heard(self.given, book, begun, self.journal, clock, board, secrets, self)
        self.live = self.core.live
        self.recovery = Recovery(self.core, self.journal, "one set-up")

    def checkpoint(self) -> None:
        self.recovery.keep()

    def open(self) -> None:
        """Begin a log."""
        self.journal.start(self.kept.extend, lambda trouble: None)
        self.core.recovered()
        self.journal.begin(self.header)

    def record(self, event: ev.Event) -> None:
        """Record an event, wait until it is safe, and go on with it."""
        raw = encode_event(event).rstrip(b"\n")
        line = self.journal.append(event.t, msgspec.json.decode(raw), raw)
        end = time.monotonic() + 10
        while not any(record.line == line for record in self.kept[-3:]):
            assert time.monotonic() < end, "waited ten seconds for the journal"
            time.sleep(0.0005)
        self.take(line, event)

    def take(self, line: int, event: Any) -> None:
        """Move the table by an event that is safe."""
        self.core.arrive(line, event)
        self.live.durable(line, event)

    def stop(self) -> Given:
        """Let go of the journal and return what was said."""
        self.core.stop()
        self.journal.close()
        return self.given


def night(courses: list[Course]) -> list[ev.Event]:
    """Return two clean hands and one with two boxed cards between them, as poor antennas report them."""
    (boxed,) = (fault for fault in FAULTS if fault.name == "two boxed cards")
    faulty = inject(boxed, courses[-1], Random(1))
    assert faulty is not None
    noise = STRENGTHS["strong"].only(*READS)
    small = (hand for seed in range(100) if (hand := played(HOUSE, seed)).dealt.game == "nlhe")
    first, last = (
        hand for _, hand in zip(range(2), (h for h in small if h.dealt.players == 3), strict=False)
    )
    told: list[ev.Event] = []
    for hand in (reports(first, noise), disturb(faulty.events, Random(1), noise), reports(last, noise)):
        shift = round(max((event.t for event in told), default=0.0) + 5.0, 6)
        told += [_later(event, shift) for event in hand]
    return told


def _later(event: ev.Event, shift: float) -> ev.Event:
    times = {"t": round(event.t + shift, 6)}
    if getattr(event, "started", None) is not None:
        times["started"] = round(event.started + shift, 6)  # type: ignore[attr-defined]
    return msgspec.structs.replace(event, **times)


class Night:
    """The night played through without a break, with the journal as it lay on disk after every event."""

    def __init__(self, folder: Path, told: list[ev.Event]) -> None:
        self.key = folder / "seal.key"
        make_key(self.key)
        make_key(self.key.with_name("sign.key"), "signing")
        self.told, self.folder = told, folder
        self.given = asyncio.run(self._play())

    async def _play(self) -> Given:
        table = Table(self.folder / "whole", self.key)
        table.open()
        for number, event in enumerate(self.told):
            table.record(event)
            shutil.copytree(self.folder / "whole", self.disk(number), ignore=shutil.ignore_patterns("*.lock"))
        table.live.close_before(1e9)
        return table.stop()

    def disk(self, number: int) -> Path:
        """Return where the journal lies as it was after event ``number``."""
        return self.folder / f"after-{number}"

    def back(self, number: int, *, torn: Random | None = None) -> Table:
        """Return a table that has come back from there; ``torn``: the last writes are only half on disk."""
        disk = shutil.copytree(self.disk(number), self.folder / "back", dirs_exist_ok=True)
        log = disk / "table.db-wal"
        if torn is not None:
            os.truncate(log, torn.randrange(log.stat().st_size + 1))
        table = Table(disk, self.key)
        table.recovery.come_back()
        table.journal.start(table.kept.extend, lambda trouble: None)
        return table


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, courses: list[Course]) -> Iterator[Night]:
    """The night; its folders go with the module's tests."""
    folder = tmp_path_factory.mktemp("night")
    yield Night(folder, night(courses))
    shutil.rmtree(folder)


def test_the_night_has_hands_findings_and_checkpoints_in_it(whole: Night) -> None:
    said = [output for outputs in whole.given.values() for output in outputs]
    assert sum(isinstance(output, HandLine) for output in said) == 3
    assert "misdeal.boxed_cards" in {output.kind for output in said if isinstance(output, Finding)}
    begins = [min(whole.back(number).stop()) for number in (5, len(whole.told) - 1)]
    assert begins[0] == 2 < begins[1]


@pytest.mark.soak
def test_after_a_crash_at_any_event_the_night_goes_on_as_if_there_had_been_none(
    whole: Night, long_proof: LongProof
) -> None:
    for number in range(0, len(whole.told), long_proof(7, 1)):
        table = whole.back(number)
        assert table.journal.line == number + 2
        to_the_end = number % 20 == 0
        rest = whole.told[number + 1 :] if to_the_end else whole.told[number + 1 : number + 1 + STRETCH]
        for line, event in enumerate(rest, number + 3):
            table.take(line, event)
        if to_the_end:
            table.live.close_before(1e9)
            assert max(table.given) == max(whole.given)
        given, uncut = list(table.stop().items()), list(whole.given.items())
        begin = [line for line, _ in uncut].index(given[0][0]) if given else 0
        assert given == uncut[begin : begin + len(given)]


def test_a_journal_torn_anywhere_in_its_last_writes_comes_back_with_what_is_whole(whole: Night) -> None:
    chance = Random(5)
    for number in chance.sample(range(len(whole.told)), 12):
        table = whole.back(number, torn=chance)
        assert table.journal.line <= number + 2
        given = table.stop()
        assert given == {line: whole.given[line] for line in given}

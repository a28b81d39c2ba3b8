"""The beginning of a log gives the beginning of what the whole log gives: nothing is unsaid later."""

from __future__ import annotations

import io
from random import Random

import pytest

from controller import rulebooks
from controller.replay import BookReplay
from controller.sensorlog.reader import LogReader
from controller.sensorlog.source import Source
from controller.sensorlog.window import WINDOW_S, to_us
from controller.table import events as ev
from controller.table.outputs import Output
from controller.testkit.noise import STRENGTHS
from tests.conftest import LongProof
from tests.noise.fault import inject
from tests.noise.play import findings, play
from tests.noise.score import FAULTS
from tests.properties.nights import log_of, played
from tests.real_hands.course import Course

CUTS = 12
"""Places at which each log is cut, in the middle of a line or not."""

Traced = list[tuple[int, Output]]
"""Outputs, each with the microsecond of the event that brought it."""


def traced(log: bytes) -> Traced:
    """Return what a log gives."""
    replay = BookReplay("the night", strict=False)
    out: Traced = []
    for line, entry in LogReader(Source("the night", io.BytesIO(log))):
        t = 0 if isinstance(entry, ev.LogHeader) else to_us(entry.t)
        out += [(t, output) for output in replay.take(line, entry)]
    return out + [(to_us(1e9), output) for output in replay.end()]


def latest(log: bytes) -> int:
    """Return the largest ``t`` of a log's whole lines."""
    entries = [entry for _, entry in LogReader(Source("the night", io.BytesIO(log)))]
    return max((to_us(entry.t) for entry in entries if not isinstance(entry, ev.LogHeader)), default=0)


@pytest.mark.matrix(("strength", ["none", "strong"]), ("house", rulebooks.ids()))
def test_a_log_cut_anywhere_gives_the_beginning_of_the_whole(
    house: str, strength: str, long_proof: LongProof
) -> None:
    for seed in range(long_proof(2, 4)):
        whole = log_of(played(house, seed), house, STRENGTHS[strength])
        full, chance = traced(whole), Random(seed)
        for cut in (chance.randrange(len(whole)) for _ in range(CUTS)):
            begun = whole[:cut]
            if b"\n" not in begun:
                continue
            settled = latest(begun) - to_us(WINDOW_S)
            due = [output for t, output in full if t < settled]
            given = [output for _, output in traced(begun)]
            assert given[: len(due)] == due


@pytest.mark.soak
@pytest.mark.matrix(("house", rulebooks.ids()), part=3)
def test_what_is_replaced_was_said_before_and_is_named(
    house: str, courses: list[Course], long_proof: LongProof
) -> None:
    """In an ordinary run on one night's hands, in a long proof on the other's too."""
    book, replaced = rulebooks.load(house), 0
    played = courses[:: long_proof(2, 1)]
    for fault in FAULTS:
        for faulty in filter(None, (inject(fault, course, Random(course.history.name)) for course in played)):
            said: set[str] = set()
            for finding in findings(play(faulty.events, book)):
                assert finding.id not in said
                assert finding.facts.get("replaces") in {None, *said}
                replaced += "replaces" in finding.facts
                said.add(finding.id)
    assert replaced

"""A table says when it wants to hear of the time: ticks then bring all that ticks at every moment would bring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import msgspec
import pytest

from controller import rulebooks
from controller.table import events as ev
from controller.table.engine import Engine
from controller.table.outputs import Output
from controller.testkit.chances import Noise
from controller.testkit.noise import STRENGTHS, disturb
from tests.conftest import LongProof
from tests.noise.fault import inject
from tests.noise.score import FAULTS
from tests.properties.nights import header, played, reports

STEP_S = 0.02
OFF_S = 0.0033337
"""No event and no deadline lies on a tick of the clock that always ticks."""
LONG_S = 12.0
"""How far into a silence the clock that always ticks is heard."""
NOISE = {"clean": Noise(), "strong": STRENGTHS["strong"], "storm": Noise.of(0.3)}
HANDS = {"clean": 20, "strong": 20, "storm": 20}
"""How many hands a long proof takes. In a storm every third event is lost."""


def hesitating(told: Iterable[ev.Event], rng: Random) -> list[ev.Event]:
    """Return a hand's events in order, with silences among them in which something may come due."""
    late, out = 0.0, []
    for event in sorted(told, key=lambda event: event.t):
        if rng.random() < 0.15:
            late += rng.choice((0.13, 0.6, 1.3, 2.4, 5.5, 11.0))
        out.append(msgspec.structs.replace(event, t=round(event.t + late, 6)))
    return out


def woken(engine: Engine, told: list[ev.Event]) -> tuple[list[Output], list[float]]:
    """Feed a hand with ticks where the engine wants them alone; return what came of it and the ticks."""
    out: list[Output] = []
    ticks: list[float] = []
    for line, event in enumerate(told, 2):
        while (wake := engine.next_wake()) is not None and wake < event.t:
            assert wake > max([engine.t, *ticks[-1:]])
            ticks.append(wake)
            out += engine.feed(line - 1, ev.Tick(t=wake))
        out += engine.feed(line, event)  # type: ignore[arg-type]
    return out, ticks


def always(told: list[ev.Event], ticks: list[float]) -> Iterator[tuple[int, ev.Event]]:
    """Return a hand with a tick every 20 ms of its silences, and at ``ticks``."""
    waiting = sorted(ticks)
    for line, event in enumerate(told, 2):
        before = told[line - 3].t if line > 2 else event.t
        steps = int((min(event.t, before + LONG_S) - before) / STEP_S)
        due = [before + OFF_S + n * STEP_S for n in range(steps)]
        while waiting and waiting[0] < event.t:
            due.append(waiting.pop(0))
        yield from ((line - 1, ev.Tick(t=t)) for t in sorted(due) if t < event.t)
        yield line, event


def same_either_way(house: str, head: ev.LogHeader, told: list[ev.Event]) -> int:
    """Hold the two ways to tell a hand against each other; return how many ticks the engine wanted."""
    book = rulebooks.load(house)
    out, ticks = woken(Engine(book, head), told)
    engine, held = Engine(book, head), []
    for line, event in always(told, ticks):
        held += engine.feed(line, event)  # type: ignore[arg-type]
    assert held == out
    return len(ticks)


@pytest.mark.matrix(("strength", NOISE), ("house", rulebooks.ids()), part=3)
def test_nothing_comes_between_two_wakes(house: str, strength: str, long_proof: LongProof) -> None:
    for seed in range(300, 300 + long_proof(1, HANDS[strength])):
        hand = played(house, seed)
        told = hesitating(reports(hand, NOISE[strength]), Random(seed))
        assert same_either_way(house, header(hand, house), told) > 0


@pytest.mark.parametrize(
    ("house", "seed"),
    [
        pytest.param("english-arabic", 312, id="words keyed late change a string bet that was told"),
        pytest.param(
            "invitational", 312, id="a hand told again waits for a burn that was none when it was played"
        ),
        pytest.param("dpc", 423, id="two seconds end as words come that may be taken back"),
        pytest.param(
            "deltin", 609, id="a hand told again has time to settle before the words that tell it so"
        ),
    ],
)
def test_nothing_comes_between_two_wakes_of_a_hand_in_a_storm(house: str, seed: int) -> None:
    hand = played(house, seed)
    told = hesitating(reports(hand, NOISE["storm"]), Random(seed))
    assert same_either_way(house, header(hand, house), told) > 0


@pytest.mark.soak
@pytest.mark.parametrize("house", rulebooks.ids())
def test_nothing_comes_between_two_wakes_where_something_goes_wrong(  # type: ignore[no-untyped-def]
    house: str, courses, long_proof: LongProof
) -> None:
    houses = len(rulebooks.ids())
    place = rulebooks.ids().index(house)
    for fault in FAULTS[long_proof(place, 0) :: long_proof(3 * houses, 1)]:
        for course in courses[: long_proof(1, len(courses))]:
            rng = Random(fault.name + course.history.name)
            faulty = inject(fault, course, rng)
            if faulty is None:
                continue
            told = hesitating(disturb(faulty.events, rng, STRENGTHS["mild"]), rng)
            head = ev.LogHeader(version=1, table="7", started="2026-11-20T19:30:00Z", rulebook=house)
            same_either_way(house, head, told)

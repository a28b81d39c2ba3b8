"""Chips are never made and never lost: at every event of a hand, whatever the sensors do, and at its end."""

from __future__ import annotations

from random import Random

import pytest

from controller import rulebooks
from controller.sensorlog.window import ReorderWindow
from controller.table import events as ev
from controller.table.engine import Engine
from controller.table.hand import Hand
from controller.table.outputs import HandLine, Output
from tests.noise.fault import inject
from tests.noise.model import READS, STRENGTHS, disturb
from tests.noise.score import FAULTS
from tests.properties.nights import header, played, reports


def adds_up(hand: Hand) -> None:
    """Every chip lies behind a seat or is put in, and on the street no more than was put in."""
    assert hand.round is not None
    for seat, player in hand.players.items():
        assert player.stack is not None
        assert 0 <= player.put_in <= player.stack
        assert 0 <= player.ante <= player.put_in
        assert 0 <= hand.round.bet(seat) <= player.put_in - player.ante
        assert player.zone >= 0


def watched(engine: Engine, told: list[ev.Event]) -> list[Output]:
    """Tell a hand's reports and look at the chips after each; return what the table made of them."""
    window: ReorderWindow[ev.Event] = ReorderWindow()
    out: list[Output] = []
    for line, report in enumerate(told, 2):
        for due, event in window.push(report.t, line, report):
            out += engine.feed(due, event)  # type: ignore[arg-type]
            if engine.hand is not None and engine.hand.round is not None:
                adds_up(engine.hand)
    for due, event in window.flush():
        out += engine.feed(due, event)  # type: ignore[arg-type]
    return out


@pytest.mark.parametrize("strength", ["none", "strong"])
@pytest.mark.parametrize("house", rulebooks.ids())
def test_chips_add_up_at_every_event_of_a_hand(house: str, strength: str) -> None:
    for seed in range(100, 108):
        hand = played(house, seed)
        engine = Engine(rulebooks.load(house), header(hand, house))
        (line,) = _lines(watched(engine, reports(hand, STRENGTHS[strength].only(*READS))))
        assert sum(line.stacks.values()) + (line.unawarded or 0) == sum(hand.dealt.stacks)
        assert sum(pot.amount for pot in line.pots) + sum(line.returned.values()) == sum(hand.course.put_in)


@pytest.mark.parametrize("house", rulebooks.ids())
def test_chips_add_up_whatever_goes_wrong(house: str, courses) -> None:  # type: ignore[no-untyped-def]
    book = rulebooks.load(house)
    for fault in FAULTS:
        for course in courses:
            faulty = inject(fault, course, Random(course.history.name))
            if faulty is None:
                continue
            told = disturb(faulty.events, Random(fault.name), STRENGTHS["mild"].only(*READS))
            head = ev.LogHeader(version=1, table="7", started="2026-11-20T19:30:00Z", rulebook=house)
            for line in _lines(watched(Engine(book, head), told)):
                before = sum(course.history.stacks)
                assert sum(line.stacks.values()) + (line.unawarded or 0) == before, fault.name


def _lines(outputs: list[Output]) -> list[HandLine]:
    return [output for output in outputs if isinstance(output, HandLine)]

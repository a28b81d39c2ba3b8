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
from controller.testkit.noise import READS, STRENGTHS, disturb
from controller.testkit.scene import Scene
from tests.conftest import LongProof
from tests.noise.fault import inject
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


@pytest.mark.matrix(("strength", ["none", "strong"]), ("house", rulebooks.ids()))
def test_chips_add_up_at_every_event_of_a_hand(house: str, strength: str) -> None:
    for seed in range(100, 108):
        hand = played(house, seed)
        engine = Engine(rulebooks.load(house), header(hand, house))
        (line,) = _lines(watched(engine, reports(hand, STRENGTHS[strength].only(*READS))))
        assert sum(line.stacks.values()) + (line.unawarded or 0) == sum(hand.dealt.stacks)
        assert sum(pot.amount for pot in line.pots) + sum(line.returned.values()) == sum(hand.course.put_in)


@pytest.mark.soak
@pytest.mark.matrix(("house", rulebooks.ids()), part=3)
def test_chips_add_up_whatever_goes_wrong(house: str, courses, long_proof: LongProof) -> None:  # type: ignore[no-untyped-def]
    """In an ordinary run on one night's hands, in a long proof on the other's too."""
    book = rulebooks.load(house)
    for fault in FAULTS:
        for course in courses[:: long_proof(2, 1)]:
            faulty = inject(fault, course, Random(course.history.name))
            if faulty is None:
                continue
            told = disturb(faulty.events, Random(fault.name), STRENGTHS["mild"].only(*READS))
            head = ev.LogHeader(version=1, table="7", started="2026-11-20T19:30:00Z", rulebook=house)
            for line in _lines(watched(Engine(book, head), told)):
                before = sum(course.history.stacks)
                assert sum(line.stacks.values()) + (line.unawarded or 0) == before, fault.name


# A messy game ------------------------------------------------------------------------------------------


def _somebody_does_something(scene: Scene, rng: Random) -> None:
    """One thing happens that a dealer has seen happen, sensible or not."""
    hand = scene.engine.hand
    assert hand is not None
    seat = scene.engine.play.standing.due() if rng.random() < 0.7 else rng.choice(scene.seats)  # type: ignore[union-attr]
    seat = seat or rng.choice(scene.seats)
    player = hand.players[seat]
    chips = rng.choices((25, 100, 500, 1000), k=rng.randint(1, 4))
    what = rng.random()
    if what < 0.35:
        scene.pushes(seat, *chips, after=rng.choice((0.3, 1.0, 2.5)))
    elif what < 0.45 and player.zone >= 25:
        scene.pulls(seat, *[25] * rng.randint(1, player.zone // 25))
    elif what < 0.75:
        verb = rng.choice(("call", "check", "fold", "raise", "bet", "all_in", "pot", "amount"))
        amount = rng.choice((None, 100, 350, 1200)) if verb != "amount" else 700
        scene.says(seat, verb, amount)
    elif what < 0.82:
        scene.event("declare.cancel", seat=seat)
    elif what < 0.92:
        scene.rules(rng.choice(("kill_hand", "full_call", "restore", "withdraw", "no_raise")), seat=seat)
    else:
        scene.wait(3)


@pytest.mark.soak
@pytest.mark.matrix(("house", rulebooks.ids()), part=3)
def test_chips_add_up_in_a_messy_game(house: str, long_proof: LongProof) -> None:
    for seed in range(long_proof(12, 40)):
        rng = Random(seed)
        states = {rng.choice((1, 2, 3)): rng.choice(("absent", "penalty"))} if rng.random() < 0.5 else {}
        scene = Scene(house, states=states, ante=rng.choice((0, 25)), stacks=3000, start=False, seed=seed)
        scene.start()
        for poster in (1, 2, 3):
            if rng.random() < 0.4:
                scene.post(poster, *[25] * rng.randint(1, 5))
        scene.deal()
        for _ in range(rng.randint(5, 40)):
            _somebody_does_something(scene, rng)
            if rng.random() < 0.15:
                scene.sweep().street(rng.choice((1, 3)))
            hand = scene.engine.hand
            assert hand is not None
            adds_up(hand)
        for _ in range(rng.randint(0, 3)):
            scene.award(rng.choice(scene.seats), rng.choice((150, 1000, 18_000)))
        (line,) = scene.end().hands()
        stacks = [stack for stack in line.stacks.values() if stack is not None]
        if len(stacks) == len(line.stacks):
            assert sum(stacks) + (line.unawarded or 0) == 18_000, seed
        assert all(stack >= 0 for stack in stacks), seed


def _lines(outputs: list[Output]) -> list[HandLine]:
    return [output for output in outputs if isinstance(output, HandLine)]

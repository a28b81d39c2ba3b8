"""Noise that hides nothing changes nothing: the same actions, board, pots, winners and stacks."""

from __future__ import annotations

import pytest

from controller import rulebooks
from controller.table.engine import Engine
from controller.table.outputs import Action, Finding, HandLine, Output
from controller.testkit.chances import Noise
from tests.properties.nights import header, played, reports
from tests.properties.test_chips import watched

HARMLESS = Noise.of(0.3).only("double", "late", "flicker", "ghost")


def came_of_it(outputs: list[Output]) -> list[object]:
    """Return what happened, whatever lines and moments told it, and who was called."""
    acts = [(o.street, o.seat, o.action, o.to, o.all_in) for o in outputs if isinstance(o, Action)]
    called = [(o.kind, o.seat) for o in outputs if isinstance(o, Finding) and o.level != "info"]
    return [*acts, *called, *(o for o in outputs if isinstance(o, HandLine))]


@pytest.mark.matrix(("house", rulebooks.ids()), part=3)
def test_double_late_flickering_and_ghost_reads_change_nothing(house: str) -> None:
    book = rulebooks.load(house)
    for seed in range(200, 210):
        hand = played(house, seed)
        head = header(hand, house)
        clean = watched(Engine(book, head), reports(hand))
        noisy = watched(Engine(book, head), reports(hand, HARMLESS))
        assert reports(hand, HARMLESS) != reports(hand)
        assert came_of_it(noisy) == came_of_it(clean), hand.dealt.name

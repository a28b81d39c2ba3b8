"""A blind or an ante that no camera saw put out, or that was not: it is told once, and nothing more comes of it."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import bets
from tests.table.houses import every_house


def seen_from(house: str, seat: int, *, seats: int = 6) -> Scene:
    """Blinds 50 and 100, of which only that of ``seat`` was seen."""
    return Scene(house, seats=seats).post(seat, *([25, 25] if seat == 1 else [100])).deal()


def told(scene: Scene) -> list[tuple[str, int | None]]:
    """Return what calls somebody."""
    return [(finding.kind, finding.seat) for finding in scene.findings("dealer", "floor")]


@every_house()
def test_what_makes_the_call_with_the_blind_is_the_call(house):
    scene = bets(seen_from(house, 2), 3, "raise", 300).folds(4, 5, 6)
    scene.pushes(1, 100, 100, 25, 25).folds(2).sweep().flop()
    assert told(scene) == [("blind.missing", 1)]
    assert scene.actions("preflop")[4] == (1, "call", 300)


@every_house()
def test_a_raise_on_top_of_the_blind_is_what_was_said(house):
    scene = bets(seen_from(house, 1), 3, "call", 100).folds(4, 5, 6, 1)
    scene.says(2, "raise", 300).pushes(2, 100, 100).calls(3).sweep().flop()
    assert told(scene) == [("blind.missing", 2)]
    assert scene.actions("preflop")[-2:] == [(2, "raise", 300), (3, "call", 300)]


@every_house()
def test_as_much_as_the_big_blind_calls_a_raise_to_two_of_them(house):
    """It is no blind put out late: play goes on behind it."""
    scene = bets(seen_from(house, 1), 3, "raise", 200).folds(4, 5, 6, 1).pushes(2, 100).sweep().flop()
    scene.taps(2, 3)
    assert told(scene) == [("blind.missing", 2)]
    assert scene.actions("preflop")[-1] == (2, "call", 200)
    assert scene.actions("flop") == [(2, "check", 0)]


@every_house()
def test_heads_up_the_button_makes_it_the_big_blind(house):
    scene = Scene(house, seats=2, button=2).post(1, 100).deal().pushes(2, 25, 25).taps(1).sweep().flop()
    assert told(scene) == [("blind.missing", 2)]
    assert scene.actions("preflop") == [(2, "call", 100), (1, "check", 100)]


@every_house()
def test_who_puts_it_out_late_may_still_call_too_little(house):
    scene = bets(seen_from(house, 2).pushes(1, 25, 25), 3, "raise", 300).folds(4, 5, 6)
    scene.pushes(1, 100).folds(2).sweep()
    assert told(scene) == [("blind.missing", 1), ("bet.undercall", 1)]
    assert scene.found("bet.undercall").facts["short"] == 150


@every_house()
def test_less_than_the_call_with_and_without_the_blind_is_told(house):
    scene = bets(seen_from(house, 2), 3, "raise", 300).folds(4, 5, 6).pushes(1, 100, 100).folds(2).sweep()
    assert told(scene) == [("blind.missing", 1), ("bet.undercall", 1)]


@pytest.mark.parametrize("pot", [650, 725])
@every_house()
def test_an_ante_that_was_not_seen_is_in_the_pot_or_is_not(house, pot):
    scene = Scene(house, ante=25, seats=3, button=3).post(2, 25, 100).post(3, 25).deal()
    bets(scene, 3, "raise", 300).folds(1).pushes(2, 100, 100).sweep().flop()
    bets(scene.taps(2), 3, "bet", 100).folds(2).award(3, pot).end()
    assert told(scene) == [("blind.missing", 1)]


@pytest.mark.parametrize("pot", [200, 250])
@every_house()
def test_the_pot_goes_with_the_blind_or_without_it(house, pot):
    """Seat 1 folds: where its blind lay there unseen 250 are in the pot, where it never came 200."""
    scene = bets(seen_from(house, 2), 3, "call", 100).folds(4, 5, 6, 1).taps(2).sweep().flop()
    bets(scene.taps(2), 3, "bet", 100).folds(2).award(3, pot).end()
    assert told(scene) == [("blind.missing", 1)]


@every_house()
def test_a_pot_that_lacks_something_else_is_told(house):
    scene = bets(seen_from(house, 2), 3, "call", 100).folds(4, 5, 6, 1).taps(2).sweep().flop()
    bets(scene.taps(2), 3, "bet", 100).folds(2).award(3, 175).end()
    assert told(scene) == [("blind.missing", 1), ("pot.award_wrong", 3)]

"""Players knock twice, or three times, for one check."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import bets, facing, flop
from tests.table.houses import did, every_house, settled

KNOCKS = [(0.2,), (0.3, 0.3)]


def knocks(scene: Scene, seat: int, pauses: tuple[float, ...] = (0.2,)) -> Scene:
    """A player knocks, and once more after each of ``pauses``."""
    scene.taps(seat)
    for pause in pauses:
        scene.event("tap", after=pause, seat=seat)
    return scene


@every_house()
@pytest.mark.parametrize("pauses", KNOCKS)
def test_a_check_facing_a_bet_is_told_once_however_often_he_knocks(house, pauses):
    scene = settled(knocks(facing(house, 400), 2, pauses))
    assert scene.kinds() == ["bet.invalid_declaration"]


@every_house("upt")  # where he may not check then
@pytest.mark.parametrize("pauses", KNOCKS)
def test_who_knocks_twice_where_a_seat_behind_has_bet_already_is_in_turn(house, pauses):
    scene = knocks(bets(flop(house), 2, "bet", 800), 1, pauses).says(3, "call")
    assert {f.seat for f in scene.findings("dealer", "floor")} == {2}
    assert did(scene, 1) == ("check", 0)


@every_house()
@pytest.mark.parametrize("pauses", KNOCKS)
def test_a_check_of_two_knocks_that_was_none_is_taken_back_whole(house, pauses):
    scene = knocks(flop(house), 1, pauses).event("declare.cancel", seat=1)
    settled(bets(scene, 1, "bet", 800), 2)
    assert (did(scene, 1), scene.kinds()) == (("bet", 800), [])


@every_house()
def test_a_knock_right_after_one_that_was_taken_back_is_a_check(house):
    scene = flop(house).taps(1).event("declare.cancel", after=0.2, seat=1).event("tap", after=0.2, seat=1)
    assert did(scene.taps(2), 1) == ("check", 0)


@every_house()
def test_two_who_knock_at_once_have_both_checked(house):
    scene = flop(house).taps(1).event("tap", after=0.2, seat=2).event("tap", after=0.2, seat=3).sweep()
    assert [did(scene, seat) for seat in (1, 2)] == [("check", 0)] * 2


@every_house()
def test_who_checks_last_and_is_the_first_again_on_the_next_street_has_checked_twice(house):
    """As a log goes that is played fast: the cards between two knocks part them."""
    scene = (
        Scene(house, blinds=(200, 400), stacks=100_000, button=6).deal().calls(3, 4, 5, 6).folds(1).taps(2)
    )
    for zone in ("burn", "board", "board", "board"):
        tag = scene.cards.pop()
        scene.event("card.draw", after=0.01, tag=tag, face="down")
        scene.event("card.seen", after=0.01, tag=tag, zone=zone)
    scene.event("tap", after=0.01, seat=2).taps(3, 4)
    assert scene.actions("flop") == [(2, "check", 0), (3, "check", 0)]
    assert "turn.out_of_turn" not in scene.kinds()

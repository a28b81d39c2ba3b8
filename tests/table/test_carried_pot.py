"""Forfeited chips that stay for the next hand: who plays for them, and that they are won."""

from __future__ import annotations

from controller.testkit.scene import Scene
from tests.table.houses import clauses, every_house


def carried(house: str, **table: object) -> Scene:
    """The deck was bad: all bets go back but the 600 of seat 3, who knew of it; then the next hand begins."""
    scene = Scene(house, **table).deal().says(3, "raise", 600)  # type: ignore[arg-type]
    scene.pushes(3, 500, 100).rules("hold_chips", seat=3).rules("misdeal")
    scene.event("seat", seat=7, state="in", stack=10_000)
    scene.seats.append(7)
    scene.shuffle()
    return scene.start(1, carried=600)


@clauses("upt 3 Irregularities 6")
def test_at_the_tour_only_who_was_dealt_in_before_plays_for_a_carried_pot():
    scene = carried("upt").deal([2, 3, 4, 5, 6, 7]).wait(1)
    told = scene.found("misdeal.seat_not_entitled")
    assert (told.seat, told.remedy, told.cites[0]) == (7, "redeal", "3 Irregularities 6")


@every_house()
def test_a_carried_pot_goes_to_the_winner(house):
    scene = carried(house)
    scene.deal([2, 3, 4, 5, 6, *([] if house == "upt" else [7]), 1] * 2)
    dealt = scene.engine.hand.players
    scene.says(4, "raise", 300).pushes(4, 100, 100, 100).folds(*[s for s in (5, 6, 7, 1, 2, 3) if s in dealt])
    blinds = sum(player.put_in for seat, player in dealt.items() if seat != 4)
    scene.award(4, 600 + blinds + 100).end()
    line = scene.hands()[-1]
    assert "pot.award_wrong" not in scene.kinds()
    assert line.stacks[4] == 10_000 + 600 + blinds
    assert sum(stack or 0 for stack in line.stacks.values()) == 10_000 * len(dealt)


@every_house()
def test_the_pot_shown_is_larger_by_what_was_carried(house):
    scene = carried(house)
    scene.deal([2, 3, 4, 5, 6, *([] if house == "upt" else [7]), 1] * 2)
    assert sum(pot.amount for pot in scene.engine.play.showing.pots()) == 600 + 50 + 50


@every_house()
def test_a_carried_pot_that_is_keyed_twice_is_one_hand(house):
    scene = carried(house).start(1, carried=600)
    scene.deal([2, 3, 4, 5, 6, *([] if house == "upt" else [7]), 1] * 2)
    assert scene.engine.hands == 2
    assert [f.kind for f in scene.findings("floor", "dealer") if f.hand > 1] == []

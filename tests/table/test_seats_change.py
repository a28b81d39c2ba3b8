"""Seats that change: who sits down, leaves, moves or buys chips; while a hand is on it counts from the next."""

from __future__ import annotations

import pytest

from controller.table.events import SeatState
from controller.testkit.scene import Scene
from tests.table.houses import every_house


def all_fold(scene: Scene) -> Scene:
    """Everybody folds to the big blind."""
    while scene.engine.view().to_act is not None and scene.engine.may_act:
        scene.folds(scene.engine.view().to_act or 0)
    return scene.end()


def stacks(scene: Scene) -> dict[int, int | None]:
    """What the table has behind every seat with somebody in it."""
    return {n: seat.stack for n, seat in scene.engine.seats.items() if seat.state != "empty"}


def test_a_stack_set_in_a_hand_counts_from_the_next_one() -> None:
    scene = Scene().deal().event("seat", seat=4, stack=25_000)
    scene.folds(3).says(4, "all_in").folds(5, 6, 1, 2)
    assert scene.end().hands()[0].stacks[4] == 10_150
    assert stacks(scene)[4] == 25_000


def test_who_leaves_in_a_hand_takes_his_chips_with_him() -> None:
    scene = Scene().deal().folds(3).event("seat", seat=3, state="empty")
    all_fold(scene)
    assert scene.hands()[0].stacks[3] == 10_000
    assert 3 not in stacks(scene)
    scene.event("seat", seat=3, state="in")
    assert stacks(scene)[3] is None


def test_who_takes_the_seat_in_the_same_hand_has_his_own_chips_in_the_next() -> None:
    scene = Scene().deal().folds(3).event("seat", seat=3, state="empty")
    scene.event("seat", seat=3, state="in", stack=7_500)
    all_fold(scene)
    assert stacks(scene)[3] == 7_500
    assert scene.findings("floor", "dealer") == []


def test_who_leaves_between_hands_leaves_no_chips_to_who_sits_down_there() -> None:
    scene = all_fold(Scene().deal()).event("seat", seat=4, state="empty").event("seat", seat=4, state="in")
    assert stacks(scene)[4] is None


def test_who_sits_down_in_a_hand_is_dealt_in_at_the_next() -> None:
    scene = Scene(seats=[1, 2, 3, 4, 5, 6]).deal().event("seat", seat=8, state="in", stack=4_000)
    all_fold(scene)
    assert 8 not in scene.hands()[0].stacks
    assert scene.kinds() == []
    scene.start(1)
    assert scene.engine.hand is not None
    assert scene.engine.hand.players[8].stack == 4_000


@pytest.mark.parametrize("state", ["penalty", "out"])
def test_a_penalty_or_a_seat_out_keyed_in_the_deal_counts_from_the_next_hand(state: SeatState) -> None:
    scene = Scene().deal([1, 2, 3]).event("seat", seat=5, state=state).deal([4, 5, 6, 1, 2, 3, 4, 5, 6])
    scene.calls(3, 4, 5, 6)
    assert scene.kinds() == []
    assert (5, "call", 100) in scene.actions()
    assert scene.engine.seats[5].state == state


def test_who_leaves_the_table_in_the_deal_is_away_from_that_hand() -> None:
    scene = Scene().deal([1, 2, 3]).event("seat", seat=5, state="empty").deal([4, 5, 6, 1, 2, 3, 4, 5, 6])
    scene.wait(1)
    assert scene.kinds() == ["hand.absent"]
    assert scene.found("hand.absent").seat == 5


def test_a_rebuy_on_a_stack_that_nobody_knows_leaves_it_unknown() -> None:
    scene = Scene(start=False).event("seat", seat=4, state="empty").event("seat", seat=4, state="in")
    scene.rules("rebuy", seat=4, amount=2_000)
    assert stacks(scene)[4] is None
    assert stacks(scene.event("chips.stack", seat=4, amount=12_000))[4] == 12_000


def test_a_level_may_take_chips_out_of_play_from_the_next_hand_on() -> None:
    scene = Scene("upt", denominations=[25, 100, 500]).deal()
    scene.event("level", small=100, big=200, denominations=[100, 500]).calls(3)
    scene.pushes(3, 25, 25, 25, 25)
    assert all(finding.kind != "chips.foreign" for finding in scene.findings())
    scene.end().start(1).deal().pushes(4, *[25] * 8)
    assert scene.found("chips.foreign").facts["denominations"] == [25]


def test_the_button_goes_on_where_it_was_when_seats_change() -> None:
    scene = all_fold(Scene().deal()).event("seat", seat=4, state="empty").event("seat", seat=8, state="in")
    upcoming = scene.engine.upcoming
    assert upcoming is not None
    assert upcoming.button == 1


@every_house()
def test_who_leaves_when_the_hand_is_over_has_what_nobody_called_of_his_blind(house: str) -> None:
    """Heads-up the small blind is all-in for 100. Nobody signals the hand's end, and the other is moved to a table that is short."""
    table = {"seats": [1, 8], "stacks": {1: 5_000, 8: 100}, "blinds": (200, 400), "button": 8}
    scene = Scene(house, without=["hands"], **table).deal().tables(1).tables(8)  # type: ignore[arg-type]
    scene.flop().street().street().wait(1).pulls(1, 100, 100, 100)
    (share,) = scene.engine.view().pots_due[0].shares
    scene.award(share.seat, share.amount)
    scene.event("seat", seat=1, state="empty").event("seat", seat=3, state="in", stack=4_900)
    scene.shuffle()
    scene.wait(20).event("button.moved", seat=8).card("seat:3")
    assert scene.kinds() == []
    assert scene.hands()[0].returned == {1: 300}

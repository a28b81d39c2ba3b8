"""The dealer sees his own slip in the deal and sets it right before the next card, or before anybody acts."""

from __future__ import annotations

import pytest

from controller.table.outputs import Action
from controller.testkit.scene import Scene
from tests.table.houses import every_house
from tests.table.stud_table import Stud


def slid(scene: Scene, left: int, seat: int) -> Scene:
    """The card that came to ``left`` last is slid on to ``seat``."""
    tag = scene.hole[left].pop()
    scene.hole.setdefault(seat, []).append(tag)
    return scene.move(tag, f"seat:{left}", f"seat:{seat}")


def dealt(scene: Scene, *seats: int) -> Scene:
    for seat in seats:
        scene.card(f"seat:{seat}")
    return scene


@every_house()
@pytest.mark.parametrize("wrong", [4, 5])
def test_a_card_slid_back_to_the_seat_that_was_due_it_leaves_the_deal_in_order(house, wrong):
    scene = Scene(house, seats=[1, 2, 3, 4, 5, 6, 10], states={10: "out"})
    slid(dealt(scene, 1, 2, wrong), wrong, 3)
    dealt(scene, 4, 5, 6, 1, 2, 3, 4, 5, 6).limp_to_flop()
    assert scene.kinds() == []


@every_house()
@pytest.mark.parametrize("wrong", [2, 10])
def test_one_that_came_to_a_seat_already_served_or_without_a_hand_is_told_at_once_and_nothing_after(
    house, wrong
):
    scene = Scene(house, seats=[1, 2, 3, 4, 5, 6, 10], states={10: "out"})
    told = slid(dealt(scene, 1, 2, wrong), wrong, 3).kinds()
    assert [kind.split(".")[0] for kind in told] == ["misdeal"]
    dealt(scene, 4, 5, 6, 1, 2, 3, 4, 5, 6).limp_to_flop()
    assert [kind for kind in scene.kinds() if kind != "misdeal.barred"] == told


@every_house()
def test_who_was_slid_his_card_throws_both_of_his_in(house):
    scene = slid(dealt(Scene(house), 1, 2, 4), 4, 3)
    dealt(scene, 4, 5, 6, 1, 2, 3, 4, 5, 6).mucks(3).calls(4, 5)
    assert scene.actions() == [(3, "fold", 0), (4, "call", 100)]
    assert scene.kinds() == []


@every_house()
def test_a_first_card_to_the_wrong_seat_stays_told_but_nobody_has_a_wrong_count(house):
    scene = slid(dealt(Scene(house), 2), 2, 1)
    dealt(scene, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6).limp_to_flop()
    assert {*scene.kinds()} <= {"misdeal.wrong_first_seat", "misdeal.barred"}


@every_house()
def test_a_card_too_many_is_slid_to_who_lacks_one_before_anybody_acts(house):
    """In the last round seat 5 got two and the button none; the dealer moves one when he sees it."""
    scene = slid(dealt(Scene(house), 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 5), 5, 6)
    assert [kind for kind in scene.limp_to_flop().kinds() if kind.endswith("count")] == []


@pytest.mark.parametrize("house", ["invitational", "tda-2024"])
def test_a_card_too_many_goes_back_onto_the_stub_before_anybody_acts(house):
    scene = Scene(house).deal().card("seat:1")
    tag = scene.hole[1].pop()
    scene.move(tag, "seat:1", "stub").cards.append(tag)
    assert scene.limp_to_flop().check_round().kinds() == []


@pytest.mark.parametrize("house", ["invitational", "tda-2024"])
def test_one_that_goes_back_after_the_first_act_was_one_too_many(house):
    scene = Scene(house).deal().card("seat:1").wait(1).calls(3)
    scene.move(scene.hole[1].pop(), "seat:1", "stub")
    assert scene.found("misdeal.card_count").seat == 1


@every_house()
@pytest.mark.parametrize("wrong", [2, 5])
def test_a_boxed_card_that_lay_with_another_hand_when_it_was_replaced_is_no_ones(house, wrong):
    """Seat 3's card comes face up and is slid to another seat; the floor has it replaced, and the deal goes on."""
    scene = Scene(house).deal([1, 2, 3, 4, 5, 6, 1, 2]).card("seat:3", face="up")
    tag = scene.hole[3].pop()
    scene.move(tag, "seat:3", f"seat:{wrong}").wait(1)
    scene.rules("replace_card", finding=scene.found("deal.boxed_card").id).move(tag, f"seat:{wrong}", "muck")
    scene.deal([4, 5, 6, 3]).event("deal.end").limp_to_flop().check_round()
    assert scene.kinds() == ["deal.boxed_card"]


# Stud --------------------------------------------------------------------------------------------------

STUD = ("dpc", "english-arabic", "tda-2024", "upt")
HANDS = {
    1: ["2s", "3h", "Kd", "Ah"],
    2: ["4s", "5h", "9c", "Qs"],
    3: ["6s", "7d", "2c", "8h"],
}


def slides(scene: Stud, left: int, seat: int) -> Stud:
    """The next card of ``seat`` comes to ``left`` and is slid on."""
    scene.card(f"seat:{left}", tag=scene.comes(seat))
    slid(scene, left, seat)
    return scene


@pytest.mark.parametrize("house", STUD)
def test_at_stud_a_door_card_slid_on_is_the_up_card_of_the_seat_that_was_due_it(house):
    """The deuce of clubs comes to seat 1 and is slid back to seat 3: seat 3 brings it in."""
    scene = Stud(house, HANDS)
    for seat in (1, 2, 3, 1, 2, 3, 1, 2):
        scene.card(f"seat:{seat}", tag=scene.comes(seat))
    told = slides(scene, 1, 3).wait(1).kinds()
    scene.pushes(3, 5, 5, 5, 5).calls(1, 2).sweep().deals(1, 2, 3).taps(1, 2, 3)
    assert [kind for kind in scene.kinds() if kind != "misdeal.barred"] == told
    assert [o.seat for o in scene.out if isinstance(o, Action) and o.action == "post"] == [3]
    assert scene.actions("fourth")[:2] == [(1, "check", 0), (2, "check", 0)]


@pytest.mark.parametrize("house", STUD)
@pytest.mark.parametrize(("before", "wrong", "due"), [([], 2, 1), ([1], 3, 2), ([1, 2], 1, 3)])
def test_at_stud_a_card_of_a_street_slid_on_leaves_everybody_his_cards(house, before, wrong, due):
    scene = Stud(house, HANDS).third().pushes(3, 5, 5, 5, 5)
    scene.calls(1, 2).sweep().deals(*before)
    told = len(slides(scene, wrong, due).wait(1).kinds())
    scene.deals(*range(due + 1, 4), burn=False).wait(1).taps(1, 2, 3).deals(1, 2, 3).taps(1, 2, 3)
    assert len(scene.kinds()) == told <= 1
    assert scene.actions("fifth")[:2] == [(1, "check", 0), (2, "check", 0)]


@every_house()
@pytest.mark.parametrize("order", [[(4, 3), (5, 4)], [(5, 4), (4, 3)]])
@pytest.mark.parametrize("pause", [0.3, 3.0])
def test_two_cards_that_went_a_seat_too_far_and_are_slid_back_lie_where_they_are_due(house, order, pause):
    scene = Scene(house).deal([1, 2, 4, 5])
    cards = {seat: scene.hole[seat][0] for seat in (4, 5)}
    for left, seat in order:
        scene.move(cards[left], f"seat:{left}", f"seat:{seat}")
    scene.hole |= {3: [cards[4]], 4: [cards[5]], 5: []}
    scene.wait(pause).deal([5, 6, 1, 2, 3, 4, 5, 6]).limp_to_flop().check_round()
    assert scene.findings() == []
    assert scene.engine.hand.cards[3][0] == cards[4]


@every_house()
def test_one_of_two_that_is_slid_back_leaves_the_other_seat_short(house):
    scene = Scene(house).deal([1, 2, 4, 5])
    scene.move(scene.hole[4][0], "seat:4", "seat:3").deal([6, 1, 2, 3, 4, 5, 6]).says(3, "call").wait(2)
    assert scene.kinds()

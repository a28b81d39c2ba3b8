"""The start of a hand names its blinds: they are those whose turn it is, or the dealer is told whose it was."""

from __future__ import annotations

from controller.testkit.scene import Scene
from tests.table.houses import every_house, in_houses, only_finding


def one_hand_over(house: str) -> Scene:
    """Button 6, blinds 1 and 2; everybody folds to the big blind. The next button is due at 1."""
    scene = Scene(house).deal().folds(3, 4, 5, 6, 1).end()
    scene.shuffle()
    return scene


NAMED = {"invitational": "3 intro", "tda_2024": "34A", "upt": "4 Intro"}


@in_houses(**NAMED)
def test_a_big_blind_that_skips_a_seat_is_told_at_once(house, cites):
    """It is seat 3's big blind, the small one seat 2's; the dealer has 3 and 4 post."""
    scene = one_hand_over(house).start(1, small_blind=3, big_blind=4)
    told = only_finding(scene)
    assert (told.kind, told.seat, told.level) == ("misdeal.button_position", 3, "floor")
    assert (told.remedy, told.cites) == ("correct_button", cites)
    assert (told.facts["small_blind"], told.facts["big_blind"], told.facts["seats"]) == (2, 3, [3, 4])


@in_houses(**NAMED)
def test_once_the_floor_has_them_put_right_the_due_seats_have_posted(house, cites):
    scene = one_hand_over(house).start(1, small_blind=3, big_blind=4).deal()
    scene.rules("correct_button", finding=only_finding(scene).id).wait(1)
    view = scene.engine.view()
    assert (view.small_blind, view.big_blind, view.to_act) == (2, 3, 4)
    assert scene.kinds() == ["misdeal.button_position"]


@every_house("invitational", "tda-2024", "upt")
def test_a_house_without_a_word_on_it_leaves_it_to_the_floor(house):
    scene = one_hand_over(house).start(1, small_blind=2, big_blind=4).deal()
    told = only_finding(scene)
    assert (told.kind, told.seat, told.remedy, told.cites) == ("misdeal.button_position", 4, "floor", [])
    assert told.facts["seats"] == [4]
    assert scene.engine.view().to_act == 5  # they stand as they lie


@every_house()
def test_blinds_that_are_named_where_they_belong_are_nobodys_business(house):
    assert one_hand_over(house).start(1, small_blind=2, big_blind=3).deal().findings() == []
    left = one_hand_over(house).event("seat", seat=2, state="empty")
    left.start(1, small_blind=None, big_blind=3).deal([3, 4, 5, 6, 1] * 2)
    assert left.kinds() == []


@every_house()
def test_who_comes_back_may_be_named_for_the_big_blind(house):
    """Seat 3 was out for a hand, and the dealer has it post as it sits down again."""
    scene = Scene(house, states={3: "out"}).deal().folds(4, 5, 6, 1).end()
    scene.states = {}
    scene.shuffle()
    scene.event("seat", seat=3, state="in").start(1, small_blind=2, big_blind=3).deal()
    assert scene.kinds() == []


@in_houses(**NAMED)
def test_a_small_blind_called_dead_while_its_player_sits_there_is_told(house, cites):
    """Seat 2 had the big blind and owes the small one; the dealer begins without it."""
    scene = one_hand_over(house).start(1, small_blind=None, big_blind=3).deal()
    told = only_finding(scene)
    assert (told.kind, told.seat, told.remedy, told.cites) == (
        "misdeal.button_position",
        2,
        "correct_button",
        cites,
    )
    assert (told.facts["small_blind"], told.facts["seats"]) == (2, [2])
    scene.rules("correct_button", finding=told.id).wait(1)
    assert scene.engine.view().small_blind == 2


@in_houses(**NAMED)
def test_blinds_a_seat_too_far_are_told_where_the_small_one_is_dead(house, cites):
    """Seat 2 is gone, and 3 has the big blind alone; the dealer has 3 and 4 post."""
    scene = one_hand_over(house).event("seat", seat=2, state="empty")
    scene.states = {2: "empty"}
    scene.start(1).post(3, 25, 25).post(4, 100).deal()
    (told,) = scene.findings("floor", "dealer")
    assert (told.kind, told.seat, told.remedy, told.cites) == (
        "misdeal.button_position",
        4,
        "correct_button",
        cites,
    )
    scene.pulls(4, 100).pushes(3, 25, 25).says(4, "call").pushes(4, 100).folds(5, 6, 1).taps(3).sweep()
    assert scene.kinds() == ["misdeal.button_position"]

"""An all-in that nobody saw decided: whether its player has chips left shows when he is dealt in, or is not."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene

UNSEEN = ("awards", "hands", "faces")


def undecided(all_in: tuple[int, ...] = (1,), **table: object) -> Scene:
    """Seat 2 has everybody covered and calls; the board comes, and nobody shows or pushes a pot. Button 4."""
    stacks = {seat: 3_000 if seat in all_in else 10_000 for seat in (1, 2, 3, 4, 5)}
    scene = Scene("deltin", **{"seats": 5, "button": 5, "without": UNSEEN, "stacks": stacks, **table})  # type: ignore[arg-type]
    scene.deal()
    for seat in (3, 4, 5, 1):
        scene.says(seat, "all_in") if seat in all_in else scene.folds(seat)
    return scene.says(2, "call").sweep().flop().street().street().wait(20)


def next_deal(scene: Scene, *seats: int, button: int = 1) -> Scene:
    """The next hand is dealt to these seats, the first of them first."""
    scene.shuffle()
    scene.button, scene.hole, scene.board = button, {}, []
    return scene.deal([*seats] * 2)


def in_hand(scene: Scene) -> list[int]:
    return sorted(scene.engine.hand.players)


@pytest.mark.parametrize("seats", [(2, 3, 4, 5), (2, 3, 4, 5, 1)])
def test_he_is_dealt_in_or_he_is_not_and_both_are_right(seats):
    scene = next_deal(undecided(), *seats).folds(4)
    assert scene.kinds() == []
    assert in_hand(scene) == sorted(seats)
    assert scene.engine.view().to_act == 5


def test_a_big_blind_that_may_be_bust_is_passed_over_and_the_blind_is_the_next_seats():
    scene = next_deal(undecided((3,)), 2, 4, 5, 1).folds(5)
    assert scene.kinds() == []
    assert (scene.engine.hand.blinds.small, scene.engine.hand.blinds.big) == (2, 4)
    assert scene.engine.view().to_act == 1


def test_a_big_blind_that_won_has_its_blind():
    scene = next_deal(undecided((3,)), 2, 3, 4, 5, 1).folds(4)
    assert scene.kinds() == []
    assert (scene.engine.hand.blinds.small, scene.engine.hand.blinds.big) == (2, 3)


def test_of_two_that_may_be_bust_one_is():
    scene = next_deal(undecided((3, 4)), 2, 4, 5, 1).folds(5)
    assert scene.kinds() == []
    assert in_hand(scene) == [1, 2, 4, 5]


def crowd(**table: object) -> Scene:
    """Nine seats, button 9; six are all-in for 3,000, seat 2 has them covered and calls, and nobody sees who won."""
    stacks = {seat: 3_000 if 3 <= seat <= 8 else 10_000 for seat in range(1, 10)}
    scene = Scene("deltin", **{"seats": 9, "button": 9, "without": UNSEEN, "stacks": stacks, **table})  # type: ignore[arg-type]
    scene.deal()
    for seat in range(3, 9):
        scene.says(seat, "all_in")
    return scene.folds(9, 1).says(2, "call").sweep().flop().street().street().wait(20)


def test_of_six_that_may_be_bust_all_are():
    scene = next_deal(crowd(), 2, 9, 1).folds(1)
    assert scene.kinds() == []
    assert in_hand(scene) == [1, 2, 9]
    assert (scene.engine.hand.blinds.small, scene.engine.hand.blinds.big) == (2, 9)


def test_of_six_that_may_be_bust_one_in_the_middle_has_won():
    scene = next_deal(crowd(), 2, 6, 9, 1).folds(9)
    assert scene.kinds() == []
    assert in_hand(scene) == [1, 2, 6, 9]


def test_two_are_left_and_the_button_that_nobody_saw_is_where_the_rule_has_it():
    """Seats 1 and 3 are all-in and out: of 2 and 4 the big blind is 4's next, so 2 has the button."""
    stacks = {1: 3_000, 2: 10_000, 3: 3_000, 4: 10_000}
    scene = Scene("deltin", seats=4, button=4, without=UNSEEN, stacks=stacks)
    scene.deal().says(3, "all_in").folds(4).says(1, "all_in").says(2, "call")
    next_deal(scene.sweep().flop().street().street().wait(20), 4, 2, button=2).folds(2)
    assert scene.kinds() == []
    assert in_hand(scene) == [2, 4]
    assert scene.engine.hand.blinds.button == 2


def test_a_short_blind_of_who_may_have_no_more_is_all_of_it():
    """Nobody knows how much seat 3 has; it puts out 75 as its big blind, and is waited for no more."""
    scene = undecided((3,))
    scene.shuffle()
    scene.hole, scene.board, scene.button = {}, [], 1
    scene.post(2, 25, 25).post(3, 25, 25, 25).deal([2, 3, 4, 5, 1] * 2).folds(4, 5)
    scene.says(1, "call").folds(2).flop().street().street().wait(20)
    assert scene.kinds() == []


def test_a_blind_that_may_be_the_last_chips_is_passed_over():
    """Nobody knows how much seat 3 has beyond its blind, and the hand is played out without it."""
    scene = (
        next_deal(undecided((3,)), 2, 3, 4, 5, 1).says(4, "raise", 400).folds(5, 1).says(2, "call").wait(3)
    )
    assert scene.kinds() == []
    scene.sweep().flop().taps(2, 4).street()
    assert scene.kinds() == []


def test_hands_that_are_gathered_after_the_river_tell_of_nobody_that_he_has_chips():
    """No chips are sensed: that hands go one by one after the last card may be folds, or a showdown's end."""
    blind = ("camera", "words", "faces", "awards")
    scene = Scene("deltin", seats=4, button=4, without=blind).deal().flop().street().street()
    for seat in (3, 4, 1, 2):
        scene.mucks(seat)
    scene.end()
    scene.shuffle()
    scene.start(button=1).deal([2, 3, 2, 3]).wait(3)
    assert scene.kinds() == []


def test_another_seat_that_is_passed_over_was_dealt_out():
    scene = next_deal(undecided(), 2, 3, 5).wait(3)
    assert scene.kinds() == ["misdeal.seat_dealt_out"]
    assert scene.found("misdeal.seat_dealt_out").seat == 4


def test_who_is_served_late_is_in_the_hand_and_the_order_was_wrong():
    scene = undecided((3,), without=("awards", "faces"))
    scene.shuffle()
    scene.start(button=1).deal([2, 4, 3, 5, 1]).wait(3)
    assert scene.kinds() == ["misdeal.sequence"]


def test_an_unread_card_does_not_make_a_seat_that_is_out_a_misdeal():
    scene = undecided((3,))
    scene.shuffle()
    scene.button, scene.hole, scene.board = 1, {}, []
    for seat in (2, 4, None, 1, 2, 4, 5, 1):
        scene.card(None if seat is None else f"seat:{seat}")
    scene.wait(3).folds(5)
    assert scene.kinds() == []
    assert in_hand(scene) == [1, 2, 4, 5]


def test_once_passed_over_he_is_out_until_he_is_dealt_to_again():
    scene = next_deal(undecided(), 2, 3, 4, 5).folds(4, 5, 2)
    next_deal(scene.wait(20), 3, 4, 5, 2, button=2).folds(5, 2, 3)
    assert in_hand(scene) == [2, 3, 4, 5]
    next_deal(scene.wait(20), 4, 5, 1, 2, 3, button=3).folds(1)
    assert in_hand(scene) == [1, 2, 3, 4, 5]
    assert scene.kinds() == []


def test_a_stack_that_is_keyed_says_that_he_is_in():
    scene = undecided().event("seat", seat=1, stack=6_050)
    next_deal(scene, 2, 3, 4, 5).wait(3).folds(4)
    assert scene.kinds() == ["misdeal.seat_dealt_out"]


def test_of_two_left_the_button_tells_that_the_third_is_out():
    """Seats 1, 2 and 3; seat 1 is out, so the button, which would be seat 1's, is heads-up at the small blind."""
    stacks = {1: 3_000, 2: 10_000, 3: 10_000}
    scene = Scene("deltin", seats=3, button=3, without=UNSEEN, stacks=stacks)
    scene.deal().folds(3).says(1, "all_in").says(2, "call").sweep().flop().street().street().wait(20)
    scene.event("button.moved", seat=2)
    next_deal(scene, 3, 2, button=2)
    scene.folds(2)
    assert scene.kinds() == []
    assert in_hand(scene) == [2, 3]


# What was posted --------------------------------------------------------------------------------------------


def antes_posted(scene: Scene, big: int, *seats: int) -> Scene:
    """The next hand's antes and blinds: 25 each, the small blind before the seat that comes before ``big``."""
    scene.shuffle()
    scene.hole, scene.board = {}, []
    small = seats[seats.index(big) - 1]
    for seat in seats:
        scene.post(seat, 25, *({small: [25, 25], big: [100]}.get(seat, [])))
    return scene


def test_who_may_be_bust_and_antes_nothing_is_not_asked_for_his_ante():
    """Seat 3, next to be big blind, lost its last chips: nobody keys that, it posts nothing and gets no card."""
    scene = antes_posted(undecided((3,), ante=25), 4, 5, 1, 2, 4)
    scene.button = 1
    scene.deal([2, 4, 5, 1] * 2).folds(5)
    assert scene.kinds() == []
    assert (scene.engine.hand.blinds.small, scene.engine.hand.blinds.big) == (2, 4)


def test_who_may_be_bust_and_is_dealt_in_owes_his_ante():
    scene = antes_posted(undecided((5,), ante=25), 3, 4, 1, 2, 3)
    scene.button = 1
    scene.deal([2, 3, 4, 5, 1] * 2).folds(4)
    assert scene.kinds() == ["blind.missing"]
    assert scene.found("blind.missing").seat == 5


def test_where_no_antenna_reads_cards_the_antes_tell_who_is_in():
    scene = undecided((3,), ante=25, without=("awards", "faces", "antennas")).end().start(button=1)
    for seat, *blind in ((4, 100), (5,), (1,), (2, 50)):
        scene.post(seat, 25, *blind)
    for _ in range(8):
        scene.card(None)
    scene.wait(3).says(5, "fold")
    assert scene.kinds() == []
    assert in_hand(scene) == [1, 2, 4, 5]


def test_a_stack_that_nobody_knows_and_that_went_in_whole_may_be_gone():
    """Seat 1 won or lost the first pot, nobody saw which; then it bets what it has, is called, and loses."""
    scene = next_deal(undecided(), 2, 3, 4, 5, 1).folds(4, 5).says(1, "raise", 6_000).folds(2)
    scene.says(3, "call").sweep().flop().street().street().wait(20)
    next_deal(scene, 3, 4, 5, 2, button=2).folds(5)
    assert scene.kinds() == []
    assert in_hand(scene) == [2, 3, 4, 5]

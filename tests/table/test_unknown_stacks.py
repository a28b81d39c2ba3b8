"""Seats whose stack nobody knows: nothing is ruled that needs it until it is keyed, counted, or told by play."""

from __future__ import annotations

from typing import Any

import pytest

from controller.testkit.scene import Scene


def table(*, unknown: tuple[int, ...] = (1,), least: int = 0, most: int | None = None, **told: Any) -> Scene:
    """Three seats with 10,000, button 3; of ``unknown`` nobody knows more than that it is from least to most."""
    scene = Scene(seats=3, button=3, start=False, **told)
    for seat in unknown:
        scene.engine.seats[seat].holds(None, least, most)
    return scene.start()


def acts(scene: Scene) -> list[tuple[int, str, int, bool]]:
    """What was ruled, and whether it was all-in."""
    return [
        (a.seat, a.action, a.to, a.all_in is True)
        for a in scene.out
        if getattr(a, "action", "post") != "post"
    ]


def test_a_wager_of_a_stack_that_nobody_knows_is_never_ruled_all_in():
    scene = table().deal().folds(3).says(1, "raise", 9_000).pushes(1, *[1000] * 9).folds(2)
    assert (1, "raise", 9_000, False) in acts(scene)


def test_all_in_is_what_lies_there_when_its_player_says_so():
    scene = table().deal().folds(3).says(1, "all_in").pushes(1, *[1000] * 6, after=1)
    scene.folds(2)
    (raised,) = [act for act in acts(scene) if act[1] == "raise"]
    assert raised == (1, "raise", 6_050, True)


def asked(scene: Scene) -> list[int | None]:
    """Seats whose chips in front the dealer is asked to key."""
    return [f.seat for f in scene.findings() if f.kind == "sensing.gap" and f.facts["about"] == "chips"]


def test_all_in_without_chips_asks_how_much_it_is_and_the_dealer_keys_it():
    scene = table().deal().folds(3).says(1, "all_in").wait(2)
    assert asked(scene) == []
    scene.wait(4)
    assert asked(scene) == [1]
    scene.event("chips.bet", seat=1, amount=6_050, by="dealer").folds(2)
    assert (1, "raise", 6_050, True) in acts(scene)
    assert scene.engine.hand.players[1].stack == 6_050
    assert scene.kinds() == []


def test_where_no_camera_counts_the_amount_that_is_keyed_is_the_all_in():
    scene = table(without=("camera",)).deal().folds(3).says(1, "all_in")
    scene.event("chips.bet", seat=1, amount=6_050, by="dealer").says(2, "call")
    scene.flop().street().street()
    assert (1, "raise", 6_050, True) in acts(scene)
    assert (2, "call", 6_050, False) in acts(scene)
    assert scene.kinds() == []


def test_a_count_of_the_blind_alone_says_nothing_of_an_all_in():
    scene = table().deal().folds(3).says(1, "all_in").event("chips.bet", seat=1, amount=50)
    scene.pushes(1, *[1000] * 6).folds(2)
    assert (1, "raise", 6_050, True) in acts(scene)


def test_who_went_all_in_and_was_never_counted_is_waited_for_no_more():
    scene = table().deal().folds(3).says(1, "all_in").wait(6).says(2, "call").sweep()
    scene.flop().street().street()
    assert scene.engine.view().to_act is None
    assert scene.kinds() == []
    assert scene.end().hands()[0].stacks[1] is None


def test_an_all_in_that_nobody_counted_and_what_is_said_behind_it_are_told_as_nothing():
    scene = table().deal().folds(3).says(1, "all_in").wait(6).says(2, "call").sweep()
    scene.flop().street().street().end()
    assert acts(scene) == [(3, "fold", 0, False)]


def test_who_folds_to_an_all_in_that_nobody_counted_folds_to_a_wager():
    scene = table().deal().folds(3).says(1, "all_in").wait(6).folds(2).end()
    assert scene.kinds() == []
    assert acts(scene) == [(3, "fold", 0, False), (2, "fold", 100, False)]


@pytest.mark.parametrize("without", [(), ("camera",)])
def test_an_all_in_that_is_counted_once_it_was_called_is_told_with_its_call(without):
    scene = table(without=without).deal().folds(3).says(1, "all_in").wait(6).says(2, "call")
    scene.event("chips.bet", seat=1, amount=6_050, by="dealer").sweep().tables(1).tables(2)
    scene.flop().street().street().end()
    assert acts(scene) == [(3, "fold", 0, False), (1, "raise", 6_050, True), (2, "call", 6_050, False)]
    assert scene.kinds() == []
    (hand,) = scene.hands()
    assert [pot.amount for pot in hand.pots] == [12_100]


def test_what_two_did_behind_it_is_ruled_by_what_it_was():
    """Seat 2 has called, and seat 3 folded, before the dealer keys the amount; the caller had less."""
    scene = table(stacks={1: 10_000, 2: 4_000, 3: 10_000}).deal()
    scene.says(3, "raise", 300).pushes(3, 100, 100, 100).says(1, "all_in").wait(6).says(2, "call").folds(3)
    scene.event("chips.bet", seat=1, amount=6_050, by="dealer").sweep().tables(1).tables(2)
    scene.flop().street().street().end()
    assert acts(scene)[1:] == [(1, "raise", 6_050, True), (2, "call", 4_000, True), (3, "fold", 300, False)]
    assert scene.kinds() == []


def test_an_all_in_that_somebody_raised_before_it_was_counted_stays_unknown():
    scene = table().deal().says(3, "raise", 300).pushes(3, 100, 100, 100).says(1, "all_in").wait(6)
    scene.says(2, "raise", 2_000).pushes(2, 1000, 1000).folds(3)
    scene.event("chips.bet", seat=1, amount=900, by="dealer").sweep().flop().street().street().end()
    assert [act[:2] for act in acts(scene)] == [(3, "raise"), (3, "fold")]
    assert scene.kinds() == []


def test_who_is_last_to_face_an_all_in_that_nobody_counted_is_waited_for():
    """Nobody could raise him any more; the big blind has still to call or fold."""
    scene = table(unknown=(1, 2, 3)).deal().says(3, "all_in").wait(6).mucks(1).wait(1)
    view = scene.engine.view()
    assert (view.to_act, view.owes > 0, view.uncounted, view.may_raise) == (2, True, True, False)
    assert {seat.seat: (seat.mark, seat.bet) for seat in view.seats if seat.in_hand} == {
        2: ("", 100),
        3: ("all_in", 0),
    }
    scene.mucks(2).wait(1).end()
    assert [(seat, action) for seat, action, _, _ in acts(scene)] == [(1, "fold"), (2, "fold")]
    assert scene.kinds() == []
    assert scene.hands()[0].winners[0].shares == {3: 250}


def test_a_board_that_is_dealt_behind_an_all_in_that_nobody_counted_comes_in_time():
    """Seat 3 has raised, and the all-in may have been less than that."""
    scene = table().deal().says(3, "raise", 300).pushes(3, 100, 100, 100).says(1, "all_in").wait(6).folds(2)
    scene.sweep().flop().street().street()
    assert scene.kinds() == []


def test_who_called_what_nobody_counted_has_a_stack_that_nobody_knows():
    scene = table().deal().says(3, "raise", 300).pushes(3, 100, 100, 100).says(1, "all_in").wait(6)
    scene.says(2, "call").says(3, "call").sweep().flop().says(2, "bet", 9_000).pushes(2, *[1000] * 9)
    scene.says(3, "call")
    assert (2, "bet", 9_000, False) in acts(scene)
    assert scene.kinds() == []


def test_a_pot_with_an_all_in_that_nobody_counted_is_pushed_and_nobody_is_called_for_its_amount():
    scene = table().deal().folds(3).says(1, "all_in").wait(6).says(2, "call").sweep()
    scene.flop().street().street().tables(1).event("chips.award", seat=1, amount=12_100).end()
    assert scene.kinds() == []


def test_such_a_pot_that_is_pushed_to_a_hand_that_was_folded_is_told():
    scene = table().deal().folds(3).says(1, "all_in").wait(6).says(2, "call").sweep()
    scene.flop().street().street().event("chips.award", seat=3, amount=12_100).end()
    assert scene.kinds() == ["pot.award_wrong"]


def test_where_no_camera_looks_the_amount_of_an_all_in_is_asked_at_once():
    scene = table(without=("camera",)).deal().folds(3).says(1, "all_in").wait(0.3)
    assert asked(scene) == [1]


def test_all_in_and_called_the_board_is_dealt_and_nobody_is_waited_for():
    scene = table().deal().folds(3).says(1, "all_in").pushes(1, *[1000] * 6, after=1).calls(2).sweep()
    assert scene.engine.view().to_act is None
    scene.flop().street().street()
    assert "board.premature" not in scene.kinds()


def test_a_short_push_may_be_the_last_chips_and_is_no_undercall():
    scene = table().deal().says(3, "raise", 5_000).pushes(1, *[1000] * 3).wait(3).folds(2)
    assert scene.kinds() == []
    assert (1, "call", 3_050, False) in acts(scene)


def test_a_short_push_of_who_has_more_for_certain_is_an_undercall():
    scene = (
        table(least=6_000, most=14_000).deal().says(3, "raise", 5_000).pushes(1, *[1000] * 3).wait(3).folds(2)
    )
    assert scene.kinds() == ["bet.undercall"]


def test_more_than_it_could_have_is_not_all_in():
    """He had 2,000 at most by what he left, and pushes 4,000 of 5,000: somebody has given him chips."""
    scene = (
        table(least=500, most=2_000).deal().says(3, "raise", 5_000).pushes(1, *[1000] * 4).wait(3).folds(2)
    )
    assert scene.kinds() == ["bet.undercall"]


def test_a_raise_below_the_least_may_be_the_last_chips():
    scene = (
        table().deal().says(3, "raise", 1_000).says(1, "raise").pushes(1, 500, 500, 100, 100).wait(3).folds(2)
    )
    assert scene.kinds() == []


def test_play_goes_on_past_a_seat_that_may_be_all_in():
    """Seat 1 called with 3,050 and never acts again: seat 2 and seat 3 bet on the flop."""
    scene = (
        table().deal().says(3, "raise", 5_000).pushes(1, *[1000] * 3).wait(3).says(2, "call").sweep().flop()
    )
    scene.taps(2, 3).street().taps(2, 3).street().taps(2, 3)
    assert scene.kinds() == []


def test_who_was_thought_all_in_and_acts_again_was_not():
    scene = (
        table().deal().says(3, "raise", 5_000).pushes(1, *[1000] * 3).wait(3).says(2, "call").sweep().flop()
    )
    scene.says(1, "bet", 2_000).pushes(1, 1000, 1000)
    assert scene.engine.hand.players[1].stack is None


def test_a_board_that_is_dealt_past_a_seat_that_may_be_all_in_came_in_time():
    """Two are left; the caller, whose chips nobody knows, acts no more."""
    scene = table().deal().folds(3).calls(1).says(2, "raise", 3_000).pushes(2, *[500] * 6).says(1, "call")
    scene.pushes(1, *[500] * 6).sweep().flop().taps(1).says(2, "bet", 1_000).pushes(2, 1000).says(1, "call")
    scene.pushes(1, 1000).sweep().street().street()
    assert "board.premature" not in scene.kinds()


def test_a_count_of_the_chips_behind_makes_the_stack_known():
    scene = table().deal().folds(3).event("chips.stack", seat=1, amount=4_950)
    assert scene.engine.hand.players[1].stack == 5_000
    scene.says(1, "raise", 9_000).pushes(1, *[1000] * 4, 500, 100, 100, 100, 100, 25, 25)
    scene.folds(2)
    assert (1, "raise", 5_000, True) in acts(scene)


def test_the_stack_of_who_never_had_one_is_null_in_the_hands_line():
    scene = table().deal().folds(3, 1).end()
    (hand,) = scene.hands()
    assert hand.stacks == {1: None, 2: 10_050, 3: 10_000}


def test_chips_found_behind_an_all_in_whose_winner_nobody_counted_are_not_said_to_be_covered():
    scene = (
        table(unknown=(2,)).deal().folds(3).says(1, "all_in").pushes(1, *[1000] * 9, 500, *[100] * 4, 25, 25)
    )
    scene.says(2, "call").event("chips.found", seat=1, chips={"1000": 1})
    assert "covered" not in scene.found("bet.chips_found").facts


def test_chips_that_come_after_the_caller_has_spoken_bring_no_ruling():
    scene = table().deal().folds(3).says(1, "all_in").says(2, "call")
    scene.pushes(1, *[1000] * 6).pushes(2, *[1000] * 5, 500, 100, 100, 100, 100, 50).wait(3).sweep()
    scene.flop().street().street()
    assert scene.kinds() == []
    stacks = scene.end().hands()[0].stacks
    assert (stacks[1], stacks[2]) == (None, None)


@pytest.mark.parametrize("swept_first", [False, True])
@pytest.mark.parametrize("counted", [1_000, 2_000])
def test_who_said_call_to_an_all_in_that_was_no_more_than_his_bet_has_done_nothing(counted, swept_first):
    scene = table().deal().says(3, "raise", 2_000).pushes(3, 1000, 1000).says(1, "all_in").wait(6)
    scene.folds(2).says(3, "call")
    if swept_first:
        scene.sweep()
    scene.event("chips.bet", seat=1, amount=counted, by="dealer").wait(1)
    scene.sweep().tables(1).tables(3).flop().street().street().end()
    assert acts(scene)[1:] == [(2, "fold", 100, False), (1, "call", counted, True)]
    assert scene.kinds() == []
    assert scene.hands()[0].stacks == {1: 0, 2: 9_900, 3: 10_000 - counted}


def test_the_big_blind_who_said_call_to_less_than_his_blind_has_checked():
    """Seat 3 has called the blind, and the small blind had less than that."""
    scene = table().deal().says(3, "call").pushes(3, 100).says(1, "all_in").wait(6).says(2, "call")
    scene.event("chips.bet", seat=1, amount=80, by="dealer").wait(1).sweep().flop()
    assert acts(scene) == [(3, "call", 100, False), (1, "call", 80, True), (2, "check", 100, False)]
    assert scene.kinds() == []


def counted_wrong() -> Scene:
    """The camera has found 500 more before seat 1 than it pushed; now the seat is all-in, and called."""
    scene = table().deal().says(3, "raise", 400).pushes(3, *[100] * 4).pushes(1, 500, 50)
    scene.event("chips.bet", seat=1, chips={"500": 2, "50": 1}).folds(2).pushes(3, 1000, 500)
    return scene.says(1, "all_in").wait(6).says(3, "call")


def test_the_dealers_count_of_an_all_in_is_heard_however_the_chips_before_it_were_read():
    scene = counted_wrong().event("chips.bet", seat=1, amount=5_000, by="dealer").sweep()
    scene.tables(1).tables(3).flop().street().street().end()
    assert acts(scene)[-2:] == [(1, "raise", 5_000, True), (3, "call", 5_000, False)]
    assert scene.hands()[0].stacks == {1: 0, 2: 9_900, 3: 5_000}


def test_what_was_told_of_a_seat_is_not_told_again_where_other_chips_are_believed():
    scene = counted_wrong().event("chips.bet", seat=1, amount=5_000, by="dealer").sweep()
    assert [act[:2] for act in acts(scene)].count((2, "fold")) == 1


def test_a_chip_more_that_the_camera_finds_before_an_all_in_is_not_what_it_came_to():
    scene = table().deal().says(3, "raise", 300).pushes(3, *[100] * 3).pushes(1, 500, 100, 100, 100, 50)
    scene.event("chips.bet", seat=1, chips={"500": 1, "100": 3}).folds(2).pushes(3, 1000, 500, 100, 100)
    scene.says(1, "all_in").wait(6).says(3, "call").event("chips.bet", seat=1, chips={"500": 1, "100": 4})
    scene.event("chips.bet", seat=1, amount=6_050, by="dealer").sweep().tables(1).tables(3)
    scene.flop().street().street().end()
    assert acts(scene)[-2:] == [(1, "raise", 6_050, True), (3, "call", 6_050, False)]


@pytest.mark.parametrize("cards", [4, 5])
def test_cards_too_many_on_the_flop_make_nobody_all_in(cards):
    scene = table(unknown=(1, 2, 3)).deal().says(3, "call").says(1, "call").says(2, "check").flop(cards)
    scene.wait(2)
    assert scene.engine.view().to_act == 1
    scene.rules("scramble_flop").move(scene.board.pop(), "board", "burn").wait(2)
    view = scene.engine.view()
    assert (view.street, view.to_act, [seat.mark for seat in view.seats if seat.in_hand]) == (
        "flop",
        1,
        [""] * 3,
    )
    scene.says(1, "bet", 500).folds(2)
    assert ("bet", 500) in [(action, to) for _, action, to, _ in acts(scene)]


@pytest.mark.parametrize("book", ["dpc", "tda-2024"])
def test_a_raise_in_one_chip_that_nobody_heard_is_told_by_an_all_in_for_less_and_change_that_nobody_gave(
    book,
):
    unheard = ("taps", "words", "awards", "faces", "hands")
    scene = Scene(book, seats=9, button=1, stacks=20_000, without=unheard, start=False)
    scene.engine.seats[5].holds(None, 300, None)
    scene.start().deal().pushes(4, 100, 100, 100).pushes(5, 100, 100, 100).folds(6, 7, 8).pushes(9, 500)
    scene.folds(1, 2, 3).pushes(4, 1000).pushes(5, 500, 100, 100, 100, 25, 25, 25)
    scene.pushes(9, 500, 100, 100, 100).sweep().flop().wait(3).pushes(9, 1000).pushes(
        4, 1000
    ).sweep().street()
    assert [act[:3] for act in acts(scene) if act[0] in (4, 5, 9)][3:6] == [
        (4, "raise", 1300), (5, "call", 1175), (9, "call", 1300),
    ]  # fmt: skip
    scene.wait(3).end()
    assert scene.engine.seats[9].least == 20_000 - 1300 - 1000

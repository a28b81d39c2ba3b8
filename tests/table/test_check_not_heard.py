"""One check in the middle of a street was not heard: who acts behind it is told, and nothing more of it."""

from __future__ import annotations

from controller.testkit.scene import Scene
from controller.testkit.spots import bets, chips, flop
from tests.table.houses import did, every_house
from tests.table.showdowns import ACES, KINGS, QUEENS, river


@every_house()
def test_the_card_that_ends_the_street_is_not_too_early(house):
    scene = flop(house, seats=4).taps(1, 2).taps(4).sweep().street().wait(3)
    scene.check_round().sweep().street().check_round()
    assert [(f.kind, f.seat) for f in scene.findings("dealer", "floor")] == [("turn.out_of_turn", 4)]
    assert did(scene, 3) == ("check", 0)


@every_house()
def test_a_bet_behind_it_has_still_to_be_answered(house):
    scene = flop(house, seats=4).taps(1, 2).pushes(4, 500).wait(3).sweep().street().wait(3)
    assert "board.premature" in scene.kinds()


@every_house()
def test_nor_is_it_where_somebody_else_has_not_acted_either(house):
    scene = flop(house, seats=4).taps(1, 3).sweep().street().wait(3)
    assert "board.premature" in scene.kinds()


@every_house()
def test_hands_shown_once_all_others_have_checked_are_the_showdown(house):
    scene = river(house, {1: ACES, 2: QUEENS, 3: KINGS}).taps(1, 3).tables(1).tables(2).tables(3)
    assert [(f.kind, f.seat) for f in scene.findings("dealer", "floor")] == [("turn.out_of_turn", 3)]
    assert scene.award(3, 300).end().hands()[0].winners[0].shares == {3: 300}


@every_house("english-arabic")
def test_the_last_check_is_missed_at_the_first_hand_shown_alone(house):
    scene = river(house, {1: ACES, 2: QUEENS, 3: KINGS}).taps(1, 2).tables(1).tables(2).tables(3)
    assert [(f.kind, f.seat) for f in scene.findings("dealer", "floor")] == [("hand.exposed_by_player", 1)]
    assert scene.award(3, 300).end().hands()[0].winners[0].shares == {3: 300}


@every_house("upt")
def test_who_has_checked_before_it_and_calls_the_bet_behind_it_has_called(house):
    scene = bets(flop(house, seats=3).taps(1), 3, "bet", 800).says(1, "call").pushes(1, *chips(800))
    scene.says(2, "call").pushes(2, *chips(800)).sweep().street().wait(3)
    assert {f.kind for f in scene.findings("dealer", "floor")} == {"turn.out_of_turn", "turn.skipped"}
    assert scene.engine.view().to_act == 1
    assert [did(scene, seat, "flop") for seat in (1, 2, 3)] == [("call", 800), ("call", 800), ("bet", 800)]


@every_house("upt")
def test_chips_that_just_meet_a_bet_behind_it_have_called_that_once_all_is_pulled_in(house):
    scene = bets(flop(house, seats=2), 2, "bet", 800).pushes(1, *chips(800)).sweep().street().wait(3)
    assert [(f.kind, f.seat) for f in scene.findings("dealer", "floor")] == [("turn.out_of_turn", 2)]
    assert scene.actions("flop") == [(1, "check", 0), (2, "bet", 800), (1, "call", 800)]


@every_house("upt")
def test_it_was_a_bet_of_his_own_where_the_other_answers_it(house):
    scene = bets(flop(house, seats=2), 2, "bet", 800).pushes(1, *chips(800)).says(2, "call", after=3).sweep()
    assert scene.actions("flop") == [(1, "bet", 800), (2, "call", 800)]


@every_house("upt")
def test_whose_bet_behind_it_was_met_by_an_all_in_of_as_much_has_called_that(house):
    """Seat 1 knocked unheard, seat 2 bet 800, and seat 1 goes all-in for just that."""
    scene = bets(flop(house, seats=2, stacks={1: 1200, 2: 5000}), 2, "bet", 800)
    scene.says(1, "all_in").pushes(1, *chips(800)).sweep().tables(2).tables(1).street().street().wait(3)
    assert {f.kind for f in scene.findings("dealer", "floor")} == {"turn.out_of_turn"}
    assert scene.award(2, 2400).end().hands()[0].pots[0].amount == 2400


@every_house("upt")
def test_chips_that_were_to_go_back_and_are_not_just_the_call_are_none(house):
    scene = bets(flop(house, seats=2, stacks={1: 1500, 2: 5000}), 2, "bet", 800)
    scene.says(1, "all_in").pushes(1, *chips(1100)).sweep().street().wait(3)
    assert "board.premature" in scene.kinds()


@every_house("upt")
def test_who_says_that_he_raises_a_bet_behind_it_had_checked(house):
    """A raise answers the other's bet: it is no bet that was called one."""
    scene = bets(flop(house, seats=2), 2, "bet", 800)
    scene.says(1, "raise", 2000).pushes(1, *chips(2000)).calls(2).sweep().street().wait(3)
    assert [(f.kind, f.seat) for f in scene.findings("dealer", "floor")] == [("turn.out_of_turn", 2)]
    assert scene.actions("flop") == [
        (1, "check", 0),
        (2, "bet", 800),
        (1, "raise", 2000),
        (2, "call", 2000),
    ]


@every_house()
def test_two_in_a_row_before_the_flop_and_on_it(house):
    """Nobody heard the big blind check, nor seat 1 on the flop: who has called already and knocks again does so there."""
    scene = Scene(house, seats=3, button=3).deal().calls(3, 1).sweep().flop().wait(3)
    scene.taps(2).taps(3).sweep().street().wait(3)
    assert [f.kind for f in scene.findings("dealer", "floor")] == ["board.premature", "turn.out_of_turn"]
    assert scene.engine.view().street == "turn"


@every_house()
def test_who_called_before_the_flop_acts_on_it_though_the_big_blind_was_not_heard(house):
    """Heads-up the big blind is first on the flop as well: neither check was heard."""
    scene = Scene(house, seats=2, button=2).deal().calls(2).sweep().flop().wait(3)
    scene.taps(2).wait(3).sweep().street().wait(3)
    assert [f.kind for f in scene.findings("dealer", "floor")] == ["board.premature"]
    assert scene.actions("flop") == [(1, "check", 0), (2, "check", 0)]


@every_house()
def test_a_check_keyed_behind_a_bet_out_of_turn_that_lies_there_came_before_it(house):
    """One house lets a bet out of turn lie, cut to the minimum: the check that it passed is keyed two seconds later."""
    scene = bets(flop(house, seats=3), 2, "bet", 800).wait(1)
    scene.taps(1).says(3, "fold", after=3).calls(1).sweep().street().wait(3)
    assert {f.kind for f in scene.findings("dealer", "floor")} == {"turn.out_of_turn"}
    assert [did(scene, seat, "flop") for seat in (1, 2)] == [("call", 800), ("bet", 800)]


@every_house("upt")
def test_who_was_skipped_and_is_keyed_to_check_a_moment_later_had_done_so(house):
    scene = bets(flop(house, seats=4).taps(2), 3, "bet", 800).wait(3)
    scene.taps(1).says(4, "call").pushes(4, *chips(800)).calls(1, 2).sweep().street().wait(3)
    kinds = {f.kind for f in scene.findings("dealer", "floor")}
    assert kinds == {"turn.out_of_turn", "turn.skipped"}
    assert did(scene, 1, "flop") == ("call", 800)


@every_house()
def test_hands_shown_while_two_have_still_to_check_are_the_showdown(house):
    scene = river(house, {1: ACES, 2: QUEENS, 3: KINGS}).taps(1).tables(3).tables(2).tables(1)
    assert [f.seat for f in scene.findings("dealer", "floor") if f.kind == "hand.exposed_by_player"] in (
        [],
        [3],
    )

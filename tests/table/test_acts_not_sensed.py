"""A player knocks or calls, and no sensor tells it: one thing is told of it, and play is followed where it goes."""

from __future__ import annotations

from controller.testkit.scene import Scene
from controller.testkit.spots import bets, facing, flop
from tests.table.houses import did, every_house


def plays_to_the_end(scene: Scene, streets: int) -> Scene:
    """Everybody checks what is left of the hand."""
    for _ in range(streets - 1):
        scene.check_round().sweep().street()
    return scene.check_round()


@every_house()
def test_the_big_blinds_option_that_was_not_heard_is_told_once_and_the_flop_is_played(house):
    scene = Scene(house).deal().calls(3, 4, 5, 6, 1).sweep().flop()
    plays_to_the_end(scene, 3)
    assert scene.kinds() == ["board.premature"]
    assert did(scene, 2, "preflop") == ("check", 100)
    assert [seat for seat, _, _ in scene.actions("turn")] == [1, 2, 3, 4, 5, 6]


@every_house()
def test_nor_is_anybody_out_of_turn_after_it_where_two_play(house):
    scene = Scene(house, seats=2, button=2).deal().calls(2).sweep().flop()
    scene.taps(1, 2).sweep().street().taps(1, 2).sweep().street().taps(1, 2)
    assert scene.kinds() == ["board.premature"]
    assert scene.actions("flop") == [(1, "check", 0), (2, "check", 0)]


@every_house()
def test_who_bets_on_the_flop_then_has_bet_there(house):
    scene = Scene(house).deal().calls(3, 4, 5, 6, 1).sweep().flop()
    scene.says(1, "bet", 400).pushes(1, 100, 100, 100, 100).folds(2, 3, 4, 5)
    assert scene.kinds() == ["board.premature"]
    assert did(scene, 1) == ("bet", 400)


@every_house()
def test_the_big_blind_may_still_raise_before_the_flop_that_came_too_early_is_played(house):
    scene = Scene(house).deal().calls(3, 4, 5, 6, 1).sweep().flop()
    scene.says(2, "raise", 400).pushes(2, 100, 100, 100).folds(3)
    assert scene.kinds() == ["board.premature"]
    assert did(scene, 2, "preflop") == ("raise", 400)


@every_house()
def test_the_last_check_of_the_flop_that_was_not_heard_is_told_once(house):
    scene = flop(house, seats=3).taps(1, 2).sweep().street()
    plays_to_the_end(scene, 2)
    assert scene.kinds() == ["board.premature"]
    assert scene.actions("flop") == [(1, "check", 0), (2, "check", 0), (3, "check", 0)]


@every_house()
def test_a_seat_told_as_passed_over_has_checked_once_the_next_card_comes(house):
    scene = flop(house).taps(2, 3, 4, 5, 6).sweep().street()
    plays_to_the_end(scene, 2)
    assert "board.premature" not in scene.kinds()
    assert {f.street for f in scene.findings("dealer", "floor")} == {"flop"}
    assert did(scene, 1) == ("check", 0)


@every_house()
def test_nor_are_checks_behind_one_that_was_not_heard_missed_again_on_the_next_street(house):
    scene = flop(house, seats=3).taps(2, 3).sweep().street()
    plays_to_the_end(scene, 2)
    assert {f.street for f in scene.findings("dealer", "floor")} == {"flop"}
    assert [seat for seat, _, _ in scene.actions("turn")] == [1, 2, 3]


@every_house()
def test_who_lets_the_bets_be_pulled_in_and_plays_the_flop_has_called(house):
    scene = (
        Scene(house).deal().says(3, "raise", 300).pushes(3, 100, 100, 100).folds(4, 5, 6, 1).sweep().flop()
    )
    scene.taps(2, 3).sweep().street().taps(2, 3).sweep().street().taps(2, 3).end()
    assert scene.kinds() == ["board.premature"]
    assert did(scene, 2, "preflop") == ("call", 300)
    assert scene.actions("flop") == [(2, "check", 0), (3, "check", 0)]
    assert scene.hands()[0].pots[0].amount == 650


@every_house()
def test_who_has_called_before_him_is_not_out_of_turn_on_the_flop(house):
    scene = Scene(house).deal().says(3, "raise", 300).pushes(3, 100, 100, 100).folds(4, 5, 6).says(1, "call")
    scene.pushes(1, 100, 100, 25, 25).sweep().flop().taps(1, 2, 3).sweep().street().taps(1, 2, 3)
    assert scene.kinds() == ["board.premature"]
    assert did(scene, 2, "preflop") == ("call", 300)


@every_house()
def test_who_still_calls_the_bet_before_he_plays_the_flop_has_called_it_once(house):
    scene = (
        Scene(house).deal().says(3, "raise", 300).pushes(3, 100, 100, 100).folds(4, 5, 6, 1).sweep().flop()
    )
    scene.says(2, "call").pushes(2, 100, 100).taps(2, 3)
    assert scene.kinds() == ["board.premature"]
    assert did(scene, 2, "preflop") == ("call", 300)
    assert scene.engine.hand.players[2].put_in == 300


@every_house()
def test_a_call_before_the_flop_that_was_not_heard_is_followed_to_the_end(house):
    scene = Scene(house).deal().calls(4, 5, 6, 1).taps(2).sweep().flop()
    plays_to_the_end(scene, 3)
    assert {f.street for f in scene.findings("dealer", "floor")} == {"preflop"}
    assert did(scene, 3, "preflop") == ("call", 100)
    assert [seat for seat, _, _ in scene.actions("turn")] == [1, 2, 3, 4, 5, 6]


@every_house()
def test_a_call_in_the_middle_that_was_not_seen_is_told_as_passed_over_and_the_turn_is_not_too_early(house):
    scene = facing(house, 800).says(2, "call").pushes(2, 500, 100, 100, 100)
    scene.says(4, "call").pushes(4, 500, 100, 100, 100).folds(5, 6).sweep().street()
    scene.taps(1, 2, 3, 4).sweep().street().taps(1, 2, 3, 4)
    assert "turn.skipped" in scene.kinds()
    assert {f.street for f in scene.findings("dealer", "floor")} == {"flop"}
    assert did(scene, 3) == ("call", 800)
    assert [seat for seat, _, _ in scene.actions("turn")] == [1, 2, 3, 4]


@every_house()
def test_whose_call_was_not_seen_and_bets_not_pulled_in_has_still_to_call(house):
    scene = facing(house, 800).says(2, "call").pushes(2, 500, 100, 100, 100)
    scene.says(4, "call").pushes(4, 500, 100, 100, 100).folds(5, 6).street().wait(1)
    assert scene.found("board.premature").facts["street"] == "turn"
    assert scene.engine.view().to_act == 3


@every_house("upt")
def test_who_calls_a_bet_that_has_gone_round_to_him_had_checked_before(house):
    scene = bets(flop(house, seats=3).taps(1), 3, "bet", 800).folds(1)
    scene.says(2, "call").pushes(2, 500, 100, 100, 100).sweep().street().taps(2, 3)
    assert "bet.invalid_declaration" not in scene.kinds()
    assert did(scene, 2, "flop") == ("call", 800)
    assert {f.street for f in scene.findings("dealer", "floor")} == {"flop"}


@every_house("upt")
def test_nor_is_his_fold_to_it_one_with_no_bet_to_face(house):
    scene = bets(flop(house, seats=3).taps(1), 3, "bet", 800).folds(1, 2).award(3, 2000).end()
    assert not {"turn.nonstandard_fold", "pot.award_wrong"} & {*scene.kinds()}
    assert scene.hands()[0].stacks == {1: 99_600, 2: 99_600, 3: 100_800}


@every_house()
def test_a_call_past_which_others_were_told_out_of_turn_is_made_once_the_bets_are_pulled_in(house):
    scene = Scene(house, seats=3).deal().calls(3).taps(2).sweep().flop().taps(1, 2, 3).sweep().street()
    assert {(f.kind, f.seat) for f in scene.findings("dealer", "floor")} == {("turn.out_of_turn", 2)}
    assert scene.actions("preflop") == [(3, "call", 100), (1, "call", 100), (2, "check", 100)]
    assert [seat for seat, _, _ in scene.actions("flop")] == [1, 2, 3]


@every_house()
def test_where_they_still_lie_the_card_is_too_early(house):
    scene = Scene(house, seats=3).deal().calls(3).taps(2).wait(2.5).flop().wait(1)
    assert "board.premature" in scene.kinds()


# Keyed late --------------------------------------------------------------------------------------------


def bet_on_the_turn(house: str) -> Scene:
    """Seat 3 has checked the flop unheard, and seat 1 bets on the turn."""
    scene = flop(house, seats=3).taps(1, 2).sweep().street()
    return bets(scene, 1, "bet", 800)


@every_house()
def test_a_check_that_is_keyed_when_the_next_street_has_a_bet_is_the_one_before(house):
    scene = bet_on_the_turn(house).taps(3).says(2, "call").pushes(2, 500, 100, 100, 100).folds(3).sweep()
    assert scene.kinds() == ["board.premature"]
    assert scene.actions("flop")[-1] == (3, "check", 0)
    assert scene.actions("turn") == [(1, "bet", 800), (2, "call", 800), (3, "fold", 0)]


@every_house()
def test_much_later_it_is_one_of_its_own(house):
    scene = bet_on_the_turn(house).says(2, "call").pushes(2, 500, 100, 100, 100).wait(6).taps(3).wait(2.5)
    assert "bet.invalid_declaration" in scene.kinds()


@every_house()
def test_who_bets_behind_a_check_that_was_keyed_late_had_checked_the_street_before(house):
    scene = flop(house, seats=2).taps(1).sweep().street().taps(1, 2)
    bets(scene, 2, "bet", 800).says(1, "call").pushes(1, 500, 100, 100, 100).sweep().street()
    assert scene.kinds() == ["board.premature"]
    assert scene.actions("turn") == [(1, "check", 0), (2, "bet", 800), (1, "call", 800)]


@every_house()
def test_nor_do_chips_without_a_word_go_back_to_him(house):
    scene = flop(house, seats=2).taps(1).sweep().street().taps(1, 2).pushes(2, 500, 100, 100, 100)
    scene.folds(1).sweep()
    assert scene.kinds() == ["board.premature"]
    assert scene.actions("turn") == [(1, "check", 0), (2, "bet", 800), (1, "fold", 0)]


@every_house()
def test_who_was_heard_on_the_street_before_has_checked_and_his_chips_go_back(house):
    scene = flop(house, seats=2).taps(1, 2).sweep().street().taps(1, 2).pushes(2, 500, 100, 100, 100).wait(3)
    assert scene.kinds() == ["bet.verbal_vs_chips"]


@every_house()
def test_a_call_that_is_keyed_on_the_flop_is_the_one_before_it(house):
    scene = Scene(house, seats=3).deal().calls(3).taps(2).sweep().flop().taps(1).says(1, "call", after=0.4)
    scene.taps(2, 3).sweep().street()
    assert {(f.kind, f.seat) for f in scene.findings("dealer", "floor")} == {("turn.out_of_turn", 2)}
    assert [seat for seat, _, _ in scene.actions("flop")] == [1, 2, 3]


# Where two play ----------------------------------------------------------------------------------------


@every_house("upt")
def test_who_calls_the_others_bet_had_checked_before(house):
    scene = bets(flop(house, seats=2), 2, "bet", 800).says(1, "call").pushes(1, 500, 100, 100, 100).sweep()
    assert {(f.kind, f.seat) for f in scene.street().findings("dealer", "floor")} == {("turn.out_of_turn", 2)}
    assert scene.actions("flop") == [(1, "check", 0), (2, "bet", 800), (1, "call", 800)]


@every_house("upt")
def test_nor_is_a_fold_to_it_one_with_no_bet_to_face(house):
    scene = bets(flop(house, seats=2), 2, "bet", 800).folds(1).award(2, 1600).end()
    assert {(f.kind, f.seat) for f in scene.findings("dealer", "floor")} == {("turn.out_of_turn", 2)}
    assert scene.hands()[0].stacks == {1: 99_600, 2: 100_400}


# A showdown --------------------------------------------------------------------------------------------


def all_in_and_unseen_call(house: str) -> Scene:
    """Seat 1 is all-in, the call of seat 2 for all it has is not seen, and the bets are pulled in."""
    return flop(house, seats=2, stacks=5000).says(1, "all_in").pushes(1, *[1000] * 4, 500, 100).sweep()


@every_house("english-arabic", "invitational")
def test_of_a_call_for_all_that_nobody_saw_it_is_told_once_when_the_hands_are_shown(house):
    scene = all_in_and_unseen_call(house).tables(1).wait(1).tables(2).wait(1).street().street()
    assert scene.kinds() == ["hand.exposed_by_player"]
    assert scene.actions("flop") == [(1, "bet", 4600), (2, "call", 4600)]
    assert scene.engine.hand.players[2].put_in == 5000


@every_house("english-arabic", "invitational")
def test_where_more_can_be_bet_behind_it_a_hand_that_is_shown_is_told_as_well(house):
    scene = flop(house, seats=3).says(1, "bet", 800).pushes(1, 500, 100, 100, 100).sweep()
    scene.tables(1).wait(1).tables(2).wait(1)
    assert scene.kinds().count("hand.exposed_by_player") == 2

"""Chips that lie in the pot stay there: of dead hands, of killed ones, added late, pushed to the wrong seat."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import facing, facing_raise, flop
from tests.table.houses import action_of, clauses, did, every_house


def chips_of(scene: Scene) -> int:
    """Return every chip at the table at the end of the hand."""
    (hand,) = scene.hands()
    return sum(stack or 0 for stack in hand.stacks.values()) + (hand.unawarded or 0)


# The blind of a dead hand ------------------------------------------------------------------------------


@clauses("deltin 30", "dpc Player Present 1", "tda-2024 30", "deltin 71C", "tda-2024 71C", "upt 15-7")
@pytest.mark.parametrize("state", ["absent", "penalty"])
@every_house()
def test_the_big_blind_of_a_player_who_is_away_stays_in_the_pot(house, state):
    scene = Scene(house, states={2: state}).deal().folds(3, 4, 5, 6).award(1, 150).end()
    (hand,) = scene.hands()
    assert (hand.returned, hand.stacks[1], hand.stacks[2]) == ({}, 10_100, 9_900)
    assert "pot.award_wrong" not in scene.kinds()


@every_house("invitational", "upt")
def test_a_raise_over_a_dead_big_blind_comes_back_down_to_it(house):
    scene = Scene(house, states={2: "penalty"}).deal().says(3, "raise", 300).pushes(3, 100, 100, 100)
    scene.folds(4, 5, 6, 1).award(3, 250).end()
    (hand,) = scene.hands()
    assert (hand.returned, hand.stacks[2], hand.stacks[3]) == ({3: 200}, 9_900, 10_150)
    assert "pot.award_wrong" not in scene.kinds()


# Killed after the wager --------------------------------------------------------------------------------


@every_house()
def test_the_chips_of_a_hand_that_the_floor_kills_right_after_its_wager_stay_in(house):
    scene = facing(house, 400).pushes(2, 1000, 1000, 1000).rules("kill_hand", seat=2)
    assert action_of(scene, 2).action == "dead"
    scene.folds(3, 4, 5, 6).says(1, "call").end()
    (hand,) = scene.hands()
    assert scene.actions("flop")[1:3] == [(2, "raise", 3000), (2, "dead", 3000)]
    assert hand.stacks[2] == 100_000 - 400 - 3000
    assert chips_of(scene) == 600_000


def test_the_chips_of_a_player_who_shows_his_cards_after_his_wager_stay_in():
    """English-Arabic 38: the hand is dead, the chips were put in in turn."""
    scene = facing("english-arabic", 400).pushes(2, 100, 100, 100, 100)
    scene.event("card.face", zone="seat:2", face="up", by="player", count=2)
    scene.folds(3, 4, 5, 6).award(1, 2 * 400 + 6 * 400).end()
    (hand,) = scene.hands()
    assert scene.found("hand.exposed_by_player").remedy == "kill_hand"
    assert (hand.stacks[2], hand.stacks[1]) == (99_200, 100_000 + 6 * 400 + 800 - 800)
    assert "pot.award_wrong" not in scene.kinds()


@clauses("deltin 37", "tda-2024 37")
@every_house("english-arabic", "invitational", "upt")
def test_the_chips_of_a_button_that_calls_on_one_card_stay_in(house):
    scene = Scene(house).deal([1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5]).wait(1.5).folds(3, 4, 5)
    scene.pushes(6, 100).folds(1).award(2, 250).end()
    (hand,) = scene.hands()
    assert scene.found("deal.button_short", 2).remedy == "kill_hand"
    assert (hand.stacks[6], hand.stacks[2]) == (9_900, 10_150)
    assert "pot.award_wrong" not in scene.kinds()


# Chips added to a wager that the floor has to look at --------------------------------------------------


@every_house("upt")
def test_an_undercall_that_its_player_makes_good_is_the_call(house):
    scene = facing_raise(house, 400, 1200).pushes(3, 500, 100).wait(2.5).pushes(3, 500, 100)
    assert scene.found("bet.undercall").remedy == "floor"
    scene.says(4, "fold")
    assert did(scene, 3) == ("call", 1200)


@every_house("upt")
def test_an_undercall_made_good_after_the_next_player_acted_is_the_call_too(house):
    scene = facing_raise(house, 400, 1200).pushes(3, 500, 100).wait(2.5).folds(4).pushes(3, 500, 100)
    scene.folds(5, 6, 1, 2).award(3, 6 * 400 + 400 + 1200 + 1200).end()
    (hand,) = scene.hands()
    assert hand.stacks[3] == 100_000 + 5 * 400 + 400 + 1200
    assert scene.kinds() == ["bet.undercall"]


@every_house("upt")
def test_what_is_added_counts_even_where_it_does_not_reach_the_call(house):
    scene = facing_raise(house, 400, 1200).pushes(3, 500).wait(2.5).pushes(3, 100, 100).says(4, "fold")
    assert did(scene, 3) == ("call", 700)


@every_house("upt", "invitational")
def test_a_tiny_chip_with_the_rest_of_the_call_behind_it_is_the_call(house):
    scene = flop(house).pushes(1, 5000, 5000).pushes(2, 100).wait(2.5)
    assert scene.found("bet.tiny_chip").remedy == "floor"
    scene.pushes(2, 5000, 1000, 1000, 1000, 1000, 500, 100, 100, 100, 100).folds(3, 4, 5, 6).sweep()
    assert did(scene, 2) == ("call", 10_000)
    assert "pot.collect" not in [finding.kind for finding in scene.findings()]


@every_house("upt")
def test_the_second_of_two_undercalls_made_good_is_a_call(house):
    scene = facing_raise(house, 400, 1200).pushes(3, 500).pushes(4, 500).wait(2.5).pushes(4, 500, 100, 100)
    scene.says(5, "fold")
    assert did(scene, 4) == ("call", 1200)


# The pot pushed to the wrong seat ----------------------------------------------------------------------


@every_house()
def test_a_pot_with_an_uncalled_bet_in_it_pushed_to_a_folded_seat_is_all_due_to_the_bettor(house):
    scene = flop(house).says(1, "bet", 400).folds(2, 3, 4, 5, 6).award(3, 2800)
    told = scene.found("pot.award_wrong")
    assert (told.seat, told.facts["due"], told.facts["awarded"]) == (3, {1: 2800}, {3: 2800})
    (hand,) = scene.end().hands()
    assert (hand.returned, [pot.amount for pot in hand.pots]) == ({}, [2800])
    assert hand.stacks[3] == 100_000 - 400 + 2800
    assert chips_of(scene) == 600_000


@every_house()
def test_a_pot_pushed_again_to_the_seat_that_won_it_is_pushed_once(house):
    scene = flop(house).says(1, "bet", 400).folds(2, 3, 4, 5, 6).award(3, 2800).award(1, 2800).end()
    (hand,) = scene.hands()
    assert (hand.stacks[1], hand.stacks[3]) == (100_000 - 800 + 2800, 99_600)
    assert chips_of(scene) == 600_000


# Chips of a player who then throws his hand in ----------------------------------------------------------


@every_house()
def test_silent_chips_of_a_call_stay_in_when_the_hand_follows_them(house):
    scene = Scene(house).deal().says(3, "raise", 300).pushes(3, 100, 100, 100).pushes(4, 100, 100, 100)
    scene.wait(1).mucks(4).folds(5, 6, 1, 2).award(3, 750).end()
    (hand,) = scene.hands()
    assert (hand.stacks[3], hand.stacks[4]) == (10_450, 9_700)
    assert scene.kinds() == ["turn.out_of_turn_fold"]
    assert did(scene, 4, "preflop") == ("fold", 300)


@every_house()
def test_chips_short_of_the_call_stay_in_when_the_hand_follows_them_at_once(house):
    scene = facing_raise(house, 400, 1200).pushes(3, 500, 100).mucks(3).folds(4, 5, 6, 1)
    scene.award(2, 6 * 400 + 400 + 1200 + 600).end()
    (hand,) = scene.hands()
    assert hand.stacks[3] == 100_000 - 400 - 600
    assert scene.kinds() == []


@every_house()
def test_chips_that_were_taken_back_before_the_fold_are_not_in(house):
    scene = Scene(house).deal().says(3, "raise", 300).pushes(3, 100, 100, 100).pushes(4, 100, 100)
    scene.pulls(4, 100, 100).folds(4, 5, 6, 1, 2).award(3, 450).end()
    (hand,) = scene.hands()
    assert hand.stacks[4] == 10_000
    assert "pot.award_wrong" not in scene.kinds()


@clauses("deltin 41A", "dpc Bets 11A", "english-arabic M1A", "tda-2024 50A")
@every_house()
@pytest.mark.parametrize("says", [True, False])
def test_the_chips_of_a_call_stay_in_though_he_takes_them_back_and_throws_his_hand_in(house, says):
    """Seat 2 has called 400; before anybody acts he pulls it back and folds: the call stands, his hand is gone."""
    scene = facing(house, 400).pushes(2, *[100] * 4).pulls(2, *[100] * 4)
    scene = scene.folds(2) if says else scene.mucks(2)
    scene.folds(3, 4, 5, 6).award(1, 3200).end()
    (hand,) = scene.hands()
    assert (hand.stacks[1], hand.stacks[2]) == (102_400, 99_200)
    assert {f.kind for f in scene.findings("floor", "dealer")} == {"turn.out_of_turn_fold"}

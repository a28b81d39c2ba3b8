"""Acts out of turn at the Tour: a wager is cut to the minimum and lies there, who was passive may not raise."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import bets, facing, flop
from tests.table.houses import clauses, settled
from tests.table.test_turns import acted, told


@clauses("upt House: Out of turn s1", "upt House: Out of turn s2-3")
def test_upt_a_bet_out_of_turn_is_cut_to_one_big_blind():
    scene = flop("upt", blinds=(100, 200)).pushes(2, 1000, 500)
    (finding,) = scene.findings()
    assert (finding.remedy, finding.level, finding.cites) == (
        "house_minimum",
        "dealer",
        ["House: Out of turn"],
    )
    assert (finding.facts["to"], finding.facts["due"]) == (200, 1)
    assert scene.engine.view().to_call == 200


@clauses("upt House: Out of turn s1")
def test_upt_a_raise_out_of_turn_is_cut_to_the_smallest_raise():
    scene = bets(facing("upt", 1000), 3, "raise", 5000)
    assert scene.findings()[0].facts["to"] == 2000


@clauses("upt House: Out of turn 1", "upt House: Out of turn 2")
@pytest.mark.parametrize(("verb", "to"), [("call", 200), ("fold", 0)])
def test_upt_if_the_skipped_player_calls_or_folds_only_a_check_is_left(verb, to):
    scene = flop("upt", blinds=(100, 200)).pushes(2, 1000, 500).says(1, verb)
    scene.says(3, "call").says(4, "fold")
    first, settling = scene.findings()
    assert (first.remedy, settling.remedy) == ("house_minimum", "binding")
    assert settling.facts["settles"] == first.id
    assert acted(scene, 1, 2, 3) == [(1, verb, to), (2, "bet", 200), (3, "call", 200)]


def test_upt_who_bet_early_may_not_raise_when_the_skipped_player_called():
    scene = flop("upt", blinds=(100, 200)).pushes(2, 1000, 500).says(1, "call")
    scene.folds(3, 4, 5, 6).sweep().street()
    assert acted(scene, 2) == [(2, "bet", 200)]


@clauses("upt House: Out of turn 3")
@pytest.mark.parametrize(("verb", "to"), [("fold", 200), ("call", 400), ("raise", 800)])
def test_upt_if_the_skipped_player_raises_fold_call_and_re_raise_are_open(verb, to):
    scene = flop("upt", blinds=(100, 200)).pushes(2, 1000, 500)
    bets(scene, 1, "raise", 400).folds(3, 4, 5, 6)
    scene.says(2, verb, to if verb == "raise" else None)
    settled(scene).says(1, "fold")
    if verb == "raise":
        assert acted(scene, 2)[-1] == (2, "raise", 800)
    else:
        scene.end()
        assert acted(scene, 2)[-1] == (2, verb, to)
    assert [f.remedy for f in scene.findings()][:2] == ["house_minimum", "not_binding"]


@clauses("upt House: Out of turn")
def test_upt_a_bet_out_of_turn_that_the_floor_gives_back_is_none():
    scene = flop("upt", blinds=(100, 200)).pushes(2, 1000, 500).wait(3)
    scene.rules("not_binding", finding=scene.found("turn.out_of_turn").id).pulls(2, 1000, 500)
    assert scene.engine.view().to_call == 0
    scene.taps(1, 2, 3, 4, 5, 6).sweep().street()
    assert scene.actions("flop") == [(seat, "check", 0) for seat in range(1, 7)]
    assert [f.remedy for f in scene.findings()] == ["house_minimum"]


@clauses("upt House: Out of turn")
def test_upt_a_hand_that_the_floor_kills_for_its_bet_out_of_turn_has_bet_nothing():
    scene = flop("upt", blinds=(100, 200)).pushes(2, 1000, 500).wait(3).rules("kill_hand", seat=2)
    scene.taps(1, 3, 4, 5, 6).sweep().street()
    assert acted(scene, 1, 2, 3) == [(2, "dead", 0), (1, "check", 0), (3, "check", 0)]
    assert [f.remedy for f in scene.findings()] == ["house_minimum"]
    assert scene.end().hands()[0].stacks[2] == 100_000 - 200


@clauses("upt 3 Betting 9 s2")
def test_upt_3_betting_9_who_checked_early_may_not_bet():
    scene = flop("upt").taps(2).taps(1).says(2, "bet", 400)
    settled(scene, 3)
    assert acted(scene, 2) == [(2, "check", 0)]


@clauses("upt 3 Betting 9 s2", "upt 3 Betting 9 s4")
def test_upt_3_betting_9_who_checked_early_may_call_a_bet_but_not_raise_it():
    scene = flop("upt").taps(2)
    bets(scene, 1, "bet", 400)
    bets(scene, 2, "raise", 1200)
    settled(scene, 3)
    assert told(scene)[1] == ("turn.out_of_turn", 2, "not_binding")
    assert acted(scene, 2) == [(2, "call", 400)]


@clauses("upt 3 Betting 9 s5")
def test_upt_3_betting_9_a_call_in_between_leaves_it_to_the_floor():
    scene = facing("upt", 400).says(3, "call").says(2, "call")
    first, settling = scene.findings()
    assert (first.remedy, settling.remedy, settling.level) == ("back_up", "floor", "floor")
    assert settling.cites == ["3 Betting 9"]
    assert settling.facts["options"] == ["binding", "not_binding"]


@clauses("upt 3 Betting 9 s3")
def test_upt_3_betting_9_who_called_early_may_not_make_it_a_raise():
    scene = facing("upt", 200).says(3, "call").says(2, "fold").says(3, "raise", 600)
    settled(scene, 4)
    assert acted(scene, 3) == [(3, "call", 200)]


@clauses("upt 3 Betting 9 s4")
def test_upt_3_betting_9_a_fold_in_between_and_the_early_call_binds():
    scene = facing("upt", 400).says(3, "call").says(2, "fold").says(4, "fold")
    assert [f.remedy for f in scene.findings()] == ["back_up", "binding"]
    assert acted(scene, 3) == [(3, "call", 400)]


def test_upt_who_called_early_and_then_faces_an_early_raise_behind_him_is_free_to_call_or_fold():
    """Seats 3 and 4 act while seat 2 is due: a call of 400, then a raise, which is cut to 800 and lies there."""
    scene = bets(facing("upt", 400).says(3, "call"), 4, "raise", 1200).folds(2)
    settled = [f for f in scene.findings() if f.kind == "turn.out_of_turn" and "settles" in f.facts]
    assert [(f.seat, f.remedy, f.cites) for f in settled] == [(3, "not_binding", ["3 Betting 9"])]
    scene.says(3, "call").folds(5)
    assert [(seat, action, to) for seat, action, to in scene.actions("flop") if seat in (3, 4)] == [
        (3, "call", 800),
        (4, "raise", 800),
    ]
    assert scene.findings()[-1].facts["binding"] is True


def test_upt_who_checked_early_does_not_have_to_check_behind_an_early_bet():
    scene = bets(flop("upt").taps(3), 4, "bet", 1000).says(1, "call").says(2, "call").says(3, "call").folds(5)
    assert "bet.invalid_declaration" not in scene.kinds()
    assert (3, "call", 400) in scene.actions("flop")


def test_upt_the_chips_of_a_raise_that_was_only_said_and_cut_are_no_further_act():
    """The big blind said 1,000 before the small one had acted: 200 stand, and the rest of what he puts out is his."""
    scene = Scene("upt").deal().calls(3, 4, 5, 6).says(2, "raise", 1000).calls(1).wait(3).pushes(2, 500, 500)
    assert scene.wait(3).pulls(2, 500, 100, 100, 100).calls(3, 4).kinds() == ["turn.out_of_turn"] * 2
    assert [f.remedy for f in scene.findings()] == ["house_minimum", "binding"]
    assert (2, "raise", 200) in scene.actions()

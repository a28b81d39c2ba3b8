"""Acts out of turn: what is told at once, what holds when the turn comes, and when the action has changed."""

from __future__ import annotations

import pytest

from controller.table.outputs import Action
from controller.testkit.scene import Scene
from controller.testkit.spots import bets, facing, flop
from tests.table.houses import action_of, clauses, did, every_house, in_houses, settled

OUT_OF_TURN = {
    "deltin": "43A",
    "dpc": "Bets 14A",
    "english_arabic": "M2A",
    "invitational": "5.3; 5.5",
    "tda_2024": "53A",
}
FOLD = {
    "deltin": "43A; 58",
    "dpc": "Bets 14A; Bets 19",
    "english_arabic": "M2A; M14",
    "tda_2024": "53A; 58",
}


def told(scene: Scene) -> list[tuple[str, int | None, str]]:
    """Return kind, seat and remedy of every finding, in order."""
    return [(f.kind, f.seat, f.remedy) for f in scene.findings()]


def acted(scene: Scene, *seats: int, street: str = "flop") -> list[tuple[int, str, int]]:
    """Return the actions of ``seats`` on ``street``, in order."""
    return [action for action in scene.actions(street) if action[0] in seats]


# Told at once, held back until it is settled -----------------------------------------------------------


@clauses("invitational 5.1", "invitational 6.4(b)")
@in_houses(**OUT_OF_TURN)
@pytest.mark.parametrize(("verb", "amount", "action"), [("call", None, "call"), ("raise", 1200, "raise")])
def test_an_act_out_of_turn_is_told_at_once_and_prints_nothing(house, cites, verb, amount, action):
    scene = facing(house, 400).says(4, verb, amount)
    (finding,) = scene.findings()
    assert (finding.kind, finding.seat, finding.level) == ("turn.out_of_turn", 4, "dealer")
    assert (finding.remedy, finding.cites) == ("back_up", cites)
    assert (finding.facts["due"], finding.facts["action"]) == (2, action)
    assert acted(scene, 4) == []


@clauses("invitational 5.3 s1")
@in_houses(**OUT_OF_TURN)
def test_a_raise_out_of_turn_binds_when_the_due_seat_folds(house, cites):
    scene = facing(house, 400)
    bets(scene, 3, "raise", 1200).says(2, "fold")
    settled(scene, 4)
    assert told(scene) == [("turn.out_of_turn", 3, "back_up"), ("turn.out_of_turn", 3, "binding")]
    first, settling = scene.findings()
    assert settling.cites == cites
    assert (settling.facts["binding"], settling.facts["settles"]) == (True, first.id)
    assert acted(scene, 2, 3) == [(2, "fold", 0), (3, "raise", 1200)]


@in_houses(**OUT_OF_TURN)
def test_a_raise_out_of_turn_binds_when_the_due_seat_calls(house, cites):
    scene = bets(facing(house, 400), 3, "raise", 1200).says(2, "call")
    settled(scene, 4)
    assert [f.remedy for f in scene.findings()] == ["back_up", "binding"]
    assert acted(scene, 2, 3) == [(2, "call", 400), (3, "raise", 1200)]


@clauses("invitational 5.3 s1")
@in_houses(**OUT_OF_TURN)
def test_a_raise_in_between_frees_the_raiser_and_his_chips_go_back(house, cites):
    scene = bets(facing(house, 400), 3, "raise", 1200)
    bets(scene, 2, "raise", 900)
    assert told(scene) == [("turn.out_of_turn", 3, "back_up"), ("turn.out_of_turn", 3, "not_binding")]
    settling = scene.findings()[1]
    assert settling.facts["binding"] is False
    assert settling.cites == cites
    scene.pulls(3, 1000, 100, 100).says(3, "fold").says(4, "fold")
    assert acted(scene, 2, 3) == [(2, "raise", 900), (3, "fold", 0)]
    assert len(scene.findings()) == 2


@every_house("upt")
@pytest.mark.parametrize(("verb", "to"), [("fold", 0), ("call", 900), ("raise", 2000)])
def test_once_freed_he_may_call_raise_or_fold(house, verb, to):
    scene = facing(house, 400).says(3, "call")
    bets(scene, 2, "raise", 900)
    scene.says(3, verb, to if verb == "raise" else None)
    settled(scene, 4)
    assert acted(scene, 3) == [(3, verb, to)]
    assert [f.remedy for f in scene.findings()] == ["back_up", "not_binding"]


@in_houses(**OUT_OF_TURN)
def test_a_check_out_of_turn_is_free_when_the_due_seat_bets(house, cites):
    scene = flop(house).taps(2)
    bets(scene, 1, "bet", 400)
    bets(scene, 2, "raise", 1200)
    settled(scene, 3)
    assert [f.remedy for f in scene.findings()] == ["back_up", "not_binding"]
    assert acted(scene, 1, 2) == [(1, "bet", 400), (2, "raise", 1200)]


@clauses("invitational 5.3 s2-4")
@in_houses(**OUT_OF_TURN)
def test_a_check_out_of_turn_binds_when_the_due_seat_checks(house, cites):
    scene = flop(house).taps(2).taps(1)
    scene.taps(3)
    assert [f.remedy for f in scene.findings()] == ["back_up", "binding"]
    assert acted(scene, 1, 2, 3) == [(1, "check", 0), (2, "check", 0)]


@clauses("invitational 5.3 s2-4")
def test_invitational_5_3_who_checked_early_cannot_bet_when_the_turn_comes():
    scene = flop("invitational").taps(2).taps(1).says(2, "bet", 400)
    settled(scene, 3)
    assert acted(scene, 2) == [(2, "check", 0)]


@clauses("invitational 5.3 s2-4")
def test_invitational_5_3_who_bet_early_cannot_take_it_back():
    scene = bets(flop("invitational"), 2, "bet", 400).taps(1).pulls(2, 100, 100, 100, 100)
    settled(scene, 3)
    assert acted(scene, 1, 2) == [(1, "check", 0), (2, "bet", 400)]


@clauses("invitational 5.5 s3")
def test_invitational_5_5_raise_keyed_early_without_an_amount_is_still_owed():
    scene = facing("invitational", 400).says(3, "raise").says(2, "call")
    scene.wait(30)
    assert acted(scene, 3) == []
    settled(scene.pushes(3, 500, 500, 500), 4)
    assert acted(scene, 2, 3) == [(2, "call", 400), (3, "raise", 1500)]


@in_houses(deltin="46A", dpc="Bets 4A", english_arabic="M5A", tda_2024="43A")
def test_an_act_out_of_turn_may_have_one_more_finding_about_its_amount(house, cites):
    scene = facing(house, 400).says(3, "raise", 600).says(2, "fold")
    assert told(scene)[1:] == [("turn.out_of_turn", 3, "binding"), ("bet.short_raise", 3, "min_raise")]
    assert scene.found("bet.short_raise").cites[0] == cites[0]
    settled(scene, 4)
    assert acted(scene, 3) == [(3, "raise", 800)]


# Several seats jumped ----------------------------------------------------------------------------------


@clauses("invitational 5.3 s5")
@in_houses(**OUT_OF_TURN)
def test_several_seats_jumped_it_is_settled_at_the_last_of_them(house, cites):
    scene = facing(house, 400).says(5, "call").says(2, "fold")
    assert len(scene.findings()) == 1
    scene.says(3, "call")
    assert len(scene.findings()) == 1
    scene.says(4, "fold").says(6, "fold")
    assert [f.remedy for f in scene.findings()] == ["back_up", "binding"]
    assert acted(scene, 2, 3, 4, 5) == [(2, "fold", 0), (3, "call", 400), (4, "fold", 0), (5, "call", 400)]


@clauses("invitational 5.3 s5")
@in_houses(**OUT_OF_TURN)
def test_several_seats_jumped_it_is_settled_at_the_first_change(house, cites):
    scene = facing(house, 400).says(5, "call").says(2, "fold")
    bets(scene, 3, "raise", 1200)
    assert [f.remedy for f in scene.findings()] == ["back_up", "not_binding"]
    scene.says(4, "fold").says(5, "fold").says(6, "fold")
    assert acted(scene, 5) == [(5, "fold", 0)]
    assert len(scene.findings()) == 2


@every_house("upt")
def test_the_same_seat_speaking_again_before_its_turn_is_one_act(house):
    scene = facing(house, 400).says(4, "call").pushes(4, 100, 100, 100, 100).says(2, "fold")
    scene.says(3, "fold")
    settled(scene, 5)
    assert [f.remedy for f in scene.findings()] == ["back_up", "binding"]
    assert acted(scene, 4) == [(4, "call", 400)]


@every_house("upt")
def test_a_finding_settled_by_the_act_comes_after_its_action_line(house):
    scene = facing(house, 400).says(3, "call").says(2, "fold")
    scene.says(4, "fold")
    lines = [(type(o).__name__, o.seat) for o in scene.out if getattr(o, "seat", None) in (2, 3)]
    assert lines[-4:] == [("Finding", 3), ("Action", 2), ("Finding", 3), ("Action", 3)]


@every_house("upt")
def test_a_silent_bet_in_front_settles_only_when_its_motion_is_over(house):
    scene = bets(flop(house), 2, "bet", 400)
    scene.pushes(1, 500)
    assert len(scene.findings()) == 1
    scene.wait(2.5)
    assert [f.remedy for f in scene.findings()] == ["back_up", "not_binding"]


@every_house("upt")
def test_before_the_flop_the_seat_that_jumped_the_first(house):
    scene = Scene(house).deal().says(4, "call").folds(3)
    settled(scene, 5)
    assert acted(scene, 3, 4, street="preflop") == [(3, "fold", 0), (4, "call", 100)]
    assert [f.remedy for f in scene.findings()] == ["back_up", "binding"]


@every_house("upt")
def test_folded_and_all_in_seats_are_not_jumped(house):
    stacks = {**dict.fromkeys(range(1, 7), 10_000), 2: 400 + 1000}
    scene = flop(house, stacks=stacks).taps(1).says(2, "all_in").folds(3, 4).says(5, "call").says(6, "call")
    settled(scene.says(1, "call"), 5)
    assert scene.findings() == []


@every_house("upt")
def test_heads_up_the_big_blind_checks_before_the_button_acts(house):
    scene = Scene(house, seats=2, button=2).deal().taps(1)
    assert told(scene)[0][:2] == ("turn.out_of_turn", 1)
    scene.says(2, "call").sweep()
    assert [f.remedy for f in scene.findings()] == ["back_up", "binding"]
    assert acted(scene, 1, 2, street="preflop") == [(2, "call", 100), (1, "check", 100)]


@clauses("upt 4 Intro s12")
@every_house()
def test_after_the_flop_the_first_live_seat_left_of_the_button_is_first(house):
    """Upt 4 Intro s12 says it; the others mean it."""
    scene = Scene(house).deal().says(3, "call").folds(4, 5, 6, 1).taps(2).sweep().flop()
    assert scene.wait(1).engine.view().to_act == 2
    scene.taps(3)
    assert told(scene) == [("turn.out_of_turn", 3, "back_up")]


@every_house("upt")
def test_an_act_out_of_turn_that_nobody_acted_on_before_the_street_ended_prints_once(house):
    scene = flop(house).taps(1, 2, 3, 4).taps(6).taps(5).sweep().street()
    assert acted(scene, 5, 6) == [(5, "check", 0), (6, "check", 0)]


# Folds ---------------------------------------------------------------------------------------------------


@clauses("deltin 43A s5", "dpc Bets 14A s5", "english-arabic M2A s4", "tda-2024 53A s5")
@in_houses(**FOLD)
def test_a_fold_out_of_turn_stands_whatever_happens(house, cites):
    scene = flop(house)
    scene.mucks(2).wait(0.5)
    (finding,) = scene.findings()
    assert (finding.kind, finding.seat, finding.level) == ("turn.out_of_turn_fold", 2, "dealer")
    assert (finding.remedy, finding.cites) == ("fold_stands", cites)
    scene.taps(1).taps(3, 4)
    assert acted(scene, 1, 2, 3) == [(1, "check", 0), (2, "fold", 0), (3, "check", 0)]
    assert len(scene.findings()) == 1


@in_houses(**FOLD, upt="3 Dead hands 1(a); 3 Dead hands 1", invitational="6.6(d); 6.6")
def test_cards_mucked_out_of_turn_facing_a_bet_are_gone(house, cites):
    scene = facing(house, 400)
    scene.mucks(3).wait(0.5)
    (finding,) = scene.findings()
    assert (finding.kind, finding.remedy, finding.cites) == ("turn.out_of_turn_fold", "fold_stands", cites)
    bets(scene, 2, "raise", 1200).says(4, "fold")
    assert acted(scene, 2, 3) == [(2, "raise", 1200), (3, "fold", 0)]


@clauses("invitational 5.5 s3")
def test_invitational_5_5_a_fold_only_said_early_is_for_the_floor():
    scene = facing("invitational", 400).says(3, "fold")
    (finding,) = scene.findings()
    assert (finding.level, finding.remedy, finding.cites) == ("floor", "floor", ["5.5"])
    assert finding.facts["our_reading"] is True


def test_upt_dead_hands_1b_an_early_fold_with_no_bet_is_for_the_floor():
    scene = flop("upt").says(2, "fold")
    (finding,) = scene.findings()
    assert (finding.kind, finding.level) == ("turn.out_of_turn_fold", "floor")
    assert finding.cites == ["3 Dead hands 1(b)", "3 Dead hands 1"]


@clauses("invitational 5.5 s1-2")
@in_houses(deltin="58", dpc="Bets 19", tda_2024="58", english_arabic="M14", invitational="5.5")
def test_a_fold_in_turn_with_no_bet_to_face_stands(house, cites):
    scene = flop(house).folds(1).taps(2)
    (finding,) = scene.findings()
    assert (finding.kind, finding.seat, finding.level) == ("turn.nonstandard_fold", 1, "dealer")
    assert (finding.remedy, finding.cites) == ("fold_stands", cites)
    assert acted(scene, 1) == [(1, "fold", 0)]


@every_house()
def test_a_fold_facing_a_bet_is_no_finding(house):
    scene = facing(house, 400).folds(2, 3)
    assert scene.findings() == []


@pytest.mark.parametrize("how", ["the last seat before him calls", "the last seat before him folds"])
@every_house()
def test_a_fold_out_of_turn_on_the_river_is_told_as_one_on_the_river(house, how):
    scene = flop(house, seats=3).taps(1, 2, 3).sweep().street().taps(1, 2, 3).sweep().street()
    scene.says(1, "bet", 400).mucks(3).wait(0.5).says(2, "call" if "calls" in how else "fold").sweep().end()
    assert did(scene, 3, "river") == ("fold", 0)
    assert scene.actions("showdown") == []


# Corrections ---------------------------------------------------------------------------------------------


@every_house()
def test_the_wrong_seat_was_keyed_and_corrected(house):
    scene = facing(house, 400).says(2, "raise", 1200).event("declare.cancel", seat=2).says(2, "call")
    settled(scene, 3)
    assert acted(scene, 2) == [(2, "call", 400)]
    assert scene.findings() == []


@every_house()
def test_a_tap_keyed_in_error_is_taken_back(house):
    scene = flop(house).taps(1).event("declare.cancel", seat=1).says(1, "bet", 400)
    settled(scene, 2)
    assert acted(scene, 1) == [(1, "bet", 400)]
    assert scene.findings() == []


@every_house()
def test_words_keyed_to_a_seat_out_of_turn_and_taken_back_were_never_said(house):
    scene = facing(house, 400).says(4, "call").event("declare.cancel", seat=4).says(2, "call").says(3, "fold")
    scene.says(4, "fold").says(5, "fold")
    assert acted(scene, 4) == [(4, "fold", 0)]
    assert scene.findings() == []


@every_house("upt")
def test_words_out_of_turn_that_somebody_answered_are_told_and_bind_nobody_once_taken_back(house):
    scene = facing(house, 400).says(4, "call").says(2, "call").event("declare.cancel", seat=4).says(3, "fold")
    scene.says(4, "fold").says(5, "fold")
    assert acted(scene, 4) == [(4, "fold", 0)]
    assert [f.remedy for f in scene.findings()] == ["back_up"]


@every_house()
def test_words_out_of_turn_are_heard_when_they_are_not_taken_back_in_time(house):
    scene = facing(house, 400).says(4, "call")
    said_at = scene.t
    scene.wait(2.5)
    assert not scene.engine.holding
    assert [(f.kind, f.seat, f.t) for f in scene.findings()] == [("turn.out_of_turn", 4, said_at)]


@every_house()
def test_chips_that_lie_there_before_words_are_taken_back_are_the_act_of_who_pushed_them(house):
    scene = facing(house, 400).says(3, "call").pushes(2, 100, 100, 100, 100, after=0.5)
    settled(scene.event("declare.cancel", seat=3).says(2, "call", order="first"), 3)
    assert acted(scene, 2) == [(2, "call", 400)]
    assert [f.kind for f in scene.findings("floor", "dealer")] == []


@every_house()
def test_a_fold_keyed_in_error_is_taken_back(house):
    scene = facing(house, 400).says(2, "fold").event("declare.cancel", seat=2).says(2, "call")
    settled(scene, 3)
    assert acted(scene, 2) == [(2, "call", 400)]


def test_the_time_of_an_action_is_that_of_its_first_event():
    scene = facing("deltin", 400).says(2, "raise")
    said_at = scene.t
    settled(scene.pushes(2, 1000, 500), 3)
    assert action_of(scene, 2).t == said_at


def test_no_action_is_printed_twice():
    scene = facing("deltin", 400).says(3, "call").says(2, "fold").says(4, "fold").folds(5, 6).says(1, "check")
    scene.sweep().street()
    lines = [(o.seat, o.action) for o in scene.out if isinstance(o, Action) and o.street == "flop"]
    assert len(lines) == len(set(lines))
    assert did(scene, 3) == ("call", 400)


@pytest.mark.parametrize("house", ["deltin", "dpc", "english-arabic", "invitational", "tda-2024"])
def test_chips_that_make_the_call_out_of_turn_are_the_call_for_a_seat_with_a_bet_in(house):
    """Seat 3 raised to 7,000, seat 5 to 23,000; seat 3 pushes 16,000 more before seat 6 has acted."""
    scene = Scene(house, seats=7, button=7, blinds=(500, 1000), stacks=500_000).deal()
    scene.says(3, "raise", 7000).pushes(3, 5000, 1000, 1000).calls(4)
    scene.says(5, "raise", 23_000).pushes(5, 5000, 5000, 5000, 5000, 1000, 1000, 1000)
    scene.pushes(3, 5000, 5000, 5000, 1000).wait(2.5)
    told = scene.found("turn.out_of_turn")
    assert (told.seat, told.facts["action"]) == (3, "call")
    assert (told.facts["pushed"], told.facts["owed"], told.facts["total"]) == (16_000, 16_000, 23_000)
    scene.folds(6, 7, 1, 2, 4).sweep()
    assert scene.actions()[-2:] == [(3, "call", 23_000), (4, "fold", 7000)]


@every_house()
def test_a_check_out_of_turn_is_free_once_the_due_seat_has_bet_however_soon_the_offender_goes_on(house):
    """Seat 1 bets in silence, and within two seconds seat 2, which had checked too early, calls."""
    scene = (
        flop(house).taps(2).wait(0.5).pushes(1, 100, 100, 100, 100).pushes(2, 100, 100, 100, 100, after=1.2)
    )
    settled = scene.found("turn.out_of_turn", 2)
    assert (settled.seat, settled.remedy, settled.facts["binding"]) == (2, "not_binding", False)
    assert scene.wait(2.5).actions("flop")[:1] == [(1, "bet", 400)]


@every_house()
@pytest.mark.parametrize("chips", [[100], [500]])
def test_who_adds_chips_to_his_call_that_make_no_raise_has_not_called_out_of_turn(house, chips):
    scene = facing(house, 800).says(2, "call").pushes(2, 500, 100, 100, 100)
    scene.says(3, "call").pushes(3, 500, 100, 100, 100).pushes(2, *chips).folds(4, 5, 6).sweep()
    assert scene.kinds() == []
    assert did(scene, 2) == ("call", 800)


@every_house()
def test_he_has_acted_out_of_turn_where_they_would_make_a_raise(house):
    scene = facing(house, 800).says(2, "call").pushes(2, 500, 100, 100, 100)
    scene.says(3, "call").pushes(3, 500, 100, 100, 100).pushes(2, 500, 500, 500)
    assert scene.found("turn.out_of_turn").seat == 2

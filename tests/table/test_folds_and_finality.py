"""When an act is final, and folds that are thrown, said, or only seen to be gone."""

from __future__ import annotations

import pytest

from controller.table.outputs import Action, Finding, HandLine
from controller.testkit.scene import Scene
from controller.testkit.spots import facing, flop
from tests.table.houses import did, every_house, settled


def printed(scene: Scene) -> list[tuple[int, str, int]]:
    return scene.actions("flop")


# Final --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "next_act",
    [
        lambda s: s.says(2, "fold"),
        lambda s: s.taps(2),
        lambda s: s.pushes(2, 100, 100, 100, 100),
        lambda s: s.mucks(2).wait(1),
    ],
    ids=["says", "taps", "pushes", "folds"],
)
def test_an_act_is_final_when_the_next_seat_acts(next_act):
    scene = flop("deltin").says(1, "bet", 400)
    scene.wait(30)
    assert printed(scene) == []
    next_act(scene)
    assert printed(scene)[0] == (1, "bet", 400)


@pytest.mark.parametrize(
    "after",
    [
        lambda s: s.sweep(),
        lambda s: s.burn(),
        lambda s: s.end(),
        lambda s: s.start(button=1),
        lambda s: s.award(1, 2400),
    ],
    ids=["sweep", "card", "hand.end", "hand.start", "award"],
)
def test_the_last_act_of_a_street_is_final_when_play_moves_on(after):
    scene = flop("deltin").taps(1, 2, 3, 4, 5, 6)
    assert printed(scene)[-1] == (5, "check", 0)
    after(scene)
    assert printed(scene)[-1] == (6, "check", 0)


def test_an_act_out_of_turn_makes_nothing_final():
    scene = facing("deltin", 400).says(4, "call")
    assert printed(scene) == []


def test_actions_of_one_event_come_before_its_findings_and_the_hand_last():
    scene = flop("deltin", seats=2).pushes(1, 500).pushes(1, 500, after=0.5)
    before = len(scene.out)
    scene.says(2, "fold").end()
    kinds = [type(o) for o in scene.out[before:]]
    assert kinds == [Action, Action, HandLine]
    assert [type(o) for o in scene.out[before - 1 : before]] == [Finding]


def test_a_finding_with_k_counts_its_kind_within_the_hand():
    scene = flop("deltin").pushes(1, 500).pushes(1, 500, after=1).says(2, "call").pushes(3, 500)
    scene.pushes(3, 500, after=1).folds(4)
    assert [f.id for f in scene.findings()] == ["1:bet.string:1", "1:bet.string:2"]


def test_a_log_that_stops_inside_a_hand_prints_no_line_for_it():
    scene = facing("deltin", 400).says(2, "call")
    assert scene.engine.finish() == []
    assert scene.hands() == []


def test_a_hand_start_without_an_end_ends_the_hand_before():
    scene = Scene("deltin").deal().folds(3, 4, 5, 6, 1)
    scene.shuffle()
    scene.start(button=1)
    (hand,) = scene.hands()
    assert (hand.hand, hand.stacks[2], hand.stacks[1]) == (1, 10_050, 9950)
    assert scene.deal().engine.view().hand == 2


# Null pushes --------------------------------------------------------------------------------------------


@every_house()
def test_chips_that_could_not_be_told_are_asked_for_and_keyed(house):
    scene = facing(house, 400).event("chips.push", seat=2, chips=None)
    (gap,) = scene.findings()
    assert (gap.kind, gap.seat, gap.level, gap.remedy) == ("sensing.gap", 2, "info", "look")
    scene.wait(10)
    assert [a for a in printed(scene) if a[0] == 2] == []
    settled(scene.event("chips.bet", seat=2, amount=1200, by="dealer"), 3)
    assert did(scene, 2) == ("raise", 1200)
    assert len(scene.findings()) == 1


@every_house()
def test_chips_that_could_not_be_told_turn_out_to_be_the_call(house):
    scene = facing(house, 400).event("chips.push", seat=2, chips=None)
    settled(scene.event("chips.bet", seat=2, chips={"100": 4}, by="dealer"), 3)
    assert did(scene, 2) == ("call", 400)
    assert [f.kind for f in scene.findings()] == ["sensing.gap"]


@every_house()
def test_call_said_and_chips_that_could_not_be_told_is_a_call(house):
    scene = settled(facing(house, 400).says(2, "call").event("chips.push", seat=2, chips=None), 3)
    assert did(scene, 2) == ("call", 400)


@every_house()
def test_a_count_that_fits_the_pushes_is_no_finding_and_one_that_does_not_is(house):
    scene = facing(house, 400).pushes(2, *[100] * 4)
    scene.event("chips.bet", seat=2, amount=400, by="camera")
    assert scene.findings() == []
    scene.event("chips.bet", seat=2, amount=500, by="camera")
    (finding,) = scene.findings()
    assert (finding.kind, finding.level, finding.remedy) == ("bet.count_mismatch", "info", "recount")


# Folds --------------------------------------------------------------------------------------------------


@every_house()
def test_cards_thrown_without_a_word_are_a_fold(house):
    scene = facing(house, 400).mucks(2).wait(1).says(3, "fold")
    assert did(scene, 2) == ("fold", 0)
    assert scene.findings() == []


@every_house()
def test_a_fold_only_said_is_a_fold(house):
    scene = facing(house, 400).says(2, "fold").says(3, "call").says(4, "fold")
    assert [did(scene, seat) for seat in (2, 3)] == [("fold", 0), ("call", 400)]
    assert scene.findings() == []


@every_house()
def test_a_fold_said_and_thrown_later_is_one_fold(house):
    scene = facing(house, 400).says(2, "fold").says(3, "fold").mucks(2).wait(1).mucks(3).wait(1)
    scene.says(4, "fold")
    assert [a for a in printed(scene) if a[0] in (2, 3)] == [(2, "fold", 0), (3, "fold", 0)]
    assert scene.findings() == []


@every_house()
def test_cards_gone_and_seen_nowhere_are_a_gap_then_a_fold_once_the_next_seat_acts(house):
    scene = facing(house, 400)
    for tag in scene.hole[2]:
        scene.event("card.gone", after=0.05, tag=tag, zone="seat:2")
    scene.wait(2.1)
    (gap,) = scene.findings()
    assert (gap.kind, gap.seat, gap.remedy) == ("sensing.gap", 2, "look")
    assert [a for a in printed(scene) if a[0] == 2] == []
    scene.says(3, "call").says(4, "fold")
    assert [did(scene, seat) for seat in (2, 3)] == [("fold", 0), ("call", 400)]
    assert len(scene.findings()) == 1


@every_house()
def test_cards_lifted_to_look_at_and_put_back_are_nothing(house):
    scene = facing(house, 400)
    for tag in scene.hole[2]:
        scene.move(tag, "seat:2", "seat:2")
    settled(scene.says(2, "call"), 3)
    assert scene.findings() == []
    assert did(scene, 2) == ("call", 400)


@every_house()
def test_a_hand_mucked_after_the_last_round_is_no_action(house):
    scene = flop(house, seats=2).taps(1, 2).sweep().street().taps(1, 2).sweep().street()
    scene.says(1, "bet", 400).says(2, "call").sweep()
    scene.tables(1).mucks(2).wait(1).award(1, 1600).end()
    assert [a for a in scene.actions("showdown") if a[1] == "fold"] == []
    assert scene.actions("river") == [(1, "bet", 400), (2, "call", 400)]
    assert scene.hands()[0].stacks == {1: 100_800, 2: 99_200}


@every_house()
def test_the_fold_of_a_seat_that_has_chips_in_says_how_many(house):
    scene = facing(house, 400).says(2, "raise", 1200).folds(3, 4, 5, 6).says(1, "fold").end()
    assert did(scene, 1) == ("fold", 400)
    assert scene.hands()[0].returned == {2: 800}


@every_house()
@pytest.mark.parametrize("how", ["said and thrown", "thrown"])
def test_a_fold_on_the_river_with_somebody_all_in_is_a_fold_and_no_hand_left_face_down(house, how):
    stacks = {1: 1000, 2: 5000, 3: 5000}
    scene = Scene(house, seats=3, button=3, stacks=stacks).deal()
    scene.says(3, "raise", 1000).says(1, "all_in").says(2, "call").sweep().flop()
    scene.taps(2, 3).sweep().street().taps(2, 3).sweep().street().says(2, "bet", 500)
    if how == "said and thrown":
        scene.says(3, "fold")
    scene.mucks(3).wait(1).tables(2).tables(1)
    assert scene.kinds() == []
    scene.sweep()
    assert scene.actions("river") == [(2, "bet", 500), (3, "fold", 0)]


@pytest.mark.parametrize("house", ["deltin", "dpc", "tda-2024"])
def test_both_cards_of_a_hand_thrown_in_too_early_are_one_finding(house):
    scene = facing(house, 1000).mucks(1).wait(1)
    assert [f.kind for f in scene.findings()] == ["showdown.premature_discard"]


# Between two streets --------------------------------------------------------------------------------------


@every_house()
def test_who_throws_his_hand_in_before_the_next_street_is_out_of_it(house):
    scene = Scene(house).deal().says(3, "call").says(4, "call").folds(5, 6, 1).taps(2).sweep()
    scene.mucks(4).flop().taps(2)
    assert [f.kind for f in scene.findings("dealer", "floor")] == ["turn.nonstandard_fold"]
    assert scene.found("turn.nonstandard_fold").seat == 4
    assert scene.actions("preflop")[-1] == (4, "fold", 100)
    assert scene.engine.view().to_act == 3


@every_house()
def test_of_two_left_one_throws_his_hand_in_before_the_flop_and_the_pot_is_the_others(house):
    scene = Scene(house).deal().says(3, "call").folds(4, 5, 6, 1).taps(2).sweep()
    scene.mucks(3).award(2, 250).end()
    assert scene.kinds() == ["turn.nonstandard_fold"]
    assert scene.hands()[-1].winners[0].shares == {2: 250}


@every_house()
def test_who_folds_to_a_raise_that_was_cut_to_a_call_folds_and_nothing_more_is_told(house):
    scene = facing(house, 400).pushes(2, *[100] * 4).pushes(2, 500, 100, after=1.0).wait(3).folds(3, 4, 5, 6)
    scene.mucks(1).end()
    assert set(scene.kinds()) == {"bet.string"}
    assert scene.actions("flop")[-1] == (1, "fold", 400)


@every_house()
def test_fold_keyed_when_it_is_nobodys_turn_and_no_card_goes_is_no_fold(house):
    scene = Scene(house).deal().says(3, "call").folds(4, 5, 6, 1).taps(2).sweep().says(3, "fold")
    assert scene.flop().taps(2).kinds() == []
    assert scene.engine.view().to_act == 3


@every_house()
def test_a_fold_out_of_turn_that_is_said_and_then_thrown_in_is_told_once_for_each_remedy(house):
    scene = facing(house, 400).says(4, "fold").wait(1).mucks(4)
    remedies = [f.remedy for f in scene.findings() if f.kind == "turn.out_of_turn_fold"]
    assert len(remedies) == len(set(remedies))
    assert remedies


def test_invitational_6_6d_cards_that_follow_an_early_fold_overtake_what_was_told_of_the_words():
    scene = facing("invitational", 400).says(3, "fold").mucks(3).wait(0.5)
    said, mucked = scene.findings()
    assert (said.remedy, mucked.remedy) == ("floor", "fold_stands")
    assert (mucked.level, mucked.facts["replaces"]) == ("dealer", said.id)

"""Wagers that come up once in a season: each would be ruled wrong by a table that had only seen the common ones."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import facing, facing_raise, flop
from tests.table.houses import clauses, did, every_house, in_houses, only_finding


@every_house()
def test_all_in_for_exactly_the_bet_is_a_call(house):
    scene = Scene(house, stacks={1: 10_000, 2: 10_000, 3: 10_000, 4: 300, 5: 10_000, 6: 10_000}).deal()
    scene.says(3, "raise", 300).says(4, "all_in").folds(5)
    assert scene.actions()[1] == (4, "call", 300)
    assert scene.kinds() == []


@every_house()
def test_who_is_all_in_may_push_his_chips_bit_by_bit(house):
    scene = Scene(house).deal().says(3, "all_in", 10_000).pushes(3, 5000).pushes(3, 1000).folds(4)
    assert scene.actions()[0] == (3, "raise", 10_000)
    assert scene.kinds() == []


@every_house()
def test_a_short_stack_in_two_motions_is_all_in_for_a_call(house):
    scene = Scene(house, stacks={1: 10_000, 2: 10_000, 3: 10_000, 4: 200, 5: 10_000, 6: 10_000}).deal()
    scene.says(3, "raise", 300).pushes(4, 100).pushes(4, 100, after=1).folds(5)
    assert scene.actions()[1] == (4, "call", 200)
    assert scene.kinds() == []


@in_houses(deltin="55B", dpc="Bets 16B", tda_2024="55B")
def test_raise_said_where_nobody_has_bet_is_a_bet(house, cites):
    scene = Scene(house).deal().limp_to_flop().says(1, "raise", 300).says(2, "fold")
    told = scene.found("bet.invalid_declaration")
    assert (told.remedy, told.cites, told.facts["said"], told.facts["to"]) == ("min_bet", cites, "raise", 300)
    assert scene.actions("flop")[0] == (1, "bet", 300)


@every_house()
def test_raise_said_with_the_last_chips_where_nobody_has_bet_is_all_in(house):
    scene = Scene(house, stacks=1000).deal().limp_to_flop().says(1, "raise", 900).says(2, "fold")
    assert scene.kinds() == []
    assert scene.actions("flop")[0] == (1, "bet", 900)


@every_house()
def test_a_raise_out_of_turn_has_no_amount_until_it_is_said(house):
    scene = Scene(house).deal().says(3, "call").says(5, "raise").wait(3)
    assert "total" not in scene.found("turn.out_of_turn").facts
    assert scene.found("turn.out_of_turn").facts["action"] == "raise"


@every_house()
def test_words_out_of_turn_that_were_keyed_wrong_leave_those_of_another_seat(house):
    scene = flop(house).taps(3, 4).wait(3)
    scene.event("declare.cancel", seat=4).taps(1, 2).wait(3)
    acts = [f for f in scene.findings() if f.kind == "turn.out_of_turn"]
    assert [(f.seat, f.facts.get("binding")) for f in acts] == [(3, None), (4, None), (3, True)]
    assert scene.engine.view().to_act == 4


@every_house()
def test_a_second_fold_out_of_turn_is_told_too(house):
    scene = Scene(house).deal()
    scene.mucks(5).mucks(6).wait(1)
    folds = [f.seat for f in scene.findings() if f.kind == "turn.out_of_turn_fold"]
    assert folds == [5, 6]


@every_house()
def test_an_act_out_of_turn_is_settled_when_the_raise_has_its_amount(house):
    scene = Scene(house).deal().says(5, "call").says(3, "raise").wait(3)
    acts = [f for f in scene.findings() if f.kind == "turn.out_of_turn"]
    assert len(acts) == 1
    scene.pushes(3, 100, 100, 100).wait(3)
    acts = [f for f in scene.findings() if f.kind == "turn.out_of_turn"]
    assert [f.facts.get("binding") for f in acts] == [None, False]


@every_house()
def test_chips_that_could_not_be_told_are_a_bet_where_nobody_has_bet(house):
    scene = flop(house).event("chips.push", seat=1, chips=None)
    assert scene.engine.view().to_act == 2
    scene.event("chips.bet", seat=1, amount=800, by="dealer").says(2, "fold")
    assert scene.actions("flop")[0] == (1, "bet", 800)


@every_house()
def test_a_wager_out_of_turn_leaves_the_turn_where_it_was(house):
    scene = Scene(house).deal().says(3, "call").says(5, "raise", 1000).wait(3)
    assert scene.engine.view().to_act == 4


@every_house()
def test_killing_a_hand_that_is_not_due_makes_no_act_final(house):
    scene = Scene(house).deal().says(3, "raise", 300)
    scene.rules("kill_hand", seat=5)
    assert [act for act in scene.actions() if act[0] == 3] == []
    scene.says(4, "fold")
    assert (3, "raise", 300) in scene.actions()


@every_house()
def test_killing_the_hand_that_is_due_makes_the_act_before_it_final(house):
    scene = Scene(house).deal().says(3, "raise", 300)
    scene.rules("kill_hand", seat=4)
    assert (3, "raise", 300) in scene.actions()
    assert scene.engine.view().to_act == 5


@in_houses(deltin="44 s2", dpc="Bets 2 s2", english_arabic="M3 s2", tda_2024="41 s2")
def test_play_goes_on_with_the_tiny_chip_that_lies_there(house, cites):
    scene = facing(house, 50_000, blinds=(2000, 4000), stacks=500_000).pushes(2, 1000).says(3, "fold")
    assert did(scene, 2) == ("call", 1000)
    assert only_finding(scene).cites == cites


@in_houses(deltin="45C; 45; 46A", dpc="Bets 12A; Bets 4A", english_arabic="M4C; M4")
def test_raise_said_and_a_first_motion_below_the_call_is_made_the_least_raise(house, cites):
    scene = facing(house, 1000).says(2, "raise").pushes(2, 500).says(3, "fold", after=3.0)
    told = only_finding(scene)
    assert (told.kind, told.remedy, told.cites) == ("bet.short_raise", "min_raise", cites)
    assert did(scene, 2) == ("raise", 2000)


@in_houses(tda_2024="52B; 54B")
def test_over_the_pot_before_the_flop_goes_by_the_clause_for_it(house, cites):
    scene = Scene(house, game="plhe").deal().says(3, "raise", 5000).says(4, "fold")
    assert (only_finding(scene).kind, only_finding(scene).cites) == ("bet.over_limit", cites)


@in_houses(tda_2024="54D", deltin="53C", dpc="Bets 15C", english_arabic="M11")
def test_pot_said_at_no_limit_is_the_least_bet_or_raise(house, cites):
    for scene, seat, due in ((flop(house), 1, "min_bet"), (facing(house, 1000), 2, "min_raise")):
        told = only_finding(scene.says(seat, "pot").says(seat + 1, "fold"))
        assert (told.kind, told.remedy, told.cites) == ("bet.pot_declared", due, cites)


@every_house()
def test_a_motion_that_leaves_no_chip_that_plays_is_no_wager(house):
    scene = flop(house).pushes(1).wait(3)
    assert scene.kinds() == []
    assert scene.engine.view().to_act == 1


@every_house()
def test_an_amount_said_where_nobody_has_bet_is_a_bet(house):
    scene = flop(house).says(1, "amount", 800).says(2, "fold")
    assert did(scene, 1) == ("bet", 800)
    assert scene.kinds() == []


@in_houses(deltin="40A", dpc="Bets 1A", tda_2024="40A")
def test_words_keyed_as_said_together_with_other_chips_stand(house, cites):
    scene = (
        flop(house).pushes(1, 1000).says(1, "bet", 2000, order="together", after=0.3).wait(3).says(2, "fold")
    )
    told = only_finding(scene)
    assert (told.kind, told.remedy, told.cites) == ("bet.verbal_vs_chips", "verbal_stands", cites)
    assert did(scene, 1) == ("bet", 2000)


@in_houses(deltin="40A", dpc="Bets 1A", tda_2024="40A")
def test_words_keyed_as_said_after_other_chips_do_not(house, cites):
    scene = flop(house).pushes(1, 1000).says(1, "bet", 2000, order="after", after=0.3).wait(3).says(2, "fold")
    told = only_finding(scene)
    assert (told.kind, told.remedy, told.cites) == ("bet.verbal_vs_chips", "chips_stand", cites)
    assert did(scene, 1) == ("bet", 1000)


@every_house()
def test_half_a_raise_to_the_chip_is_no_more_than_that(house):
    scene = (
        facing(house, 1000).pushes(2, 1000, 100, 100, 100, 100, 25, 25, 25, 5, 5, 5, 5, 1, 1, 1, 1).wait(3)
    )
    assert only_finding(scene).remedy == "call"


@every_house()
def test_the_last_chips_that_are_the_least_raise_are_a_raise(house):
    scene = facing(house, 1000, stacks={**dict.fromkeys(range(1, 7), 100_000), 2: 2400})
    scene.says(2, "raise").pushes(2, 1000, 1000).says(3, "fold")
    assert did(scene, 2) == ("raise", 2000)
    assert scene.kinds() == []


@every_house()
def test_the_floor_may_rule_that_a_seat_has_only_called(house):
    scene = facing(house, 1000).says(2, "raise", 3000)
    scene.rules("bet", seat=2, amount=1000).says(3, "fold")
    assert did(scene, 2) == ("call", 1000)


@every_house()
def test_the_floor_may_rule_that_a_seat_has_only_checked(house):
    scene = flop(house).says(1, "bet", 1000)
    scene.rules("bet", seat=1, amount=0).taps(2)
    assert did(scene, 1) == ("check", 0)


@every_house("invitational")
def test_raise_said_and_a_whole_raise_put_out_leaves_nothing_to_add(house):
    scene = facing(house, 1000).says(2, "raise").pushes(2, 1000, 1000, after=1.0).pushes(2, 500, after=1.0)
    told = only_finding(scene.says(3, "fold"))
    assert told.kind == "bet.string"
    assert (told.facts["first"], told.facts["added"]) == (2000, 500)
    assert did(scene, 2) == ("raise", 2000)


@every_house()
def test_who_called_short_and_waits_for_the_floor_is_not_asked_again(house):
    scene = facing_raise(house, 1000, 3000).pushes(3, 1000, 1000).wait(3)
    for seat in (4, 5, 6, 1):
        scene.says(seat, "fold")
    assert scene.engine.view().to_act is None


@every_house()
def test_a_big_blind_alone_gets_its_blind_back(house):
    scene = Scene(house, start=False).start(small_blind=None, big_blind=2)
    scene.deal().folds(3, 4, 5, 6, 1).end()
    (hand,) = scene.hands()
    assert hand.returned == {2: 100}
    assert hand.stacks[2] == 10_000


@every_house()
def test_a_bet_over_the_limit_is_the_bet_of_the_limit_until_the_floor_says_otherwise(house):
    scene = Scene(house, game="flhe").deal().limp_to_flop().says(1, "bet", 300).says(2, "fold")
    assert did(scene, 1)[0] == "bet"


def a_little_over(house: str, how: str) -> Scene:
    """Facing 1,000, a seat is all-in for 1,200, in chips or by the amount alone."""
    scene = facing(house, 1000, stacks={**dict.fromkeys(range(1, 7), 100_000), 2: 1600})
    scene = scene.says(2, "amount", 1200) if how == "words" else scene.pushes(2, 500, 500, 100, 100)
    return scene.says(3, "fold", after=3.0)


@clauses("dpc Bets 4A", "tda-2024 43A")
@pytest.mark.parametrize("how", ["chips", "words"])
@pytest.mark.parametrize("house", ["dpc", "tda-2024"])
def test_last_chips_a_little_over_the_call_stand_where_the_house_lets_them(house, how):
    scene = a_little_over(house, how)
    assert did(scene, 2) == ("raise", 1200)
    assert scene.findings() == []


@pytest.mark.parametrize("how", ["chips", "words"])
@every_house("dpc", "tda-2024")
def test_elsewhere_last_chips_a_little_over_the_call_are_the_call(house, how):
    scene = a_little_over(house, how)
    assert did(scene, 2) == ("call", 1000)
    assert (only_finding(scene).kind, only_finding(scene).remedy) == ("bet.short_raise", "call")


@in_houses(deltin="42C", dpc="Bets 12C", tda_2024="51C")
def test_the_second_undercall_in_a_row_makes_the_sequence(house, cites):
    scene = facing(house, 600).pushes(2, 500).pushes(3, 500).wait(3)
    first, sequence = scene.findings()
    assert (sequence.kind, sequence.seat, sequence.cites) == ("bet.undercall_sequence", 2, cites)
    assert (sequence.facts["seats"], sequence.facts["to"]) == ([2, 3], 600)
    assert sequence.facts["replaces"] == first.id


@every_house("invitational")
def test_a_fold_out_of_turn_is_printed_when_its_turn_has_come(house):
    scene = Scene(house).deal().says(5, "fold").wait(3)
    assert scene.actions() == []
    scene.says(3, "call").says(4, "call").says(6, "fold")
    assert scene.actions()[:3] == [(3, "call", 100), (4, "call", 100), (5, "fold", 0)]


@every_house()
def test_a_short_blind_made_good_during_the_deal_is_whole(house):
    scene = Scene(house).post(1, 25, 25).post(2, 25, 25).card("seat:1").pushes(2, 25, 25, after=0.5)
    scene.deal([*scene.entitled()[1:], *scene.entitled()]).calls(3, 4, 5, 6, 1).taps(2).sweep().flop()
    assert [f.kind for f in scene.findings()] == ["blind.missing"]
    scene.taps(1).says(2, "bet", 500).folds(3, 4, 5, 6, 1).end()
    (hand,) = scene.hands()
    assert hand.stacks == {1: 9900, 2: 10_500, 3: 9900, 4: 9900, 5: 9900, 6: 9900}


@every_house("invitational")
def test_a_string_bet_says_how_long_after_the_first_motion_the_next_one_began(house):
    scene = facing(house, 1000).pushes(2, 1000, 1000).pushes(2, 500, after=1.5, started=None).wait(3)
    assert scene.found("bet.string").facts["after_s"] == 1.5


@every_house("upt", "english-arabic", "invitational")
def test_only_what_nobody_had_called_of_a_raise_goes_back(house):
    scene = facing(house, 1000).says(2, "raise", 3000).mucks(2).wait(1)
    scene.rules("kill_hand", finding=scene.findings("floor")[-1].id, seat=2)
    view = scene.engine.view()
    assert (view.to_act, view.to_call) == (3, 1000)
    scene.folds(3, 4, 5, 6).end()
    (hand,) = scene.hands()
    assert hand.stacks[2] == 100_000 - 400 - 1000
    assert sum(hand.stacks.values()) == 600_000


@every_house("deltin", "dpc", "english-arabic", "tda-2024")
def test_the_pot_pushed_to_two_hands_of_which_one_lost_names_the_one_that_got_too_much(house):
    scene = Scene(house, seats=3, button=3).deal().calls(3, 1).taps(2).sweep().flop().check_round().street()
    scene.check_round().street().check_round()
    for seat in (1, 2, 3):
        scene.tables(seat)
    best = scene.engine.view().showdown
    assert best is not None
    (winner,) = best.pots[0].winners
    loser = next(seat for seat in (1, 2, 3) if seat != winner)
    told = scene.award(winner, 299).award(loser, 1).wait(1).end().found("pot.award_wrong")
    assert told.seat == loser
    assert told.facts["due"] == {winner: 300}


@every_house("invitational")
def test_a_short_push_to_which_too_much_is_added_is_told_at_once(house):
    scene = facing(house, 1000).pushes(2, 500, 100).pushes(2, 1000, after=1.0)
    finding = only_finding(scene)
    assert (finding.kind, finding.facts["pushed"]) == ("bet.undercall", 600)
    assert (finding.facts["owed"], finding.facts["to"], finding.facts["short"]) == (1000, 1000, 400)

"""Wagers at the Tour: chips that do not play, rounding, motions that left nothing, misunderstandings."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import bets, facing, facing_raise, flop
from tests.table.houses import clauses, did, only_finding, own_book, settled

HUNDREDS = (100, 500, 1000, 5000)
"""The chips in play once everything below 100 has been coloured up."""


@clauses("upt 3 Betting 1")
def test_a_chip_smaller_than_any_in_the_blinds_does_not_play():
    scene = settled(flop("upt", blinds=(100, 200), denominations=HUNDREDS).pushes(1, 100, 100, 100, 25), 2)
    finding = scene.found("bet.underbet")
    assert (finding.kind, finding.seat, finding.level) == ("bet.underbet", 1, "dealer")
    assert (finding.remedy, finding.cites) == ("correct_amount", ["3 Betting 1"])
    assert (finding.facts["pushed"], finding.facts["to"], finding.facts["smallest"]) == (325, 300, 100)
    assert did(scene, 1) == ("bet", 300)


@clauses("upt 3 Betting 1")
def test_a_small_chip_alone_is_no_wager():
    scene = flop("upt", blinds=(100, 200), denominations=HUNDREDS).pushes(1, 25)
    assert (scene.found("bet.underbet").cites, scene.engine.view().to_act) == (["3 Betting 1"], 1)
    scene.taps(1, 2)
    assert did(scene, 1) == ("check", 0)


@pytest.mark.parametrize("house", ["deltin", "tda-2024", "invitational"])
def test_elsewhere_every_chip_plays(house):
    scene = settled(flop(house, blinds=(100, 200), denominations=HUNDREDS).pushes(1, 100, 100, 100, 25), 2)
    assert (scene.findings(), did(scene, 1)) == ([], ("bet", 325))


@clauses("upt 3 Betting 13 s3")
@pytest.mark.parametrize(("said", "to"), [(340, 300), (360, 400), (350, 400)])
def test_an_amount_that_no_chip_makes_is_the_nearest_one_that_does(said, to):
    scene = settled(flop("upt", blinds=(100, 200), denominations=HUNDREDS).says(1, "bet", said), 2)
    finding = only_finding(scene)
    assert (finding.kind, finding.remedy, finding.cites) == (
        "bet.underbet",
        "correct_amount",
        ["3 Betting 13"],
    )
    assert did(scene, 1) == ("bet", to)


@clauses("upt 14-13")
def test_with_the_option_on_smaller_chips_play_in_quantity_only(tmp_path):
    own = own_book(tmp_path, "upt", 'smallest_chip = "bring_in"')
    one = settled(flop(own, blinds=(50, 100)).pushes(1, 100, 100, 100, 25), 2)
    assert (did(one, 1), only_finding(one).facts["smallest"]) == (("bet", 300), 100)
    four = settled(flop(own, blinds=(50, 100)).pushes(1, 100, 100, 25, 25, 25, 25), 2)
    assert did(four, 1) == ("bet", 300)


# Motions -----------------------------------------------------------------------------------------------


@clauses("upt 14-7", "upt 3 Betting 6")
def test_chips_that_went_in_and_out_again_in_the_hand_are_no_wager():
    scene = flop("upt").event("chips.push", after=2.0, seat=1, chips={})
    assert scene.engine.view().to_act == 1
    scene.taps(1, 2)
    assert (scene.findings(), did(scene, 1)) == ([], ("check", 0))


@clauses("upt 14-7")
def test_a_wager_that_was_said_binds_without_chips():
    scene = settled(flop("upt").says(1, "bet", 500), 2)
    assert (scene.findings(), did(scene, 1)) == ([], ("bet", 500))


@clauses("upt 3 Betting 6")
@pytest.mark.parametrize("act", ["fold", "call"])
def test_a_motion_that_made_another_act_may_have_to_be_completed(act):
    scene = facing("upt", 600) if act == "call" else flop("upt")
    due = 2 if act == "call" else 1
    scene.event("chips.push", after=2.0, seat=due, chips={}).says(due + 1, act)
    finding = only_finding(scene)
    assert (finding.seat, finding.level, finding.remedy) == (due + 1, "floor", "floor")
    assert finding.cites == ["3 Betting 6", "14-7"]
    assert "bet" in finding.facts["options"]


# Calls that are too small --------------------------------------------------------------------------------


@clauses("upt 3 Betting 10 s3", "upt 3 Betting 10 s4")
def test_who_did_not_know_of_the_raise_may_take_his_chips_back_while_nobody_acted_behind():
    scene = settled(facing_raise("upt", 200, 600, blinds=(100, 200)).pushes(3, 100, 100))
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.remedy) == ("bet.undercall", 3, "correct_amount")
    assert finding.facts["options"] == ["withdraw"]
    assert {"3 Betting 10", "14-12"} <= set(finding.cites)
    scene.rules("withdraw", finding=finding.id).pulls(3, 100, 100)
    assert scene.says(3, "raise", 1400).pushes(3, 1000, *[100] * 4).says(4, "fold").kinds() == [
        "bet.undercall"
    ]
    assert did(scene, 3) == ("raise", 1400)


@clauses("upt 3 Betting 10 s3")
def test_once_somebody_behind_has_acted_the_call_is_made_whole():
    scene = facing_raise("upt", 200, 600, blinds=(100, 200)).pushes(3, 100, 100).says(4, "fold", after=1.0)
    assert only_finding(scene).remedy == "correct_amount"
    assert "options" not in only_finding(scene).facts
    assert did(scene, 3) == ("call", 600)


@clauses("upt 14-12 s1-4", "upt 3 Betting 10 s4")
def test_call_said_with_300_into_1200_is_for_the_floor():
    scene = (
        facing_raise("upt", 300, 1200, blinds=(50, 100)).says(3, "call").pushes(3, 100, 100, 100, after=1.0)
    )
    assert scene.wait(2.5).findings() == []
    finding = only_finding(scene.wait(3))
    assert (finding.kind, finding.seat, finding.level) == ("bet.verbal_vs_chips", 3, "floor")
    assert (finding.cites[0], finding.facts["options"][0]) == ("14-12", "withdraw")
    scene.rules("withdraw", finding=finding.id).pulls(3, 100, 100, 100).folds(3).says(4, "fold")
    assert did(scene, 3) == ("fold", 0)
    assert len(scene.kinds()) == 1


@clauses("upt 14-12 s7")
@pytest.mark.parametrize(("pushed", "claim"), [(800, False), (700, True)])
def test_from_four_fifths_on_the_claim_is_refused(pushed, claim):
    scene = settled(facing("upt", 1000).pushes(2, *[100] * (pushed // 100)))
    finding = only_finding(scene)
    assert (finding.kind, finding.remedy, finding.facts["short"]) == (
        "bet.undercall",
        "correct_amount",
        1000 - pushed,
    )
    assert ("withdraw" in finding.facts.get("options", [])) is claim


@clauses("upt 14-12 example")
def test_a_soft_spoken_400_called_with_a_100_chip_may_be_taken_back():
    scene = bets(flop("upt", seats=2), 1, "bet", 400).pushes(2, 100)
    settled(scene.wait(2.5)).tables(1)
    finding = scene.found("bet.undercall")
    assert (finding.facts["pushed"], finding.facts["owed"], finding.facts["options"]) == (
        100,
        400,
        ["withdraw"],
    )


@clauses("upt 14-9", "upt 3 Betting 10 s1-2")
def test_a_miscounted_call_is_made_good_even_after_the_bettor_has_shown():
    scene = flop("upt", seats=2).check_round().sweep().street().check_round().sweep().street()
    scene = bets(scene, 1, "bet", 1150).pushes(2, 500, 500, 25, 25)
    scene.tables(1).wait(2.5)
    finding = scene.found("bet.undercall")
    assert (finding.remedy, finding.facts["short"]) == ("correct_amount", 100)
    assert "14-9" in finding.cites
    scene.pushes(2, 100).sweep()
    assert did(scene, 2, "river") == ("call", 1150)


# What the Tour lets players do -----------------------------------------------------------------------------


@clauses("upt 3 Betting 2")
def test_checking_and_then_raising_is_allowed():
    scene = bets(flop("upt", blinds=(100, 200)).taps(1, 2), 3, "bet", 400).folds(4, 5, 6)
    settled(bets(scene, 1, "raise", 800), 2)
    assert (scene.findings(), did(scene, 1)) == ([], ("raise", 800))


@clauses("upt 3 Betting 3", "upt 3 Betting 4", "upt 14-1", "invitational 4 s2")
@pytest.mark.parametrize("house", ["upt", "invitational"])
@pytest.mark.parametrize("seats", [2, 6])
def test_raises_are_not_limited_in_number(house, seats):
    scene = Scene(house, seats=seats, button=seats, stacks=10**6).deal().limp_to_flop()
    for n in range(8):
        scene.says(n % seats + 1, "raise" if n else "bet", 100 * 2**n)
    settled(scene, 8 % seats + 1)
    assert scene.findings() == []
    assert len([a for a in scene.actions("flop") if a[1] == "raise"]) == 7


@clauses("upt 14-5")
def test_completing_to_the_bring_in_is_no_option_a_raise_is_to_160():
    stacks = {**dict.fromkeys(range(1, 7), 10_000), 1: 160}
    scene = flop("upt", blinds=(50, 100), stacks=stacks).says(1, "all_in").says(2, "raise", 100)
    settled(scene, 3)
    assert only_finding(scene).facts["min_raise_to"] == 160
    assert did(scene, 2) == ("raise", 160)


@clauses("upt 3 Betting 8", "invitational 5.7 s1-2", "deltin 3", "tda-2024 3")
@pytest.mark.parametrize("house", ["upt", "invitational", "deltin", "tda-2024"])
def test_a_tap_is_a_check_and_chips_after_it_are_no_bet(house):
    scene = settled(flop(house).taps(1).pushes(1, 100, 100), 2)
    assert did(scene, 1) == ("check", 0)
    assert [f.kind for f in scene.findings() if f.seat == 1] == ["bet.verbal_vs_chips"]


@clauses("invitational 5.7 s3")
def test_invitational_a_signal_to_raise_is_a_raise_of_at_least_the_minimum():
    scene = settled(facing("invitational", 200).says(2, "raise").pushes(2, 100, 100), 3)
    assert did(scene, 2) == ("raise", 400)

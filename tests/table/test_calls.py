"""Calls, as they are made at a table: said, pushed, with too large a chip, with change wanted, too short."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import bets, facing, facing_raise, flop
from tests.table.houses import action_of, clauses, did, every_house, in_houses, only_finding, settled

# The four ways to call ---------------------------------------------------------------------------------


@clauses(
    "deltin 44",
    "dpc Bets 2",
    "english-arabic M3",
    "tda-2024 41",
    "deltin 44A",
    "dpc Bets 2A",
    "english-arabic M3A",
    "tda-2024 41A",
)
@every_house()
def test_call_is_said_and_no_chips_come(house):
    scene = settled(facing(house, 400).says(2, "call"), 3)
    assert did(scene, 2) == ("call", 400)
    assert scene.findings() == []


@clauses("deltin 44B", "dpc Bets 2B", "english-arabic M3B", "tda-2024 41B")
@every_house()
def test_chips_worth_exactly_the_call_are_pushed(house):
    scene = settled(facing(house, 400).pushes(2, 100, 100, 100, 100), 3)
    assert did(scene, 2) == ("call", 400)
    assert scene.findings() == []


@clauses(
    "deltin 44C",
    "dpc Bets 2C",
    "english-arabic M3C",
    "tda-2024 41C",
    "invitational 5.6 s7",
    "upt 3 Betting 11 s5",
)
@in_houses(
    deltin="48",
    dpc="Bets 5",
    english_arabic="M6",
    invitational="5.4; 5.6",
    tda_2024="44",
    upt="3 Betting 12; 14-10",
)
@pytest.mark.parametrize(("bet", "chip"), [(400, 1000), (400, 500), (600, 1000), (1000, 5000)])
def test_one_silent_chip_larger_than_the_bet_is_a_call(house, cites, bet, chip):
    scene = settled(facing(house, bet).pushes(2, chip), 3)
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.level, finding.remedy) == ("bet.overchip", 2, "info", "call")
    assert finding.cites == cites
    assert (finding.facts["owed"], finding.facts["pushed"], finding.facts["to"]) == (bet, chip, bet)
    assert did(scene, 2) == ("call", bet)


@in_houses(deltin="48", dpc="Bets 5", tda_2024="44")
def test_one_silent_last_chip_larger_than_the_bet_is_a_call_too(house, cites):
    scene = settled(facing(house, 400, stacks={**dict.fromkeys(range(1, 7), 9000), 2: 1400}).pushes(2, 1000))
    assert only_finding(scene).cites == cites
    scene.says(3, "fold")
    assert did(scene, 2) == ("call", 400)


def test_english_arabic_m6_says_nothing_of_last_chips_so_the_call_is_our_reading():
    stacks = {**dict.fromkeys(range(1, 7), 9000), 2: 1400}
    finding = only_finding(settled(facing("english-arabic", 400, stacks=stacks).pushes(2, 1000)))
    assert (finding.kind, finding.cites, finding.facts["our_reading"]) == ("bet.overchip", ["M6"], True)


@clauses("upt 14-10 s2-3")
@every_house()
def test_one_silent_chip_facing_the_big_blind_is_a_call(house):
    scene = settled(Scene(house, blinds=(100, 200)).deal().pushes(3, 1000), 4)
    assert only_finding(scene).kind == "bet.overchip"
    assert did(scene, 3, "preflop") == ("call", 200)


@clauses("upt 14-10 s1")
@every_house()
def test_a_single_chip_before_anybody_bets_is_a_bet_of_all_of_it(house):
    scene = settled(flop(house).pushes(1, 1000), 2)
    assert scene.findings() == []
    assert did(scene, 1) == ("bet", 1000)


@clauses("deltin 44D", "dpc Bets 2D", "english-arabic M3D", "tda-2024 41D")
@in_houses(deltin="49", dpc="Bets 6A", tda_2024="45A", english_arabic="M7")
@pytest.mark.parametrize(
    ("open_to", "raise_to", "pushed"),
    [(400, 1100, [500, 1000]), (400, 1200, [1000, 1000]), (400, 1700, [1000, 500, 500])],
)
def test_several_silent_chips_all_of_them_needed_are_a_call(house, cites, open_to, raise_to, pushed):
    scene = settled(facing_raise(house, open_to, raise_to).pushes(3, *pushed), 4)
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.level, finding.remedy) == ("bet.multichip", 3, "info", "call")
    assert finding.cites == cites
    assert finding.facts["pushed"] == sum(pushed)
    assert did(scene, 3) == ("call", raise_to)


def test_dpc_6a_last_two_thousands_are_a_call_of_1050_and_all_in_only_when_said():
    stacks = {**dict.fromkeys(range(1, 7), 9000), 2: 2050}
    silent = settled(facing("dpc", 1050, blinds=(25, 50), stacks=stacks).pushes(2, 1000, 1000), 3)
    assert [f.kind for f in silent.findings()] == ["bet.multichip"]
    assert did(silent, 2) == ("call", 1050)
    said = settled(
        facing("dpc", 1050, blinds=(25, 50), stacks=stacks).says(2, "all_in").pushes(2, 1000, 1000), 3
    )
    assert said.findings() == []
    assert did(said, 2) == ("raise", 2000)
    assert action_of(said, 2).all_in is True


@clauses("deltin 61", "dpc Bets 22", "english-arabic M17", "tda-2024 61")
@in_houses(
    deltin="46A", dpc="Bets 4A", tda_2024="43A", english_arabic="M5A", upt="3 Betting 11; House: Raising"
)
def test_525_facing_325_wanting_change_is_a_raise_to_650(house, cites):
    scene = settled(facing(house, 325, blinds=(25, 50)).pushes(2, 500, 25), 3)
    finding = only_finding(scene)
    assert (finding.kind, finding.level, finding.remedy) == ("bet.short_raise", "dealer", "min_raise")
    assert finding.cites == cites
    assert did(scene, 2) == ("raise", 650)


@every_house("invitational", "upt")
def test_700_facing_450_wanting_change_is_a_raise_to_900(house):
    scene = settled(facing(house, 450).pushes(2, 500, 100, 100), 3)
    assert did(scene, 2) == ("raise", 900)


@clauses("deltin 61", "dpc Bets 22", "english-arabic M17", "tda-2024 61")
@every_house()
def test_the_single_500_facing_325_is_a_call(house):
    scene = settled(facing(house, 325, blinds=(25, 50)).pushes(2, 500), 3)
    assert [f.kind for f in scene.findings()] == ["bet.overchip"]
    assert did(scene, 2) == ("call", 325)


@clauses("upt 14-11 s2", "upt 3 Betting 7", "invitational 5.5 s1-2")
@every_house()
def test_call_said_and_too_much_put_in_is_a_call_and_the_rest_comes_back(house):
    """upt 14-11 s2, 3 Betting 7 and invitational 5.5 say so; elsewhere the word binds all the same."""
    scene = settled(facing(house, 600).says(2, "call").pushes(2, 500, 100, 100, after=1.0), 3)
    assert did(scene, 2) == ("call", 600)


@clauses("deltin 42A", "dpc Bets 12A", "english-arabic M1A s2", "tda-2024 51A")
@every_house()
def test_call_said_and_too_little_pushed_is_no_undercall_but_a_call(house):
    scene = settled(facing(house, 400).says(2, "call").pushes(2, 100, 100, 100, after=1.0), 3)
    assert scene.findings() == []
    assert did(scene, 2) == ("call", 400)


@every_house()
def test_call_said_first_then_a_larger_wager_stays_a_call(house):
    scene = settled(facing(house, 400).says(2, "call").pushes(2, 1000, 100, 100, after=1.5), 3)
    assert did(scene, 2) == ("call", 400)
    assert "bet.string" not in scene.kinds()


@clauses("deltin 41A", "dpc Bets 11A", "english-arabic M1A", "tda-2024 50A")
@every_house()
def test_what_was_put_in_in_turn_stays_in(house):
    """Deltin 41A, tda-2024 50A, dpc Bets 11A, english-arabic M1A: chips pulled back are still in the pot."""
    scene = facing(house, 400).pushes(2, 100, 100, 100, 100).pulls(2, 100, 100, 100, 100)
    settled(scene, 3)
    assert did(scene, 2) == ("call", 400)


# A tiny chip -------------------------------------------------------------------------------------------


@in_houses(deltin="44 s2", dpc="Bets 2 s2", english_arabic="M3 s2", tda_2024="41 s2")
@pytest.mark.parametrize(
    ("blinds", "bet", "chip"), [((2000, 4000), 50_000, 1000), ((500, 1000), 30_000, 100)]
)
def test_a_tiny_chip_is_for_the_floor(house, cites, blinds, bet, chip):
    scene = settled(facing(house, bet, blinds=blinds, stacks=500_000).pushes(2, chip))
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.level, finding.remedy) == (
        "bet.tiny_chip",
        2,
        "floor",
        "floor",
    )
    assert finding.cites == cites
    assert "full_call" in finding.facts["options"]


@in_houses(deltin="44")
def test_the_floor_makes_the_tiny_chip_a_full_call(house, cites):
    scene = settled(facing(house, 50_000, blinds=(2000, 4000), stacks=500_000).pushes(2, 1000))
    scene.rules("full_call", finding=only_finding(scene).id).says(3, "fold", after=2.0)
    assert [f.kind for f in scene.findings()] == ["bet.tiny_chip"]
    assert scene.engine.hand.round.bet(2) == 50_000


@every_house("deltin", "dpc", "english-arabic", "tda-2024")
def test_where_no_book_knows_a_tiny_chip_it_is_an_undercall(house):
    scene = settled(facing(house, 50_000, blinds=(2000, 4000), stacks=500_000).pushes(2, 1000))
    assert [f.kind for f in scene.findings()] == ["bet.undercall"]


# Undercalls --------------------------------------------------------------------------------------------


@in_houses(deltin="42B(1); 42B", dpc="Bets 12B(1); Bets 12B", tda_2024="51B(1); 51B", english_arabic="M1A s4")
def test_heads_up_an_undercall_of_a_raise_is_made_a_full_call(house, cites):
    scene = bets(bets(flop(house, seats=2), 1, "bet", 600), 2, "raise", 2000)
    settled(scene.pushes(1, 100, 100, 100, 100))
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.level) == ("bet.undercall", 1, "dealer")
    assert (finding.remedy, finding.cites) == ("full_call", cites)
    assert (finding.facts["pushed"], finding.facts["owed"], finding.facts["total"]) == (400, 1400, 1000)
    scene.pushes(1, 1000).sweep()
    assert did(scene, 1) == ("call", 2000)
    assert [f.kind for f in scene.findings()] == ["bet.undercall"]


@in_houses(deltin="42B(2); 42B", dpc="Bets 12B(2); Bets 12B", tda_2024="51B(2); 51B", english_arabic="M1A s4")
def test_several_in_the_hand_an_undercall_of_the_opening_bet_is_a_full_call(house, cites):
    scene = settled(facing(house, 600).pushes(2, 500), 3)
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.level) == ("bet.undercall", 2, "dealer")
    assert (finding.remedy, finding.cites) == ("full_call", cites)
    assert did(scene, 2) == ("call", 600)
    assert action_of(scene, 2).cites == cites


@in_houses(deltin="42B(2); 42B", dpc="Bets 12B(2); Bets 12B", tda_2024="51B(2); 51B", english_arabic="M1A s4")
def test_before_the_flop_the_big_blind_is_the_opening_bet(house, cites):
    scene = settled(Scene(house, blinds=(200, 400)).deal().pushes(3, 100, 100, 100), 4)
    assert only_finding(scene).cites == cites
    assert did(scene, 3, "preflop") == ("call", 400)


@in_houses(deltin="42B", dpc="Bets 12B", tda_2024="51B", english_arabic="M1A s4")
def test_several_in_the_hand_an_undercall_of_a_raise_is_for_the_floor(house, cites):
    scene = settled(facing_raise(house, 400, 1200).pushes(3, 100, 100, 100, 100), 4)
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.level) == ("bet.undercall", 3, "floor")
    assert (finding.remedy, finding.cites) == ("floor", cites)
    forfeit = [] if house == "english-arabic" else ["withdraw"]
    assert finding.facts["options"] == ["full_call", *forfeit]
    assert did(scene, 3) == ("call", 400)


@clauses("invitational 8.3 s4")
def test_invitational_8_3_wants_the_right_amount_and_the_floor_says_how():
    finding = only_finding(settled(facing("invitational", 600).pushes(2, 500)))
    assert (finding.kind, finding.level, finding.remedy) == ("bet.undercall", "floor", "floor")
    assert (finding.cites, finding.facts["our_reading"]) == (["8.3"], True)


@clauses("upt 3 Betting 13 s1-2", "upt 3 Betting 10 s1-2")
@pytest.mark.parametrize("raised", [False, True])
def test_upt_has_a_short_call_made_good_whatever_is_faced(raised):
    scene = facing_raise("upt", 400, 800) if raised else facing("upt", 600)
    seat = 3 if raised else 2
    settled(scene.pushes(seat, 500), seat + 1)
    finding = only_finding(scene)
    assert (finding.kind, finding.level, finding.remedy) == ("bet.undercall", "dealer", "correct_amount")
    assert finding.cites[:3] == ["3 Betting 10", "3 Betting 13", "14-9"]
    assert did(scene, seat) == ("call", 800 if raised else 600)


@every_house()
def test_last_chips_short_of_the_call_are_an_all_in_call(house):
    stacks = {**dict.fromkeys(range(1, 7), 9000), 2: 900}
    scene = settled(facing(house, 600, stacks=stacks).pushes(2, 500), 3)
    assert scene.findings() == []
    assert did(scene, 2) == ("call", 500)
    assert action_of(scene, 2).all_in is True


@every_house()
def test_an_amount_said_below_the_call_is_an_undercall_like_chips(house):
    scene = settled(facing(house, 600).says(2, "amount", 500), 3)
    assert [f.kind for f in scene.findings()] == ["bet.undercall"]


@in_houses(deltin="42C", dpc="Bets 12C", tda_2024="51C")
def test_undercalls_in_a_row_go_back_to_the_first(house, cites):
    scene = facing(house, 600).pushes(2, 500).pushes(3, 500).pushes(4, 500)
    settled(scene, 5)
    first, sequence = scene.findings()
    assert (first.kind, first.seat, first.remedy) == ("bet.undercall", 2, "full_call")
    assert (sequence.kind, sequence.seat, sequence.level) == ("bet.undercall_sequence", 2, "floor")
    assert (sequence.remedy, sequence.cites) == ("back_up", cites)
    assert sequence.facts["replaces"] == first.id
    assert did(scene, 2) == ("call", 600)


@pytest.mark.parametrize("mended", ["chips added", "ruled"])
@in_houses(deltin="42B", dpc="Bets 12B", tda_2024="51B")
def test_an_undercall_behind_one_that_was_put_right_is_the_first_of_its_own(house, cites, mended):
    scene = facing_raise(house, 600, 1200).pushes(3, 500).wait(3)
    if mended == "ruled":
        scene.rules("full_call", finding=scene.findings()[0].id)
    else:
        scene.pushes(3, 500, 100, 100)
    scene.pushes(4, 500).wait(3)
    assert [(f.kind, f.seat) for f in scene.findings()] == [("bet.undercall", 3), ("bet.undercall", 4)]
    assert scene.findings()[1].cites == cites


@every_house("deltin", "dpc", "tda-2024")
def test_a_house_without_the_sequence_rules_each_undercall_by_itself(house):
    scene = settled(facing(house, 600).pushes(2, 500).pushes(3, 500), 4)
    assert [(f.kind, f.seat) for f in scene.findings()] == [("bet.undercall", 2), ("bet.undercall", 3)]


# When a short push is an undercall ---------------------------------------------------------------------


@every_house()
def test_a_second_motion_within_two_seconds_makes_the_call(house):
    scene = settled(facing(house, 600).pushes(2, 500).pushes(2, 100, after=1.9), 3)
    assert scene.findings() == []
    assert did(scene, 2) == ("call", 600)


@every_house()
def test_a_second_motion_that_overshoots_is_no_call(house):
    scene = settled(facing(house, 600).pushes(2, 500).pushes(2, 500, after=1.0))
    assert [f.kind for f in scene.findings()] == ["bet.undercall"]


def test_the_undercall_is_known_after_two_seconds_without_a_motion():
    scene = facing("deltin", 600).pushes(2, 500)
    scene.wait(1.9)
    assert scene.findings() == []
    scene.wait(0.1)
    assert [f.kind for f in scene.findings()] == ["bet.undercall"]


def test_the_undercall_is_known_when_the_next_seat_acts():
    scene = facing("deltin", 600).pushes(2, 500).says(3, "fold", after=0.5)
    assert [f.kind for f in scene.findings()] == ["bet.undercall"]
    assert [type(o).__name__ for o in scene.out[-2:]] == ["Action", "Finding"]


def test_the_undercall_is_known_when_the_bets_are_swept():
    scene = facing("deltin", 600, seats=2).pushes(2, 500).event("chips.swept", after=0.5)
    assert [f.kind for f in scene.findings()] == ["bet.undercall"]
    assert did(scene, 2) == ("call", 600)


@every_house()
def test_making_an_undercall_good_after_the_ruling_is_no_string(house):
    scene = settled(facing(house, 600).pushes(2, 500)).pushes(2, 100)
    settled(scene, 3)
    assert [f.kind for f in scene.findings()] == ["bet.undercall"]


# Paid later, with change due ----------------------------------------------------------------------------


@every_house()
@pytest.mark.parametrize("gives", ["dealer", "player", "nobody"])
def test_a_call_that_was_said_is_paid_with_too_large_a_chip_while_others_act(house, gives):
    """He faces nothing more: his chip is no act out of turn, and 200 of it are his change."""
    scene = facing(house, 300).calls(2, 3).pushes(2, 500)
    if gives == "dealer":
        scene.event("chips.change", seat=2, chips={"100": 3})
    elif gives == "player":
        scene.pulls(2, 100, 100)
    scene.folds(4, 5, 6)
    assert scene.kinds() == []
    assert did(scene, 2) == ("call", 300)


@every_house()
def test_a_bet_that_was_said_is_paid_with_too_large_a_chip_and_a_raise_behind_it_is_met_on_top(house):
    scene = flop(house, blinds=(50, 100)).says(1, "bet", 300).folds(2).pushes(1, 500)
    scene.says(3, "raise", 900).pushes(3, 500, 100, 100, 100, 100).folds(4, 5, 6)
    scene.says(1, "call").pushes(1, 100, 100, 100, 100).sweep().street()
    assert scene.kinds() == []
    assert did(scene, 1) == ("call", 900)


@every_house()
def test_a_chip_that_pays_the_call_said_before_a_raise_and_does_not_meet_that_is_no_early_call(house):
    scene = (
        facing(house, 300).calls(2).says(3, "raise", 900).pushes(2, 500).pushes(3, 500, 100, 100, 100, 100)
    )
    scene.folds(4, 5)
    assert scene.kinds() == []


@every_house()
def test_a_call_that_was_said_is_paid_when_a_raise_has_come_round_and_the_change_says_that_it_was_that(house):
    """Seat 2 called 300, seat 3 made it 900: the 500 that seat 2 puts out first are changed to its old call."""
    scene = (
        facing(house, 300).calls(2).says(3, "raise", 900).pushes(3, 500, 100, 100, 100, 100).folds(4, 5, 6, 1)
    )
    scene.pushes(2, 500).event("chips.change", seat=2, chips={"100": 3}, after=1.0)
    scene.says(2, "call").pushes(2, 500, 100).sweep().street()
    assert scene.kinds() == []
    assert did(scene, 2) == ("call", 900)


@every_house()
def test_a_chip_too_large_for_the_raise_behind_it_pays_the_call_that_was_said(house):
    scene = facing(house, 300).calls(2).says(3, "raise", 900).pushes(2, 1000)
    scene.event("chips.change", seat=2, chips={"100": 3}).pushes(3, 500, 100, 100, 100, 100).folds(4, 5)
    assert scene.kinds() == []

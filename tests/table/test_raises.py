"""Bets and raises: in one motion, said first, too small, in two motions, and after a short all-in."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import bets, facing, facing_raise, flop
from tests.table.houses import (
    STRING,
    action_of,
    clauses,
    did,
    every_house,
    in_houses,
    only_finding,
    settled,
    ten,
)

HALF = {
    "deltin": "46A",
    "dpc": "Bets 4A",
    "tda_2024": "43A",
    "english_arabic": "M5A",
}


# Good raises -------------------------------------------------------------------------------------------


@clauses("deltin 45A", "dpc Bets 3A", "english-arabic M4A", "tda-2024 42A")
@every_house()
def test_method_a_all_of_it_in_one_motion(house):
    scene = settled(facing(house, 400).pushes(2, 1000, 100, 100), 3)
    assert scene.findings() == []
    assert did(scene, 2) == ("raise", 1200)


@clauses("deltin 45B", "dpc Bets 3B", "english-arabic M4B", "tda-2024 42B", "upt 15-24")
@every_house()
def test_method_b_said_first_and_pushed_in_as_many_motions_as_it_takes(house):
    scene = facing(house, 400).says(2, "raise", 1200)
    settled(scene.pushes(2, 500).pushes(2, 500).pushes(2, 100, 100), 3)
    assert scene.findings() == []
    assert did(scene, 2) == ("raise", 1200)


@in_houses(deltin="45C", english_arabic="M4C")
def test_method_c_raise_said_the_call_pushed_then_one_more_motion(house, cites):
    scene = settled(facing(house, 400).says(2, "raise").pushes(2, *[100] * 4).pushes(2, 1000, 100, 100), 3)
    assert scene.findings() == []
    assert did(scene, 2) == ("raise", 1600)


@in_houses(deltin=STRING["deltin"], english_arabic=STRING["english_arabic"])
def test_method_c_has_no_third_motion(house, cites):
    scene = facing(house, 400).says(2, "raise").pushes(2, *[100] * 4).pushes(2, *[100] * 4, after=1.0)
    settled(scene.pushes(2, 500, after=1.0), 3)
    assert (only_finding(scene).kind, only_finding(scene).cites) == ("bet.string", cites)
    assert did(scene, 2) == ("raise", 800)


@clauses("deltin 46B", "dpc Bets 4B", "tda-2024 43B")
@every_house()
def test_raise_with_an_amount_names_the_total(house):
    """Deltin 46B, dpc Bets 4B, tda-2024 43B: opened for 2000, eight thousand is 8000 in all."""
    scene = settled(bets(facing(house, 2000), 2, "raise", 8000), 3)
    assert scene.findings() == []
    assert did(scene, 2) == ("raise", 8000)


@clauses("upt 3 Betting 11 s3", "upt 3 Betting 12", "invitational 5.4")
@every_house()
def test_raise_said_before_one_chip_lands_is_as_much_as_the_chip(house):
    scene = settled(facing(house, 400).says(2, "raise").pushes(2, 1000), 3)
    assert scene.findings() == []
    assert did(scene, 2) == ("raise", 1000)


@every_house()
def test_raise_said_after_the_chip_touched_down_leaves_a_call(house):
    scene = settled(facing(house, 400).pushes(2, 1000).says(2, "raise"), 3)
    assert did(scene, 2) == ("call", 400)


@every_house()
def test_words_keyed_late_count_by_the_order_that_the_dealer_keyed(house):
    first = settled(facing(house, 400).pushes(2, 1000).says(2, "raise", order="first"), 3)
    assert did(first, 2) == ("raise", 1000)
    after = settled(facing(house, 400).pushes(2, 1000).says(2, "raise", order="after"), 3)
    assert did(after, 2) == ("call", 400)


@every_house()
def test_words_and_a_push_that_began_within_half_a_second_are_together(house):
    scene = facing(house, 400)
    begun = round(scene.t + 1.6, 6)
    scene.says(2, "raise", after=2.0).pushes(2, 1000, after=0.3, started=begun)
    assert did(settled(scene, 3), 2) == ("raise", 1000)


@every_house()
def test_a_bet_is_not_printed_before_its_amount_is_known(house):
    scene = flop(house).says(1, "bet")
    scene.wait(60)
    assert scene.actions("flop") == []
    settled(scene.pushes(1, 1000), 2)
    assert did(scene, 1) == ("bet", 1000)
    assert scene.findings() == []


@in_houses(deltin="41B", dpc="Bets 11B", tda_2024="50B", english_arabic="M1B")
def test_a_fold_before_the_amount_is_known_stands_and_is_printed_after_the_bet(house, cites):
    scene = flop(house).says(1, "bet").folds(2)
    assert scene.actions("flop") == []
    settled(scene.pushes(1, 1000), 3)
    assert scene.actions("flop")[:2] == [(1, "bet", 1000), (2, "fold", 0)]


# The smallest raise ------------------------------------------------------------------------------------


@clauses("deltin 46A s1", "dpc Bets 4A s1", "english-arabic M5A s1", "tda-2024 43A s1", "invitational 4 s4")
@in_houses(**HALF, invitational="5.6; 4")
@pytest.mark.parametrize(("bet", "to", "said", "least"), [(1000, 3000, 4500, 5000), (400, 1100, 1600, 1800),
                                                          (900, 2500, 4000, 4100), (500, 2000, 3400, 3500)])  # fmt: skip
def test_a_raise_is_by_as_much_as_the_largest_bet_or_raise(house, cites, bet, to, said, least):
    good = settled(bets(facing_raise(house, bet, to), 3, "raise", least), 4)
    assert good.findings() == []
    short = settled(facing_raise(house, bet, to).says(3, "raise", said), 4)
    finding = only_finding(short)
    assert (finding.kind, finding.level, finding.remedy) == ("bet.short_raise", "dealer", "min_raise")
    assert finding.cites[0] == cites[0]
    assert (finding.facts["min_raise_to"], finding.facts["to"]) == (least, least)
    assert did(short, 3) == ("raise", least)


@clauses("upt House: Raising ex2", "upt 3 Betting 5", "upt 14-3 s1-3", "upt House: Raising")
def test_upt_a_raise_is_to_double_what_is_faced():
    good = settled(bets(facing_raise("upt", 500, 2000), 3, "raise", 4000), 4)
    assert good.findings() == []
    short = settled(facing_raise("upt", 500, 2000).says(3, "raise", 3500), 4)
    assert only_finding(short).cites == ["14-11", "House: Raising"]
    assert did(short, 3) == ("raise", 4000)


@clauses("upt House: Raising ex1")
def test_upt_the_small_blind_too_makes_it_double_the_big_blind():
    scene = Scene("upt", seats=2, button=2, blinds=(100, 200), stacks=5000).deal()
    settled(scene.says(2, "raise", 399), 1)
    assert only_finding(scene).facts["min_raise_to"] == 400
    assert did(scene, 2, "preflop") == ("raise", 400)


@clauses("dpc Note (end)")
def test_dpc_end_note_gives_another_figure_for_a_re_raise():
    scene = settled(facing_raise("dpc", 1000, 3000).says(3, "raise", 4500), 4)
    assert only_finding(scene).facts["other"] == {"min_raise_to": 6000}
    over_a_bet = settled(facing("dpc", 600).says(2, "raise", 1000), 3)
    assert "other" not in only_finding(over_a_bet).facts


@in_houses(dpc="Bets 4A", tda_2024="43A")
def test_a_short_all_in_is_not_what_the_next_raise_is_measured_by(house, cites):
    scene = facing(house, 1000, stacks=ten(2, 1800)).says(2, "all_in")
    assert settled(bets(scene, 3, "raise", 2400), 4).findings() == []
    assert did(scene, 3) == ("raise", 2400)


# A raise that is too small -----------------------------------------------------------------------------


@clauses("deltin 40C", "dpc Bets 1C")
@in_houses(**HALF)
@pytest.mark.parametrize("how", ["chips", "words"])
def test_under_half_a_raise_is_a_call(house, cites, how):
    scene = facing(house, 1000)
    scene = scene.says(2, "amount", 1400) if how == "words" else scene.pushes(2, 1000, *[100] * 4)
    settled(scene, 3)
    finding = only_finding(scene)
    assert (finding.kind, finding.level, finding.remedy) == ("bet.short_raise", "dealer", "call")
    assert finding.cites == cites
    assert did(scene, 2) == ("call", 1000)


@clauses("upt 3 Betting 11 s4")
@in_houses(**HALF, upt="3 Betting 11; House: Raising")
@pytest.mark.parametrize("how", ["chips", "words"])
@pytest.mark.parametrize("over", [500, 700])
def test_half_a_raise_or_more_is_made_a_whole_one(house, cites, how, over):
    scene = facing(house, 1000)
    amount = 1000 + over
    scene = (
        scene.says(2, "amount", amount) if how == "words" else scene.pushes(2, 1000, *[100] * (over // 100))
    )
    settled(scene, 3)
    finding = only_finding(scene)
    assert (finding.kind, finding.level, finding.remedy) == ("bet.short_raise", "dealer", "min_raise")
    assert (finding.cites, finding.facts["pushed"], finding.facts["to"]) == (cites, amount, 2000)
    assert did(scene, 2) == ("raise", 2000)


@in_houses(deltin="46A", dpc="Bets 4A", tda_2024="43A", english_arabic="M5A", upt="14-11")
def test_raise_said_first_and_too_little_pushed_is_the_smallest_raise(house, cites):
    scene = settled(facing(house, 1000).says(2, "raise").pushes(2, 1000, *[100] * 4))
    finding = only_finding(scene)
    assert (finding.kind, finding.level, finding.remedy) == ("bet.short_raise", "dealer", "min_raise")
    assert finding.facts["to"] == 2000
    assert did(settled(scene, 3), 2) == ("raise", 2000)


@clauses("deltin 40C", "dpc Bets 1C")
@in_houses(**HALF)
def test_150_over_a_big_blind_of_100_is_half_so_200(house, cites):
    scene = settled(Scene(house).deal().says(3, "amount", 150), 4)
    assert did(scene, 3, "preflop") == ("raise", 200)


def test_english_arabic_says_nothing_under_half_so_the_call_is_our_reading():
    scene = settled(facing("english-arabic", 1000).pushes(2, 1000, *[100] * 4))
    assert only_finding(scene).facts["our_reading"] is True


@clauses("dpc Bets 6B", "dpc Bets 6B(1)", "tda-2024 45B", "tda-2024 45B(1)", "deltin 49", "english-arabic M7")
@in_houses(**HALF)
def test_one_chip_can_be_spared_so_half_of_the_last_raise_decides(house, cites):
    """The open to 400, a raise to 1100 is by 700: 500 over is half or more, 100 over is not."""
    enough = settled(facing_raise(house, 400, 1100).pushes(3, 1000, 500, 100), 4)
    assert (only_finding(enough).remedy, did(enough, 3)) == ("min_raise", ("raise", 1800))
    less = settled(facing_raise(house, 400, 1100).pushes(3, 1000, 100, 100), 4)
    assert (only_finding(less).remedy, did(less, 3)) == ("call", ("call", 1100))


def test_english_arabic_m7_at_a_raise_of_800():
    full = settled(facing_raise("english-arabic", 400, 1200).pushes(3, 1000, 1000, 100), 4)
    assert (full.findings(), did(full, 3)) == ([], ("raise", 2100))
    half = settled(facing_raise("english-arabic", 400, 1200).pushes(3, 1000, 500, 100), 4)
    assert did(half, 3) == ("raise", 2000)


@pytest.mark.parametrize(("pushed", "to"), [([500] * 5, 1700), ([1000, 1000, 500, 100], 3400)])
def test_tda_2024_45b_1_over_an_open_to_1700(pushed, to):
    scene = settled(facing("tda-2024", 1700).pushes(2, *pushed), 3)
    assert did(scene, 2) == (("call" if to == 1700 else "raise"), to)


@clauses("tda-2024 40C")
@pytest.mark.parametrize(("over", "to"), [(400, 900), (500, 1800)])
def test_tda_2024_40c_words_are_chips(over, to):
    scene = settled(facing("tda-2024", 900).says(2, "amount", 900 + over), 3)
    assert action_of(scene, 2).to == to


@clauses("invitational 5.6 s5", "invitational 5.6 s6")
@pytest.mark.parametrize(("pushed", "to"), [([100] * 3, 400), ([100, 100, 100, 25, 25, 25, 5, 5, 5, 5, 1, 1, 1, 1], 400),
                                            ([100, 100, 25, 25, 25, 5, 5, 5, 5, 1, 1, 1, 1], 200)])  # fmt: skip
def test_invitational_5_6_a_bet_and_a_half_is_a_raise(pushed, to):
    scene = settled(facing("invitational", 200).pushes(2, *pushed), 3)
    assert did(scene, 2) == (("raise" if to > 200 else "call"), to)
    assert only_finding(scene).cites[0] == "5.6"


@clauses("invitational 5.6 s5", "invitational 5.6 s6")
@pytest.mark.parametrize(("over", "to"), [(1000, 3500), (900, 2000)])
def test_invitational_5_6_takes_half_of_the_whole_bet_faced(over, to):
    scene = settled(facing_raise("invitational", 500, 2000).pushes(3, 1000, 1000, *[100] * (over // 100)), 4)
    finding = only_finding(scene)
    assert finding.facts["our_reading"] is True
    assert action_of(scene, 3).to == to
    if to == 2000:
        assert finding.facts["other"] == {"to": 3500}


def test_invitational_an_amount_that_is_a_full_raise_is_one_even_under_a_bet_and_a_half():
    scene = facing_raise("invitational", 200, 400, blinds=(100, 200))
    bets(scene, 3, "raise", 600)
    settled(scene.pushes(4, 500, 100, 100, 100), 5)
    assert scene.findings() == []
    assert did(scene, 4) == ("raise", 800)


@clauses("upt 3 Betting 11 s4")
@pytest.mark.parametrize(("amount", "to"), [(1500, 2000), (1400, 1000)])
def test_upt_3_betting_11_half_is_half_of_what_is_faced(amount, to):
    scene = settled(facing("upt", 1000).pushes(2, 1000, *[100] * ((amount - 1000) // 100)), 3)
    assert action_of(scene, 2).to == to


def test_upt_two_500s_facing_600_are_judged_by_their_amount():
    scene = settled(facing("upt", 600).pushes(2, 500, 500), 3)
    assert did(scene, 2) == ("raise", 1200)


@clauses("upt 14-11 s1")
def test_upt_14_11_raise_said_and_300_put_in_facing_200_is_400_and_not_more():
    scene = settled(facing("upt", 200).says(2, "raise").pushes(2, 100, 100, 100), 3)
    assert only_finding(scene).cites == ["14-11", "House: Raising"]
    assert did(scene, 2) == ("raise", 400)


@every_house()
def test_making_a_short_raise_good_after_the_ruling_is_no_string(house):
    scene = settled(facing(house, 1000).says(2, "raise", 1400).pushes(2, 1000, *[100] * 4)).pushes(
        2, 500, 100
    )
    settled(scene, 3)
    assert [f.kind for f in scene.findings()] == ["bet.short_raise"]


# All-in --------------------------------------------------------------------------------------------------


@every_house()
def test_all_in_said_plays_for_what_it_is(house):
    scene = settled(facing(house, 1000, stacks=ten(2, 1800)).says(2, "all_in"), 3)
    assert scene.findings() == []
    assert did(scene, 2) == ("raise", 1400)
    assert action_of(scene, 2).all_in is True


@in_houses(dpc="Bets 6B(2)", tda_2024="45B(2)")
def test_last_chips_of_which_one_can_be_spared_are_all_in_under_half_too(house, cites):
    scene = facing_raise(house, 400, 1100, stacks=ten(3, 1600))
    settled(scene.pushes(3, 1000, 100, 100), 4)
    assert scene.findings() == []
    assert did(scene, 3) == ("raise", 1200)


@in_houses(deltin="46A", english_arabic="M5A")
def test_silent_last_chips_under_half_are_a_call_where_the_book_makes_no_exception(house, cites):
    scene = settled(facing(house, 1000, stacks=ten(2, 1800)).pushes(2, 1000, *[100] * 4), 3)
    finding = only_finding(scene)
    assert (finding.kind, finding.remedy, finding.cites) == ("bet.short_raise", "call", cites)
    assert finding.facts["our_reading"] is True
    assert did(scene, 2) == ("call", 1000)


def test_deltin_tells_the_floor_of_silent_last_chips():
    scene = settled(facing("deltin", 1000, stacks=ten(2, 1800)).pushes(2, 1000, *[100] * 4))
    assert only_finding(scene).level == "floor"


@in_houses(**HALF)
def test_last_chips_of_half_a_raise_or_more_cannot_be_made_whole_and_stand(house, cites):
    scene = settled(facing(house, 1000, stacks=ten(2, 2100)).pushes(2, 1000, 500, 100, 100), 3)
    assert did(scene, 2) == ("raise", 1700)
    assert action_of(scene, 2).all_in is True


@every_house()
def test_who_says_less_than_he_has_in_has_pushed_nothing(house):
    """A raise "to 500" of a seat whose 1,000 lie there: the least raise, and nothing was pushed."""
    scene = facing_raise(house, 1000, 3000).folds(3, 4, 5, 6).says(1, "raise", 500).wait(3)
    found = scene.found("bet.short_raise")
    assert (found.seat, found.remedy, found.facts["pushed"]) == (1, "min_raise", 0)

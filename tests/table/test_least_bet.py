"""The smallest bet, and words that fit no bet or do not fit the one that is faced."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import bets, facing, flop
from tests.table.houses import clauses, did, every_house, in_houses, only_finding, own_book, settled, ten

# The smallest bet ----------------------------------------------------------------------------------------


@clauses("upt 14-2 s1-3", "upt 14-11 s1", "upt 3 Betting 13 s1-2")
@in_houses(deltin="54B", dpc="Bets 13A", tda_2024="52A", upt="14-11; 3 Betting 13; 14-2")
@pytest.mark.parametrize("how", ["chips", "words"])
def test_a_bet_under_the_big_blind_is_made_the_big_blind(house, cites, how):
    scene = flop(house, blinds=(100, 200))
    scene = scene.says(1, "bet", 150) if how == "words" else scene.pushes(1, 100, 25, 25)
    settled(scene, 2)
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.level) == ("bet.underbet", 1, "dealer")
    assert (finding.remedy, finding.cites) == ("min_bet", cites)
    assert did(scene, 1) == ("bet", 200)


@every_house("deltin", "dpc", "tda-2024", "upt")
def test_where_the_book_has_no_remedy_for_it_the_floor_decides_and_the_bet_lies_there(house):
    scene = settled(flop(house, blinds=(100, 200)).pushes(1, 100, 25, 25), 2)
    finding = only_finding(scene)
    assert (finding.kind, finding.level, finding.remedy) == ("bet.underbet", "floor", "floor")
    assert did(scene, 1) == ("bet", 150)


@clauses("upt 14-2 s1-3")
@every_house()
def test_a_bet_of_the_last_chips_may_be_under_the_big_blind(house):
    scene = settled(flop(house, blinds=(50, 100), stacks=ten(1, 160)).pushes(1, 25, 25, 5, 5), 2)
    assert scene.findings() == []
    assert did(scene, 1) == ("bet", 60)


@clauses("upt 14-2 s5", "upt 14-2 s6-7")
def test_upt_14_2_over_an_all_in_of_20_a_raise_is_to_120():
    table = {"blinds": (50, 100), "stacks": ten(1, 120)}
    called = settled(flop("upt", **table).says(1, "all_in").pushes(2, 5, 5, 5, 5), 3)
    assert (called.findings(), did(called, 2)) == ([], ("call", 20))
    good = settled(bets(flop("upt", **table).says(1, "all_in"), 2, "raise", 120), 3)
    assert (good.findings(), did(good, 2)) == ([], ("raise", 120))
    short = settled(flop("upt", **table).says(1, "all_in").says(2, "raise", 100), 3)
    assert only_finding(short).facts["min_raise_to"] == 120
    assert did(short, 2) == ("raise", 120)


# Words that do not fit -----------------------------------------------------------------------------------


@in_houses(deltin="55A", dpc="Bets 16A", tda_2024="55A")
def test_call_said_with_no_bet_is_a_check(house, cites):
    scene = flop(house).says(1, "call").taps(2)
    finding = only_finding(scene)
    assert (finding.kind, finding.remedy, finding.cites) == ("bet.invalid_declaration", "check", cites)
    assert did(scene, 1) == ("check", 0)


@in_houses(deltin="55B", dpc="Bets 16B", tda_2024="55B")
def test_raise_said_with_no_bet_is_at_least_the_smallest_bet(house, cites):
    scene = settled(flop(house).says(1, "raise").pushes(1, 100, 100), 2)
    assert did(scene, 1) == ("bet", 400)


@clauses("deltin 55 s2", "dpc Bets 16 s2", "tda-2024 55 s2")
@in_houses(deltin="55", dpc="Bets 16", tda_2024="55")
def test_check_said_facing_a_bet_leaves_call_or_fold(house, cites):
    scene = facing(house, 400).taps(2)
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.remedy) == ("bet.invalid_declaration", 2, "call_or_fold")
    assert finding.cites == cites
    settled(scene.says(2, "call"), 3)
    assert did(scene, 2) == ("call", 400)
    assert len(scene.findings()) == 1


# A house's own reading ---------------------------------------------------------------------------------


def test_a_house_may_set_its_bring_in_at_two_big_blinds(tmp_path):
    own = own_book(tmp_path, "upt", "bring_in = 2")
    scene = settled(flop(own, blinds=(50, 100)).says(1, "bet", 150), 2)
    assert (only_finding(scene).kind, did(scene, 1)) == ("bet.underbet", ("bet", 200))
    assert Scene(own).deal().says(3, "call").wait(1).engine.view().to_call == 100

"""After a short all-in: who may raise again, who may only call or fold, and what the smallest raise is."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import bets, facing, facing_raise
from tests.table.houses import clauses, did, every_house, in_houses, only_finding, own_book, settled, ten

NOT_REOPENED = {
    "deltin": "47",
    "dpc": "Bets 8",
    "english_arabic": "M5B",
    "tda_2024": "47A",
    "upt": "14-3; 14-4",
}


def after_all_ins(house: str, bet: int, *all_ins: int) -> Scene:
    """Seat 1 bets, the next seats go all-in for these totals, the rest fold: seat 1 is to act again."""
    blinds = (bet // 2, bet) if bet < 400 else (200, 400)
    stacks = {**dict.fromkeys(range(1, 7), 10_000), **{n: a + blinds[1] for n, a in enumerate(all_ins, 2)}}
    scene = facing(house, bet, blinds=blinds, stacks=stacks)
    for seat in range(2, 7):
        scene.says(seat, "all_in" if seat < 2 + len(all_ins) else "fold")
    return scene


@clauses("upt 14-3 s4-5")
@in_houses(**NOT_REOPENED)
@pytest.mark.parametrize("how", ["said", "pushed"])
def test_who_bet_may_not_raise_a_short_all_in(house, cites, how):
    scene = after_all_ins(house, 1000, 1400)
    scene = scene.says(1, "raise", 3000) if how == "said" else scene.pushes(1, 1000, 1000)
    settled(scene).sweep()
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.level) == ("bet.not_reopened", 1, "dealer")
    assert finding.remedy in ("call_or_fold", "call")
    assert finding.cites == cites
    assert did(scene, 1) == ("call", 1400)


@in_houses(**NOT_REOPENED)
def test_told_to_call_or_fold_the_player_may_still_fold(house, cites):
    scene = after_all_ins(house, 1000, 1400).says(1, "raise", 3000).says(1, "fold")
    scene.end()
    assert [f.kind for f in scene.findings()] == ["bet.not_reopened"]
    assert did(scene, 1) == ("fold", 1000)


@every_house("invitational")
def test_two_short_all_ins_that_make_a_full_raise_together_reopen(house):
    scene = after_all_ins(house, 1000, 1400, 2000)
    settled(bets(scene, 1, "raise", 6000, has_in=1000)).sweep()
    assert "bet.not_reopened" not in [f.kind for f in scene.findings()]
    assert did(scene, 1) == ("raise", 6000)


@in_houses(dpc="Bets 8", tda_2024="47A")
def test_the_smallest_raise_stays_that_of_the_last_full_one(house, cites):
    scene = after_all_ins(house, 1000, 1400, 2000)
    settled(scene.says(1, "raise", 2500))
    assert only_finding(scene).facts["min_raise_to"] == 3000


@every_house()
def test_who_has_not_acted_yet_may_raise_a_short_all_in(house):
    scene = facing(house, 1000, stacks=ten(2, 1800)).says(2, "all_in")
    settled(bets(scene, 3, "raise", 4000), 4)
    assert scene.findings() == []
    assert did(scene, 3) == ("raise", 4000)


@every_house()
def test_the_big_blind_may_raise_a_short_all_in_for_it_has_not_acted(house):
    scene = Scene(house, blinds=(300, 600), stacks=ten(4, 1000)).deal().says(3, "call").says(4, "all_in")
    scene.folds(5, 6, 1)
    settled(bets(scene, 2, "raise", 2000, has_in=600), 3)
    assert scene.findings() == []
    assert did(scene, 2, "preflop") == ("raise", 2000)


def test_tda_2024_47a_a_caller_in_between_may_not_raise_though_the_bettor_could():
    stacks = {**dict.fromkeys(range(1, 7), 10_000), 2: 900, 4: 1250}
    scene = facing("tda-2024", 500, blinds=(100, 200), stacks=stacks).says(2, "all_in").says(3, "call")
    scene.says(4, "all_in").folds(5, 6).says(1, "call")
    settled(scene.says(3, "raise", 3000)).sweep()
    assert (only_finding(scene).kind, only_finding(scene).seat) == ("bet.not_reopened", 3)
    assert did(scene, 3) == ("call", 1050)


def test_tda_2024_47a_550_more_reopens_for_the_bettor_and_the_least_is_1550():
    stacks = {**dict.fromkeys(range(1, 7), 10_000), 2: 900, 4: 1250}
    scene = facing("tda-2024", 500, blinds=(100, 200), stacks=stacks).says(2, "all_in").says(3, "call")
    scene.says(4, "all_in").folds(5, 6)
    settled(bets(scene, 1, "raise", 1550, has_in=500), 3)
    assert scene.findings() == []
    assert did(scene, 1) == ("raise", 1550)


@clauses("upt 14-4")
def test_upt_14_4_the_raiser_who_faces_80_more_may_only_call_or_fold():
    stacks = {**dict.fromkeys(range(1, 7), 10_000), 3: 380}
    scene = facing_raise("upt", 100, 200, stacks=stacks, blinds=(50, 100)).says(3, "all_in").folds(4, 5, 6)
    settled(scene.says(1, "call").says(2, "raise", 800)).sweep()
    assert (only_finding(scene).kind, only_finding(scene).seat) == ("bet.not_reopened", 2)
    assert did(scene, 2) == ("call", 280)


@clauses("upt 14-3 s4-5")
def test_upt_14_3_a_full_all_in_reopens():
    scene = after_all_ins("upt", 100, 200)
    settled(bets(scene, 1, "raise", 600, has_in=100)).sweep()
    assert scene.findings() == []


def test_invitational_is_silent_on_it_so_the_floor_decides_and_the_raise_lies_there():
    scene = after_all_ins("invitational", 1000, 1400).says(1, "raise", 3000)
    scene.sweep()
    finding = only_finding(scene)
    assert (finding.kind, finding.level, finding.remedy) == ("bet.not_reopened", "floor", "floor")
    assert (finding.cites, finding.facts["silent"]) == ([], True)
    assert did(scene, 1) == ("raise", 3000)


def test_invitational_is_silent_on_several_too_so_the_floor_decides_where_they_are_a_full_raise_together():
    scene = settled(
        bets(after_all_ins("invitational", 1000, 1400, 2000), 1, "raise", 6000, has_in=1000)
    ).sweep()
    assert (only_finding(scene).kind, only_finding(scene).remedy) == ("bet.not_reopened", "floor")
    assert (only_finding(scene).cites, only_finding(scene).facts["silent"]) == ([], True)
    assert did(scene, 1) == ("raise", 6000)


def test_invitational_says_nothing_where_one_of_them_is_a_full_raise():
    scene = settled(
        bets(after_all_ins("invitational", 1000, 1400, 2400), 1, "raise", 6000, has_in=1000)
    ).sweep()
    assert (scene.findings(), did(scene, 1)) == ([], ("raise", 6000))


def test_a_house_may_read_that_one_all_in_has_to_be_a_full_raise_by_itself(tmp_path):
    own = own_book(tmp_path, "english-arabic", "all_ins_add_up = false")
    refused = settled(after_all_ins(own, 1000, 1400, 2000).says(1, "raise", 6000)).sweep()
    assert only_finding(refused).kind == "bet.not_reopened"
    full = settled(bets(after_all_ins(own, 1000, 1400, 2400), 1, "raise", 6000, has_in=1000)).sweep()
    assert (full.findings(), did(full, 1)) == ([], ("raise", 6000))

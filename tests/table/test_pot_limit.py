"""Pot-limit: the pot by word, over the pot, and a bet of the pot on a wrong count."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import chips
from tests.table.houses import clauses, did, in_houses, only_finding, settled

MISCOUNT = {"deltin": "54A", "dpc": "Bets 13B", "tda_2024": "52B"}
IN_POT_LIMIT = ("deltin", "dpc", "english-arabic", "tda-2024", "upt")
in_pot_limit = pytest.mark.parametrize("house", IN_POT_LIMIT)


def pot_of_4800(house: str) -> Scene:
    """Six players limped for 800 each: 4,800 in the pot on the flop, seat 1 first to act."""
    return Scene(house, game="plhe", blinds=(400, 800), stacks=100_000).deal().limp_to_flop()


def pots(scene: Scene) -> int:
    """End the hand and return what lies in its pots."""
    scene.end()
    return sum(pot.amount for pot in scene.hands()[-1].pots)


# The pot said ------------------------------------------------------------------------------------------


@in_pot_limit
def test_pot_said_with_no_bet_is_a_bet_of_the_pot(house):
    scene = settled(pot_of_4800(house).says(1, "pot").pushes(1, *chips(4800), after=1.0), 2)
    assert did(scene, 1) == ("bet", 4800)
    assert scene.findings() == []


@in_pot_limit
def test_pot_said_facing_a_bet_raises_by_the_pot_with_the_call_in_it(house):
    scene = settled(pot_of_4800(house).says(1, "bet", 1000).says(2, "pot"), 3)
    assert did(scene, 2) == ("raise", 1000 + 4800 + 1000 + 1000)
    assert scene.findings() == []


@in_pot_limit
def test_pot_said_with_less_behind_is_all_in(house):
    stacks = {**dict.fromkeys(range(1, 7), 100_000), 1: 3800}
    scene = Scene(house, game="plhe", blinds=(400, 800), stacks=stacks).deal().limp_to_flop()
    settled(scene.says(1, "pot"), 2)
    assert did(scene, 1) == ("bet", 3000)
    assert scene.findings() == []


@in_pot_limit
@pytest.mark.parametrize("how", ["said", "pushed", "all_in"])
def test_more_than_the_pot_is_cut_to_the_pot(house, how):
    scene = pot_of_4800(house)
    if how == "all_in":
        scene.says(1, "all_in")
    elif how == "said":
        scene.says(1, "bet", 9000)
    else:
        scene.pushes(1, 5000, 1000, 1000, 1000, 1000)
    settled(scene, 2)
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.facts["to"]) == ("bet.over_limit", 1, 4800)
    if house == "english-arabic":
        assert (finding.level, finding.cites, did(scene, 1)[0]) == ("floor", [], "bet")
    else:
        assert (finding.level, finding.remedy, did(scene, 1)) == ("dealer", "correct_amount", ("bet", 4800))


@clauses("upt 14 Intro s3-4")
def test_upt_14_intro_the_pot_caps_a_bet_and_no_limit_has_no_cap():
    pot = Scene("upt", game="plhe", blinds=(75, 150)).deal().limp_to_flop().says(1, "bet", 1000)
    assert (only_finding(settled(pot)).cites, only_finding(pot).facts["to"]) == (["14 Intro"], 900)
    free = settled(Scene("upt", stacks=3300).deal().limp_to_flop().says(1, "all_in"), 2)
    assert (free.findings(), did(free, 1)) == ([], ("bet", 3200))


# Before the flop: blinds that are short or dead ------------------------------------------------------------


@pytest.mark.parametrize("house", ["deltin", "dpc", "tda-2024"])
def test_a_short_all_in_blind_does_not_lower_the_pot_before_the_flop(house):
    stacks = {**dict.fromkeys(range(1, 7), 10_000), 2: 120}
    scene = Scene(house, game="plo", blinds=(100, 200), stacks=stacks).deal().says(3, "pot")
    settled(scene, 4)
    assert did(scene, 3, "preflop") == ("raise", 700)


def test_tda_2024_counts_a_dead_small_blind_too():
    scene = Scene("tda-2024", game="plo", blinds=(300, 600), stacks=50_000, start=False)
    scene.start(button=6, small_blind=None, big_blind=2).deal().says(3, "pot").says(4, "pot")
    settled(scene, 5)
    assert [did(scene, seat, "preflop") for seat in (3, 4)] == [("raise", 2100), ("raise", 7200)]


def test_after_the_flop_the_pot_is_what_lies_there():
    stacks = {**dict.fromkeys(range(1, 7), 10_000), 2: 120}
    scene = Scene("deltin", game="plo", blinds=(100, 200), stacks=stacks).deal()
    scene.calls(3).folds(4, 5, 6).says(1, "call").sweep().flop()
    settled(scene.says(1, "pot"), 3)
    assert did(scene, 1) == ("bet", 520)


# A wrong count ---------------------------------------------------------------------------------------------


@in_houses(**MISCOUNT)
def test_a_pot_bet_on_a_count_too_high_is_cut_for_everybody(house, cites):
    scene = (
        pot_of_4800(house).event("pot.quoted", amount=5200).says(1, "pot").pushes(1, *chips(5200), after=1.0)
    )
    settled(scene.says(2, "call"), 3)
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.level) == ("bet.over_limit", 1, "dealer")
    assert (finding.remedy, finding.cites[0]) == ("correct_amount", cites[0])
    assert (finding.facts["quoted"], finding.facts["to"]) == (5200, 4800)
    assert [did(scene, seat) for seat in (1, 2)] == [("bet", 4800), ("call", 4800)]


@pytest.mark.parametrize("how", ["silently", "saying call", "by the amount"])
@pytest.mark.parametrize("house", ["deltin", "dpc", "tda-2024", "upt"])
def test_who_matches_a_bet_over_the_pot_has_called_it(house, how):
    scene = pot_of_4800(house).says(1, "bet", 5200).pushes(1, *chips(5200), after=1.0)
    for seat in (2, 3):
        if how == "by the amount":
            scene.says(seat, "amount", 5200)
        else:
            if how == "saying call":
                scene.says(seat, "call")
            scene.pushes(seat, *chips(5200)).wait(2.5)
    scene.folds(4, 5, 6).sweep()
    assert (only_finding(scene).kind, only_finding(scene).seat) == ("bet.over_limit", 1)
    assert [did(scene, seat) for seat in (1, 2, 3)] == [("bet", 4800), ("call", 4800), ("call", 4800)]
    assert pots(scene) == 3 * 4800 + 4800


@pytest.mark.parametrize("house", ["deltin", "dpc", "tda-2024"])
def test_where_no_words_are_keyed_he_has_called_it_too(house):
    scene = Scene(house, game="plhe", blinds=(400, 800), stacks=100_000, without=["words"]).deal()
    scene.limp_to_flop().says(1, "bet", 5200).pushes(1, *chips(5200), after=1.0)
    scene.pushes(2, *chips(5200)).wait(2.5).folds(3, 4, 5, 6).sweep()
    assert ([f.kind for f in scene.findings()], did(scene, 2)) == (["bet.over_limit"], ("call", 4800))


@pytest.mark.parametrize("house", ["deltin", "dpc", "tda-2024"])
def test_once_the_bettor_has_his_chips_back_the_call_is_the_pot(house):
    scene = pot_of_4800(house).says(1, "bet", 5200).pushes(1, *chips(5200), after=1.0).wait(2.5)
    scene.pulls(1, 100, 100, 100, 100).says(2, "call").pushes(2, *chips(5200)).wait(2.5).says(3, "fold")
    assert [(f.kind, f.seat) for f in scene.findings()] == [
        ("bet.over_limit", 1),
        ("bet.verbal_vs_chips", 2),
    ]
    assert did(scene, 2) == ("call", 4800)


@in_houses(**MISCOUNT)
def test_the_dealer_may_count_after_the_pot_was_said(house, cites):
    scene = pot_of_4800(house).says(1, "pot").event("pot.quoted", amount=5200)
    assert (only_finding(scene).kind, only_finding(scene).cites[0]) == ("bet.over_limit", cites[0])


@in_houses(**MISCOUNT)
@pytest.mark.parametrize("how", ["said", "pushed"])
def test_a_count_too_low_is_put_right_while_nobody_but_one_has_folded(house, cites, how):
    scene = pot_of_4800(house).event("pot.quoted", amount=4400)
    if how == "said":
        scene.says(1, "pot")
    scene.pushes(1, *chips(4400), after=1.0).wait(2.5).says(2, "fold").pushes(1, 100, 100, 100, 100)
    settled(scene.says(3, "call").says(4, "call"), 5)
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.level) == ("bet.underbet", 1, "dealer")
    assert (finding.remedy, finding.cites) == ("correct_amount", cites)
    assert (finding.facts["pushed"], finding.facts["to"]) == (4400, 4800)
    assert did(scene, 3) == ("call", 4800)


@in_houses(**MISCOUNT)
@pytest.mark.parametrize("first", ["call", "fold"])
def test_after_substantial_action_the_low_count_stands(house, cites, first):
    scene = (
        pot_of_4800(house).event("pot.quoted", amount=4400).says(1, "pot").pushes(1, *chips(4400), after=1.0)
    )
    settled(scene.says(2, first).says(3, "call"), 4)
    low, stands = scene.findings()
    assert (stands.kind, stands.seat, stands.remedy) == ("bet.underbet", 1, "play_on")
    assert (stands.cites, stands.facts["replaces"], stands.facts["to"]) == (cites, low.id, 4400)
    scene.folds(5, 6).sweep()
    assert pots(scene) == 4800 + 4400 * (3 if first == "call" else 2)


@pytest.mark.parametrize("house", ["english-arabic", "upt"])
def test_where_the_book_is_silent_on_the_count_the_floor_decides_and_the_bet_lies_there(house):
    scene = settled(pot_of_4800(house).event("pot.quoted", amount=4400).says(1, "pot"), 2)
    finding = only_finding(scene)
    assert (finding.kind, finding.level, finding.facts["silent"]) == ("bet.underbet", "floor", True)
    assert did(scene, 1) == ("bet", 4400)


@in_pot_limit
def test_a_right_count_says_nothing_and_a_smaller_bet_is_a_bet(house):
    right = settled(pot_of_4800(house).event("pot.quoted", amount=4800).says(1, "pot"), 2)
    assert (right.findings(), did(right, 1)) == ([], ("bet", 4800))
    smaller = settled(pot_of_4800(house).event("pot.quoted", amount=4400).says(1, "bet", 3000), 2)
    assert (smaller.findings(), did(smaller, 1)) == ([], ("bet", 3000))


# The pot said where it is no bet ------------------------------------------------------------------------


@in_houses(deltin="53C", dpc="Bets 15C", english_arabic="M11 s3", tda_2024="54D")
def test_the_pot_said_at_no_limit_is_the_least_bet_or_raise(house, cites):
    free = settled(Scene(house, blinds=(200, 400)).deal().limp_to_flop().says(1, "pot"), 2)
    finding = only_finding(free)
    assert (finding.kind, finding.level, finding.remedy, finding.cites) == (
        "bet.pot_declared",
        "dealer",
        "min_bet",
        cites,
    )
    assert did(free, 1) == ("bet", 400)
    faced = Scene(house, blinds=(200, 400)).deal().limp_to_flop().says(1, "bet", 1000).says(2, "pot")
    settled(faced, 3)
    assert (only_finding(faced).remedy, only_finding(faced).cites) == ("min_raise", cites)
    assert did(faced, 2) == ("raise", 2000)


def test_a_raise_of_the_pot_takes_off_what_the_seat_has_in_already():
    """Blinds 100 and 200, called by one; the small blind may raise to 1000: 200 of call and 800 of pot."""
    scene = Scene("deltin", seats=3, button=3, blinds=(100, 200), game="plo").deal()
    scene.says(3, "call").says(1, "raise", 5000)
    assert (only_finding(scene).kind, only_finding(scene).facts["to"]) == ("bet.over_limit", 800)

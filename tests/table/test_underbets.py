"""Bets and raises that are too small: put right at once, found later on the street, or found too late."""

from __future__ import annotations

from controller.testkit.scene import Scene
from controller.testkit.spots import bets, facing, flop
from tests.table.houses import clauses, did, every_house, in_houses, only_finding, settled

LATER = {"deltin": "54B", "dpc": "Bets 13A", "tda_2024": "52A", "upt": "3 Betting 13"}


def underraised(house: str) -> Scene:
    """Seat 1 bet 600, seat 2 raises to 1000 and nobody mends it; seats 3 and 4 call what lies there."""
    scene = settled(bets(facing(house, 600, blinds=(50, 100)), 2, "raise", 1000))
    return settled(settled(scene.pushes(3, 500, 500)).pushes(4, 500, 500))


@in_houses(**LATER)
def test_a_raise_found_too_small_when_others_call_it_is_put_right_for_all(house, cites):
    scene = underraised(house)
    short, later = scene.findings()
    assert (short.kind, short.seat, short.facts["to"]) == ("bet.short_raise", 2, 1200)
    assert (later.kind, later.seat, later.level, later.remedy) == (
        "bet.underbet",
        2,
        "dealer",
        "correct_amount",
    )
    assert later.cites[0] == cites[0]
    assert (later.facts["pushed"], later.facts["to"]) == (1000, 1200)
    for seat in (2, 3, 4):
        scene.pushes(seat, 100, 100)
    scene.says(5, "fold").says(6, "fold").says(1, "call").sweep().street()
    assert [did(scene, seat) for seat in (1, 2, 3, 4)] == [
        ("call", 1200),
        ("raise", 1200),
        ("call", 1200),
        ("call", 1200),
    ]
    assert len(scene.findings()) == 2


@in_houses(**LATER)
def test_once_the_next_card_is_out_what_lies_there_stands(house, cites):
    scene = underraised(house).says(5, "fold").says(6, "fold").says(1, "call").sweep().street()
    later, late = scene.found("bet.underbet"), scene.found("bet.underbet", 2)
    assert (late.remedy, late.cites[0], late.facts["replaces"]) == ("play_on", cites[0], later.id)
    assert (late.facts["to"], late.street) == (1000, "flop")
    scene.end()
    assert sum(pot.amount for pot in scene.hands()[0].pots) == 600 + 4 * 1000


@in_houses(**LATER)
def test_an_opening_bet_that_is_too_small_is_put_right_for_who_called_it(house, cites):
    scene = settled(flop(house, blinds=(300, 600)).pushes(1, 100, 100, 100, 100))
    settled(scene.pushes(2, 100, 100, 100, 100), 3)
    first, later = scene.findings()
    assert (first.kind, first.remedy, first.facts["to"]) == ("bet.underbet", "min_bet", 600)
    assert (later.kind, later.seat, later.remedy, later.cites[0]) == (
        "bet.underbet",
        1,
        "correct_amount",
        cites[0],
    )
    assert [did(scene, seat) for seat in (1, 2)] == [("bet", 600), ("call", 600)]


@in_houses(**LATER)
def test_on_the_river_it_stands_once_the_pot_is_pushed(house, cites):
    scene = (
        flop(house, blinds=(50, 100), seats=3).check_round().sweep().street().check_round().sweep().street()
    )
    settled(bets(bets(scene, 1, "bet", 600), 2, "raise", 1000))
    settled(scene.pushes(3, 500, 500).says(1, "call")).award(2, 3300)
    assert scene.found("bet.underbet", 2).remedy == "play_on"


@every_house("deltin", "dpc", "tda-2024", "upt")
def test_a_house_without_the_rule_has_an_undercall_of_the_raise(house):
    scene = settled(
        facing(house, 600, blinds=(50, 100)).says(2, "raise", 1000).pushes(2, 500, 500, after=1.0)
    )
    settled(scene.pushes(3, 500, 500), 4)
    assert [f.kind for f in scene.findings()] == ["bet.short_raise", "bet.undercall"]


@every_house()
def test_a_short_raise_that_was_mended_is_called_short_by_an_undercall(house):
    scene = settled(
        facing(house, 600, blinds=(50, 100)).says(2, "raise", 1000).pushes(2, 500, 500, after=1.0)
    )
    settled(settled(scene.pushes(2, 100, 100)).pushes(3, 500, 500))
    assert [f.kind for f in scene.findings()] == ["bet.short_raise", "bet.undercall"]


@clauses("dpc Bets 13A", "dpc Bets 4A")
def test_dpc_silent_700_over_600_was_a_call_so_a_later_600_is_a_call_too():
    scene = settled(facing("dpc", 600, blinds=(50, 100)).pushes(2, 500, 100, 100))
    settled(scene.pushes(3, 500, 100), 4)
    assert only_finding(scene).kind == "bet.short_raise"
    assert [did(scene, seat) for seat in (2, 3)] == [("call", 600), ("call", 600)]


@clauses("deltin 54B")
def test_deltin_54b_18k_over_10k_is_corrected_to_20k():
    scene = settled(facing("deltin", 10_000, stacks=200_000).pushes(2, 5000, 5000, 5000, 1000, 1000, 1000))
    settled(scene.pushes(3, 5000, 5000, 5000, 1000, 1000, 1000), 4)
    assert scene.found("bet.underbet").facts["to"] == 20_000
    assert did(scene, 3) == ("call", 20_000)


@clauses("upt 3 Betting 13 s4")
def test_upt_3_betting_13_who_called_the_small_bet_adds_to_it_but_may_not_raise():
    scene = settled(flop("upt", blinds=(100, 200)).pushes(1, 100, 25, 25))
    settled(scene.pushes(2, 100, 25, 25))
    settled(scene.pushes(2, 500), 3)
    assert did(scene, 2) == ("call", 200)
    assert "bet.string" not in [f.kind for f in scene.findings()]

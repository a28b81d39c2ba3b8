"""Wagers in more motions than the house allows: the first motion stands."""

from __future__ import annotations

from controller.testkit.spots import facing, flop
from tests.table.houses import STRING, clauses, did, every_house, in_houses, only_finding, settled


@clauses("invitational 5.6 s1-2", "upt 3 Betting 11 s1-2")
@in_houses(**STRING)
def test_the_call_and_then_a_second_motion_is_a_string_and_a_call(house, cites):
    scene = facing(house, 400).pushes(2, *[100] * 4).pushes(2, 500, 100, 100, 100, after=1.0)
    settled(scene, 3)
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.level) == ("bet.string", 2, "dealer")
    assert (finding.remedy, finding.cites) == ("first_motion_stands", cites)
    assert (finding.facts["first"], finding.facts["added"], finding.facts["to"]) == (400, 800, 400)
    assert did(scene, 2) == ("call", 400)


@in_houses(**STRING)
def test_an_opening_bet_in_two_motions_stands_at_the_first(house, cites):
    scene = settled(flop(house).pushes(1, 500).pushes(1, 500, after=1.2), 2)
    assert (only_finding(scene).kind, only_finding(scene).cites) == ("bet.string", cites)
    assert did(scene, 1) == ("bet", 500)


@in_houses(**STRING)
def test_a_good_raise_and_then_more_stands_at_the_raise(house, cites):
    scene = settled(facing(house, 400).pushes(2, 500, 500).pushes(2, 1000, after=1.0), 3)
    assert [f.kind for f in scene.findings()] == ["bet.string"]
    assert did(scene, 2) == ("raise", 1000)


@clauses("upt 14-6 s3")
@in_houses(dpc="Bets 3; Bets 12A", tda_2024="42; 51A", upt="15-24; 14-11")
def test_raise_said_the_call_pushed_then_more_is_the_smallest_raise(house, cites):
    scene = facing(house, 400).says(2, "raise").pushes(2, *[100] * 4).pushes(2, 1000, 100, 100, after=1.0)
    settled(scene, 3)
    assert "bet.string" in [f.kind for f in scene.findings()]
    assert len(scene.findings()) == 1
    assert did(scene, 2) == ("raise", 800)


@every_house()
def test_one_wager_is_one_finding_though_it_is_short_and_in_two_motions(house):
    scene = facing(house, 1000).pushes(2, 1000, *[100] * 4).pushes(2, *[100] * 4, after=1.0)
    settled(scene, 3)
    assert [f.kind for f in scene.findings()] == ["bet.string"]
    assert did(scene, 2) == ("call", 1000)


@every_house()
def test_a_string_after_another_seat_has_acted_is_the_next_seats_business(house):
    scene = facing(house, 400).pushes(2, *[100] * 4).says(3, "fold").pushes(2, 500)
    assert "bet.string" not in [f.kind for f in scene.findings()]

"""Wagers in more motions than the house allows: the first motion stands."""

from __future__ import annotations

from controller.testkit.spots import bets, facing, flop
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


@every_house()
def test_who_matches_all_that_lies_there_has_called_and_all_of_it_is_in_the_pot(house):
    """One push was seen as two: nobody gave the second back, and the call is as much."""
    scene = (
        flop(house, seats=2).pushes(1, 500, 100).pushes(1, 100, after=0.5).pushes(2, 500, 100, 100).sweep()
    )
    bets(scene.street().taps(1), 2, "bet", 400).folds(1).award(2, 2 * 400 + 2 * 700 + 400).end()
    assert scene.kinds() == ["bet.string"]
    assert scene.actions("flop") == [(1, "bet", 600), (2, "call", 600)]
    assert scene.hands()[0].stacks == {1: 98_900, 2: 101_100}


@every_house()
def test_so_it_is_where_he_said_call_and_a_third_is_out_of_it(house):
    scene = flop(house, seats=3).pushes(1, 500, 100).pushes(1, 100, after=0.5).folds(2).says(3, "call")
    scene.pushes(3, 500, 100, 100).sweep().street()
    assert scene.kinds() == ["bet.string"]
    assert scene.engine.hand.players[3].put_in == 400 + 700


@every_house()
def test_once_the_second_motion_is_taken_back_the_first_is_the_bet(house):
    scene = flop(house, seats=2).pushes(1, 500, 100).pushes(1, 100, after=0.5).pulls(1, 100)
    scene.pushes(2, 500, 100).sweep().street()
    assert scene.kinds() == ["bet.string"]
    assert [player.put_in for player in scene.engine.hand.players.values()] == [1000, 1000]


@every_house()
def test_what_one_of_two_callers_matches_is_no_bet_of_all(house):
    scene = flop(house, seats=3).pushes(1, 500, 100).pushes(1, 100, after=0.5).pushes(2, 500, 100, 100)
    scene.says(3, "call").pushes(3, 500, 100).sweep().street()
    assert scene.kinds() == ["bet.string"]
    assert [player.put_in for player in scene.engine.hand.players.values()] == [1000, 1000, 1000]

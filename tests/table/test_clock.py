"""The clock on a player: what the houses give, who may ask for it, and what happens when it runs out."""

from __future__ import annotations

import copy

import pytest
from msgspec.structs import replace

from controller.rulebooks import load
from controller.table.outputs import Action
from controller.testkit.scene import Scene
from controller.testkit.spots import facing, flop
from tests.table.houses import action_of, clauses, did, every_house, in_houses, settled
from tests.table.showdowns import own_book

CLOCK = {
    "deltin": "29",
    "dpc": "General Procedures 7",
    "english_arabic": "26",
    "invitational": "1.10 s1",
    "tda_2024": "29",
    "upt": "14-16 s1",
}
SECONDS = {
    "deltin": (25, 5),
    "dpc": (25, 5),
    "tda-2024": (25, 5),
    "english-arabic": (50, 10),
    "invitational": (60, 10),
    "upt": (60, 10),
}
EXPIRED = {
    **CLOCK,
    "invitational": "1.10 s2-3",
    "tda_2024": "29 s5",
    "upt": "14-16 s3-4; 3 Dead hands 1(d); 3 Dead hands 1",
}


@in_houses(**CLOCK)
def test_the_clock_starts_with_the_time_of_the_house(house, cites):
    scene = facing(house, 400).event("clock.call", seat=2)
    (started,) = scene.findings()
    assert (started.kind, started.seat, started.level) == ("clock.started", 2, "dealer")
    assert started.cites == cites
    assert (started.facts["seconds"], started.facts["countdown"]) == SECONDS[house]
    assert {type(started.facts[name]) for name in ("seconds", "countdown")} == {int}, "compiled too"


@in_houses(**EXPIRED)
def test_facing_a_bet_the_hand_is_dead_when_it_runs_out(house, cites):
    scene = facing(house, 400).event("clock.call", seat=2)
    scene.wait(sum(SECONDS[house]) - 0.001)
    assert len(scene.findings()) == 1
    scene.wait(0.5).says(2, "call").says(3, "fold")
    started, expired = scene.findings()
    assert (expired.kind, expired.seat, expired.level) == ("clock.expired", 2, "dealer")
    assert (expired.remedy, expired.cites) == ("kill_hand", cites)
    assert set(started.evidence) <= set(expired.evidence)
    assert did(scene, 2) == ("dead", 0)
    assert action_of(scene, 2).cites == cites


@every_house()
def test_a_hand_that_the_clock_kills_on_the_river_is_dead_on_the_river(house):
    scene = flop(house, seats=2).taps(1, 2).sweep().street().taps(1, 2).sweep().street()
    scene.says(1, "bet", 400).event("clock.call", seat=2).wait(sum(SECONDS[house]) + 0.5).end()
    assert did(scene, 2, "river") == ("dead", 0)
    assert scene.actions("showdown") == []


@clauses("deltin 29", "dpc General Procedures 7", "tda-2024 29 s5")
@every_house()
def test_action_on_the_very_last_instant_stands(house):
    scene = facing(house, 400).event("clock.call", seat=2)
    settled(scene.says(2, "call", after=sum(SECONDS[house])), 3)
    assert [f.kind for f in scene.findings()] == ["clock.started"]
    assert did(scene, 2) == ("call", 400)


@clauses("invitational 1.10 s2-3", "upt 14-16 s3-4")
@every_house()
def test_action_within_the_countdown_stands(house):
    seconds, countdown = SECONDS[house]
    scene = facing(house, 400).event("clock.call", seat=2)
    settled(scene.pushes(2, *[100] * 4, after=seconds + countdown / 2), 3)
    scene.wait(100)
    assert [f.kind for f in scene.findings()] == ["clock.started"]
    assert did(scene, 2) == ("call", 400)


@in_houses(deltin="29", dpc="General Procedures 7", tda_2024="29 s5")
def test_with_no_bet_to_face_it_is_a_check(house, cites):
    scene = flop(house).event("clock.call", seat=1).wait(31)
    started, expired = scene.findings()
    assert (started.remedy, expired.remedy, expired.cites) == ("check", "check", cites)
    assert did(scene, 1) == ("check", 0)
    scene.taps(2, 3)
    assert len(scene.findings()) == 2


@in_houses(english_arabic="26", invitational="1.10 s2-3")
def test_with_no_bet_to_face_the_letter_kills_and_the_floor_is_told(house, cites):
    scene = flop(house).event("clock.call", seat=1).wait(sum(SECONDS[house]) + 1)
    expired = scene.findings()[1]
    assert (expired.remedy, expired.level, expired.cites) == ("kill_hand", "floor", cites)
    assert expired.facts["our_reading"] is True
    assert did(scene, 1) == ("dead", 0)


@clauses("upt 3 Dead hands 1(d)", "upt 14-16 s3-4")
def test_upt_names_no_sanction_without_a_bet_so_the_floor_decides():
    scene = flop("upt").event("clock.call", seat=1).wait(71)
    expired = scene.findings()[1]
    assert (expired.kind, expired.level, expired.remedy) == ("clock.expired", "floor", "floor")
    assert expired.facts["options"] == ["check", "kill_hand"]
    scene.taps(1, 2)
    assert did(scene, 1) == ("check", 0)


@clauses("deltin 29", "dpc General Procedures 7", "tda-2024 29", "english-arabic 26", "upt 14-16 s1")
@every_house()
def test_the_floor_may_shorten_the_time(house):
    scene = facing(house, 400).event("clock.call", seat=2, seconds=10, countdown=5).wait(14.9)
    (started,) = scene.findings()
    assert [str(started.facts[name]) for name in ("seconds", "countdown")] == ["10", "5"]
    scene.wait(0.2)
    assert [f.kind for f in scene.findings()] == ["clock.started", "clock.expired"]


@in_houses(english_arabic="26", invitational="1.10 s1")
def test_a_longer_time_than_the_house_gives_is_cut_to_it(house, cites):
    scene = facing(house, 400).event("clock.call", seat=2, seconds=80, countdown=15)
    started = scene.found("clock.started")
    assert ((started.facts["seconds"], started.facts["countdown"]), started.cites) == (SECONDS[house], cites)
    scene.wait(sum(SECONDS[house]) + 0.5).says(3, "fold")
    assert did(scene, 2) == ("dead", 0)


@every_house("english-arabic", "invitational")
def test_where_the_floor_may_change_the_time_it_may_give_more(house):
    scene = facing(house, 400).event("clock.call", seat=2, seconds=80, countdown=15).wait(94)
    (started,) = scene.findings()
    assert [str(started.facts[name]) for name in ("seconds", "countdown")] == ["80", "15"]


@every_house()
def test_who_asks_for_a_clock_that_runs_already_gives_nobody_more_time(house):
    scene = facing(house, 400).event("clock.call", seat=2, by=3).wait(20)
    scene.event("clock.call", seat=2, by=4).wait(sum(SECONDS[house]) - 20)
    assert [f.kind for f in scene.findings()] == ["clock.started", "clock.expired"]


@every_house()
def test_the_floor_may_shorten_a_clock_that_runs_already(house):
    scene = facing(house, 400).event("clock.call", seat=2).wait(5)
    scene.event("clock.call", seat=2, seconds=5, countdown=5).wait(10.5)
    assert [f.kind for f in scene.findings()] == ["clock.started", "clock.started", "clock.expired"]


@every_house()
def test_the_clock_is_taken_off(house):
    scene = facing(house, 400).event("clock.call", seat=2).event("clock.cancel", seat=2).wait(200)
    assert [f.kind for f in scene.findings()] == ["clock.started"]


SEATED = {
    "deltin": "30 s4; 29",
    "dpc": "General Procedures 7 s3",
    "english_arabic": "28 s4",
    "tda_2024": "29 s3",
    "upt": "15-12",
}


@in_houses(**SEATED)
@pytest.mark.parametrize("state", ["out", "absent"])
def test_only_a_player_at_his_seat_may_ask_for_it(house, cites, state):
    scene = flop(house, seats=6, states={7: "out"}).event("seat", seat=7, state=state)
    (refused,) = scene.event("clock.call", seat=1, by=7).wait(100).findings()
    assert (refused.kind, refused.level, refused.remedy) == ("clock.refused", "info", "no_action")
    assert refused.cites == cites


@in_houses(**SEATED)
def test_a_player_who_has_left_his_seat_in_the_hand_may_not_ask(house, cites):
    scene = flop(house).event("seat", seat=5, state="absent").event("clock.call", seat=1, by=5)
    assert scene.found("clock.refused").cites == cites


@every_house()
def test_a_player_at_his_seat_may_ask_even_after_he_folded(house):
    scene = facing(house, 400).says(2, "fold").event("clock.call", seat=3, by=2)
    assert [f.kind for f in scene.findings()] == ["clock.started"]


@every_house()
def test_an_act_out_of_turn_does_not_stop_the_clock(house):
    scene = facing(house, 400).event("clock.call", seat=2).says(3, "call").wait(sum(SECONDS[house]) + 1)
    kinds = [f.kind for f in scene.findings()]
    assert kinds[:3] == ["clock.started", "turn.out_of_turn", "clock.expired"]
    deaths = [o for o in scene.out if isinstance(o, Action) and o.action == "dead"]
    assert [o.seat for o in deaths] == [2]


@every_house()
def test_what_a_dead_seat_does_is_ignored(house):
    scene = facing(house, 400).event("clock.call", seat=2).wait(sum(SECONDS[house]) + 1)
    told = len(scene.findings())
    scene.pushes(2, 1000, 1000).says(2, "raise", 2000).mucks(2).wait(3).says(3, "call").says(4, "fold")
    assert len(scene.findings()) == told
    assert did(scene, 3) == ("call", 400)


@pytest.mark.parametrize("house", ["deltin", "upt"])
def test_the_last_hand_but_one_dies_by_the_clock_and_the_other_wins(house):
    scene = facing(house, 400, seats=2).event("clock.call", seat=2).wait(sum(SECONDS[house]) + 1).end()
    (hand,) = scene.hands()
    assert hand.returned == {1: 400}
    assert [dict(w.shares) for w in hand.winners] == [{1: 800}]
    assert hand.stacks == {1: 100_400, 2: 99_600}


# What the screens show -----------------------------------------------------------------------------------------


@clauses("tda-2024 29", "deltin 29", "dpc General Procedures 7", "upt 14-16 s1", "invitational 1.10 s1")
@every_house()
def test_the_time_that_is_left_is_shown(house):
    seconds, countdown = SECONDS[house]
    scene = facing(house, 400)
    assert scene.engine.view().clock is None
    scene.event("clock.call", seat=2)
    clock = scene.engine.view().clock
    assert (clock.seat, clock.left, clock.countdown) == (2, seconds + countdown, countdown)
    assert scene.wait(seconds).engine.view().clock.left == countdown
    assert scene.says(2, "call").says(3, "fold").engine.view().clock is None


@clauses("upt 14-16 s1")
@every_house()
def test_a_time_set_by_the_floor_is_shown(house):
    scene = facing(house, 400).event("clock.call", seat=2, seconds=15, countdown=5)
    assert (scene.engine.view().clock.left, scene.engine.view().clock.countdown) == (20, 5)


@clauses("tda-2024 RP-19")
def test_a_shot_clock_starts_with_each_turn_where_the_house_has_one():
    clock = replace(load("tda-2024").clock, shot_s=20)
    scene = own_book("tda-2024", clock=clock).deal().wait(1)
    assert (scene.engine.view().clock.seat, scene.engine.view().clock.left) == (3, 19)
    assert scene.wait(12).engine.view().clock.left == 7
    assert (scene.says(3, "call").engine.view().clock.seat, scene.engine.view().clock.left) == (4, 20)
    assert Scene("tda-2024").deal().engine.view().clock is None


@in_houses(upt="2 Procedures 11")
def test_ten_minutes_away_is_told_once(house, cites):
    scene = Scene(house).event("seat", seat=4, state="absent").wait(599)
    assert "clock.absence" not in [f.kind for f in scene.findings()]
    found = scene.wait(1).found("clock.absence")
    assert (found.seat, found.level, found.remedy, found.cites) == (4, "info", "remind", cites)
    assert [f.kind for f in scene.wait(700).findings()].count("clock.absence") == 1


@clauses("upt 2 Procedures 11")
def test_who_comes_back_in_time_is_not_told():
    scene = Scene("upt").event("seat", seat=4, state="absent").wait(400).event("seat", seat=4, state="in")
    assert "clock.absence" not in [f.kind for f in scene.wait(400).findings()]


@every_house()
def test_a_clock_called_a_moment_before_the_act_in_front_has_come_runs_from_the_turn_on(house):
    scene = facing(house, 400).event("clock.call", seat=3)
    assert scene.findings() == []
    scene.says(2, "call", after=0.5)
    called, come = scene.line - 1, scene.line
    (started,) = scene.wait(1).findings()
    assert (started.kind, started.seat, started.evidence) == ("clock.started", 3, [called, come])
    scene.wait(scene.log[-2]["t"] + sum(SECONDS[house]) - scene.t - 0.01)
    assert len(scene.findings()) == 1
    assert [(f.kind, f.seat) for f in scene.wait(0.1).findings()][1:] == [("clock.expired", 3)]


@every_house()
def test_where_nothing_senses_checks_the_clock_is_on_the_seat_that_those_before_it_have_checked_to(house):
    scene = flop(house, without=["taps"]).wait(3).event("clock.call", seat=3).wait(1)
    assert [(f.kind, f.seat) for f in scene.findings()] == [("clock.started", 3)]
    assert scene.engine.view().clock.seat == 3
    assert scene.pushes(3, 100, 100, 100, 100).wait(90).actions("flop")[:2] == [
        (1, "check", 0),
        (2, "check", 0),
    ]
    assert [f.kind for f in scene.findings()] == ["clock.started"]


@in_houses(**{house: cite for house, cite in CLOCK.items() if house in ("deltin", "dpc", "tda_2024")})
def test_and_where_it_runs_out_all_of_them_have_checked(house, cites):
    scene = flop(house, without=["taps"]).wait(3).event("clock.call", seat=3).wait(31)
    assert [(f.kind, f.seat, f.remedy) for f in scene.findings()][1:] == [("clock.expired", 3, "check")]
    assert scene.pushes(4, 100, 100, 100, 100).wait(3).actions("flop") == [
        (1, "check", 0),
        (2, "check", 0),
        (3, "check", 0),
    ]


@every_house()
def test_a_clock_keyed_to_a_seat_by_mistake_takes_nothing_from_who_is_to_act(house):
    """Seat 1 bets though the clock was put on seat 3; where every check is sensed it is on nobody."""
    scene = flop(house, without=["taps"]).wait(3).event("clock.call", seat=3).pushes(1, 100, 100, 100, 100)
    assert settled(scene.wait(90), 2).actions("flop")[:1] == [(1, "bet", 400)]
    assert [f.kind for f in scene.findings()] == ["clock.started"]
    assert flop(house).event("clock.call", seat=3).wait(90).findings() == []
    assert flop(house, without=["taps"]).taps(1, 2).event("clock.call", seat=1).wait(90).findings() == []


@every_house()
def test_a_clock_called_on_a_seat_that_is_not_soon_to_act_is_on_nobody(house):
    assert facing(house, 400).event("clock.call", seat=3).says(2, "call", after=3).wait(90).findings() == []
    taken_off = facing(house, 400).event("clock.call", seat=3).event("clock.cancel", seat=3)
    assert taken_off.says(2, "call", after=0.5).wait(90).findings() == []
    acted = facing(house, 400).event("clock.call", seat=2).says(2, "call").event("clock.call", seat=2)
    assert [f.seat for f in acted.says(3, "call", after=0.5).wait(90).findings()] == [2]


@every_house()
def test_the_next_seat_has_no_clock_while_the_act_can_still_be_taken_back(house):
    scene = facing(house, 400).event("clock.call", seat=2).says(2, "call")
    table = copy.deepcopy(scene.engine)
    table.believe()
    assert (table.view().to_act, table.view().clock) == (3, None)


def test_a_clock_of_a_house_that_names_no_time_runs_until_the_seat_acts():
    scene = own_book("deltin", clock=None).deal().event("clock.call", seat=3).wait(500)
    assert (scene.engine.play.clocks.on, scene.engine.view().clock) == (3, None)
    scene.says(3, "call").says(4, "fold").wait(1)
    assert scene.engine.play.clocks.on is None
    assert did(scene, 3, "preflop") == ("call", 100)

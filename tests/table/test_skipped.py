"""A seat that is passed over: when what was done behind it counts, and what the floor makes of its hand."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import bets, facing, flop
from tests.table.houses import did, every_house, in_houses, settled

SKIPPED = {"deltin": "43B", "dpc": "Bets 14B", "english_arabic": "M2B", "tda_2024": "53B"}


def kinds(scene: Scene) -> list[tuple[str, int | None, str]]:
    """Return kind, seat and remedy of every finding, in order."""
    return [(f.kind, f.seat, f.remedy) for f in scene.findings()]


def passed_over(house: str, *, after: float = 2.0) -> Scene:
    """Seat 1 is due and silent; seat 2 bets 400 and seat 3 calls it."""
    scene = bets(flop(house), 2, "bet", 400)
    return scene.says(3, "call", after=after)


@in_houses(**SKIPPED)
def test_substantial_action_past_a_silent_seat_binds_and_the_floor_rules_on_it(house, cites):
    scene = passed_over(house)
    assert kinds(scene)[:3] == [
        ("turn.out_of_turn", 2, "back_up"),
        ("turn.out_of_turn", 3, "back_up"),
        ("turn.skipped", 1, "floor"),
    ]
    skipped = scene.found("turn.skipped")
    assert (skipped.level, skipped.cites, skipped.facts["seats"]) == ("floor", cites, [2, 3])
    assert skipped.facts.get("options") == (None if house == "english-arabic" else ["kill_hand", "no_raise"])
    scene.says(1, "fold")
    assert kinds(scene)[3:] == [("turn.out_of_turn", 2, "binding"), ("turn.out_of_turn", 3, "binding")]
    assert [f.cites for f in scene.findings()[3:]] == [cites, cites]
    settled(scene, 4)
    assert scene.actions("flop")[:3] == [(1, "fold", 0), (2, "bet", 400), (3, "call", 400)]


@in_houses(**SKIPPED)
@pytest.mark.parametrize("another", [False, True])
def test_a_seat_that_speaks_up_in_time_is_not_skipped(house, cites, another):
    scene = bets(flop(house), 2, "bet", 400).event("seat.speaks", seat=1)
    if another:
        scene.says(3, "call")
    bets(scene, 1, "bet", 800)
    assert "turn.skipped" not in [f.kind for f in scene.findings()]
    assert ("turn.out_of_turn", 2, "not_binding") in kinds(scene)


@in_houses(**SKIPPED)
def test_the_skipped_seat_cannot_undo_what_was_done_behind_it(house, cites):
    scene = passed_over(house)
    bets(scene, 1, "raise", 1200)
    settled(scene, 2)
    assert "not_binding" not in [f.remedy for f in scene.findings()]
    assert scene.actions("flop")[:3] == [(1, "raise", 1200), (2, "bet", 400), (3, "call", 400)]


@in_houses(**{house: cite for house, cite in SKIPPED.items() if house != "english_arabic"})
def test_the_floor_lets_it_call_or_fold_but_not_raise(house, cites):
    scene = passed_over(house).rules("no_raise", finding="1:turn.skipped:1")
    settled(scene.says(1, "raise", 1200), 4)
    refused = scene.found("bet.not_reopened")
    assert (refused.seat, refused.remedy, refused.cites) == (1, "call", cites)
    assert did(scene, 1) == ("call", 400)


@in_houses(**{house: cite for house, cite in SKIPPED.items() if house != "english_arabic"})
def test_the_floor_kills_the_skipped_hand(house, cites):
    scene = passed_over(house).rules("kill_hand", finding="1:turn.skipped:1").says(4, "fold")
    assert scene.actions("flop")[:3] == [(1, "dead", 0), (2, "bet", 400), (3, "call", 400)]


@in_houses(**SKIPPED)
def test_play_goes_on_without_it_until_the_floor_gives_it_its_turn(house, cites):
    scene = passed_over(house).says(4, "fold").says(5, "call")
    settled(scene)
    assert scene.actions("flop") == [(2, "bet", 400), (3, "call", 400), (4, "fold", 0)]
    scene.rules("restore", finding="1:turn.skipped:1")
    assert scene.engine.view().to_act == 1
    scene.says(1, "call").says(6, "fold").sweep()
    assert scene.actions("flop")[3:] == [(5, "call", 400), (1, "call", 400), (6, "fold", 0)]
    assert len(scene.findings()) == 5


@in_houses(**SKIPPED)
def test_three_checks_past_a_seat_are_substantial_two_are_not(house, cites):
    scene = flop(house).taps(2, 3)
    assert "turn.skipped" not in [f.kind for f in scene.findings()]
    scene.taps(4)
    assert scene.found("turn.skipped").cites == cites
    scene.taps(1, 5, 6).sweep()
    assert [seat for seat, _, _ in scene.actions("flop")] == [1, 2, 3, 4, 5, 6]


@in_houses(**SKIPPED)
def test_a_seat_that_had_no_time_to_speak_is_for_the_floor_and_nothing_binds_yet(house, cites):
    scene = facing(house, 700).says(3, "call").says(5, "raise", 1900, after=0.8)
    skipped = scene.found("turn.skipped")
    assert (skipped.seat, skipped.facts["time_enough"], skipped.facts["our_reading"]) == (2, False, True)
    assert (skipped.cites, skipped.facts["options"]) == (cites, ["binding", "not_binding"])
    bets(scene, 2, "raise", 2500)
    assert ("turn.out_of_turn", 3, "not_binding") in kinds(scene)


@in_houses(**SKIPPED)
@pytest.mark.parametrize("decision", ["binding", "not_binding"])
def test_whether_it_had_time_is_what_the_floor_says(house, cites, decision):
    scene = facing(house, 700).says(3, "call").says(5, "raise", 1900, after=0.8)
    scene.rules(decision, finding="1:turn.skipped:1")
    bets(scene, 2, "raise", 2500).wait(3)
    settled = [f for f in scene.findings() if f.kind == "turn.out_of_turn" and "settles" in f.facts]
    if decision == "binding":
        assert [(f.seat, f.remedy, f.cites) for f in settled] == [
            (3, "binding", cites),
            (5, "binding", cites),
        ]
    else:
        assert settled == []
        scene.says(3, "fold")
    assert scene.engine.view().to_act == (3 if decision == "binding" else 4)


@in_houses(**SKIPPED)
@pytest.mark.parametrize("decision", ["binding", "not_binding"])
def test_once_the_floor_has_said_so_the_skipped_seat_is_not_told_again(house, cites, decision):
    scene = facing(house, 700).says(3, "call").says(4, "call", after=0.8)
    scene.rules(decision, finding="1:turn.skipped:1").says(5, "call")
    assert [f.kind for f in scene.findings()].count("turn.skipped") == 1


@in_houses(**SKIPPED)
def test_a_seat_that_had_no_time_at_first_and_stays_silent_is_skipped_all_the_same(house, cites):
    scene = facing(house, 700).says(3, "call").says(4, "call", after=0.8).says(5, "call", after=3.0)
    first, second = scene.found("turn.skipped"), scene.found("turn.skipped", 2)
    assert (second.facts["time_enough"], second.facts["replaces"]) == (True, first.id)
    scene.says(2, "fold")
    assert [f.remedy for f in scene.findings()].count("binding") == 3


@in_houses(tda_2024="53B")
def test_a_call_and_a_raise_past_the_seat_and_it_may_call_the_raise(house, cites):
    scene = Scene(house, blinds=(200, 400), button=6).deal().calls(3).folds(4).calls(5, 6, 1).taps(2)
    scene = bets(scene.sweep().flop(), 1, "bet", 700).says(3, "call").says(5, "raise", 1900)
    assert scene.found("turn.skipped").seat == 2
    scene.rules("no_raise", finding="1:turn.skipped:1").says(2, "call")
    settled(scene, 6)
    assert scene.actions("flop")[1:] == [(2, "call", 1900), (3, "call", 700), (5, "raise", 1900)]


@in_houses(**SKIPPED)
def test_an_early_call_of_an_early_bet_is_a_call(house, cites):
    scene = passed_over(house)
    assert scene.found("turn.out_of_turn", 2).facts["action"] == "call"
    assert scene.found("turn.out_of_turn", 2).facts["total"] == 400


@every_house("deltin", "dpc", "english-arabic", "tda-2024")
def test_where_the_book_is_silent_the_floor_decides_and_nothing_binds(house):
    scene = flop(house).taps(2, 3, 4)
    skipped = scene.found("turn.skipped")
    assert (skipped.seat, skipped.cites, skipped.facts["silent"]) == (1, [], True)
    bets(scene, 1, "bet", 400)
    assert [f.remedy for f in scene.findings()].count("not_binding") == 3


@every_house("upt")
def test_early_acts_on_an_early_bet_bind_where_the_seat_checks(house):
    scene = bets(flop(house), 2, "bet", 400).event("seat.speaks", seat=1).says(3, "call").taps(1)
    settled(scene, 4)
    assert scene.actions("flop")[:3] == [(1, "check", 0), (2, "bet", 400), (3, "call", 400)]


@every_house()
def test_what_came_before_others_acted_in_turn_passed_nobody_who_was_due_later(house):
    """Seat 6 folds before seat 2, who calls with seat 3 after him; then seat 5 calls past seat 4, who raises."""
    scene = facing(house, 1000).folds(6).calls(2, 3).wait(5).calls(5).wait(2.5)
    assert "turn.skipped" not in scene.kinds()
    bets(scene, 4, "raise", 4000).wait(2.5)
    assert scene.found("turn.out_of_turn", 2).remedy == "not_binding"
    settled(scene.folds(5), 1)
    assert did(scene, 5) == ("fold", 0)


@every_house()
def test_he_was_passed_over_where_two_acted_while_he_was_due(house):
    scene = facing(house, 1000).folds(6).calls(2).wait(2.5).calls(4, 5).wait(5)
    assert [found.seat for found in scene.findings() if found.kind == "turn.skipped"] == [3]


@every_house()
def test_a_fold_before_a_seat_acted_has_not_passed_over_it_when_its_turn_comes_again(house):
    """Seat 3 calls and throws his hand in while 4 is due; the big blind raises, and 5 calls that before 4."""
    scene = Scene(house).deal().calls(3).mucks(3).wait(1).calls(4, 5).folds(6, 1)
    bets(scene, 2, "raise", 400, has_in=100).wait(1).says(5, "call").wait(2.5)
    assert scene.found("turn.out_of_turn").facts["due"] == 4
    assert "turn.skipped" not in scene.kinds()

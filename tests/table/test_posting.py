"""Blinds at the first card: short, before the wrong seats, more than the house knows; who is due and reminded."""

from __future__ import annotations

import pytest

from controller.table.outputs import Action
from controller.testkit.scene import Scene
from controller.testkit.spots import bets, facing, flop
from tests.table.houses import clauses, did, every_house, in_houses, only_finding, settled


def notes(scene: Scene, kind: str) -> list[tuple[int | None, str, dict[str, object]]]:
    """Return seat, what and facts of the notes of one kind on the display."""
    return [(note.seat, note.what, note.facts) for note in scene.engine.view().notes if note.kind == kind]


# Posted short --------------------------------------------------------------------------------------------


@in_houses(invitational="8.2(c); 8.2; 8.3", upt="4 Intro")
def test_a_blind_that_lies_short_at_the_first_card_is_owed(house, cites):
    scene = Scene(house).post(1, 25).post(2, 25, 25).deal()
    small, big = scene.findings("dealer")
    assert [(f.kind, f.seat, f.remedy, f.cites) for f in (small, big)] == [
        ("blind.missing", 1, "post_blind", cites),
        ("blind.missing", 2, "post_blind", cites),
    ]
    assert (small.facts["owed"], small.facts["pushed"]) == (50, 25)


@clauses("invitational 8.3 s2", "upt 5 Intro s6-7")
@pytest.mark.parametrize("house", ["invitational", "upt"])
def test_every_seats_ante_is_looked_after_too(house):
    scene = Scene(house, ante=10)
    for seat in (3, 4, 6):
        scene.post(seat, 5, 5)
    scene.post(1, 25, 25, 5, 5).post(2, 100, 5, 5).post(5, 5).deal()
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.facts["owed"], finding.facts["pushed"]) == (
        "blind.missing",
        5,
        10,
        5,
    )


@clauses("upt 4 Intro s5-8")
def test_upt_what_was_posted_counts_towards_the_call():
    scene = Scene("upt", blinds=(100, 200)).post(1, 100).post(2, 100, 100).deal().folds(3, 4, 5, 6)
    scene.pushes(1, 100).wait(2.5).taps(2).sweep()
    assert (scene.findings(), did(scene, 1, "preflop")) == ([], ("call", 200))
    short = Scene("upt", blinds=(100, 200)).post(1, 100).post(2, 100).deal()
    assert only_finding(short).cites == ["4 Intro"]


# Before the wrong seats ------------------------------------------------------------------------------------


@in_houses(invitational="3 intro s1-3", upt="4 Intro s9-10")
def test_blinds_from_seats_that_have_none_are_put_right(house, cites):
    scene = Scene(house, button=1).post(3, 25, 25).post(4, 100).deal()
    finding = scene.found("misdeal.button_position")
    assert (finding.seat, finding.remedy, finding.cites) == (4, "correct_button", cites)
    assert (finding.facts["small_blind"], finding.facts["big_blind"], finding.facts["seats"]) == (2, 3, [4])


@every_house()
def test_who_owes_the_blind_posts_it_once_it_is_told_that_another_did(house):
    """Seat 3 takes its 100 back when the cards are out, and seat 2 puts out what it owes."""
    scene = Scene(house).post(1, 25, 25).post(3, 100).deal().pulls(3, 100).pushes(2, 100, after=1.0)
    scene.says(3, "call").pushes(3, 100).folds(4, 5, 6).pushes(1, 25, 25).taps(2).sweep()
    assert [(f.kind, f.seat) for f in scene.findings()] == [("misdeal.button_position", 3)]
    assert scene.actions()[-2:] == [(1, "call", 100), (2, "check", 100)]


@every_house("invitational", "upt")
def test_blinds_in_the_right_places_say_nothing(house):
    scene = Scene(house, button=1).post(2, 25, 25).post(3, 100).post(4, 5).deal()
    assert scene.findings("floor", "dealer") == []


@clauses("upt 4 Blinds 7")
def test_upt_a_straddle_is_refused_and_the_bet_stays_the_big_blind():
    scene = Scene("upt", blinds=(100, 200)).post(1, 100).post(2, 100, 100).post(3, 100, 100, 100, 100).deal()
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.remedy, finding.cites) == (
        "request.refused",
        3,
        "no_action",
        ["4 Blinds 7"],
    )
    assert (finding.facts["what"], finding.facts["amount"]) == ("straddle", 400)
    assert scene.engine.view().to_call == 200


# Short stacks ----------------------------------------------------------------------------------------------


@clauses("upt 14-2 s4", "upt 4 Blinds 1")
def test_upt_a_short_big_blind_leaves_call_and_raise_as_they_are():
    stacks = {**dict.fromkeys(range(1, 7), 10_000), 2: 40}
    called = settled(Scene("upt", stacks=stacks).deal().pushes(3, 25, 5, 5, 5), 4)
    assert only_finding(called).kind == "bet.undercall"
    assert did(called, 3, "preflop") == ("call", 100)
    raised = settled(Scene("upt", stacks=stacks).deal().says(3, "raise", 150), 4)
    assert only_finding(raised).facts["min_raise_to"] == 200
    assert did(raised, 3, "preflop") == ("raise", 200)


@clauses("upt 15-19")
def test_upt_who_posts_short_and_wins_owes_nothing():
    stacks = {**dict.fromkeys(range(1, 7), 10_000), 2: 120}
    scene = Scene("upt", blinds=(100, 200), stacks=stacks).deal().folds(3, 4, 5, 6, 1).end()
    (hand,) = scene.hands()
    assert (hand.stacks[2], hand.returned) == (220, {2: 20})


@clauses("tda-2024 RP-11")
@pytest.mark.parametrize(("stack", "blind", "ante"), [(900, 600, 300), (450, 450, 0)])
def test_tda_2024_the_blind_is_paid_before_the_tables_ante(stack, blind, ante):
    stacks = {**dict.fromkeys(range(1, 7), 10_000), 2: stack}
    scene = Scene("tda-2024", blinds=(300, 600), big_blind_ante=600, stacks=stacks).deal()
    posts = [o.to for o in scene.out if isinstance(o, Action) and o.seat == 2 and o.action == "post"]
    assert posts == [blind]
    assert scene.engine.hand.players[2].ante == ante


# Who is due ------------------------------------------------------------------------------------------------


@clauses("upt 4 Intro s11")
def test_upt_the_first_player_left_of_the_blinds_starts():
    scene = Scene("upt", button=1).deal().says(5, "call")
    assert (scene.found("turn.out_of_turn").seat, scene.found("turn.out_of_turn").facts["due"]) == (5, 4)


@clauses("invitational 8.3 s3")
def test_invitational_the_next_player_to_act_is_shown():
    scene = facing("invitational", 200).says(2, "call").says(3, "call")
    assert scene.engine.view().to_act == 4


# What the dealer is reminded of ----------------------------------------------------------------------------


@clauses("invitational 3 intro s4")
@pytest.mark.parametrize(
    ("small", "big", "fits"), [(50, 150, True), (50, 100, True), (75, 100, False), (25, 100, False)]
)
def test_invitational_the_small_blind_is_a_third_to_half_of_the_big_one(small, big, fits):
    scene = Scene("invitational", blinds=(small, big)).deal()
    assert notes(scene, "blind.structure") == (
        [] if fits else [(None, "small", {"small": small, "big": big})]
    )


@clauses("invitational 6.5(c)")
def test_invitational_silent_chips_beyond_the_call_are_to_be_put_into_words():
    scene = facing("invitational", 200).pushes(2, 100, 500)
    assert notes(scene, "bet.declaration_binding") == [(2, "ask", {})]
    assert (
        notes(facing("invitational", 200).says(2, "raise").pushes(2, 100, 500), "bet.declaration_binding")
        == []
    )


@clauses("tda-2024 RP-1")
def test_tda_2024_an_all_in_is_shown_with_the_button_to_place():
    scene = facing("tda-2024", 700, stacks={**dict.fromkeys(range(1, 7), 9000), 2: 3000}).says(2, "all_in")
    assert notes(scene, "bet.allin_button") == [(2, "", {})]
    assert scene.engine.view().seats[1].mark == "all_in"


@clauses("tda-2024 RP-12")
def test_tda_2024_a_bet_is_to_be_announced_an_all_in_only_when_it_is_asked_for():
    scene = bets(flop("tda-2024", stacks={**dict.fromkeys(range(1, 7), 30_000), 2: 19_000}), 1, "bet", 1900)
    assert notes(scene, "bet.announce") == [(1, "bet", {"amount": 1900})]
    scene.says(2, "all_in")
    assert notes(scene, "bet.announce") == [(2, "all_in", {})]
    scene.event("request", seat=3, what="count", of=2)
    assert notes(scene, "bet.announce") == [(2, "bet", {"amount": 18_600})]


@clauses("upt 3 Showdown 3")
def test_upt_a_pot_about_to_go_to_the_wrong_seat_is_told():
    told = []
    for seat in (1, 2):
        scene = Scene("upt", seats=2, button=2, stacks=1000).deal().says(2, "all_in").says(1, "call").sweep()
        scene.tables(1).tables(2).flop().street().street().award(seat, 2000)
        told += [f for f in scene.findings() if f.kind == "pot.award_wrong"]
    (finding,) = told
    assert (finding.level, finding.remedy) == ("floor", "correct_award")
    assert "3 Showdown 3" in finding.cites

"""Who shows first, who has to show at all, and the last hand that need not."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from controller.rulebooks import load
from controller.table.rulebook import KindCase
from controller.testkit.scene import Scene
from controller.testkit.spots import bets
from tests.table.houses import ALL, clauses, every_house, in_houses
from tests.table.showdowns import (
    ACES,
    KINGS,
    LOW,
    QUEENS,
    TENS,
    all_in,
    called,
    checked,
    dealt,
    line,
    own_book,
    river,
    run_out,
    shown,
    side_pot,
    stack,
    to_river,
)  # fmt: skip

AGGRESSOR = {
    "deltin": "17A",
    "dpc": "Showdown 6A",
    "english_arabic": "15",
    "invitational": "7.1 s4",
    "tda_2024": "17A",
    "upt": "3 Showdown 8 s2",
}
UNBET = {**AGGRESSOR, "invitational": "7.1 s5"}
del UNBET["upt"]


def order_of(scene):
    """Return the only finding of the showdown: its order."""
    (found,) = [f for f in scene.findings() if f.kind == "showdown.order"]
    return found


@in_houses(**AGGRESSOR)
def test_the_last_aggressor_of_the_river_shows_first(house, cites):
    scene = river(house, {})
    bets(bets(scene, 1, "bet", 400), 2, "raise", 1200).folds(3).says(1, "call").sweep()
    found = order_of(scene)
    assert (found.level, found.remedy, found.seat, found.cites) == ("info", "table_first", 2, cites)
    assert (found.facts["seat"], found.facts["order"]) == (2, [2, 1])
    assert shown(scene).order == [2, 1]


@in_houses(invitational="7.1 s3")
def test_the_bettor_shows_first_and_the_others_follow_clockwise(house, cites):
    scene = bets(river(house, {}, seats=4, button=4).taps(1, 2), 3, "bet", 400)
    scene.says(4, "call").says(1, "call").folds(2).sweep()
    found = order_of(scene)
    assert (found.facts["order"], found.cites) == ([3, 4, 1], cites)


@in_houses(invitational="7.1 s4")
def test_the_final_raiser_shows_first_where_the_bettor_raised_again(house, cites):
    scene = bets(bets(river(house, {}, seats=2, button=2), 1, "bet", 400), 2, "raise", 1200)
    bets(scene, 1, "raise", 2800, has_in=400).says(2, "call").sweep()
    assert (order_of(scene).seat, order_of(scene).cites) == (1, cites)


@in_houses(**UNBET)
def test_with_no_bet_on_the_river_the_first_to_act_shows_first_whoever_bet_the_turn(house, cites):
    scene = dealt(house, {}, seats=4, button=2).limp_to_flop()
    scene.taps(3, 4, 1, 2).sweep().street()
    bets(scene, 3, "bet", 400).says(4, "call").says(1, "call").folds(2).sweep().street()
    scene.taps(3, 4, 1).sweep()
    found = order_of(scene)
    assert (found.seat, found.facts["order"], found.cites) == (3, [3, 4, 1], cites)


@clauses("deltin 17A", "dpc Showdown 6A", "english-arabic 15", "tda-2024 17A", "invitational 7.1 s5")
@every_house("upt")
def test_the_seat_left_of_the_button_may_be_far_from_seat_one(house):
    scene = checked(house, {}, seats=[2, 5, 9], button=9)
    assert order_of(scene).facts["order"] == [2, 5, 9]
    scene = checked(house, {}, seats=[2, 5, 7, 9], button=7)
    assert order_of(scene).facts["order"] == [9, 2, 5, 7]


@in_houses(invitational="7.1 s1-2; 8.2(n)")
def test_when_the_river_is_closed_the_table_asks_for_the_showdown_in_its_order(house, cites):
    scene = bets(river(house, {}), 1, "bet", 400)
    assert scene.engine.view().showdown is None
    scene.calls(2, 3).sweep()
    found = order_of(scene)
    assert (found.cites[0], found.facts["order"]) == (cites[0], [1, 2, 3])
    assert shown(scene).order == [1, 2, 3]
    assert shown(scene.tables(1).tables(2).tables(3)).pots[0].winners


# Side pots ---------------------------------------------------------------------------------------------------


@clauses(
    "invitational 7.5 s2", "invitational 7.5 s3", "tda-2024 16", "upt 3 Showdown 7", "invitational 7.5 s1"
)
@every_house()
def test_the_side_pot_is_settled_first_and_who_is_in_for_the_main_pot_alone_shows_last(house):
    scene = side_pot(house, {1: ACES, 2: KINGS, 3: QUEENS})
    bets(scene, 2, "bet", 400).says(3, "call").sweep()
    view = shown(scene)
    assert view.order == [2, 3, 1]
    assert [(pot.pot, pot.seats) for pot in view.pots] == [(1, [2, 3]), (0, [1, 2, 3])]
    assert sorted(view.to_table) == [1, 2, 3]


@clauses("invitational 7.5 s3", "upt 3 Showdown 7")
@every_house()
def test_of_several_side_pots_the_last_is_settled_first(house):
    scene = dealt(house, {}, seats=4, button=4, stacks={1: 500, 2: 1200, 3: 5000, 4: 5000})
    scene.says(3, "raise", 2000).says(4, "call").says(1, "all_in").says(2, "all_in")
    scene.sweep().street(3)
    for _ in range(2):
        scene.taps(3, 4).sweep().street()
    scene.taps(3, 4).sweep()
    assert [(pot.pot, pot.seats) for pot in shown(scene).pots] == [
        (2, [3, 4]),
        (1, [2, 3, 4]),
        (0, [1, 2, 3, 4]),
    ]


@in_houses(upt="3 Showdown 7", invitational="7.5 s1; 8.3 s5", tda_2024="16")
def test_a_main_pot_pushed_before_the_side_pot_is_told(house, cites):
    scene = side_pot(house, {1: ACES, 2: KINGS, 3: QUEENS})
    bets(scene, 2, "bet", 400).says(3, "call").sweep().tables(2).tables(3).tables(1)
    scene.award(2, 1500, pot=0)
    found = scene.found("pot.side_order")
    assert (found.level, found.remedy, found.cites) == ("info", "side_pots_first", cites)
    assert (found.facts["pot"], found.facts["first"]) == (0, 1)


@in_houses(upt="3 Showdown 7", invitational="7.5 s1; 8.3 s5", tda_2024="16")
def test_a_main_pot_pushed_first_is_told_of_one_who_is_in_no_other(house, cites):
    """The camera saw the chips go and knows of no pot's name; seat 1 can have won the main pot alone."""
    scene = side_pot(house, {1: ACES, 2: KINGS, 3: QUEENS})
    bets(scene, 2, "bet", 400).says(3, "call").sweep().tables(2).tables(3).tables(1)
    found = scene.award(1, 1500).award(2, 800).end().found("pot.side_order")
    assert (found.seat, found.level, found.cites) == (1, "info", cites)
    assert (found.facts["pot"], found.facts["first"]) == (0, 1)


def three_pots(house: str) -> Scene:
    """Seats 1 and 2 are all-in for 500 and 1200 before the flop, 3 and 4 for 2000 each; seat 3 has the best hand but 1's."""
    hands = {1: ACES, 2: QUEENS, 3: KINGS, 4: TENS}
    scene = dealt(house, hands, seats=4, button=4, stacks={1: 500, 2: 1200, 3: 5000, 4: 5000})
    scene.says(3, "raise", 2000).says(4, "call").says(1, "all_in").says(2, "all_in").sweep().street(3)
    for _ in range(2):
        scene.taps(3, 4).sweep().street()
    scene.taps(3, 4).sweep()
    for seat in (3, 4, 2, 1):
        scene.tables(seat)
    return scene


@every_house()
@pytest.mark.parametrize("name", [{}, {"pot": 2}])
def test_side_pots_that_went_in_one_push_lie_there_no_more(house, name):
    """Two side pots go to seat 3 at once, seen by the camera or keyed by the name of the last; then the main pot is keyed."""
    scene = three_pots(house).award(3, 3700, **name).award(1, 2000, pot=0).end()
    assert "pot.side_order" not in [f.kind for f in scene.findings()]


@in_houses(upt="3 Showdown 7", invitational="7.5 s3", tda_2024="16")
def test_the_side_pot_that_was_passed_over_is_named(house, cites):
    """The last side pot went, the one before it still lies there."""
    found = three_pots(house).award(3, 1600).award(1, 2000, pot=0).found("pot.side_order")
    assert (found.seat, found.cites[0]) == (1, cites[0])
    assert (found.facts["pot"], found.facts["first"]) == (0, 1)


@every_house()
def test_side_pot_first_is_as_it_should_be(house):
    scene = side_pot(house, {1: ACES, 2: KINGS, 3: QUEENS})
    bets(scene, 2, "bet", 400).says(3, "call").sweep().tables(2).tables(3).tables(1)
    scene.award(2, 800, pot=1).award(2, 1500, pot=0).end()
    assert [f.kind for f in scene.findings()] in ([], ["showdown.kill_losers"])


@in_houses(upt="3 Showdown 8 s4")
def test_a_hand_in_for_the_main_pot_alone_waits_for_the_side_pot(house, cites):
    scene = side_pot(house, {1: ACES, 2: KINGS, 3: QUEENS})
    bets(scene, 2, "bet", 400).says(3, "call").sweep().tables(1)
    found = scene.found("showdown.wait")
    assert (found.seat, found.level, found.remedy, found.cites) == (1, "info", "keep_cards_down", cites)
    assert found.facts["seats"] == [2, 3]


def test_a_seat_that_is_in_two_side_pots_is_waited_for_once():
    stacks = {1: 500, 2: 2000, 3: 5000, 4: 5000}
    scene = dealt("upt", {1: ACES, 2: KINGS, 3: QUEENS, 4: TENS}, seats=4, button=4, stacks=stacks)
    scene.says(3, "all_in").calls(4, 1, 2).sweep().tables(1)
    assert scene.found("showdown.wait").facts["seats"] == [2, 3, 4]


# Who need not show, and who must ------------------------------------------------------------------------------


@clauses("deltin 17B", "dpc Showdown 6B", "tda-2024 17B", "english-arabic 15 s4")
@every_house()
def test_the_last_hand_that_is_not_mucked_wins_unshown(house):
    scene = called(house, {1: ACES, 2: KINGS}).mucks(1)
    assert shown(scene).to_table == []
    hand = line(scene.award(2, 1100))
    assert [w.shares for w in hand.winners] == [{2: 1100}]
    assert scene.kinds() == []


@in_houses(
    deltin="16", dpc="Showdown 5", tda_2024="16", english_arabic="14", invitational="5.8 s1", upt="15-34"
)
def test_with_nobody_all_in_nobody_is_asked_to_table(house, cites):
    scene = called(house, {1: ACES, 2: KINGS})
    assert shown(scene).to_table == []
    assert sorted(shown(all_in(house, {1: ACES, 2: KINGS})).to_table) == [1, 2]


@clauses("english-arabic 15 s4")
def test_a_house_may_have_every_hand_tabled_in_its_turn():
    """English-Arabic 15 leaves it to a policy of the house: a muck in turn is told where it has one."""
    kinds = load("english-arabic").kinds
    rule = replace(
        kinds["showdown.not_tabled"], cases={"in_turn": KindCase(remedy="table_hands", cites=["15"])}
    )
    scene = own_book("english-arabic", kinds={**kinds, "showdown.not_tabled": rule})
    stack(scene, {1: ACES, 2: KINGS}, ["2c", "7d", "9h", "Js", "Kc"])
    scene = to_river(scene.deal())
    bets(scene, 1, "bet", 400).says(2, "call").folds(3, 4, 5, 6).sweep().tables(1)
    told = scene.mucks(2).found("showdown.not_tabled")
    assert (told.seat, told.cites) == (2, ["15"])


@in_houses(invitational="7 intro")
def test_a_bet_that_nobody_matches_wins_without_a_showdown(house, cites):
    scene = bets(river(house, {}), 1, "bet", 500).folds(2, 3)
    assert scene.engine.view().showdown is None
    hand = line(scene)
    assert (hand.returned, [w.shares for w in hand.winners]) == ({1: 500}, [{1: 300}])
    assert scene.findings() == []


@in_houses(upt="3 Showdown 8 s1; 3 Showdown 9")
def test_after_a_checked_river_everybody_shows(house, cites):
    scene = checked(house, {1: ACES, 2: KINGS, 3: QUEENS})
    assert [f.kind for f in scene.findings()] == []
    assert (shown(scene).order, shown(scene).to_table) == ([], [1, 2, 3])
    scene.tables(1)
    assert shown(scene).to_table == [2, 3]
    (found,) = scene.mucks(2).findings()
    assert (found.kind, found.seat, found.level, found.remedy) == (
        "showdown.not_tabled",
        2,
        "dealer",
        "table_hands",
    )
    assert found.cites == ["3 Showdown 8", "3 Showdown 9"]


@every_house("upt")
def test_after_a_checked_river_a_hand_may_be_mucked(house):
    assert checked(house, {1: ACES, 2: KINGS, 3: QUEENS}).tables(1).mucks(2).kinds() == []


@in_houses(upt="3 Showdown 8 s5-6")
def test_after_a_river_bet_a_caller_may_muck_but_his_hand_may_be_asked_for(house, cites):
    scene = called(house, {1: ACES, 2: KINGS}).tables(1).mucks(2)
    assert scene.kinds() == []
    scene.event("request", seat=3, what="see_hand", of=2)
    granted = scene.found("request.granted")
    assert (granted.remedy, granted.cites) == ("table_hands", ["3 Showdown 5"])


# All-in: every hand face up ------------------------------------------------------------------------------------

ALL_IN = {
    "deltin": "16",
    "dpc": "Showdown 5",
    "english_arabic": "14",
    "invitational": "5.8 s1",
    "tda_2024": "16",
    "upt": "15-34",
}


@in_houses(**ALL_IN)
def test_all_in_and_called_both_hands_are_tabled_before_the_next_card(house, cites):
    scene = all_in(house, {1: ACES, 2: KINGS})
    assert sorted(shown(scene).to_table) == [1, 2]
    scene.tables(1)
    assert shown(scene).to_table == [2]
    (found,) = scene.burn().findings()
    assert (found.kind, found.seat, found.remedy, found.cites) == (
        "showdown.not_tabled",
        2,
        "table_hands",
        cites,
    )


@in_houses(**ALL_IN)
def test_while_two_still_bet_a_side_pot_nobody_has_to_table(house, cites):
    scene = side_pot(house, {1: ACES, 2: KINGS, 3: QUEENS})
    assert scene.engine.view().showdown is None
    assert scene.kinds() == []
    scene.taps(2, 3)
    assert sorted(shown(scene).to_table) == [1, 2, 3]
    assert scene.sweep().award(1, 1500).found("showdown.not_tabled").cites == cites


@in_houses(
    **{house: cite for house, cite in ALL_IN.items() if house not in ("english_arabic", "invitational")}
)
def test_a_called_hand_mucked_untabled_is_told_and_plays_when_it_is_turned_up(house, cites):
    scene = run_out(all_in(house, {1: LOW, 2: KINGS}).tables(1).tables(2))
    assert scene.kinds() == []
    scene = all_in(house, {1: LOW, 2: KINGS}).tables(1)
    cards = list(scene.hole[2])
    (found,) = scene.mucks(2).findings()
    assert (found.kind, found.seat, found.cites) == ("showdown.not_tabled", 2, cites)
    for card in cards:
        scene.event("card.face", zone="muck", face="up", tag=card)
    hand = line(run_out(scene).award(2, 20_000))
    assert [w.shares for w in hand.winners] == [{2: 20_000}]


@in_houses(**ALL_IN)
def test_a_called_hand_mucked_after_the_board_was_run_out_face_down_is_told_of_its_own(house, cites):
    scene = run_out(all_in(house, {1: LOW, 2: KINGS}))
    assert [(f.kind, f.seat) for f in scene.findings()] == [("showdown.not_tabled", 1)]
    scene.tables(1).mucks(2)
    told = scene.found("showdown.not_tabled", 2)
    assert (told.seat, told.remedy, told.cites) == (2, "table_hands", cites)


@in_houses(**ALL_IN)
def test_a_hand_that_was_told_to_lie_face_down_and_is_mucked_then_is_told_in_place_of_that(house, cites):
    scene = all_in(house, {1: LOW, 2: KINGS}).tables(1).street(3).mucks(2)
    down, mucked = scene.findings()
    assert (down.kind, down.seat, mucked.kind, mucked.seat) == ("showdown.not_tabled", 2) * 2
    assert mucked.facts["replaces"] == down.id
    assert (mucked.remedy, mucked.cites) == ("table_hands", cites)


@clauses("upt 3 Showdown 9")
def test_after_a_checked_river_each_hand_that_is_mucked_is_told():
    scene = checked("upt", {1: ACES, 2: KINGS, 3: QUEENS}).tables(1).mucks(2).mucks(3)
    assert [(f.kind, f.seat) for f in scene.findings()] == [
        ("showdown.not_tabled", 2),
        ("showdown.not_tabled", 3),
    ]


@clauses("invitational 5.8 s1")
def test_a_third_seat_all_in_since_the_flop_tables_with_the_two_of_the_river():
    scene = side_pot("invitational", {1: ACES, 2: KINGS, 3: TENS})
    bets(scene, 2, "bet", 400).says(3, "call").sweep()
    assert sorted(shown(scene).to_table) == [1, 2, 3]


def test_every_house_has_a_rule_on_the_order_of_showing():
    assert all(load(house).rule("showdown.order") is not None for house in ALL)

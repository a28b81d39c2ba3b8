"""The award: who gets which pot, odd chips, splits, and what is done when it went wrong."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import bets, facing, flop
from tests.table.houses import clauses, every_house, in_houses
from tests.table.showdowns import (
    ACES,
    KINGS,
    QUEENS,
    all_in,
    called,
    checked,
    fives,
    line,
    run_out,
    shown,
    side_pot,
    stack,
)  # fmt: skip

TRIPS_BOARD = ["2c", "7d", "9h", "Js", "Kc"]
TRIPS, TWO_PAIR = ["9c", "9d"], ["Jd", "7h"]
SPEAK = {
    "deltin": "12",
    "dpc": "Showdown 1",
    "english_arabic": "11",
    "invitational": "7.2; 6.6(a)",
    "tda_2024": "12",
    "upt": "3 Showdown 2 s1-2",
}


@in_houses(**SPEAK)
def test_the_cards_decide_whatever_is_said_of_them(house, cites):
    """Seat 1 says "flush" and holds two pair, seat 2 concedes with trips: the trips win."""
    scene = called(house, {1: TWO_PAIR, 2: TRIPS}, TRIPS_BOARD).tables(1).tables(2)
    (pot,) = shown(scene).pots
    assert pot.winners == [2]
    assert [w.shares for w in line(scene.award(2, 1100)).winners] == [{2: 1100}]
    assert scene.kinds() == []


@in_houses(deltin="13C; 12", dpc="Showdown 2C; Showdown 1", english_arabic="12A s3; 11", tda_2024="13C; 12")
def test_a_pot_that_goes_past_the_tabled_winner_is_told_before_the_next_hand(house, cites):
    scene = called(house, {1: TWO_PAIR, 2: TRIPS}, TRIPS_BOARD).tables(1).tables(2).award(1, 1100)
    (found,) = scene.findings("floor")
    assert (found.kind, found.seat, found.remedy) == ("showdown.winner_killed", 2, "restore")
    assert found.cites == cites
    assert (found.facts["due"], found.facts["awarded"]) == ({2: 1100}, {1: 1100})


@in_houses(
    invitational="7.2; 7.1",
    upt="3 Showdown 2 s1-2; 2 Decision-making 6; 2 Decision-making 5; 3 Showdown 3",
)
def test_a_wrong_award_names_what_is_to_be_moved_and_to_whom(house, cites):
    scene = called(house, {1: TWO_PAIR, 2: TRIPS}, TRIPS_BOARD).tables(1).tables(2).award(1, 1100)
    (found,) = scene.findings("floor")
    assert (found.kind, found.seat, found.remedy, found.cites) == (
        "pot.award_wrong",
        1,
        "correct_award",
        cites,
    )
    assert (found.facts["due"], found.facts["awarded"]) == ({2: 1100}, {1: 1100})


@in_houses(invitational="8.2(o)")
def test_the_winner_and_his_five_cards_are_shown_once_all_hands_lie_open(house, cites):
    scene = checked(house, {1: TWO_PAIR, 2: TRIPS, 3: ACES}, TRIPS_BOARD).tables(1).tables(2)
    assert [pot.winners for pot in shown(scene).pots] == [None]
    view = shown(scene.tables(3))
    assert [pot.winners for pot in view.pots] == [[2]]
    assert sorted(fives(scene)[2]) == sorted([*TRIPS, "9h", "Kc", "Js"])


@every_house()
def test_more_pushed_than_there_was_is_told(house):
    scene = called(house, {}).award(1, 1500)
    found = scene.found("pot.award_wrong")
    assert (found.level, found.facts["awarded"]) == ("floor", {1: 1500})


@every_house()
def test_chips_for_a_folded_hand_are_told(house):
    scene = called(house, {}).award(3, 1100)
    assert (scene.found("pot.award_wrong").seat, scene.hands()) == (3, [])


# Side pots ---------------------------------------------------------------------------------------------------------


@in_houses(
    deltin="21",
    dpc="Showdown 10",
    english_arabic="19",
    tda_2024="21",
)
def test_each_pot_is_split_and_rounded_by_itself(house, cites):
    """The side pot of 1400 was pushed 700 and 1200: wrong, though the main pot of 1500 is right."""
    scene = Scene(house, start=False, seats=3, button=3)
    seats = {"1": {"stack": 500}, "2": {"stack": 5000}, "3": {"stack": 5000}}
    scene.event("table", seats=seats, denominations=[100, 500, 1000])
    stack(scene, {1: ["Ah", "3d"], 2: ["Ad", "3h"], 3: ["Ac", "3s"]}, ["Kh", "Kc", "Qd", "Qs", "Jd"])
    scene.start().deal()
    scene.says(3, "raise", 500).says(1, "call").says(2, "call").sweep().street(3).taps(2, 3).sweep().street()
    scene.taps(2, 3).sweep().street()
    bets(scene, 2, "bet", 700).says(3, "call").sweep().tables(1).tables(2).tables(3)
    hand = line(scene.award(2, 1200).award(3, 700).award(1, 1000))
    assert [(pot.amount, pot.seats) for pot in hand.pots] == [(1500, [1, 2, 3]), (1400, [2, 3])]
    shares = [w.shares for w in hand.winners]
    assert shares == [{1: 500, 2: 500, 3: 500}, {2: 700, 3: 700}]
    found = scene.found("pot.award_wrong")
    assert (found.remedy, found.cites) == ("correct_award", cites)


@in_houses(deltin="21", dpc="Showdown 10", english_arabic="19", tda_2024="21")
def test_the_odd_chip_of_the_side_pot_is_its_own(house, cites):
    scene = Scene(house, start=False, seats=3, button=3)
    seats = {"1": {"stack": 300}, "2": {"stack": 5000}, "3": {"stack": 5000}}
    scene.event("table", seats=seats, denominations=[100, 500, 1000])
    stack(scene, {1: ["Ah", "3d"], 2: ["Ad", "3h"], 3: ["Ac", "3s"]}, ["Kh", "Kc", "Qd", "Qs", "Jd"])
    scene.start().deal()
    scene.says(3, "raise", 500).says(1, "call").says(2, "call").sweep().street(3)
    for _ in range(2):
        scene.taps(2, 3).sweep().street()
    scene.taps(2, 3).sweep().tables(1).tables(2).tables(3)
    assert [(pot.pot, pot.winners, pot.odd_chips) for pot in shown(scene).pots] == [
        (1, [2, 3], []),
        (0, [1, 2, 3], []),
    ]
    hand = line(scene.award(2, 200).award(3, 200).award(1, 300).award(2, 300).award(3, 300))
    assert [(pot.amount, w.shares) for pot, w in zip(hand.pots, hand.winners, strict=True)] == [
        (900, {1: 300, 2: 300, 3: 300}),
        (400, {2: 200, 3: 200}),
    ]
    assert scene.kinds() == []


@in_houses(
    deltin="21",
    dpc="Showdown 10",
    english_arabic="19",
    tda_2024="21",
    invitational="7.5 s1",
    upt="3 Showdown 7",
)
def test_a_side_pot_pushed_along_with_the_main_pot_is_told(house, cites):
    """Seat 1 wins the main pot of 1500 and gets the side pot of 800 too, which seat 2 has won."""
    scene = side_pot(house, {1: ACES, 2: KINGS, 3: QUEENS}, ["2c", "7d", "9h", "Js", "4c"])
    bets(scene, 2, "bet", 400).says(3, "call").sweep().tables(1).tables(2).tables(3).award(1, 2300)
    (found,) = scene.findings("floor")
    assert (found.kind, found.seat, found.cites) == ("pot.award_wrong", 1, cites)
    assert found.facts["due"] == {1: 1500, 2: 800}


@in_houses(deltin="12", dpc="Showdown 1", english_arabic="11", tda_2024="12", invitational="7.3 s1")
def test_a_tied_pot_pushed_to_one_alone_is_told(house, cites):
    scene = (
        called(house, {1: ["As", "Ts"], 2: ["Ah", "Th"]}, ["Kd", "Qc", "Jd", "2c", "3d"]).tables(1).tables(2)
    )
    (found,) = scene.award(1, 1100).findings("floor")
    assert (found.kind, found.seat, found.cites[0]) == ("pot.award_wrong", 1, cites[0])
    assert found.facts["due"] == {1: 550, 2: 550}


# Odd chips and splits ------------------------------------------------------------------------------------------------

ODD = {
    "deltin": "20",
    "dpc": "Showdown 9",
    "english_arabic": "18",
    "invitational": "7.4",
    "tda_2024": "20A",
}
TIE = {3: ["Ad", "3h"], 8: ["Ac", "3s"]}
TIED_BOARD = ["Kh", "Kd", "Qd", "Qs", "Jd"]


def tied(house: str, seats: list[int], button: int, pot: int, chip: int, hands=TIE) -> Scene:
    """The seats with ``hands`` tie for ``pot``; blinds and bets are in chips of ``chip``."""
    scene = Scene(house, start=False, seats=seats, button=button, stacks=100_000)
    denominations = [d for d in (25, 50, 100, 500, 1000) if d >= chip]
    scene.event("table", seats={str(s): {"stack": 100_000} for s in seats}, denominations=denominations)
    big = (pot - chip) // len(hands) // chip * chip
    scene.event("level", small=pot - big * len(hands), big=big)
    stack(scene, hands, TIED_BOARD)
    scene.start().deal()
    order = scene.entitled()
    for seat in [*order[2:], order[0]]:
        scene.says(seat, "call") if seat in hands else scene.says(seat, "fold")
    scene.taps(order[1]) if order[1] in hands else scene.says(order[1], "fold")
    scene.sweep().street(3)
    playing = [s for s in order if s in hands]
    for _ in range(2):
        scene.taps(*playing).sweep().street()
    scene.taps(*playing).sweep()
    for seat in playing:
        scene.tables(seat)
    return scene


@in_houses(**ODD)
def test_the_odd_chip_goes_to_the_first_winner_left_of_the_button(house, cites):
    """1025 between seats 3 and 8 with the button at 5: seat 8 is nearest on its left. Seat 6 posted 25."""
    scene = tied(house, [3, 5, 6, 8], 5, 1025, 25)
    (pot,) = shown(scene).pots
    assert (sorted(pot.winners), pot.odd_chips) == ([3, 8], [8])
    hand = line(scene.award(3, 500).award(8, 525))
    assert (hand.pots[0].amount, hand.winners[0].shares) == (1025, {8: 525, 3: 500})
    assert scene.kinds() == []


@in_houses(**ODD)
def test_an_odd_chip_pushed_to_the_other_winner_is_told(house, cites):
    scene = tied(house, [3, 5, 6, 8], 5, 1025, 25).award(3, 525).award(8, 500)
    found = scene.found("pot.award_wrong")
    assert (found.seat, found.remedy, found.cites) == (3, "correct_award", cites)


def test_upt_is_silent_on_the_odd_chip():
    scene = tied("upt", [3, 5, 6, 8], 5, 1025, 25)
    (pot,) = shown(scene).pots
    assert (sorted(pot.winners), pot.odd_chips) == ([3, 8], [])
    found = scene.award(3, 525).award(8, 500).found("pot.award_wrong")
    assert (found.remedy, found.cites, found.facts["silent"]) == ("floor", [], True)
    assert "due" not in found.facts


def test_at_the_tour_the_floor_says_who_has_the_odd_chip_whoever_it_was_pushed_to():
    scene = tied("upt", [3, 5, 6, 8], 5, 1025, 25).award(8, 525).award(3, 500)
    found = scene.found("pot.award_wrong")
    assert (found.seat, found.remedy, found.cites, found.facts["silent"]) == (8, "floor", [], True)
    assert found.facts["awarded"] == {8: 525, 3: 500}
    assert "due" not in found.facts
    assert line(scene).stacks[8] - line(scene).stacks[3] == 25


def test_at_the_tour_a_pot_that_leaves_no_odd_chip_is_for_nobody_to_rule_on():
    hands = {3: ["Ad", "3h"], 8: ["Ac", "3s"]}
    assert tied("upt", [3, 5, 6, 8], 5, 900, 50, hands).award(3, 450).award(8, 450).kinds() == []


@in_houses(**ODD)
def test_three_share_what_is_left_by_seat(house, cites):
    """1000 in hundreds between 1, 5 and 8 with the button at 9: 300 each, the odd hundred to seat 1."""
    hands = {1: ["Ad", "3h"], 5: ["Ac", "3s"], 8: ["Ah", "4s"]}
    scene = tied(house, [1, 5, 8, 9, 10], 9, 1000, 100, hands)
    (pot,) = shown(scene).pots
    assert pot.odd_chips == [1]
    assert line(scene.award(1, 400).award(5, 300).award(8, 300)).winners[0].shares == {1: 400, 5: 300, 8: 300}
    assert scene.kinds() == []


@in_houses(invitational="7.3 s1")
def test_tied_hands_share_alike(house, cites):
    hands = {3: ["Ad", "3h"], 8: ["Ac", "3s"]}
    scene = tied(house, [3, 5, 6, 8], 5, 900, 50, hands)
    shares = shown(scene).pots[0].winners
    assert sorted(shares) == [3, 8]
    hand = line(scene.award(3, 450).award(8, 450))
    assert hand.winners[0].shares == {3: 450, 8: 450}
    assert scene.kinds() == []


@in_houses(invitational="7.3 s1")
def test_a_split_that_is_uneven_by_more_than_a_chip_is_told(house, cites):
    scene = tied(house, [3, 5, 6, 8], 5, 900, 50).award(3, 600).award(8, 300)
    found = scene.found("pot.award_wrong")
    assert (found.seat, found.cites) == (3, cites)


@in_houses(invitational="7.3 s2")
def test_suits_decide_no_pot(house, cites):
    """Two straights to the ace, one in spades and one in hearts: they split."""
    scene = (
        called(house, {1: ["As", "Ts"], 2: ["Ah", "Th"]}, ["Kd", "Qc", "Jd", "2c", "3d"]).tables(1).tables(2)
    )
    hand = line(scene.award(1, 550).award(2, 550))
    assert [w.shares for w in hand.winners] == [{1: 550, 2: 550}]
    assert scene.kinds() == []


# Held, rebuilt, taken in ---------------------------------------------------------------------------------------------


@clauses("upt 2 Decision-making 7")
@every_house()
def test_a_part_of_the_pot_is_held_until_the_floor_has_ruled(house):
    """Of 3000 the floor holds 1200; 1800 are pushed to the winner and the rest stays unawarded."""
    scene = all_in(house, {1: ACES, 2: QUEENS}, stacks=1500).tables(1).tables(2)
    scene = run_out(scene).rules("impound", amount=1200).award(1, 1800)
    hand = line(scene)
    assert (hand.unawarded, hand.stacks) == (1200, {1: 1800, 2: 0})
    assert scene.kinds() == []


@every_house()
def test_without_a_ruling_a_part_left_over_is_told(house):
    scene = run_out(all_in(house, {1: ACES, 2: QUEENS}, stacks=1500).tables(1).tables(2)).award(1, 1800).end()
    assert "pot.award_wrong" in scene.kinds()


@every_house()
def test_a_pot_pushed_in_part_is_told_though_one_hand_was_not_shown(house):
    """Who won is not known; that 100 of the pot lie there still is."""
    scene = called(house, {1: ACES, 2: QUEENS}).tables(1).award(1, 1000).end()
    found = scene.found("pot.award_wrong")
    assert (found.seat, found.level, found.facts["awarded"]) == (1, "floor", {1: 1000})
    assert "due" not in found.facts
    whole = called(house, {1: ACES, 2: QUEENS}).tables(1).award(1, 1000).award(1, 100).end()
    held = called(house, {1: ACES, 2: QUEENS}).tables(1).rules("impound", amount=100).award(1, 1000).end()
    assert (whole.kinds(), held.kinds()) == ([], [])


@clauses("upt 3 Showdown 4")
def test_losing_hands_are_taken_in_before_the_pot_is_pushed():
    scene = called("upt", {1: ACES, 2: QUEENS}).tables(1).tables(2).award(1, 1100)
    (found,) = [f for f in scene.findings() if f.kind == "showdown.kill_losers"]
    assert (found.level, found.remedy, found.cites) == ("info", "kill_losers", ["3 Showdown 4"])
    assert (found.seat, found.facts["seats"]) == (2, [2])
    scene = called("upt", {1: ACES, 2: QUEENS}).tables(1).tables(2).mucks(2).award(1, 1100)
    assert [f.kind for f in scene.findings()] == ["showdown.order"]


@every_house()
def test_the_side_pots_winner_and_the_main_pots_are_two(house):
    scene = side_pot(house, {1: ACES, 2: KINGS, 3: QUEENS}, ["2c", "7d", "9h", "Js", "4c"])
    scene.taps(2, 3).sweep().tables(2).tables(3).tables(1)
    assert scene.engine.view().pot is None
    assert shown(scene).pots[0].amount is None
    assert [pot.winners for pot in shown(scene).pots] == [[1]]


@every_house()
def test_an_award_that_went_wrong_is_told_once(house):
    scene = facing(house, 1000).folds(2, 3, 4, 5, 6).award(2, 1000).award(3, 600).end()
    assert len(scene.kinds()) == 1


@pytest.mark.parametrize("moved", [(), (1500,), (1000, 500)])
@every_house()
def test_a_wrong_award_that_the_floor_had_put_right_lies_where_it_belongs(house, moved):
    """Seat 2 was pushed seat 1's main pot too: the stacks go across by hand, and seat 1 is in for the next hand."""
    scene = side_pot(house, {1: ACES, 2: KINGS, 3: QUEENS}, ["2c", "7d", "9h", "Js", "4c"])
    bets(scene, 2, "bet", 400).says(3, "call").sweep().tables(1).tables(2).tables(3).award(2, 2300)
    scene.rules("correct_award", finding=scene.found("pot.award_wrong").id)
    for amount in moved:
        scene.award(1, amount)
    assert line(scene).stacks == {1: 1500, 2: 4900, 3: 4100}
    scene.shuffle()
    scene.start(1).deal().end()
    assert scene.kinds() == ["pot.award_wrong"]


@pytest.mark.parametrize("swept_up", [False, True])
@every_house("upt", "invitational")
def test_a_pot_that_went_past_the_winner_is_his_once_the_floor_gives_it_back(house, swept_up):
    scene = called(house, {1: TWO_PAIR, 2: TRIPS}, TRIPS_BOARD).tables(1).tables(2)
    scene = scene.mucks(2) if swept_up else scene
    scene.award(1, 1100).rules("restore", finding=scene.found("showdown.winner_killed").id)
    stacks = line(scene).stacks
    assert stacks[2] - stacks[1] == 1100


@every_house()
def test_chips_that_were_none_of_his_bet_go_back_to_the_winner_with_the_pot(house):
    scene = flop(house, seats=3).says(1, "bet", 400).pushes(1, 500, 100, 100, 100).folds(2, 3)
    scene.award(1, 2000).end()
    assert scene.kinds() == ["bet.verbal_vs_chips"]
    assert scene.hands()[0].stacks == {1: 100_800, 2: 99_600, 3: 99_600}


@every_house()
def test_so_they_do_where_they_were_pulled_in_with_his_bet(house):
    scene = flop(house, seats=3).says(1, "bet", 400).pushes(1, 500, 100, 100, 100).folds(2, 3).sweep()
    scene.award(1, 1200).award(1, 800).end()
    assert scene.kinds() == ["bet.verbal_vs_chips"]


@every_house()
def test_once_he_has_taken_them_back_they_are_too_much(house):
    scene = flop(house, seats=3).says(1, "bet", 400).pushes(1, 500, 100, 100, 100).folds(2, 3)
    scene.pulls(1, 500, 100, 100, 100).award(1, 1600)
    assert scene.kinds() == ["bet.verbal_vs_chips", "pot.award_wrong"]


@every_house()
def test_nor_do_they_go_to_another_seat(house):
    scene = flop(house, seats=3).says(1, "bet", 400).pushes(1, 500, 100, 100, 100).says(2, "call")
    scene.pushes(2, 100, 100, 100, 100).folds(3).sweep().street().taps(1, 2).street().taps(1, 2)
    scene.mucks(1).award(2, 2400)
    assert "pot.award_wrong" in scene.kinds()

"""Stud: no button, two cards down and one up, the bring-in, and the boards that say who acts first."""

from __future__ import annotations

import pytest

from tests.table.houses import clauses, in_houses, only_finding
from tests.table.stud_table import Stud

ALL = ("dpc", "english-arabic", "tda-2024", "upt")
SPLIT = ("dpc", "english-arabic", "tda-2024")
in_stud_houses = pytest.mark.parametrize("house", ALL)
in_all_stud_games = pytest.mark.parametrize("house", SPLIT)

ACES = ["As", "Ah", "2c", "Kd", "Kc", "9h", "9d"]
"""Brings it in; on fifth street kings show."""
FLUSH = ["Qs", "Qh", "7d", "8d", "2d", "3c", "4c"]
TENS = ["Js", "Jh", "Td", "Tc", "5c", "6c", "7h"]
"""Tens show on fourth street."""
HANDS = {1: ACES, 2: FLUSH, 3: TENS}
RAZZ = {1: ["As", "2h", "3c", "4d", "6c", "Kh", "Qd"], 2: ["Qs", "Qh", "Kd", "8d", "2d", "3d", "4c"], 3: ["Js", "5h", "7d", "8c", "9c", "Tc", "7h"]}  # fmt: skip
"""Seat 2 has the king; seat 1 makes a six."""


def view(scene: Stud):
    return scene.wait(0.5).engine.view()


def posts(scene: Stud) -> list[tuple[int, str, int, float]]:
    return [(o.seat, o.street, o.to, o.t) for o in scene.out if getattr(o, "action", "") == "post"]


def called(house: str, hands=HANDS, **table: object) -> Stud:
    """Seat 1 brought it in, seat 2 made it 100, and everybody called."""
    return Stud(house, hands, **table).third().pushes(1, 5, 5, 5, 5).says(2, "raise").calls(3, 1).sweep()


def to_seventh(house: str, hands=HANDS, **table: object) -> Stud:
    """The same, checked through to the last card."""
    scene = called(house, hands, **table).deals(1, 2, 3).taps(3, 1, 2).sweep().deals(1, 2, 3)
    scene.taps(1, 2, 3).sweep().deals(1, 2, 3).taps(1, 2, 3).sweep()
    return scene.deals(1, 2, 3)


# The bring-in ---------------------------------------------------------------------------------------------


@in_stud_houses
def test_the_lowest_door_card_brings_it_in_and_its_left_neighbour_is_next(house):
    scene = Stud(house, HANDS).third()
    assert view(scene).button is None
    assert (view(scene).street, view(scene).to_act, view(scene).to_call, view(scene).min_to) == (
        "third",
        2,
        20,
        100,
    )
    scene.pushes(1, 5, 5, 5, 5).calls(2)
    assert posts(scene) == [(1, "third", 20, scene.log[-2]["t"])]
    assert scene.findings() == []


@in_stud_houses
def test_of_two_deuces_the_club_is_lower_than_the_diamond(house):
    scene = Stud(house, {1: ["As", "Ah", "2d"], 2: ["Ks", "Kh", "2c"], 3: ["Qs", "Qh", "3c"]}).third()
    assert view(scene).to_act == 3
    assert posts(scene.calls(3))[0][:3] == (2, "third", 20)


@in_all_stud_games
def test_at_razz_the_highest_door_card_brings_it_in_and_aces_are_low(house):
    scene = Stud(
        house, {1: ["Ks", "Kh", "Ac"], 2: ["2s", "2h", "Qd"], 3: ["3s", "3h", "Jc"]}, game="razz"
    ).third()
    assert posts(scene.wait(0.5).calls(3))[0][:3] == (2, "third", 20)


@in_stud_houses
def test_a_level_of_stud_has_no_blinds(house):
    scene = called(house, big=0).deals(1, 2, 3).taps(3, 1, 2)
    assert scene.findings() == []
    assert scene.actions("third")[-3:] == [(2, "raise", 100), (3, "call", 100), (1, "call", 100)]


@in_stud_houses
def test_completing_the_bring_in_is_a_raise_to_the_small_bet(house):
    scene = Stud(house, HANDS).third().pushes(1, 5, 5, 5, 5).pushes(2, 25, 25, 25, 25).calls(3, 1).sweep()
    assert scene.actions("third") == [(2, "raise", 100), (3, "call", 100), (1, "call", 100)]
    assert scene.findings() == []


@in_stud_houses
def test_who_brings_it_in_may_make_it_the_whole_bet_at_once(house):
    scene = Stud(house, HANDS).third().pushes(1, 100).calls(2, 3).sweep()
    assert posts(scene)[0][:3] == (1, "third", 20)
    assert scene.actions("third") == [(1, "raise", 100), (2, "call", 100), (3, "call", 100)]
    assert scene.findings() == []


@in_stud_houses
def test_who_brought_it_in_has_no_second_turn_when_all_only_call(house):
    scene = Stud(house, HANDS).third().pushes(1, 5, 5, 5, 5).calls(2, 3)
    assert view(scene).to_act is None
    assert scene.sweep().deals(1, 2, 3).wait(1).engine.view().street == "fourth"


@in_stud_houses
def test_who_only_called_the_bring_in_may_raise_once_it_is_completed(house):
    scene = Stud(house, HANDS).third().pushes(1, 5, 5, 5, 5).calls(2).says(3, "raise").calls(1)
    assert (view(scene).to_act, view(scene).to_call, view(scene).min_to) == (2, 100, 200)
    scene.says(2, "raise").calls(3, 1).sweep()
    assert scene.actions("third")[-3:] == [(2, "raise", 200), (3, "call", 200), (1, "call", 200)]
    assert scene.findings() == []


@in_stud_houses
def test_a_log_without_the_bring_ins_chips_has_it_posted(house):
    scene = Stud(house, HANDS).third().folds(2, 3)
    hand = scene.end().hands()[0]
    assert posts(scene)[0][:3] == (1, "third", 20)
    assert hand.stacks == {1: 10_020, 2: 9_990, 3: 9_990}
    assert hand.returned == {1: 20}


@in_stud_houses
def test_the_bring_in_in_one_chip_too_large_is_the_bring_in(house):
    scene = Stud(house, HANDS).third().pushes(1, 25).calls(2, 3)
    assert posts(scene)[0][:3] == (1, "third", 20)
    assert scene.findings() == []


@in_stud_houses
@pytest.mark.parametrize("acts", ["pushes", "taps", "calls"])
def test_where_a_door_card_is_unread_a_seat_outside_the_hand_opens_nothing(house, acts):
    scene = Stud(house, HANDS, seats=4, states={4: "out"})
    for n, seat in enumerate([1, 2, 3] * 3, 1):
        if n == 8:
            scene.event("card.draw", tag=None, face="down")
        else:
            scene.card(f"seat:{seat}", tag=scene.comes(seat))
    scene.wait(2)
    scene.pushes(4, 5, 5, 5, 5) if acts == "pushes" else getattr(scene, acts)(4)
    assert posts(scene) == []
    scene.pushes(1, 5, 5, 5, 5).calls(2, 3).sweep()
    assert posts(scene) == [(1, "third", 20, scene.log[-4]["t"])]
    assert scene.actions("third") == [(2, "call", 20), (3, "call", 20)]
    assert scene.findings() == []


@clauses("tda-2024 RP-10E")
def test_where_the_low_card_is_all_in_by_its_ante_the_next_seat_brings_it_in_or_folds():
    scene = Stud("tda-2024", HANDS, stacks={1: 10, 2: 10_000, 3: 10_000}).third()
    assert (view(scene).to_act, view(scene).to_call, view(scene).min_to) == (2, 20, 100)
    scene.folds(2).calls(3).sweep()
    assert posts(scene) == []
    assert scene.actions("third") == [(2, "fold", 0), (3, "call", 20)]
    assert scene.findings() == []


@in_houses(english_arabic="28", tda_2024="30", dpc="Player Present 1")
def test_a_bring_in_card_dealt_to_an_absent_seat_is_paid_and_the_hand_is_dead(house, cites):
    scene = Stud(house, HANDS, states={1: "absent"}).third().calls(2, 3)
    assert (only_finding(scene).kind, only_finding(scene).cites) == ("hand.absent", cites)
    assert posts(scene)[0][:3] == (1, "third", 20)
    assert scene.end().hands()[0].stacks[1] == 9_970


# Who acts first, and for how much -------------------------------------------------------------------------


@in_stud_houses
def test_on_fourth_street_the_highest_board_acts_first(house):
    scene = called(house).deals(1, 2, 3)
    assert (view(scene).street, view(scene).to_act) == ("fourth", 3)


@in_all_stud_games
def test_at_razz_the_lowest_board_acts_first(house):
    scene = Stud(house, RAZZ, game="razz").third().calls(3, 1).sweep().deals(1, 2, 3)
    assert view(scene).to_act == 1


TIED = {1: ["As", "Ah", "2c", "Td"], 2: ["Qs", "Qh", "Th", "7d"], 3: ["Js", "Jh", "Ts", "7c"]}


@clauses("tda-2024 RP-10D")
def test_of_tied_boards_the_high_card_by_suit_starts():
    scene = called("tda-2024", TIED).deals(1, 2, 3)
    assert view(scene).to_act == 3


@clauses("tda-2024 RP-10D")
def test_at_razz_too():
    tied = {1: ["As", "Ah", "Kc", "Kd"], 2: ["2s", "2h", "8h", "7d"], 3: ["3s", "3h", "8s", "7c"]}
    scene = Stud("tda-2024", tied, game="razz").third().calls(2, 3).sweep().deals(1, 2, 3)
    assert view(scene).to_act == 3


def test_where_the_book_has_no_word_on_it_the_first_left_of_the_dealer_starts():
    assert view(called("english-arabic", TIED).deals(1, 2, 3)).to_act == 2


@clauses("tda-2024 RP-10F")
def test_a_pair_that_shows_on_fourth_street_does_not_double_the_bet():
    scene = called("tda-2024").deals(1, 2, 3)
    assert (view(scene).to_act, view(scene).min_to, view(scene).max_to) == (3, 100, 100)
    scene.says(3, "bet", 200).folds(1, 2)
    assert scene.found("bet.over_limit").facts["to"] == 100


@in_stud_houses
def test_from_fifth_street_on_the_bet_is_the_big_one(house):
    scene = called(house).deals(1, 2, 3).says(3, "bet").calls(1, 2).sweep().deals(1, 2, 3)
    assert view(scene).to_act == 1
    scene.says(1, "bet").folds(2).calls(3).sweep()
    assert scene.actions("fourth")[0] == (3, "bet", 100)
    assert scene.actions("fifth")[0] == (1, "bet", 200)
    assert scene.findings() == []


@in_stud_houses
def test_a_bet_before_the_high_board_has_acted_is_out_of_turn(house):
    scene = called(house).deals(1, 2, 3).says(1, "bet")
    finding = scene.found("turn.out_of_turn")
    assert (finding.seat, finding.facts["due"]) == (1, 3)


# To the end -----------------------------------------------------------------------------------------------


@in_stud_houses
def test_seven_cards_are_shown_and_the_best_five_win(house):
    scene = to_seventh(house).taps(1, 2, 3).sweep().tabled(1, 2, 3).award(1, 330)
    (hand,) = scene.end().hands()
    assert (hand.button, hand.board) == (None, [])
    assert hand.winners[0].shares == {1: 330}
    assert scene.kinds() == []


@in_all_stud_games
def test_at_razz_the_best_low_wins_without_an_eight_or_better(house):
    scene = Stud(house, RAZZ, game="razz").third().pushes(2, 5, 5, 5, 5).calls(3, 1).sweep()
    scene.deals(1, 2, 3).taps(1, 2, 3).sweep()
    for _ in range(3):
        scene.deals(1, 2, 3)
        while (seat := view(scene).to_act) is not None:
            scene.taps(seat)
        scene.sweep()
    scene.tabled(1, 2, 3).award(1, 90)
    assert scene.end().hands()[0].winners[0].shares == {1: 90}
    assert scene.kinds() == []


STUD8 = {1: ["As", "2h", "2c", "4d", "6c", "8h", "Qd"], 2: ["Qs", "Qh", "7d", "8d", "Td", "3d", "Kc"], 3: ["Js", "Jh", "Td", "Tc", "5c", "6d", "7h"]}  # fmt: skip


@in_all_stud_games
def test_at_stud_eight_or_better_high_and_low_have_half_each(house):
    hands = {
        **STUD8,
        3: ["Js", "Jh", "Th", "Tc", "5c", "6d", "7h"],
        2: ["Qs", "Qh", "7d", "8d", "9d", "3s", "Kc"],
    }
    scene = Stud(house, hands, game="stud8").third().pushes(1, 5, 5, 5, 5).calls(2, 3).sweep()
    for _ in range(4):
        scene.deals(1, 2, 3)
        while (seat := view(scene).to_act) is not None:
            scene.taps(seat)
        scene.sweep()
    scene.tabled(1, 2, 3).award(3, 45).award(1, 45)
    assert scene.end().hands()[0].winners[0].shares == {3: 45, 1: 45}
    assert scene.kinds() == []


def odd_at_stud(house: str) -> Stud:
    """Both have aces and kings with a queen; seat 3 has the ace of spades. 90 in chips of 10: 40 each, one over."""
    hands = {
        1: ["Ad", "Ac", "4h", "Kd", "Kc", "Qh", "9d"],
        2: ["2s", "3h", "2c", "5d", "7c", "8c", "Tc"],
        3: ["As", "Ah", "7d", "Ks", "Kh", "Qd", "9c"],
    }
    scene = Stud(house, hands, denominations=(10, 100)).third().calls(3, 1).sweep()
    for _ in range(4):
        scene.deals(1, 2, 3)
        while (seat := view(scene).to_act) is not None:
            scene.taps(seat)
    return scene.sweep().tabled(1, 2, 3)


@in_houses(english_arabic="18", tda_2024="20B")
def test_the_odd_chip_goes_to_the_high_card_by_suit_in_the_winning_five(house, cites):
    scene = odd_at_stud(house).award(1, 50).award(3, 40)
    finding = scene.found("pot.award_wrong")
    assert (finding.remedy, finding.cites) == ("correct_award", cites)
    assert finding.facts["due"][3] > finding.facts["due"][1]


@pytest.mark.parametrize("house", ["dpc", "upt"])
@pytest.mark.parametrize("seat", [1, 3])
def test_where_the_book_has_no_word_on_it_at_stud_the_floor_says_who_has_it(house, seat):
    finding = odd_at_stud(house).award(seat, 50).award(4 - seat, 40).found("pot.award_wrong")
    assert (finding.remedy, finding.cites, finding.facts["silent"]) == ("floor", [], True)
    assert "due" not in finding.facts

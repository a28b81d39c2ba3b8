"""Omaha high-low: half a pot to the best high hand, half to the best low one, and the odd chip in every house."""

from __future__ import annotations

import pytest

from controller.table.outputs import HandLine
from controller.table.pots.ranking import NO_LOW, eight_or_better, low
from controller.testkit.scene import Scene
from tests.table.houses import clauses, in_houses
from tests.table.showdowns import dealt

HOUSES = ("deltin", "dpc", "english-arabic", "tda-2024")
in_split_houses = pytest.mark.parametrize("house", HOUSES)

BOARD = ["3c", "4d", "8h", "Ks", "Kc"]
KINGS = ["Kd", "Qc", "Qd", "Jd"]
"""Kings up with the board: the high hand, and no low."""
NUT_LOW = ["Ad", "2d", "9c", "9d"]
SAME_LOW = ["As", "2s", "Tc", "Td"]
SECOND_LOW = ["Ah", "5h", "Jc", "Jh"]
WHEELS = {1: ["Ad", "5d", "9c", "Td"], 2: ["As", "5s", "9d", "Tc"]}
"""On a board of 2, 3, 4 both have the best hand high and low."""


def shown(house: str, hands: dict[int, list[str]], board: list[str] = BOARD, **table: object) -> Scene:
    """Blinds of 25 and 50, a chip of 25 is the smallest: heads-up or three-handed all limp, check down and show."""
    table = {"blinds": (25, 50), "denominations": (25, 100, 500, 1000), "seats": max(hands), **table}
    scene = dealt(house, hands, board, game="plo8", button=table["seats"], **table)
    scene.limp_to_flop()
    for _ in range(2):
        scene.check_round().sweep().street()
    scene.check_round().sweep()
    for seat in hands:
        scene.tables(seat)
    return scene


def with_a_dead_chip(
    house: str, hands: dict[int, list[str]], board: list[str] = BOARD, *, ante: int = 25
) -> Scene:
    """The same, three-handed; one chip of an ante by each makes the pot odd: 225."""
    return shown(house, {**hands, 3: SECOND_LOW}, board, ante=ante)


def line(scene: Scene) -> HandLine:
    (hand,) = scene.end().hands()
    assert sum(stack or 0 for stack in hand.stacks.values()) == 10_000 * len(scene.seats)
    return hand


@in_split_houses
def test_the_best_high_and_the_best_low_have_half_each(house):
    scene = shown(house, {1: KINGS, 2: NUT_LOW, 3: SECOND_LOW})
    hand = line(scene.award(1, 75).award(2, 75))
    assert hand.winners[0].shares == {1: 75, 2: 75}
    assert hand.stacks == {1: 10_025, 2: 10_025, 3: 9_950}
    assert scene.kinds() == []


@in_split_houses
def test_without_three_low_cards_on_the_board_the_high_hand_has_it_all(house):
    scene = shown(house, {1: KINGS, 2: NUT_LOW}, ["3c", "Ts", "8h", "Ks", "Kc"])
    assert line(scene.award(1, 100)).winners[0].shares == {1: 100}
    assert scene.kinds() == []


@in_split_houses
def test_three_low_cards_in_a_hand_and_two_on_the_board_make_no_low(house):
    scene = shown(house, {1: KINGS, 2: ["Ad", "2d", "6d", "9d"]}, ["3c", "Ts", "8h", "Ks", "Kc"])
    assert line(scene.award(1, 100)).winners[0].shares == {1: 100}


@in_split_houses
def test_who_wins_both_ways_scoops(house):
    scene = shown(house, {1: KINGS, 2: ["Kh", "2d", "Ad", "Ah"]})
    hand = line(scene.award(2, 100))
    assert hand.winners[0].shares == {2: 100}
    assert scene.kinds() == []


@in_split_houses
def test_two_equal_lows_have_a_quarter_each(house):
    scene = shown(house, {1: NUT_LOW, 2: SAME_LOW, 3: KINGS}, blinds=(50, 100), denominations=(25, 100))
    hand = line(scene.award(3, 150).award(1, 75).award(2, 75))
    assert hand.winners[0].shares == {1: 75, 2: 75, 3: 150}
    assert scene.kinds() == []


@in_split_houses
def test_the_whole_pot_to_the_high_hand_is_for_the_floor(house):
    scene = shown(house, {1: KINGS, 2: NUT_LOW}).award(1, 100)
    (finding,) = scene.findings("floor")
    assert finding.kind in ("pot.award_wrong", "showdown.winner_killed")
    assert finding.facts["due"] == {1: 50, 2: 50}


# The odd chip ---------------------------------------------------------------------------------------------


@in_houses(english_arabic="18", tda_2024="20C")
def test_the_odd_chip_of_the_whole_pot_is_the_high_side_s(house, cites):
    """225 in chips of 25: 125 to the high hand, 100 to the low, though the low sits left of the button."""
    scene = with_a_dead_chip(house, {1: NUT_LOW, 2: KINGS})
    assert line(scene.award(2, 125).award(1, 100)).winners[0].shares == {1: 100, 2: 125}
    assert scene.kinds() == []


@in_houses(english_arabic="18", tda_2024="20C")
def test_an_odd_chip_pushed_to_the_low_is_wrong(house, cites):
    scene = with_a_dead_chip(house, {1: NUT_LOW, 2: KINGS}).award(2, 100).award(1, 125)
    finding = scene.found("pot.award_wrong")
    assert (finding.remedy, finding.cites) == ("correct_award", cites)
    assert finding.facts["due"] == {1: 100, 2: 125}


@clauses("deltin 20")
def test_deltin_gives_every_odd_chip_to_the_first_left_of_the_button():
    scene = with_a_dead_chip("deltin", {1: NUT_LOW, 2: KINGS}).award(2, 100).award(1, 125)
    assert scene.kinds() == []
    assert line(scene).winners[0].shares == {1: 125, 2: 100}


@clauses("dpc Showdown 9")
@pytest.mark.parametrize(("high", "low"), [(100, 125), (125, 100)])
def test_dpc_has_no_word_on_one_high_and_one_low_so_the_floor_decides(high, low):
    scene = with_a_dead_chip("dpc", {1: NUT_LOW, 2: KINGS}).award(2, high).award(1, low)
    finding = scene.found("pot.award_wrong")
    assert (finding.level, finding.cites, finding.facts["silent"]) == ("floor", [], True)
    assert finding.facts["awarded"] == {2: high, 1: low}
    assert "due" not in finding.facts


@in_split_houses
def test_a_hand_that_wins_high_and_low_leaves_no_odd_chip(house):
    hands = {1: WHEELS[1], 2: KINGS, 3: ["Jc", "Jh", "Tc", "Th"]}
    scene = shown(house, hands, ["2c", "3d", "4h", "8s", "7c"], ante=25).award(1, 225)
    assert scene.kinds() == []


@in_houses(dpc="Showdown 9", english_arabic="18", tda_2024="20A")
def test_of_equal_lows_the_first_left_of_the_button_has_the_odd_chip_of_that_half(house, cites):
    """300 in chips of 100: 200 high, 100 low, of which the low left of the button has the only chip."""
    scene = shown(house, {1: KINGS, 2: NUT_LOW, 3: SAME_LOW}, blinds=(50, 100), denominations=(100, 500))
    hand = line(scene.award(1, 200).award(2, 100))
    assert hand.winners[0].shares == {1: 200, 2: 100, 3: 0}
    assert scene.kinds() == []


@clauses("english-arabic 18")
def test_two_wheels_that_win_both_ways_share_as_evenly_as_can_be():
    """A pot of 150 in chips of 25 is 75 and 75; by halves it would be 100 and 50."""
    board = ["2c", "3d", "4h", "Ks", "Kc"]
    scene = shown("english-arabic", {**WHEELS, 3: KINGS}, board)
    assert line(scene.award(1, 75).award(2, 75)).winners[0].shares == {1: 75, 2: 75}
    assert scene.kinds() == []


@clauses("tda-2024 20A", "tda-2024 20C")
def test_elsewhere_each_half_is_divided_by_itself():
    board = ["2c", "3d", "4h", "Ks", "Kc"]
    scene = shown("tda-2024", {**WHEELS, 3: KINGS}, board)
    assert line(scene.award(1, 100).award(2, 50)).winners[0].shares == {1: 100, 2: 50}


# Side pots, what is proposed, what is assumed ------------------------------------------------------------------


def with_a_side_pot(house: str) -> Scene:
    """Seat 1 is all-in for 300 with the best low; seats 2 (kings) and 3 (the second low) play on for 500 more."""
    scene = dealt(
        house, {1: NUT_LOW, 2: KINGS, 3: SECOND_LOW}, BOARD, game="plo8", seats=3, button=3,
        blinds=(50, 100), stacks={1: 300, 2: 10_000, 3: 10_000}, denominations=(50, 100, 500),
    )  # fmt: skip
    scene.says(3, "raise", 300).says(1, "call").says(2, "call").sweep().street(3)
    scene.says(2, "bet", 500).says(3, "call").sweep().street().taps(2, 3).street().taps(2, 3).sweep()
    for seat in (1, 2, 3):
        scene.tables(seat)
    return scene


@in_split_houses
def test_each_pot_is_split_by_itself(house):
    """Deltin 21, dpc Showdown 10, english-arabic 19, tda-2024 21."""
    scene = with_a_side_pot(house)
    scene.award(2, 500, pot=1).award(3, 500, pot=1).award(1, 450, pot=0).award(2, 450, pot=0)
    (hand,) = scene.end().hands()
    assert [(pot.amount, pot.seats) for pot in hand.pots] == [(900, [1, 2, 3]), (1000, [2, 3])]
    assert [won.shares for won in hand.winners] == [{1: 450, 2: 450}, {2: 500, 3: 500}]
    assert hand.stacks == {1: 450, 2: 10_150, 3: 9_700}
    assert scene.kinds() == []


@in_split_houses
def test_the_shares_of_both_halves_are_proposed_to_the_dealer(house):
    view = with_a_side_pot(house).engine.view()
    proposed = [{share.seat: share.amount for share in pot.shares} for pot in view.pots_due]
    assert proposed == [{2: 500, 3: 500}, {1: 450, 2: 450}]
    fives = {five.seat: (sorted(five.cards), sorted(five.low)) for five in view.showdown.fives}
    assert fives[1] == (sorted(["9c", "9d", "Ks", "Kc", "8h"]), sorted(["Ad", "2d", "3c", "4d", "8h"]))
    assert fives[2] == (sorted(["Kd", "Ks", "Kc", "Qd", "8h"]), [])


@in_split_houses
def test_where_nobody_signals_pots_they_go_by_halves_as_due(house):
    scene = shown(house, {1: NUT_LOW, 2: KINGS}, without=["awards", "hands"])
    scene.wait(3).start(button=1)
    (hand,) = scene.hands()
    assert (hand.assumed, hand.winners[0].shares) == (True, {1: 50, 2: 50})
    assert hand.stacks == {1: 10_000, 2: 10_000}


@in_split_houses
def test_a_low_that_was_not_tabled_leaves_it_open_who_won(house):
    scene = shown(house, {1: NUT_LOW, 2: KINGS})
    unseen = dealt(house, {1: NUT_LOW, 2: KINGS}, BOARD, game="plo8", seats=2, button=2).limp_to_flop()
    for _ in range(2):
        unseen.check_round().sweep().street()
    unseen.check_round().sweep().tables(2)
    assert unseen.engine.view().pots_due[0].shares == []
    assert scene.engine.view().pots_due[0].shares != []


@in_split_houses
@pytest.mark.parametrize("game", ["plo8", "flo8"])
def test_the_game_shows_its_pot_only_at_pot_limit(house, game):
    if house == "deltin" and game == "flo8":
        return
    scene = Scene(house, game=game).deal().says(3, "call")
    assert (scene.engine.view().pot is None) == (game == "flo8")


# Low hands ------------------------------------------------------------------------------------------------


def test_straights_and_flushes_do_not_count_against_a_low():
    assert low(["Ah", "2h", "3h", "4h", "5h"]) < low(["Ah", "2h", "3h", "4h", "6c"])
    assert eight_or_better(["4h", "5h", "6h", "7h", "8h"]) < NO_LOW


def test_a_pair_is_worse_than_any_five_that_differ():
    assert low(["9c", "Tc", "Jd", "Qd", "Kh"]) < low(["Ah", "Ac", "2d", "3d", "4h"])
    assert eight_or_better(["Ah", "Ac", "2d", "3d", "4h", "9c", "Ks"]) == NO_LOW

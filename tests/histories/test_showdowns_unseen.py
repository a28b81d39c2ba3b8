"""Hands out whose board or showdown was not wholly seen: told as they were, or left out and named."""

from __future__ import annotations

import io
import json

import pytest
from pokerkit import HandHistory

from controller.histories.export import write_hands
from controller.histories.not_tellable import NotTellable
from controller.histories.ohh import to_ohh
from controller.histories.phh import to_phh
from controller.histories.told import ToldHand
from controller.testkit.scene import Scene
from tests.histories.test_several_logs import lines_of, told
from tests.table.showdowns import ACES, KINGS, QUEENS, dealt, side_pot
from tests.table.stud_table import Stud

HANDS = {1: ACES, 2: KINGS, 3: QUEENS}
"""On the board of kings seat 2 has the best hand."""


def hand_of(scene: Scene) -> ToldHand:
    """Return the last hand of a scene as it goes out."""
    return told(lines_of(scene.end(), "7"))[-1]


def left_out(scene: Scene) -> str:
    """Return why the hand of a scene is left out of a PHH file."""
    named: list[str] = []
    out = io.BytesIO()
    assert write_hands([hand_of(scene)], "phh", out, lambda _, why: named.append(why)) == 0
    assert out.getvalue() == b""
    return named[0]


def flop() -> Scene:
    """Three see a flop and check it."""
    return dealt("tda-2024", HANDS, seats=3, button=3).limp_to_flop().check_round().sweep()


def turn() -> Scene:
    """They see a turn and check it too."""
    return flop().street().check_round().sweep()


def river() -> Scene:
    """Seat 1 bets the river and both others call."""
    scene = turn().street().says(1, "bet", 200).says(2, "call").says(3, "call")
    return scene.sweep()


@pytest.mark.parametrize("unread", ["not drawn", "not read"])
def test_a_river_that_nobody_saw_leaves_the_hand_out(unread):
    scene = turn()
    if unread == "not read":
        scene.burn().event("card.draw", tag=None, face="down").wait(2).check_round()
    assert left_out(scene.tables(1).tables(2).tables(3).award(2, 300)) == "the river was not read"


def test_nor_is_a_board_made_up_where_all_were_all_in():
    scene = dealt("tda-2024", HANDS, seats=2, button=2).says(2, "all_in").says(1, "call").sweep()
    scene.tables(1).tables(2).flop().wait(9).award(2, 20_000)
    assert left_out(scene) == "the turn was not read"


def test_a_bet_that_nobody_called_needs_no_river():
    scene = flop().street().taps(1).says(2, "bet", 500)
    hand = hand_of(scene.folds(3, 1).sweep().award(2, 800))
    *_, end = HandHistory.loads(to_phh(hand))
    assert list(end.stacks) == [hand.line.stacks[seat] for seat in (1, 2, 3)] == [9900, 10200, 9900]


def test_hands_whose_cards_stay_sealed_go_out_without_a_name():
    """As the journal gives them without a key: the camera saw that they were tabled, and no card is told by it."""
    sealed = {1: ["~c3a1", "~09fe"], 2: ["~77b0", "~d412"], 3: QUEENS}
    scene = dealt("tda-2024", sealed, seats=3, button=3).limp_to_flop()
    for _ in range(2):
        scene.check_round().sweep().street()
    hand = hand_of(scene.check_round().sweep().tables(1).tables(2).tables(3).award(3, 300))
    assert [seat.cards for seat in hand.seats] == [[], [], QUEENS]
    assert not set("~") & set(to_ohh(hand).decode() + to_phh(hand))


def test_nor_has_a_sealed_winner_any():
    sealed = {**HANDS, 2: ["~77b0", "~d412"]}
    scene = dealt("tda-2024", sealed, seats=3, button=3).limp_to_flop()
    for _ in range(2):
        scene.check_round().sweep().street()
    scene.check_round().sweep().tables(1).tables(2).tables(3).award(2, 300)
    assert left_out(scene) == "seat 2 won at the showdown and its cards were not seen"


def test_a_pot_that_went_to_a_hand_that_nobody_saw_is_left_out():
    assert left_out(river().award(1, 900)) == "seat 1 won at the showdown and its cards were not seen"
    assert left_out(river().tables(1).award(3, 900)).startswith("seat 3 won at the showdown")


def test_a_pot_that_went_past_the_best_hand_is_left_out():
    scene = river().tables(1).tables(2).tables(3).award(1, 900)
    assert scene.found("showdown.winner_killed").seat == 2
    assert left_out(scene) == "the pot went otherwise than the cards say"


def test_a_pot_that_nobody_was_seen_to_get_is_left_out_too():
    assert left_out(river().tables(1).tables(2)) == "nobody was seen to get the whole pot"


def test_a_pot_pushed_to_a_seat_that_had_folded_is_left_out():
    scene = flop().street().says(1, "bet", 200).folds(2, 3).sweep().award(3, 300)
    assert scene.found("pot.award_wrong")
    assert left_out(scene) == "the pot went to a hand that was not in it any more"


def test_the_one_hand_that_was_tabled_has_the_pot():
    hand = hand_of(river().tables(1).award(1, 900))
    *_, end = HandHistory.loads(to_phh(hand))
    assert list(end.stacks) == [hand.line.stacks[seat] for seat in (1, 2, 3)] == [10600, 9700, 9700]


def test_all_in_a_hand_that_nobody_saw_is_mucked_when_the_board_is_there():
    scene = dealt("tda-2024", HANDS, seats=3, button=3).folds(3).says(1, "all_in").says(2, "call").sweep()
    hand = hand_of(scene.tables(2).flop().street().street().award(2, 20_000))
    *_, end = HandHistory.loads(to_phh(hand))
    assert list(end.stacks) == [hand.line.stacks[seat] for seat in (1, 2, 3)] == [0, 20_000, 10_000]
    assert '"d db Kc", "p1 sm", "p2 sm KdKh"]' in to_phh(hand)


def test_at_stud_too():
    hands = {1: ["2c", "3c", "4c"], 2: ["Ad", "Kd", "Qd", "As", "Ah", "Jc", "9s"], 3: ["9h", "9d", "8h"]}
    scene = Stud("tda-2024", hands, stacks={1: 30, 2: 30, 3: 5000}).third()
    scene.says(2, "call").says(3, "fold").sweep()
    for _ in range(4):
        scene.deals(1, 2)
    header, *rest = lines_of(scene.tables(2).award(2, 70).end(), "7")
    (hand,) = told([{**header, "game": "stud"}, *rest])
    *_, end = HandHistory.loads(to_phh(hand))
    assert list(end.stacks) == [hand.line.stacks[seat.seat] for seat in hand.seats]


@pytest.mark.parametrize("tabled", [(), (1, 2, 3)])
def test_in_open_hand_history_the_pot_is_whose_it_was_pushed_to(tabled):
    """Nobody showed, and what the cards say is not known; or all did, and it went past the best hand."""
    scene = river()
    for seat in tabled:
        scene.tables(seat)
    hand = hand_of(scene.award(1, 900))
    (pot,) = json.loads(to_ohh(hand))["ohh"]["pots"]
    assert (pot["amount"], pot["player_wins"]) == (900, [{"player_id": 0, "win_amount": 900}])
    unseen = turn().tables(1).tables(2).tables(3).award(2, 300)
    (pot,) = json.loads(to_ohh(hand_of(unseen)))["ohh"]["pots"]
    assert pot["player_wins"] == [{"player_id": 1, "win_amount": 300}]


@pytest.mark.parametrize(
    ("tabled", "pushed", "main", "side"),
    [
        ((1, 2, 3), [(2, 800, None), (1, 1500, None)], {0: 1500}, {1: 800}),
        ((1, 2, 3), [(1, 2300, None)], {0: 1500}, {0: 800}),
        ((1, 2, 3), [(3, 800, None), (1, 1500, None)], {0: 1500}, {2: 800}),
        ((1, 2, 3), [(3, 800, 1), (2, 1500, 0)], {1: 1500}, {2: 800}),
        ((), [(2, 800, None), (1, 1500, None)], {0: 1500}, {1: 800}),
        ((), [(2, 400, 1), (3, 400, 1), (2, 1500, 0)], {1: 1500}, {1: 400, 2: 400}),
        ((), [(2, 800, None)], {}, {1: 800}),
        ((1, 2, 3), [(3, 800, 1), (2, 800, 1), (1, 1500, 0)], {0: 1500}, {1: 800}),
    ],
)
def test_and_so_are_several_pots(tabled, pushed, main, side):
    """Seat 1 is all-in with the best hand for a main pot of 1500; seat 2 beats seat 3 for the 800 beside it."""
    scene = side_pot("tda-2024", HANDS, ["2c", "7d", "9h", "Js", "4c"])
    scene.says(2, "bet", 400).says(3, "call").sweep()
    for seat in tabled:
        scene.tables(seat)
    for seat, amount, pot in pushed:
        scene.award(seat, amount, **({} if pot is None else {"pot": pot}))
    pots = json.loads(to_ohh(hand_of(scene)))["ohh"]["pots"]
    assert [pot["amount"] for pot in pots] == [1500, 800]
    wins = [{win["player_id"]: win["win_amount"] for win in pot["player_wins"]} for pot in pots]
    assert wins == [main, side]


def test_at_stud_a_hand_that_ends_before_its_last_street_is_left_out():
    scene = Stud("tda-2024", {1: ["2c", "3c", "4c"], 2: ["Ad", "Kd", "Qd"], 3: ["9h", "9s", "8h"]}).third()
    scene.says(2, "call").says(3, "call").sweep().wait(3).award(2, 90).end()
    header, *rest = lines_of(scene, "7")
    (hand,) = told([{**header, "game": "stud"}, *rest])
    with pytest.raises(NotTellable, match="the betting stops on third street"):
        to_phh(hand)


def test_what_was_pushed_untold_stands_where_it_was_done_though_it_was_keyed_after_a_fold():
    """Both others had folded before the dealer keyed what seat 2 had put out."""
    scene = flop().street().says(1, "bet", 200).event("chips.push", seat=2, chips=None).wait(3).folds(3, 1)
    scene.event("chips.bet", seat=2, amount=600, by="dealer").sweep().award(2, 700)
    assert scene.actions("turn")[1:] == [(3, "fold", 0), (1, "fold", 200), (2, "raise", 600)]
    hand = hand_of(scene)
    assert '"p1 cbr 200", "p2 cbr 600", "p3 f", "p1 f"]' in to_phh(hand)
    *_, end = HandHistory.loads(to_phh(hand))
    assert list(end.stacks) == [hand.line.stacks[seat] for seat in (1, 2, 3)]
    acts = json.loads(to_ohh(hand))["ohh"]["rounds"][2]["actions"]
    assert [(act["player_id"], act["action"]) for act in acts] == [
        (0, "Bet"), (1, "Raise"), (2, "Fold"), (0, "Fold")
    ]  # fmt: skip


def test_a_call_out_of_turn_that_binds_stands_behind_the_fold_that_it_jumped():
    scene = flop().street().says(1, "bet", 200).says(3, "call").pushes(3, 100, 100).wait(3).folds(2)
    assert scene.found("turn.out_of_turn", 2).seat == 3
    hand = hand_of(scene.sweep().street().says(1, "bet", 500).folds(3).award(1, 700))
    assert '"p1 cbr 200", "p2 f", "p3 cc"' in to_phh(hand)

"""Tables that do not sense everything: what is safe is inferred, the rest is not judged."""

from __future__ import annotations

from itertools import pairwise

import pytest

from controller.table.outputs import Action
from controller.testkit.scene import Scene
from controller.testkit.spots import facing, flop
from tests.table.houses import every_house


def acted(scene: Scene, street: str = "flop") -> list[tuple[int, str, int]]:
    """What was printed of a street."""
    return [(a.seat, a.action, a.to) for a in scene.said if isinstance(a, Action) and a.street == street]


# Nobody senses checks -----------------------------------------------------------------------------


@every_house()
def test_seats_that_a_bet_passes_over_have_checked(house):
    scene = flop(house, without=["taps"]).pushes(3, 500, 500).pushes(4, 500, 500)
    assert acted(scene) == [(1, "check", 0), (2, "check", 0), (3, "bet", 1000)]
    assert not scene.findings()


@every_house()
def test_seats_that_the_next_burn_passes_over_have_checked(house):
    scene = flop(house, without=["taps"]).wait(5).street()
    assert acted(scene) == [(seat, "check", 0) for seat in range(1, 7)]
    assert not scene.findings()


@pytest.mark.parametrize("pause", [0.0, 0.8, 1.5, 3.0])
@pytest.mark.parametrize("unseen", [("taps",), ("taps", "camera"), ("taps", "words")])
def test_a_fourth_card_at_the_pace_of_the_flop_passes_over_nobody(unseen, pause):
    scene = Scene("deltin", blinds=(200, 400), stacks=100_000, without=list(unseen)).deal()
    scene.calls(3, 4, 5, 6, 1).sweep().burn()
    for _ in range(4):
        scene.wait(pause).card("board")
    scene.wait(2)
    assert scene.found("board.four_card_flop")
    assert acted(scene) == []


def test_who_checks_faster_than_the_flop_came_has_checked_when_the_turn_lies_there():
    scene = Scene("deltin", blinds=(200, 400), stacks=100_000, without=["taps"]).deal()
    scene.calls(3, 4, 5, 6, 1).sweep().burn()
    for _ in range(3):
        scene.wait(2).card("board")
    scene.wait(2).street()
    assert acted(scene) == [(seat, "check", 0) for seat in range(1, 7)]
    assert not scene.findings()


def test_hands_shown_on_the_river_say_that_everybody_has_checked():
    scene = flop("deltin", without=["taps"]).street().street().wait(4).tables(1)
    assert acted(scene, "river") == [(seat, "check", 0) for seat in range(1, 7)]
    assert not scene.findings("floor", "dealer")


def test_a_hand_thrown_in_on_the_river_with_nothing_to_call_is_no_fold():
    scene = flop("deltin", without=["taps"]).street().street().wait(4).mucks(6)
    assert acted(scene, "river")[-1] == (6, "check", 0)
    assert not scene.findings("floor", "dealer")


def test_a_fold_with_nothing_to_call_is_a_fold_and_no_more():
    scene = flop("deltin", without=["taps"]).mucks(2).pushes(3, 500)
    assert acted(scene) == [(1, "check", 0), (2, "fold", 0)]
    assert not scene.findings()


@every_house()
def test_a_seat_that_acts_after_it_was_passed_over_had_not_checked(house):
    scene = flop(house, without=["taps"]).pushes(3, 500, 500).pushes(1, 500, 500, 500).wait(3).mucks(2)
    scene.pushes(3, 500, 500, 500).mucks(4).mucks(5)
    assert acted(scene)[-4:] == [(1, "bet", 1500), (2, "fold", 0), (3, "call", 1500), (4, "fold", 0)]
    assert not scene.findings("floor", "dealer")


def test_past_a_seat_that_faces_a_bet_it_is_out_of_turn_all_the_same():
    scene = facing("deltin", 400, without=["taps"]).pushes(4, *[100] * 4).wait(3)
    assert scene.found("turn.out_of_turn").facts["due"] == 2


# Nobody keys words --------------------------------------------------------------------------------


def silent_bet(house: str, bet: int = 400) -> Scene:
    """On the flop seat 1 has bet in silence, where nobody keys words; seat 2 is to act."""
    scene = Scene(house, blinds=(200, 400), stacks=100_000, without=["words"]).deal()
    for seat in (3, 4, 5, 6):
        scene.pushes(seat, *[100] * 4)
    scene.pushes(1, 100, 100).taps(2).sweep().flop()
    return scene.pushes(1, *[100] * (bet // 100))


@every_house()
def test_one_large_chip_was_a_raise_where_the_next_player_calls_all_of_it(house):
    scene = silent_bet(house).pushes(2, 1000)
    assert acted(scene) == [(1, "bet", 400)]
    scene.pushes(3, 500, 500).folds(4)
    assert acted(scene)[1:] == [(2, "raise", 1000), (3, "call", 1000)]
    assert not scene.findings()


@every_house()
def test_the_dealer_is_asked_what_was_said_until_play_tells(house):
    scene = silent_bet(house).pushes(2, 1000)
    (asked,) = scene.notes("bet.declaration_binding")
    assert (asked.seat, asked.level) == (2, "info")
    scene.pushes(3, 500, 500)
    assert all(note.seat != 2 for note in scene.notes("bet.declaration_binding"))


@every_house()
def test_one_large_chip_was_a_call_where_the_next_player_calls_what_was_bet(house):
    scene = silent_bet(house).pushes(2, 1000).pushes(3, *[100] * 4).pushes(4, *[100] * 4)
    assert acted(scene)[1:] == [(2, "call", 400), (3, "call", 400)]
    assert not scene.findings()


def test_change_from_the_dealer_says_that_it_was_a_call():
    scene = silent_bet("deltin").pushes(2, 1000)
    scene.event("chips.change", seat=2, chips={"100": 4}).pushes(3, *[100] * 4).wait(3).mucks(4)
    assert acted(scene)[1:3] == [(2, "call", 400), (3, "call", 400)]
    assert not scene.findings("floor", "dealer")


def test_less_change_than_a_bet_says_that_it_was_no_such_bet_whatever_is_put_out_behind_it():
    """Seat 3 calls 100 with a chip of 500 and gets change; seat 4 makes it 500."""
    scene = Scene("deltin", without=("words",)).deal().pushes(3, 500)
    scene.event("chips.change", seat=3, chips={"100": 1}).pushes(4, 500).mucks(5).mucks(6).mucks(1).mucks(2)
    scene.wait(3).mucks(3)
    (hand,) = scene.wait(1).award(4, 750).end().hands()
    assert (hand.stacks[3], hand.stacks[4]) == (9_900, 10_250)
    assert not scene.findings("floor", "dealer")


def test_a_large_chip_that_lay_without_change_was_a_raise_though_its_player_threw_his_hand_in():
    scene = Scene("deltin", seats=4, button=4, without=("words", "awards", "hands")).deal()
    scene.pushes(3, 500).pushes(4, 500, *[100] * 4).pushes(1, 500, *[100] * 3, 25, 25)
    scene.folds(2).folds(3).sweep().flop()
    assert acted(scene, "preflop")[:3] == [(3, "raise", 500), (4, "raise", 900), (1, "call", 900)]
    assert not scene.findings()


def test_a_large_chip_that_closes_the_betting_was_a_call_where_a_card_comes():
    scene = silent_bet("deltin").pushes(2, *[100] * 4).mucks(3).mucks(4).mucks(5).pushes(6, 1000)
    scene.wait(4).street().taps(1)
    assert acted(scene)[-1] == (6, "call", 400)
    assert not scene.findings("floor", "dealer")


@every_house()
def test_too_little_is_no_undercall_and_counts_as_the_call(house):
    scene = silent_bet(house).pushes(2, 100, 100).wait(3).pushes(3, *[100] * 4).mucks(4).mucks(5)
    assert acted(scene)[1:] == [(2, "call", 400), (3, "call", 400), (4, "fold", 0)]
    assert not scene.findings()


@pytest.mark.parametrize("house", ["deltin", "invitational", "tda-2024", "upt"])
def test_two_motions_are_asked_about_and_count_as_one_raise(house):
    scene = silent_bet(house).pushes(2, *[100] * 4).pushes(2, 500, 100, after=1.0).wait(3)
    asked = scene.found("bet.string")
    assert (asked.level, asked.facts["asks"], asked.facts["to"]) == ("info", "words", 400)
    scene.pushes(3, 1000).mucks(4).mucks(5)
    assert acted(scene)[1:] == [(2, "raise", 1000), (3, "call", 1000), (4, "fold", 0)]
    assert not scene.findings("floor", "dealer")


def test_a_dealer_who_heard_nothing_makes_two_motions_a_ruling_with_one_touch():
    scene = silent_bet("deltin").pushes(2, *[100] * 4).pushes(2, 500, 100, after=1.0).wait(3)
    scene.rules("first_motion_stands", finding=scene.found("bet.string").id)
    scene.pushes(3, *[100] * 4).mucks(4).mucks(5)
    assert acted(scene)[1:] == [(2, "call", 400), (3, "call", 400), (4, "fold", 0)]
    assert not scene.findings("floor", "dealer")


@every_house()
@pytest.mark.parametrize("folded", [(), (3,)])
def test_the_first_motion_stands_as_soon_as_the_dealer_says_so(house, folded):
    scene = silent_bet(house).pushes(2, *[100] * 4).pushes(2, 500, 100, after=1.0).wait(3)
    for seat in folded:
        scene.mucks(seat).wait(3)
    asked = scene.found("bet.string")
    assert (scene.engine.view().to_call, scene.engine.view().asked) == (1000, [asked.id])
    scene.rules("first_motion_stands", finding=asked.id)
    assert (scene.engine.view().to_call, scene.engine.view().asked) == (400, [])
    scene.mucks(3 + len(folded)).wait(3)
    assert acted(scene)[1] == (2, "call", 400)
    assert not scene.findings("floor", "dealer")


def test_the_first_motion_of_a_bet_stands_too():
    scene = flop("deltin", without=["words"]).pushes(1, 500).pushes(1, 500, 100, after=1.0).wait(3)
    asked = scene.found("bet.string")
    scene.rules("first_motion_stands", finding=asked.id)
    assert scene.engine.view().to_call == asked.facts["to"] == 500


def test_what_was_asked_is_asked_no_more_once_play_has_told_or_words_were_keyed():
    scene = silent_bet("deltin").pushes(2, *[100] * 4).pushes(2, 500, 100, after=1.0).wait(3)
    scene.pushes(3, 1000).mucks(4).wait(3)
    assert scene.engine.view().asked == []
    before = acted(scene)
    scene.rules("first_motion_stands", finding=scene.found("bet.string").id)
    assert acted(scene) == before
    scene = silent_bet("deltin").pushes(2, *[100] * 4).pushes(2, 500, 100, after=1.0).wait(3)
    scene.says(2, "raise", 1000, order="first")
    assert (scene.engine.view().to_call, scene.engine.view().asked) == (1000, [])


def test_nothing_is_asked_on_the_next_street():
    scene = silent_bet("deltin").pushes(2, *[100] * 4).mucks(3).mucks(4).mucks(5)
    scene.pushes(6, *[100] * 4).pushes(6, 500, 100, after=1.0).wait(3)
    assert scene.engine.view().asked
    scene.sweep().wait(4).street().wait(2)
    assert (scene.engine.view().street, scene.engine.view().asked) == ("turn", [])


def test_words_that_are_keyed_all_the_same_count():
    scene = silent_bet("deltin").says(2, "raise", 1000).pushes(2, 1000).wait(3).mucks(3).mucks(4)
    assert acted(scene)[1:] == [(2, "raise", 1000), (3, "fold", 0)]


# Nobody sees hands go ------------------------------------------------------------------------------


def test_a_seat_passed_over_that_faced_a_bet_has_folded():
    scene = facing("deltin", 400, without=["antennas"]).pushes(4, *[100] * 4).pushes(5, *[100] * 4)
    assert acted(scene)[1:] == [(2, "fold", 0), (3, "fold", 0), (4, "call", 400)]
    assert not scene.findings("floor", "dealer")


def test_a_bet_taken_back_says_that_everybody_has_folded():
    scene = facing("deltin", 400, without=["antennas"]).wait(4).pulls(1, *[100] * 4)
    assert [action for _, action, _ in acted(scene)[1:]] == ["fold"] * 5


# The pot goes unseen -------------------------------------------------------------------------------


def test_cards_gathered_after_a_pot_that_nobody_saw_pushed_are_no_winner_killed():
    scene = flop("deltin", without=["awards"]).check_round().street().check_round().street().check_round()
    for seat in range(1, 7):
        scene.tables(seat)
    for seat in range(1, 7):
        scene.wait(1).mucks(seat)
    assert not scene.findings("floor", "dealer")


def test_actions_are_printed_in_order_of_time():
    scene = flop("deltin", without=["taps", "words"]).pushes(3, 1000).pushes(4, 1000).mucks(5)
    times = [a.t for a in scene.said if isinstance(a, Action) and a.street == "flop"]
    assert all(before <= after for before, after in pairwise(times))


# No camera, no shoe --------------------------------------------------------------------------------


def test_without_a_camera_what_the_dealer_keys_is_a_wager_and_who_is_passed_over_has_called():
    scene = Scene("deltin", without=["camera"], blinds=(200, 400), stacks=100_000).deal()
    for seat in (3, 4, 5, 6, 1):
        scene.says(seat, "call")
    scene.taps(2).flop()
    scene.event("chips.bet", seat=1, amount=1000, by="dealer").wait(3).mucks(2)
    scene.event("chips.bet", seat=4, amount=3000, by="dealer").wait(3).mucks(5).mucks(6)
    assert acted(scene)[:5] == [
        (1, "bet", 1000),
        (2, "fold", 0),
        (3, "call", 1000),
        (4, "raise", 3000),
        (5, "fold", 0),
    ]
    assert not scene.findings("floor", "dealer")


def test_without_a_camera_stacks_are_unknown_where_chips_may_have_gone_in_unseen():
    scene = facing("deltin", 400, without=["camera", "awards"]).folds(2, 3, 4, 5, 6).wait(3).end()
    assert scene.hands()[0].stacks[1] is None


def test_without_a_shoe_a_card_is_drawn_when_it_is_first_seen():
    scene = Scene("deltin", without=["shoe"], start=False).start()
    for seat in scene.entitled() * 2:
        scene.event("card.seen", tag=scene.cards.pop(), zone=f"seat:{seat}")
    scene.calls(3, 4, 5, 6, 1).taps(2).sweep()
    for zone in ("burn", "board", "board", "board"):
        scene.event("card.seen", tag=scene.cards.pop(), zone=zone)
    scene.wait(1).taps(1, 2)
    assert acted(scene)[:1] == [(1, "check", 0)]
    assert not scene.findings()


@every_house()
def test_without_a_shoe_a_knock_as_the_last_card_falls_is_on_that_street(house):
    """The card has been read, and that read has not lasted yet."""
    scene = flop(house, without=["shoe"]).event("tap", after=0.1, seat=1).taps(2, 3, 4, 5, 6).sweep()
    scene.street().event("tap", after=0.1, seat=1)
    view = scene.wait(3).engine.view()
    assert (view.street, view.board, view.burns, view.to_act) == ("turn", scene.board, 2, 2)
    assert scene.findings() == []


def test_without_a_shoe_a_burn_and_a_bet_say_that_the_card_lies_there_that_no_antenna_read():
    scene = flop("deltin", without=["shoe"])
    for seat in range(1, 7):
        scene.taps(seat)
    scene.event("card.seen", tag=scene.cards.pop(), zone="burn").wait(2)
    scene.pushes(1, 500).mucks(2).mucks(3).wait(2)
    assert acted(scene, "turn")[:2] == [(1, "bet", 500), (2, "fold", 0)]
    assert not scene.findings("floor", "dealer")


@every_house()
@pytest.mark.parametrize("without", [("awards",), ("awards", "words", "taps"), ()])
def test_a_board_that_is_gathered_before_anybody_saw_the_pot_go_was_played(house, without):
    """Called on the river, both show; the dealer takes the board in, then the hands."""
    scene = Scene(house, seats=3, button=3, without=without).deal().limp_to_flop().check_round().street()
    scene.check_round().street().pushes(1, 500).pushes(2, 500).folds(3).sweep().tables(1).tables(2).wait(2)
    board = list(scene.board)
    for card in board:
        scene.move(card, "board", "muck")
    (hand,) = scene.mucks(1).mucks(2).end().hands()
    assert hand.board == board
    assert hand.winners is not None or "awards" not in without
    assert [kind for kind in scene.kinds() if kind != "showdown.winner_killed"] == []

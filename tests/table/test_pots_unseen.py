"""Pots that nobody is seen to push: proposed to the dealer, taken as due, or nobody's until a stack is counted."""

from __future__ import annotations

from controller.testkit.scene import Scene
from tests.table.showdowns import ACES, BOARD, KINGS, LOW, QUEENS, stack

UNSEEN = ("awards", "hands")
"""Nobody signals hands at this table, and no camera looks at the pot."""


def dealt(hands: dict[int, list[str]], board: list[str] = BOARD, **table: object) -> Scene:
    """Three seats, button 3, these cards."""
    scene = Scene(**{"seats": 3, "button": 3, "without": UNSEEN, **table})  # type: ignore[arg-type]
    stack(scene, hands, board)
    return scene.deal()


def called_down(scene: Scene, bet: int = 4_000) -> Scene:
    """Seats 1 and 2 limp in; on the river seat 1 bets and seat 2 calls; seat 3 has folded."""
    scene.folds(3).calls(1).taps(2).sweep().flop()
    for _ in range(2):
        scene.taps(1, 2).street()
    return scene.says(1, "bet", bet).pushes(1, *[1000] * (bet // 1000)).calls(2).sweep()


def next_card(scene: Scene, button: int = 1) -> Scene:
    """The deck is shuffled and the next deal begins."""
    scene.shuffle()
    scene.button, scene.hole, scene.board = button, {}, []
    return scene.wait(20).deal()


def test_the_last_hand_has_the_pot_and_nobody_presses_a_key():
    scene = next_card(dealt({}).folds(3, 1))
    (hand,) = scene.hands()
    assert (hand.stacks, hand.assumed) == ({1: 9_950, 2: 10_050, 3: 10_000}, True)
    assert [winner.shares for winner in hand.winners or []] == [{2: 100}]
    assert scene.kinds() == []


def test_at_a_showdown_the_table_proposes_the_pot_to_the_hand_that_wins_it():
    scene = called_down(dealt({1: QUEENS, 2: ACES}))
    (pot,) = scene.engine.view().pots_due
    assert (pot.amount, pot.seats, pot.shares) == (8_200, [1, 2], [])
    scene.tables(1).tables(2)
    (pot,) = scene.engine.view().pots_due
    assert [(share.seat, share.amount) for share in pot.shares] == [(2, 8_200)]


def test_a_touch_confirms_it():
    scene = called_down(dealt({1: QUEENS, 2: ACES})).tables(1).tables(2).award(2, 8_200, pot=0)
    assert scene.engine.view().pots_due == []
    (hand,) = next_card(scene).hands()
    assert (hand.stacks[2], bool(hand.assumed)) == (14_100, False)
    assert scene.kinds() == []


def test_without_a_touch_the_next_card_takes_it_as_due():
    scene = next_card(called_down(dealt({1: QUEENS, 2: ACES})).tables(1).tables(2))
    (hand,) = scene.hands()
    assert (hand.stacks, hand.assumed) == ({1: 5_900, 2: 14_100, 3: 10_000}, True)
    assert scene.kinds() == []


def test_the_winner_has_his_chips_in_the_next_hand():
    """He has 14,100, says "raise 9,000" and is not all-in."""
    scene = next_card(called_down(dealt({1: QUEENS, 2: ACES})).tables(1).tables(2))
    scene.folds(1).says(2, "raise", 9_000).pushes(2, *[1000] * 9)
    scene.folds(3)
    (raised,) = [act for act in scene.out if getattr(act, "action", "") == "raise"]
    assert (raised.to, bool(raised.all_in)) == (9_000, False)


def test_a_split_pot_and_its_odd_chip_go_as_due():
    """Both play the board; of the odd chip the first seat left of the button has the better part."""
    board = ["5c", "6d", "7h", "8s", "9c"]
    scene = called_down(dealt({1: QUEENS, 2: ACES}, board, blinds=(25, 75)), 1_000).tables(1).tables(2)
    (pot,) = scene.engine.view().pots_due
    assert sum(share.amount for share in pot.shares) == pot.amount
    (hand,) = next_card(scene).hands()
    assert (hand.stacks[1], hand.stacks[2], hand.assumed) == (10_000, 10_000, True)


def test_a_side_pot_and_the_main_pot_each_go_to_their_winner():
    """Seat 1 is all-in for 2,000 with the best hand; seats 2 and 3 go on to 5,000."""
    scene = dealt({1: KINGS, 2: ACES, 3: QUEENS}, stacks={1: 2_000, 2: 10_000, 3: 10_000})
    scene.says(3, "raise", 5_000).says(1, "all_in").says(2, "call").sweep().flop()
    for _ in range(2):
        scene.taps(2, 3).street()
    scene.taps(2, 3)
    for seat in (2, 3, 1):
        scene.tables(seat)
    view = scene.engine.view()
    assert [(pot.pot, pot.amount, pot.shares[0].seat) for pot in view.pots_due] == [
        (1, 6_000, 2),
        (0, 6_000, 1),
    ]
    (hand,) = next_card(scene).hands()
    assert (hand.stacks, hand.assumed) == ({1: 6_000, 2: 11_000, 3: 5_000}, True)


def test_the_side_pot_was_keyed_and_the_main_pot_goes_as_due():
    scene = dealt({1: KINGS, 2: ACES, 3: QUEENS}, stacks={1: 2_000, 2: 10_000, 3: 10_000})
    scene.says(3, "raise", 5_000).says(1, "all_in").says(2, "call").sweep().flop()
    for _ in range(2):
        scene.taps(2, 3).street()
    scene.taps(2, 3)
    for seat in (2, 3, 1):
        scene.tables(seat)
    scene.award(2, 6_000, pot=1)
    (hand,) = next_card(scene).hands()
    assert (hand.stacks, hand.assumed) == ({1: 6_000, 2: 11_000, 3: 5_000}, True)
    assert scene.kinds() == []


def test_nobody_knows_who_won_what_nobody_showed():
    scene = next_card(called_down(dealt({1: QUEENS, 2: ACES})))
    (hand,) = scene.hands()
    assert (hand.winners, hand.unawarded) == (None, 8_200)
    assert (hand.stacks, bool(hand.assumed)) == ({1: None, 2: None, 3: 10_000}, False)
    assert scene.engine.view().unknown_stacks == [1, 2]


def test_known_and_unknown_chips_add_up():
    """Each of the two has what he had left, and one of them the pot."""
    scene = next_card(called_down(dealt({1: QUEENS, 2: ACES})))
    seats = scene.engine.seats
    assert [(seats[n].least, seats[n].most) for n in (1, 2)] == [(5_900, 14_100)] * 2
    assert seats[3].stack + seats[1].least + seats[2].least + 8_200 == 30_000


def test_a_hand_that_was_thrown_away_at_the_showdown_claims_nothing():
    scene = next_card(called_down(dealt({1: KINGS, 2: LOW})).tables(1).mucks(2))
    (hand,) = scene.hands()
    assert (hand.stacks, hand.assumed) == ({1: 14_100, 2: 5_900, 3: 10_000}, True)


def test_a_table_that_sees_its_awards_and_saw_none_gives_the_chips_to_nobody():
    """They lie there by all that was seen; of the next hand nobody knows the two stacks."""
    scene = called_down(dealt({1: QUEENS, 2: ACES}, without=None)).end()
    (hand,) = scene.hands()
    assert (hand.winners, hand.unawarded, hand.stacks) == (None, 8_200, {1: 5_900, 2: 5_900, 3: 10_000})
    assert [scene.engine.seats[n].stack for n in (1, 2, 3)] == [None, None, 10_000]


def test_at_such_a_table_the_last_hand_has_the_pot_though_nobody_saw_it_pushed():
    (hand,) = dealt({}, without=None).folds(3, 1).end().hands()
    assert [winner.shares for winner in hand.winners or []] == [{2: 100}]
    assert (hand.stacks, hand.assumed) == ({1: 9_950, 2: 10_050, 3: 10_000}, True)


def test_at_such_a_table_nothing_is_assumed_of_a_pot_that_was_seen_to_go():
    (hand,) = dealt({}, without=None).folds(3, 1).award(2, 150).end().hands()
    assert (hand.stacks[2], bool(hand.assumed)) == (10_050, False)


def test_at_such_a_table_the_cards_still_say_what_the_winner_has_next():
    scene = called_down(dealt({1: QUEENS, 2: ACES}, without=None)).tables(1).tables(2).end()
    assert scene.hands()[0].unawarded == 8_200
    assert [scene.engine.seats[n].stack for n in (1, 2, 3)] == [5_900, 14_100, 10_000]


def test_a_hand_signalled_to_be_over_has_its_pot_where_it_was_due():
    scene = called_down(dealt({1: QUEENS, 2: ACES}, without=["awards"])).tables(1).tables(2).end()
    (hand,) = scene.hands()
    assert (hand.stacks[2], hand.assumed) == (14_100, True)


def test_a_stack_keyed_between_the_hands_is_known_again():
    scene = called_down(dealt({1: QUEENS, 2: ACES}))
    scene.event("chips.stack", seat=1, amount=5_900).event("seat", seat=2, stack=14_100)
    next_card(scene)
    assert scene.engine.view().unknown_stacks == []
    assert scene.engine.seats[2].stack == 14_100


def everybody_folded(**table) -> Scene:
    """Seat 3 raised to 300 and all others folded; the dealer keys pots and hands."""
    return Scene(**table).deal().pushes(3, 100, 100, 100).folds(4, 5, 6, 1, 2)


def test_an_uncontested_pot_is_proposed_where_pots_are_keyed_and_then_the_hands_end():
    scene = everybody_folded()
    (due,) = scene.engine.view().pots_due
    assert [(share.seat, share.amount) for share in due.shares] == [(3, 250)]
    assert not scene.engine.view().to_be_ended
    scene.award(3, 250, pot=0)
    assert scene.engine.view().pots_due == []
    assert scene.engine.view().to_be_ended
    scene.end()
    assert scene.hands()[0].stacks[3] == 10_150
    assert not scene.engine.view().to_be_ended


def test_an_uncontested_pot_goes_by_itself_where_nobody_keys_pots():
    view = everybody_folded(without=["awards", "hands"]).engine.view()
    assert (view.pots_due, view.to_be_ended) == ([], False)


def test_a_stack_counted_on_the_river_before_unseen_checks_is_without_the_pot():
    scene = dealt({1: QUEENS, 2: ACES}, without=[*UNSEEN, "taps"]).folds(3).calls(1).sweep().flop()
    scene.sweep().street().sweep().street().event("chips.stack", seat=2, amount=9_900).sweep()
    scene.tables(1).tables(2)
    next_card(scene)
    assert scene.hands()[0].stacks[2] == 10_100
    assert scene.engine.seats[2].stack == 10_100

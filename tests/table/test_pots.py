"""Pots and stacks at the end of a hand: side pots, what comes back, splits, odd chips, awards that disagree."""

from __future__ import annotations

import msgspec
import pytest

from controller.table.outputs import HandLine
from controller.table.players.player import Player
from controller.table.pots.pots import layers
from controller.table.pots.ranking import NOTHING, sure_strength
from controller.testkit.scene import Scene
from tests.table.houses import every_house

BOARD = ["2c", "7d", "9h", "Js", "Kc"]
ACES = ["Ah", "As"]
QUEENS = ["Qh", "Qs"]
TENS = ["Th", "Ts"]


def dealt(house: str, hands: dict[int, list[str]], board: list[str] = BOARD, **table: object) -> Scene:
    """A hand in which these seats get these cards and this board comes; burns and the rest are low."""
    scene = Scene(house, **table)  # type: ignore[arg-type]
    order = scene.entitled()
    named = [card for cards in hands.values() for card in cards] + board
    rest = [card for card in sorted(scene.cards) if card not in named]
    draws = [hands[s][n] if s in hands else rest.pop() for n in range(scene.per_seat) for s in order]
    burns = [rest.pop() for _ in range(3)]
    draws += [burns[0], *board[:3], burns[1], board[3], burns[2], board[4]]
    scene.cards = draws[::-1]
    return scene.deal()


def run_out(scene: Scene) -> Scene:
    """The board comes without further betting."""
    return scene.sweep().street(3).street().street()


def line(scene: Scene) -> HandLine:
    """Return the hand's line; chips always add up."""
    (hand,) = scene.end().hands()
    before = 10_000 * len(scene.seats) if not hasattr(scene, "before") else scene.before
    assert sum(hand.stacks.values()) + (hand.unawarded or 0) == before
    return hand


def three_all_ins(house: str) -> Scene:
    """Blinds 50 and 100; seat 1 all-in for 500, seat 2 for 1200, seat 3 calls with more. 1 beats 2 beats 3."""
    stacks = {1: 500, 2: 1200, 3: 3000}
    scene = dealt(house, {1: ACES, 2: QUEENS, 3: TENS}, seats=3, button=3, stacks=stacks)
    scene.before = 4700  # type: ignore[attr-defined]
    scene.says(3, "raise", 2000).says(1, "all_in").says(2, "all_in")
    for seat in (1, 2, 3):
        scene.tables(seat)
    return run_out(scene)


# Side pots ------------------------------------------------------------------------------------------------


@every_house()
def test_three_all_ins_of_different_size_make_a_main_and_a_side_pot(house):
    """Deltin 21, dpc Showdown 10, english-arabic 19, tda-2024 21: each pot by itself."""
    scene = three_all_ins(house)
    hand = line(scene.award(1, 1500).award(2, 1400).award(3, 800))
    assert [(pot.amount, pot.seats) for pot in hand.pots] == [(1500, [1, 2, 3]), (1400, [2, 3])]
    assert [(w.pot, w.shares) for w in hand.winners] == [(0, {1: 1500}), (1, {2: 1400})]
    assert hand.returned == {3: 800}
    assert hand.stacks == {1: 1500, 2: 1400, 3: 1800}
    assert scene.kinds() == []


@every_house()
def test_the_uncalled_bet_is_pulled_by_its_player(house):
    scene = three_all_ins(house)
    hand = line(scene.pulls(3, 500, 100, 100, 100).award(1, 1500).award(2, 1400))
    assert (hand.returned, hand.stacks) == ({3: 800}, {1: 1500, 2: 1400, 3: 1800})
    assert scene.kinds() == []


@every_house()
def test_the_uncalled_bet_is_pushed_along_with_the_pot(house):
    scene = dealt(house, {1: ACES}).folds(3, 4, 5, 6).says(1, "raise", 500).says(2, "fold")
    hand = line(scene.award(1, 600))
    assert (hand.returned, hand.stacks[1], hand.stacks[2]) == ({1: 400}, 10_100, 9900)
    assert scene.kinds() == []


@every_house()
def test_the_uncalled_bet_is_left_where_it_lies(house):
    scene = dealt(house, {1: ACES}).folds(3, 4, 5, 6).says(1, "raise", 500).says(2, "fold")
    hand = line(scene.award(1, 200))
    assert (hand.returned, hand.stacks[1]) == ({1: 400}, 10_100)


@every_house()
def test_the_only_one_left_takes_his_whole_bet_back_and_is_pushed_what_the_others_put_in(house):
    """He bet 500 into a blind of 100: 400 were uncalled, the other 100 are his with the pot, before it or after."""
    before = dealt(house, {1: ACES}).folds(3, 4, 5, 6).says(1, "raise", 500).says(2, "fold")
    before.pulls(1, 500).award(1, 100)
    after = dealt(house, {1: ACES}).folds(3, 4, 5, 6).says(1, "raise", 500).says(2, "fold")
    after.award(1, 100).pulls(1, 500)
    for scene in (before, after):
        hand = line(scene)
        assert (hand.returned, hand.stacks[1], hand.winners[0].shares) == ({1: 400}, 10_100, {1: 200})
        assert scene.kinds() == []


@every_house()
def test_the_big_blind_keeps_his_blind_and_is_pushed_the_small_one(house):
    hand = line(scene := dealt(house, {}).folds(3, 4, 5, 6, 1).award(2, 50))
    assert (hand.returned, hand.stacks[2]) == ({2: 50}, 10_050)
    assert scene.kinds() == []


@every_house()
def test_chips_that_were_exchanged_for_the_whole_call_went_not_back(house):
    """The big blind is all-in for 60; the small one says call, takes its chips back and puts the whole 100 in."""
    hands, stacks = {1: TENS, 2: ACES}, {1: 60, 2: 10_000}
    scene = dealt(house, hands, seats=2, button=2, stacks=stacks).says(2, "call").pulls(2, 25, 25)
    scene.before = 10_060  # type: ignore[attr-defined]
    run_out(scene.pushes(2, 100).tables(1).tables(2))
    hand = line(scene.award(2, 160))
    assert (hand.returned, hand.stacks) == ({2: 40}, {1: 0, 2: 10_060})
    assert scene.kinds() == []


@every_house()
def test_a_pot_that_is_pushed_short_beside_the_bet_that_he_took_back_is_told(house):
    scene = dealt(house, {1: ACES}).folds(3, 4, 5, 6).says(1, "raise", 500).says(2, "fold").pulls(1, 500)
    hand = line(scene.award(1, 50))
    assert (hand.stacks[1], scene.kinds()) == (10_050, ["pot.award_wrong"])


@every_house()
def test_nobody_awards_anything_to_the_last_live_hand(house):
    hand = line(dealt(house, {}).folds(3, 4, 5, 6, 1))
    assert hand.returned == {2: 50}
    assert [(pot.amount, pot.seats) for pot in hand.pots] == [(100, [2])]
    assert [w.shares for w in hand.winners] == [{2: 100}]
    assert not hand.unawarded
    assert hand.stacks == {1: 9950, 2: 10_050, **dict.fromkeys((3, 4, 5, 6), 10_000)}


@every_house()
def test_chips_of_folded_hands_are_in_the_pots_that_they_reached(house):
    scene = dealt(house, {1: ACES, 2: QUEENS}, seats=4, button=4, stacks={1: 300, 2: 1000, 3: 1000, 4: 1000})
    scene.before = 3300  # type: ignore[attr-defined]
    scene.says(3, "raise", 600).says(4, "fold").says(1, "all_in").says(2, "all_in").says(3, "fold")
    hand = line(run_out(scene.tables(1).tables(2)).award(1, 900).award(2, 1000))
    assert [(pot.amount, pot.seats) for pot in hand.pots] == [(900, [1, 2]), (600, [2])]
    assert hand.returned == {2: 400}
    assert hand.stacks == {1: 900, 2: 1000, 3: 400, 4: 1000}


@every_house()
def test_a_big_blinds_ante_is_in_the_main_pot_and_no_part_of_his_bet(house):
    scene = dealt(house, {1: ACES, 2: QUEENS}, seats=2, button=2, big_blind_ante=100)
    scene.before = 20_000  # type: ignore[attr-defined]
    scene.says(2, "call").taps(1)
    for _ in range(2):
        scene.sweep().street(3 if not scene.board else 1).taps(1, 2)
    scene.sweep().street().taps(1, 2).sweep().tables(1).tables(2)
    hand = line(scene.award(1, 300))
    assert [(pot.amount, pot.seats) for pot in hand.pots] == [(300, [1, 2])]
    assert (hand.returned, hand.stacks) == ({}, {1: 10_100, 2: 9900})


@every_house()
def test_a_hand_that_is_all_in_by_a_part_of_its_ante_wins_no_more_than_that_of_each(house):
    stacks = {1: 10, 2: 1000, 3: 1000}
    scene = dealt(house, {1: ACES, 2: QUEENS, 3: TENS}, seats=3, button=1, stacks=stacks, ante=25)
    scene.before = 2010  # type: ignore[attr-defined]
    scene.says(2, "all_in").says(3, "all_in")
    hand = line(run_out(scene.tables(1).tables(2).tables(3)).award(1, 30).award(2, 1980))
    assert [(pot.amount, pot.seats) for pot in hand.pots] == [(30, [1, 2, 3]), (1980, [2, 3])]
    assert (hand.returned, hand.stacks) == ({}, {1: 30, 2: 1980, 3: 0})
    assert scene.kinds() == []


@every_house("tda-2024")
def test_a_big_blind_that_is_all_in_by_the_tables_ante_plays_for_the_ante_alone(house):
    stacks = {1: 1000, 2: 100, 3: 1000}
    scene = dealt(house, {1: TENS, 2: ACES, 3: QUEENS}, seats=3, button=3, stacks=stacks, big_blind_ante=100)
    scene.before = 2100  # type: ignore[attr-defined]
    scene.says(3, "all_in").says(1, "call")
    hand = line(run_out(scene.tables(1).tables(2).tables(3)).award(2, 100).award(3, 2000))
    assert [(pot.amount, pot.seats) for pot in hand.pots] == [(100, [1, 2, 3]), (2000, [1, 3])]
    assert hand.stacks == {1: 0, 2: 100, 3: 2000}
    assert scene.kinds() == []


@pytest.mark.parametrize("house", ["deltin", "dpc", "english-arabic", "tda-2024"])
def test_an_omaha_hand_counts_with_exactly_two_of_its_cards(house):
    """Four hearts on the board make no flush for one heart in the hand."""
    hands = {1: ["Ah", "Kd", "Kc", "2s"], 2: ["Js", "Td", "6c", "4s"]}
    scene = dealt(house, hands, ["9h", "8h", "7h", "2h", "3d"], seats=2, button=2, game="plo")
    scene.before = 20_000  # type: ignore[attr-defined]
    scene.says(2, "call").taps(1)
    for cards in (3, 1, 1):
        scene.sweep().street(cards).taps(1, 2)
    hand = line(scene.sweep().tables(1).tables(2).award(2, 200))
    assert hand.winners is not None
    assert hand.winners[0].shares == {2: 200}
    assert scene.kinds() == []


@every_house()
def test_a_pot_that_nobody_pushed_lies_there_though_the_cards_say_whose_it_is(house):
    """Both hands are tabled and the pot is split; the dealer ends the hand before he pushes it."""
    hand = line(tied(house, 6))
    assert (hand.winners, hand.unawarded) == (None, hand.pots[0].amount)
    assert hand.stacks[3] == hand.stacks[5] == 9_994


# Splits and odd chips ------------------------------------------------------------------------------------

TIED = {1: ["Ah", "3s"], 2: ["Ad", "3h"]}


def tied(house: str, button: int) -> Scene:
    """Seats 3 and 5 tie for a pot with an odd chip in it; blinds 2 and 3, the first of them made it 6."""
    scene = dealt(house, {3: TIED[1], 5: TIED[2]}, blinds=(2, 3), button=button)
    order = scene.entitled()
    raised = False
    for seat in [*order[2:], *order[:2]]:
        if seat not in (3, 5):
            scene.says(seat, "fold")
            continue
        scene.says(seat, "call") if raised else scene.says(seat, "raise", 6)
        raised = True
    scene.sweep().street(3)
    first, second = (s for s in order if s in (3, 5))
    for _ in range(2):
        scene.taps(first, second).sweep().street()
    return scene.taps(first, second).sweep().tables(3).tables(5)


@every_house("upt")
@pytest.mark.parametrize(("button", "odd"), [(6, 3), (4, 5), (2, 3), (5, 3)])
def test_the_odd_chip_goes_to_the_first_winner_left_of_the_button(house, button, odd):
    """Deltin 20, dpc Showdown 9, english-arabic 18, invitational 7.4, tda-2024 20A. Only whole chips count."""
    scene = tied(house, button)
    pot = 15 if button in (2, 4) else 17
    scene.award(odd, pot // 2 + 1).award(8 - odd, pot // 2)
    assert line(scene).winners[0].shares == {odd: pot // 2 + 1, 8 - odd: pot // 2}
    assert scene.kinds() == []


@every_house("upt")
def test_the_odd_chip_is_the_smallest_chip_in_play(house):
    """A pot of 275 in 25s between two: 150 and 125."""
    scene = Scene(house, start=False)
    scene.event("table", seats={str(s): {"stack": 10_000, "state": "in"} for s in range(1, 7)},
                denominations=[25, 100, 500])  # fmt: skip
    scene.event("level", small=25, big=50, ante=0, big_blind_ante=0)
    hands = {3: TIED[1], 5: TIED[2]}
    order = [1, 2, 3, 4, 5, 6]
    rest = [c for c in sorted(scene.cards) if c not in [*TIED[1], *TIED[2], *BOARD]]
    draws = [hands[s][n] if s in hands else rest.pop() for n in range(2) for s in order]
    draws += [rest.pop(), *BOARD[:3], rest.pop(), BOARD[3], rest.pop(), BOARD[4]]
    scene.start()
    scene.cards = draws[::-1]
    scene.deal().says(3, "raise", 100).says(4, "fold").says(5, "call").folds(6, 1, 2).sweep().street(3)
    scene.taps(3, 5).sweep().street().taps(3, 5).sweep().street().taps(3, 5).sweep().tables(3).tables(5)
    hand = line(scene.award(3, 150).award(5, 125))
    assert hand.pots[0].amount == 275
    assert hand.winners[0].shares == {3: 150, 5: 125}
    assert scene.kinds() == []


def tied_with_an_uncalled_bet(house: str) -> Scene:
    """Seats 3 and 5 tie for 1150; 1500 of the bet of seat 3 was not called."""
    stacks = {**dict.fromkeys(range(1, 7), 10_000), 5: 500}
    scene = dealt(house, {3: TIED[1], 5: TIED[2]}, stacks=stacks)
    scene.before = 50_500  # type: ignore[attr-defined]
    scene.says(3, "raise", 2000).says(4, "fold").says(5, "all_in").folds(6, 1, 2)
    return run_out(scene.tables(3).tables(5))


@every_house()
@pytest.mark.parametrize("first", [3, 5])
def test_an_uncalled_bet_may_be_pushed_along_with_the_first_share_of_a_split(house, first):
    scene = tied_with_an_uncalled_bet(house)
    shares = {3: 2075, 5: 575}
    scene.award(first, shares[first]).award(8 - first, shares[8 - first])
    assert (line(scene).stacks[3], scene.kinds()) == (10_075, [])


@every_house("upt")
def test_a_share_that_went_along_with_an_uncalled_bet_and_never_came_is_told_at_the_end(house):
    scene = tied_with_an_uncalled_bet(house).award(3, 2075)
    assert scene.kinds() == []
    scene.end()
    assert len(scene.kinds()) == 1


@every_house("upt")
def test_a_share_too_large_for_the_uncalled_bet_is_told_at_once(house):
    scene = tied_with_an_uncalled_bet(house).award(3, 2076)
    assert len(scene.kinds()) == 1


# Winners that are not known, awards that disagree -----------------------------------------------------------


@every_house()
def test_hands_that_were_not_seen_have_no_winners(house):
    scene = flopped(house).award(1, 600)
    hand = line(scene)
    assert hand.winners is None
    assert hand.stacks[1] == 10_500


def flopped(house: str) -> Scene:
    """Everybody limps, four streets are checked down, nobody shows."""
    scene = dealt(house, {1: ACES}).limp_to_flop()
    for _ in range(2):
        scene.check_round().sweep().street()
    return scene.check_round().sweep()


@every_house()
def test_several_live_hands_and_no_award_leave_the_pot_unawarded(house):
    hand = line(flopped(house))
    assert (hand.winners, hand.unawarded) == (None, 600)
    assert hand.stacks == dict.fromkeys(range(1, 7), 9900)


@every_house()
def test_what_was_pushed_to_a_seat_with_nobody_in_it_is_not_awarded(house):
    """The dealer keyed seat 9 for another one: the chips add up all the same."""
    pot = line(three_all_ins(house).award(9, 1400).award(1, 1500))
    assert (pot.unawarded, pot.stacks) == (1400, {1: 1500, 2: 0, 3: 1800})
    walk = Scene(house).deal().folds(3, 4, 5, 6, 1).award(9, 150)
    assert line(walk).unawarded == 150
    assert (
        line(Scene(house).deal().folds(3, 4, 5, 6, 1).award(9, 150).award(2, 150)).unawarded is msgspec.UNSET
    )


@every_house()
def test_where_cards_and_award_disagree_the_stacks_follow_the_award(house):
    scene = dealt(house, {1: ACES, 2: QUEENS}, seats=2, button=2)
    scene.says(2, "all_in").says(1, "call").tables(1).tables(2)
    hand = line(run_out(scene).award(2, 20_000))
    assert [w.shares for w in hand.winners] == [{1: 20_000}]
    assert hand.stacks == {1: 0, 2: 20_000}


@every_house()
def test_the_board_is_as_played(house):
    scene = dealt(house, {1: ACES, 2: QUEENS}, seats=2, button=2)
    scene.says(2, "all_in").says(1, "call").tables(1).tables(2)
    assert line(run_out(scene).award(1, 20_000)).board == BOARD


@every_house()
def test_the_next_hand_starts_with_the_stacks_of_the_last(house):
    scene = (
        dealt(house, {1: ACES}).folds(3, 4, 5, 6).says(1, "raise", 500).says(2, "fold").award(1, 600).end()
    )
    scene.shuffle()
    scene.start(button=1).deal()
    scene.says(4, "fold").says(5, "fold").says(6, "fold").says(1, "all_in").says(2, "fold").says(
        3, "fold"
    ).end()
    assert scene.actions()[-3] == (1, "raise", 10_100)


def test_nothing_is_sure_of_a_hand_with_a_card_too_many() -> None:
    assert sure_strength(["Ah", "As"], BOARD, 2) < NOTHING
    assert sure_strength(["Ah", "As", "Ad"], BOARD, 2) == NOTHING


def test_what_only_folded_hands_put_in_above_a_live_one_is_in_its_pot():
    players = {
        seat: Player(seat, "in", 1000, put_in=put_in, folded=seat != 1)
        for seat, put_in in ((1, 100), (2, 500), (3, 500))
    }
    assert [(pot.amount, pot.seats) for pot in layers(players, {})] == [(1100, [1])]

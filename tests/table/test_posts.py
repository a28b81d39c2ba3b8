"""Blinds and antes: pushed, left out, short, all-in, with a dead small blind."""

from __future__ import annotations

import pytest

from controller.table.outputs import Action
from controller.testkit.scene import Scene
from tests.table.houses import clauses, every_house, settled


def posts(scene: Scene) -> list[tuple[int, int, bool]]:
    """Return seat, amount and whether all-in of every post, in order."""
    return [
        (o.seat, o.to, o.all_in is True) for o in scene.out if isinstance(o, Action) and o.action == "post"
    ]


@every_house()
def test_blinds_that_nobody_pushed_count_as_posted(house):
    scene = Scene(house).deal()
    assert posts(scene) == [(1, 50, False), (2, 100, False)]
    assert scene.findings() == []


@every_house()
def test_blinds_pushed_before_the_first_card_are_posts_and_no_wagers(house):
    scene = Scene(house).post(1, 25, 25).post(2, 100)
    pushed_at = scene.t
    scene.deal()
    assert posts(scene) == [(1, 50, False), (2, 100, False)]
    assert [o.t for o in scene.out if isinstance(o, Action)][1] == pushed_at
    settled(scene.folds(3, 4, 5, 6).says(1, "call")).taps(2)
    assert scene.findings() == []


@every_house()
def test_a_blind_pushed_after_the_first_card_is_a_post_too(house):
    scene = Scene(house)
    scene.card("seat:1")
    scene.event("chips.push", seat=2, chips={"100": 1})
    scene.deal([2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6]).says(3, "fold").folds(4, 5, 6, 1).end()
    assert scene.findings("floor", "dealer") == []
    assert posts(scene) == [(1, 50, False), (2, 100, False)]
    assert scene.hands()[0].stacks[2] == 10_050


@every_house()
def test_the_ante_is_paid_first_then_the_blind(house):
    scene = Scene(house, ante=10)
    for seat in range(1, 7):
        scene.post(seat, *[5, 5], *([25, 25] if seat == 1 else [100] if seat == 2 else []))
    scene.deal().folds(3, 4, 5, 6, 1).end()
    assert posts(scene) == [(1, 50, False), (2, 100, False)]
    (hand,) = scene.hands()
    assert hand.returned == {2: 50}
    assert [pot.amount for pot in hand.pots] == [60 + 100]
    assert hand.stacks == {1: 9940, 2: 10_100, **dict.fromkeys(range(3, 7), 9990)}
    assert scene.findings() == []


@every_house()
def test_antes_print_nothing_and_no_bet_counts_them(house):
    scene = Scene(house, ante=10).deal()
    settled(scene.says(3, "raise", 300), 4)
    assert posts(scene) == [(1, 50, False), (2, 100, False)]
    assert scene.actions()[0] == (3, "raise", 300)


@every_house()
def test_the_big_blind_ante_comes_out_of_the_big_blind_alone(house):
    scene = Scene(house, big_blind_ante=100).deal().folds(3, 4, 5, 6).says(1, "call").taps(2).sweep().flop()
    scene.taps(1).says(2, "bet", 100).says(1, "fold").end()
    (hand,) = scene.hands()
    assert [pot.amount for pot in hand.pots] == [300]
    assert hand.stacks[2] == 10_100
    assert hand.stacks[1] == 9900


@clauses("upt 4 Blinds 1", "upt 15-19")
@every_house()
def test_a_blind_with_less_behind_is_all_in(house):
    scene = Scene(house, stacks={**dict.fromkeys(range(1, 7), 10_000), 2: 60}).deal()
    assert posts(scene) == [(1, 50, False), (2, 60, True)]
    settled(scene.says(3, "call").folds(4, 5, 6).says(1, "call")).sweep()
    assert scene.actions()[0] == (3, "call", 100)
    assert scene.findings() == []


@every_house()
def test_all_in_for_the_ante_has_no_blind_to_post(house):
    scene = Scene(house, ante=10, stacks={**dict.fromkeys(range(1, 7), 10_000), 5: 10}).deal()
    scene.says(3, "call").says(4, "fold").says(6, "fold").says(1, "call").taps(2).sweep().flop()
    assert scene.findings("floor", "dealer") == []
    scene.taps(1, 2, 3)
    assert scene.actions("flop") == [(1, "check", 0), (2, "check", 0)]


def test_a_small_blind_pushed_short_is_owed():
    scene = Scene("deltin").post(1, 25).post(2, 100).deal()
    (finding,) = scene.findings()
    assert (finding.kind, finding.seat) == ("blind.missing", 1)
    assert (finding.facts["owed"], finding.facts["pushed"]) == (50, 25)


@every_house()
def test_a_dead_small_blind_posts_nothing(house):
    scene = Scene(house, start=False).start(button=6, small_blind=None, big_blind=2).deal()
    assert posts(scene) == [(2, 100, False)]
    scene.says(3, "call").folds(4, 5, 6).says(1, "call").taps(2).sweep().flop()
    assert scene.findings("floor", "dealer") == []
    assert scene.actions()[-2:] == [(1, "call", 100), (2, "check", 100)]


@every_house()
def test_heads_up_the_button_is_the_small_blind_and_acts_first(house):
    scene = Scene(house, seats=2, button=2).deal()
    assert posts(scene) == [(2, 50, False), (1, 100, False)]
    scene.says(2, "call").taps(1).sweep().flop().taps(1, 2)
    assert scene.findings() == []


@every_house()
def test_the_next_hands_blinds_follow_the_last_big_blind(house):
    scene = Scene(house).deal().folds(3, 4, 5, 6, 1).end()
    scene.shuffle()
    scene.start(button=1).deal()
    assert posts(scene)[2:] == [(2, 50, False), (3, 100, False)]
    assert scene.findings() == []


@every_house()
def test_chips_over_the_blind_before_the_deal_are_no_raise(house):
    """Change is owed, or a straddle that no book here knows: the blind is what it is."""
    scene = Scene(house).post(1, 25, 25).post(2, 500).deal()
    assert posts(scene) == [(1, 50, False), (2, 100, False)]
    settled(scene.says(3, "call"), 4)
    assert scene.actions()[0] == (3, "call", 100)


@every_house()
def test_the_big_blind_gets_change_before_the_deal_and_has_only_his_blind_in_front(house):
    """Seat 2 posts with a 500 chip, the dealer gives 400 back; his call of a raise later is a call."""
    scene = Scene(house).post(1, 25, 25).post(2, 500)
    scene.event("chips.change", seat=2, chips={"100": 1}).deal()
    scene.says(3, "raise", 300).pushes(3, 100, 100, 100, after=1.0).folds(4, 5, 6, 1)
    settled(scene.pushes(2, 100, 100)).sweep()
    assert scene.findings() == []
    assert scene.actions("preflop")[-1] == (2, "call", 300)


@every_house()
def test_who_takes_his_own_change_of_a_post_has_only_the_post_in_front(house):
    scene = Scene(house).post(1, 25, 25).post(2, 500).pulls(2, 100, 100, 100, 100).deal()
    scene.says(3, "raise", 300).pushes(3, 100, 100, 100, after=1.0).folds(4, 5, 6, 1)
    settled(scene.pushes(2, 100, 100)).sweep()
    assert scene.findings() == []
    assert scene.actions("preflop")[-1] == (2, "call", 300)


@every_house()
def test_a_blind_that_is_taken_back_before_the_first_card_is_owed(house):
    scene = Scene(house).post(1, 25, 25).post(2, 100).pulls(2, 100).deal()
    found = scene.found("blind.missing")
    assert (found.seat, found.facts["owed"], found.facts["pushed"]) == (2, 100, 0)


@every_house()
def test_a_post_is_changed_at_a_table_that_begins_its_hands_itself(house):
    scene = Scene(house, without=["hands"]).deal().folds(3, 4, 5, 6, 1).award(2, 150).wait(10)
    scene.post(2, 25, 25).post(3, 500).event("chips.change", seat=3, chips={"100": 1})
    scene.shuffle()
    scene.button, scene.hole = 1, {}
    scene.wait(5).deal().folds(4, 5, 6, 1).says(2, "fold")
    assert scene.findings() == []
    player = scene.engine.hand.players[3]
    assert (player.posted, player.zone) == (100, 100)


def paid_out(house: str) -> Scene:
    """Everybody has folded to the big blind, seat 2, and the pot went to it; seats 2 and 3 have the next blinds."""
    return Scene(house).deal().folds(3, 4, 5, 6, 1).award(2, 150)


@every_house()
@pytest.mark.parametrize("ended", [True, False])
def test_a_blind_put_out_before_the_next_hand_is_signalled_is_that_hands(house, ended):
    scene = paid_out(house)
    scene = scene.end().post(2, 25, 25) if ended else scene.post(2, 25, 25).end()
    scene.shuffle()
    scene.start(button=1).post(3, 100).deal().folds(4, 5, 6, 1, 2)
    assert scene.findings() == []
    assert posts(scene)[2:] == [(2, 50, False), (3, 100, False)]


@every_house()
def test_one_that_lies_short_then_is_owed(house):
    scene = paid_out(house).end().post(2, 25, 25).post(3, 25, 25)
    scene.shuffle()
    scene.start(button=1).deal()
    found = scene.found("blind.missing")
    assert (found.seat, found.facts["owed"], found.facts["pushed"]) == (3, 100, 50)


@every_house()
def test_one_that_is_changed_before_the_hand_is_signalled_is_the_blind_alone(house):
    scene = paid_out(house).end().post(2, 25, 25).post(3, 500).event("chips.change", seat=3, chips={"100": 1})
    scene.shuffle()
    scene.start(button=1).deal()
    player = scene.engine.hand.players[3]
    assert (player.posted, player.zone, scene.findings()) == (100, 100, [])


@every_house()
def test_chips_of_a_seat_that_owes_nothing_are_no_bet_of_the_next_hand(house):
    scene = paid_out(house).pushes(5, 25).end().post(2, 25, 25).post(3, 100)
    scene.shuffle()
    scene.start(button=1).deal().folds(4)
    assert (scene.engine.hand.players[5].zone, scene.findings()) == (0, [])


@every_house()
@pytest.mark.parametrize("last", [{"type": "chips.award", "seat": 1, "amount": 900}, {"type": "hand.end"}])
def test_bets_of_a_hand_that_was_under_way_when_the_log_began_are_no_posts_of_the_next(house, last):
    scene = Scene(house, start=False).pushes(1, 500).pushes(2, 500).event(**last)
    scene.start(button=6).post(1, 25, 25).post(2, 100).deal().folds(3, 4, 5, 6)
    settled(scene.says(1, "call").pushes(1, 25, 25)).taps(2)
    assert scene.findings() == []
    assert posts(scene) == [(1, 50, False), (2, 100, False)]

"""The floor stopped the hand: cards and bets only come back, and nobody plays it any more."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from tests.table.houses import every_house

STACKS = dict.fromkeys(range(1, 7), 10_000)


def called_off(house: str) -> Scene:
    """Two have called when the floor calls it a misdeal."""
    return Scene(house).deal().calls(3, 4).rules("misdeal")


def dealt_again(scene: Scene) -> Scene:
    """The same hand is dealt once more."""
    scene.wait(3).shuffle()
    return scene.start(redeal=True).deal()


@every_house()
def test_hands_that_the_dealer_takes_in_have_not_folded(house):
    scene = called_off(house)
    for seat in range(1, 7):
        scene.mucks(seat)
    dealt_again(scene)
    assert scene.findings() == []
    assert scene.actions() == [(3, "call", 100), (4, "call", 100)]
    assert (scene.hands()[0].void, scene.hands()[0].stacks) == (True, STACKS)


@every_house()
@pytest.mark.parametrize("ruled", [True, False], ids=["by the floor", "by the deal"])
@pytest.mark.parametrize("zone", ["burn", "muck", "board"])
def test_hands_that_are_gathered_where_burns_or_board_lie_are_neither(house, ruled, zone):
    scene = called_off(house) if ruled else Scene(house).deal(shown=[1])
    for seat in range(1, 7):
        for tag in scene.hole[seat]:
            scene.move(tag, f"seat:{seat}", zone)
    dealt_again(scene.wait(5))
    assert [f.kind for f in scene.findings()] == ([] if ruled else ["misdeal.exposed"])


@every_house()
@pytest.mark.parametrize("ruled", [True, False], ids=["by the floor", "by the deal"])
def test_hands_that_go_straight_back_into_the_deck_are_not_looked_for(house, ruled):
    scene = called_off(house) if ruled else Scene(house).deal(shown=[1])
    for seat in range(1, 7):
        for tag in scene.hole[seat]:
            scene.event("card.gone", after=0.1, tag=tag, zone=f"seat:{seat}")
    dealt_again(scene)
    assert [f.kind for f in scene.findings()] == ([] if ruled else ["misdeal.exposed"])


@every_house()
def test_nobody_acts_on_it_any_more(house):
    scene = called_off(house).says(5, "raise", 400).pushes(2, 100).taps(1)
    scene.event("card.face", zone="seat:6", face="up", by="player", count=2).end()
    assert scene.findings() == []
    assert scene.actions() == [(3, "call", 100), (4, "call", 100)]
    assert scene.hands()[0].returned == {1: 50, 2: 100, 3: 100, 4: 100}


@every_house()
def test_a_clock_that_was_running_runs_no_longer(house):
    scene = Scene(house).deal().calls(3, 4).event("clock.call", seat=5, by=6).rules("misdeal").wait(200)
    assert "clock.expired" not in scene.kinds()
    assert "dead" not in [act for _, act, _ in scene.end().actions()]


@every_house()
def test_its_stub_may_lie_anywhere(house):
    scene = called_off(house)
    for tag in scene.cards[:20]:
        scene.event("card.seen", after=0.05, tag=tag, zone="muck")
    assert scene.event("stub", state="dropped").wait(3).findings() == []


@every_house()
def test_it_is_played_on_where_the_floor_changes_its_mind(house):
    scene = called_off(house).rules("play_on").calls(5).folds(6, 1).taps(2).sweep().flop().taps(2, 3, 4, 5)
    assert scene.findings() == []
    assert scene.actions("flop") == [(seat, "check", 0) for seat in (2, 3, 4)]


# Play goes on over an open misdeal -----------------------------------------------------------------------


def exposed(house: str) -> Scene:
    """The dealer showed the first card: a misdeal, and nobody has acted."""
    return Scene(house).deal(shown=[1])


@every_house()
def test_hands_in_the_muck_have_folded_once_another_player_acts(house):
    scene = exposed(house)
    for seat in (3, 4):
        scene.mucks(seat).wait(1)
    scene.says(5, "raise", 300).folds(6)
    assert scene.actions() == [(3, "fold", 0), (4, "fold", 0), (5, "raise", 300)]
    barred = [] if house == "invitational" else ["misdeal.barred"]
    assert scene.kinds() == ["misdeal.exposed", *barred]


@every_house()
def test_the_last_hand_of_the_street_has_folded_once_the_flop_is_burned(house):
    scene = Scene(house, seats=3, button=3).deal(shown=[1]).mucks(3).calls(1)
    scene.mucks(2).sweep().flop()
    assert (2, "fold", 100) in scene.actions()
    assert "board.premature" not in scene.kinds()


@every_house()
def test_the_pot_that_is_pushed_tells_who_has_folded(house):
    (hand,) = Scene(house, seats=2, button=2).deal(shown=[1]).mucks(2).wait(2).award(1, 150).end().hands()
    assert (hand.void, hand.stacks) == (False, {1: 10_050, 2: 9_950})


@every_house()
def test_who_acts_after_his_cards_were_read_in_the_muck_has_acted(house):
    scene = exposed(house).mucks(3).calls(3).folds(4)
    assert scene.actions()[0] == (3, "call", 100)


@every_house()
def test_a_deal_that_is_gathered_after_one_act_has_no_folds(house):
    scene = exposed(house).calls(3)
    for seat in (4, 5, 6, 1, 2, 3):
        scene.mucks(seat)
    dealt_again(scene.pulls(3, 100))
    assert scene.actions() == [(3, "call", 100)]
    assert (scene.kinds(), scene.hands()[0].void) == (["misdeal.exposed"], True)


def test_where_no_moment_bars_a_misdeal_the_hand_is_played_like_any_other():
    """The book of the home tournament sets no limit (9.6)."""
    scene = Scene("invitational", seats=3, button=3).deal(shown=[1]).limp_to_flop()
    for _ in range(2):
        scene.check_round().sweep().street()
    scene.event("stub", state="dropped").taps(1).says(2, "bet", 200).pushes(2, 100, 100).mucks(3)
    scene.says(1, "call").pushes(1, 100, 100).sweep().tables(2).mucks(1).wait(2).award(2, 700)
    (hand,) = scene.end().hands()
    assert scene.kinds() == ["misdeal.exposed", "deck.stub_fouled"]
    assert (hand.winners[0].shares, hand.stacks[2]) == ({2: 700}, 10_400)

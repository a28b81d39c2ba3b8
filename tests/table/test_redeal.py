"""The re-deal after a misdeal as the display shows it, and the burns after a hand that was killed for its cards."""

from __future__ import annotations

import pytest

from controller.table.view import RedealView
from controller.testkit.scene import Scene
from tests.table.houses import clauses, every_house, in_houses

REDEAL = in_houses(deltin="35C", dpc="Dealing 1C", english_arabic="33B", tda_2024="35C")


def misdealt(house: str, **table: object) -> Scene:
    """The first card went to seat 2 instead of seat 1."""
    scene = Scene(house, seats=7, button=7, big_blind_ante=100, **table)  # type: ignore[arg-type]
    return scene.deal([2, 3, 4, 5, 6, 7, 1] * 2).event("deal.end").wait(1)


def view(scene: Scene) -> RedealView:
    """The re-deal that the display shows."""
    shown = scene.engine.view().redeal
    assert shown is not None
    return shown


@REDEAL
def test_the_re_deal_keeps_button_blinds_limits_and_seats(house, cites):
    """The level has changed meanwhile, and somebody new sits down."""
    assert Scene(house).deal().engine.view().redeal is None
    scene = misdealt(house).event("level", small=100, big=200)
    shown = view(scene)
    assert shown.cites == cites
    assert (shown.button, shown.small_blind, shown.big_blind) == (7, 1, 2)
    assert (shown.small, shown.big, shown.ante, shown.big_blind_ante) == (50, 100, 0, 100)
    scene.rules("misdeal").end().event("seat", seat=8, state="in", stack=10_000)
    shown = view(scene)
    assert (shown.dealt, shown.waiting) == ([1, 2, 3, 4, 5, 6, 7], [8])
    scene.shuffle()
    scene.start(7, redeal=True)
    assert scene.engine.view().redeal is None
    assert (scene.engine.view().button, scene.engine.view().big) == (7, 100)


@REDEAL
def test_who_is_on_a_penalty_is_dealt_to_and_killed_and_both_deals_are_one_hand(house, cites):
    """Three hands to miss: after the misdeal and its re-deal two are left."""
    scene = Scene(house, seats=7, button=7, start=False).rules("missed_hands", seat=4, amount=3)
    scene.start(7).deal([2, 3, 4, 5, 6, 7, 1] * 2).event("deal.end").wait(1)
    assert view(scene).killed == [4]
    scene.rules("misdeal").end()
    assert left(scene, 4) == 3
    scene.shuffle()
    scene.start(7, redeal=True).deal().wait(1)
    assert [f.kind for f in scene.findings() if f.hand == 2] == ["seat.penalty_hand"]
    for seat in (3, 5, 6, 7, 1):
        scene.says(seat, "fold")
    scene.end()
    assert left(scene, 4) == 2


def left(scene: Scene, seat: int) -> int:
    """Hands that a seat has still to miss."""
    penalty = scene.engine.notebook.penalties.serving[seat]
    return penalty.hands - penalty.served


@REDEAL
def test_who_was_away_is_killed_again_or_may_come_back(house, cites):
    scene = misdealt(house, states={5: "absent"})
    assert (view(scene).killed, view(scene).back) == ([5], [])
    scene.event("seat", seat=5, state="in")
    shown = view(scene)
    may = house == "tda-2024"
    assert (shown.back, shown.killed) == (([5], []) if may else ([], [5]))
    scene.rules("misdeal").shuffle()
    scene.start(7, redeal=True).deal().wait(1)
    assert scene.engine.view().seats[4].in_hand is may
    told = [(f.seat, f.cites, f.facts.get("redeal")) for f in scene.findings() if f.hand == 2]
    assert told == ([] if may else [(5, cites, True)])


# Burns after a hand was killed for its cards -------------------------------------------------------


@in_houses(deltin="38", dpc="Dealing 4", tda_2024="38")
def test_a_hand_killed_for_a_third_card_is_mucked_whole_and_one_card_is_burned_a_street(house, cites):
    scene = Scene(house).deal().calls(3, 4, 5).card("seat:4").wait(1)
    found = next(f for f in scene.findings() if f.seat == 4)
    if found.remedy != "kill_hand":
        scene.rules("kill_hand", finding=found.id)
    scene.mucks(4).calls(6, 1).taps(2).sweep().flop().taps(1, 2, 3, 5, 6).street().taps(1, 2, 3, 5, 6)
    assert [f for f in scene.findings() if f.kind.startswith("board")] == []
    assert not scene.engine.view().seats[3].in_hand
    told = scene.burn().burn().wait(3).found("board.extra_burn")
    assert (told.remedy, told.cites) == ("floor", cites)


@clauses("tda-2024 38")
def test_one_card_is_burned_too_where_the_killed_hand_had_one_too_few():
    scene = Scene("tda-2024").deal([1, 2, 3, 4, 5, 6, 1, 2, 3, 5, 6]).calls(3).wait(1.1)
    assert scene.found("misdeal.card_count").remedy == "redeal"
    late = Scene("tda-2024").deal([1, 2, 3, 4, 5, 6, 1, 2, 3, 5, 6])
    late.says(3, "raise", 300).calls(4, 5)
    assert "misdeal.barred" in late.kinds()
    late.rules("kill_hand", seat=4).mucks(4).calls(6, 1, 2).sweep().flop().wait(1)
    assert [f for f in late.findings() if f.kind.startswith("board")] == []


@every_house()
def test_a_re_deal_that_is_keyed_twice_or_riffled_for_besides_is_one_hand(house):
    scene = misdealt(house).rules("misdeal").end()
    scene.shuffle()
    scene.start(7, redeal=True).start(7, redeal=True).start(7).deal().says(3, "fold").end()
    assert [hand.hand for hand in scene.hands()] == [1, 2]
    assert [f.kind for f in scene.findings("floor", "dealer") if f.hand > 1] == []


@every_house("upt", "invitational")
def test_who_is_on_a_penalty_misses_one_hand_of_a_re_deal_that_is_keyed_twice(house):
    scene = Scene(house, seats=7, button=7, start=False).rules("missed_hands", seat=4, amount=3)
    scene.start(7).deal([2, 3, 4, 5, 6, 7, 1] * 2).event("deal.end").wait(1).rules("misdeal").end()
    scene.shuffle()
    scene.start(7, redeal=True).start(7, redeal=True).deal().wait(1).end()
    assert left(scene, 4) == 2


@every_house()
def test_a_re_deal_keyed_before_the_cards_of_another_hand_is_no_riffle_for_it(house):
    """The next hand was begun by mistake; then the misdealt one is dealt again."""
    scene = misdealt(house).rules("misdeal").end()
    scene.shuffle()
    scene.start(1).start(7, redeal=True).deal()
    assert (scene.engine.hands, scene.engine.view().button) == (3, 7)


def taken_up(scene: Scene) -> Scene:
    """The dealer has seen what no sensor saw: the cards are gathered, and the blinds go back."""
    for seat, cards in scene.hole.items():
        for card in cards:
            scene.event("card.gone", after=0.1, tag=card, zone=f"seat:{seat}")
    scene.pulls(1, 25, 25).pulls(2, 100).shuffle()
    return scene


@every_house()
@pytest.mark.parametrize("called", [False, True])
@pytest.mark.parametrize("ended", [False, True])
def test_a_hand_that_the_dealer_deals_again_was_void_though_nobody_said_why(house, called, ended):
    scene = Scene(house).post(1, 25, 25).post(2, 100).deal().wait(1)
    scene = scene.says(3, "call").pushes(3, 100) if called else scene
    scene = taken_up(scene).end() if ended else taken_up(scene)
    scene.start(6, redeal=True).post(1, 25, 25).post(2, 100).deal().folds(3, 4, 5, 6, 1).end()
    first, second = scene.hands()
    assert first.void or ended
    assert second.stacks == {**dict.fromkeys(range(1, 7), 10_000), 1: 9_950, 2: 10_050}
    assert scene.kinds() == []


@every_house()
def test_a_hand_whose_pot_was_pushed_is_not_void_for_a_re_deal(house):
    scene = Scene(house).deal().folds(3, 4, 5, 6, 1).award(2, 150)
    scene.start(6, redeal=True).deal()
    assert scene.hands()[0].stacks[2] == 10_050
    assert not scene.hands()[0].void


# Who leaves, or sits down, between the two deals ---------------------------------------------------


def after_a_misdeal(house: str, gone: list[int], *, seats: int = 6, **start: object) -> Scene:
    """The button and the blinds were at the last seat, at 1 and at 2; then players leave, and it is dealt again."""
    scene = Scene(house, seats=seats, button=seats).deal(shown=[1, 2]).event("deal.end").wait(1)
    scene.rules("misdeal").end()
    for seat in gone:
        scene.seats.remove(seat)
        scene.event("seat", seat=seat, state="empty")
    scene.shuffle()
    scene.hole = {}
    return scene.event("hand.start", after=5, **start)


def places(scene: Scene) -> tuple[int | None, int | None, int | None]:
    view = scene.engine.view()
    return view.button, view.small_blind, view.big_blind


@every_house()
@pytest.mark.parametrize("redeal", [True, False])
@pytest.mark.parametrize(
    ("gone", "due"),
    [
        ([1], (6, None, 2)),
        ([2], (6, 1, 3)),
        ([6], (6, 1, 2)),
        ([2, 3, 4, 5], (1, 1, 6)),
        ([3, 4, 5, 6], (1, 1, 2)),
    ],
)
def test_who_leaves_before_the_re_deal_leaves_no_blind_unposted(house, redeal, gone, due):
    scene = after_a_misdeal(house, gone, redeal=redeal)
    assert places(scene) == due
    told = len(scene.kinds())
    scene.button = due[0] or 6
    folding = [seat for seat in (3, 4, 5, 6, 1, 2) if seat in scene.seats and seat != due[2]]
    hand = scene.deal().folds(*folding).end().hands()[1]
    assert scene.kinds()[told:] == []
    small = {} if due[1] is None else {due[1]: 9_950}
    big = {due[2]: 10_000 if due[1] is None else 10_050}
    assert hand.stacks == {**dict.fromkeys(scene.seats, 10_000), **small, **big}


@every_house()
def test_a_third_player_after_a_void_hand_of_two_has_a_place_of_his_own(house):
    """Seat 2 is big blind again, seat 1 small: the button is at the seat that came between them."""
    scene = Scene(house, seats=2, button=1).deal(shown=[1, 2]).event("deal.end").wait(1)
    scene.rules("misdeal").end().event("seat", seat=4, state="in", stack=10_000)
    scene.shuffle()
    scene.event("hand.start", after=5)
    assert places(scene) == (4, 1, 2)

"""A player who sits down while the table plays: where he gets cards at once, and where he waits."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.testkit.scene import Scene
from tests.table.houses import clauses, every_house, in_houses

family = in_houses(deltin="7A; 9", dpc="Seating 2A; Seating 3", english_arabic="8", tda_2024="8A; 10A")
"""Houses that deal a newcomer in but between small blind and button."""


def one_hand_over(house: str, seats: list[int], button: int) -> Scene:
    """A hand was played, and everybody folded to the big blind."""
    scene = Scene(house, seats=seats, button=button)
    return scene.deal().folds(*scene.entitled()[2:], scene.entitled()[0]).end()


def sits_down(scene: Scene, seat: int) -> Scene:
    scene.seats = sorted([*scene.seats, seat])
    return scene.event("seat", seat=seat, state="in", stack=10_000)


@family
def test_between_button_and_small_blind_he_waits_and_a_card_there_is_a_misdeal(
    house: str, cites: list[str]
) -> None:
    """Button 1, blinds 3 and 5 next: seat 2 lies between."""
    scene = sits_down(one_hand_over(house, [1, 3, 5, 7, 9], 9), 2)
    (note,) = scene.notes("seat.entry_position")
    assert (note.seat, note.cites) == (2, cites)
    assert scene.engine.view().seats[1].state == "out"
    scene.start(1).deal([3, 5, 7, 9, 1, 2, 3, 5, 7, 9, 1]).event("deal.end")
    found = scene.found("misdeal.seat_not_entitled")
    assert (found.seat, found.remedy) == (2, "redeal")


@family
def test_he_is_dealt_in_as_soon_as_the_button_has_passed(house: str, cites: list[str]) -> None:
    scene = sits_down(one_hand_over(house, [1, 3, 5, 7, 9], 9), 2)
    scene.start(1).deal([3, 5, 7, 9, 1] * 2).folds(7, 9, 1, 3).end()
    assert scene.findings() == []
    scene.start(3).deal([5, 7, 9, 1, 2, 3] * 2).folds(9, 1, 2).end()
    assert scene.findings() == []
    assert scene.notes("seat.entry_position") == []
    assert (2, "fold", 0) in scene.actions()


@family
def test_on_the_big_blind_he_is_dealt_in_and_posts_it(house: str, cites: list[str]) -> None:
    scene = sits_down(one_hand_over(house, [1, 3, 5, 7, 9], 9), 4)
    scene.start(1).deal([3, 4, 5, 7, 9, 1] * 2)
    assert scene.findings() == []
    assert scene.engine.hand is not None
    assert (scene.engine.hand.blinds.small, scene.engine.hand.blinds.big) == (3, 4)


@family
def test_on_the_small_blind_he_is_dealt_in_and_posts_it(house: str, cites: list[str]) -> None:
    """The last big blind is out, and somebody new takes that seat."""
    scene = one_hand_over(house, [1, 3, 5, 7, 9], 9).event("seat", seat=3, state="empty")
    scene.event("seat", seat=3, state="in", stack=8_000)
    scene.start(1).deal([3, 5, 7, 9, 1] * 2)
    assert scene.findings() == []
    assert scene.engine.hand is not None
    assert scene.engine.hand.blinds.small == 3
    assert scene.folds(7, 9, 1, 3).end().hands()[1].stacks[3] == 7_950


@family
def test_on_the_button_he_is_dealt_in(house: str, cites: list[str]) -> None:
    scene = one_hand_over(house, [1, 3, 5, 7, 9], 9).event("seat", seat=1, state="empty")
    scene.event("seat", seat=1, state="in", stack=8_000).start(1).deal([3, 5, 7, 9, 1] * 2).calls(7)
    assert scene.findings() == []


@every_house()
def test_who_comes_to_a_player_left_alone_waits_for_nobody(house: str) -> None:
    """Seats 3 and 7 leave after a hand of three, and somebody sits down between the next button and the small blind."""
    scene = one_hand_over(house, [3, 5, 7], 7)
    scene.event("seat", seat=3, state="empty").event("seat", seat=7, state="empty")
    scene.seats = [4, 5]
    scene.event("seat", seat=4, state="in", stack=8_000).event("hand.start", after=5)
    scene.hole = {}
    scene.deal([4, 5, 4, 5]).folds(5)
    assert scene.kinds() == []
    assert scene.end().hands()[1].stacks == {4: 8_050, 5: 10_000}


@clauses("upt 15-16", "upt 4 Blinds 4")
@pytest.mark.parametrize("seat", [1, 2])
def test_upt_lets_him_wait_on_button_and_small_blind_until_his_left_neighbour_has_the_button(
    seat: int,
) -> None:
    """Button 1, small blind 2, big blind 3 next; the newcomer takes one of the first two."""
    scene = one_hand_over("upt", [1, 2, 3, 4, 6], 6).event("seat", seat=seat, state="empty")
    scene.event("seat", seat=seat, state="in", stack=8_000)
    assert [(n.seat, n.cites) for n in scene.notes("seat.entry_position")] == [
        (seat, ["15-16", "4 Blinds 4"])
    ]
    others = [s for s in (2, 3, 4, 6, 1) if s != seat]
    scene.start(1).deal(others * 2).folds(*[s for s in (4, 6, 1, 2) if s != seat]).end()
    assert [note.seat for note in scene.notes("seat.entry_position")] == ([2] if seat == 2 else [])
    assert scene.findings("floor") == []


@clauses("upt 15-16", "upt 4 Blinds 4")
def test_upt_deals_him_in_once_the_button_stands_left_of_him() -> None:
    scene = one_hand_over("upt", [1, 2, 3, 4, 6], 6).event("seat", seat=2, state="empty")
    scene.event("seat", seat=2, state="in", stack=8_000)
    scene.start(1).deal([3, 4, 6, 1] * 2).folds(4, 6, 1).end()
    scene.start(2).deal([3, 4, 6, 1] * 2).folds(6, 1, 3).end()
    assert scene.notes("seat.entry_position") == []
    scene.start(3).deal([4, 6, 1, 2, 3] * 2).folds(1, 2).end()
    assert scene.findings("floor") == []
    assert (2, "fold", 0) in scene.actions()


@clauses("upt 4 Blinds 4")
def test_upt_calls_a_card_to_a_newcomer_who_waits_a_misdeal() -> None:
    scene = one_hand_over("upt", [1, 2, 3, 4, 6], 6).event("seat", seat=2, state="empty")
    scene.event("seat", seat=2, state="in", stack=8_000)
    scene.start(1).deal([3, 4, 6, 1, 2, 3, 4, 6, 1]).event("deal.end")
    found = scene.found("misdeal.seat_not_entitled")
    assert (found.seat, found.cites[0]) == (2, "3 Misdeals 2(i)")


@clauses("upt 15-16", "upt 4 Blinds 4")
@pytest.mark.parametrize("seat", [3, 5])
def test_upt_deals_him_in_at_once_on_the_big_blind_and_behind_it(seat: int) -> None:
    scene = one_hand_over("upt", [1, 2, 4, 6], 6)
    sits_down(scene, seat).start(1).deal(scene.entitled() * 2)
    assert scene.findings() == []
    assert scene.engine.hand is not None
    assert scene.engine.hand.blinds.big == (3 if seat == 3 else 4)


def test_a_house_without_a_word_on_it_deals_every_newcomer_in() -> None:
    scene = sits_down(one_hand_over("invitational", [1, 3, 5, 7, 9], 9), 2)
    scene.start(1).deal([2, 3, 5, 7, 9, 1] * 2)
    assert scene.findings() == []


def test_a_blind_that_the_dealer_names_is_dealt_in() -> None:
    scene = sits_down(one_hand_over("deltin", [1, 3, 5, 7, 9], 9), 2)
    scene.start(1, small_blind=2).deal([2, 3, 5, 7, 9, 1] * 2)
    assert "misdeal.seat_not_entitled" not in scene.kinds()


@pytest.mark.parametrize(("seat", "button", "big"), [(3, 3, 1), (7, 1, 7)])
def test_a_third_player_joins_a_heads_up_table_at_once_wherever_he_sits(
    seat: int, button: int, big: int
) -> None:
    """Seat 5 had the big blind, so it has the small one now; nobody has the big blind on the button."""
    scene = Scene("deltin", seats=[1, 5], button=1).deal().folds(1).end()
    sits_down(scene, seat)
    assert scene.notes("seat.entry_position") == []
    scene.start(button).deal(scene.entitled() * 2)
    assert scene.findings() == []
    assert scene.engine.hand is not None
    blinds = scene.engine.hand.blinds
    assert (blinds.button, blinds.small, blinds.big) == (button, 5, big)


@family
@pytest.mark.parametrize("away", ["absent", "late"])
def test_a_late_stack_put_down_there_waits_too(house: str, cites: list[str], away: str) -> None:
    scene = one_hand_over(house, [1, 3, 5, 7, 9], 9).event("seat", seat=2, state=away, stack=10_000)
    assert [note.seat for note in scene.notes("seat.entry_position")] == [2]
    scene.start(1).deal([3, 5, 7, 9, 1] * 2).calls(7)
    assert scene.findings() == []


# Whoever sits down, wherever --------------------------------------------------------------------------


@settings(max_examples=25)
@given(
    house=st.sampled_from(["deltin", "english-arabic", "upt", "invitational"]),
    seats=st.sets(st.integers(1, 10), min_size=3, max_size=6),
    comings=st.dictionaries(st.integers(1, 4), st.integers(1, 10), max_size=3),
    going=st.integers(0, 5),
)
def test_a_newcomer_waits_a_round_at_most_and_nobody_waits_on_a_blind(
    house: str, seats: set[int], comings: dict[int, int], going: int
) -> None:
    """Hands are played with the places as the table gives them; nothing is ever found wrong with them."""
    scene = Scene(house, seats=sorted(seats), button=min(seats)).deal().end()
    for number in range(1, 9):
        if number == 2:
            scene.event("seat", seat=sorted(seats)[going % len(seats)], state="empty")
        if (seat := comings.get(number)) is not None and scene.engine.seats[seat].state == "empty":
            scene.event("seat", seat=seat, state="in", stack=5_000)
        waiting, places = scene.engine.waiting, scene.engine.upcoming
        assert places is not None
        assert not {places.small, places.big}.intersection(waiting)
        if house == "invitational" or number > max(comings, default=0) + 3:
            assert waiting == []
        scene.start(places.button).shuffle()
        assert scene.engine.hand is not None
        order = scene.engine.hand.order
        assert not set(order).intersection(waiting)
        scene.deal(order * 2).end()
    assert scene.findings("floor", "dealer") == []


def void_hand(house: str, seats: list[int], button: int) -> Scene:
    """The floor stopped the hand: its deck was bad."""
    scene = Scene(house, seats=seats, button=button).deal().rules("void_hand").end()
    scene.shuffle()
    return scene


@family
def test_after_a_void_hand_the_button_moves_on_and_he_who_sat_behind_it_gets_cards(
    house: str, cites: list[str]
) -> None:
    """Button 9 and blinds 1 and 3 in the void hand: seat 10 lay between them, and lies behind button 1."""
    scene = sits_down(void_hand(house, [1, 3, 5, 7, 9], 9), 10)
    scene.start(1).deal([3, 5, 7, 9, 10, 1] * 2)
    assert scene.wait(2).findings() == []


@family
def test_after_a_void_hand_the_button_moves_on_and_he_who_sits_between_it_and_the_blind_waits(
    house: str, cites: list[str]
) -> None:
    scene = sits_down(void_hand(house, [1, 3, 5, 7, 9], 9), 2)
    scene.start(1).deal([3, 5, 7, 9, 1, 2, 3, 5, 7, 9, 1]).event("deal.end")
    assert scene.found("misdeal.seat_not_entitled").seat == 2


@family
def test_a_void_hand_that_is_dealt_again_has_nobody_new(house: str, cites: list[str]) -> None:
    scene = sits_down(void_hand(house, [1, 3, 5, 7, 9], 9), 10)
    scene.start(9, redeal=True).deal([1, 3, 5, 7, 10]).wait(1)
    assert scene.found("misdeal.seat_not_entitled").seat == 10

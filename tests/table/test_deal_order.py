"""The first error in the order of the deal speaks; what it displaced says nothing more."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from tests.table.houses import clauses

HOUSES = ("deltin", "english-arabic", "dpc", "invitational", "upt", "tda-2024")

FIRST_SEAT = {
    "deltin": "35A(2)",
    "english-arabic": "33A(2)",
    "dpc": "Dealing 1A(2)",
    "invitational": "9.6(g)",
    "upt": "3 Misdeals 2(h)",
    "tda-2024": "35A(2)",
}
NOT_ENTITLED = {
    "deltin": "35A(3)",
    "english-arabic": "33A(3)",
    "dpc": "Dealing 1A(3)",
    "invitational": "9.6(e)",
    "upt": "3 Misdeals 2(i)",
    "tda-2024": "35A(3)",
}
DEALT_OUT = {
    "deltin": "35A(4)",
    "english-arabic": "33A(4)",
    "dpc": "Dealing 1A(4)",
    "invitational": "9.6(h)",
    "upt": "3 Misdeals 2(e)",
    "tda-2024": "35A(4)",
}
SEQUENCE = {"invitational": "9.6(e)", "upt": "3 Misdeals 2(f)"}
BUTTON_TWICE = ("deltin", "english-arabic", "dpc", "tda-2024")
"""Houses in which the button may be given two cards in a row."""


def open_misdeal(scene: Scene, kind: str, cite: str, seat: int | None) -> None:
    """The one finding of the scene is this misdeal, and it can still be declared."""
    assert scene.kinds() == [kind]
    found = scene.found(kind)
    assert (found.seat, found.remedy, found.level, found.cites[0]) == (seat, "redeal", "floor", cite)
    assert found.facts["misdeal"] == "open"


@clauses("invitational 8.2(f)")
@pytest.mark.parametrize("book", HOUSES)
def test_cards_go_round_from_the_left_of_the_button_and_nobody_is_told_anything(book: str) -> None:
    scene = Scene(book, button=1).deal([2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1])
    scene.event("deal.end").says(4, "call").folds(5)
    assert scene.findings() == []


@clauses(
    "deltin 34",
    "dpc Button 3",
    "english-arabic 32",
    "tda-2024 34B",
    "invitational 3.5 s2",
    "invitational 3.5 s3",
)
@pytest.mark.parametrize("book", HOUSES)
def test_heads_up_the_other_seat_gets_the_first_card_and_the_button_the_last(book: str) -> None:
    scene = Scene(book, seats=[2, 7], button=7).deal([2, 7, 2, 7]).says(7, "call").taps(2).sweep().flop()
    assert scene.taps(2, 7).findings() == []
    assert scene.actions("preflop") == [(7, "call", 100), (2, "check", 100)]


@clauses("deltin 34", "dpc Button 3", "english-arabic 32", "tda-2024 34B", "invitational 3.5 s2")
@pytest.mark.parametrize(("book", "cite"), FIRST_SEAT.items())
def test_heads_up_the_first_card_to_the_button_is_to_the_wrong_seat(book: str, cite: str) -> None:
    scene = Scene(book, seats=[2, 7], button=7).deal([7, 2, 7, 2]).wait(2)
    open_misdeal(scene, "misdeal.wrong_first_seat", cite, 7)


@pytest.mark.parametrize("book", HOUSES)
def test_ten_seats_with_an_empty_chair_take_their_cards_in_turn(book: str) -> None:
    scene = Scene(book, seats=[1, 2, 3, 4, 5, 7, 8, 9, 10], button=5).deal()
    assert scene.entitled() == [7, 8, 9, 10, 1, 2, 3, 4, 5]
    assert scene.says(9, "call").wait(1).findings() == []


def test_at_omaha_everybody_gets_four() -> None:
    scene = Scene("deltin", game="plo").deal()
    assert len(scene.log) > 50
    assert scene.says(3, "call").says(4, "call").wait(3).findings() == []


def test_at_omaha_a_seat_passed_over_in_the_last_round_is_served_at_its_end() -> None:
    scene = Scene("tda-2024", game="plo").deal([1, 2, 3, 4, 5, 6] * 3 + [1, 2, 4, 5, 6, 3])
    scene.event("deal.end")
    assert scene.kinds() == ["misdeal.sequence"]


@pytest.mark.parametrize("book", HOUSES)
def test_a_dead_small_blind_changes_nothing_in_the_deal(book: str) -> None:
    scene = Scene(book, seats=[1, 3, 4, 5], button=1, start=False)
    scene.start(small_blind=None, big_blind=3).deal([3, 4, 5, 1, 3, 4, 5, 1]).says(4, "call")
    assert scene.findings("floor", "dealer") == []


@pytest.mark.parametrize("book", HOUSES)
def test_antes_and_a_big_blind_ante_stand_before_the_first_card(book: str) -> None:
    scene = Scene(book, ante=10, start=False)
    scene.start()
    for seat in range(1, 7):
        scene.post(seat, *[5, 5])
    scene.post(1, 25, 25).post(2, 100).deal().says(3, "call").wait(1)
    assert scene.findings() == []
    other = Scene(book, big_blind_ante=100).post(2, 100).post(1, 25, 25).post(2, 100).deal()
    assert other.says(3, "call").wait(1).findings() == []


# The first card -----------------------------------------------------------------------------------


@clauses(
    "deltin 35A(2)",
    "english-arabic 33A(2)",
    "dpc Dealing 1A(2)",
    "invitational 9.6(g)",
    "upt 3 Misdeals 2(h)",
    "tda-2024 35A(2)",
)
@pytest.mark.parametrize(("book", "cite"), FIRST_SEAT.items())
def test_the_first_card_to_the_wrong_seat_is_a_misdeal_and_the_rest_is_its_echo(book: str, cite: str) -> None:
    scene = Scene(book).deal([2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1]).event("deal.end")
    open_misdeal(scene, "misdeal.wrong_first_seat", cite, 2)
    assert scene.found("misdeal.wrong_first_seat").facts["expected"] == 1


@pytest.mark.parametrize("book", HOUSES)
def test_the_first_card_to_the_wrong_seat_is_told_before_the_deal_goes_on(book: str) -> None:
    scene = Scene(book).card("seat:2").wait(1)
    found = scene.found("misdeal.wrong_first_seat")
    assert (found.street, found.evidence) == ("deal", [scene.line - 2, scene.line - 1])


@pytest.mark.parametrize(("book", "cite"), FIRST_SEAT.items())
def test_the_first_card_to_an_empty_chair_went_to_the_wrong_seat(book: str, cite: str) -> None:
    scene = Scene(book).card("seat:9").wait(1)
    open_misdeal(scene, "misdeal.wrong_first_seat", cite, 9)


@clauses("invitational 8.2(e)")
def test_at_the_home_tournament_a_card_may_be_burned_before_the_first() -> None:
    """8.2(e)"""
    scene = Scene("invitational").burn().deal().limp_to_flop().check_round().street()
    assert scene.findings() == []


def test_after_a_burn_before_the_deal_the_next_card_is_still_the_first() -> None:
    """8.2(e), 9.6(g)"""
    scene = Scene("invitational").burn().deal([2, 3, 4]).wait(1)
    open_misdeal(scene, "misdeal.wrong_first_seat", "9.6(g)", 2)


# Seats that have no hand coming -------------------------------------------------------------------


@clauses(
    "deltin 35A(3)",
    "english-arabic 33A(3)",
    "dpc Dealing 1A(3)",
    "invitational 9.6(e)",
    "upt 3 Misdeals 2(i)",
    "tda-2024 35A(3)",
)
@pytest.mark.parametrize(("book", "cite"), NOT_ENTITLED.items())
@pytest.mark.parametrize("chair", ["empty", "out"])
def test_a_card_to_a_seat_without_a_hand_is_a_misdeal(book: str, cite: str, chair: str) -> None:
    seats, states = ([1, 2, 3, 4, 5, 6], {}) if chair == "empty" else ([1, 2, 3, 4, 5, 6, 9], {9: "out"})
    scene = Scene(book, seats=seats, states=states).deal([1, 2, 3, 9, 4, 5, 6, 1, 2, 3, 4, 5, 6])
    scene.event("deal.end")
    open_misdeal(scene, "misdeal.seat_not_entitled", cite, 9)
    assert scene.found("misdeal.seat_not_entitled").facts["state"] == chair


@clauses("deltin 35A(3)", "dpc Dealing 1A(3)", "upt 3 Misdeals 2(i)", "tda-2024 35A(3)")
@pytest.mark.parametrize(("book", "cite"), NOT_ENTITLED.items())
def test_a_newcomer_who_has_to_wait_is_dealt_in_all_the_same(book: str, cite: str) -> None:
    """A seat between the small blind and the button that may not play yet."""
    scene = Scene(book, seats=[1, 2, 3, 4, 5, 6, 7], states={7: "out"}, button=6)
    scene.deal([7]).wait(1)
    assert scene.kinds() == ["misdeal.wrong_first_seat"]
    later = Scene(book, seats=[1, 2, 3, 4, 5, 6, 7], states={7: "out"}, button=1)
    later.deal([2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7, 1]).event("deal.end")
    open_misdeal(later, "misdeal.seat_not_entitled", cite, 7)


@clauses("upt 2 Procedures 7", "upt 3 Misdeals 2(i)")
def test_a_seat_without_chips_at_the_start_of_the_deal_has_no_hand_coming() -> None:
    """upt 2 Procedures 7"""
    scene = Scene("upt", stacks={1: 900, 2: 900, 3: 900, 4: 0, 5: 900, 6: 900})
    scene.deal([1, 2, 3, 4, 5, 6]).wait(1)
    open_misdeal(scene, "misdeal.seat_not_entitled", "3 Misdeals 2(i)", 4)
    assert "2 Procedures 7" in scene.found("misdeal.seat_not_entitled").cites


# Seats left out -----------------------------------------------------------------------------------


@clauses(
    "deltin 35A(4)", "english-arabic 33A(4)", "dpc Dealing 1A(4)", "invitational 9.6(h)", "tda-2024 35A(4)"
)
@pytest.mark.parametrize(("book", "cite"), DEALT_OUT.items())
def test_a_seat_that_gets_no_card_was_dealt_out(book: str, cite: str) -> None:
    scene = Scene(book).deal([1, 2, 4, 5, 6] * 2).event("deal.end")
    open_misdeal(scene, "misdeal.seat_dealt_out", cite, 3)


@pytest.mark.parametrize(("book", "cite"), DEALT_OUT.items())
@pytest.mark.parametrize("left_out", [1, 2, 5])
def test_the_hand_is_thrown_in_when_it_shows_that_somebody_got_no_card(
    book: str, cite: str, left_out: int
) -> None:
    scene = Scene(book, button=3).deal([s for s in (4, 5, 6, 1, 2, 3) if s != left_out] * 2)
    scene.start(3, redeal=True)
    assert scene.kinds() == ["misdeal.seat_dealt_out"]
    found = scene.found("misdeal.seat_dealt_out")
    assert (found.seat, found.hand, found.cites[0]) == (left_out, 1, cite)
    assert scene.hands()[0].void


@pytest.mark.parametrize(("book", "cite"), DEALT_OUT.items())
@pytest.mark.parametrize("state", ["absent", "penalty"])
def test_a_seat_that_is_away_is_dealt_to_and_may_not_be_left_out(book: str, cite: str, state: str) -> None:
    """Cards go to absent players and to those on a penalty; skipping them is the same misdeal."""
    scene = Scene(book, states={4: state}).deal([1, 2, 3, 5, 6] * 2).event("deal.end")
    found = scene.found("misdeal.seat_dealt_out")
    assert (found.seat, found.remedy, found.cites[0], found.facts["state"]) == (4, "redeal", cite, state)


@clauses("invitational 8.2(f)")
def test_the_home_tournament_and_the_tour_say_that_absent_seats_are_dealt_to() -> None:
    for book, clause in (("invitational", "3.1"), ("upt", "15-7")):
        scene = Scene(book, states={4: "absent"}).deal([1, 2, 3, 5, 6] * 2).event("deal.end")
        assert clause in scene.found("misdeal.seat_dealt_out").cites


@clauses("invitational 9.6(e)", "upt 3 Misdeals 2(f)")
@pytest.mark.parametrize("book", ["invitational", "upt"])
@pytest.mark.parametrize(
    ("order", "late"),
    [
        ([1, 2, 4, 5, 6, 3, 1, 2, 3, 4, 5, 6], 3),
        ([1, 2, 4, 5, 6, 1, 2, 3, 4, 5, 6, 3], 3),
        ([1, 2, 4, 3, 5, 6, 1, 2, 3, 4, 5, 6], 3),
        ([1, 2, 3, 4, 5, 6, 1, 2, 4, 5, 6, 3], 3),
    ],
)
def test_a_seat_passed_over_and_served_later_was_dealt_out_of_order(
    book: str, order: list[int], late: int
) -> None:
    scene = Scene(book).deal(order).event("deal.end")
    open_misdeal(scene, "misdeal.sequence", SEQUENCE[book], late)


@pytest.mark.parametrize("book", ["invitational", "upt"])
def test_a_card_to_a_seat_already_served_is_out_of_order(book: str) -> None:
    scene = Scene(book).deal([1, 2, 3, 2, 4, 5, 6, 1, 3, 4, 5, 6]).event("deal.end")
    open_misdeal(scene, "misdeal.sequence", SEQUENCE[book], 2)


@pytest.mark.parametrize("book", BUTTON_TWICE)
@pytest.mark.parametrize("seat", [2, 4])
def test_where_the_book_has_no_clause_on_the_order_the_floor_decides(book: str, seat: int) -> None:
    others = [s for s in range(1, 7) if s != seat]
    scene = Scene(book).deal([*others, seat, 1, 2, 3, 4, 5, 6]).event("deal.end")
    assert scene.kinds() == ["misdeal.sequence"]
    found = scene.found("misdeal.sequence")
    assert (found.seat, found.remedy, found.level, found.cites) == (seat, "floor", "floor", [])
    assert found.facts["silent"] is True
    assert found.facts["misdeal"] == "none"


# The button's cards at the end --------------------------------------------------------------------


@clauses("deltin 35B", "english-arabic 33A(6) s2", "dpc Dealing 1B", "tda-2024 35B")
@pytest.mark.parametrize("book", BUTTON_TWICE)
def test_the_button_may_get_its_two_cards_in_a_row(book: str) -> None:
    """35B and its like: passed over in round one, served twice at the end."""
    scene = Scene(book).deal([1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6, 6]).event("deal.end").says(3, "call")
    assert scene.findings() == []


@pytest.mark.parametrize("book", BUTTON_TWICE)
@pytest.mark.parametrize("cards", [2, 3])
def test_the_button_may_get_all_that_it_is_owed_at_omaha(book: str, cards: int) -> None:
    order = [*range(1, 7)] * (4 - cards) + [*range(1, 6)] * cards + [6] * cards
    scene = Scene(book, game="plo").deal(order).event("deal.end")
    assert scene.findings() == []


@pytest.mark.parametrize(("book", "cite"), SEQUENCE.items())
def test_elsewhere_the_button_is_served_in_its_turn(book: str, cite: str) -> None:
    scene = Scene(book).deal([1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6, 6]).event("deal.end")
    open_misdeal(scene, "misdeal.sequence", cite, 6)


@pytest.mark.parametrize("book", BUTTON_TWICE)
def test_the_button_is_dealt_out_only_when_the_deal_has_ended(book: str) -> None:
    scene = Scene(book).deal([1, 2, 3, 4, 5] * 2).wait(2)
    assert scene.findings() == []
    scene.event("deal.end")
    open_misdeal(scene, "misdeal.seat_dealt_out", DEALT_OUT[book], 6)


@pytest.mark.parametrize(("book", "cite"), DEALT_OUT.items())
def test_the_first_act_ends_the_deal_and_shows_that_the_button_has_nothing(book: str, cite: str) -> None:
    scene = Scene(book).deal([1, 2, 3, 4, 5] * 2).says(3, "call").wait(1.1)
    assert scene.kinds() == ["misdeal.seat_dealt_out"]
    found = scene.found("misdeal.seat_dealt_out")
    assert (found.seat, found.cites[0], found.remedy) == (6, cite, "redeal")


# One error speaks ---------------------------------------------------------------------------------


@pytest.mark.parametrize("book", HOUSES)
@pytest.mark.parametrize(
    ("order", "kind"),
    [
        ([2, 1, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6], "misdeal.wrong_first_seat"),
        ([2, 3, 9, 4, 5, 6, 2, 3, 4, 5, 6], "misdeal.wrong_first_seat"),
        ([1, 9, 2, 4, 5, 6, 1, 2, 4, 5, 6], "misdeal.seat_not_entitled"),
        ([1, 2, 3, 9, 4, 5, 6, 1, 2, 3, 9, 4, 5, 6], "misdeal.seat_not_entitled"),
    ],
)
def test_only_the_first_error_in_the_order_speaks(book: str, order: list[int], kind: str) -> None:
    scene = Scene(book).deal(order).event("deal.end")
    assert scene.kinds() == [kind]
    assert scene.found(kind).id == f"1:{kind}:1"


@pytest.mark.parametrize("book", HOUSES)
def test_cards_and_chips_collected_after_a_misdeal_are_no_folds(book: str) -> None:
    scene = Scene(book).post(1, 25, 25).post(2, 100).deal([2, 3, 4, 5, 6, 1])
    for seat in (2, 3, 4, 5, 6, 1):
        scene.mucks(seat)
    scene.pulls(1, 25, 25).pulls(2, 100).wait(3).end()
    assert scene.kinds() == ["misdeal.wrong_first_seat"]
    assert scene.actions() == []
    hand = scene.hands()[0]
    assert (hand.void, hand.returned) == (True, {1: 50, 2: 100})
    assert set(hand.stacks.values()) == {10_000}


@clauses("upt 4 Intro s3")
def test_the_button_is_served_last_and_acts_last_after_the_flop() -> None:
    scene = Scene("upt").deal([1, 6]).wait(1)
    early = scene.deal([2, 3, 4, 5, 1, 2, 3, 4, 5, 6]).event("deal.end").found("misdeal.sequence")
    assert (early.remedy, early.cites[0]) == ("redeal", "3 Misdeals 2(f)")
    flop = Scene("upt").deal().limp_to_flop().taps(1, 2).says(6, "bet", 100)
    told = flop.found("turn.out_of_turn")
    assert (told.seat, told.facts["due"]) == (6, 3)


@clauses("upt 5 Intro s1-3")
def test_three_one_and_one_with_a_round_of_betting_after_each_is_regular() -> None:
    scene = Scene("upt").deal().limp_to_flop().check_round().street().check_round().street().check_round()
    scene.end()
    assert scene.kinds() == []
    assert len(scene.hands()[0].board) == 5
    assert [len(scene.actions(street)) for street in ("preflop", "flop", "turn", "river")] == [6, 6, 6, 6]

"""What the table reminds its people of around a hand: who deals and cuts, decks, cards that show, the floor."""

from __future__ import annotations

import pytest

from controller.table.ranks import FULL_DECK
from controller.testkit.scene import Scene
from tests.table.houses import clauses, every_house, in_houses


def reminded(scene: Scene, about: str) -> list:
    """The reminders about one kind of clause that stand now."""
    return [r for r in scene.engine.view().notes if r.kind == about]


def reminder(scene: Scene, about: str):
    """The one reminder about a kind of clause."""
    (one,) = reminded(scene, about)
    return one


# Who cuts, who deals, and whether it was shuffled --------------------------------------------------


@in_houses(invitational="8.2(b)", upt="House: The Cut")
def test_the_seat_before_the_button_cuts_until_the_first_card_is_out(house, cites):
    scene = Scene(house, seats=9, button=4)
    assert (reminder(scene, "deal.cut").seat, reminder(scene, "deal.cut").cites) == (3, cites)
    scene.card("seat:5")
    assert reminded(scene, "deal.cut") == []
    gap = Scene(house, seats=[1, 2, 4, 7], button=4)
    assert reminder(gap, "deal.cut").seat == 2


@in_houses(invitational="8.1 s1", upt="4 Intro s1-2")
def test_the_button_deals(house, cites):
    scene = Scene(house, button=4)
    told = reminder(scene, "deal.who_deals")
    assert (told.what, told.seat) == ("button", 4)
    assert set(cites) <= set(told.cites)


@clauses("invitational 8.1 s2")
def test_at_the_home_tournament_who_went_out_last_deals():
    scene = Scene("invitational", stacks={1: 9000, 2: 300, 3: 500, 4: 9000, 5: 9000, 6: 9000}).deal()
    scene.says(3, "all_in").folds(4, 5, 6, 1).says(2, "call").tables(3).tables(2)
    scene.flop().street().street().award(3, 650).award(3, 200).end().start(1)
    assert (reminder(scene, "deal.who_deals").what, reminder(scene, "deal.who_deals").seat) == ("last_out", 2)
    scene.shuffle()
    scene.deal([3, 4, 5, 6, 1] * 2)
    scene.folds(4).says(5, "all_in").folds(6, 1).says(3, "call").tables(5).tables(3)
    scene.flop().street().street().award(5, 1700).award(5, 8150).end().start(2)
    assert reminder(scene, "deal.who_deals").seat == 3


@clauses("invitational 8.2(a)")
def test_the_same_cards_in_the_same_order_were_not_shuffled():
    scene = Scene("invitational").deal()
    order = [str(e["tag"]) for e in scene.log if e["type"] == "card.draw"]
    assert reminded(scene, "deal.shuffle") == []
    scene.end().start(1)
    scene.cards = order[::-1]
    scene.deal()
    assert reminder(scene, "deal.shuffle").cites == ["8.2(a)"]
    assert "deal.shuffle" not in [r.kind for r in other_order(order).engine.view().notes]


def other_order(order: list[str]) -> Scene:
    """A second hand whose first cards are the first hand's, two of them the other way round."""
    scene = Scene("invitational")
    scene.cards = [*order[::-1]]
    scene.deal().end().start(1)
    order[0], order[1] = order[1], order[0]
    scene.cards = order[::-1]
    return scene.deal()


# Decks --------------------------------------------------------------------------------------------


def decked(house: str, back: str = "red") -> Scene:
    """A table whose first deck has tags D1 and the card's name."""
    return Scene(house, deck={f"D1{card}": card for card in FULL_DECK})


def second_deck(scene: Scene) -> Scene:
    """Another deck is put into the shoe."""
    cards = {f"D2{card}": card for card in FULL_DECK}
    scene.shuffle(list(cards))
    return scene.event("deck", id="D2", back="blue", cards=cards)


@in_houses(deltin="26", dpc="General Procedures 4", english_arabic="24", tda_2024="26")
def test_a_new_level_brings_a_new_deck(house, cites):
    scene = decked(house).deal().event("level", small=100, big=200)
    assert (reminder(scene, "deck.change").what, reminder(scene, "deck.change").cites) == ("level", cites)
    scene.end()
    assert reminder(scene, "deck.change").what == "level"
    second_deck(scene).start(1)
    assert reminded(scene, "deck.change") == []
    forgotten = decked(house).deal().event("level", small=100, big=200).end().start(1).card("seat:2")
    assert reminded(forgotten, "deck.change") == []


@in_houses(invitational="2.5", upt="15-29")
def test_where_a_level_brings_no_new_deck_the_table_asks_why_it_came(house, cites):
    scene = decked(house).deal().event("level", small=100, big=200).end()
    assert reminded(scene, "deck.change") == []
    told = reminder(second_deck(scene), "deck.change")
    assert (told.what, told.cites) == ("why", cites)
    assert "damaged_card" in told.facts["options"]
    assert ("dealer_push" in told.facts["options"]) is (house == "upt")


@every_house()
def test_a_deck_that_is_changed_inside_a_hand_is_for_the_floor_and_its_cards_stay_known(house):
    scene = decked(house).deal().limp_to_flop()
    board = list(scene.board)
    second_deck(scene).wait(1)
    assert (reminder(scene, "deck.change").what, reminder(scene, "deck.change").level) == ("in_hand", "floor")
    scene.event("card.gone", tag=board[0], zone="board").event("card.seen", tag=board[0], zone="board").wait(
        1
    )
    scene.end()
    assert scene.kinds() == []
    assert scene.hands()[0].board == [tag[2:] for tag in board]


@clauses("tda-2024 39D")
def test_a_card_of_the_stub_that_shows_while_it_is_shuffled_is_for_the_floor():
    scene = Scene("tda-2024").deal().calls(3, 4, 5, 6, 1).sweep().flop().taps(2)
    assert reminded(scene, "deck.reshuffle") == []
    scene.event("card.face", zone="stub", face="up", by="dealer")
    told = reminder(scene, "deck.reshuffle")
    assert (told.level, told.cites) == ("floor", ["39D"])
    assert reminded(scene.end().start(1), "deck.reshuffle") == []


# Cards that show, or do not ------------------------------------------------------------------------

RABBIT = in_houses(
    deltin="28", dpc="General Procedures 6", english_arabic="27", tda_2024="28", upt="2 Procedures 13"
)


@RABBIT
def test_a_card_shown_when_the_hand_is_over_is_no_board_and_nobody_should_have_seen_it(house, cites):
    scene = Scene(house).deal().limp_to_flop().check_round().street().says(1, "bet", 200)
    board = list(scene.board)
    scene.folds(2, 3, 4, 5, 6)
    assert reminded(scene, "board.rabbit_hunt") == []
    scene.burn().card("board").wait(1)
    told = reminder(scene, "board.rabbit_hunt")
    assert (told.cites, told.facts) == (cites, {"cards": 1})
    scene.award(1, 800).end()
    assert scene.kinds() == []
    assert scene.hands()[0].board == board


@in_houses(
    deltin="25C",
    dpc="General Procedures 3C",
    english_arabic="23C",
    invitational="6.3(g)",
    tda_2024="25C",
    upt="2 Procedures 9",
)
def test_cards_that_no_antenna_sees_are_asked_for(house, cites):
    scene = Scene(house).deal().calls(3)
    for tag in scene.hole[5]:
        scene.event("card.gone", after=0.1, tag=tag, zone="seat:5")
    assert reminded(scene.wait(2), "hand.in_view") == []
    told = reminder(scene.wait(4), "hand.in_view")
    assert (told.seat, told.cites) == (5, cites)
    scene.event("card.seen", tag=scene.hole[5][0], zone="seat:5")
    assert reminded(scene, "hand.in_view") == []
    scene.folds(4)
    assert [f.kind for f in scene.findings()] == []


@clauses("upt 3 Irregularities 13")
def test_at_the_tour_a_shown_card_must_be_replaced_whatever_its_player_wants():
    scene = Scene("upt").deal([1, 2, 3, 4, 5], shown=[5])
    assert reminded(scene, "deal.exposed_single") == []
    scene.deal([6, 1, 2, 3, 4, 5, 6]).wait(1)
    told = reminder(scene, "deal.exposed_single")
    assert told.seat == 5
    assert "3 Irregularities 13" in told.cites
    scene.card("seat:5").wait(1)
    assert reminded(scene, "deal.exposed_single") == []


@clauses("upt 3 Irregularities 12 s5")
def test_at_the_tour_a_card_dealt_off_the_table_counts_as_shown():
    scene = Scene("upt").deal([1, 2, 3, 4, 5, 6]).card(None)
    scene.event("card.face", zone="seat:1", face="up", by="dealer").wait(1)
    told = scene.found("deal.exposed_card")
    assert (told.seat, told.remedy, told.facts["draw"]) == (1, "replace_with_burn", 7)


# The floor is called -------------------------------------------------------------------------------


@in_houses(deltin="35A", dpc="Dealing 1A", english_arabic="33A", tda_2024="35A")
def test_the_list_of_misdeals_is_open_as_long_as_one_can_be_declared(house, cites):
    scene = Scene(house).deal().calls(3).event("floor.call")
    told = reminder(scene, "misdeal.other")
    assert (told.level, told.cites[0]) == ("floor", cites[0])
    assert told.facts == {"actions_left": 1}
    scene.rules("misdeal").end()
    assert (scene.hands()[0].void, scene.hands()[0].returned) == (True, {1: 50, 2: 100, 3: 100})
    late = Scene(house).deal().calls(3, 4, 5).event("floor.call")
    assert reminded(late, "misdeal.other") == []
    assert reminder(late, "misdeal.barred_after_sa").level == "floor"


@pytest.mark.parametrize("house", ["invitational", "upt"])
def test_a_closed_list_of_misdeals_says_nothing_more(house):
    assert reminded(Scene(house).deal().calls(3).event("floor.call"), "misdeal.other") == []


def test_no_reminder_stands_in_a_hand_in_which_nothing_is_to_be_done():
    for house in ("deltin", "dpc", "english-arabic", "tda-2024"):
        scene = Scene(house).deal().limp_to_flop().check_round().street()
        assert scene.engine.view().notes == []


# The dealer push -----------------------------------------------------------------------------------


@clauses("tda-2024 RP-15A", "tda-2024 26")
def test_the_next_dealer_is_told_the_blinds_and_who_serves_a_penalty():
    scene = Scene("tda-2024", seats=7, blinds=(300, 600)).deal()
    scene.rules("missed_hands", seat=7, amount=5).rules("dealer_push")
    told = reminder(scene, "level.dealer_push")
    assert set(told.cites) >= {"RP-15A"}
    assert (told.facts["small"], told.facts["big"]) == (300, 600)
    assert (told.facts["seats"], told.facts["left"]) == ([7], {7: 5})
    assert reminder(scene, "deck.change").what == "dealer_push"
    assert reminded(scene.end().start(1).card("seat:2"), "level.dealer_push") == []


@clauses("upt 15-29")
def test_at_the_tour_a_new_dealer_brings_a_new_deck():
    scene = decked("upt").deal().end().rules("dealer_push")
    assert (reminder(scene, "deck.change").what, reminder(scene, "deck.change").cites) == (
        "dealer_push",
        ["15-29"],
    )

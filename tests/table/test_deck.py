"""Cards that should not be in the deck, cards that are not, and a stub that fell."""

from __future__ import annotations

import pytest

from controller.table.ranks import FULL_DECK
from controller.testkit.scene import Scene
from tests.table.houses import clauses

HOUSES = ("deltin", "english-arabic", "dpc", "tda-2024", "upt", "invitational")
FOULED = {"dpc": "Dealing 1E", "tda-2024": "35E", "upt": "3 Irregularities 4"}
"""Houses in which two equal cards void the hand, however late."""
NO_WORD = ("deltin", "english-arabic", "invitational")


def tagged(*, without: str = "", **more: str) -> dict[str, str]:
    """A deck whose tags are E0 and the card's name; ``more`` are tags beside them."""
    return {f"E0{card}": card for card in sorted(FULL_DECK) if card != without} | more


def with_deck(book: str, deck: dict[str, str]) -> Scene:
    """A table at which the odd tags of the deck stay in the stub until a test draws them."""
    scene = Scene(book, deck=deck)
    scene.cards = [tag for tag in scene.cards if tag.startswith("E0")]
    return scene


# Two equal cards ----------------------------------------------------------------------------------


@clauses("dpc Dealing 1E", "tda-2024 35E s1", "tda-2024 35E", "upt 3 Irregularities 4")
@pytest.mark.parametrize(("book", "cite"), FOULED.items())
def test_two_equal_cards_in_a_hand_void_it_and_every_bet_goes_back(book: str, cite: str) -> None:
    scene = with_deck(book, tagged(F1="9c"))
    scene.cards.remove("E09c")
    scene.deal([1, 2, 3]).card("seat:4", tag="E09c").card("seat:5", tag="F1").wait(1)
    assert scene.kinds() == ["deck.duplicate"]
    found = scene.found("deck.duplicate")
    assert (found.seat, found.remedy, found.level, found.cites[0]) == (None, "void_hand", "floor", cite)
    hand = scene.end().hands()[0]
    assert (hand.void, hand.returned) == (True, {1: 50, 2: 100})


@clauses("dpc Dealing 1E", "tda-2024 35E", "upt 3 Irregularities 4")
@pytest.mark.parametrize(("book", "cite"), FOULED.items())
def test_a_fouled_deck_stops_play_after_substantial_action_too(book: str, cite: str) -> None:
    scene = with_deck(book, tagged(F1="9c"))
    scene.cards.remove("E09c")
    scene.deal([1, 2, 3]).card("seat:4", tag="E09c").deal([5, 6, 1, 2, 3, 4, 5, 6])
    scene.says(3, "raise", 300).calls(4, 5).folds(6, 1, 2).sweep().burn().card("board", tag="F1").wait(1)
    found = scene.found("deck.duplicate")
    assert (found.remedy, found.cites[0]) == ("void_hand", cite)
    for seat in (3, 4, 5):
        scene.mucks(seat)
    hand = scene.end().hands()[0]
    assert (hand.void, hand.returned) == (True, {1: 50, 2: 100, 3: 300, 4: 300, 5: 300})
    assert scene.actions("flop") == []


@pytest.mark.parametrize("book", FOULED)
def test_the_floor_may_let_a_fouled_deck_play_on(book: str) -> None:
    scene = with_deck(book, tagged(F1="9c"))
    scene.cards.remove("E09c")
    scene.deal([1, 2, 3]).card("seat:4", tag="E09c").card("seat:5", tag="F1").deal([6, 1, 2, 3, 4, 5, 6])
    scene.rules("play_on", finding=scene.found("deck.duplicate").id).folds(3, 4, 5, 6, 1).end()
    hand = scene.hands()[0]
    assert not hand.void
    assert hand.stacks[2] == 10_050


@pytest.mark.parametrize("book", NO_WORD)
def test_two_equal_cards_are_the_floors_where_the_book_has_no_word(book: str) -> None:
    scene = with_deck(book, tagged(F1="9c"))
    scene.cards.remove("E09c")
    scene.card("seat:1", tag="E09c").card("seat:2", tag="F1").wait(1)
    found = scene.found("deck.duplicate")
    assert (found.remedy, found.cites, found.facts["silent"]) == ("floor", [], True)


@pytest.mark.parametrize("book", HOUSES)
def test_a_deck_with_two_equal_cards_is_no_finding_until_the_second_is_seen(book: str) -> None:
    scene = with_deck(book, tagged(F1="9c")).deal().limp_to_flop()
    assert [k for k in scene.kinds() if k.startswith("deck")] == []


@pytest.mark.parametrize("book", HOUSES)
def test_the_same_two_cards_in_different_hands_are_told_in_neither(book: str) -> None:
    scene = with_deck(book, tagged(F1="9c"))
    scene.card("seat:1", tag="E09c").end()
    scene.start(1).card("seat:2", tag="F1").wait(1)
    assert [k for k in scene.kinds() if k == "deck.duplicate"] == []


def test_the_tour_reads_its_clause_literally_for_a_duplicate_in_the_stub() -> None:
    """U11"""
    scene = with_deck("upt", tagged(F1="9c"))
    scene.cards.remove("E09c")
    scene.card("seat:1", tag="E09c").event("card.seen", tag="F1", zone="stub")
    found = scene.found("deck.duplicate")
    assert (found.remedy, found.facts["our_reading"], found.facts["zone"]) == ("void_hand", True, "stub")


def test_without_a_tag_map_the_same_card_twice_is_a_duplicate() -> None:
    scene = Scene("tda-2024").deal([1])
    scene.event("card.draw", tag=scene.hole[1][0], face="down")
    assert scene.kinds() == ["deck.duplicate"]


def test_no_finding_about_the_deck_names_the_card() -> None:
    scene = with_deck("tda-2024", tagged(F1="9c"))
    scene.cards.remove("E09c")
    scene.card("seat:1", tag="E09c").card("seat:2", tag="F1").wait(1)
    assert "9c" not in str(scene.found("deck.duplicate").facts)


# Another back, a tag of no deck -------------------------------------------------------------------


@clauses("upt 3 Irregularities 3 s1", "tda-2024 35E s2")
@pytest.mark.parametrize("book", HOUSES)
def test_a_card_with_another_back(book: str) -> None:
    """upt 3 Irregularities 3 voids; two books leave it to house policy; three say nothing."""
    scene = with_deck(book, tagged()).deal().limp_to_flop().check_round().burn().card("board", back="blue")
    assert scene.kinds() == ["deck.foreign_back"]
    found = scene.found("deck.foreign_back")
    assert found.facts["back"] == "blue"
    if book == "upt":
        assert (found.remedy, found.cites) == ("void_hand", ["3 Irregularities 3"])
        assert scene.end().hands()[0].returned == dict.fromkeys(range(1, 7), 100)
    elif book in ("dpc", "tda-2024"):
        assert (found.remedy, found.facts["options"]) == ("floor", ["void_hand", "play_on"])
    else:
        assert (found.remedy, found.facts["silent"]) == ("floor", True)


@pytest.mark.parametrize("book", HOUSES)
def test_a_card_with_the_decks_own_back_is_nothing(book: str) -> None:
    assert with_deck(book, tagged()).card("seat:1", back="red").wait(1).kinds() == []


@pytest.mark.parametrize("book", HOUSES)
def test_a_tag_of_no_deck_in_play(book: str) -> None:
    scene = with_deck(book, tagged()).deal([1, 2]).card("seat:3", tag="DEAD").wait(1)
    assert scene.kinds() == ["deck.foreign_tag"]
    found = scene.found("deck.foreign_tag")
    assert (found.remedy, found.level, found.seat) == ("floor", "floor", None)
    assert ("options" in found.facts) is (book in ("dpc", "tda-2024"))
    scene.event("card.gone", tag="DEAD", zone="seat:3").event("card.seen", tag="DEAD", zone="seat:3").wait(1)
    assert scene.kinds() == ["deck.foreign_tag"]


# Jokers -------------------------------------------------------------------------------------------


@clauses("tda-2024 35A(6)")
def test_the_newest_book_calls_a_joker_in_the_deal_a_misdeal() -> None:
    """35A(6)"""
    scene = with_deck("tda-2024", tagged(J1="Jk")).deal([1, 2, 3]).card("seat:4", tag="J1").wait(1)
    assert scene.kinds() == ["deck.joker"]
    found = scene.found("deck.joker")
    assert (found.remedy, found.level, found.cites[0]) == ("redeal", "floor", "35A(6)")
    assert (found.facts["misdeal"], found.facts["actions_left"]) == ("open", 2)
    assert scene.end().hands()[0].void


@clauses("tda-2024 35D s2")
def test_the_newest_book_calls_it_a_scrap_after_substantial_action() -> None:
    """35D s2: how it is replaced is not said."""
    scene = with_deck("tda-2024", tagged(J1="Jk")).deal().limp_to_flop().check_round()
    scene.burn().card("board", tag="J1").wait(1)
    found = scene.found("deck.joker")
    assert (found.remedy, found.cites) == ("floor", ["35D"])
    assert found.facts["options"] == ["replace_card", "play_on"]


def test_a_joker_that_the_cut_off_passes_over_is_barred() -> None:
    scene = with_deck("tda-2024", tagged(J1="Jk")).deal([1, 2, 3]).card("seat:4", tag="J1")
    scene.deal([5, 6, 1, 2, 3, 4, 5, 6]).calls(3, 4, 5)
    assert scene.kinds() == ["deck.joker", "misdeal.barred"]


@clauses("upt 3 Irregularities 8 s1-2", "upt 3 Irregularities 8 s3")
@pytest.mark.parametrize("zone", ["seat:4", None, "muck"])
def test_the_tour_replaces_a_joker_like_a_boxed_card(zone: str | None) -> None:
    """3 Irregularities 8 s1-3"""
    scene = with_deck("upt", tagged(J1="Jk")).deal([1, 2, 3]).card(zone, tag="J1")
    scene.hole.setdefault(4, []).clear()
    scene.deal([4, 5, 6, 1, 2, 3, 4, 5, 6]).event("deal.end").limp_to_flop().check_round().street()
    assert scene.kinds() == ["deck.joker"]
    found = scene.found("deck.joker")
    assert (found.remedy, found.level, found.cites[0]) == ("replace_card", "dealer", "3 Irregularities 8")


def test_the_tour_replaces_a_joker_on_the_board() -> None:
    scene = with_deck("upt", tagged(J1="Jk")).deal().limp_to_flop().check_round()
    scene.burn().card("board", tag="J1")
    scene.board.remove("J1")
    scene.move("J1", "board", "muck").card("board").check_round().end()
    assert scene.kinds() == ["deck.joker"]
    assert len(scene.hands()[0].board) == 4


@clauses("upt 3 Irregularities 8 s1-2", "upt 3 Irregularities 8 s3")
@pytest.mark.parametrize("seen_after", [0.2, 2.0, 8.0])
@pytest.mark.parametrize("at_once", [True, False])
def test_at_the_tour_a_joker_that_the_shoe_did_not_read_is_no_card_of_its_hand(
    seen_after: float, at_once: bool
) -> None:
    """It is thrown away and replaced, at once or once the others are served: nobody has three cards, nor folds."""
    scene = with_deck("upt", tagged(J1="Jk")).deal([1, 2, 3])
    scene.event("card.draw", tag=None, face="down").event(
        "card.seen", after=seen_after, tag="J1", zone="seat:4"
    )
    if at_once:
        scene.move("J1", "seat:4", "muck").card("seat:4")
    scene.deal([5, 6, 1, 2, 3, 4, 5, 6])
    if not at_once:
        scene.move("J1", "seat:4", "muck").card("seat:4")
    scene.limp_to_flop().check_round().sweep()
    assert scene.kinds() == ["deck.joker"]
    assert len(scene.actions("flop")) == 6


@pytest.mark.parametrize("drawn_as", ["J1", None])
def test_at_the_tour_a_joker_that_a_seat_reports_before_the_shoe_does_is_replaced(
    drawn_as: str | None,
) -> None:
    scene = with_deck("upt", tagged(J1="Jk")).deal([1, 2, 3])
    scene.event("card.seen", tag="J1", zone="seat:4").event("card.draw", after=0.1, tag=drawn_as, face="down")
    scene.card("seat:4").deal([5, 6, 1, 2, 3, 4, 5, 6]).limp_to_flop().check_round()
    assert scene.kinds() == ["deck.joker"]


def test_at_the_tour_who_gets_a_card_too_many_beside_a_joker_has_one_too_many() -> None:
    scene = with_deck("upt", tagged(J1="Jk")).deal([1, 2, 3])
    scene.event("card.draw", tag=None, face="down").event("card.seen", tag="J1", zone="seat:4").card("seat:4")
    scene.deal([5, 6, 1, 2, 3, 4, 5, 6, 4]).wait(1)
    assert scene.kinds() == ["deck.joker", "deal.extra_card"]


def test_the_tour_replaces_a_joker_on_the_board_that_the_shoe_did_not_read() -> None:
    scene = with_deck("upt", tagged(J1="Jk")).deal().limp_to_flop().check_round().burn()
    scene.event("card.draw", tag=None).event("card.seen", tag="J1", zone="board", face="up")
    scene.move("J1", "board", "muck").card("board").check_round().end()
    assert scene.kinds() == ["deck.joker"]
    assert len(scene.hands()[0].board) == 4


@clauses("upt 3 Irregularities 8 s4")
def test_at_the_tour_who_acts_on_a_joker_has_a_dead_hand() -> None:
    """3 Irregularities 8 s4: found late, since no antenna had read it."""
    scene = with_deck("upt", tagged(J1="Jk")).deal([1, 2])
    scene.event("card.draw", tag=None, face="down").deal([4, 5, 6, 1, 2, 3, 4, 5, 6]).says(3, "call").says(
        4, "call"
    )
    scene.event("card.seen", tag="J1", zone="seat:3").wait(1)
    found = scene.found("deck.joker")
    assert (found.remedy, found.cites) == ("kill_hand", ["3 Irregularities 8"])
    assert (3, "dead", 100) in scene.actions()


@pytest.mark.parametrize("book", ["deltin", "english-arabic", "invitational", "dpc"])
def test_elsewhere_a_joker_is_the_floors(book: str) -> None:
    found = with_deck(book, tagged(J1="Jk")).card("seat:1", tag="J1").wait(1).found("deck.joker")
    assert (found.remedy, found.level) == ("floor", "floor")
    assert found.cites == (["Dealing 1E"] if book == "dpc" else [])


def test_a_joker_named_by_its_own_tag_is_a_joker() -> None:
    assert Scene("upt").card("seat:1", tag="Jk").wait(1).kinds() == ["deck.joker"]


# Missing cards, the stub --------------------------------------------------------------------------


@clauses("upt 3 Irregularities 10")
@pytest.mark.parametrize("book", HOUSES)
def test_a_card_missing_from_the_deck_is_counted_when_the_deck_is_loaded(book: str) -> None:
    found = Scene(book, deck=tagged(without="7h")).found("deck.missing")
    assert found.facts["cards"] == 1
    if book == "upt":
        assert (found.remedy, found.level, found.cites) == ("play_on", "info", ["3 Irregularities 10"])
    else:
        assert found.remedy == "floor"


@clauses("tda-2024 RP-4")
@pytest.mark.parametrize(("book", "cite"), [("tda-2024", "RP-4"), ("upt", "3 Irregularities 17")])
def test_a_dropped_stub_is_put_together_and_the_hand_is_played(book: str, cite: str) -> None:
    scene = Scene(book).deal().limp_to_flop().event("stub", state="dropped")
    found = scene.found("deck.stub_fouled")
    assert (found.remedy, found.cites[0]) == ("play_on", cite)


@pytest.mark.parametrize("book", ["deltin", "english-arabic", "dpc", "invitational"])
def test_a_dropped_stub_is_the_floors_where_the_book_is_silent(book: str) -> None:
    found = Scene(book).deal().event("stub", state="dropped").found("deck.stub_fouled")
    assert (found.remedy, found.facts["silent"]) == ("floor", True)


@clauses("tda-2024 RP-4")
@pytest.mark.parametrize("book", HOUSES)
def test_a_mucked_card_may_come_again_once_the_stub_fell_into_the_muck(book: str) -> None:
    """RP-4 (3): no deck.duplicate is raised for it."""
    scene = Scene(book).deal().calls(3).folds(4)
    card = str(scene.log[-1]["tag"])
    scene.calls(5, 6, 1).taps(2).sweep().event("stub", state="dropped").event("stub", state="reshuffled")
    scene.burn().card("board", tag=card).card("board").card("board").wait(1)
    assert scene.kinds() == ["deck.stub_fouled"]


# The stub among the muck, a card of another deck in it ---------------------------------------------


@clauses("upt 3 Irregularities 17")
def test_the_stub_thrown_into_the_muck_with_action_open_is_counted_and_the_hand_is_played() -> None:
    """The dealer thought the hand was over. How many are of the stub and how many are dead; none is named."""
    scene = with_deck("upt", tagged()).deal().limp_to_flop().check_round().street().says(1, "bet", 200)
    scene.folds(2, 3)
    for tag in scene.cards[-20:]:
        scene.event("card.seen", after=0.02, tag=tag, zone="muck")
    found = scene.wait(1).found("deck.stub_fouled")
    assert (found.remedy, found.cites[0]) == ("play_on", "3 Irregularities 17")
    assert (found.facts["stub"], found.facts["dead"]) == (20, 4)
    assert not [tag for tag in scene.cards if tag[2:] in str(found.facts)]
    for tag in scene.cards[-20:]:
        scene.event("card.gone", after=0.02, tag=tag, zone="muck")
    scene.random.shuffle(scene.cards)
    scene.event("stub", after=8, state="reshuffled").folds(4, 5).calls(6).sweep().street().taps(1, 6).end()
    assert scene.kinds() == ["deck.stub_fouled"]
    assert len(scene.hands()[0].board) == 5


@pytest.mark.parametrize("book", HOUSES)
def test_one_or_two_cards_never_drawn_and_read_in_the_muck_are_no_fallen_stub(book: str) -> None:
    scene = with_deck(book, tagged()).deal().calls(3)
    for tag in scene.cards[:2]:
        scene.event("card.seen", after=0.1, tag=tag, zone="muck")
    assert scene.wait(3).kinds() == []


@clauses("tda-2024 RP-4", "upt 3 Irregularities 17")
@pytest.mark.parametrize("book", HOUSES)
@pytest.mark.parametrize("keyed_first", [True, False])
def test_a_stub_that_falls_into_the_muck_is_told_once(book: str, keyed_first: bool) -> None:
    """Where the dealer says so before its cards are read, their number takes the place of what was told."""
    scene = Scene(book).deal().folds(3, 4)
    if keyed_first:
        scene.event("stub", state="dropped")
    for tag in scene.cards[-20:]:
        scene.event("card.seen", after=0.02, tag=tag, zone="muck")
    if not keyed_first:
        scene.event("stub", after=2, state="dropped")
    *earlier, found = scene.wait(1).findings()
    assert (found.kind, found.facts["stub"], found.facts["dead"]) == ("deck.stub_fouled", 20, 4)
    assert found.facts.get("replaces") == (earlier[0].id if keyed_first else None)
    assert len(earlier) == keyed_first


@pytest.mark.parametrize("book", HOUSES)
def test_a_stub_that_falls_again_once_it_was_shuffled_is_told_again(book: str) -> None:
    scene = Scene(book).deal().event("stub", state="dropped").event("stub", state="reshuffled")
    assert scene.event("stub", state="dropped").kinds() == ["deck.stub_fouled"] * 2


@clauses("tda-2024 RP-4")
@pytest.mark.parametrize("book", HOUSES)
def test_a_stub_that_goes_into_the_muck_once_all_but_one_have_folded_is_only_taken_in(book: str) -> None:
    """No card is to come from it."""
    scene = Scene(book).deal().folds(3, 4, 5, 6, 1)
    for tag in scene.cards[-20:]:
        scene.event("card.seen", after=0.02, tag=tag, zone="muck")
    scene.event("stub", state="dropped").wait(2).award(2, 150).end()
    assert scene.findings() == []


@clauses("upt 3 Irregularities 3 s2")
def test_at_the_tour_a_card_with_another_back_in_the_stub_changes_nothing() -> None:
    scene = with_deck("upt", tagged()).deal().end()
    blue = {f"B{card}": card for card in sorted(FULL_DECK)}
    scene.event("deck", id="D2", back="blue", cards=blue).shuffle(list(blue))
    scene.start(1).deal().limp_to_flop().event("card.seen", tag="E07h", zone="stub").wait(1)
    found = scene.found("deck.foreign_back")
    assert (found.remedy, found.cites, found.facts["back"]) == ("play_on", ["3 Irregularities 3"], "red")
    assert not scene.end().hands()[-1].void


@pytest.mark.parametrize("book", HOUSES)
def test_a_whole_deck_without_a_map_is_told_for_two_cards_and_no_more(book: str) -> None:
    """Somebody put another deck into the shoe and did not say so."""
    scene = with_deck(book, tagged())
    scene.shuffle([f"X{card}" for card in sorted(FULL_DECK)])
    scene.deal()
    assert scene.kinds() == ["deck.foreign_tag", "deck.foreign_tag"]


@pytest.mark.parametrize("book", HOUSES)
def test_a_deck_loaded_after_a_hand_that_the_shoe_did_not_see_is_asked_for_and_not_ruled(book: str) -> None:
    scene = Scene(book).event("device", device="shoe", state="down").end()
    found = scene.event("deck", id="D1", back="red", cards=tagged(without="7h")).found("sensing.gap")
    assert (found.level, found.remedy, found.facts["about"]) == ("info", "look", "deck.missing")


@pytest.mark.parametrize("book", HOUSES)
def test_a_deck_counted_between_two_hands_at_a_table_without_a_shoe_tells_nothing(book: str) -> None:
    scene = Scene(book, without=["shoe"]).deal().end()
    assert scene.event("deck", id="D1", back="red", cards=tagged(without="7h")).findings() == []

"""Reads that are missing, late, double or a ghost's, around what went wrong and what did not."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene

HOUSES = ("deltin", "english-arabic", "dpc", "tda-2024", "upt", "invitational")
ROUND = [1, 2, 3, 4, 5, 6]


def unseen(scene: Scene, *, read: bool = True) -> Scene:
    """A card leaves the shoe and no seat sees it; ``read``: the shoe's antenna told which one it is."""
    tag = scene.cards.pop()
    return scene.event("card.draw", after=0.3, tag=tag if read else None, face="down")


# Clean deals --------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", HOUSES)
@pytest.mark.parametrize("read", [True, False])
@pytest.mark.parametrize("missed", [1, 4, 6, 7, 11, 12])
def test_a_card_that_no_antenna_saw_lies_where_the_order_puts_it(book: str, read: bool, missed: int) -> None:
    scene = Scene(book)
    for n, seat in enumerate(ROUND * 2, 1):
        unseen(scene, read=read) if n == missed else scene.card(f"seat:{seat}")
    scene.event("deal.end").limp_to_flop().check_round().street()
    assert scene.findings("floor", "dealer") == []


@pytest.mark.parametrize("book", HOUSES)
def test_a_seat_whose_antenna_is_dead_is_not_dealt_out(book: str) -> None:
    scene = Scene(book)
    for seat in ROUND * 2:
        unseen(scene) if seat == 3 else scene.card(f"seat:{seat}")
    assert scene.event("deal.end").calls(3, 4).findings("floor", "dealer") == []


@pytest.mark.parametrize("book", HOUSES)
def test_a_burn_that_no_antenna_saw_is_no_missing_burn(book: str) -> None:
    """The throat counted it: the draw before three board cards is the burn."""
    scene = Scene(book).deal().calls(3, 4, 5, 6, 1).taps(2).sweep()
    unseen(scene).flop(burn=False).check_round()
    unseen(scene).street(burn=False).check_round()
    assert scene.findings("floor", "dealer") == []


@pytest.mark.parametrize("book", HOUSES)
def test_an_unread_card_seen_later_at_its_seat_is_that_card(book: str) -> None:
    scene = Scene(book).deal([1, 2])
    unseen(scene, read=False).event("card.seen", after=0.2, tag="T9", zone="seat:3")
    scene.deal([4, 5, 6, *ROUND]).event("deal.end")
    assert scene.findings() == []


@pytest.mark.parametrize("book", HOUSES)
def test_a_ghost_on_the_neighbours_antenna_is_no_card_out_of_order(book: str) -> None:
    scene = Scene(book).deal([1, 2]).event("card.draw", tag="9h", face="down")
    scene.event("card.seen", after=0.2, tag="9h", zone="seat:3")
    scene.event("card.seen", after=0.03, tag="9h", zone="seat:4")
    scene.event("card.gone", after=0.14, tag="9h", zone="seat:4")
    assert scene.deal([4, 5, 6, *ROUND]).event("deal.end").findings() == []


@pytest.mark.parametrize("book", HOUSES)
def test_a_ghost_on_the_board_before_the_flop_is_no_early_flop(book: str) -> None:
    scene = Scene(book).deal()
    card = scene.hole[1][0]
    scene.event("card.seen", tag=card, zone="board").event("card.gone", after=0.1, tag=card, zone="board")
    assert scene.calls(3, 4).wait(1).findings() == []


@pytest.mark.parametrize("book", HOUSES)
def test_two_arrivals_reported_the_wrong_way_round_are_in_order(book: str) -> None:
    scene = Scene(book).deal([1, 2])
    scene.event("card.draw", tag="9h", face="down").event("card.draw", after=0.1, tag="Ts", face="down")
    scene.event("card.seen", after=0.1, tag="Ts", zone="seat:4")
    scene.event("card.seen", after=0.05, tag="9h", zone="seat:3")
    assert scene.deal([5, 6, *ROUND]).event("deal.end").findings() == []


# Errors under noise -------------------------------------------------------------------------------


@pytest.mark.parametrize("book", HOUSES)
def test_a_wrong_first_card_is_told_though_the_seat_flickers(book: str) -> None:
    scene = Scene(book).card("seat:2")
    card = scene.hole[2][0]
    scene.event("card.gone", tag=card, zone="seat:2").event("card.seen", tag=card, zone="seat:2").wait(1)
    assert scene.kinds() == ["misdeal.wrong_first_seat"]


@pytest.mark.parametrize("book", HOUSES)
def test_a_card_to_an_empty_chair_is_told_after_it_lasted(book: str) -> None:
    scene = Scene(book).deal([1, 2, 3]).event("card.draw", tag="9h", face="down")
    scene.event("card.seen", after=0.2, tag="9h", zone="seat:9").wait(0.1)
    assert scene.kinds() == []
    assert scene.wait(0.1).kinds() == ["misdeal.seat_not_entitled"]


@pytest.mark.parametrize("book", HOUSES)
def test_a_seat_is_not_dealt_out_while_a_card_is_unaccounted_for(book: str) -> None:
    scene = Scene(book).deal([1, 2, 3, 4, 5, 6, 1, 2, 3, 5, 6])
    unseen(scene).event("deal.end").wait(3)
    assert "misdeal.seat_dealt_out" not in scene.kinds()


@pytest.mark.parametrize("book", ["upt", "deltin", "tda-2024"])
def test_two_boxed_cards_count_though_no_seat_saw_them(book: str) -> None:
    scene = Scene(book).deal([1, 2, 3]).card(None, face="up").deal([4, 5]).card(None, face="up").wait(2)
    assert scene.kinds() == ["deal.boxed_card", "misdeal.boxed_cards"]


@pytest.mark.parametrize("book", HOUSES)
def test_four_flop_cards_of_which_one_is_not_seen_are_still_four(book: str) -> None:
    """The throat counted five after the deal: a burn and four."""
    scene = Scene(book).deal().calls(3, 4, 5, 6, 1).taps(2).sweep().burn()
    scene.card("board").card("board").card("board")
    card = scene.board[1]
    scene.event("card.gone", tag=card, zone="board").event("card.seen", tag=card, zone="board")
    scene.card("board").wait(1)
    assert scene.kinds() == ["board.four_card_flop"]


@pytest.mark.parametrize("book", HOUSES)
def test_a_ghost_of_a_fourth_flop_card_is_nothing(book: str) -> None:
    scene = Scene(book).deal().limp_to_flop()
    card = scene.hole[1][0]
    scene.event("card.seen", tag=card, zone="board").event("card.gone", after=0.12, tag=card, zone="board")
    assert scene.check_round().street().findings() == []


@pytest.mark.parametrize("book", HOUSES)
def test_a_third_board_card_that_no_antenna_saw_is_still_the_flop(book: str) -> None:
    scene = Scene(book).deal().calls(3, 4, 5, 6, 1).taps(2).sweep().burn().card("board").card("board")
    unseen(scene).wait(2).check_round().street().check_round()
    assert scene.findings("floor", "dealer") == []


# What a finding carries ---------------------------------------------------------------------------


def test_the_evidence_is_the_draw_and_the_read_that_placed_it() -> None:
    scene = Scene("deltin").deal([1, 2]).card("seat:8").wait(1)
    assert scene.found("misdeal.seat_not_entitled").evidence == [9, 10]


def test_a_finding_carries_the_time_of_the_read_that_proved_it() -> None:
    scene = Scene("deltin").deal([1, 2]).card("seat:8")
    read = scene.t
    assert scene.wait(5).found("misdeal.seat_not_entitled").t == read


def test_each_hand_counts_its_findings_from_one() -> None:
    scene = Scene("deltin").deal(boxed=[3, 7]).end()
    scene.shuffle()
    scene.start(1).deal(boxed=[3])
    assert [f.id for f in scene.findings()] == [
        "1:deal.boxed_card:1",
        "1:misdeal.boxed_cards:1",
        "2:deal.boxed_card:1",
    ]


@pytest.mark.parametrize("book", HOUSES)
def test_no_finding_of_the_deal_names_a_card(book: str) -> None:
    scene = Scene(book).deal([2, 9, 3, 4], shown=[3, 4], boxed=[2]).wait(1)
    named = {str(value) for finding in scene.findings() for value in finding.facts.values()}
    assert named.isdisjoint(tag for cards in scene.hole.values() for tag in cards)

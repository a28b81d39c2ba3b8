"""Stud's cards: shown, premature, extra and picked up, absent seats, the common card when the deck runs short."""

from __future__ import annotations

import pytest

from tests.table.houses import clauses, in_houses, only_finding
from tests.table.stud_table import Stud
from tests.table.test_stud import HANDS, SPLIT, called, in_stud_houses, posts, to_seventh, view

# Up cards are public ----------------------------------------------------------------------------------------


def up(scene: Stud) -> dict[int, list[str]]:
    """Return the up cards as the screens show them."""
    return {seat.seat: seat.up for seat in view(scene).seats if seat.in_hand}


@in_stud_houses
def test_the_third_to_the_sixth_card_lie_up(house):
    scene = Stud(house, HANDS).third()
    assert up(scene) == {1: ["2c"], 2: ["7d"], 3: ["Td"]}
    scene = to_seventh(house)
    assert up(scene) == {
        1: ["2c", "Kd", "Kc", "9h"],
        2: ["7d", "8d", "2d", "3c"],
        3: ["Td", "Tc", "5c", "6c"],
    }


@in_stud_houses
def test_a_card_that_is_seen_face_up_as_it_should_be_is_no_exposure(house):
    scene = Stud(house, HANDS).third(shown=[(1, 3), (2, 3), (3, 3)]).pushes(1, 5, 5, 5, 5).calls(2, 3)
    assert scene.findings() == []
    assert up(scene) == {1: ["2c"], 2: ["7d"], 3: ["Td"]}


def shown_unread(house: str, seat: int, number: int, missed: str) -> Stud:
    """A camera sees the dealer show this card of a seat, which ``missed``, the shoe or the seat's antenna, did not read."""
    scene = Stud(house, HANDS)
    for n in (1, 2, 3):
        for at in scene.entitled():
            tag, here = scene.comes(at), (at, n) == (seat, number)
            scene.event("card.draw", after=0.3, tag=None if here and missed == "shoe" else tag, face="down")
            if not here or missed == "shoe":
                scene.event("card.seen", after=0.2, tag=tag, zone=f"seat:{at}")
            if here:
                scene.event("card.face", after=0.05, zone=f"seat:{at}", face="up", by="dealer", count=1)
    return scene.wait(1)


@in_stud_houses
@pytest.mark.parametrize("missed", ["shoe", "antenna"])
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_a_card_that_came_face_up_as_it_should_be_is_no_exposure_though_it_was_not_read(house, seat, missed):
    assert shown_unread(house, seat, 3, missed).kinds() == []


@in_houses(english_arabic="33A(5); 33A", upt="15-32")
@pytest.mark.parametrize("missed", ["shoe", "antenna"])
def test_a_down_card_that_the_dealer_shows_is_a_misdeal_though_it_was_not_read(house, cites, missed):
    finding = only_finding(shown_unread(house, 3, 2, missed))
    assert (finding.kind, finding.seat, finding.cites) == ("misdeal.exposed", 3, cites)


@in_stud_houses
def test_an_up_card_that_came_face_down_is_not_shown(house):
    scene = Stud(house, HANDS).third()
    scene.event("card.face", zone="seat:3", face="down", by="dealer", tag="Td")
    assert up(scene)[3] == []


# Down cards that the dealer shows ----------------------------------------------------------------------------


@in_houses(english_arabic="33A(5); 33A", upt="15-32")
@pytest.mark.parametrize("number", [1, 2])
def test_one_of_the_first_two_cards_shown_by_the_dealer_is_a_misdeal(house, cites, number):
    scene = Stud(house, HANDS).third(shown=[(3, number)])
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.remedy) == ("misdeal.exposed", 3, "redeal")
    assert finding.cites == cites
    assert finding.facts["misdeal"] == "open"


@clauses("tda-2024 RP-10A")
def test_at_tda_it_is_the_players_up_card_and_his_third_comes_down():
    hands = {**HANDS, 3: ["Js", "2h", "Td"]}
    scene = Stud("tda-2024", {**hands, 1: ["As", "Ah", "3c"]}).third(shown=[(3, 2)])
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.remedy) == ("deal.exposed_card", 3, "plays_up")
    assert (finding.level, finding.cites) == ("dealer", ["RP-10A"])
    assert up(scene)[3] == ["2h"]
    assert view(scene).to_act == 1  # it is the lowest door card now
    assert posts(scene.calls(1))[0][:3] == (3, "third", 20)


def test_where_the_book_has_no_stud_rule_the_floor_decides():
    finding = only_finding(Stud("dpc", HANDS).third(shown=[(3, 1)]))
    assert (finding.kind, finding.level, finding.facts["silent"]) == ("deal.exposed_card", "floor", True)


@clauses("tda-2024 RP-10B")
def test_a_seventh_card_shown_by_the_dealer_is_replaced_where_betting_is_left():
    scene = called("tda-2024").deals(1, 2, 3).taps(3, 1, 2).sweep().deals(1, 2, 3).taps(1, 2, 3).sweep()
    scene.deals(1, 2, 3).taps(1, 2, 3).sweep().deals(1, 2)
    scene.event("card.face", zone="seat:2", face="up", by="dealer", tag=scene.hole[2][-1])
    finding = only_finding(scene)
    assert (finding.kind, finding.seat) == ("deal.exposed_card", 2)
    assert (finding.remedy, finding.cites) == ("replace_with_burn", ["RP-10B"])
    scene.move(scene.hole[2].pop(), "seat:2", "burn").deals(3, 2, burn=False)
    assert (view(scene).street, view(scene).to_act) == ("seventh", 1)
    assert {seat.seat: seat.cards for seat in view(scene).seats if seat.in_hand} == {1: 7, 2: 7, 3: 7}
    assert len(scene.findings()) == 1


@clauses("tda-2024 RP-10B")
def test_without_betting_left_the_last_card_is_dealt_down_and_a_slip_changes_nothing():
    scene = Stud("tda-2024", HANDS, stacks=110).third().says(2, "all_in").calls(3, 1).sweep()
    for _ in range(4):
        scene.deals(1, 2, 3)
    scene.event("card.face", zone="seat:3", face="up", by="dealer", tag=scene.hole[3][-1])
    assert "deal.exposed_card" not in scene.kinds()


# Cards that come too early, and burns -----------------------------------------------------------------------


def early(house: str) -> Stud:
    """Fourth street's betting is open, seat 3 to act, and the dealer burns and deals the first of fifth street."""
    return called(house).deals(1, 2, 3).taps(3).deals(1).wait(1)  # type: ignore[return-value]


@clauses("tda-2024 RP-5D")
def test_a_card_before_betting_is_over_goes_back_and_the_street_comes_without_another_burn():
    scene = early("tda-2024")
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.level) == ("board.premature", 1, "floor")
    assert (finding.cites, finding.facts["street"], finding.facts["waiting"]) == (
        ["RP-5D", "39D"],
        "fifth",
        [1],
    )
    tag = scene.hole[1].pop()
    scene.move(tag, "seat:1", "stub").event("stub", state="reshuffled").taps(1, 2).sweep()
    scene.deals(1, 2, 3, burn=False)
    assert view(scene).street == "fifth"
    assert {seat.seat: seat.cards for seat in view(scene).seats if seat.in_hand} == {1: 5, 2: 5, 3: 5}
    assert len(scene.findings()) == 1


@clauses("tda-2024 RP-5D")
def test_a_second_burn_after_it_is_one_too_many():
    scene = early("tda-2024")
    scene.move(scene.hole[1].pop(), "seat:1", "stub").event("stub", state="reshuffled").taps(1, 2).sweep()
    scene.deals(1, 2, 3)
    assert [f.kind for f in scene.findings("floor")] == ["board.premature", "board.extra_burn"]


@pytest.mark.parametrize("house", ["dpc", "english-arabic", "upt"])
def test_elsewhere_a_premature_card_is_for_the_floor(house):
    finding = only_finding(early(house))
    assert (finding.kind, finding.level) == ("board.premature", "floor")


@pytest.mark.parametrize("house", ["dpc", "english-arabic", "upt"])
def test_who_acts_on_a_street_that_lies_there_tells_that_the_last_check_before_it_was_not_heard(house):
    """Seat 2 checked fourth street unheard: the cards of fifth street seemed early, and seat 1 bets on them."""
    scene = called(house).deals(1, 2, 3).taps(3, 1).sweep().deals(1, 2, 3).wait(1)
    scene.says(1, "bet", 200).calls(2).says(3, "fold").sweep().deals(1, 2).wait(1)
    assert [f.kind for f in scene.findings("floor", "dealer")] == ["board.premature"]
    assert (view(scene).street, scene.actions("fourth")[-1]) == ("sixth", (2, "check", 0))
    assert scene.actions("fifth") == [(1, "bet", 200), (2, "call", 200), (3, "fold", 0)]


@in_stud_houses
def test_a_street_without_its_burn_is_told(house):
    scene = called(house).deals(1, 2, 3, burn=False)
    finding = scene.found("board.missing_burn")
    assert (finding.facts["street"], finding.level) == ("fourth", "floor")


@in_stud_houses
def test_every_street_has_one_burn(house):
    scene = to_seventh(house)
    assert scene.findings() == []
    assert view(scene).burns == 4


@clauses("upt 3 Misdeals 2(f)")
@in_stud_houses
def test_an_up_card_that_comes_before_a_neighbours_is_told_once_a_street(house):
    """No book has a word on later streets but UPT's, where two players have acted by then: play goes on."""
    scene = called(house).deals(2, 1, 3)
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.facts["expected"]) == ("misdeal.sequence", 2, 1)
    assert finding.remedy == ("play_on" if house == "upt" else "floor")
    assert finding.facts.get("silent", False) is (house != "upt")
    assert view(scene).street == "fourth"
    assert up(scene)[2] == ["7d", "8d"]


@in_stud_houses
def test_a_folded_hand_is_passed_over_in_order(house):
    """Seat 2 is out on fourth street: seat 3's card comes after seat 1's, and nothing is wrong with it."""
    scene = Stud(house, HANDS).third().pushes(1, 5, 5, 5, 5).folds(2).calls(3).sweep().deals(1, 3)
    assert scene.findings("floor", "dealer") == []


# Absent seats, hands that are dead ---------------------------------------------------------------------------


@clauses("tda-2024 RP-10C")
def test_a_dead_hand_gets_no_card_on_fourth_street():
    scene = (
        Stud("tda-2024", HANDS, states={2: "absent"})
        .third()
        .pushes(1, 5, 5, 5, 5)
        .calls(3)
        .sweep()
        .deals(1, 3)
    )
    assert [f.kind for f in scene.findings()] == ["hand.absent"]
    assert view(scene).street == "fourth"


@clauses("tda-2024 RP-10C")
def test_one_that_gets_a_card_all_the_same_is_told():
    scene = Stud("tda-2024", HANDS, states={2: "absent"}).third().pushes(1, 5, 5, 5, 5).calls(3).sweep()
    scene.deals(1, 2, 3)
    finding = scene.found("deal.extra_card")
    assert (finding.seat, finding.cites) == (2, ["RP-10C"])


# Up cards picked up ------------------------------------------------------------------------------------------


def lifts(scene: Stud, seat: int) -> Stud:
    """A player picks up his up cards and looks at them for a while."""
    for tag in list(scene.engine.hand.players[seat].up):
        scene.event("card.gone", after=0.1, tag=tag, zone=f"seat:{seat}")
    return scene.wait(2.5)


@in_houses(english_arabic="M21", tda_2024="66")
def test_up_cards_picked_up_facing_a_bet_kill_the_hand(house, cites):
    scene = lifts(called(house).deals(1, 2, 3).says(3, "bet"), 1)
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.remedy) == ("hand.mucked_live", 1, "kill_hand")
    assert finding.cites == cites
    assert (1, "dead", 0) in scene.actions("fourth")


@in_houses(english_arabic="M21", tda_2024="66")
def test_a_proper_fold_pushes_everything_forward(house, cites):
    scene = called(house).deals(1, 2, 3).says(3, "bet").folds(1).calls(2).sweep()
    assert scene.findings() == []
    assert scene.actions("fourth") == [(3, "bet", 100), (1, "fold", 0), (2, "call", 100)]


@pytest.mark.parametrize("house", ["dpc", "upt"])
def test_where_the_book_has_no_word_on_it_nothing_is_said(house):
    scene = lifts(called(house).deals(1, 2, 3).says(3, "bet"), 1)
    assert scene.findings("floor", "dealer") == []


# The deck runs short -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("house", SPLIT)
def test_one_common_card_serves_everybody_on_seventh_street(house):
    scene = called(house).deals(1, 2, 3).taps(3, 1, 2).sweep().deals(1, 2, 3).taps(1, 2, 3).sweep()
    scene.deals(1, 2, 3).taps(1, 2, 3).sweep().burn().card("board", tag="9s")
    assert (view(scene).street, view(scene).board, view(scene).to_act) == ("seventh", ["9s"], 1)
    scene.taps(1, 2, 3).sweep().tabled(1, 2, 3).award(1, 330)
    (hand,) = scene.end().hands()
    assert (hand.board, hand.winners[0].shares) == (["9s"], {1: 330})
    assert scene.kinds() == []


def to_a_short_stub(house: str) -> Stud:
    """Eight players check to the end of sixth street; one card is left, and the three burns go back to it."""
    scene = Stud(house, {}, seats=8).third()
    for street in range(4):
        if street:
            scene.deals(*range(1, 9))
        while (seat := view(scene).to_act) is not None:
            scene.calls(seat) if view(scene).to_call else scene.taps(seat)
        scene.sweep()
    burns = [told["tag"] for told in scene.log if told["type"] == "card.seen" and told["zone"] == "burn"]
    for tag in burns:
        scene.event("card.gone", tag=tag, zone="burn")
    scene.cards += burns
    return scene


@pytest.mark.parametrize("house", SPLIT)
def test_the_burns_that_lengthen_a_short_stub_were_burned_all_the_same(house):
    scene = to_a_short_stub(house).event("stub", after=6, state="reshuffled").burn().card("board").wait(2)
    assert scene.kinds() == []
    assert view(scene).street == "seventh"


@pytest.mark.parametrize("house", SPLIT)
def test_a_short_stub_that_was_lengthened_is_burned_from(house):
    scene = to_a_short_stub(house).event("stub", after=6, state="reshuffled").card("board").wait(2)
    assert scene.kinds() == ["board.missing_burn"]


# Early cards and cards too many ---------------------------------------------------------------------------


def early_on_fifth(house: str) -> tuple[Stud, str]:
    """Seat 2 has bet on fourth street when seat 1 gets a card of fifth; return that card too."""
    hands = {2: ["3c", "4h", "Ac", "Ad", "7d", "8c", "9c"]}
    scene = Stud(house, hands, seats=4).third()
    while (seat := view(scene).to_act) is not None:
        scene.calls(seat) if view(scene).to_call else scene.taps(seat)
    scene.sweep().deals(1, 2, 3, 4).says(2, "bet", 100).burn()
    scene.card("seat:1").wait(2)
    return scene, scene.hole[1][-1]


@pytest.mark.parametrize("house", ["dpc", "english-arabic", "upt"])
def test_who_folds_before_his_card_has_come_is_not_waited_for(house):
    scene, _ = early_on_fifth(house)
    scene.folds(3).calls(4, 1).sweep()
    for seat in (2, 4):
        scene.card(f"seat:{seat}", tag=scene.comes(seat))
    assert scene.wait(2).kinds() == ["board.premature"]
    assert (view(scene).street, view(scene).to_act) == ("fifth", 2)


@in_stud_houses
def test_an_early_card_that_goes_back_into_the_stub_is_dealt_again(house):
    scene, card = early_on_fifth(house)
    scene.move(card, "seat:1", "stub").folds(3).calls(4, 1).sweep().event("stub", state="reshuffled")
    for seat in (1, 2, 4):
        scene.card(f"seat:{seat}", tag=scene.comes(seat))
    assert scene.wait(2).kinds() == ["board.premature"]
    assert (view(scene).street, view(scene).to_act) == ("fifth", 2)
    scene.taps(2, 4, 1).sweep().deals(1, 2, 4)
    assert (view(scene).street, scene.kinds()) == ("sixth", ["board.premature"])


@clauses("upt 3 Irregularities 11", "upt 3 Dead hands 1(c)")
def test_at_the_tour_a_second_card_on_a_street_is_no_burn_any_more():
    found = only_finding(called("upt").deals(1, 1, 2, 3).wait(1))
    assert (found.kind, found.seat, found.remedy) == ("deal.extra_card", 1, "floor")
    assert (found.cites[0], found.facts["options"]) == ("3 Dead hands 1(c)", ["kill_hand"])

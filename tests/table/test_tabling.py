"""Hands turned up at the showdown: whole, in part, thrown away, killed."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import bets, facing
from tests.table.houses import clauses, every_house, in_houses
from tests.table.showdowns import (
    ACES,
    KINGS,
    QUEENS,
    STRAIGHT,
    called,
    checked,
    fives,
    line,
    river,
    shown,
    shows_one,
)  # fmt: skip

ALL_CARDS = {
    "deltin": "13A",
    "dpc": "Showdown 2A",
    "english_arabic": "12A",
    "tda_2024": "13A",
    "upt": "3 Showdown 1",
}
KING_ON_BOARD = ["2c", "7d", "9h", "Js", "Kc"]
OMAHA = {
    1: ["Ah", "As", "4c", "5d"],
    2: ["Kd", "Kh", "3c", "4d"],
}


@in_houses(**ALL_CARDS)
def test_one_card_of_two_is_not_tabled(house, cites):
    scene = called(house, {1: ACES, 2: KINGS}, ["2c", "7d", "9h", "Js", "Kc"])
    shows_one(scene, 1)
    assert line_of_winners(scene) is None
    scene = called(house, {1: ACES, 2: KINGS})
    found = shows_one(scene, 1).award(1, 1100).found("showdown.partly_tabled")
    assert (found.seat, found.level, found.remedy, found.cites[0]) == (1, "dealer", "table_all", cites[0])


@in_houses(**ALL_CARDS)
def test_who_is_paid_without_showing_while_another_hand_lies_there_has_to_table(house, cites):
    scene = called(house, {1: ACES, 2: KINGS}).tables(2).award(1, 1100)
    (found,) = scene.findings("floor", "dealer")
    assert (found.kind, found.seat, found.remedy) == ("showdown.partly_tabled", 1, "table_all")
    assert found.cites[0] == cites[0]
    assert [f.seat for f in scene.award(1, 1).findings("dealer")] == [1], "told once"


def test_where_the_book_is_silent_the_floor_says_whether_an_unseen_hand_is_paid():
    found = called("invitational", {1: ACES, 2: KINGS}).award(1, 1100).found("showdown.partly_tabled")
    assert (found.level, found.remedy, found.cites, found.facts["silent"]) == ("floor", "floor", [], True)


@every_house()
def test_nobody_has_to_table_once_the_other_hand_was_let_go(house):
    """It lies in the muck, or the dealer has it in his hand."""
    assert called(house, {1: ACES, 2: KINGS}).mucks(2).award(1, 1100).kinds() == []
    lifted = called(house, {1: ACES, 2: KINGS})
    for card in lifted.hole[2]:
        lifted.move(card, "seat:2")
    assert lifted.award(1, 1100).kinds() == []


@every_house()
def test_a_pot_that_goes_before_the_betting_is_over_asks_nobody_to_table(house):
    """A fold was not seen."""
    scene = facing(house, 400).folds(3, 4, 5, 6).award(1, 2800)
    assert "showdown.partly_tabled" not in scene.kinds()


def line_of_winners(scene):
    """Return the winners that the screens show."""
    (pot,) = shown(scene).pots
    return pot.winners


@in_houses(
    deltin="13A; 13A(1)",
    dpc="Showdown 2A; Showdown 2A(1)",
    tda_2024="13A; 13A(1)",
    english_arabic="12A",
    upt="3 Showdown 1",
)
def test_both_cards_up_are_tabled_and_win(house, cites):
    scene = called(house, {1: ACES, 2: QUEENS}).tables(1)
    assert line_of_winners(scene) is None
    assert line_of_winners(scene.tables(2)) == [1]
    assert [w.shares for w in line(scene.award(1, 1100)).winners] == [{1: 1100}]
    assert scene.kinds() == []


@in_houses(
    deltin="13A; 13A(1)", dpc="Showdown 2A; Showdown 2A(1)", tda_2024="13A; 13A(1)", english_arabic="12A"
)
def test_in_omaha_the_fourth_card_makes_it_tabled(house, cites):
    scene = called(house, OMAHA, ["2c", "7d", "9h", "Js", "Kc"], game="plo").tables(1)
    for card in range(3):
        shows_one(scene, 2, card)
    assert line_of_winners(scene) is None
    assert line_of_winners(shows_one(scene, 2, 3)) == [2]


@in_houses(deltin="13A(2)", dpc="Showdown 2A(2)", tda_2024="13A(2)")
def test_cards_flashed_and_pulled_back_were_not_tabled(house, cites):
    scene = called(house, {1: ACES, 2: QUEENS}).tables(2).tables(1)
    scene.event("card.face", after=0.3, zone="seat:1", face="down", by="player")
    assert line_of_winners(scene) is None
    assert line_of_winners(scene.tables(1)) == [1]


@every_house()
def test_cards_turned_down_after_they_could_be_read_were_tabled(house):
    scene = called(house, {1: ACES, 2: QUEENS}).tables(2).tables(1).wait(4)
    scene.event("card.face", zone="seat:1", face="down", by="player")
    assert line_of_winners(scene) == [1]


@every_house()
def test_cards_that_the_dealer_turns_down_were_tabled(house):
    scene = called(house, {1: ACES, 2: QUEENS}).tables(2).tables(1)
    scene.event("card.face", zone="seat:2", face="down", by="dealer")
    assert line_of_winners(scene) == [1]


# One card that wins, or the board ------------------------------------------------------------------------------


@in_houses(deltin="15A; 13A", dpc="Showdown 4A; Showdown 2A", tda_2024="15A; 13A")
def test_one_winning_card_is_told_to_table_the_rest(house, cites):
    scene = called(house, {1: ["Ac", "3d"], 2: QUEENS}, ["Ah", "7d", "9h", "Js", "Kc"])
    shows_one(scene.tables(2), 1)
    assert scene.kinds() == []
    (found,) = scene.wait(2.5).findings("dealer", "floor")
    assert (found.kind, found.seat, found.remedy, found.cites) == (
        "showdown.partly_tabled",
        1,
        "table_all",
        cites,
    )
    assert scene.wait(5).tables(1).award(1, 1100).kinds() == ["showdown.partly_tabled"]


@every_house()
def test_the_second_card_that_follows_at_once_is_no_finding(house):
    scene = called(house, {1: ["Ac", "3d"], 2: QUEENS}, ["Ah", "7d", "9h", "Js", "Kc"])
    assert scene.tables(2).tables(1).wait(4).award(1, 1100).kinds() == []


@every_house()
def test_one_card_that_does_not_win_yet_is_no_finding(house):
    scene = called(house, {1: ["3d", "Ac"], 2: QUEENS}, ["Ah", "7d", "9h", "Js", "Kc"])
    assert shows_one(scene.tables(2), 1).wait(4).kinds() == []


BOARD_PLAYS = {
    "deltin": "19; 13A",
    "dpc": "Showdown 8; Showdown 2A",
    "english_arabic": "16; 12A",
    "invitational": "7.6",
    "tda_2024": "19; 13A",
}


@in_houses(**BOARD_PLAYS)
def test_who_plays_the_board_has_no_share_until_every_card_is_tabled(house, cites):
    scene = called(house, {1: ACES, 2: QUEENS}, STRAIGHT).tables(1)
    shows_one(scene, 2).wait(3)
    (found,) = scene.findings("dealer", "floor")
    assert (found.kind, found.seat, found.remedy, found.cites) == (
        "showdown.partly_tabled",
        2,
        "table_all",
        cites,
    )
    assert line_of_winners(scene) is None
    assert sorted(line_of_winners(scene.tables(2))) == [1, 2]
    assert scene.award(1, 550).award(2, 550).kinds() == ["showdown.partly_tabled"]


@in_houses(
    deltin="19",
    dpc="Showdown 8",
    english_arabic="16",
    tda_2024="19",
    invitational="7.6; 6.6(d)",
    upt="5 Holdem 9 s1-2; 3 Showdown 1",
)
def test_who_mucks_both_cards_has_no_claim_to_a_board_that_plays(house, cites):
    scene = called(house, {1: ACES, 2: QUEENS}, STRAIGHT).tables(1).mucks(2).award(1, 550).award(2, 550)
    (found,) = scene.findings("floor")
    assert (found.kind, found.seat, found.remedy) == ("pot.award_wrong", 2, "correct_award")
    assert found.cites[: len(cites)] == cites
    assert found.facts["due"] == {1: 1100}


@clauses("upt 5 Holdem 9 s3")
def test_in_a_tournament_the_board_is_no_claim_without_showing_when_asked():
    scene = called("upt", {1: ACES, 2: QUEENS}, STRAIGHT).tables(1)
    scene.event("request", seat=1, what="see_hand", of=2).mucks(2).award(1, 550).award(2, 550)
    found = scene.found("pot.award_wrong")
    assert (found.seat, found.cites[0]) == (2, "5 Holdem 9")
    scene = called("upt", {1: ACES, 2: QUEENS}, STRAIGHT).tables(1)
    scene.event("request", seat=1, what="see_hand", of=2).tables(2).award(1, 550).award(2, 550)
    assert scene.kinds() == []


@clauses("upt 5 Intro s4-5")
@every_house()
def test_the_board_may_be_the_best_hand_of_two(house):
    scene = called(house, {1: ACES, 2: QUEENS}, STRAIGHT).tables(1).tables(2)
    assert {tuple(sorted(five)) for five in fives(scene).values()} == {tuple(sorted(STRAIGHT))}
    hand = line(scene.award(1, 550).award(2, 550))
    assert [w.shares for w in hand.winners] == [{1: 550, 2: 550}]


# Hands thrown away ----------------------------------------------------------------------------------------------

MUCKED = {
    "deltin": "13B",
    "dpc": "Showdown 2B",
    "english_arabic": "12B",
    "tda_2024": "13B",
}


@in_houses(**MUCKED)
def test_a_hand_mucked_after_one_card_was_shown_is_for_the_floor(house, cites):
    scene = shows_one(called(house, {1: ACES, 2: QUEENS}), 1).mucks(1)
    (found,) = scene.findings("dealer", "floor")
    assert (found.kind, found.seat, found.level, found.remedy) == (
        "showdown.partly_tabled",
        1,
        "floor",
        "floor",
    )
    assert (found.cites[0], found.facts["options"]) == (cites[0], ["restore", "kill_hand"])
    hand = line(scene.award(2, 1100))
    assert [w.shares for w in hand.winners] == [{2: 1100}]


@in_houses(**MUCKED)
def test_the_floor_finds_that_it_was_read_and_it_wins(house, cites):
    scene = shows_one(called(house, {1: ACES, 2: QUEENS}), 1)
    cards = list(scene.hole[1])
    scene.mucks(1).rules("restore", finding=scene.found("showdown.partly_tabled").id)
    for card in cards:
        scene.move(card, "muck").event("card.seen", tag=card, zone="seat:1", face="up")
    hand = line(scene.tables(2).award(1, 1100))
    assert [w.shares for w in hand.winners] == [{1: 1100}]
    assert scene.kinds() == ["showdown.partly_tabled"]


@clauses("deltin 13B", "dpc Showdown 2B", "tda-2024 13B")
@every_house()
def test_a_hand_half_shown_that_still_lies_at_its_seat_may_be_tabled(house):
    scene = shows_one(called(house, {1: ["3d", "Ah"], 2: QUEENS}), 1).wait(5).tables(2)
    hand = line(scene.tables(1).award(2, 1100))
    assert [w.shares for w in hand.winners] == [{2: 1100}]
    assert scene.kinds() == []


LOOSE = {"deltin": "14", "dpc": "Showdown 3", "english_arabic": "13", "tda_2024": "14"}


@in_houses(**LOOSE)
def test_cards_let_go_face_down_that_are_not_in_the_muck_may_still_be_tabled(house, cites):
    scene = called(house, {1: ACES, 2: QUEENS}).tables(2)
    for card in scene.hole[1]:
        scene.move(card, "seat:1")
    found = scene.wait(2.5).found("showdown.live_cards")
    assert (found.seat, found.level, found.remedy, found.cites) == (1, "info", "may_be_tabled", cites)
    hand = line(scene.tables(1).award(1, 1100))
    assert [w.shares for w in hand.winners] == [{1: 1100}]
    assert scene.kinds() == []


@in_houses(**LOOSE)
def test_once_they_are_in_the_muck_they_are_dead(house, cites):
    scene = called(house, {1: ACES, 2: QUEENS})
    cards = list(scene.hole[1])
    scene.mucks(1).tables(2)
    for card in cards:
        scene.event("card.face", zone="muck", face="up", tag=card)
    assert line_of_winners(scene) == [2]
    assert [w.shares for w in line(scene.award(2, 1100)).winners] == [{2: 1100}]


KILLED = {"deltin": "13C", "dpc": "Showdown 2C", "english_arabic": "12A s3", "tda_2024": "13C"}


@in_houses(**KILLED)
def test_the_dealer_cannot_kill_a_tabled_winner(house, cites):
    scene = called(house, {1: ACES, 2: QUEENS}).tables(1).tables(2).mucks(1)
    (found,) = scene.findings("dealer", "floor")
    assert (found.kind, found.seat, found.remedy, found.cites) == (
        "showdown.winner_killed",
        1,
        "restore",
        cites,
    )
    assert [w.shares for w in line(scene.award(1, 1100)).winners] == [{1: 1100}]


@in_houses(upt="3 Showdown 2 s1-2")
def test_a_tabled_winner_let_go_before_the_declaration_is_told_to_the_floor(house, cites):
    scene = called(house, {1: ACES, 2: QUEENS}).tables(1).tables(2).mucks(1)
    (found,) = scene.findings("dealer", "floor")
    assert (found.kind, found.seat, found.remedy, found.cites) == (
        "showdown.winner_killed",
        1,
        "floor",
        cites,
    )
    assert found.facts["options"] == ["restore", "kill_hand"]
    assert [w.shares for w in line(scene.award(1, 1100)).winners] == [{1: 1100}]


@every_house("upt")
def test_a_tabled_loser_may_be_taken_in(house):
    scene = checked(house, {1: ACES, 2: QUEENS, 3: KINGS}, ["2c", "7d", "9h", "Js", "4c"])
    scene.tables(1).tables(2).tables(3).mucks(2).mucks(3)
    assert [w.shares for w in line(scene.award(1, 300)).winners] == [{1: 300}]
    assert scene.kinds() == []


@every_house("upt")
def test_a_hand_of_which_a_card_was_never_read_is_not_taken_for_let_go(house):
    """Seat 1's second card was counted by the shoe alone; its hand is turned up and taken in, and wins."""
    scene = river(house, {1: ACES, 2: QUEENS})
    unread = Scene(house, seats=3, button=3)
    for entry in scene.log[len(unread.log) :]:
        fields = {key: value for key, value in entry.items() if key not in ("t", "type")}
        if entry["type"] == "card.draw" and entry["tag"] == ACES[1]:
            fields["tag"] = None
        if fields.get("tag") != ACES[1]:
            unread.event(entry["type"], after=max(0.0, entry["t"] - unread.t), **fields)
    unread.hole, unread.board = {1: ACES[:1], 2: QUEENS}, scene.board
    bets(unread, 1, "bet", 400).says(2, "call").folds(3).sweep().tables(1).tables(2).wait(3)
    assert unread.mucks(1).kinds() == []
    assert unread.award(1, 1100).kinds() == []
    assert line(unread).winners is None


# The bettor who discards -----------------------------------------------------------------------------------------

EARLY = {"deltin": "15B", "dpc": "Showdown 4B", "tda_2024": "15B"}


def discards(house: str):
    """Seat 1 has bet 400 on the river and throws his hand away while two are still to act."""
    return bets(river(house, {1: ACES, 2: QUEENS, 3: KINGS}), 1, "bet", 400).mucks(1)


@in_houses(**EARLY)
def test_a_bettor_who_discards_with_a_live_opponent_is_for_the_floor(house, cites):
    (found,) = discards(house).findings("dealer", "floor")
    assert (found.kind, found.seat, found.level, found.remedy) == (
        "showdown.premature_discard",
        1,
        "floor",
        "floor",
    )
    assert (found.cites, found.facts["options"]) == (cites, ["restore", "kill_hand"])


@in_houses(**EARLY)
def test_once_his_hand_is_dead_the_uncalled_bet_comes_back_and_called_bets_stay(house, cites):
    scene = discards(house)
    scene.rules("kill_hand", finding=scene.findings("floor")[0].id).says(2, "fold")
    hand = line(scene)
    assert (hand.returned, [w.shares for w in hand.winners]) == ({1: 400}, [{3: 300}])
    assert hand.stacks == {1: 9900, 2: 9900, 3: 10_200}


@pytest.mark.parametrize("back", ["pushed with the pot", "pulled", "left to the dealer"])
@pytest.mark.parametrize("house", ["deltin", "dpc", "tda-2024"])
def test_who_folded_to_the_bet_before_its_hand_was_killed_has_folded_to_a_bet(house, back):
    """Seat 2 folds to the bet; then the bettor lets his hand go with seat 3 still to act."""
    scene = bets(river(house, {1: ACES, 2: QUEENS, 3: KINGS}), 1, "bet", 400).says(2, "fold").mucks(2)
    scene.mucks(1).wait(1)
    scene.rules("kill_hand", finding=scene.findings("floor")[0].id).award(3, 300)
    if back == "pushed with the pot":
        scene.award(1, 400)
    elif back == "pulled":
        scene.pulls(1, 100, 100, 100, 100)
    hand = line(scene)
    assert scene.kinds() == ["showdown.premature_discard"]
    assert (hand.returned, hand.stacks) == ({1: 400}, {1: 9900, 2: 9900, 3: 10_200})


@pytest.mark.parametrize("house", ["deltin", "dpc", "tda-2024"])
def test_more_than_the_uncalled_bet_to_a_hand_that_was_killed_is_told(house):
    scene = discards(house)
    scene.rules("kill_hand", finding=scene.findings("floor")[0].id).says(2, "fold").award(1, 700)
    assert "pot.award_wrong" in scene.kinds()


@every_house()
def test_losing_hands_are_gathered_before_the_pot_goes_and_the_last_call_is_not_swept_yet(house):
    """Seat 3 called last and wins: without its call seat 2 would have won a side pot of seats 1 and 2."""
    scene = river(house, {1: QUEENS, 2: ACES, 3: KINGS}, KING_ON_BOARD)
    scene.pushes(1, 500).says(2, "call").pushes(2, 500).says(3, "call").pushes(3, 500)
    scene.tables(1).tables(2).tables(3).wait(2).mucks(1).wait(1).mucks(2).wait(1)
    assert line(scene.award(3, 1800)).winners[0].shares == {3: 1800}
    assert scene.kinds() == []

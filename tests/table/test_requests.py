"""What players ask for: another's hand, a count, the pot, a ruling on a pot; and until when."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import bets, facing, flop
from tests.table.houses import clauses, every_house, in_houses
from tests.table.showdowns import ACES, KINGS, LOW, QUEENS, called, checked, dealt, line, river, shown

# Another's hand ----------------------------------------------------------------------------------------------------

LOST = {
    "deltin": "18A",
    "dpc": "Showdown 7A",
    "english_arabic": "17",
    "tda_2024": "18A",
}


def asks(scene: Scene, seat: int, of: int | None = None, what: str = "see_hand") -> Scene:
    """A player asks."""
    fields = {} if of is None else {"of": of}
    return scene.event("request", seat=seat, what=what, **fields)


@in_houses(**LOST)
def test_who_mucked_untabled_may_not_ask_for_a_hand(house, cites):
    scene = asks(called(house, {1: ACES, 2: QUEENS}).mucks(2), 2, 1)
    found = scene.found("request.refused")
    assert (found.seat, found.level, found.remedy, found.cites) == (2, "info", "no_action", cites)
    assert (found.facts["what"], found.facts["of"]) == ("see_hand", 1)


@in_houses(**LOST)
def test_who_folded_may_not_ask_either_nor_anybody_before_the_showdown(house, cites):
    assert asks(called(house, {}), 3, 1).found("request.refused").cites == cites
    assert asks(bets(river(house, {}), 1, "bet", 400), 2, 1).found("request.refused").cites == cites


SEES = {"deltin": "18B", "dpc": "Showdown 7B", "tda_2024": "18B"}


@in_houses(**SEES)
def test_a_caller_who_keeps_his_cards_has_the_aggressors_hand_seen(house, cites):
    found = asks(called(house, {1: ACES, 2: QUEENS}), 2, 1).found("request.granted")
    seen = "show_hand" if house == "deltin" else "table_hands"
    assert (found.seat, found.level, found.remedy, found.cites) == (2, "info", seen, cites)
    assert called(house, {1: ACES, 2: QUEENS}).tables(2).kinds() == []


@in_houses(**SEES)
def test_another_callers_hand_is_for_the_director(house, cites):
    scene = bets(river(house, {}), 1, "bet", 400).calls(2, 3).sweep()
    found = asks(scene, 2, 3).found("request.refused")
    assert (found.level, found.remedy, found.cites) == ("floor", "floor", cites)
    assert found.facts["options"] == ["grant", "refuse"]


@in_houses(**SEES)
def test_with_no_bet_on_the_river_every_request_is_for_the_director(house, cites):
    found = asks(checked(house, {}), 2, 1).found("request.refused")
    assert (found.remedy, found.cites) == ("floor", cites)


@clauses("english-arabic 17")
def test_where_the_book_gives_no_right_the_floor_decides():
    found = asks(called("english-arabic", {1: ACES, 2: QUEENS}), 2, 1).found("request.refused")
    assert (found.level, found.remedy, found.cites, found.facts["silent"]) == ("floor", "floor", [], True)


def test_the_home_tournament_says_nothing_of_such_requests():
    assert asks(called("invitational", {1: ACES, 2: QUEENS}), 2, 1).kinds() == []


@in_houses(upt="3 Showdown 5 s1-2")
def test_any_player_dealt_in_may_ask_for_a_hand_of_the_showdown(house, cites):
    scene = asks(called(house, {1: ACES, 2: QUEENS}).tables(1).mucks(2), 3, 2)
    found = scene.found("request.granted")
    assert (found.seat, found.remedy, found.cites, found.facts["asked"]) == (3, "table_hands", cites, 1)


@in_houses(upt="3 Showdown 5 s1-2")
def test_a_hand_that_folded_before_took_no_part(house, cites):
    found = asks(called(house, {1: ACES, 2: QUEENS}), 1, 3).found("request.refused")
    assert (found.remedy, found.cites) == ("no_action", cites)


@in_houses(upt="3 Showdown 5 s1-2")
def test_how_often_a_seat_has_asked_on_the_level_is_told(house, cites):
    scene = called(house, {1: ACES, 2: QUEENS})
    for _ in range(4):
        asks(scene, 3, 2)
    scene.award(1, 1100).end()
    scene.shuffle()
    scene.start(button=1).deal()
    bets(scene, 1, "raise", 400).says(2, "fold").says(3, "call").sweep().street(3)
    for _ in range(2):
        scene.taps(3, 1).sweep().street()
    asks(scene.taps(3, 1).sweep(), 3, 1)
    assert scene.found("request.granted", 5).facts["asked"] == 5
    scene.event("level", small=100, big=200)
    assert asks(scene, 3, 1).found("request.granted", 6).facts["asked"] == 1


def turned_up_in_the_muck(asker: int) -> Scene:
    """Seat 1 tabled kings, seat 2 mucked aces untabled; ``asker`` has the mucked hand turned up."""
    scene = called("upt", {1: KINGS, 2: ACES}, ["2c", "7d", "9h", "Js", "4c"]).tables(1)
    cards = list(scene.hole[2])
    asks(scene.mucks(2), asker, 2)
    for card in cards:
        scene.event("card.face", zone="muck", face="up", tag=card)
    return scene


@in_houses(upt="3 Showdown 5 s3-4")
def test_asked_for_by_the_winner_a_better_hand_wins(house, cites):
    assert shown(turned_up_in_the_muck(1)).pots[0].winners == [2]
    assert [w.shares for w in line(turned_up_in_the_muck(1).award(2, 1100)).winners] == [{2: 1100}]


@in_houses(upt="3 Showdown 5 s3-4")
def test_asked_for_by_another_a_better_hand_stays_dead(house, cites):
    assert shown(turned_up_in_the_muck(3)).pots[0].winners == [1]
    assert [w.shares for w in line(turned_up_in_the_muck(3).award(1, 1100)).winners] == [{1: 1100}]


# Counts --------------------------------------------------------------------------------------------------------------

COUNT = {
    "deltin": "60",
    "dpc": "Bets 21",
    "english_arabic": "M16",
    "tda_2024": "60",
}


def facing_all_in(house: str) -> Scene:
    """On the flop seat 1 is all-in for 9600; seat 2 is to act."""
    return flop(house, stacks=10_000).says(1, "all_in")


@in_houses(**COUNT)
def test_facing_an_all_in_on_turn_a_count_is_given(house, cites):
    found = asks(facing_all_in(house), 2, 1, "count").found("request.granted")
    assert (found.seat, found.remedy, found.cites) == (2, "show_count", cites)
    assert (found.facts["seat"], found.facts["amount"]) == (1, 9600)


@in_houses(deltin="60", dpc="Bets 21", tda_2024="60")
def test_before_ones_turn_it_is_refused(house, cites):
    found = asks(facing_all_in(house), 3, 1, "count").found("request.refused")
    assert (found.seat, found.remedy, found.cites) == (3, "no_action", cites)


@in_houses(english_arabic="M16")
def test_where_no_turn_is_asked_for_it_is_given_at_once(house, cites):
    assert asks(facing_all_in(house), 3, 1, "count").found("request.granted").cites == cites


@in_houses(**COUNT)
def test_facing_an_ordinary_bet_it_is_refused(house, cites):
    found = asks(facing(house, 400), 2, 1, "count").found("request.refused")
    assert (found.remedy, found.cites) == ("no_action", cites)


@in_houses(upt="2 Procedures 10")
def test_where_chips_lie_in_full_view_the_counted_stack_is_given(house, cites):
    found = asks(flop(house), 3, 6, "count").found("request.granted")
    assert (found.cites, found.facts["seat"], found.facts["amount"]) == (cites, 6, 99_600)


# The pot -------------------------------------------------------------------------------------------------------------

NO_POT = {
    "deltin": "53A",
    "dpc": "Bets 15A",
    "english_arabic": "M11",
    "tda_2024": "54A",
    "upt": "14 Intro s5-6",
}


@in_houses(**NO_POT)
def test_at_no_limit_the_pot_is_never_given(house, cites):
    scene = asks(facing(house, 400), 2, None, "count")
    assert scene.engine.view().pot is None
    assert not any("pot" in finding.facts for finding in scene.findings())


@clauses("deltin 53A", "dpc Bets 15A", "english-arabic M11", "tda-2024 54A")
@every_house("upt", "invitational")
def test_at_pot_limit_the_pot_is_given(house):
    game = "plhe" if house == "upt" else "plo"
    scene = Scene(house, game=game).deal().says(3, "raise", 300).says(4, "call").says(5, "fold")
    assert scene.engine.view().pot == 750


@clauses("upt 14 Intro s5-6")
def test_at_pot_limit_the_most_one_may_bet_is_shown():
    scene = Scene("upt", game="plhe").deal()
    assert (scene.engine.view().pot, scene.engine.view().max_to) == (150, 350)
    assert Scene("upt").deal().engine.view().max_to is None


@in_houses(tda_2024="RP-21; 54A")
def test_the_pot_may_be_spread_and_no_total_said(house, cites):
    found = asks(facing(house, 400), 2, None, "count").found("pot.count")
    assert (found.level, found.remedy, found.cites) == ("info", "spread_pot", cites)
    assert found.facts == {"misdeal": "none"}


# Pot-limit's most ----------------------------------------------------------------------------------------------------


@clauses("deltin 53B", "dpc Bets 15B", "tda-2024 54B")
@pytest.mark.parametrize("house", ["deltin", "dpc", "tda-2024"])
def test_a_short_all_in_blind_leaves_the_most_unchanged(house):
    scene = Scene(
        house, game="plo", blinds=(100, 200), stacks={**dict.fromkeys(range(1, 7), 10_000), 2: 120}
    ).deal()
    assert scene.engine.view().max_to == 700
    assert bets(scene, 3, "raise", 900).found("bet.over_limit").facts["to"] == 700


@clauses("tda-2024 54B")
def test_a_dead_small_blind_counts_as_if_it_were_in():
    scene = Scene("tda-2024", game="plo", blinds=(300, 600), start=False)
    scene.start(small_blind=None, big_blind=2).deal()
    assert scene.engine.view().max_to == 2100
    assert bets(scene, 3, "raise", 2100).engine.view().max_to == 7200


@clauses("deltin 53B", "dpc Bets 15B", "tda-2024 54C")
@pytest.mark.parametrize("house", ["deltin", "dpc", "tda-2024"])
def test_after_the_flop_the_pot_as_it_is_counts(house):
    scene = Scene(
        house, game="plo", blinds=(100, 200), stacks={**dict.fromkeys(range(1, 7), 10_000), 2: 120}
    ).deal()
    scene.calls(3).folds(4, 5).calls(6).folds(1).sweep().flop().wait(1)
    assert scene.engine.view().pot == scene.engine.view().max_to == 620


# Disputes ------------------------------------------------------------------------------------------------------------

DISPUTE = {
    "deltin": "22",
    "dpc": "Showdown 11",
    "english_arabic": "20",
    "invitational": "7.7",
    "tda_2024": "22",
    "upt": "2 Decision-making 5",
}
ACCOUNTING = {house: cite for house, cite in DISPUTE.items() if house in ("deltin", "dpc", "tda_2024")}
AT_ONCE = {house: cite for house, cite in DISPUTE.items() if house not in ACCOUNTING}


def next_hand(house: str) -> Scene:
    """Seat 1 won a pot; the next hand's first riffle is done, button at seat 1."""
    scene = called(house, {1: ACES, 2: LOW}).tables(1).mucks(2).award(1, 1100).end()
    scene.shuffle()
    return scene.start(button=1)


@in_houses(**DISPUTE)
def test_before_the_next_hand_a_dispute_is_heard(house, cites):
    scene = called(house, {1: ACES, 2: LOW}).tables(1).mucks(2).award(1, 1100)
    assert asks(scene, 2, None, "dispute").found("request.granted").cites == cites
    found = asks(scene.end(), 2, 1, "dispute").found("request.granted", 2)
    assert (found.level, found.remedy, found.cites) == ("info", "hear_dispute", cites)


@in_houses(**DISPUTE)
def test_once_the_next_hand_has_begun_how_a_hand_was_read_stands(house, cites):
    found = asks(next_hand(house), 2, 1, "dispute").found("request.refused")
    assert (found.seat, found.remedy, found.cites) == (2, "no_action", cites)
    assert found.facts["what"] == "dispute"


@in_houses(**ACCOUNTING)
def test_a_wrong_count_is_heard_until_substantial_action(house, cites):
    scene = next_hand(house).deal().says(1, "call")
    assert asks(scene, 2, None, "dispute").found("request.granted").cites == cites
    scene.says(2, "fold")
    assert asks(scene, 2, None, "dispute").found("request.refused").cites == cites


@in_houses(**AT_ONCE)
def test_elsewhere_a_wrong_count_too_is_too_late_at_the_riffle(house, cites):
    assert asks(next_hand(house), 2, None, "dispute").found("request.refused").cites == cites


@clauses("tda-2024 35E s4")
def test_a_fouled_deck_found_in_the_next_hand_changes_nothing_before():
    """Two equal cards come in hand 2: it is void, hand 1 stands, and a claim about hand 1 is too late."""
    deck = {f"T{n:02}": card for n, card in enumerate(sorted(Scene("tda-2024").cards))}
    deck["T53"] = "As"
    scene = Scene("tda-2024", seats=3, button=3, deck=deck)
    aces = [tag for tag, card in deck.items() if card == "As"]
    scene.cards = [tag for tag in scene.cards if tag not in aces]
    scene.deal().folds(3, 1).award(2, 150).end()
    stacks = scene.hands()[0].stacks
    scene.shuffle([tag for tag in deck if tag not in aces])
    scene.cards += aces
    scene.start(button=1).deal()
    assert scene.found("deck.duplicate").hand == 2
    assert asks(scene, 1, 2, "dispute").found("request.refused").cites == ["22"]
    hands = scene.end().hands()
    assert hands[1].void
    assert hands[1].stacks == stacks == hands[0].stacks


@in_houses(upt="2 Decision-making 3")
def test_the_floor_hears_how_long_ago_it_was_and_what_was_done_since(house, cites):
    scene = Scene(house).deal(boxed=[4, 9])
    scene.says(3, "call").says(4, "call").says(5, "fold").event("floor.call", by="dealer")
    found = scene.found("dispute.timing")
    earlier = scene.found("misdeal.boxed_cards")
    assert (found.level, found.remedy, found.cites, found.facts["of"]) == (
        "info",
        "tell_floor",
        cites,
        earlier.id,
    )
    assert (found.facts["actions"], found.facts["since"]) == (2, round(scene.t - earlier.t, 1))


@clauses("tda-2024 RP-14")
def test_where_no_rule_covers_it_a_draw_is_one_of_the_floors_options():
    scene = dealt("tda-2024", {}).limp_to_flop()
    scene.check_round().sweep().street(burn=False).taps(1)
    (found,) = scene.findings("floor")
    assert (found.remedy, found.cites, found.facts["silent"]) == ("floor", [], True)
    assert found.facts["options"] == ["random_draw"]
    assert scene.actions("turn") == []


@clauses("upt 2 Decision-making 6")
def test_a_pot_pushed_wrong_is_rebuilt_from_the_betting_when_asked_in_time():
    scene = called("upt", {1: LOW, 2: KINGS}).tables(1).tables(2).award(1, 1100).end()
    found = scene.found("pot.award_wrong")
    assert (found.facts["due"], found.facts["awarded"]) == ({2: 1100}, {1: 1100})
    assert "2 Decision-making 6" in found.cites
    assert asks(scene, 2, None, "dispute").found("request.granted").remedy == "hear_dispute"

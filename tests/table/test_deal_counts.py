"""How many cards each seat holds when the deal is over: too few, too many, the button's missing one."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from tests.table.houses import clauses, every_house

ROUND = [1, 2, 3, 4, 5, 6]
COUNT = {"invitational": "9.6(d)", "upt": "3 Misdeals 2(e)", "tda-2024": "35A(5)"}
"""Houses in which a wrong number of cards is a misdeal."""
SILENT_ON_COUNT = ("deltin", "english-arabic", "dpc")
MISSING_CARD = {"deltin": "37", "dpc": "Dealing 3", "tda-2024": "37", "upt": "3 Misdeals 2(e)"}
"""Houses that give the button its missing card."""


def flop_without_burn(scene: Scene) -> Scene:
    """Everybody calls; three cards come and no further burn."""
    *callers, big = [*scene.entitled()[2:], *scene.entitled()[:2]]
    return scene.calls(*callers).taps(big).sweep().flop(burn=False).check_round()


# Too few ------------------------------------------------------------------------------------------


@clauses("invitational 9.6(d)", "upt 3 Misdeals 2(e)", "tda-2024 35A(5)")
@pytest.mark.parametrize(("book", "cite"), COUNT.items())
def test_a_seat_with_one_card_is_a_misdeal(book: str, cite: str) -> None:
    scene = Scene(book).deal([*ROUND, 1, 2, 4, 5, 6]).event("deal.end")
    assert scene.kinds() == ["misdeal.card_count"]
    found = scene.found("misdeal.card_count")
    assert (found.seat, found.remedy, found.cites[0]) == (3, "redeal", cite)
    assert (found.facts["cards"], found.facts["due"]) == (1, 2)
    assert found.evidence == [9, 10]


@pytest.mark.parametrize("book", SILENT_ON_COUNT)
def test_three_houses_do_not_say_what_a_wrong_number_is(book: str) -> None:
    scene = Scene(book).deal([*ROUND, 1, 2, 4, 5, 6]).event("deal.end")
    found = scene.found("misdeal.card_count")
    assert scene.kinds() == ["misdeal.card_count"]
    assert (found.seat, found.remedy, found.cites, found.facts["silent"]) == (3, "floor", [], True)


@pytest.mark.parametrize(("book", "cite"), COUNT.items())
def test_the_first_act_ends_the_deal_and_the_counts_are_judged(book: str, cite: str) -> None:
    scene = Scene(book).deal([*ROUND, 1, 2, 4, 5, 6]).wait(5)
    assert scene.findings() == []
    scene.says(3, "call").wait(1.1)
    found = scene.found("misdeal.card_count")
    assert (found.seat, found.remedy, found.cites[0]) == (3, "redeal", cite)


@pytest.mark.parametrize("book", [*COUNT, *SILENT_ON_COUNT])
def test_at_omaha_three_cards_are_one_too_few(book: str) -> None:
    scene = Scene(book, game="plo").deal([*ROUND, *ROUND, *ROUND, 1, 3, 4, 5, 6]).event("deal.end")
    found = scene.found("misdeal.card_count")
    assert scene.kinds() == ["misdeal.card_count"]
    assert (found.seat, found.facts["cards"], found.facts["due"]) == (2, 3, 4)


# The button's missing card ------------------------------------------------------------------------


@clauses("deltin 37", "dpc Dealing 3", "tda-2024 37", "upt 3 Misdeals 2(e)")
@pytest.mark.parametrize(("book", "cite"), MISSING_CARD.items())
def test_a_button_short_of_a_card_is_given_it(book: str, cite: str) -> None:
    scene = Scene(book).deal([*ROUND, 1, 2, 3, 4, 5]).event("deal.end")
    assert scene.kinds() == ["deal.button_short"]
    found = scene.found("deal.button_short")
    assert (found.seat, found.remedy, found.level, found.cites[0]) == (6, "deal_missing", "dealer", cite)
    assert (found.facts["cards"], found.facts["due"], found.facts["misdeal"]) == (1, 2, "none")
    scene.card("seat:6").limp_to_flop().check_round().street()
    assert scene.kinds() == ["deal.button_short"]


@pytest.mark.parametrize("book", [*MISSING_CARD, "english-arabic", "invitational"])
def test_a_last_card_that_comes_late_to_the_button_is_the_deal_going_on(book: str) -> None:
    scene = Scene(book).deal([*ROUND, 1, 2, 3, 4, 5]).wait(20).card("seat:6").event("deal.end")
    assert scene.limp_to_flop().findings("floor", "dealer") == []


@pytest.mark.parametrize(("book", "cite"), [("invitational", "9.6(d)"), ("english-arabic", None)])
def test_elsewhere_a_short_button_is_a_wrong_number_like_any(book: str, cite: str | None) -> None:
    scene = Scene(book).deal([*ROUND, 1, 2, 3, 4, 5]).event("deal.end")
    assert scene.kinds() == ["misdeal.card_count"]
    found = scene.found("misdeal.card_count")
    assert (found.seat, found.remedy) == (6, "floor" if cite is None else "redeal")
    assert found.cites[:1] == ([] if cite is None else [cite])


@clauses("deltin 37", "dpc Dealing 3", "tda-2024 37")
@pytest.mark.parametrize("book", ["deltin", "dpc", "tda-2024"])
def test_the_button_is_given_its_card_even_after_two_callers(book: str) -> None:
    """37: even after substantial action, as long as the button has not acted."""
    scene = Scene(book).deal([*ROUND, 1, 2, 3, 4, 5]).calls(3, 4)
    assert scene.kinds() == ["deal.button_short"]
    scene.card("seat:6").calls(5, 6, 1).taps(2).sweep().flop().check_round()
    assert scene.kinds() == ["deal.button_short"]
    assert (6, "call", 100) in scene.actions("preflop")


@clauses("deltin 37", "dpc Dealing 3", "tda-2024 37", "upt 3 Dead hands 1(c)")
@pytest.mark.parametrize("book", ["deltin", "dpc", "tda-2024", "upt"])
@pytest.mark.parametrize("act", ["call", "raise", "fold"])
def test_a_button_that_acts_on_a_short_hand_is_dead(book: str, act: str) -> None:
    scene = Scene(book).deal([*ROUND, 1, 2, 3, 4, 5]).calls(3, 4, 5)
    scene.says(6, act, 300 if act == "raise" else None).calls(1)
    found = scene.found("deal.button_short", 2)
    assert (found.seat, found.remedy) == (6, "kill_hand")
    assert (6, "dead", 0) in scene.actions()
    assert not [a for a in scene.actions() if a[0] == 6 and a[1] != "dead"]


@clauses("tda-2024 37")
def test_an_omaha_button_with_three_cards_gets_its_fourth() -> None:
    scene = Scene("tda-2024", game="plo").deal([*ROUND, *ROUND, *ROUND, 1, 2, 3, 4, 5])
    scene.says(3, "raise", 300).calls(4, 5).card("seat:6").calls(6, 1, 2).sweep().flop()
    assert scene.kinds() == ["deal.button_short"]


# Too many -----------------------------------------------------------------------------------------


@clauses("upt 3 Irregularities 11", "upt 5 Holdem 2 s1")
def test_the_tour_uses_one_extra_card_as_the_flops_burn() -> None:
    """3 Irregularities 11, 5 Holdem 2"""
    scene = Scene("upt").deal([*ROUND, *ROUND]).card("seat:1")
    extra = scene.hole[1].pop()
    scene.wait(1)
    found = scene.found("deal.extra_card")
    assert (found.seat, found.remedy, found.level) == (1, "use_as_burn", "dealer")
    assert found.cites == ["3 Irregularities 11", "5 Holdem 2"]
    assert found.facts["draw"] == 13
    flop_without_burn(scene.move(extra, "seat:1", "burn")).street().check_round().end()
    assert scene.kinds() == ["deal.extra_card"]
    assert scene.hands()[0].board == scene.board


def test_the_tours_extra_card_may_go_back_on_the_deck_and_be_burned_from_there() -> None:
    scene = Scene("upt").deal([*ROUND, *ROUND]).card("seat:4")
    extra = scene.hole[4].pop()
    scene.wait(1).move(extra, "seat:4", "stub").calls(3, 4, 5, 6, 1).taps(2).sweep()
    scene.event("card.gone", tag=extra, zone="stub").card("burn", tag=extra).flop(burn=False).check_round()
    assert scene.street().check_round().kinds() == ["deal.extra_card"]


@clauses("upt 3 Misdeals 2(d)", "upt 5 Holdem 2 s2")
def test_the_tours_second_extra_card_is_a_misdeal() -> None:
    """3 Misdeals 2(d): the 13th and 14th card to the first two seats."""
    scene = Scene("upt").deal([*ROUND, *ROUND, 1, 2, 3]).event("deal.end")
    assert scene.kinds() == ["deal.extra_card", "misdeal.extra_cards"]
    first, second = scene.findings()
    assert (second.remedy, second.cites[0], second.facts["count"]) == ("redeal", "3 Misdeals 2(d)", 2)
    assert second.facts["draws"] == [13, 14]
    assert second.facts["replaces"] == first.id


@clauses("invitational 9.6(c)")
def test_the_home_tournaments_second_extra_card_is_a_misdeal() -> None:
    """9.6(c)"""
    scene = Scene("invitational").deal([*ROUND, *ROUND, 1, 2]).event("deal.end")
    assert scene.kinds() == ["misdeal.extra_cards"]
    assert scene.found("misdeal.extra_cards").cites[0] == "9.6(c)"


@clauses("invitational 9.6(d)", "tda-2024 35A(5)")
@pytest.mark.parametrize(("book", "cite"), [("invitational", "9.6(d)"), ("tda-2024", "35A(5)")])
def test_one_extra_card_in_a_hand_is_a_wrong_number(book: str, cite: str) -> None:
    scene = Scene(book).deal([*ROUND, *ROUND, 5]).event("deal.end")
    assert scene.kinds() == ["misdeal.card_count"]
    found = scene.found("misdeal.card_count")
    assert (found.seat, found.remedy, found.cites[0], found.facts["cards"]) == (5, "redeal", cite, 3)


@pytest.mark.parametrize("book", SILENT_ON_COUNT)
def test_where_the_book_is_silent_an_extra_card_goes_to_the_floor(book: str) -> None:
    scene = Scene(book).deal([*ROUND, *ROUND, 1]).event("deal.end")
    assert scene.kinds() == ["deal.extra_card"]
    found = scene.found("deal.extra_card")
    assert (found.seat, found.remedy, found.cites, found.facts["silent"]) == (1, "floor", [], True)


@pytest.mark.parametrize("book", ["upt", "invitational"])
def test_an_extra_card_in_mid_deal_moved_every_later_card(book: str) -> None:
    """U7: it is the order that is wrong."""
    scene = Scene(book).deal([1, 2, 2, 3, 4, 5, 6, *ROUND]).event("deal.end")
    assert scene.kinds() == ["misdeal.sequence"]


@clauses("tda-2024 35A(5)")
def test_where_the_book_has_no_word_on_the_order_a_third_card_dealt_in_mid_deal_is_a_wrong_number():
    """The floor hears of the card out of order at once, and of three cards at seat 3 when the deal is over."""
    scene = Scene("tda-2024").deal([*ROUND, 1, 2, 3, 3, 4, 5, 6])
    assert scene.kinds() == ["misdeal.sequence"]
    found = scene.event("deal.end").found("misdeal.card_count")
    assert scene.kinds() == ["misdeal.sequence", "misdeal.card_count"]
    assert (found.seat, found.remedy, found.cites) == (3, "redeal", ["35A(5)", "35A"])
    assert (found.facts["cards"], found.facts["replaces"]) == (3, scene.found("misdeal.sequence").id)
    assert "misdeal.barred" in scene.calls(3, 4, 5).kinds()
    assert (3, "dead", 100) in scene.actions()


@every_house("tda-2024")
def test_elsewhere_a_third_card_dealt_in_mid_deal_is_told_once(house):
    scene = Scene(house).deal([*ROUND, 1, 2, 3, 3, 4, 5, 6]).event("deal.end").calls(3)
    assert scene.kinds() == ["misdeal.sequence"]


def test_two_cards_that_changed_places_leave_every_count_right():
    scene = Scene("tda-2024").deal([*ROUND, 1, 2, 4, 3, 5, 6]).event("deal.end").calls(3, 4, 5)
    assert "misdeal.card_count" not in scene.kinds()


@clauses("upt 3 Irregularities 11")
def test_at_the_tour_a_third_card_after_betting_began_is_no_burn() -> None:
    """3 Irregularities 11 speaks of the time before the first betting round; then a wrong number is a wrong number."""
    scene = Scene("upt").deal([*ROUND, *ROUND]).calls(3).card("seat:1").wait(1)
    assert scene.kinds() == ["misdeal.card_count"]
    found = scene.found("misdeal.card_count")
    assert (found.seat, found.remedy, found.facts["cards"]) == (1, "redeal", 3)
    assert found.facts["actions_left"] == 1


@clauses("upt 3 Dead hands 1(c)", "tda-2024 38", "tda-2024 35A(5)")
@pytest.mark.parametrize(("book", "cite"), [("upt", "3 Dead hands 1(c)"), ("tda-2024", "38")])
def test_a_third_card_found_after_the_cut_off_kills_the_hand(book: str, cite: str) -> None:
    scene = Scene(book).deal([*ROUND, *ROUND]).calls(3, 4, 5).card("seat:1").wait(1)
    assert scene.kinds() == ["misdeal.card_count"]
    found = scene.found("misdeal.card_count")
    assert (found.seat, found.remedy, found.cites[0]) == (1, "kill_hand", cite)
    assert (1, "dead", 50) in scene.actions()
    scene.calls(6).taps(2).sweep().flop().wait(1)
    assert scene.kinds() == ["misdeal.card_count"]


DEAD = pytest.mark.parametrize(("book", "cite"), [("upt", "3 Dead hands 1(c)"), ("tda-2024", "38")])
"""Houses in which a hand of a wrong number is dead once no misdeal can be declared."""


@clauses("upt 3 Dead hands 1(c)", "upt 3 Misdeals 1 s2", "tda-2024 38", "tda-2024 35A(5)")
@DEAD
def test_a_hand_of_one_card_is_dead_once_its_misdeal_is_barred(book: str, cite: str) -> None:
    """Seat 3 calls on one card, seat 4 calls: play goes on without seat 3, whose call stays in the pot."""
    scene = Scene(book).deal([*ROUND, 1, 2, 4, 5, 6]).event("deal.end").calls(3, 4).folds(5, 6, 1).taps(2)
    assert scene.kinds() == ["misdeal.card_count", "misdeal.barred", "misdeal.card_count"]
    first, dead = scene.found("misdeal.card_count"), scene.found("misdeal.card_count", 2)
    assert (dead.seat, dead.remedy, dead.cites[0]) == (3, "kill_hand", cite)
    assert (dead.facts["replaces"], dead.facts["misdeal"]) == (first.id, "barred")
    assert (3, "dead", 100) in scene.actions()
    scene.sweep().flop().taps(2).pushes(3, 500).taps(4).sweep()
    assert scene.actions("flop") == [(2, "check", 0), (4, "check", 0)]
    assert len(scene.kinds()) == 3


@DEAD
def test_a_short_hand_whose_call_bars_its_misdeal_is_dead_with_its_chips_in(book: str, cite: str) -> None:
    scene = Scene(book).deal([*ROUND, 1, 2, 3, 5, 6]).event("deal.end").calls(3).pushes(4, 100).folds(5, 6, 1)
    assert (4, "dead", 100) in scene.actions()
    scene.folds(2).end()
    assert scene.hands()[0].stacks[4] == 9_900


@DEAD
def test_a_short_hand_that_got_its_card_before_the_misdeal_was_barred_plays(book: str, cite: str) -> None:
    scene = Scene(book).deal([*ROUND, 1, 2, 4, 5, 6]).event("deal.end").card("seat:3").calls(3, 4, 5)
    assert scene.kinds().count("misdeal.card_count") == scene.kinds().count("misdeal.barred") == 1
    assert not [act for act in scene.actions() if act[1] == "dead"]


@DEAD
def test_two_calls_that_come_before_the_deal_is_told_to_be_over_kill_the_hand_as_well(
    book: str, cite: str
) -> None:
    scene = Scene(book).deal([*ROUND, 1, 2, 4, 5, 6]).says(3, "call", after=0.5).says(4, "call", after=0.5)
    scene.calls(5)
    found = scene.found("misdeal.card_count")
    assert (found.seat, found.remedy, found.cites[0]) == (3, "kill_hand", cite)
    assert [act[:2] for act in scene.actions() if act[0] == 3][-1] == (3, "dead")


@clauses("upt 3 Dead hands 1(c)")
def test_at_the_tour_three_cards_dealt_in_mid_deal_are_dead_once_the_misdeal_is_barred() -> None:
    scene = Scene("upt").deal([*ROUND, 1, 2, 3, 3, 4, 5, 6]).event("deal.end").calls(3, 4, 5)
    assert scene.kinds() == ["misdeal.sequence", "misdeal.barred", "misdeal.card_count"]
    assert (3, "dead", 100) in scene.actions()


@pytest.mark.parametrize("book", [*COUNT, *SILENT_ON_COUNT])
def test_cards_at_a_table_at_which_nobody_plays_are_counted_for_nobody(book: str) -> None:
    scene = Scene(book, seats=[1, 2], states={1: "out", 2: "out"}).card(None).card("seat:1").card(None)
    scene.event("deal.end").end()
    assert "misdeal.card_count" not in scene.kinds()


@every_house()
def test_an_extra_card_s_finding_shows_every_line_that_proves_it(house):
    scene = Scene(house, seats=3, button=3).deal([1, 2, 3, 1, 2, 3, 1]).event("deal.end")
    lines = [n for n, raw in enumerate(scene.log, 2) if raw.get("tag") == scene.hole[1][-1]]
    assert set(lines) <= {line for f in scene.findings() for line in f.evidence}


@pytest.mark.parametrize("house", ["invitational", "upt"])
def test_two_extra_cards_are_both_the_evidence_of_their_misdeal(house):
    scene = Scene(house, seats=4, button=4).deal([1, 2, 3, 4] * 2 + [1, 2]).event("deal.end")
    extras = [scene.hole[1][-1], scene.hole[2][-1]]
    drawn = {n for n, raw in enumerate(scene.log, 2) if raw["type"] == "card.draw" and raw["tag"] in extras}
    assert drawn <= set(scene.findings()[-1].evidence)

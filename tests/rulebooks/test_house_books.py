"""The six books that ship: whole, consistent, and different where the houses differ."""

from __future__ import annotations

import re

import pytest

from controller import rulebooks
from controller.rulebooks.clauses import ABOUT
from controller.table.kinds import KINDS
from controller.table.rulebook import KindCase, KindRule, Rulebook

HOUSES = ("deltin", "english-arabic", "dpc", "invitational", "upt", "tda-2024")

# Clauses counted in each book, rules and their lettered parts and sentences.
CLAUSES = dict(zip(HOUSES, (130, 108, 136, 172, 268, 198), strict=True))

# A kind of finding that every house's dealer meets, and what each house does: remedy and clause, or
# silence. One column a house, in the order of HOUSES.
SILENT = None
RULINGS: list[tuple[str, str, tuple[tuple[str, str] | None, ...]]] = [
    (
        "misdeal.boxed_cards",
        "",
        (
            ("redeal", "35A(1)"),
            ("redeal", "33A(1)"),
            ("redeal", "Dealing 1A(1)"),
            SILENT,
            ("redeal", "3 Misdeals 2(c)"),
            ("redeal", "35A(1)"),
        ),
    ),
    ("deal.boxed_card", "", (SILENT, SILENT, SILENT, SILENT, ("replace_card", "3 Irregularities 7"), SILENT)),
    (
        "deal.exposed_card",
        "",
        (
            SILENT,
            SILENT,
            SILENT,
            ("replace_with_burn", "9.1(b)"),
            ("replace_with_burn", "5 Holdem 1"),
            SILENT,
        ),
    ),
    (
        "misdeal.barred",
        "",
        (
            ("play_on", "35D"),
            ("play_on", "33C"),
            ("play_on", "Dealing 1D"),
            SILENT,
            ("play_on", "3 Misdeals 1"),
            ("play_on", "35D"),
        ),
    ),
    (
        "misdeal.card_count",
        "",
        (
            SILENT,
            SILENT,
            SILENT,
            ("redeal", "9.6(d)"),
            ("redeal", "3 Misdeals 2(e)"),
            ("redeal", "35A(5)"),
        ),
    ),
    (
        "misdeal.sequence",
        "",
        (SILENT, SILENT, SILENT, ("redeal", "9.6(e)"), ("redeal", "3 Misdeals 2(f)"), SILENT),
    ),
    (
        "misdeal.button_position",
        "",
        (
            SILENT,
            SILENT,
            SILENT,
            ("redeal", "9.6(f)"),
            ("redeal", "3 Misdeals 2(g)"),
            ("correct_button", "34A"),
        ),
    ),
    (
        "board.four_card_flop",
        "",
        (
            ("scramble_flop", "39"),
            ("scramble_flop", "35"),
            ("scramble_flop", "Dealing 5"),
            SILENT,
            ("redeal_flop", "5 Holdem 3"),
            ("scramble_flop", "39A"),
        ),
    ),
    (
        "board.missing_burn",
        "flop",
        (
            SILENT,
            SILENT,
            SILENT,
            ("use_first_as_burn", "9.3"),
            ("reshuffle_flop", "5 Holdem 4"),
            ("scramble_flop", "39B"),
        ),
    ),
    (
        "board.missing_burn",
        "turn",
        (SILENT, SILENT, SILENT, ("use_first_as_burn", "9.3"), ("use_first_as_burn", "5 Holdem 6"), SILENT),
    ),
    (
        "board.premature",
        "turn",
        (
            SILENT,
            SILENT,
            SILENT,
            ("replace_turn", "9.4"),
            ("replace_turn", "5 Holdem 8"),
            ("redeal_turn", "RP-5B"),
        ),
    ),
    (
        "deck.duplicate",
        "",
        (
            SILENT,
            SILENT,
            ("void_hand", "Dealing 1E"),
            SILENT,
            ("void_hand", "3 Irregularities 4"),
            ("void_hand", "35E"),
        ),
    ),
    (
        "deck.joker",
        "before_cutoff",
        (
            SILENT,
            SILENT,
            ("floor", "Dealing 1E"),
            SILENT,
            ("replace_card", "3 Irregularities 8"),
            ("redeal", "35A(6)"),
        ),
    ),
    (
        "bet.undercall",
        "opening_bet",
        (
            ("full_call", "42B(2)"),
            ("full_call", "M1A"),
            ("full_call", "Bets 12B(2)"),
            ("floor", "8.3"),
            ("correct_amount", "3 Betting 10"),
            ("full_call", "51B(2)"),
        ),
    ),
    (
        "bet.short_raise",
        "below",
        (
            ("call", "46A"),
            ("call", "M5A"),
            ("call", "Bets 4A"),
            ("call", "5.6"),
            ("call", "3 Betting 11"),
            ("call", "43A"),
        ),
    ),
    (
        "turn.out_of_turn",
        "wager",
        (
            ("back_up", "43A"),
            ("back_up", "M2A"),
            ("back_up", "Bets 14A"),
            ("back_up", "5.3"),
            ("house_minimum", "House: Out of turn"),
            ("back_up", "53A"),
        ),
    ),
    (
        "hand.exposed_by_player",
        "",
        (
            ("penalty", "68"),
            ("kill_hand", "38"),
            ("penalty", "Etiquette 68"),
            SILENT,
            ("penalty", "15-22"),
            ("penalty", "68"),
        ),
    ),
    (
        "clock.expired",
        "no_bet",
        (
            ("check", "29"),
            ("kill_hand", "26"),
            ("check", "General Procedures 7"),
            ("kill_hand", "1.10"),
            ("floor", "14-16"),
            ("check", "29"),
        ),
    ),
]

# Where the houses' parameters part, one column a house.
PARAMETERS: list[tuple[str, tuple[object, ...]]] = [
    ("cutoff.test", ("substantial", "substantial", "substantial", "none", "players", "substantial")),
    ("deal.button_consecutive", (True, True, True, False, False, True)),
    ("deal.predeal_burn", (False, False, False, True, False, False)),
    ("deal.boxed_for_misdeal", (2, 2, 2, None, 2, 2)),
    ("deal.exposed_first", (2, 2, 2, 2, 2, 2)),
    ("deal.exposed_others", (2, 2, 2, 2, 2, 2)),
    ("deal.exposed_replaced", (None, None, None, "at_once", "after_deal", None)),
    ("deal.extra_for_misdeal", (None, None, None, 2, 2, None)),
    ("deal.redeal_returns", (False, False, False, True, True, True)),
    ("bets.min_raise", ("increment", "increment", "increment", "increment", "double", "increment")),
    ("bets.min_raise_other", (None, None, "double", None, None, None)),
    ("bets.raise_percent", (50, 50, 50, 50, 50, 50)),
    ("bets.raise_percent_of", ("increment", "increment", "increment", "faced", "faced", "increment")),
    ("bets.all_in_below", ("call", "call", "stands", "call", "call", "stands")),
    ("bets.several_chips", ("spare_chip", "spare_chip", "spare_chip", "amount", "amount", "spare_chip")),
    ("bets.last_chips_all_in", (False, False, True, False, False, True)),
    ("bets.raise_in_two_motions", (True, True, False, False, False, False)),
    (
        "bets.pot_before_flop",
        (*["full_blinds"] * 5, "full_and_dead_blinds"),
    ),
    ("bets.limit_bets", (None, 4, 4, None, 4, 4)),
    ("bets.limit_reopen_percent", (100, 50, 100, 100, 100, 50)),
    ("turns.wager_cut_to_minimum", (False, False, False, False, True, False)),
    ("turns.passive_may_not_raise", (False, False, False, False, True, False)),
    ("clock.seconds", (25, 50, 25, 60, 60, 25)),
    ("clock.countdown", (5, 10, 5, 10, 10, 5)),
    ("clock.no_bet", ("check", "kill_hand", "check", "kill_hand", "floor", "check")),
    ("clock.at_most", (False, True, False, True, False, False)),
    ("absence.killed", ("last_card", "last_card", "last_card", "in_turn", "last_card", "last_card")),
]


def rules_of(book: Rulebook) -> list[tuple[str, KindRule | KindCase]]:
    """Every rule of a book with the kind it is for, cases among them."""
    rules: list[tuple[str, KindRule | KindCase]] = []
    for kind, rule in book.kinds.items():
        rules.append((kind, rule))
        rules.extend((kind, case) for case in rule.cases.values())
    return rules


def test_six_houses_ship() -> None:
    assert set(rulebooks.ids()) == set(HOUSES)


@pytest.mark.parametrize("house", HOUSES)
def test_every_clause_of_the_house_is_there(house: str) -> None:
    book = rulebooks.load(house)
    assert book.id == house
    assert len(book.clauses) == CLAUSES[house]
    assert all(clause.says and "\n" not in clause.says for clause in book.clauses.values())


@pytest.mark.parametrize("house", HOUSES)
def test_every_cited_clause_can_be_read(house: str) -> None:
    book = rulebooks.load(house)
    for kind, rule in rules_of(book):
        for cite in [*rule.cites, *book.cutoff.cites]:
            assert rulebooks.clauses_for(book, cite, kind), f"{house} {kind}: {cite}"


@pytest.mark.parametrize("house", HOUSES)
def test_a_cited_item_has_its_parent_beside_it(house: str) -> None:
    book = rulebooks.load(house)
    for kind, rule in rules_of(book):
        for cite in rule.cites:
            parent = re.sub(r"\([^()]*\)$", "", cite)
            assert parent == cite or parent not in book.clauses or parent in rule.cites, f"{kind}: {cite}"


@pytest.mark.parametrize("house", HOUSES)
def test_a_house_orders_only_what_the_kind_allows(house: str) -> None:
    for kind, rule in rules_of(rulebooks.load(house)):
        assert KINDS[kind].allows(rule.remedy), f"{house} {kind}: {rule.remedy}"
        assert rule.cites or rule.remedy == "floor", f"{house} {kind}: {rule.remedy} without a clause"


@pytest.mark.parametrize(
    ("kind", "case", "told"), RULINGS, ids=[f"{kind} {case}" for kind, case, _ in RULINGS]
)
def test_what_each_house_does(kind: str, case: str, told: tuple[tuple[str, str] | None, ...]) -> None:
    for house, right in zip(HOUSES, told, strict=True):
        rule = rulebooks.load(house).rule(kind, case)
        assert (None if rule is None else (rule.remedy, rule.cites[0])) == right, house


@pytest.mark.parametrize(("key", "told"), PARAMETERS, ids=[key for key, _ in PARAMETERS])
def test_where_the_parameters_part(key: str, told: tuple[object, ...]) -> None:
    section, name = key.split(".")
    for house, right in zip(HOUSES, told, strict=True):
        assert getattr(getattr(rulebooks.load(house), section), name) == right, house


def test_a_book_is_read_once() -> None:
    assert rulebooks.load("deltin") is rulebooks.load("deltin")


def test_our_own_readings_are_marked() -> None:
    assert rulebooks.load("invitational").cutoff.our_reading
    silent_below_half = rulebooks.load("english-arabic").rule("bet.short_raise", "below")
    assert silent_below_half is not None
    assert silent_below_half.our_reading
    plain = rulebooks.load("deltin").rule("misdeal.boxed_cards")
    assert plain is not None
    assert not plain.our_reading


def test_the_director_is_told_what_the_clause_allows() -> None:
    for house in ("deltin", "dpc", "tda-2024"):
        rule = rulebooks.load(house).rule("bet.undercall")
        assert rule is not None
        assert (rule.remedy, rule.options) == ("floor", ["full_call", "withdraw"])
    english_arabic = rulebooks.load("english-arabic").rule("bet.undercall")
    assert english_arabic is not None
    assert "withdraw" not in english_arabic.options, "this book lets nobody forfeit"


def test_a_turn_without_a_burn_is_left_to_the_floor_where_only_the_flop_is_ruled() -> None:
    book = rulebooks.load("tda-2024")
    assert book.rule("board.missing_burn", "flop_acted") is not None
    assert book.rule("board.missing_burn", "turn") is None


def test_a_joker_found_by_a_player_who_has_acted() -> None:
    upt, tda = rulebooks.load("upt"), rulebooks.load("tda-2024")
    dead = upt.rule("deck.joker", "before_cutoff", "acted")
    misdeal = tda.rule("deck.joker", "before_cutoff", "acted")
    scrap = tda.rule("deck.joker", "past_cutoff", "acted")
    assert dead is not None
    assert misdeal is not None
    assert scrap is not None
    assert (dead.remedy, misdeal.remedy, scrap.remedy) == ("kill_hand", "redeal", "floor")


def test_a_cite_finds_the_sentence_about_the_finding() -> None:
    book = rulebooks.load("deltin")
    refs = [clause.ref for clause in rulebooks.clauses_for(book, "43A", "turn.out_of_turn_fold")]
    assert refs == ["43A s5"]
    assert [clause.ref for clause in rulebooks.clauses_for(book, "43A")] == ["43A", "43A s5"]
    assert rulebooks.cite_of("5 Holdem 1 s3-5") == "5 Holdem 1"


def test_other_names_for_a_clause_are_those_of_real_kinds() -> None:
    assert set(ABOUT) <= set(KINDS)

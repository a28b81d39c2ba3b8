"""Too many cards on the board, and cards that came before their time; then the house's way to put it right."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from tests.table.houses import clauses

FOUR_CARDS = {"deltin": "39", "english-arabic": "35", "dpc": "Dealing 5", "tda-2024": "39A"}
"""Houses that mix the four face down; the drawn one is the next burn."""
HOUSES = ("deltin", "english-arabic", "dpc", "tda-2024", "upt", "invitational")
NO_PREMATURE = ("deltin", "english-arabic", "dpc")
"""Houses without a clause on a card that comes early."""


def to_flop(book: str, **table: object) -> Scene:
    """Dealt, everybody called, bets are in; the flop is due."""
    scene = Scene(book, **table).deal()  # type: ignore[arg-type]
    *callers, big = [*scene.entitled()[2:], *scene.entitled()[:2]]
    return scene.calls(*callers).taps(big).sweep()


def to_turn(book: str) -> Scene:
    """The flop was checked round; the turn is due."""
    return to_flop(book).flop().check_round()


def to_river(book: str) -> Scene:
    """The turn was checked round; the river is due."""
    return to_turn(book).street().check_round()


def back(scene: Scene, *cards: str, reshuffle: bool = True) -> Scene:
    """Board cards are lifted and go back into the stub, which is shuffled."""
    for card in cards:
        scene.event("card.gone", tag=card, zone="board")
        scene.board.remove(card)
        scene.cards.append(card)
    if reshuffle:
        scene.random.shuffle(scene.cards)
        scene.event("stub", after=8, state="reshuffled")
    return scene


def only(scene: Scene, *kinds: str) -> None:
    """These findings call the dealer or the floor, and no other; the board is as it finally lies."""
    scene.end()
    assert scene.kinds() == list(kinds)
    assert scene.hands()[-1].board == scene.board


# Four cards as the flop ---------------------------------------------------------------------------


@clauses("deltin 39", "english-arabic 35", "dpc Dealing 5", "tda-2024 39A")
@pytest.mark.parametrize(("book", "cite"), FOUR_CARDS.items())
def test_four_cards_come_as_the_flop_and_are_scrambled(book: str, cite: str) -> None:
    scene = to_flop(book).flop(4).wait(1)
    assert scene.kinds() == ["board.four_card_flop"]
    found = scene.found("board.four_card_flop")
    assert (found.seat, found.remedy, found.level, found.cites[0]) == (None, "scramble_flop", "floor", cite)
    assert (found.facts["cards"], found.street, found.facts["misdeal"]) == (4, "flop", "none")


@pytest.mark.parametrize("book", FOUR_CARDS)
@pytest.mark.parametrize("drawn", [0, 1, 2, 3])
def test_the_card_that_the_floor_draws_is_the_next_burn(book: str, drawn: int) -> None:
    scene = to_flop(book).flop(4)
    card = scene.board.pop(drawn)
    scene.wait(10).move(card, "board", "burn").check_round().street(burn=False).check_round().street()
    only(scene.check_round(), "board.four_card_flop")


@pytest.mark.parametrize("book", FOUR_CARDS)
@pytest.mark.parametrize("drawn", [0, 1, 2, 3])
@pytest.mark.parametrize("turn", ["board", None])
def test_the_card_that_the_floor_draws_is_the_next_burn_though_no_antenna_saw_it_there(
    book: str, drawn: int, turn: str | None
) -> None:
    scene = to_flop(book).flop(4)
    scene.wait(10).move(scene.board.pop(drawn), "board").check_round().sweep()
    scene.card(turn).wait(1.5).check_round().sweep().street().check_round()
    assert scene.kinds() == ["board.four_card_flop"]


@pytest.mark.parametrize("book", FOUR_CARDS)
def test_the_card_of_four_that_is_read_with_the_burns_at_last_is_one_burn(book: str) -> None:
    scene = to_flop(book).flop(4)
    drawn = scene.board.pop()
    scene.wait(10).move(drawn, "board").check_round().street(burn=False)
    scene.event("card.seen", tag=drawn, zone="burn").check_round().street()
    only(scene.check_round(), "board.four_card_flop")


@pytest.mark.parametrize("book", FOUR_CARDS)
def test_all_four_are_lifted_to_be_scrambled_and_three_come_down_again(book: str) -> None:
    scene = to_flop(book).flop(4)
    cards = list(scene.board)
    for card in cards:
        scene.event("card.gone", after=0.1, tag=card, zone="board")
    scene.wait(6).event("card.seen", tag=cards[2], zone="burn")
    scene.board = [card for card in cards if card != cards[2]]
    for card in scene.board:
        scene.event("card.seen", after=0.2, tag=card, zone="board", face="up")
    scene.check_round().street(burn=False).check_round()
    assert scene.kinds() == ["board.four_card_flop"]
    assert sorted(scene.end().hands()[-1].board) == sorted(scene.board)


@pytest.mark.parametrize("book", FOUR_CARDS)
def test_another_burn_after_the_scramble_is_one_too_many(book: str) -> None:
    scene = to_flop(book).flop(4)
    scene.move(scene.board.pop(), "board", "burn").check_round().street().wait(1)
    assert scene.kinds() == ["board.four_card_flop", "board.extra_burn"]


@clauses("upt 5 Holdem 3", "upt 5 Holdem 7")
def test_the_tour_redeals_a_flop_of_four_without_a_burn() -> None:
    """5 Holdem 3, 5 Holdem 7"""
    scene = to_flop("upt").flop(4).wait(1)
    found = scene.found("board.four_card_flop")
    assert (found.remedy, found.cites) == ("redeal_flop", ["5 Holdem 3", "5 Holdem 7"])
    back(scene, *scene.board).flop(burn=False).check_round().street().check_round().street().check_round()
    only(scene, "board.four_card_flop")


def test_the_tour_redeals_a_flop_of_five_as_well() -> None:
    scene = to_flop("upt").flop(5).wait(1)
    assert scene.kinds() == ["board.four_card_flop", "board.too_many_cards"]
    found = scene.found("board.too_many_cards")
    assert (found.remedy, found.cites[0], found.facts["cards"]) == ("redeal_flop", "5 Holdem 3", 5)
    assert found.facts["replaces"] == scene.found("board.four_card_flop").id
    back(scene, *scene.board).flop(burn=False).check_round().street().check_round()
    only(scene, "board.four_card_flop", "board.too_many_cards")


@clauses("upt 5 Holdem 7")
def test_after_the_redeal_another_burn_is_flagged() -> None:
    """5 Holdem 7: the burn stays, no second one."""
    scene = to_flop("upt").flop(4)
    back(scene, *scene.board).flop().wait(1)
    assert scene.kinds() == ["board.four_card_flop", "board.extra_burn"]


@clauses("invitational 8.2(h)")
def test_at_the_home_tournament_a_flop_of_four_is_the_floors() -> None:
    found = to_flop("invitational").flop(4).wait(1).found("board.four_card_flop")
    assert (found.remedy, found.cites, found.facts["silent"]) == ("floor", [], True)


@pytest.mark.parametrize("book", sorted(set(HOUSES) - {"upt"}))
def test_a_fifth_flop_card_is_too_many_and_the_floors(book: str) -> None:
    scene = to_flop(book).flop(5).wait(1)
    assert scene.kinds() == ["board.four_card_flop", "board.too_many_cards"]
    found = scene.found("board.too_many_cards")
    assert (found.remedy, found.cites, found.facts["silent"]) == ("floor", [], True)


@pytest.mark.parametrize("book", HOUSES)
def test_a_fourth_card_after_a_burn_is_a_turn_that_came_early(book: str) -> None:
    scene = to_flop(book).flop().burn().card("board").wait(1)
    assert scene.kinds() == ["board.premature"]
    assert scene.found("board.premature").facts["street"] == "turn"


@pytest.mark.parametrize("book", HOUSES)
@pytest.mark.parametrize("street", ["turn", "river"])
def test_two_cards_for_one_are_too_many_where_nobody_has_acted(book: str, street: str) -> None:
    scene = (to_turn(book) if street == "turn" else to_river(book)).street(2).wait(1)
    assert scene.kinds() == ["board.too_many_cards"]
    found = scene.found("board.too_many_cards")
    assert (found.facts["street"], found.remedy, found.cites) == (street, "floor", [])


@pytest.mark.parametrize("book", HOUSES)
def test_a_sixth_board_card_during_the_rivers_betting_is_too_many(book: str) -> None:
    scene = to_river(book).street().taps(1).street().wait(1)
    assert scene.kinds() == ["board.too_many_cards"]


# Before their time --------------------------------------------------------------------------------


@pytest.mark.parametrize("book", NO_PREMATURE)
@pytest.mark.parametrize("street", ["flop", "turn", "river"])
def test_an_early_card_is_the_floors_where_the_book_has_no_clause(book: str, street: str) -> None:
    if street == "flop":
        scene = Scene(book).deal().calls(3, 4, 5, 6, 1).sweep().flop()
    else:
        scene = (to_flop(book).flop() if street == "turn" else to_turn(book).street()).taps(1, 2).street()
    scene.wait(1)
    assert scene.kinds() == ["board.premature"]
    found = scene.found("board.premature")
    assert (found.seat, found.remedy, found.cites, found.facts["silent"]) == (None, "floor", [], True)
    assert found.facts["street"] == street
    assert found.facts["waiting"] == ([2] if street == "flop" else [3])


EARLY_FLOP = {"tda-2024": "RP-5A", "invitational": "9.2", "upt": "5 Holdem 7"}


@clauses(
    "tda-2024 RP-5A",
    "tda-2024 39C",
    "invitational 9.2",
    "invitational 8.2(g)",
    "upt 5 Holdem 7",
    "upt 5 Holdem 5",
    "upt 3 Irregularities 15",
)
@pytest.mark.parametrize(("book", "cite"), EARLY_FLOP.items())
def test_a_flop_before_the_big_blinds_option_is_redealt_without_a_burn(book: str, cite: str) -> None:
    scene = Scene(book).deal().calls(3, 4, 5, 6, 1).sweep().flop().wait(1)
    assert scene.kinds() == ["board.premature"]
    found = scene.found("board.premature")
    assert (found.remedy, found.cites[0], found.facts["street"]) == ("redeal_flop", cite, "flop")
    assert found.facts["waiting"] == [2]
    scene.taps(2)
    back(scene, *scene.board).flop(burn=False).check_round().street().check_round().street().check_round()
    only(scene, "board.premature")


@pytest.mark.parametrize("book", EARLY_FLOP)
def test_the_early_flop_is_told_at_its_first_card_and_once(book: str) -> None:
    scene = Scene(book).deal().calls(3, 4, 5).burn().card("board").wait(1)
    assert scene.kinds() == ["board.premature"]
    scene.card("board").card("board").wait(1)
    assert scene.kinds() == ["board.premature"]


@pytest.mark.parametrize("book", EARLY_FLOP)
def test_the_early_flop_may_go_back_before_the_betting_is_finished(book: str) -> None:
    scene = Scene(book).deal().calls(3, 4, 5).sweep().flop()
    back(scene, *scene.board).calls(6, 1).taps(2).sweep().flop(burn=False).check_round().street()
    only(scene.check_round(), "board.premature")


@clauses("tda-2024 RP-5A", "invitational 9.2")
@pytest.mark.parametrize("book", EARLY_FLOP)
def test_a_second_burn_before_the_new_flop_is_flagged(book: str) -> None:
    scene = Scene(book).deal().calls(3, 4, 5, 6, 1).sweep().flop().taps(2)
    back(scene, *scene.board).flop().wait(1)
    assert scene.kinds() == ["board.premature", "board.extra_burn"]


@clauses("tda-2024 RP-5B", "tda-2024 39C")
def test_the_newest_book_redeals_an_early_turn_from_a_fresh_stub_without_a_burn() -> None:
    """RP-5B, 39C"""
    scene = to_flop("tda-2024").flop().taps(1, 2).street().wait(1)
    found = scene.found("board.premature")
    assert (found.remedy, found.cites) == ("redeal_turn", ["RP-5B", "39C"])
    scene.taps(3, 4, 5, 6)
    back(scene, scene.board[-1]).street(burn=False).check_round().street().check_round()
    only(scene, "board.premature")


@clauses("invitational 9.4", "invitational 8.2(i)", "upt 5 Holdem 8 s1-4", "upt 5 Holdem 5")
@pytest.mark.parametrize(("book", "cite"), [("invitational", "9.4"), ("upt", "5 Holdem 8")])
def test_an_early_turn_is_set_aside_and_the_river_comes_without_a_burn(book: str, cite: str) -> None:
    """Burn and turn go on from the deck; the card set aside is shuffled in before the river."""
    scene = to_flop(book).flop().taps(1, 2).street().wait(1)
    found = scene.found("board.premature")
    assert (found.remedy, found.cites[0]) == ("replace_turn", cite)
    aside = scene.board.pop()
    scene.event("card.gone", tag=aside, zone="board").taps(3, 4, 5, 6).street().check_round()
    scene.cards.append(aside)
    scene.random.shuffle(scene.cards)
    scene.event("stub", after=8, state="reshuffled").street(burn=False).check_round()
    only(scene, "board.premature")


@clauses("tda-2024 RP-5C", "invitational 9.5", "invitational 8.2(k)", "upt 5 Holdem 8 s5")
@pytest.mark.parametrize(
    ("book", "cite"), [("tda-2024", "RP-5C"), ("invitational", "9.5"), ("upt", "5 Holdem 8")]
)
def test_an_early_river_is_reshuffled_and_comes_without_a_burn(book: str, cite: str) -> None:
    scene = to_turn(book).street().taps(1, 2).street().wait(1)
    found = scene.found("board.premature")
    assert (found.remedy, found.cites[0], found.facts["street"]) == ("reshuffle_river", cite, "river")
    scene.taps(3, 4, 5, 6)
    back(scene, scene.board[-1]).street(burn=False).check_round()
    only(scene, "board.premature")


@pytest.mark.parametrize("book", ["tda-2024", "invitational", "upt"])
def test_the_early_river_may_be_the_same_card_again_after_the_shuffle(book: str) -> None:
    scene = to_turn(book).street().taps(1, 2).street().wait(1).taps(3, 4, 5, 6)
    card = scene.board[-1]
    back(scene, card)
    scene.cards.remove(card)
    scene.card("board", tag=card).check_round()
    only(scene, "board.premature")


@clauses("upt 3 Irregularities 15", "upt 5 Holdem 5", "invitational 9.4")
@pytest.mark.parametrize("book", HOUSES)
def test_an_early_turn_does_not_play_though_everybody_left_folds(book: str) -> None:
    """5 Holdem 5, 9.4: a bet, then a turn with two seats still to answer it."""
    scene = to_flop(book).flop()
    flop = list(scene.board)
    scene.says(1, "bet", 200).calls(2).folds(3, 4).street().wait(1)
    assert scene.kinds() == ["board.premature"]
    scene.folds(5, 6)
    assert scene.kinds() == ["board.premature"]
    plays = book in NO_PREMATURE
    assert (scene.sweep().end().hands()[0].board == flop) is not plays


@pytest.mark.parametrize("book", HOUSES)
def test_all_in_and_called_the_board_runs_out_and_nothing_is_early(book: str) -> None:
    scene = Scene(book, seats=[1, 2], button=1, stacks=1000).deal([2, 1, 2, 1])
    scene.says(1, "all_in").says(2, "call").tables(1).tables(2).flop().street().street().wait(3)
    assert [k for k in scene.kinds() if k.startswith("board")] == []


@pytest.mark.parametrize("book", HOUSES)
def test_a_silent_call_that_is_not_settled_yet_is_settled_by_the_burn(book: str) -> None:
    scene = Scene(book, seats=3, button=3).deal([1, 2, 3, 1, 2, 3]).pushes(3, 100).pushes(1, 25, 25)
    scene.taps(2).flop().wait(1)
    assert scene.kinds() == []


@clauses("upt 5 Holdem 8 s1-4")
@pytest.mark.parametrize("mixed_in", [True, False])
def test_at_the_tour_no_mucked_card_belongs_in_the_rivers_shuffle(mixed_in: bool) -> None:
    scene = to_flop("upt").flop().says(1, "bet", 200).folds(2)
    dead = str(scene.log[-1]["tag"])
    scene.calls(3).street().wait(1)
    aside = scene.board.pop()
    scene.event("card.gone", tag=aside, zone="board").folds(4, 5, 6).sweep().street().taps(1, 3)
    if mixed_in:
        scene.event("card.gone", tag=dead, zone="muck")
    scene.event("stub", after=8, state="reshuffled")
    scene.card("board", tag=dead if mixed_in else aside).wait(1)
    told = [note for note in scene.engine.view().notes if note.kind == "deck.fouled"]
    assert [(note.level, note.facts) for note in told] == ([("floor", {"cards": 1})] if mixed_in else [])
    assert scene.kinds() == ["board.premature"]


@pytest.mark.parametrize("burned", [False, True])
@pytest.mark.parametrize("book", ["invitational", "upt"])
def test_a_river_that_comes_early_after_such_a_turn_is_told_too(book: str, burned: bool) -> None:
    scene = to_flop(book).flop().taps(1, 2).street().wait(1)
    aside = scene.board.pop()
    scene.event("card.gone", tag=aside, zone="board").taps(3, 4, 5, 6).street()
    scene.taps(1, 2, 3).street(burn=burned).wait(3)
    assert [f.facts["street"] for f in scene.findings() if f.kind == "board.premature"] == ["turn", "river"]
    assert scene.found("board.premature", 2).remedy == "reshuffle_river"

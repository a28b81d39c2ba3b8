"""No burn before a street, or two; put right as the house says, and nothing is told twice."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from tests.table.houses import clauses

HOUSES = ("deltin", "english-arabic", "dpc", "tda-2024", "upt", "invitational")
STREETS = ("flop", "turn", "river")


def up_to(book: str, street: str) -> Scene:
    """A hand that was called and checked along; ``street`` is due next."""
    scene = Scene(book).deal().calls(3, 4, 5, 6, 1).taps(2).sweep()
    for name in STREETS[: STREETS.index(street)]:
        scene.flop() if name == "flop" else scene.street()
        scene.check_round()
    return scene


def without_burn(book: str, street: str) -> Scene:
    """``street`` came and no card was burned for it."""
    return up_to(book, street).street(3 if street == "flop" else 1, burn=False)


def rest(scene: Scene) -> Scene:
    """The hand is checked down, every street with its burn."""
    scene.check_round()
    while len(scene.board) < 5:
        scene.street().check_round()
    return scene


def only(scene: Scene, *kinds: str) -> None:
    """These findings call the dealer or the floor, and no other; the board is as it finally lies."""
    scene.end()
    assert scene.kinds() == list(kinds)
    assert scene.hands()[-1].board == scene.board


# No burn ------------------------------------------------------------------------------------------


@clauses(
    "invitational 9.3",
    "invitational 8.2(h)",
    "invitational 8.2(j)",
    "invitational 8.2(l)",
    "tda-2024 39B",
    "upt 5 Holdem 4 s2",
    "upt 5 Holdem 6 s1",
    "upt 3 Irregularities 16 s1",
)
@pytest.mark.parametrize(
    ("book", "street", "remedy", "cite"),
    [
        *[("invitational", street, "use_first_as_burn", "9.3") for street in STREETS],
        ("tda-2024", "flop", "scramble_flop", "39B"),
        ("upt", "flop", "reshuffle_flop", "5 Holdem 4"),
        ("upt", "turn", "use_first_as_burn", "5 Holdem 6"),
        ("upt", "river", "use_first_as_burn", "5 Holdem 6"),
    ],
)
def test_a_street_without_a_burn_is_put_right(book: str, street: str, remedy: str, cite: str) -> None:
    scene = without_burn(book, street).wait(1)
    assert scene.kinds() == ["board.missing_burn"]
    found = scene.found("board.missing_burn")
    assert (found.seat, found.remedy, found.level, found.cites[0]) == (None, remedy, "floor", cite)
    assert found.facts["street"] == street


@pytest.mark.parametrize(
    ("book", "street"),
    [(book, street) for book in ("deltin", "english-arabic", "dpc") for street in STREETS]
    + [("tda-2024", "turn"), ("tda-2024", "river")],
)
def test_a_street_without_a_burn_is_the_floors_where_the_book_is_silent(book: str, street: str) -> None:
    scene = without_burn(book, street).wait(1)
    assert scene.kinds() == ["board.missing_burn"]
    found = scene.found("board.missing_burn")
    assert (found.remedy, found.cites, found.facts["silent"]) == ("floor", [], True)


@clauses("invitational 9.3", "upt 5 Holdem 6 s1", "upt 3 Irregularities 16 s1")
@pytest.mark.parametrize(
    ("book", "street"),
    [*[("invitational", street) for street in STREETS], ("upt", "turn"), ("upt", "river")],
)
def test_the_first_card_shown_becomes_the_burn_and_the_next_takes_its_place(book: str, street: str) -> None:
    """9.3; 5 Holdem 6 for turn and river."""
    scene = without_burn(book, street)
    shown = scene.board.pop(0 if street == "flop" else -1)
    scene.move(shown, "board", "burn").card("board")
    only(rest(scene), "board.missing_burn")


@clauses("upt 5 Holdem 4 s2")
def test_the_tour_reshuffles_a_flop_shown_without_a_burn_and_burns_one() -> None:
    """5 Holdem 4 s2, 5 Holdem 7: a burn has to lie there (U10)."""
    scene = without_burn("upt", "flop")
    for card in list(scene.board):
        scene.event("card.gone", tag=card, zone="board")
    scene.cards += scene.board
    scene.board = []
    scene.random.shuffle(scene.cards)
    scene.event("stub", after=8, state="reshuffled").flop()
    only(rest(scene), "board.missing_burn")


@clauses("upt 5 Holdem 4 s1")
def test_face_down_the_tour_lets_the_first_flop_card_be_the_burn() -> None:
    """5 Holdem 4 s1"""
    scene = up_to("upt", "flop")
    for _ in range(3):
        tag = scene.cards.pop()
        scene.event("card.draw", after=0.3, tag=tag, face="down")
        scene.event("card.seen", after=0.2, tag=tag, zone="board", face="down")
        scene.board.append(tag)
    found = scene.wait(1).found("board.missing_burn")
    assert (found.remedy, found.cites) == ("use_first_as_burn", ["5 Holdem 4"])
    scene.move(scene.board.pop(0), "board", "burn").card("board")
    for card in scene.board:
        scene.event("card.face", after=0.2, zone="board", face="up", by="dealer", tag=card)
    only(rest(scene), "board.missing_burn")


@clauses("tda-2024 39B")
def test_the_newest_book_scrambles_the_three_and_the_next_card_joins_them() -> None:
    """39B"""
    scene = without_burn("tda-2024", "flop")
    scene.move(scene.board.pop(1), "board", "burn").card("board")
    only(rest(scene), "board.missing_burn")


@clauses("tda-2024 39B", "upt 5 Holdem 6 s2", "upt 3 Irregularities 16 s2")
@pytest.mark.parametrize("book", HOUSES)
@pytest.mark.parametrize("street", ["flop", "turn"])
def test_a_street_that_was_acted_on_stands_and_one_burn_precedes_the_next(book: str, street: str) -> None:
    """39B: any action, one check included; the turn has one burn only."""
    only(rest(without_burn(book, street)), "board.missing_burn")


@clauses("upt 3 Irregularities 16 s3-4")
def test_at_the_tour_two_are_burned_after_a_turn_that_stands() -> None:
    """3 Irregularities 16 s3-4: so that the river is the card that was due."""
    scene = without_burn("upt", "turn").check_round().burn().street().check_round()
    only(scene, "board.missing_burn")


@pytest.mark.parametrize("book", HOUSES)
def test_each_street_without_a_burn_is_told(book: str) -> None:
    scene = up_to(book, "flop").flop(burn=False).check_round().street(burn=False).check_round()
    scene.street(burn=False).wait(1)
    assert [f.facts["street"] for f in scene.findings("floor")] == list(STREETS)


@pytest.mark.parametrize("book", HOUSES)
def test_a_burn_that_was_put_right_does_not_excuse_the_next_street(book: str) -> None:
    scene = without_burn(book, "flop")
    scene.move(scene.board.pop(0), "board", "burn").card("board").check_round().street(burn=False).wait(1)
    assert [f.facts["street"] for f in scene.findings("floor")] == ["flop", "turn"]


def test_a_burn_before_the_deal_is_not_the_flops_burn() -> None:
    """invitational A7"""
    scene = Scene("invitational").burn().deal().calls(3, 4, 5, 6, 1).taps(2).sweep().flop(burn=False).wait(1)
    assert scene.kinds() == ["board.missing_burn"]


@clauses("upt 5 Holdem 6 s5")
@pytest.mark.parametrize("book", ["invitational", "upt"])
def test_all_in_a_turn_without_a_burn_is_still_put_right(book: str) -> None:
    """5 Holdem 6 s5: an all-in left the round without betting."""
    scene = Scene(book, seats=[1, 2], button=1, stacks=1000).deal([2, 1, 2, 1])
    scene.says(1, "all_in").says(2, "call").tables(1).tables(2).flop().wait(2)
    scene.burn().card("board").wait(2).street(burn=False).wait(1)
    assert [k for k in scene.kinds() if k.startswith("board")] == ["board.missing_burn"]
    shown = scene.board.pop()
    scene.move(shown, "board", "burn").card("board").end()
    assert [k for k in scene.kinds() if k.startswith("board")] == ["board.missing_burn"]
    assert scene.hands()[0].board == scene.board


def ran_out(book: str) -> Scene:
    """Two players all-in before the flop; flop and turn came, the river without its burn."""
    scene = Scene(book, seats=[1, 2], button=1, stacks=1000).deal([2, 1, 2, 1])
    scene.says(1, "all_in").says(2, "call").tables(1).tables(2).flop().wait(2)
    return scene.street().wait(2).street(burn=False)


@clauses("upt 3 Irregularities 16 s5", "upt 5 Holdem 6 s5")
def test_all_in_a_river_without_a_burn_is_put_right_until_the_pot_is_awarded() -> None:
    told = ran_out("upt").wait(1).found("board.missing_burn")
    assert (told.remedy, told.cites[0], told.facts["street"]) == ("use_first_as_burn", "5 Holdem 6", "river")
    scene = ran_out("upt").wait(1)
    scene.move(scene.board.pop(), "board", "burn").card("board").wait(1).end()
    assert scene.hands()[0].board == scene.board
    late = ran_out("upt")
    river = late.board[-1]
    late.wait(1).award(1, 2000).move(river, "board", "burn").card("board").wait(1).end()
    assert late.hands()[0].board[-1] == river
    assert late.hands()[0].stacks[1] == 2000


# Two burns ----------------------------------------------------------------------------------------


@clauses("deltin 38", "dpc Dealing 4", "tda-2024 38")
@pytest.mark.parametrize(("book", "cite"), [("deltin", "38"), ("dpc", "Dealing 4"), ("tda-2024", "38")])
@pytest.mark.parametrize("street", STREETS)
def test_two_burns_are_the_floors_and_the_clause_says_one(book: str, cite: str, street: str) -> None:
    scene = up_to(book, street).burn().burn().wait(3)
    assert scene.kinds() == ["board.extra_burn"]
    found = scene.found("board.extra_burn")
    assert (found.seat, found.remedy, found.cites) == (None, "floor", [cite])
    assert found.facts["options"] == ["return_burn", "play_on"]
    assert (found.facts["street"], found.facts["burns"]) == (street, 2)


@pytest.mark.parametrize("book", ["english-arabic", "invitational"])
@pytest.mark.parametrize("street", STREETS)
def test_two_burns_where_the_book_is_silent(book: str, street: str) -> None:
    scene = up_to(book, street).burn().burn().wait(3)
    assert scene.kinds() == ["board.extra_burn"]
    assert scene.found("board.extra_burn").facts["silent"] is True


@pytest.mark.parametrize("book", HOUSES)
@pytest.mark.parametrize("street", STREETS)
def test_a_second_burn_is_told_when_the_street_comes_at_once(book: str, street: str) -> None:
    scene = up_to(book, street).burn().street(3 if street == "flop" else 1)
    assert scene.wait(1).kinds() == ["board.extra_burn"]
    only(rest(scene), "board.extra_burn")


@clauses("upt 5 Holdem 4 s2", "upt 5 Holdem 6 s3-4")
@pytest.mark.parametrize(
    ("street", "remedy", "cite"),
    [
        ("flop", "reshuffle_flop", "5 Holdem 4"),
        ("turn", "return_burn", "5 Holdem 6"),
        ("river", "return_burn", "5 Holdem 6"),
    ],
)
def test_the_tour_on_two_burns_once_the_street_is_seen(street: str, remedy: str, cite: str) -> None:
    scene = up_to("upt", street).burn().street(3 if street == "flop" else 1).wait(1)
    found = scene.found("board.extra_burn")
    assert (found.remedy, found.cites[0]) == (remedy, cite)


@pytest.mark.parametrize("book", HOUSES)
def test_a_second_burn_put_back_before_the_flop_is_the_next_burn(book: str) -> None:
    """5 Holdem 4 s1: proper burn and flop, nothing was seen."""
    scene = up_to(book, "flop").burn().burn()
    second = str(scene.log[-1]["tag"])
    scene.wait(3)
    scene.move(second, "burn", "stub").event("card.gone", tag=second, zone="stub")
    scene.cards.append(second)
    scene.flop(burn=False).check_round().card("burn").card("board").check_round()
    only(rest(scene), "board.extra_burn")


@clauses("upt 5 Holdem 4 s1")
def test_the_tour_says_to_put_an_unseen_second_burn_back() -> None:
    found = up_to("upt", "flop").burn().burn().wait(3).found("board.extra_burn")
    assert (found.remedy, found.cites) == ("return_burn", ["5 Holdem 4"])


def test_the_tour_reshuffles_one_burn_and_the_flop_and_burns_no_other() -> None:
    """5 Holdem 4 s2: two burns, the flop was seen."""
    scene = up_to("upt", "flop").burn()
    first = str(scene.log[-1]["tag"])
    scene.flop().wait(1).event("card.gone", tag=first, zone="burn")
    for card in scene.board:
        scene.event("card.gone", tag=card, zone="board")
    scene.cards += [*scene.board, first]
    scene.board = []
    scene.random.shuffle(scene.cards)
    scene.event("stub", after=8, state="reshuffled").flop(burn=False)
    only(rest(scene), "board.extra_burn")


@clauses("upt 3 Irregularities 16 s1")
def test_the_tours_second_burn_is_the_turn_and_the_card_shown_is_the_next_burn() -> None:
    """3 Irregularities 16 s1"""
    scene = up_to("upt", "turn").burn().burn()
    second = str(scene.log[-1]["tag"])
    scene.card("board").wait(1)
    shown = scene.board.pop()
    scene.move(shown, "board", "stub").move(second, "burn")
    scene.event("card.seen", tag=second, zone="board", face="up")
    scene.board.append(second)
    scene.cards.append(shown)
    only(rest(scene), "board.extra_burn")


@clauses("upt 3 Irregularities 16 s3-4", "upt 5 Holdem 6 s3-4")
def test_the_tours_second_burn_goes_back_as_the_river_burn_after_action() -> None:
    """3 Irregularities 16 s3"""
    scene = up_to("upt", "turn").burn()
    first = str(scene.log[-1]["tag"])
    scene.street().taps(1, 2).move(first, "burn", "shoe").taps(3, 4, 5, 6)
    scene.event("card.gone", tag=first, zone="shoe")
    scene.cards.append(first)
    only(scene.street().check_round(), "board.extra_burn")

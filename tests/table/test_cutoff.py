"""How long a misdeal can still be declared, and what happens to the hand when it can no longer be."""

from __future__ import annotations

import pytest

from controller.table.outputs import Action, Finding
from controller.testkit.scene import Scene
from tests.table.houses import clauses

BARRED = {
    "deltin": "35D",
    "english-arabic": "33C",
    "dpc": "Dealing 1D",
    "tda-2024": "35D",
    "upt": "3 Misdeals 1",
}
SUBSTANTIAL = ("deltin", "english-arabic", "dpc", "tda-2024")
"""Houses that count actions: two with chips among them, or any three."""
HOUSES = (*BARRED, "invitational")


def misdealt(book: str, **table: object) -> Scene:
    """The first card went to seat 2 instead of seat 1; nobody noticed but the table."""
    scene = Scene(book, **table).deal([2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1])  # type: ignore[arg-type]
    return scene


def barred(scene: Scene) -> bool:
    """Whether the table said that the misdeal can no longer be declared; a next act makes the last one final."""
    scene.wait(3)
    return "misdeal.barred" in scene.kinds()


@clauses("deltin 35D", "english-arabic 33C", "dpc Dealing 1D", "tda-2024 35D", "upt 3 Misdeals 1 s1")
@pytest.mark.parametrize(("book", "cite"), BARRED.items())
def test_a_call_and_a_raise_bar_the_misdeal(book: str, cite: str) -> None:
    scene = misdealt(book).calls(3).says(4, "raise", 300).calls(5)
    first, second = scene.findings("floor")
    assert (first.kind, first.remedy) == ("misdeal.wrong_first_seat", "redeal")
    assert (second.kind, second.remedy, second.cites) == ("misdeal.barred", "play_on", [cite])
    assert second.facts == {"of": first.id, "of_kind": first.kind, "misdeal": "barred"}
    assert second.seat == first.seat


@clauses("deltin 35D", "english-arabic 33C", "dpc Dealing 1D", "tda-2024 35D", "upt 3 Misdeals 1 s1")
@pytest.mark.parametrize("book", BARRED)
def test_a_barred_hand_is_played_out_and_its_chips_are_won(book: str) -> None:
    scene = misdealt(book).calls(3).says(4, "raise", 300).folds(5, 6, 1, 2, 3).end()
    hand = scene.hands()[0]
    assert not hand.void
    assert hand.stacks[4] == 10_250
    assert scene.kinds() == ["misdeal.wrong_first_seat", "misdeal.barred"]


@clauses(
    "deltin 36",
    "deltin 36A",
    "deltin 36B",
    "english-arabic 34",
    "english-arabic 34A",
    "english-arabic 34B",
    "dpc Dealing 2",
    "dpc Dealing 2A",
    "dpc Dealing 2B",
    "tda-2024 36",
    "tda-2024 36A",
    "tda-2024 36B",
)
@pytest.mark.parametrize("book", SUBSTANTIAL)
@pytest.mark.parametrize(
    ("acts", "over"),
    [
        (["call"], False),
        (["raise"], False),
        (["fold", "fold"], False),
        (["call", "fold"], True),
        (["fold", "call"], True),
        (["call", "call"], True),
        (["raise", "raise"], True),
        (["fold", "fold", "fold"], True),
    ],
)
def test_substantial_action_is_two_acts_with_chips_or_any_three(
    book: str, acts: list[str], over: bool
) -> None:
    """36 and its like. Posted blinds never count."""
    scene = misdealt(book)
    for n, act in enumerate(acts):
        scene.says(3 + n, act, 300 * (n + 1) if act == "raise" else None)
    scene.event("chips.swept")
    assert barred(scene) is over


@clauses("upt 3 Misdeals 1 s3", "upt 3 Misdeals 2")
@pytest.mark.parametrize(
    ("acts", "over"),
    [(["fold"], False), (["raise"], False), (["fold", "fold"], True), (["call", "fold"], True)],
)
def test_at_the_tour_two_players_who_have_acted_are_enough(acts: list[str], over: bool) -> None:
    """3 Misdeals 1: folds count, chips are not needed, posts do not count."""
    scene = misdealt("upt")
    for n, act in enumerate(acts):
        scene.says(3 + n, act, 300 if act == "raise" else None)
    scene.event("chips.swept")
    assert barred(scene) is over


@clauses("upt 3 Misdeals 1 s3")
def test_at_the_tour_the_same_player_twice_is_one_player() -> None:
    """Three-handed the button and the small blind are two players (U4)."""
    scene = Scene("upt", seats=3, button=3).deal([2, 3, 1, 2, 3, 1]).folds(3).wait(1)
    assert scene.kinds() == ["misdeal.wrong_first_seat"]
    assert barred(scene.calls(1).taps(2))


@pytest.mark.parametrize("book", HOUSES)
def test_the_remedy_clock_tells_how_many_acts_are_left(book: str) -> None:
    left = misdealt(book).wait(1).found("misdeal.wrong_first_seat").facts["actions_left"]
    assert left == (None if book == "invitational" else 2)


@clauses("invitational 9.6")
def test_the_home_tournament_sets_no_limit_and_the_floor_decides_once_somebody_has_acted() -> None:
    """9.6 names no moment (A5)."""
    scene = misdealt("invitational").calls(3, 4, 5, 6, 1).taps(2).sweep().flop()
    assert scene.kinds() == ["misdeal.wrong_first_seat"]
    assert scene.found("misdeal.wrong_first_seat").facts["misdeal"] == "open"
    late = Scene("invitational").deal().calls(3, 4).event("button.moved", seat=1).wait(1)
    found = late.found("misdeal.button_position")
    assert (found.remedy, found.cites[0], found.facts["our_reading"]) == ("floor", "9.6(f)", True)


@clauses("tda-2024 34A", "upt 3 Misdeals 2(g)")
@pytest.mark.parametrize(("book", "cite"), [("tda-2024", "34A"), ("upt", "3 Irregularities 1")])
def test_a_button_in_the_wrong_place_found_late_stays_for_the_hand(book: str, cite: str) -> None:
    scene = Scene(book).deal().calls(3, 4, 5).event("button.moved", seat=1).wait(1)
    found = scene.found("misdeal.button_position")
    assert (found.remedy, found.cites[0]) == ("play_on", cite)


@clauses("tda-2024 34A", "upt 3 Misdeals 2(g)", "invitational 9.6(f)")
@pytest.mark.parametrize(
    ("book", "remedy", "cite"),
    [
        ("tda-2024", "correct_button", "34A"),
        ("upt", "redeal", "3 Misdeals 2(g)"),
        ("invitational", "redeal", "9.6(f)"),
    ],
)
def test_a_button_in_the_wrong_place_found_in_time(book: str, remedy: str, cite: str) -> None:
    scene = Scene(book).deal().event("button.moved", seat=1).wait(1)
    found = scene.found("misdeal.button_position")
    assert (found.remedy, found.cites[0]) == (remedy, cite)


@pytest.mark.parametrize("book", SUBSTANTIAL[:3])
def test_a_button_in_the_wrong_place_is_the_floors_where_the_book_is_silent(book: str) -> None:
    found = Scene(book).deal().event("button.moved", seat=1).wait(1).found("misdeal.button_position")
    assert (found.remedy, found.cites, found.facts["silent"]) == ("floor", [], True)


@pytest.mark.parametrize("book", BARRED)
def test_an_act_out_of_turn_does_not_count_until_it_binds(book: str) -> None:
    scene = misdealt(book).says(5, "call").wait(1)
    assert "misdeal.barred" not in scene.kinds()
    scene.calls(3)
    assert "misdeal.barred" not in scene.kinds()


@pytest.mark.parametrize("book", BARRED)
def test_two_open_misdeals_are_barred_together(book: str) -> None:
    scene = Scene(book).deal([2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1], shown=[1]).calls(3, 4, 5)
    assert scene.kinds().count("misdeal.barred") == 1


@pytest.mark.parametrize("book", BARRED)
def test_a_misdeal_of_which_the_floor_said_play_on_is_never_barred(book: str) -> None:
    scene = misdealt(book).wait(1)
    found = scene.found("misdeal.wrong_first_seat")
    scene.rules("play_on", finding=found.id).calls(3, 4, 5, 6, 1).taps(2).sweep().flop()
    assert scene.kinds() == ["misdeal.wrong_first_seat"]
    assert not scene.end().hands()[0].void


def posted(scene: Scene) -> list[tuple[int, int, int]]:
    """Hand, seat and amount of every blind that was posted."""
    return [(o.hand, o.seat, o.to) for o in scene.out if isinstance(o, Action) and o.action == "post"]


# The re-deal --------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", HOUSES)
def test_the_floor_declares_the_misdeal_and_every_chip_goes_back(book: str) -> None:
    scene = misdealt(book, ante=10).wait(1)
    scene.rules("misdeal", finding=scene.found("misdeal.wrong_first_seat").id).end()
    hand = scene.hands()[0]
    assert (hand.void, hand.pots, hand.winners) == (True, [], None)
    assert hand.returned == {1: 60, 2: 110, 3: 10, 4: 10, 5: 10, 6: 10}
    assert set(hand.stacks.values()) == {10_000}


@pytest.mark.parametrize("book", HOUSES)
def test_a_misdeal_that_stands_open_at_the_end_is_void(book: str) -> None:
    hand = misdealt(book).calls(3).end().hands()[0]
    assert hand.void
    assert hand.returned == {1: 50, 2: 100, 3: 100}


@clauses("deltin 35C", "english-arabic 33B", "dpc Dealing 1C", "tda-2024 35C")
@pytest.mark.parametrize("book", HOUSES)
def test_the_re_deal_is_the_same_hand_again_and_a_hand_of_its_own(book: str) -> None:
    """35C: same button, blinds and limits, though the level has changed meanwhile."""
    scene = misdealt(book).wait(1).rules("misdeal").event("level", small=100, big=200)
    scene.shuffle()
    scene.start(6, redeal=True).deal([3, 4, 5, 6, 1, 2]).calls(3).end()
    first, again = (f for f in scene.out if isinstance(f, Finding))
    assert (first.id, again.id) == ("1:misdeal.wrong_first_seat:1", "2:misdeal.wrong_first_seat:1")
    posts = posted(scene)
    assert posts == [(1, 1, 50), (1, 2, 100), (2, 1, 50), (2, 2, 100)]
    scene.start(1).deal([2, 3])
    posts = posted(scene)
    assert posts[4:] == [(3, 2, 100), (3, 3, 200)]


@clauses("deltin 35C", "english-arabic 33B", "dpc Dealing 1C", "tda-2024 35C")
@pytest.mark.parametrize("book", HOUSES)
def test_nobody_new_sits_down_for_the_re_deal(book: str) -> None:
    """35C"""
    scene = misdealt(book).wait(1).event("seat", seat=7, state="in", stack=10_000)
    scene.shuffle()
    scene.start(6, redeal=True).deal().event("deal.end")
    assert scene.kinds() == ["misdeal.wrong_first_seat"]
    assert 7 not in scene.end().hands()[1].stacks


@clauses("deltin 35C", "english-arabic 33B", "dpc Dealing 1C", "tda-2024 35C")
@pytest.mark.parametrize("book", HOUSES)
def test_who_was_away_at_the_first_deal_may_or_may_not_play_the_re_deal(book: str) -> None:
    """35C: the newest book lets a player who is back play, three kill the hand, two do not say."""
    scene = misdealt(book, states={4: "absent"}).event("deal.end").wait(1)
    scene.event("seat", seat=4, state="in")
    scene.shuffle()
    scene.start(6, redeal=True).deal().wait(1)
    assert [f.kind for f in scene.findings() if f.hand == 2] == (
        ["hand.absent"] if book in SUBSTANTIAL[:3] else []
    )


@clauses("deltin 35C", "english-arabic 33B", "dpc Dealing 1C", "tda-2024 35C")
@pytest.mark.parametrize("book", SUBSTANTIAL)
def test_a_penalised_seat_is_dealt_to_and_killed_again(book: str) -> None:
    scene = misdealt(book, states={4: "penalty"}).event("deal.end").wait(1)
    scene.shuffle()
    scene.start(6, redeal=True).deal().wait(1)
    assert [f.kind for f in scene.findings() if f.hand == 2] == ["seat.penalty_hand"]

"""Where the next hand has its button, as the pages show it at a table whose hands are signalled."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from tests.table.houses import clauses, every_house


def shown(scene: Scene) -> tuple[int | None, int | None, int | None]:
    """Return button, small blind and big blind as they stand between two hands."""
    view = scene.engine.view()
    assert view.street == "between"
    assert view.next_hand is None
    return view.button, view.small_blind, view.big_blind


def test_the_button_of_the_first_hand_is_known_once_it_is_keyed() -> None:
    scene = Scene("deltin", start=False)
    assert shown(scene) == (None, None, None)
    assert shown(scene.event("button.moved", seat=6)) == (6, 1, 2)
    assert scene.event("hand.start").engine.view().button == 6


def test_a_button_that_is_put_elsewhere_is_shown_there() -> None:
    scene = Scene("deltin", button=6).deal().folds(3, 4, 5, 6, 1).award(2, 150).end().wait(1)
    assert shown(scene) == (1, 2, 3)
    assert shown(scene.event("button.moved", seat=4).wait(1)) == (4, 5, 6)
    assert shown(scene.event("button.moved", seat=1).wait(1)) == (1, 2, 3)


# A button that moves before the first card ------------------------------------------------------------------------


def wrongly_begun(house: str) -> Scene:
    """The last button was 6; the next hand is begun with it at 2, one seat too far."""
    scene = everybody_folds(Scene(house, button=6).deal())
    scene.shuffle()
    return scene.start(2)


def everybody_folds(scene: Scene) -> Scene:
    """All but the big blind fold, and the hand is closed."""
    order = scene.entitled()
    for seat in [*order[2:], order[0]]:
        scene.says(seat, "fold")
    return scene.end()


def lies_at(scene: Scene, button: int) -> Scene:
    """The button is put elsewhere."""
    scene.event("button.moved", seat=button).button = button
    return scene


@every_house()
def test_a_button_put_right_before_the_first_card_is_where_the_hand_has_it(house: str) -> None:
    """Nothing was dealt by the wrong one: no misdeal is left, and the next button follows from the right one."""
    scene = everybody_folds(lies_at(wrongly_begun(house), 1).deal())
    assert scene.kinds() == ["misdeal.button_position"]
    hand = scene.hands()[-1]
    assert (hand.void, hand.button, hand.stacks[2], hand.stacks[3]) == (False, 1, 10_000, 10_050)
    assert shown(scene) == (2, 3, 4)


@every_house()
def test_blinds_put_out_for_the_wrong_button_go_back_and_are_posted_by_who_owes_them(house: str) -> None:
    scene = wrongly_begun(house).post(3, 25, 25).post(4, 100)
    lies_at(scene, 1).pulls(4, 100).post(2, 25, 25).post(3, 25, 25).deal()
    assert everybody_folds(scene).kinds() == ["misdeal.button_position"]
    stacks = scene.hands()[-1].stacks
    assert (stacks[2], stacks[3], stacks[4]) == (10_000, 10_050, 10_000)


@every_house("upt", "invitational")
def test_a_hand_is_dealt_by_the_button_as_it_lies_at_the_first_card(house: str) -> None:
    """It was keyed where it belongs and then put a seat too far: that is told once, and nothing that follows from it."""
    scene = everybody_folds(Scene(house, button=6).deal())
    scene.shuffle()
    lies_at(scene.start(1), 2).deal()
    found = scene.found("misdeal.button_position")
    assert (found.facts["button"], found.facts["expected"]) == (2, 1)
    assert scene.engine.view().to_act == 5
    assert everybody_folds(scene).kinds() == ["misdeal.button_position"]


@every_house()
def test_a_button_put_from_one_wrong_place_to_another_still_belongs_where_it_did(house: str) -> None:
    found = lies_at(wrongly_begun(house), 4).found("misdeal.button_position", 2)
    assert (found.facts["button"], found.facts["expected"]) == (4, 1)


@every_house()
def test_a_button_that_was_away_for_a_moment_before_the_first_card_makes_no_misdeal(house: str) -> None:
    scene = lies_at(lies_at(Scene(house, button=6), 5), 6).deal()
    assert scene.found("misdeal.button_position").seat is None
    assert everybody_folds(scene).kinds() == ["misdeal.button_position"]
    assert not scene.hands()[0].void


@clauses("tda-2024 11B", "english-arabic 9B")
@pytest.mark.parametrize("house", ["tda-2024", "english-arabic"])
def test_at_stud_the_button_is_nobodys_and_may_be_put_where_it_waits(house: str) -> None:
    scene = Scene(house, game="stud", seats=4, ante=10, start=False).event("hand.start", button=None)
    scene.event("button.moved", seat=2).wait(1)
    assert scene.findings() == []


# Blinds that are put right when the cards are out -------------------------------------------------------------------


@every_house()
def test_blinds_that_move_with_a_button_put_right_are_no_acts(house: str) -> None:
    """Posted for a button at 2 and dealt so; the floor has it put back to 1: 4 takes its blind, 3 and 2 post theirs."""
    scene = wrongly_begun(house).post(3, 25, 25).post(4, 100).deal()
    scene.rules("correct_button", finding=scene.found("misdeal.button_position").id)
    lies_at(scene, 1).pulls(4, 100).pushes(3, 25, 25).pushes(2, 25, 25)
    assert scene.engine.view().to_act == 4
    scene.says(4, "call").pushes(4, 100).folds(5, 6, 1).pushes(2, 25, 25).taps(3).sweep()
    assert [f.kind for f in scene.findings()] == ["misdeal.button_position"]
    assert scene.actions()[-6:] == [
        (4, "call", 100),
        (5, "fold", 0),
        (6, "fold", 0),
        (1, "fold", 0),
        (2, "call", 100),
        (3, "check", 100),
    ]


@every_house()
def test_an_ante_for_the_table_moves_with_the_big_blind(house: str) -> None:
    table = {"big_blind_ante": 100, "button": 6}
    scene = everybody_folds(Scene(house, **table).deal())  # type: ignore[arg-type]
    scene.shuffle()
    scene.start(2).post(3, 25, 25).post(4, 100, 100).deal()
    scene.rules("correct_button", finding=scene.found("misdeal.button_position").id)
    lies_at(scene, 1).pulls(4, 100, 100).pushes(3, 100, 25, 25).pushes(2, 25, 25)
    everybody_folds(scene)
    assert [f.kind for f in scene.findings()] == ["misdeal.button_position"]
    before, after = (hand.stacks for hand in scene.hands())
    assert {seat: after[seat] - before[seat] for seat in (2, 3, 4)} == {2: -50, 3: 50, 4: 0}


@every_house()
@pytest.mark.parametrize("start", [{"redeal": True}, {}])
def test_a_hand_dealt_again_for_a_wrong_button_may_have_it_where_it_belongs(
    house: str, start: dict[str, bool]
) -> None:
    scene = wrongly_begun(house).deal()
    scene.rules("misdeal", finding=scene.found("misdeal.button_position").id).end().shuffle()
    scene = everybody_folds(scene.start(1, **start).deal())
    assert scene.kinds() == ["misdeal.button_position"]
    assert shown(scene) == (2, 3, 4)

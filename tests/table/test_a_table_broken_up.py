"""A table that was broken up and takes other players later is a new one: nothing follows from the hand before."""

from __future__ import annotations

from controller.testkit.scene import Scene
from tests.table.houses import every_house


def played(house: str) -> Scene:
    """One hand was played with button 6 and everybody folded to the big blind; the next button is due at seat 1."""
    scene = Scene(house).deal()
    return scene.folds(*scene.entitled()[2:], scene.entitled()[0]).end()


def leaves(scene: Scene, *seats: int) -> Scene:
    for seat in seats:
        scene.event("seat", seat=seat, state="empty")
    scene.seats = [seat for seat in scene.seats if seat not in seats]
    return scene


def sit_down(scene: Scene, *seats: int) -> Scene:
    for seat in seats:
        scene.event("seat", seat=seat, state="in", stack=10_000)
    scene.seats = sorted([*scene.seats, *seats])
    return scene


@every_house()
def test_the_button_goes_where_it_was_drawn_and_everybody_is_dealt_in(house: str) -> None:
    scene = sit_down(leaves(played(house), 1, 2, 3, 4, 5, 6), 1, 4, 7, 9)
    assert scene.engine.view().button is None, "the table asks for it"
    scene.start(4).deal([7, 9, 1, 4] * 2)
    assert scene.findings() == []
    assert scene.engine.hand is not None
    blinds = scene.engine.hand.blinds
    assert (blinds.button, blinds.small, blinds.big) == (4, 7, 9)
    assert sorted(scene.engine.hand.players) == [1, 4, 7, 9]


@every_house()
def test_where_one_player_stays_the_button_moves_on_as_ever(house: str) -> None:
    scene = sit_down(leaves(played(house), 1, 2, 3, 4, 6), 1, 4, 7, 9)
    scene.start(4)
    assert scene.kinds() == ["misdeal.button_position"]

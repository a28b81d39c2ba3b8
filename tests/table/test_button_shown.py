"""Where the next hand has its button, as the pages show it at a table whose hands are signalled."""

from __future__ import annotations

from controller.testkit.scene import Scene


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

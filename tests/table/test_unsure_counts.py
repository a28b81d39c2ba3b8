"""A camera that is not sure says what the chips may be: the betting asks whether it is the call, and mostly it is told."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene, counted
from tests.table.houses import every_house
from tests.table.test_counts import counting

MayBe = tuple[float, tuple[int, ...]]


def pushes(scene: Scene, seat: int, *may_be: MayBe) -> Scene:
    """A push whose chips the camera is not sure of."""
    return scene.event("chips.push", seat=seat, chips=None, alternatives=guesses(may_be))


def counts(scene: Scene, seat: int, *may_be: MayBe) -> Scene:
    """A settled zone that the camera is not sure of."""
    return scene.event("chips.bet", after=0.5, seat=seat, alternatives=guesses(may_be))


def guesses(may_be: tuple[MayBe, ...]) -> list[dict[str, object]]:
    return [{"chips": counted(chips), "p": p} for p, chips in may_be]


def raised() -> Scene:
    return counting().says(3, "raise", 400).pushes(3, 100, 100, 100, 100)


def looks(scene: Scene) -> list[int | None]:
    """The seats at which the table asks for a look."""
    return [finding.seat for finding in scene.findings() if finding.kind == "sensing.gap"]


FOUR, THREE, FIVE = (100,) * 4, (100,) * 3, (100,) * 5


@every_house()
def test_chips_that_are_most_likely_the_call_are_the_call(house):
    scene = counting(house).says(3, "raise", 400).pushes(3, 100, 100, 100, 100)
    pushes(scene, 4, (0.8, FOUR), (0.1, FIVE), (0.06, THREE)).folds(5)
    assert scene.actions()[1] == (4, "call", 400)
    assert scene.findings() == []


def test_chips_that_may_be_a_raise_as_well_are_asked_for():
    scene = pushes(raised(), 4, (0.5, (100,) * 7), (0.4, FOUR)).wait(0.1)
    assert looks(scene) == [4]


def test_a_likely_undercall_is_never_taken_for_the_call():
    scene = pushes(raised(), 4, (0.7, THREE), (0.25, FOUR)).wait(0.1)
    assert looks(scene) == [4]
    assert len(scene.actions()) == 1


def test_the_raise_that_was_said_is_what_lies_there():
    scene = counting().says(3, "raise", 700)
    pushes(scene, 3, (0.75, (500, 100, 100)), (0.15, (500, 100)), (0.05, (500, 100, 100, 100))).folds(4)
    assert scene.actions() == [(3, "raise", 700)]
    assert scene.findings() == []


def test_more_than_the_seat_has_is_not_asked_about():
    scene = counting(stacks={1: 10_000, 2: 10_000, 3: 10_000, 4: 900, 5: 10_000, 6: 10_000})
    scene.says(3, "raise", 400).pushes(3, 100, 100, 100, 100)
    pushes(scene, 4, (0.55, (500, 100, 100, 100, 100)), (0.43, (1000, 100, 100, 100, 100))).folds(5)
    assert scene.actions()[1] == (4, "raise", 900)
    assert looks(scene) == []


def test_no_chip_that_is_not_in_play_makes_an_amount():
    scene = counting(denominations=(25, 100, 500))
    pushes(scene, 3, (0.55, (100, 100, 100, 100)), (0.43, (5000,))).folds(4)
    assert scene.actions() == [(3, "raise", 400)]


@pytest.mark.parametrize("likely", [0.9, 0.5])
def test_a_count_that_finds_the_pushed_chips_likely_bears_them_out(likely):
    scene = counts(raised(), 3, (likely, FOUR), (0.08, THREE)).folds(4)
    assert scene.actions() == [(3, "raise", 400)]
    assert scene.findings() == []


def test_a_count_that_is_sure_of_nothing_changes_nothing():
    scene = counts(raised(), 3, (0.2, FOUR), (0.15, THREE)).folds(4)
    assert (scene.actions(), scene.findings()) == ([(3, "raise", 400)], [])


def test_a_count_that_cannot_be_what_was_pushed_is_a_look_and_no_call():
    scene = counts(raised(), 3, (0.9, (100,) * 6), (0.08, (100,) * 7)).folds(4)
    assert looks(scene) == [3]
    assert [finding.level for finding in scene.findings()] == ["info"]


def test_what_lies_there_once_the_hand_is_gone_tells_what_was_pushed():
    scene = raised().event("chips.push", seat=4, chips=None)
    counts(scene, 4, (0.85, FOUR), (0.1, FIVE)).folds(5)
    assert scene.actions()[1] == (4, "call", 400)


def test_chips_on_top_of_a_bet_are_what_the_zone_holds_more():
    scene = raised().says(4, "raise", 900).pushes(4, 500, 100, 100, 100, 100)
    scene.folds(5).folds(6).folds(1).folds(2).event("chips.push", seat=3, chips=None)
    counts(scene, 3, (0.85, (*FOUR, 500)), (0.1, (*FOUR, 500, 100))).burn()
    assert scene.actions()[-1] == (3, "call", 900)


def test_a_blind_that_may_be_something_else_is_the_blind():
    scene = Scene("deltin").post(1, 25, 25)
    pushes(scene, 2, (0.7, (100,)), (0.2, (100, 100)))
    scene.deal().folds(3)
    assert scene.kinds() == []

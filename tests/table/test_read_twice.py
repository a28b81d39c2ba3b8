"""Two antennas read one card as it comes to lie: it lies where it is due, and nothing is told of it."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from tests.table.houses import every_house

lasting = pytest.mark.parametrize("lasts", [0.5, 3.0, None])
order = pytest.mark.parametrize("first", ["due", "neighbour"])


def twice(scene: Scene, due: str, neighbour: str, lasts: float | None, first: str = "due") -> Scene:
    """A card comes to lie where it is due, and the antenna beside that reads it too, for so long or for good."""
    tag = scene.cards.pop()
    zones = (due, neighbour) if first == "due" else (neighbour, due)
    scene.event("card.draw", tag=tag, face="down")
    scene.event("card.seen", after=0.2, tag=tag, zone=zones[0]).event(
        "card.seen", after=0.03, tag=tag, zone=zones[1]
    )
    if due == "board":
        scene.board.append(tag)
    elif due != "burn":
        scene.hole.setdefault(int(due[5:]), []).append(tag)
    return scene if lasts is None else scene.event("card.gone", after=lasts, tag=tag, zone=neighbour)


def played(scene: Scene) -> Scene:
    """Limped and checked to the turn, and folded there."""
    scene.limp_to_flop().check_round().sweep().street().folds(1, 2, 3, 4, 5)
    return scene


@every_house()
@lasting
@order
@pytest.mark.parametrize("number", [1, 2, 6, 7, 12])
def test_a_hole_card_that_the_next_seats_antenna_reads_too_is_dealt_in_order(house, number, lasts, first):
    scene, seats = Scene(house), [*range(1, 7)] * 2
    scene.deal(seats[: number - 1])
    seat = seats[number - 1]
    twice(scene, f"seat:{seat}", f"seat:{seat % 6 + 1}", lasts, first).deal(seats[number:])
    assert set(played(scene).kinds()) <= {"turn.nonstandard_fold"}


@every_house()
@lasting
@order
def test_a_burn_that_the_boards_antenna_reads_too_is_the_burn(house, lasts, first):
    scene = Scene(house).deal().calls(3, 4, 5, 6, 1).taps(2).sweep()
    twice(scene, "burn", "board", lasts, first).street(3, burn=False).check_round()
    assert scene.findings() == []


@every_house()
@lasting
@order
def test_a_card_of_the_flop_that_the_burns_antenna_reads_too_lies_on_the_board(house, lasts, first):
    scene = Scene(house).deal().calls(3, 4, 5, 6, 1).taps(2).sweep().burn().card("board")
    twice(scene, "board", "burn", lasts, first).card("board").check_round()
    assert scene.findings() == []
    assert len(scene.engine.view().board) == 3


@every_house()
def test_a_card_that_goes_to_the_wrong_seat_and_stays_there_is_told_all_the_same(house):
    scene = Scene(house)
    twice(scene, "seat:1", "seat:2", 0.5).deal([3, 4, 5, 6, 2, 1, 2, 3, 4, 5, 6]).calls(3)
    assert [f.kind for f in scene.findings("floor")]


@every_house()
def test_a_card_that_only_one_antenna_goes_on_reading_lies_there(house):
    scene = Scene(house)
    tag = scene.cards.pop()
    scene.event("card.draw", tag=tag, face="down").event("card.seen", after=0.2, tag=tag, zone="seat:1")
    scene.event("card.seen", after=0.2, tag=tag, zone="seat:2").event(
        "card.gone", after=0.2, tag=tag, zone="seat:1"
    )
    scene.deal([2, 3, 4, 5, 6]).wait(1)
    assert scene.engine.hand.tracker.place[tag] == "seat:2"

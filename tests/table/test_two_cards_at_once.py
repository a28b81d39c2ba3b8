"""Two cards leave the shoe together: its throat counts one, and the antennas see both."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from tests.table.houses import every_house

BOARD = ["burn", "board", "board", "board", "burn", "board", "burn", "board"]


def comes_uncounted(scene: Scene, zone: str) -> Scene:
    """A card is seen where it lies, and no draw of it was counted."""
    tag = scene.cards.pop()
    if zone.startswith("seat:"):
        scene.hole.setdefault(int(zone[5:]), []).append(tag)
    else:
        scene.board += [tag] if zone == "board" else []
    return scene.event(
        "card.seen", after=0.4, tag=tag, zone=zone, **({"face": "up"} if zone == "board" else {})
    )


def dealt(house: str, without: int) -> Scene:
    """The deal, of which the card of this number was not counted."""
    scene = Scene(house)
    for number, seat in enumerate(scene.entitled() * 2, 1):
        if number == without:
            comes_uncounted(scene, f"seat:{seat}")
        else:
            scene.card(f"seat:{seat}")
    return scene


@every_house()
@pytest.mark.parametrize("without", [3, 6, 7, 12])
def test_a_hand_whose_cards_all_lie_there_is_whole(house, without):
    scene = dealt(house, without).limp_to_flop().check_round().sweep().street()
    assert scene.findings() == []


@every_house()
def test_a_seat_at_which_no_card_lies_is_short_all_the_same(house):
    scene = Scene(house).deal([1, 2, 3, 4, 5, 6, 1, 2, 4, 5, 6]).calls(3).wait(2)
    assert scene.kinds()


@every_house()
def test_its_cards_are_that_hands_when_they_are_tabled(house):
    scene = dealt(house, 4).folds(3).says(4, "all_in").folds(5, 6, 1).says(2, "all_in").sweep()
    scene.tables(4).tables(2).wait(3)
    assert scene.kinds() == []


@every_house()
@pytest.mark.parametrize("without", range(len(BOARD)))
def test_nor_is_anything_wrong_with_a_board_that_lies_there_whole(house, without):
    scene = Scene(house).deal().calls(3, 4, 5, 6, 1).taps(2).sweep()
    for number, zone in enumerate(BOARD):
        if number in (4, 6):
            scene.check_round().sweep()
        if number == without:
            comes_uncounted(scene, zone)
        else:
            scene.card(zone)
    scene.check_round().sweep().end()
    assert scene.kinds() == []
    assert scene.hands()[0].board == scene.board


@every_house()
def test_a_card_that_lies_where_none_is_due_is_not_counted(house):
    """A read of a card that is still in the shoe, say: it is dealt to another seat later."""
    scene = Scene(house).deal([1, 2, 3])
    tag = scene.cards[-3]
    scene.event("card.seen", after=0.4, tag=tag, zone="seat:6").event("card.gone", tag=tag, zone="seat:6")
    scene.deal([4, 5, 6, 1, 2, 3, 4, 5, 6]).calls(3)
    assert scene.kinds() == []

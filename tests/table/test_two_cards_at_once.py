"""Two cards leave the shoe together: its throat counts one, and the antennas see both."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from tests.table.houses import every_house
from tests.table.stud_table import Stud
from tests.table.test_stud import HANDS

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


@every_house()
@pytest.mark.parametrize("after", [0.05, 0.3, 0.8])
def test_nor_is_the_first_seat_wrong_where_its_card_was_not_counted(house, after):
    scene = Scene(house)
    first = scene.cards.pop()
    scene.event("card.seen", after=after, tag=first, zone="seat:1").hole[1] = [first]
    scene.deal((scene.entitled() * 2)[1:]).limp_to_flop().check_round().sweep().street()
    assert scene.findings() == []


@every_house()
def test_it_is_wrong_where_nothing_lies_at_the_seat_before(house):
    scene = Scene(house).deal([2])
    assert scene.wait(1).found("misdeal.wrong_first_seat").seat == 2


class LosesACount(Stud):
    """A stud table whose shoe does not count one card: it only comes to lie where it belongs."""

    without = 0
    """The number of that card."""
    number = 0

    def card(self, zone: str | None, *, face: str = "down", tag: str | None = None, **draw: object) -> Stud:
        """A card leaves the shoe, counted or not."""
        self.number += 1
        if self.number != self.without or zone is None:
            return super().card(zone, face=face, tag=tag, **draw)
        tag = self.cards.pop() if tag is None else tag
        if zone != "burn":
            self.hole.setdefault(int(zone[5:]), []).append(tag)
        return self.event("card.seen", after=0.4, tag=tag, zone=zone)


@pytest.mark.parametrize("house", ["dpc", "english-arabic", "tda-2024", "upt"])
@pytest.mark.parametrize("without", range(1, 26))
def test_nor_is_anything_wrong_with_a_hand_of_stud(house, without):
    scene = LosesACount(house, HANDS)
    scene.without = without
    scene.third().pushes(1, 5, 5, 5, 5).says(2, "raise").calls(3, 1).sweep().deals(1, 2, 3).taps(3, 1, 2)
    for _ in range(3):
        scene.sweep().deals(1, 2, 3).taps(1, 2, 3)
    assert scene.kinds() == []
    assert [seat for seat, _, _ in scene.actions("seventh")] == [1, 2]

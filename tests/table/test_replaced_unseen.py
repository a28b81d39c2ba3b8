"""A card of the deal that is replaced, at a table whose antennas miss a card: who was dealt right is not called."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from tests.table.houses import every_house
from tests.table.stud_table import Stud

FLOOR_REPLACES = ("deltin", "dpc", "english-arabic", "tda-2024")
"""Houses whose floor says what becomes of one boxed or shown card."""
SHOWN = 11
"""Of twelve: the second card of seat 5."""


def unseen(house: str, *draws: int, boxed: int | None = None, shown: int | None = None) -> Scene:
    """Deal two cards each, of which no antenna sees ``draws``."""
    scene = Scene(house)
    for n, seat in enumerate(scene.entitled() * 2, 1):
        scene.card(None if n in draws else f"seat:{seat}", face="up" if n == boxed else "down")
        if n == shown:
            scene.event("card.face", after=0.05, zone=f"seat:{seat}", face="up", by="dealer", count=1)
    return scene.wait(1.5)


def played_on(scene: Scene, *, burn: bool = True) -> Scene:
    """Everybody limps, and the flop is checked."""
    return scene.calls(3, 4, 5, 6, 1).taps(2).sweep().flop(burn=burn).check_round().sweep()


@every_house("upt", "invitational")
@pytest.mark.parametrize("unread", [8, 10, 12])
def test_a_boxed_card_that_the_floor_lets_replace_makes_no_hand_of_three(house: str, unread: int) -> None:
    scene = unseen(house, unread, boxed=SHOWN)
    scene.rules("replace_card", finding=scene.found("deal.boxed_card").id).card("seat:5")
    assert played_on(scene).kinds() == ["deal.boxed_card"]


@every_house("upt", "invitational")
def test_a_shown_card_that_the_floor_lets_replace_makes_no_hand_of_three(house: str) -> None:
    scene = unseen(house, 10, shown=SHOWN)
    shown = scene.hole[5].pop()
    scene.rules("replace_with_burn", finding=scene.found("deal.exposed_card").id)
    scene.move(shown, "seat:5", "burn").card("seat:5")
    assert played_on(scene, burn=False).kinds() == ["deal.exposed_card"]


@pytest.mark.parametrize("house", FLOOR_REPLACES)
def test_the_shown_card_is_the_flops_burn_though_no_antenna_saw_it_there(house: str) -> None:
    scene = unseen(house, shown=SHOWN)
    scene.rules("replace_with_burn", finding=scene.found("deal.exposed_card").id)
    scene.move(scene.hole[5].pop(), "seat:5").card("seat:5")
    assert played_on(scene, burn=False).kinds() == ["deal.exposed_card"]


def test_at_the_tour_the_shown_card_is_the_flops_burn_though_no_antenna_saw_it_there() -> None:
    scene = unseen("upt", shown=SHOWN)
    scene.move(scene.hole[5].pop(), "seat:5").card("seat:5")
    assert played_on(scene, burn=False).kinds() == ["deal.exposed_card"]


def test_the_shown_card_that_is_read_with_the_burns_at_last_is_one_burn() -> None:
    scene = unseen("upt", shown=SHOWN)
    shown = scene.hole[5].pop()
    scene.move(shown, "seat:5").card("seat:5").calls(3, 4, 5, 6, 1).taps(2).sweep().flop(burn=False)
    scene.event("card.seen", tag=shown, zone="burn").check_round().sweep().street().check_round()
    assert scene.kinds() == ["deal.exposed_card"]


def test_a_flop_without_a_burn_is_told_where_the_shown_card_lies_at_its_seat() -> None:
    scene = unseen("upt", shown=SHOWN).card("seat:5")
    assert "board.missing_burn" in played_on(scene, burn=False).kinds()


@every_house("upt", "invitational")
@pytest.mark.parametrize("lies", ["muck", None])
def test_a_boxed_card_lifted_from_its_seat_and_replaced_at_once_leaves_the_order_right(
    house: str, lies: str | None
) -> None:
    scene = Scene(house)
    for n, seat in enumerate(scene.entitled() * 2, 1):
        scene.card(f"seat:{seat}", face="up" if n == 5 else "down")
        if n == 5:
            scene.move(scene.hole[5].pop(), "seat:5", lies).card("seat:5")
    assert scene.kinds() == ["deal.boxed_card"]
    assert played_on(scene).kinds() == ["deal.boxed_card"]


@pytest.mark.parametrize("lies", ["muck", None])
def test_a_boxed_card_of_stud_that_is_lifted_and_seen_nowhere_was_laid_aside(lies: str | None) -> None:
    scene = Stud("dpc", {})
    for n, seat in enumerate(scene.entitled() * 2, 1):
        scene.card(f"seat:{seat}", face="up" if n == 4 else "down")
    scene.move(scene.hole[1].pop(), "seat:1", lies).card("seat:1")
    for seat in scene.entitled():
        scene.card(f"seat:{seat}")
    assert scene.wait(1.5).kinds() == ["deal.boxed_card"]

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


# The card that comes instead is the one that no antenna saw ----------------------------------------------------


@every_house("upt", "invitational")
@pytest.mark.parametrize("closed", [True, False])
def test_the_card_that_comes_for_a_boxed_one_is_no_burn_where_no_antenna_saw_it(
    house: str, closed: bool
) -> None:
    scene = unseen(house, boxed=SHOWN)
    scene = scene.event("deal.end") if closed else scene
    scene.rules("replace_card", finding=scene.found("deal.boxed_card").id)
    scene.move(scene.hole[5].pop(), "seat:5", "muck").card(None)
    assert played_on(scene.wait(2)).kinds() == ["deal.boxed_card"]


@every_house()
@pytest.mark.parametrize("closed", [True, False])
def test_the_card_that_comes_for_a_shown_one_is_no_flop_where_no_antenna_saw_it(
    house: str, closed: bool
) -> None:
    scene = unseen(house, shown=SHOWN)
    scene = scene.event("deal.end") if closed else scene
    found = scene.found("deal.exposed_card")
    scene = scene.rules("replace_with_burn", finding=found.id) if found.remedy == "floor" else scene
    scene.move(scene.hole[5].pop(), "seat:5", "burn").card(None)
    assert played_on(scene.wait(2), burn=False).kinds() == ["deal.exposed_card"]


@every_house("invitational", "english-arabic")
@pytest.mark.parametrize("acted", [True, False])
def test_the_buttons_missing_card_is_no_burn_where_no_antenna_saw_it(house: str, acted: bool) -> None:
    scene = Scene(house).deal([1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5]).event("deal.end")
    scene = scene.calls(3).card(None) if acted else scene.card(None).wait(2).calls(3)
    scene.wait(2).calls(4, 5, 6, 1).taps(2).sweep().flop().check_round().sweep()
    assert scene.kinds() == ["deal.button_short"]
    assert len(scene.actions("flop")) == 6


def test_a_button_that_has_acted_with_one_card_gets_no_other() -> None:
    scene = Scene("deltin").deal([1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5]).event("deal.end").calls(3, 4, 5, 6, 1)
    scene.taps(2).sweep().card(None).wait(2).flop(burn=False).check_round()
    assert scene.kinds() == ["deal.button_short", "deal.button_short"]


def test_the_card_that_comes_for_a_shown_one_of_stud_is_no_burn_where_no_antenna_saw_it() -> None:
    scene = Stud("dpc", {1: ["As", "Ah", "2c"], 2: ["Qs", "Qh", "7d"], 3: ["Js", "Jh", "Td"]})
    scene.third().wait(1).event("card.face", zone="seat:2", face="up", by="dealer", tag="Qh")
    scene.rules("replace_with_burn", finding=scene.found("deal.exposed_card").id)
    scene.move("Qh", "seat:2", "burn").card(None).wait(2).pushes(1, 5, 5, 5, 5).calls(2, 3).sweep()
    scene.deals(1, 2, 3, burn=False)
    assert scene.wait(1).kinds() == ["deal.exposed_card"]

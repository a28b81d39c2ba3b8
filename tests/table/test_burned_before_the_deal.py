"""A house whose dealer may burn a card before the first one: it is of no hand, whether an antenna saw it or not."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from tests.table.houses import clauses

HOME = "invitational"
UNSEEN = None


def burned(zone: str | None, *, unread: int = 0) -> Scene:
    """Three seats, a card burned, then two cards each, of which no antenna saw the first ``unread``."""
    scene = Scene(HOME, seats=3, button=3).card(zone)
    for n, seat in enumerate(scene.entitled() * 2):
        scene.card(UNSEEN if n < unread else f"seat:{seat}")
    return scene


@clauses("invitational 8.2(e)")
@pytest.mark.parametrize("unread", [0, 1, 2])
def test_a_burn_before_the_deal_that_no_antenna_saw_is_no_card_of_the_first_seat(unread: int) -> None:
    scene = burned(UNSEEN, unread=unread).wait(2).limp_to_flop().check_round().sweep()
    assert scene.findings() == []
    assert scene.actions("flop") == [(1, "check", 0), (2, "check", 0), (3, "check", 0)]


@clauses("invitational 8.2(e)")
@pytest.mark.parametrize("zone", ["burn", UNSEEN])
def test_who_was_dealt_to_after_a_burn_has_shown_his_whole_hand_with_two_cards(zone: str | None) -> None:
    scene = burned(zone).limp_to_flop()
    for _ in range(2):
        scene.check_round().sweep().street()
    scene.check_round()
    for seat in (1, 2, 3):
        scene.event("card.face", zone=f"seat:{seat}", face="up", by="player", count=2)
    showdown = scene.engine.view().showdown
    assert showdown is not None
    assert sorted(five.seat for five in showdown.fives) == [1, 2, 3]


def test_the_burn_that_is_read_at_last_is_no_burn_of_the_flop() -> None:
    scene = burned(UNSEEN)
    first = next(entry["tag"] for entry in scene.log if entry["type"] == "card.draw")
    scene.event("card.seen", tag=first, zone="burn").limp_to_flop().check_round()
    assert scene.findings() == []


def test_a_first_card_that_was_dealt_unseen_is_no_burn() -> None:
    scene = Scene(HOME, seats=3, button=3).card(UNSEEN)
    for seat in (2, 3, 1, 2, 3):
        scene.card(f"seat:{seat}")
    assert scene.limp_to_flop().check_round().findings() == []


def test_where_nobody_burns_before_the_deal_a_card_too_many_is_told() -> None:
    scene = Scene("upt", seats=3, button=3).card(UNSEEN)
    for seat in (1, 2, 3, 1, 2, 3):
        scene.card(f"seat:{seat}")
    assert scene.wait(2).limp_to_flop().kinds() != []


@pytest.mark.parametrize("book", ["deltin", "dpc", "english-arabic", "tda-2024", "upt"])
def test_elsewhere_a_burn_before_the_deal_is_one_too_many_once_the_flops_is_burned(book: str) -> None:
    """Every hand is whole: nobody's count is wrong."""
    scene = Scene(book, seats=3, button=3).card("burn").deal()
    assert scene.calls(3, 1).taps(2).sweep().kinds() == []
    assert scene.flop().check_round().kinds() == ["board.extra_burn"]

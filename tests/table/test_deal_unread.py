"""Slips of the deal where antennas missed cards: three seats, the button's last, two cards each."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from tests.table.houses import only_finding


def dealt(house: str, *reads: int | None) -> Scene:
    """Deal cards that these seats' antennas see, None: nobody's, and say that the deal is done."""
    scene = Scene(house, seats=3, button=3)
    for seat in reads:
        scene.card(None if seat is None else f"seat:{seat}")
    return scene.wait(2).event("deal.end")


def test_a_seat_left_out_is_named_though_a_card_was_read_by_nobody() -> None:
    finding = only_finding(dealt("deltin", 1, 3, None, 3))
    assert (finding.kind, finding.seat, finding.remedy) == ("misdeal.seat_dealt_out", 2, "redeal")
    assert finding.facts["state"] == "in"
    assert finding.evidence == [10, 11]  # the last card


def test_an_absent_seat_left_out_is_told_as_one() -> None:
    scene = Scene("upt", seats=3, button=3, states={2: "absent"})
    for seat in (1, 3, None, 3):
        scene.card(None if seat is None else f"seat:{seat}")
    finding = only_finding(scene.wait(2).event("deal.end"))
    assert (finding.seat, finding.facts["state"]) == (2, "absent")
    assert "15-7" in finding.cites


def test_which_of_two_seats_was_left_out_is_for_a_look_to_say() -> None:
    finding = only_finding(dealt("deltin", None, 3, None, 3))
    assert (finding.kind, finding.seat) == ("misdeal.seat_dealt_out", None)
    assert finding.facts["seats"] == [1, 2]
    assert "state" not in finding.facts


def test_a_deal_begun_at_the_wrong_seat_is_told_by_the_rest_of_it() -> None:
    finding = only_finding(dealt("deltin", None, 3, 1, 2, 3, 1))
    assert (finding.kind, finding.seat) == ("misdeal.wrong_first_seat", 2)
    assert finding.facts["expected"] == 1


def test_a_card_too_few_is_told_with_its_seat() -> None:
    finding = only_finding(dealt("tda-2024", 1, 2, 3, None, 3))
    assert (finding.kind, finding.seat) == ("misdeal.card_count", None)
    assert (finding.facts["cards"], finding.facts["due"], finding.facts["seats"]) == (1, 2, [1, 2])


def test_a_button_that_lacks_its_last_card_gets_it() -> None:
    scene = dealt("deltin", 1, None, 3, 1, 2)
    finding = only_finding(scene)
    assert (finding.kind, finding.seat, finding.remedy) == ("deal.button_short", 3, "deal_missing")
    scene.card("seat:3").says(3, "call")
    assert [f.kind for f in scene.findings()] == ["deal.button_short"]


def test_where_it_may_be_the_button_s_card_or_another_s_the_table_asks_for_a_look() -> None:
    finding = only_finding(dealt("deltin", 1, None, None, None, 3))
    assert (finding.kind, finding.remedy) == ("sensing.gap", "look")
    assert finding.facts["seats"] == [1, 2, 3]
    assert (finding.facts["look"], finding.facts["about"]) == (f"seat:{finding.seat}", "cards")


@pytest.mark.parametrize("reads", [(1, 2, 3, None, 2, 3), (1, 2, None, 2, 3, 3), (1, None, None, None, 2, 3)])
def test_a_deal_that_may_have_been_clean_is_no_finding(reads: tuple[int | None, ...]) -> None:
    assert dealt("deltin", *reads).findings() == []

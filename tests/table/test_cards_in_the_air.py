"""Acts while cards still come, cards that come when all is over, and cards shown where the book allows it."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import flop
from tests.table.houses import clauses, every_house, in_houses

ORDER = [1, 2, 3, 4, 5, 6] * 2


# Somebody acts before the deal is through --------------------------------------------------------------


@pytest.mark.parametrize("to_come", [1, 2, 3])
@pytest.mark.parametrize("act", ["raise", "fold"])
@every_house()
def test_who_acts_with_cards_still_to_come_does_not_end_the_deal(house, act, to_come):
    scene = Scene(house).deal(ORDER[:-to_come])
    scene = scene.says(3, "raise", 300, after=0.2) if act == "raise" else scene.says(3, "fold", after=0.2)
    scene.deal(ORDER[-to_come:]).wait(3).folds(4)
    assert scene.findings() == []
    assert scene.actions()[0] == (3, *(("raise", 300) if act == "raise" else ("fold", 0)))
    assert scene.engine.street == "preflop"


@every_house()
def test_until_the_last_card_is_out_it_is_the_deal(house):
    scene = Scene(house).deal(ORDER[:-1]).says(3, "raise", 300, after=0.2)
    assert scene.engine.street == "deal"
    scene.deal(ORDER[-1:])
    assert scene.engine.street == "preflop"


@every_house()
def test_a_card_that_does_not_come_for_a_second_after_an_act_is_missing(house):
    scene = Scene(house).deal([1, 2, 3, 4, 5, 6, 1, 2, 4, 5, 6]).says(3, "raise", 300, after=0.2).wait(0.9)
    assert scene.findings() == []
    scene.wait(0.3)
    assert [finding.kind for finding in scene.findings()] == ["misdeal.card_count"]


@pytest.mark.parametrize("house", ["deltin", "dpc", "tda-2024"])
def test_heads_up_the_button_that_acts_on_one_card_before_anybody_saw_it_has_a_dead_hand(house):
    scene = Scene(house, seats=2, button=2).deal([1, 2, 1]).says(2, "call", after=0.2).wait(1.5)
    assert [f.remedy for f in scene.findings() if f.kind == "deal.button_short"] == [
        "deal_missing",
        "kill_hand",
    ]


# After the award ---------------------------------------------------------------------------------------


RABBIT = {
    "deltin": "28",
    "dpc": "General Procedures 6",
    "english_arabic": "27",
    "tda_2024": "28",
    "upt": "2 Procedures 13",
}


def shown_after(house: str, *, awarded: bool) -> Scene:
    """All fold to a bet on the flop, and somebody wants to see what would have come."""
    scene = flop(house).says(1, "bet", 400).folds(2, 3, 4, 5, 6)
    scene = scene.award(1, 2800) if awarded else scene
    return scene.street().street().wait(3)


@pytest.mark.parametrize("awarded", [True, False])
@in_houses(**RABBIT)
def test_cards_shown_when_the_hand_is_over_are_no_street(house, cites, awarded):
    (told,) = shown_after(house, awarded=awarded).findings()
    assert (told.kind, told.seat, told.level, told.remedy) == ("board.rabbit_hunt", None, "info", "stop")
    assert told.cites == cites


@pytest.mark.parametrize("awarded", [True, False])
def test_where_the_house_only_discourages_it_nothing_is_told(awarded):
    assert shown_after("invitational", awarded=awarded).findings() == []


@every_house()
def test_the_board_is_as_it_was_played(house):
    scene = shown_after(house, awarded=True).end()
    assert len(scene.hands()[0].board) == 3


# Shown head to head ------------------------------------------------------------------------------------


@clauses("invitational 6.5(e)")
def test_head_to_head_a_player_may_show_his_cards():
    scene = flop("invitational", seats=3).says(1, "bet", 400).folds(2).tables(3).says(3, "call")
    assert scene.findings() == []


def test_with_a_third_in_the_hand_he_may_not():
    scene = flop("invitational", seats=3).says(1, "bet", 400).tables(3).wait(0.6)
    assert scene.findings()[0].kind == "hand.exposed_by_player"


# A burn that was left out ------------------------------------------------------------------------------


@clauses("tda-2024 39B")
@every_house("upt")
def test_after_a_flop_without_a_burn_that_stood_the_turn_has_one_burn(house):
    scene = Scene(house).deal()
    scene.calls(3, 4, 5, 6, 1).taps(2).sweep().flop(burn=False).check_round().sweep()
    one = len(scene.findings())
    scene.burn().street().wait(1)
    told = scene.findings()[one:]
    assert [finding.kind for finding in told] == ["board.extra_burn"]
    assert told[0].facts["burns"] == 2

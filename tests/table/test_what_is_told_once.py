"""Small things of the wager and the deal that other tests leave open; each was found by changing the code."""

from __future__ import annotations

import pytest

from controller.table.seating.player import Player
from controller.table.showdown.pots import layers
from controller.testkit.scene import Scene
from controller.testkit.spots import facing, flop
from tests.table.houses import did, every_house, only_finding, settled


@every_house()
def test_a_motion_that_the_camera_lost_for_a_moment_counts_with_all_its_chips(house):
    scene = flop(house).pushes(1, 1000).pushes(1, 500, 100, after=0.3)
    settled(scene, 2)
    assert scene.findings() == []
    assert did(scene, 1) == ("bet", 1600)


@every_house("invitational")
def test_a_short_push_to_which_too_much_is_added_is_told_at_once(house):
    scene = facing(house, 1000).pushes(2, 500, 100).pushes(2, 1000, after=1.0)
    finding = only_finding(scene)
    assert (finding.kind, finding.facts["pushed"]) == ("bet.undercall", 600)
    assert (finding.facts["owed"], finding.facts["to"], finding.facts["short"]) == (1000, 1000, 400)


def test_a_raise_of_the_pot_takes_off_what_the_seat_has_in_already():
    """Blinds 100 and 200, called by one; the small blind may raise to 1000: 200 of call and 800 of pot."""
    scene = Scene("deltin", seats=3, button=3, blinds=(100, 200), game="plo").deal()
    scene.says(3, "call").says(1, "raise", 5000)
    assert (only_finding(scene).kind, only_finding(scene).facts["to"]) == ("bet.over_limit", 800)


def test_an_exposed_card_that_was_replaced_belongs_to_no_hand():
    scene = Scene("invitational", seats=3, button=3)
    scene.card("seat:1").card("seat:2").card("seat:3")
    exposed = scene.hole[3][0]
    scene.event("card.face", after=0.05, zone="seat:3", face="up", by="dealer", tag=exposed)
    assert only_finding(scene).kind == "deal.exposed_card"
    scene.hole[3].clear()
    scene.card("seat:3").card("seat:1").card("seat:2").card("seat:3").event("deal.end")
    scene.move(exposed, "seat:3", "muck").wait(3)
    assert [f.kind for f in scene.findings()] == ["deal.exposed_card"]
    scene.says(3, "call")
    assert scene.actions() == []
    settled(scene, 1)
    assert scene.actions()[0] == (3, "call", 100)


@pytest.mark.parametrize("house", ["deltin", "dpc", "tda-2024"])
def test_both_cards_of_a_hand_thrown_in_too_early_are_one_finding(house):
    scene = facing(house, 1000).mucks(1).wait(1)
    assert [f.kind for f in scene.findings()] == ["showdown.premature_discard"]


@every_house()
def test_a_condition_of_who_has_folded_is_none(house):
    scene = facing(house, 1000).folds(2).says(3, "call")
    scene.says(2, "call", conditional=True)
    assert scene.kinds() == []


@every_house()
def test_the_first_of_two_boxed_cards_is_the_evidence_of_its_finding(house):
    scene = Scene(house).deal(boxed=[3])
    told = [f for f in scene.findings() if f.kind == "deal.boxed_card"]
    lines = [n for n, raw in enumerate(scene.log, 2) if raw["type"] == "card.draw" and raw["face"] == "up"]
    assert [f.evidence for f in told] == [lines]


@every_house()
def test_an_award_that_went_wrong_is_told_once(house):
    scene = facing(house, 1000).folds(2, 3, 4, 5, 6).award(2, 1000).award(3, 600).end()
    assert len(scene.kinds()) == 1


@every_house()
def test_an_extra_card_s_finding_shows_every_line_that_proves_it(house):
    scene = Scene(house, seats=3, button=3).deal([1, 2, 3, 1, 2, 3, 1]).event("deal.end")
    lines = [n for n, raw in enumerate(scene.log, 2) if raw.get("tag") == scene.hole[1][-1]]
    assert set(lines) <= {line for f in scene.findings() for line in f.evidence}


@every_house()
def test_words_after_the_chips_that_name_what_lies_there_change_nothing(house):
    scene = flop(house).pushes(1, 500, 100).says(1, "bet", 600)
    settled(scene, 2)
    assert scene.findings() == []
    assert did(scene, 1) == ("bet", 600)


@every_house()
def test_other_words_after_the_chips_are_told_and_the_chips_stand(house):
    scene = flop(house).pushes(1, 500, 100).says(1, "bet", 900)
    settled(scene, 2)
    finding = only_finding(scene)
    assert (finding.kind, finding.facts["said"], finding.facts["pushed"]) == ("bet.verbal_vs_chips", 900, 600)
    assert finding.remedy in ("chips_stand", "floor")
    assert did(scene, 1) == ("bet", 600)


def test_an_exposed_card_that_lay_there_a_while_is_replaced_too():
    scene = Scene("invitational", seats=3, button=3).card("seat:1").card("seat:2").card("seat:3")
    exposed = scene.hole[3].pop()
    scene.wait(1).event("card.face", zone="seat:3", face="up", by="dealer", tag=exposed)
    scene.card("seat:3").card("seat:1").card("seat:2").card("seat:3").event("deal.end")
    scene.says(3, "call").move(exposed, "seat:3", "muck").wait(3).folds(1).taps(2)
    assert [f.kind for f in scene.findings()] == ["deal.exposed_card"]
    assert scene.actions()[0] == (3, "call", 100)


@every_house()
def test_play_goes_on_after_a_hand_is_killed_in_the_middle_of_its_act(house):
    scene = facing(house, 1000).says(2, "call").rules("kill_hand", seat=2).says(3, "call").says(4, "fold")
    assert did(scene, 2)[0] == "dead"
    assert did(scene, 3) == ("call", 1000)


@pytest.mark.parametrize("house", ["invitational", "upt"])
def test_two_extra_cards_are_both_the_evidence_of_their_misdeal(house):
    scene = Scene(house, seats=4, button=4).deal([1, 2, 3, 4] * 2 + [1, 2]).event("deal.end")
    extras = [scene.hole[1][-1], scene.hole[2][-1]]
    drawn = {n for n, raw in enumerate(scene.log, 2) if raw["type"] == "card.draw" and raw["tag"] in extras}
    assert drawn <= set(scene.findings()[-1].evidence)


def test_what_only_folded_hands_put_in_above_a_live_one_is_in_its_pot():
    players = {
        seat: Player(seat, "in", 1000, put_in=put_in, folded=seat != 1)
        for seat, put_in in ((1, 100), (2, 500), (3, 500))
    }
    assert [(pot.amount, pot.seats) for pot in layers(players, {})] == [(1100, [1])]

"""Cards shown at a seat in rare moments, and hands dealt out, thrown in or turned up as they seldom are."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from tests.table.houses import every_house, only_finding, settled
from tests.table.test_late_and_missing_reads import ROUND, called, drawn

# Exposed cards -------------------------------------------------------------------------------------------------


def exposed_draw(scene: Scene) -> list[int]:
    """Return the draws that were told as exposed."""
    told = next(f for f in scene.findings() if f.kind in ("misdeal.exposed", "deal.exposed_card"))
    return told.facts.get("draws") or [told.facts["draw"]]


@every_house()
@pytest.mark.parametrize("waited", [0.1, 1.5])
def test_a_card_shown_that_its_seat_has_not_read_is_the_newest_there(house, waited):
    scene = Scene(house).deal([*ROUND, 1]).card(None).wait(waited)
    scene.event("card.face", after=0.1, zone="seat:2", face="up", by="dealer", count=1)
    assert exposed_draw(scene) == [8]


@every_house()
def test_a_card_shown_is_the_one_read_there_though_an_older_one_was_not(house):
    scene = Scene(house).deal([1]).card(None).deal([3, 4, 5, 6, 1, 2])
    scene.event("card.face", after=0.3, zone="seat:2", face="up", by="dealer", count=1)
    assert exposed_draw(scene) == [8]


@every_house()
def test_a_card_on_its_way_to_the_next_seat_is_not_the_one_shown(house):
    scene = Scene(house).deal([*ROUND, 1, 2]).card(None)
    scene.event("card.face", after=0.1, zone="seat:2", face="up", by="dealer", count=1)
    assert exposed_draw(scene) == [8]


@every_house()
def test_a_card_shown_that_nobody_read_is_the_newest_draw_seen_nowhere_else(house):
    scene = drawn(drawn(drawn(Scene(house)))).card("seat:4")
    scene.event("card.face", after=0.3, zone="seat:3", face="up", by="dealer", count=1)
    assert exposed_draw(scene) == [3]


@every_house()
def test_a_card_shown_is_the_one_that_its_tag_names(house):
    scene = Scene(house).deal([*ROUND, 1])
    tag = scene.hole[1][0]
    scene.event("card.face", after=0.3, zone="seat:1", face="up", by="dealer", count=1, tag=tag)
    assert exposed_draw(scene) == [1]


@every_house()
def test_a_card_shown_by_its_tag_is_not_the_unread_one(house):
    scene = Scene(house).deal([*ROUND, 1]).card(None)
    scene.event("card.face", after=0.1, zone="seat:2", face="up", by="dealer", tag=scene.hole[2][0])
    assert exposed_draw(scene) == [2]


@every_house()
def test_a_card_shown_where_none_was_dealt_is_nobody_s(house):
    scene = Scene(house).deal([1]).wait(0.5)
    scene.event("card.face", zone="seat:3", face="up", by="dealer", count=1)
    assert scene.findings() == []


def test_upt_a_boxed_card_is_of_no_hand():
    scene = Scene("upt").deal([1, 2, 3, 4, 5, 5, 6, *ROUND], boxed=[5])
    scene.calls(3, 4).move(scene.hole[5][0], "seat:5", "muck").wait(1).says(6, "call")
    assert (5, "fold", 0) not in scene.actions()


@every_house()
def test_a_boxed_card_turned_about_at_its_seat_is_not_exposed_as_well(house):
    scene = Scene(house).deal(ROUND[:3], boxed=[3])
    scene.event("card.face", zone="seat:3", face="up", by="dealer", count=1).wait(0.5)
    assert [f.kind for f in scene.findings()] == ["deal.boxed_card"]


def shown_and_mucked(house: str) -> Scene:
    """The last card but one was shown by the dealer, and goes to the muck while seat 3 thinks."""
    scene = Scene(house).deal([*ROUND, *ROUND[:5]]).wait(0.5)
    scene.event("card.face", zone="seat:5", face="up", by="dealer", count=1)
    tag = scene.hole[5][1]
    return scene.deal([6]).event("deal.end").calls(3, 4).move(tag, "seat:5", "muck").wait(1).says(6, "call")


@pytest.mark.parametrize("house", ["upt", "invitational"])
def test_an_exposed_card_that_is_replaced_is_no_hand_thrown_away(house):
    assert (5, "fold", 0) not in shown_and_mucked(house).actions()


@pytest.mark.parametrize("house", ["upt", "invitational"])
def test_the_card_that_replaces_an_exposed_one_belongs_to_the_hand(house):
    scene = Scene(house).deal([*ROUND, *ROUND[:5]], shown=[11])
    scene.deal([5, 6] if house == "invitational" else [6, 5]).event("deal.end").calls(3, 4)
    scene.move(scene.hole[5][2], "seat:5", "muck").wait(1).says(6, "call")
    assert (5, "fold", 0) in scene.actions()


@every_house("upt", "invitational")
def test_an_exposed_card_that_is_not_replaced_is_of_the_hand_still(house):
    assert (5, "fold", 0) in shown_and_mucked(house).actions()


# Hands that are dealt out, and turned up --------------------------------------------------------------------------


@every_house()
def test_a_seat_left_out_is_told_when_the_hand_is_broken_off(house):
    scene = Scene(house).deal([1, 2, 4, 5, 6])
    last = {scene.line - 1, scene.line}
    told = scene.end().found("misdeal.seat_dealt_out")
    assert told.seat == 3
    assert last <= {*told.evidence}


@every_house()
def test_a_seat_that_was_left_out_is_not_waited_for_when_play_goes_on(house):
    scene = Scene(house).deal([1, 2, 4, 5, 6] * 2).event("deal.end")
    scene.rules("play_on", finding=scene.found("misdeal.seat_dealt_out").id)
    assert scene.engine.view().to_act == 4


@pytest.mark.parametrize("house", ["deltin", "dpc", "english-arabic", "tda-2024"])
def test_after_a_misdeal_nobody_s_count_of_cards_is_told(house):
    scene = Scene(house).deal(ROUND, shown=[1]).event("deal.end")
    assert [f.kind for f in scene.findings()] == ["misdeal.exposed"]


@every_house()
def test_a_card_turned_up_where_nobody_plays_is_nothing(house):
    scene = called(house).flop().event("card.face", zone="seat:9", face="up", by="unknown", tag="x1")
    assert scene.wait(1).findings() == []


@every_house()
def test_a_hand_turned_up_in_one_read_is_tabled_whole(house):
    scene = called(house).flop().check_round().street().check_round().street().check_round()
    for seat in ROUND:
        scene.event("card.face", zone=f"seat:{seat}", face="up", by="player", count=2)
    best = scene.engine.view().showdown
    assert best is not None
    (winner,) = best.pots[0].winners
    assert [f.kind for f in scene.award(winner, 600).wait(5).end().findings("floor", "dealer")] == []


@every_house()
@pytest.mark.parametrize("named", [False, True])
def test_a_flop_turned_up_before_its_last_card_was_seen_by_the_players(house, named):
    told = []
    for turned in (False, True):
        scene = called(house)
        for n in range(3):
            tag = scene.cards.pop()
            scene.event("card.draw", tag=tag, face="down")
            scene.event("card.seen", after=0.2, tag=tag, zone="board", face="down")
            if turned and n < 2:
                by_name = {"tag": tag} if named else {}
                scene.event("card.face", after=0.3, zone="board", face="up", by="dealer", count=1, **by_name)
        told.append(scene.wait(1).found("board.missing_burn"))
    unseen, seen = told
    assert (unseen.remedy != seen.remedy) == (house == "upt")


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


def test_an_exposed_card_that_lay_there_a_while_is_replaced_too():
    scene = Scene("invitational", seats=3, button=3).card("seat:1").card("seat:2").card("seat:3")
    exposed = scene.hole[3].pop()
    scene.wait(1).event("card.face", zone="seat:3", face="up", by="dealer", tag=exposed)
    scene.card("seat:3").card("seat:1").card("seat:2").card("seat:3").event("deal.end")
    scene.says(3, "call").move(exposed, "seat:3", "muck").wait(3).folds(1).taps(2)
    assert [f.kind for f in scene.findings()] == ["deal.exposed_card"]
    assert scene.actions()[0] == (3, "call", 100)


@every_house()
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_who_is_left_alone_shows_his_hand_once_the_pot_is_his(house, seats):
    """Everybody threw his cards in without a word: the deal was over all the same, and he exposed nothing in it."""
    scene = Scene(house, seats=seats, button=seats).deal()
    *others, big = scene.entitled() if seats == 2 else [*scene.entitled()[2:], *scene.entitled()[:2]]
    others, big = ([big], others[0]) if seats == 2 else (others, big)
    for seat in others:
        scene.wait(1).mucks(seat)
    scene.award(big, 100 if seats == 2 else 150).tables(big).end()
    assert scene.findings("floor", "dealer") == []

"""From which hand on a level holds, and the level clock around it."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from tests.table.houses import clauses, did, every_house, in_houses


def level(scene: Scene, small: int, big: int) -> Scene:
    """The new level is announced."""
    return scene.event("level", small=small, big=big)


def played(scene: Scene, button: int) -> Scene:
    """A hand is dealt; everybody folds to the big blind."""
    scene.shuffle()
    scene.start(button).deal()
    return all_fold(scene)


def all_fold(scene: Scene) -> Scene:
    """Everybody folds to the big blind."""
    for _ in range(len(scene.entitled()) - 1):
        scene.says(scene.engine.view().to_act or 0, "fold")
    return scene.end()


def blinds(scene: Scene) -> list[int]:
    """What was posted, in order."""
    return [o.to for o in scene.out if getattr(o, "action", "") == "post"]


NEW_LIMITS = in_houses(
    deltin="23", dpc="General Procedures 1", english_arabic="21", tda_2024="23", upt="15-10; 15-9"
)


@NEW_LIMITS
def test_a_level_announced_in_a_hand_holds_from_the_next_one(house, cites):
    scene = level(Scene(house).deal().limp_to_flop(), 100, 200)
    assert (scene.engine.view().small, scene.engine.view().big) == (50, 100)
    assert did(scene.says(1, "bet", 100).calls(2), 1) == ("bet", 100)
    scene.folds(3, 4, 5, 6, 1).end()
    assert (scene.engine.view().small, scene.engine.view().big) == (100, 200)
    assert blinds(played(scene, 1)) == [50, 100, 100, 200]


HAND_START = in_houses(
    deltin="23 s3", dpc="General Procedures 1 s3", english_arabic="21 s2", tda_2024="23 s3", upt="15-10"
)


@HAND_START
def test_a_hand_begun_before_the_announcement_is_at_the_old_level(house, cites):
    """Shuffler's button or first riffle, then the signal, then the cards."""
    scene = level(Scene(house), 100, 200)
    assert blinds(all_fold(scene.wait(2).deal())) == [50, 100]
    assert blinds(played(scene, 1)) == [50, 100, 100, 200]


@clauses("tda-2024 23", "upt 15-10")
def test_a_signal_before_the_first_riffle_brings_the_new_level():
    for house in ("tda-2024", "upt"):
        scene = played(Scene(house, start=False), 6)
        level(scene, 100, 200).wait(1)
        assert blinds(played(scene, 1)) == [50, 100, 100, 200]


@clauses("tda-2024 23 s5", "deltin 23 s3", "dpc General Procedures 1 s3")
def test_a_dealer_push_before_the_signal_leaves_one_hand_at_the_old_level():
    """The new dealer sits down, the level changes, then he shuffles: one more hand at 50-100."""
    for house in ("tda-2024", "deltin", "dpc"):
        scene = played(Scene(house, start=False), 6).wait(20)
        scene.shuffle()
        level(scene.start(1), 100, 200).wait(10)
        all_fold(scene.deal())
        assert blinds(played(scene, 2)) == [50, 100, 50, 100, 100, 200]


def posted_at_the_old_level(house: str) -> Scene:
    """300-600 was posted after 400-800 had been announced."""
    scene = level(played(Scene(house, blinds=(300, 600), start=False), 6), 400, 800)
    scene.shuffle()
    return scene.start(1).post(2, 100, 100, 100).post(3, 500, 100).deal().wait(1)


@every_house()
def test_the_riffle_after_the_dealer_push_begins_no_other_hand(house):
    """The push begins the hand; the signal comes, then the riffle is sensed too: one hand, at the old level."""
    scene = Scene(house).post(1, 25, 25)
    level(scene, 100, 200).start(6).post(2, 100).deal()
    assert blinds(scene) == [50, 100]
    all_fold(scene)
    assert (scene.findings(), [hand.hand for hand in scene.hands()]) == ([], [1])


@every_house()
def test_a_start_that_names_another_button_begins_another_hand(house):
    scene = Scene(house).start(1).deal()
    assert (len(scene.hands()), scene.engine.hands) == (1, 2)


@clauses("tda-2024 23 s4")
def test_a_level_that_is_told_again_is_no_new_one():
    """The clock says 50-100 once more; both blinds are as they were."""
    scene = Scene("tda-2024").deal().folds(3, 4, 5, 6, 1).end().event("level", small=50, big=100)
    scene.start(1).post(2, 25, 25).post(3, 100).deal()
    assert scene.kinds() == []


def test_a_hand_begun_at_the_old_blinds_stays_at_them_after_substantial_action():
    scene = posted_at_the_old_level("tda-2024")
    told = scene.found("blind.missing")
    assert (told.remedy, told.cites, told.facts["options"]) == ("floor", ["23"], ["post_blind", "play_on"])
    scene.calls(4).says(5, "raise", 1200).calls(6)
    assert (did(scene, 4, "preflop"), did(scene, 5, "preflop")) == (("call", 600), ("raise", 1200))
    scene.rules("post_blind", finding=told.id)
    assert scene.engine.view().big == 600
    assert scene.kinds() == ["blind.missing"]
    assert blinds(scene)[2:] == [300, 600]


@clauses("tda-2024 23 s4")
def test_noticed_before_any_action_the_floor_may_correct_the_level():
    scene = posted_at_the_old_level("tda-2024")
    scene.rules("post_blind", finding=scene.found("blind.missing").id)
    view = scene.engine.view()
    assert (view.small, view.big, view.to_act, view.to_call) == (400, 800, 4, 800)
    all_fold(scene)
    assert scene.hands()[-1].stacks[2] == scene.hands()[0].stacks[2] - 400


@clauses("tda-2024 23 s4")
@pytest.mark.parametrize("ruled", [True, False])
def test_blinds_that_are_made_those_of_the_new_level_are_no_acts(ruled):
    """The 100 and the 200 that lack are put out before anybody acts, on a word of the floor or without one."""
    scene = posted_at_the_old_level("tda-2024")
    if ruled:
        scene.rules("post_blind", finding=scene.found("blind.missing").id)
    scene.pushes(2, 100).pushes(3, 100, 100).calls(4).folds(5, 6, 1).says(2, "call").taps(3).sweep()
    assert scene.kinds() == ["blind.missing"]
    assert [did(scene, seat, "preflop") for seat in (4, 2, 3)] == [
        ("call", 800),
        ("call", 800),
        ("check", 800),
    ]


def test_elsewhere_short_blinds_are_made_good():
    scene = posted_at_the_old_level("invitational")
    assert scene.kinds() == ["blind.missing", "blind.missing"]
    assert {found.remedy for found in scene.findings("dealer")} == {"post_blind"}


@clauses("tda-2024 RP-11 s2")
def test_the_ante_stays_when_the_table_gets_short():
    scene = Scene("tda-2024", seats=4, button=4, blinds=(300, 600), big_blind_ante=600).deal()
    scene.folds(3, 4, 1).end()
    assert scene.hands()[0].pots[0].amount == 600 + 300 + 300
    assert scene.engine.view().big_blind_ante == 600


@clauses("invitational 3 intro s5-6")
def test_the_director_may_announce_another_level_than_was_planned():
    scene = level(level(Scene("invitational"), 100, 200), 500, 1000)
    assert blinds(all_fold(scene.wait(2).deal())) == [50, 100]
    assert blinds(played(scene, 1)) == [50, 100, 500, 1000]


# Hand for hand at the table ------------------------------------------------------------------------


def all_in_and_called(scene: Scene) -> Scene:
    """Seat 3 is all-in and seat 2 calls; the flop is due."""
    return scene.deal().says(3, "all_in").folds(4, 5, 6, 1).says(2, "call").wait(1)


def down(scene: Scene) -> list[str]:
    """What the floor's notes say of hand for hand."""
    return [note.what for note in scene.engine.view().notes if note.kind == "level.hand_for_hand"]


@clauses("tda-2024 RP-8F")
def test_hand_for_hand_an_all_in_waits_face_down_for_the_floor():
    scene = all_in_and_called(Scene("tda-2024").rules("hand_for_hand"))
    assert down(scene) == ["cards_down"]
    scene.burn()
    assert "card_too_early" in down(scene)
    released = all_in_and_called(Scene("tda-2024").rules("hand_for_hand")).rules("release")
    assert down(released.tables(3).tables(2).flop().wait(1)) == []
    assert released.kinds() == []


@clauses("tda-2024 RP-8F")
def test_with_normal_play_the_hands_are_tabled_before_the_flop():
    scene = all_in_and_called(Scene("tda-2024").rules("hand_for_hand").rules("normal_play")).flop()
    assert scene.kinds() == ["showdown.not_tabled"]
    assert down(scene) == []
    elsewhere = all_in_and_called(Scene("deltin").rules("hand_for_hand")).flop()
    assert elsewhere.kinds() == ["showdown.not_tabled"]

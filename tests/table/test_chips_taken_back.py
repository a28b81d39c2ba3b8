"""Old chips taken back before new ones go out, and blinds that come late: what lies there is what is bet."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import facing, facing_raise, flop
from tests.table.houses import clauses, did, every_house, only_finding


@clauses("deltin 44B", "dpc Bets 2B", "english-arabic M3B", "tda-2024 41B")
@every_house()
def test_the_small_blind_taken_back_and_the_whole_call_pushed_is_a_call(house):
    scene = Scene(house).deal().says(3, "raise", 300).pushes(3, 100, 100, 100).folds(4, 5, 6)
    scene.pulls(1, 25, 25).pushes(1, 100, 100, 100).says(2, "fold")
    assert did(scene, 1, "preflop") == ("call", 300)
    assert scene.findings() == []


@every_house()
def test_a_bet_taken_back_and_the_whole_raise_called_is_a_call(house):
    scene = facing_raise(house, 300, 900).folds(3, 4, 5, 6)
    scene.pulls(1, 100, 100, 100).pushes(1, 500, 100, 100, 100, 100).sweep()
    assert did(scene, 1) == ("call", 900)
    assert scene.findings() == []


@every_house()
def test_the_big_blind_that_puts_out_its_raise_in_one_has_raised_to_what_lies_there(house):
    scene = Scene(house).deal().calls(3).folds(4, 5, 6, 1).pulls(2, 100).pushes(2, 100, 100, 100, 100)
    scene.says(3, "fold", after=2.5)
    assert did(scene, 2, "preflop") == ("raise", 400)
    assert scene.findings() == []


@every_house()
def test_a_bet_put_back_where_it_lay_adds_nothing(house):
    scene = facing_raise(house, 300, 900).folds(3, 4, 5, 6).pulls(1, 100, 100, 100).pushes(1, 100, 100, 100)
    scene.pushes(1, 500, 100).sweep()
    assert did(scene, 1) == ("call", 900)


# Chips of one turn that others replace -------------------------------------------------------------------


@pytest.mark.parametrize("first", [(500, 500), (100,) * 7, (1000, 1000)])
@every_house()
def test_who_takes_his_chips_back_and_puts_out_the_call_in_their_place_has_called(house, first):
    """Too many, too few, enough for a raise: what he did not leave there adds to nothing."""
    scene = facing(house, 800).pushes(2, *first).pulls(2, *first).pushes(2, 500, 100, 100, 100, after=0.9)
    scene.wait(3).says(3, "fold")
    assert (scene.findings(), did(scene, 2)) == ([], ("call", 800))


@every_house()
def test_he_may_take_his_time_over_it(house):
    scene = facing(house, 800).pushes(2, *[100] * 7).pulls(2, *[100] * 7).wait(4)
    scene.pushes(2, 500, 100, 100, 100).wait(3).says(3, "fold")
    assert (scene.findings(), did(scene, 2)) == ([], ("call", 800))


@every_house()
def test_a_part_of_them_replaced_counts_with_what_was_left(house):
    scene = facing(house, 800).pushes(2, 500, 500).pulls(2, 500).pushes(2, 100, 100, 100, after=0.9)
    scene.wait(3).says(3, "fold")
    assert (scene.findings(), did(scene, 2)) == ([], ("call", 800))


@every_house("upt", "invitational")
def test_who_wavers_and_puts_back_what_he_took_has_made_one_motion(house):
    """Two chips of a raise go back for a moment and out again: the house allows one motion, and it was one."""
    scene = Scene(house).deal().pushes(3, 100, 100, 100).pulls(3, 100, 100).pushes(3, 100, 100, after=1.5)
    scene.says(4, "fold", after=3)
    assert did(scene, 3, "preflop") == ("raise", 300)
    assert scene.findings() == []


@every_house()
def test_a_chip_of_the_call_that_comes_back_late_is_in_the_call(house):
    scene = facing(house, 300).pushes(2, 100, 100, 100).pulls(2, 100).pushes(2, 100, after=1.9)
    scene.wait(3).says(3, "fold")
    assert did(scene, 2) == ("call", 300)
    assert scene.findings("dealer", "floor") == []


@every_house("upt", "invitational")
def test_more_than_he_took_is_a_further_motion(house):
    scene = Scene(house).deal().pushes(3, 100, 100, 100).pulls(3, 100).pushes(3, 100, 100, after=1.5)
    scene.says(4, "fold", after=3)
    assert scene.found("bet.string").seat == 3


@every_house()
def test_the_last_caller_who_replaces_his_chips_has_called_and_nothing_went_back(house):
    scene = facing(house, 800, seats=2).pushes(2, 500, 500).pulls(2, 500, 500)
    scene.pushes(2, 500, 100, 100, 100, after=0.9).wait(3)
    scene.event("chips.stack", seat=2, amount=100_000 - 400 - 800).sweep()
    assert (scene.findings(), did(scene, 2)) == ([], ("call", 800))


@every_house()
def test_chips_that_were_ruled_and_are_taken_back_by_the_ruling_bring_no_other(house):
    scene = flop(house).pushes(1, 1000).pushes(1, 500, 100).wait(3)
    told = [f.kind for f in scene.findings()]
    scene.pulls(1, 500, 100).wait(3).says(2, "fold")
    assert [f.kind for f in scene.findings()] == told == ["bet.string"]
    assert did(scene, 1) == ("bet", 1000)


@every_house()
def test_old_chips_exchanged_for_the_call_before_the_turn_are_the_call_when_it_comes(house):
    """Seat 1 has bet 800 and is raised; he puts 2000 in its place while two have still to act."""
    scene = facing(house, 800, seats=4).says(2, "raise", 2000).pushes(2, 1000, 1000, after=1.0)
    scene.pulls(1, 500, 100, 100, 100).pushes(1, 1000, 1000).wait(3).folds(3, 4).wait(1)
    told = [(f.kind, f.seat) for f in scene.findings()]
    assert told == [("turn.out_of_turn", 1), ("turn.out_of_turn", 1)]
    scene.sweep()
    assert did(scene, 1) == ("call", 2000)


# A blind that comes late -------------------------------------------------------------------------------


def late(house: str) -> Scene:
    """The small blind lies there, the big one does not, and the cards are out."""
    return Scene(house, start=False).start().post(1, 25, 25).deal()


@every_house()
def test_the_big_blind_that_lies_not_there_is_asked_for(house):
    told = only_finding(late(house))
    assert (told.kind, told.seat, told.level, told.remedy) == ("blind.missing", 2, "dealer", "post_blind")
    assert (told.facts["owed"], told.facts["pushed"]) == (100, 0)


@pytest.mark.parametrize("when", ["at once", "after the first call"])
@every_house()
def test_the_big_blind_that_posts_when_it_is_reminded_has_posted_and_not_acted(house, when):
    scene = late(house)
    scene = scene.pushes(2, 100).says(3, "call") if when == "at once" else scene.calls(3).pushes(2, 100)
    scene.folds(4, 5, 6, 1).taps(2).sweep()
    assert scene.actions("preflop")[-1] == (2, "check", 100)
    assert scene.kinds() == ["blind.missing"]


@every_house()
def test_a_big_blind_that_never_came_and_calls_the_raise_has_called(house):
    scene = late(house).says(3, "raise", 300).pushes(3, 100, 100, 100).folds(4, 5, 6, 1)
    scene.pushes(2, 100, 100, 100).sweep()
    assert did(scene, 2, "preflop") == ("call", 300)
    assert scene.kinds() == ["blind.missing"]


@every_house()
def test_where_no_blind_was_pushed_all_count_as_posted(house):
    scene = Scene(house).deal().calls(3).folds(4, 5, 6, 1).taps(2).sweep()
    assert scene.findings() == []


@every_house()
def test_antes_that_some_have_put_out_are_asked_of_the_others(house):
    scene = Scene(house, ante=10, start=False).start()
    for seat, blind in ((1, 50), (2, 100), (3, 0), (4, 0), (5, 0)):
        scene.post(seat, 5, 5, *[25] * (blind // 25))
    assert only_finding(scene.deal()).seat == 6
    scene.pushes(6, 5, 5).calls(3)
    assert scene.kinds() == ["blind.missing"]


@every_house()
def test_chips_that_the_winner_puts_out_and_takes_back_are_not_his_uncalled_bet(house):
    """All others have folded: the pot is pushed with what nobody called."""
    scene = Scene(house).deal().folds(3, 4, 5, 6, 1).pushes(2, 100).pulls(2, 100).award(2, 150)
    (hand,) = scene.end().hands()
    assert scene.findings() == []
    assert (hand.returned, hand.stacks[2]) == ({2: 50}, 10_050)


# Words that bind ---------------------------------------------------------------------------------------


@clauses("english-arabic M1A s2", "invitational 5.5 s1-2")
@pytest.mark.parametrize(("house", "cites"), [("english-arabic", ["M1A"]), ("invitational", ["5.5"])])
def test_call_said_and_too_many_chips_put_out_is_a_call_by_the_word(house, cites):
    scene = facing(house, 400).says(2, "call").pushes(2, *[100] * 6, after=1).wait(2.5).pulls(2, 100, 100)
    told = only_finding(scene)
    assert (told.kind, told.level, told.remedy) == ("bet.verbal_vs_chips", "dealer", "verbal_stands")
    assert told.cites == cites
    scene.says(3, "fold")
    assert did(scene, 2) == ("call", 400)

"""A camera's counts of the betting zones: the second witness of what was pushed."""

from __future__ import annotations

import pytest

from controller.table.outputs import Action
from controller.testkit.scene import Scene
from controller.testkit.spots import facing_raise
from tests.table.houses import ALL, did, every_house, settled, ten


def counting(house: str = "deltin", **table: object) -> Scene:
    """A table whose camera has counted every zone empty; blinds 50-100, pushed and counted."""
    scene = Scene(house, **table)  # type: ignore[arg-type]
    for seat in scene.seats:
        counts(scene, seat)
    counts(scene.post(1, 25, 25), 1, 25, 25)
    return counts(scene.post(2, 100), 2, 100).deal()


def counts(scene: Scene, seat: int, *chips: int, **fields: object) -> Scene:
    """The camera counts a settled zone."""
    held = {str(chip): chips.count(chip) for chip in sorted({*chips}, reverse=True)}
    return scene.event("chips.bet", after=0.5, seat=seat, chips=held, **fields)


@every_house()
def test_a_count_that_agrees_says_nothing(house):
    scene = counting(house).says(3, "raise", 300).pushes(3, 100, 100, 100)
    counts(scene, 3, 100, 100, 100).folds(4)
    assert scene.findings() == []


@every_house()
def test_a_push_counted_a_chip_short_is_the_call_that_the_zone_holds(house):
    scene = counting(house).says(3, "raise", 400).pushes(3, 100, 100, 100, 100)
    counts(scene, 3, 100, 100, 100, 100)
    counts(scene.pushes(4, 100, 100, 100), 4, 100, 100, 100, 100).folds(5)
    assert scene.actions()[1] == (4, "call", 400)
    assert [f.kind for f in scene.findings()] == ["bet.count_mismatch"]
    assert scene.found("bet.count_mismatch").facts["counted"] == 400


@every_house()
def test_a_push_of_the_call_stays_the_call_where_the_count_is_a_chip_off(house):
    scene = counting(house).says(3, "raise", 400).pushes(3, 100, 100, 100, 100)
    counts(scene, 3, 100, 100, 100, 100)
    counts(scene.pushes(4, 100, 100, 100, 100), 4, 100, 100, 100).folds(5)
    assert scene.actions()[1] == (4, "call", 400)
    assert scene.kinds() == []


def test_an_undercall_that_push_and_count_show_is_told_when_it_is_settled():
    scene = counting().says(3, "raise", 400).pushes(3, 100, 100, 100, 100)
    counts(scene, 3, 100, 100, 100, 100)
    counts(scene.pushes(4, 100, 100, 100), 4, 100, 100, 100).wait(2)
    assert scene.kinds() == ["bet.undercall"]


def test_both_counts_a_chip_off_are_the_call_that_lies_between():
    scene = counting().says(3, "raise", 400).pushes(3, 100, 100, 100, 100)
    counts(scene, 3, 100, 100, 100, 100)
    counts(scene.pushes(4, 100, 100, 100, 25, 25, 25), 4, 100, 100, 100, 100, 25, 25, 25, 25).folds(5)
    assert scene.kinds() == []


def test_who_calls_tells_which_of_two_counts_of_a_raise_was_right():
    scene = counting().says(3, "raise").pushes(3, 100, 100, 100, 25)
    counts(scene, 3, 100, 100, 100, 25, 25)
    counts(scene.pushes(4, 100, 100, 100, 25), 4, 100, 100, 100, 25)
    scene.folds(5, 6, 1, 2).sweep().flop()
    assert scene.kinds() == []
    scene.taps(3, 4).end()
    (hand,) = scene.hands()
    assert hand.pots[0].amount == 325 * 2 + 150
    assert sum(hand.stacks.values()) + hand.unawarded == 60_000


def test_push_and_count_may_each_have_missed_a_chip_of_its_own():
    scene = counting().says(3, "raise").pushes(3, 500, 100, 5, 5)
    counts(scene, 3, 500, 100, 100, 5)  # he put in 500, 100, 100, 5 and 5
    counts(scene.pushes(4, 500, 100, 100, 5, 5), 4, 500, 100, 100, 5, 5)
    counts(scene.pushes(5, 500, 100, 100, 5, 5), 5, 500, 100, 100, 5, 5)
    scene.folds(6, 1, 2).sweep().flop()
    assert scene.kinds() == []
    scene.taps(3, 4, 5).end()
    (hand,) = scene.hands()
    assert hand.pots[0].amount == 710 * 3 + 150


def test_a_push_may_be_a_chip_over_and_its_count_the_same_chip_short():
    scene = counting().says(3, "raise").pushes(3, 100, 100, 100, 25)
    counts(scene, 3, 100, 25)
    counts(scene.pushes(4, 100, 100, 25), 4, 100, 100, 25)
    scene.folds(5, 6, 1, 2).sweep().flop()
    assert scene.kinds() == []
    scene.taps(3, 4).end()
    assert scene.hands()[0].pots[0].amount == 225 * 2 + 150


def test_the_dealers_count_settles_the_matter():
    scene = counting().says(3, "raise").pushes(3, 100, 100, 100)
    scene.event("chips.bet", seat=3, amount=400, by="dealer").folds(4)
    assert scene.actions()[0] == (3, "raise", 400)


def test_without_a_camera_that_counts_the_pushes_decide():
    scene = Scene().deal().says(3, "raise", 400).pushes(3, 100, 100, 100, 100)
    scene.pushes(4, 100, 100, 100).wait(2)
    assert scene.kinds() == ["bet.undercall"]


@every_house()
def test_a_blind_counted_a_chip_short_is_whole_where_the_zone_holds_it(house):
    scene = Scene(house)
    for seat in scene.seats:
        counts(scene, seat)
    counts(scene.post(1, 25), 1, 25, 25)
    counts(scene.post(2, 100), 2, 100).deal()
    assert scene.kinds() == []


def test_a_short_blind_that_the_count_bears_out_is_told():
    scene = Scene()
    for seat in scene.seats:
        counts(scene, seat)
    counts(scene.post(1, 25, 25), 1, 25, 25)
    scene.post(2, 50).card("seat:1")
    assert scene.kinds() == []
    counts(scene, 2, 50)
    assert scene.kinds() == ["blind.missing"]


def test_a_short_blind_is_told_at_the_first_act_where_its_zone_was_never_counted():
    scene = Scene()
    counts(scene, 1)
    scene.post(1, 25, 25).post(2, 50).deal().folds(3)
    assert scene.kinds() == ["blind.missing"]


def test_an_ante_that_still_lies_there_belongs_to_the_count():
    scene = Scene(ante=25)
    for seat in scene.seats:
        counts(scene, seat)
        if seat > 2:
            counts(scene.post(seat, 25), seat, 25)
    counts(scene.post(1, 25, 25, 25), 1, 25, 25, 25)
    counts(scene.post(2, 100, 25), 2, 100, 25).deal()
    counts(scene.says(3, "call").pushes(3, 100), 3, 100, 25)
    assert scene.findings() == []


def test_antes_that_were_swept_do_not():
    scene = Scene(ante=25)
    for seat in scene.seats:
        counts(scene.post(seat, 25), seat, 25)
    scene.sweep()
    counts(scene.post(1, 25, 25), 1, 25, 25)
    counts(scene.post(2, 100), 2, 100).deal()
    counts(scene.says(3, "call").pushes(3, 100), 3, 100)
    assert scene.findings() == []


def raised_and_called(award: int) -> Scene:
    """At a table whose camera counts, two players put in 300 each; the winner is pushed ``award``."""
    scene = counting().says(3, "raise", 300).pushes(3, 100, 100, 100)
    counts(scene, 3, 100, 100, 100)
    counts(scene.says(4, "call").pushes(4, 100, 100, 100), 4, 100, 100, 100)
    scene.folds(5, 6, 1, 2).sweep().flop().taps(3)
    return scene.says(4, "bet", 200).folds(3).award(4, award).end()


def test_a_pot_that_is_a_chip_off_asks_for_a_look():
    (gap,) = raised_and_called(725).findings()
    assert (gap.kind, gap.seat, gap.facts["look"]) == ("sensing.gap", None, "pot")


def test_a_pot_that_is_whole_says_nothing():
    assert raised_and_called(750).findings() == []


def test_a_pot_that_no_chip_explains_is_wrong():
    assert raised_and_called(410).kinds() == ["pot.award_wrong"]


@pytest.mark.parametrize("house", ALL)
def test_one_small_chip_over_the_call_asks_for_a_look_where_a_camera_counts(house):
    scene = counting(house).says(3, "raise", 400).pushes(3, 100, 100, 100, 100)
    counts(scene, 3, 100, 100, 100, 100)
    counts(scene.pushes(4, 100, 100, 100, 100, 25), 4, 100, 100, 100, 100, 25).folds(5)
    assert scene.actions()[1] == (4, "call", 400)
    assert [(f.kind, f.facts["look"]) for f in scene.findings()] == [("sensing.gap", "bet:4")]


@pytest.mark.parametrize("house", ALL)
def test_one_small_chip_over_the_call_that_is_the_last_one_was_counted_right(house):
    without = facing_raise(house, 400, 1100, stacks=ten(3, 1600)).pushes(3, 1000, 100, 100)
    scene = facing_raise(house, 400, 1100, stacks=ten(3, 1600)).pushes(3, 1000, 100, 100)
    counts(scene, 3, 1000, 100, 100)
    assert did(settled(scene, 4), 3) == did(settled(without, 4), 3)
    assert scene.kinds() == without.kinds()


@pytest.mark.parametrize("house", ALL)
def test_a_call_with_one_chip_too_many_asks_for_a_look_where_a_camera_counts(house):
    scene = counting(house).says(3, "raise").pushes(3, 100, 100, 25)
    counts(scene, 3, 100, 100, 25)
    counts(scene.says(4, "call").pushes(4, 100, 100, 25, 25), 4, 100, 100, 25, 25).folds(5)
    assert scene.actions()[1] == (4, "call", 225)
    assert [(f.kind, f.facts["look"]) for f in scene.findings()] == [("sensing.gap", "bet:4")]


@pytest.mark.parametrize("house", ALL)
def test_a_call_with_more_than_a_chip_too_many_does_not_fit_the_words(house):
    scene = counting(house).says(3, "raise").pushes(3, 100, 100, 25)
    counts(scene, 3, 100, 100, 25)
    counts(scene.says(4, "call").pushes(4, 100, 100, 25, 25, 25), 4, 100, 100, 25, 25, 25).folds(5)
    assert [f.kind for f in scene.findings()] == ["bet.verbal_vs_chips"]


def test_a_count_of_the_chips_behind_tells_which_count_was_right():
    scene = counting().says(3, "raise").pushes(3, 100, 100, 100)
    counts(scene, 3, 100, 100, 100, 100).event("chips.stack", seat=3, amount=9_700).folds(4)
    assert scene.actions()[0] == (3, "raise", 300)


def test_chips_behind_that_fit_no_count_ask_for_a_look():
    scene = counting().says(3, "raise", 300).pushes(3, 100, 100, 100)
    counts(scene, 3, 100, 100, 100).event("chips.stack", seat=3, amount=9_600)
    (gap,) = scene.findings()
    assert (gap.kind, gap.facts["look"]) == ("sensing.gap", "bet:3")


def test_no_action_is_printed_twice_and_no_id_given_twice_when_the_table_thinks_again():
    scene = counting().says(3, "raise").pushes(3, 100, 100, 100, 25)
    counts(scene, 3, 100, 100, 100, 25, 25)
    counts(scene.pushes(4, 100, 100, 100, 25), 4, 100, 100, 100, 25)
    counts(scene.pushes(5, 100, 100, 100), 5, 100, 100, 100)
    scene.folds(6, 1, 2).sweep().flop()
    acts = [(o.street, o.seat) for o in scene.out if isinstance(o, Action) and o.action != "post"]
    ids = [finding.id for finding in scene.findings()]
    assert len(acts) == len({*acts})
    assert len(ids) == len({*ids})


def test_what_does_not_hold_any_more_is_taken_back_by_name():
    scene = counting().folds(3, 4, 5, 6).says(1, "raise", 200).pushes(1, 100, 25, 25)
    counts(scene, 1, 100, 25, 25, 25, 25)
    counts(scene.pushes(2, 100, 100), 2, 100, 100, 100).wait(2)
    (early,) = scene.findings()
    assert early.kind == "bet.prior_chips"
    scene.sweep().flop().wait(1)  # so it was the call, and both the push and the count had a chip too many
    assert scene.kinds() == ["bet.prior_chips"]
    assert scene.found("sensing.gap").facts["replaces"] == early.id
    assert scene.engine.view().to_act == 1


def test_bets_that_the_dealer_pulls_in_were_called_though_both_counts_have_a_chip_too_many():
    scene = counting().folds(3, 4, 5, 6).says(1, "raise", 200).pushes(1, 100, 25, 25)
    counts(scene, 1, 100, 25, 25, 25, 25)
    counts(scene.pushes(2, 100, 100), 2, 100, 100, 100).sweep()
    (asked,) = scene.findings()
    assert (asked.kind, asked.seat, "replaces" in asked.facts) == ("sensing.gap", 2, False)
    assert scene.actions()[-1] == (2, "call", 200)
    assert scene.flop().wait(1).engine.view().to_act == 1


def test_words_keyed_late_tell_what_chips_that_were_doubted_are():
    scene = counting().says(3, "raise", 400).pushes(3, 100, 100, 100, 100)
    counts(scene, 3, 100, 100, 100, 100)
    counts(scene.pushes(4, 100, 100, 100, 100, 25), 4, 100, 100, 100, 100, 25).wait(2)
    scene.says(4, "raise", 425, order="first").folds(5)
    assert [f.kind for f in scene.findings()] == ["sensing.gap", "bet.short_raise"]


def test_two_cameras_that_count_a_bet_otherwise_ask_for_one_look():
    scene = Scene().deal().pushes(3, 100, 100)
    either = [{"chips": {"100": 2}, "p": 0.5}, {"chips": {"100": 3}, "p": 0.5}]
    for _ in range(2):
        scene.event("chips.bet", seat=3, confidence=0, alternatives=either)
    assert [(gap.seat, gap.facts["differ"]) for gap in scene.findings() if gap.kind == "sensing.gap"] == [
        (3, [200, 300])
    ]
    scene.folds(4)
    assert scene.actions()[0] == (3, "raise", 200)

"""Words and motions in rare orders: what was said too late, taken back, or with one chip too many."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import facing, flop
from tests.table.houses import did, every_house, only_finding, own_book, settled, ten
from tests.table.test_counts import counting, counts

# Motions ---------------------------------------------------------------------------------------------------


@every_house("invitational")
def test_chips_that_follow_at_once_are_of_the_same_motion(house):
    scene = facing(house, 1000).pushes(2, 1000, 1000)
    scene.pushes(2, 500, 500, after=1.5, started=scene.t + 0.3).wait(3).says(3, "fold")
    assert scene.findings() == []
    assert did(scene, 2) == ("raise", 3000)


@every_house("invitational")
def test_chips_from_the_stack_once_more_are_a_motion_of_their_own(house):
    scene = facing(house, 1000).pushes(2, 1000, 1000)
    scene.pushes(2, 500, 500, after=1.5, started=scene.t + 0.5).wait(3).says(3, "fold")
    assert [f.kind for f in scene.findings()] == ["bet.string"]
    assert did(scene, 2) == ("raise", 2000)


@pytest.mark.parametrize("house", ["deltin", "dpc", "tda-2024"])
def test_words_said_after_a_slow_motion_had_begun_do_not_undo_its_chips(house):
    scene = flop(house)
    scene.says(1, "bet", 2000, after=1.0).pushes(1, 1000, after=0.5, started=scene.t - 1.0)
    told = only_finding(settled(scene, 2))
    assert (told.remedy, did(scene, 1)) == ("chips_stand", ("bet", 1000))


# Words taken back ---------------------------------------------------------------------------------------------


@every_house()
def test_words_keyed_wrong_leave_the_chips_that_lie_there(house):
    scene = facing(house, 1000).pushes(2, 1000, 1000).says(2, "raise", 5000, after=0.8)
    scene.event("declare.cancel", seat=2).wait(3).says(3, "fold")
    assert did(scene, 2) == ("raise", 2000)
    assert scene.findings() == []


@every_house()
def test_of_two_words_the_one_keyed_wrong_is_taken_back(house):
    scene = facing(house, 1000).says(2, "raise").says(2, "amount", 9000)
    scene.event("declare.cancel", seat=2).says(2, "amount", 3000).says(3, "fold")
    assert did(scene, 2) == ("raise", 3000)
    assert scene.findings() == []


@every_house()
def test_words_keyed_wrong_before_the_chips_leave_them(house):
    scene = facing(house, 1000).says(2, "raise", 5000).pushes(2, 1000, 1000)
    scene.event("declare.cancel", seat=2).wait(3).says(3, "fold")
    assert did(scene, 2) == ("raise", 2000)
    assert scene.findings() == []


@every_house()
def test_an_amount_taken_back_late_leaves_the_raise_that_was_said(house):
    scene = facing(house, 1000).says(2, "raise").says(2, "amount", 9000).wait(12)
    scene.event("declare.cancel", seat=2).says(2, "amount", 3000).says(3, "fold")
    assert did(scene, 2) == ("raise", 3000)


@every_house()
def test_a_fold_keyed_wrong_is_one_all_the_same_where_the_cards_lie_in_the_muck(house):
    scene = facing(house, 1000).says(2, "fold").wait(1).mucks(2).wait(1)
    scene.event("declare.cancel", seat=2).says(3, "call").wait(1)
    assert scene.actions("flop")[1] == (2, "fold", 0)
    assert scene.findings() == []


@every_house()
def test_words_keyed_wrong_are_no_evidence_of_the_act(house):
    scene = facing(house, 1000).says(2, "raise", 9000)
    wrong = scene.line
    scene.event("declare.cancel", seat=2).pushes(2, 500).wait(3).says(3, "fold")
    assert wrong not in only_finding(scene).evidence


# After a refused raise --------------------------------------------------------------------------------------


def refused(house: str) -> Scene:
    """Seat 1 bet 1,000 and faces an all-in for 1,400: its raise is refused."""
    scene = facing(house, 1000, stacks={**dict.fromkeys(range(1, 7), 10_000), 2: 1800}).says(2, "all_in")
    for seat in (3, 4, 5):
        scene.says(seat, "fold")
    return scene.says(6, "call").says(1, "raise", 3000)


@every_house("invitational", "upt")
def test_told_to_call_or_fold_who_says_call_has_called(house):
    scene = refused(house).says(1, "call").sweep().street().wait(1)
    assert (only_finding(scene).kind, did(scene, 1)) == ("bet.not_reopened", ("call", 1400))
    assert scene.engine.view().to_act == 1


@every_house("invitational", "upt")
def test_told_to_call_or_fold_a_raise_said_again_is_no_choice(house):
    scene = refused(house).says(1, "raise", 5000).says(1, "fold").end()
    assert did(scene, 1) == ("fold", 1000)


@every_house("invitational", "upt")
def test_told_to_call_or_fold_a_tap_is_no_choice(house):
    scene = refused(house).taps(1).says(1, "fold").end()
    assert did(scene, 1) == ("fold", 1000)


# Unclear numbers ------------------------------------------------------------------------------------------------


def unclear(house: str, said: int, pot: int) -> Scene:
    """``said`` is keyed as unclear on the flop with ``pot`` in it; blinds 200 and 400."""
    scene = Scene(house, blinds=(200, 400), stacks=100_000, big_blind_ante=pot - 2400)
    return settled(scene.deal().limp_to_flop().says(1, "bet", said, unclear=True), 2)


@every_house("invitational", "upt")
def test_four_may_be_exactly_the_least_bet(house):
    assert did(unclear(house, 4, 2400), 1) == ("bet", 400)


@every_house("invitational", "upt")
def test_where_even_the_least_meaning_is_over_the_pot_it_is_that(house):
    assert did(unclear(house, 3, 2400), 1) == ("bet", 3000)


def test_deltin_a_chip_less_than_the_pot_is_below_it():
    assert did(unclear("deltin", 5, 5001), 1) == ("bet", 5000)


# Words and chips ---------------------------------------------------------------------------------------------------


@every_house()
def test_call_said_after_chips_is_ruled_by_the_chips(house):
    scene = facing(house, 1000).pushes(2, 500, 100).says(2, "call", 1000, after=0.8)
    assert "bet.verbal_vs_chips" not in [f.kind for f in settled(scene, 3).findings()]


@every_house()
def test_who_says_all_in_and_an_amount_may_push_a_part_of_it(house):
    scene = flop(house, stacks=ten(1, 5400)).says(1, "all_in", 5000).pushes(1, 1000)
    assert settled(scene, 2).findings() == []
    assert did(scene, 1) == ("bet", 5000)


@pytest.mark.parametrize("house", ["deltin", "dpc", "tda-2024", "upt"])
def test_call_said_with_one_small_chip_too_many_gets_it_back(house):
    scene = settled(facing(house, 1000).says(2, "call").pushes(2, 1000, 1), 3)
    told = only_finding(scene)
    assert (told.kind, told.remedy, did(scene, 2)) == (
        "bet.verbal_vs_chips",
        "verbal_stands",
        ("call", 1000),
    )


@pytest.mark.parametrize(
    ("pushed", "remedy"), [((500, *[100] * 2, *[25] * 3, *[5] * 4), "floor"), ((500, 100, 100, 100), None)]
)
def test_upt_call_said_with_far_too_little_may_be_a_misunderstanding_below_four_fifths(pushed, remedy):
    scene = facing("upt", 1000).says(2, "call").pushes(2, *pushed).wait(6)
    told = [f.remedy for f in scene.findings() if f.kind == "bet.verbal_vs_chips"]
    assert told == ([] if remedy is None else [remedy])


def test_upt_call_said_with_the_last_chips_is_no_misunderstanding():
    scene = facing("upt", 1000, stacks=ten(2, 900)).says(2, "call").pushes(2, 500).wait(6)
    assert scene.findings() == []


@pytest.mark.parametrize(("order", "cites"), [("together", "56"), ("first", "40A"), (None, "56")])
def test_a_book_may_name_another_clause_for_words_and_chips_that_came_together(tmp_path, order, cites):
    book = own_book(tmp_path, "deltin", "")
    with open(book, "a", encoding="utf-8") as file:
        file.write('[kinds."bet.verbal_vs_chips"]\n')
        file.write('cases.words_first = { remedy = "verbal_stands", cites = ["40A"] }\n')
        file.write('cases.together = { remedy = "verbal_stands", cites = ["56"] }\n')
    keyed = {} if order is None else {"order": order}
    scene = flop(book).pushes(1, 1000).says(1, "bet", 2000, after=0.3, **keyed).wait(3).says(2, "fold")
    assert only_finding(scene).cites == [cites]


@every_house()
def test_call_said_with_chips_that_only_the_dealer_could_tell_fits_where_he_keys_the_call(house):
    scene = facing(house, 1000).says(2, "call").event("chips.push", seat=2, chips=None)
    scene.event("chips.bet", seat=2, amount=1000, by="dealer").wait(3).says(3, "fold")
    assert (only_finding(scene).kind, only_finding(scene).facts["about"]) == ("sensing.gap", "chips")
    assert did(scene, 2) == ("call", 1000)


# Counts of the zone ----------------------------------------------------------------------------------------------


def raised(house: str, pushed: list[int], held: list[int], by: str = "camera") -> Scene:
    """Seat 3 raises in silence with chips that are then counted otherwise."""
    return counts(counting(house).pushes(3, *pushed), 3, *held, by=by)


@every_house("invitational")
def test_a_chip_that_the_push_missed_is_one_of_its_chips(house):
    scene = raised(house, [100, 100], [100, 100, 100]).says(4, "fold")
    assert did(scene, 3, "preflop") == ("raise", 300)


@every_house("invitational")
def test_a_chip_that_the_push_counted_twice_is_none_of_its_chips(house):
    scene = raised(house, [100, 100, 100, 100], [100, 100, 100]).says(4, "fold")
    assert did(scene, 3, "preflop") == ("raise", 300)


@pytest.mark.parametrize("house", ["deltin", "dpc", "english-arabic", "tda-2024"])
def test_one_chip_left_of_two_after_the_count_is_a_call(house):
    scene = raised(house, [500, 100], [500], "dealer").says(4, "fold")
    assert did(scene, 3, "preflop") == ("call", 100)


@pytest.mark.parametrize("house", ["deltin", "dpc", "english-arabic", "tda-2024"])
def test_a_second_chip_that_the_count_found_makes_one_chip_a_raise(house):
    scene = raised(house, [500], [500, 100], "dealer").says(4, "fold")
    assert did(scene, 3, "preflop") == ("raise", 600)


@every_house("invitational")
def test_a_chip_added_after_the_count_is_waited_for_to_be_counted(house):
    scene = raised(house, [100, 100, 100], [100, 100, 100])
    scene.pushes(3, 100, after=0.3, started=scene.t - 0.6)
    counts(scene, 3, 100, 100, 100, 100).says(4, "fold")
    assert scene.findings() == []
    assert did(scene, 3, "preflop") == ("raise", 400)


@every_house()
def test_where_the_camera_counts_a_string_bet_is_told_when_its_chips_were_counted(house):
    scene = counting(house).pushes(3, 100, 100).pushes(3, 100, after=1.0).wait(0.3)
    assert scene.findings() == []
    assert [f.kind for f in counts(scene, 3, 100, 100, 100).findings()] == ["bet.string"]


@every_house()
def test_a_motion_that_the_camera_lost_for_a_moment_counts_with_all_its_chips(house):
    scene = flop(house).pushes(1, 1000).pushes(1, 500, 100, after=0.3)
    settled(scene, 2)
    assert scene.findings() == []
    assert did(scene, 1) == ("bet", 1600)


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

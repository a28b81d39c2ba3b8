"""What a count may also be: put together from chips, stacks and looks, and told of a push."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.test_counting import BLUE, GOLD_SPOTTED, HOUSE, RED, read
from vision.counting.alternatives import MOST, Alternative, changes, mixed, one_of_each, together, told
from vision.counting.chip_set import Chip
from vision.counting.decoding import Way
from vision.counting.weighing import likely_numbers
from vision.motion.events import Counted, Event, ZoneAccount
from vision.motion.tally import agreed
from vision.motion.zone import Motion, Rest, Whose
from vision.reading import StackReading, ZoneReading
from vision.training.scene import Pile

FEW = st.dictionaries(st.sampled_from((1, 5, 25, 100)), st.floats(0.01, 1.0), min_size=1)


def alternative(p: float, **chips: int) -> Alternative:
    return Alternative({int(name[1:]): number for name, number in chips.items()}, p)


@given(st.lists(FEW, min_size=1, max_size=12))
def test_what_a_stack_may_hold_adds_up_to_no_more_than_one(weights):
    chips = [{kind: w / sum(chip.values()) for kind, w in chip.items()} for chip in weights]
    ways = told(one_of_each(chips))
    assert len(ways) <= MOST
    assert sum(way.p for way in ways) <= 1 + 1e-9
    assert [way.p for way in ways] == sorted((way.p for way in ways), reverse=True)
    assert all(sum(way.chips.values()) == len(chips) for way in ways)


def test_two_chips_by_chance_are_told_by_their_numbers_and_not_by_their_order():
    ways = told(one_of_each([{5: 0.9, 100: 0.1}, {5: 0.8, 100: 0.2}]))
    assert [(dict(way.chips), round(way.p, 3)) for way in ways] == [
        ({5: 2}, 0.72),
        ({5: 1, 100: 1}, 0.26),
        ({100: 2}, 0.02),
    ]


def test_a_zone_is_its_stacks_together():
    zone = together([[alternative(0.9, c5=2), alternative(0.05, c5=3)], [alternative(0.8, c100=1)]])
    assert [(dict(held.chips), round(held.p, 2)) for held in zone] == [
        ({5: 2, 100: 1}, 0.72),
        ({5: 3, 100: 1}, 0.04),
    ]
    assert [held.amount for held in zone] == [110, 115]


def test_looks_that_differ_leave_each_its_share():
    held = mixed([[alternative(0.9, c5=2)], [alternative(0.6, c5=2), alternative(0.3, c5=3)]])
    assert [(each.amount, round(each.p, 3)) for each in held] == [(10, 0.75), (15, 0.15)]


def test_what_may_have_been_added_leaves_out_what_took_something_away():
    after = [alternative(0.6, c5=3, c25=1), alternative(0.2, c5=2), alternative(0.1, c5=1, c25=2)]
    assert changes({5: 2}, after) == (alternative(0.6, c5=1, c25=1),)


def test_a_clear_stack_is_its_first_alternative_and_nearly_nothing_else():
    held = read(Pile(-20, 10, (RED, RED, BLUE, GOLD_SPOTTED)))
    assert held.alternatives[0].chips == {5: 2, 10: 1, 20: 1}
    assert held.alternatives[0].p > 0.9


def test_twins_share_what_is_likely():
    from dataclasses import replace

    twins = replace(HOUSE, chips=(*HOUSE.chips, replace(RED, denomination=6)))
    held = read(Pile(0, 0, (BLUE, RED)), house=twins)
    assert {tuple(sorted(each.chips)) for each in held.alternatives[:2]} == {(5, 10), (6, 10)}
    assert held.alternatives[1].p > 0.1
    assert held.alternatives[0].p < 0.7


def test_a_chip_in_hard_shade_keeps_its_name():
    shaded = Chip(25, (120, 20, 26), (160, 160, 160), 6)
    light = read(Pile(0, 0, (RED, shaded, RED)))
    names = {chip for each in light.alternatives for chip in each.chips}
    assert 5 in names
    assert 0.5 < sum(each.p for each in light.alternatives) <= 1


ODDS = st.floats(-12, 12)


def numbers(*said: tuple[float, float]) -> list[Way]:
    """Return numbers of chips from one on, each with how well its edges fit and what the net of numbers says of it."""
    return [Way(tuple(map(float, range(n + 2, 0, -1))), fits, 0, odds) for n, (fits, odds) in enumerate(said)]


@given(st.lists(st.tuples(ODDS, ODDS), min_size=1, max_size=4), st.floats(0, 9))
def test_all_numbers_that_fit_are_told_the_likeliest_first_and_are_no_more_than_one(said, outline):
    held = likely_numbers(numbers(*said), outline)
    assert {way.count for way, _ in held} == set(range(1, len(said) + 1))
    shares = [p for _, p in held]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) <= 1 + 1e-9


@given(ODDS, ODDS, st.floats(0.1, 6))
def test_a_number_is_the_less_likely_the_more_its_front_speaks_for_another(odds, other, more):
    def of_the_first(of_another: float) -> float:
        held = likely_numbers(numbers((0, odds), (0, of_another)), 1.5)
        return next(p for way, p in held if way.count == 1)

    assert of_the_first(other + more) < of_the_first(other)


@given(st.floats(-12, -5))
def test_a_number_that_fits_alone_and_against_which_its_front_speaks_is_rather_another(odds):
    [(_, p)] = likely_numbers(numbers((0, odds)), 1)
    assert p < 0.5


def stack(*chips: int, sure: bool, alternatives: tuple[Alternative, ...] = ()) -> StackReading:
    why = "" if sure else "how many chips it has is not clear, 2 best"
    return StackReading(0, 0, (0, 0, 9, 9), chips, 0.9 if sure else 0.0, sure, why, None, alternatives)


def test_the_printed_stack_says_why_it_is_not_sure_and_what_it_may_be():
    unsure = stack(5, 100, sure=False, alternatives=(alternative(0.7, c5=1, c100=1),)).as_json()
    assert unsure["why"] == "how many chips it has is not clear, 2 best"
    assert unsure["alternatives"] == [{"chips": {"5": 1, "100": 1}, "p": 0.7}]
    assert "why" not in stack(5, sure=True).as_json()


def zone(total: int | None, *held: Alternative) -> ZoneReading:
    chips = tuple(chip for chip, number in (held[0].chips if held else {}).items() for _ in range(number))
    return ZoneReading(3, total, 0.9, (stack(*chips, sure=total is not None),) if chips else (), held)


def test_frames_that_are_not_sure_still_say_what_may_lie_there():
    may_be = alternative(0.8, c5=2)
    counted = agreed([zone(None, may_be), zone(10, may_be), zone(None)])
    assert counted is not None
    assert counted.chips is None
    assert [(each.amount, round(each.p, 3)) for each in counted.alternatives] == [(10, 0.533)]


@pytest.mark.parametrize(
    ("totals", "told"),
    [
        ([10, 10], 10),
        ([10, None, None, None, 10], 10),
        ([10, 5], None),
        ([10, 10, 5], None),
        ([10, 5, 10, None, 10], 10),
        ([10, 5, 10, 5, 10], None),
        ([10, None, None, None, None], None),
    ],
)
def test_two_frames_tell_a_zone_and_one_that_says_otherwise_wants_a_third(totals, told):
    counted = agreed([zone(t, alternative(0.9 if t else 0.76, c5=(t or 10) // 5)) for t in totals])
    assert (None if counted is None or counted.chips is None else counted.chips[5] * 5) == told


PUSH = Rest(Motion(Whose.OWN, 1.0, 2.0), differs=True, stills=(2.4, 2.5), more=True)
QUIET = Rest(None, differs=False, stills=(4.0,))


def account(*before: int) -> ZoneAccount:
    known = ZoneAccount(3)
    known.told(Rest(None, False, (0.5,)), Counted({chip: before.count(chip) for chip in before}, 0.9))
    return known


def test_a_push_that_is_not_sure_carries_what_may_have_been_added():
    may_be = (alternative(0.7, c5=2, c25=1), alternative(0.2, c5=2, c25=2))
    held = account(5, 5)
    assert held.told(PUSH, Counted(None, 0.0, may_be)) == []
    push, bet = held.no_longer_waits()
    assert push.as_json() == {
        "t": 2.0, "type": "chips.push", "seat": 3, "chips": None, "started": 1.0,
        "alternatives": [{"chips": {"25": 1}, "p": 0.7}, {"chips": {"25": 2}, "p": 0.2}],
    }  # fmt: skip
    assert bet.as_json() == {
        "t": 2.5, "type": "chips.bet", "seat": 3,
        "alternatives": [{"chips": {"5": 2, "25": 1}, "p": 0.7}, {"chips": {"5": 2, "25": 2}, "p": 0.2}],
    }  # fmt: skip


def test_what_two_frames_tell_and_the_others_hardly_believe_is_not_told():
    doubtful = zone(None, alternative(0.4, c5=3), alternative(0.3, c5=2))
    counted = agreed(
        [zone(10, alternative(0.85, c5=2)), doubtful, doubtful, doubtful, zone(10, alternative(0.85, c5=2))]
    )
    assert counted is not None
    assert counted.chips is None


def test_what_lies_still_is_told_again_only_where_more_can_be_said():
    held = account()
    held.told(PUSH, Counted(None, 0.0, (alternative(0.5, c25=1),)))
    held.no_longer_waits()
    assert held.told(QUIET, Counted(None, 0.0, (alternative(0.52, c25=1),))) == []
    (more,) = held.told(QUIET, Counted(None, 0.0, (alternative(0.8, c25=1),)))
    assert (more.kind, more.chips, more.alternatives[0].p) == ("chips.bet", None, 0.8)


def test_a_push_waits_for_its_chips_as_long_as_looking_again_says_more():
    held = account()
    assert held.told(PUSH, Counted(None, 0.0, (alternative(0.5, c25=1),))) == []
    assert held.told(QUIET, Counted(None, 0.0, (alternative(0.8, c25=1),))) == []
    push, bet = held.told(QUIET, Counted(None, 0.0, (alternative(0.8, c25=1),)))
    assert (push.kind, push.chips, push.t, push.alternatives[0].p) == ("chips.push", None, 2.0, 0.8)
    assert (bet.kind, bet.chips, bet.alternatives[0].p) == ("chips.bet", None, 0.8)


def test_a_sure_count_says_what_else_it_may_be():
    may_be = (alternative(0.96, c5=2), alternative(0.02, c5=3))
    push, bet = account().told(PUSH, Counted({5: 2}, 0.9, may_be))
    assert (push.chips, push.alternatives) == ({5: 2}, may_be)
    assert bet == Event(2.5, "chips.bet", 3, {5: 2}, confidence=0.9, alternatives=may_be)

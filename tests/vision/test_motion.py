"""Motions over the zones: scripted films with known truth, and the state machine by itself."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.motion import follow, judged, lies
from vision.counting.alternatives import Alternative
from vision.geometry.zones import Zone
from vision.motion.events import Counted, Event, ZoneAccount
from vision.motion.zone import SETTLED_S, Glimpse, Motion, Rest, Whose, ZoneWatch
from vision.training import sequences
from vision.training.script import Script, Seat

OWN = Whose.OWN
TOLD_S = 0.1


# Films ------------------------------------------------------------------------------------------------


@pytest.mark.matrix(("kind", sequences.KINDS), part=4)
def test_a_film_of_each_kind_gives_its_motions_at_their_times(kind):
    film = sequences.make(kind, 100, (480, 270), fps=10.0)
    told = judged(film, follow(film))
    assert told.right, told
    assert all(abs(error) <= TOLD_S for error in told.errors_s), told


@pytest.mark.matrix(("kind", ["dropped change", "two motions", "hand stays"]), part=1)
def test_a_dark_hand_over_dark_felt_in_little_light_is_seen(kind):
    film = sequences.make(kind, 100, (480, 270), fps=10.0)
    film = replace(film, scene=replace(film.scene, felt=(40, 40, 36), brightness=0.6))
    for seat in film.script.seats.values():
        seat.arm = replace(seat.arm, skin=(52, 42, 36), sleeve=(52, 42, 36))
    told = judged(film, follow(film))
    assert told.right, told


def test_high_stacks_at_the_side_of_their_zone_are_no_hand_that_stays():
    film = sequences.make("one motion", 100, (480, 270), fps=10.0)
    seats = [Seat(seat.zone, seat.arm, seat.rest) for seat in film.script.seats.values()]
    polygon = seats[0].zone.polygon - (8, 0)  # 15 mm from the next zone
    seats[0].zone, side = Zone(4, polygon), float(polygon[:, 0].max())
    script = Script(seats, np.random.default_rng(1), film.script.chips)
    script.rest(1.2)
    script.push_all(4, [script.pile(script.chips[1:2] * 16, side - off, 0.0) for off in (8, 50)], 0.6, 0.5)
    script.rest(1.5)
    profile = replace(film.profile, zones=tuple(seat.zone for seat in seats))
    film = replace(
        film, profile=profile, script=script, times=tuple(float(t) for t in np.arange(0, script.t, 0.1))
    )
    told = judged(film, follow(film))
    assert told.right, told


@pytest.mark.parametrize(("after_s", "known"), [(1.2, True), (9.0, False)])
def test_a_push_waits_two_seconds_at_most_for_the_count_of_its_chips(after_s, known):
    film = sequences.make("one motion", 100, (480, 270), fps=10.0)
    film.script.rest(2.0)
    film = replace(film, times=tuple(float(t) for t in np.arange(0, film.script.t, 0.1)))
    (truth,) = film.script.truth

    def count(film: sequences.Sequence, seat: int, t: float) -> Counted | None:
        return None if truth.start < t < truth.end + after_s else lies(film, seat, t)

    push, *later = [event for event in follow(film, count).events if event.t > truth.start]
    assert (push.kind, push.chips) == ("chips.push", truth.added if known else None)
    assert push.t == pytest.approx(truth.end, abs=TOLD_S)
    assert [event.kind for event in later] == (["chips.bet"] if known else [])


# One zone ---------------------------------------------------------------------------------------------


def watched(*glimpses: tuple[float, Glimpse]) -> list[Rest]:
    watch = ZoneWatch()
    return [rest for t, glimpse in glimpses for rest in watch.see(t, glimpse)]


def quiet(start: float, end: float, fps: float = 10.0, *, differs: bool = False):
    """Frames in which nothing happens."""
    return [(start + n / fps, Glimpse(differs=differs)) for n in range(round((end - start) * fps))]


def reaching(start: float, end: float, whose: Whose = OWN, fps: float = 10.0):
    """Frames with a hand over the zone, 60 mm over the line in the first and last of them."""
    count = round((end - start) * fps)
    return [(start + n / fps, Glimpse(whose, 60.0, still=False)) for n in range(count)]


def test_a_hand_that_comes_and_goes_is_a_motion_with_its_times():
    before = [(0.9, Glimpse(None, -60.0, still=False))]
    after = [(1.5, Glimpse(None, -60.0, still=False, differs=True))]
    first, last = watched(
        *quiet(0, 0.9), *before, *reaching(1.0, 1.5), *after, *quiet(1.6, 2.3, differs=True)
    )
    assert (first.fresh, first.motion) == (True, None)
    assert last.motion == Motion(OWN, pytest.approx(0.95), pytest.approx(1.45))
    assert (last.differs, last.fresh) == (True, False)
    assert last.stills[-1] - 1.5 >= SETTLED_S


def test_a_hand_lost_from_sight_for_a_frame_was_there_all_the_time():
    rests = watched(
        *quiet(0, 1), *reaching(1, 1.4), (1.4, Glimpse(still=False)), *reaching(1.5, 2), *quiet(2, 3)
    )
    assert [rest.motion is None for rest in rests] == [True, False]


def test_a_hand_back_before_the_zone_has_settled_ends_the_first_motion_all_the_same():
    rests = watched(*quiet(0, 1), *reaching(1, 1.5), *quiet(1.5, 1.8), *reaching(1.8, 2.2), *quiet(2.2, 3))
    assert [rest.motion.started for rest in rests if rest.motion] == pytest.approx([0.95, 1.75])
    assert rests[1].stills == pytest.approx((1.6, 1.7))


def test_a_hand_that_stays_and_drops_chips_one_by_one_is_one_motion():
    holding = [(1.5 + n / 10, Glimpse(OWN, 60.0, still=n % 4 != 0, differs=True)) for n in range(40)]
    _, rest = watched(*quiet(0, 1), *reaching(1, 1.5), *holding, *quiet(5.5, 6.2, differs=True))
    assert rest.motion is not None
    assert (rest.motion.started, rest.motion.ended) == pytest.approx((0.95, 5.45))


def test_what_stands_still_over_the_line_for_long_is_looked_at_and_does_not_block_the_zone():
    stands = [(1.5 + n / 10, Glimpse(OWN, 60.0, differs=True)) for n in range(100)]
    rests = watched(*quiet(0, 1), *reaching(1, 1.5), *stands)
    assert [bool(rest.motion and rest.motion.stays) for rest in rests] == [False, True]


def test_after_the_frames_were_missing_for_long_nobody_is_said_to_have_moved():
    rests = watched(*quiet(0, 1), *quiet(2, 2.4, differs=True), *quiet(2.4, 4))
    assert [(rest.motion, rest.fresh) for rest in rests] == [(None, True), (None, True)]


def test_chips_that_fly_in_without_a_hand_are_a_motion_of_nobodys_hand():
    lands = [(1.0, Glimpse(still=False, differs=True))]
    _, rest = watched(*quiet(0, 1), *lands, *quiet(1.1, 1.8, differs=True))
    assert rest.motion == Motion(None, 1.0, 1.0)


def test_a_zone_that_could_not_be_told_is_looked_at_again_some_times_and_then_left():
    watch, again = ZoneWatch(), 0
    for t, glimpse in quiet(0, 30):
        for _ in watch.see(t, glimpse):
            again += 1
            watch.untold()
    assert again == 4


@given(
    frames=st.lists(
        st.tuples(
            st.floats(0.001, 0.5),
            st.builds(
                Glimpse,
                st.sampled_from((None, None, *Whose)),
                st.none() | st.floats(-200, 200),
                st.booleans(),
                st.booleans(),
            ),
        ),
        max_size=60,
    )
)
def test_whatever_frames_come_a_motion_starts_before_it_ends_and_none_goes_back(frames):
    watch, t, told = ZoneWatch(), 0.0, 0.0
    for gap, glimpse in frames:
        t += gap
        for rest in watch.see(t, glimpse):
            if rest.motion is not None:
                assert told <= rest.motion.ended <= t
                assert rest.motion.started <= rest.motion.ended
                told = rest.motion.ended
        assert watch.since <= t or watch.since == float("inf")


# What is told -----------------------------------------------------------------------------------------


def account(
    *moves: tuple[Whose | None, dict[int, int] | None], first: dict[int, int] | None = None
) -> list[Event]:
    """Tell of a zone with ``first`` in it after whose hand what lay there."""
    held = ZoneAccount(5)
    events = held.told(Rest(None, False, (0.5,), fresh=True), Counted(first or {}, 0.9))
    for number, (whose, chips) in enumerate(moves, start=1):
        rest = Rest(Motion(whose, number, number + 0.5), True, (number + 0.9,))
        events += held.told(rest, None if chips is None else Counted(chips, 0.9))
    return events + held.no_longer_waits()


def told(events: list[Event]) -> list[tuple[str, dict[int, int] | None]]:
    return [(event.kind.removeprefix("chips."), event.chips) for event in events]


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ([(OWN, {5: 2})], [("push", {5: 2}), ("bet", {5: 2})]),
        (
            [(OWN, {5: 2}), (OWN, {5: 1})],
            [("push", {5: 2}), ("bet", {5: 2}), ("pull", {5: 1}), ("bet", {5: 1})],
        ),
        (
            [(OWN, {5: 4}), (OWN, {100: 1})],
            [("push", {5: 4}), ("bet", {5: 4}), ("push", {100: 1}), ("pull", {5: 4}), ("bet", {100: 1})],
        ),
        ([(OWN, {})], []),
        ([(Whose.OTHER, {5: 1})], [("bet", {5: 1})]),
        ([(None, {5: 1})], [("push", {5: 1}), ("bet", {5: 1})]),
        ([(OWN, {5: 4}), (Whose.DEALER, {})], [("push", {5: 4}), ("bet", {5: 4}), ("swept", None)]),
        (
            [(OWN, {100: 1}), (Whose.DEALER, {25: 3})],
            [("push", {100: 1}), ("bet", {100: 1}), ("change", {25: 3}), ("bet", {25: 3})],
        ),
        ([(OWN, None)], [("push", None)]),
        ([(OWN, None), (OWN, {5: 3})], [("push", None), ("push", None), ("bet", {5: 3})]),
        ([(Whose.OTHER, None)], []),
    ],
)
def test_what_a_change_of_the_zone_tells(moves, said):
    assert told(account(*moves)) == said


def test_chips_that_cannot_be_told_are_told_once_they_can():
    held = ZoneAccount(5)
    held.told(Rest(None, False, (0.5,), fresh=True), Counted({}, 1.0))
    assert held.told(Rest(Motion(OWN, 1, 2), True, (2.5,)), None) == []
    assert told(held.no_longer_waits()) == [("push", None)]
    assert told(held.told(Rest(None, False, (4.0,)), Counted({25: 2}, 0.8))) == [("bet", {25: 2})]


def test_chips_taken_back_are_a_pull_once_it_can_be_told_what_is_left():
    zone = ZoneAccount(5)
    zone.told(Rest(None, False, (0.5,), fresh=True), Counted({5: 3, 100: 1}, 0.9))
    taken = Rest(Motion(OWN, 5.0, 6.0), True, (6.4,), less=True)
    assert told(zone.told(taken, Counted(None, 0.0))) == []
    events = zone.told(Rest(None, False, (6.8,)), Counted({100: 1}, 1.0))
    assert told(events) == [("pull", {5: 3}), ("bet", {100: 1})]
    assert events[0].t == 6.0


def test_chips_taken_back_that_nobody_can_tell_are_no_push_either():
    zone = ZoneAccount(5)
    zone.told(Rest(None, False, (0.5,), fresh=True), Counted({5: 3, 100: 1}, 0.9))
    zone.told(Rest(Motion(OWN, 5.0, 6.0), True, (6.4,), less=True), Counted(None, 0.0))
    assert zone.waits == 6.0
    assert told(zone.no_longer_waits()) == []


def test_a_hand_over_chips_that_cannot_be_told_pushes_nothing_where_they_look_as_before():
    zone = ZoneAccount(5)
    may_be = Counted(None, 0.0, (Alternative({25: 3}, 0.76),))
    zone.told(Rest(None, False, (1.0,), fresh=True), may_be)
    over = Rest(Motion(OWN, 2.0, 3.0), True, (3.4,))
    assert zone.told(over, may_be) == []
    assert zone.no_longer_waits() == []
    brought = Counted(None, 0.0, (Alternative({25: 3, 100: 1}, 0.7),))
    zone.told(Rest(Motion(OWN, 5.0, 6.0), True, (6.4,), more=True), brought)
    assert told(zone.no_longer_waits())[0] == ("push", None)


def test_chips_that_nobody_could_tell_are_swept_all_the_same():
    zone = ZoneAccount(5)
    unsure = Counted(None, 0.0)
    came = Rest(Motion(OWN, 1.0, 2.0), True, (2.4,), more=True)
    swept = Rest(Motion(Whose.DEALER, 5.0, 6.0), True, (6.4,), less=True)
    events = [*zone.told(came, unsure), *zone.told(swept, Counted({}, 1.0))]
    assert told(events) == [("push", None), ("swept", None)]


def test_chips_taken_away_that_cannot_be_told_are_no_push():
    held = ZoneAccount(5)
    held.told(Rest(None, False, (0.5,), fresh=True), Counted({5: 9}, 1.0))
    assert held.told(Rest(Motion(OWN, 1, 2), True, (2.5,), less=True), None) == []
    assert held.no_longer_waits() == []


def test_a_push_that_is_counted_a_little_later_comes_with_its_chips_and_its_own_times():
    held = ZoneAccount(5)
    held.told(Rest(None, False, (0.5,), fresh=True), Counted({5: 1}, 1.0))
    assert held.told(Rest(Motion(OWN, 1, 2), True, (2.5,), more=True), None) == []
    assert held.waits == 2
    push, count = held.told(Rest(None, False, (2.9,)), Counted({5: 1, 25: 2}, 0.8))
    assert (push.kind, push.chips, push.started, push.t) == ("chips.push", {25: 2}, 1, 2)
    assert (count.kind, count.chips, count.t) == ("chips.bet", {5: 1, 25: 2}, 2.9)
    assert held.waits is None


def test_an_arm_before_a_zone_that_goes_again_is_no_push():
    held = ZoneAccount(5)
    held.told(Rest(None, False, (0.5,), fresh=True), Counted({}, 1.0))
    assert held.told(Rest(Motion(OWN, 1, 2), True, (2.5,), more=True, touched=True), None) == []
    gone = Rest(Motion(None, 2.7, 2.7), True, (3.1,), less=True)
    assert held.told(gone, Counted({}, 1.0)) == []
    assert held.no_longer_waits() == []


def test_an_arm_before_a_zone_over_which_no_hand_came_is_no_push():
    held = ZoneAccount(5)
    held.told(Rest(None, False, (0.5,), fresh=True), Counted({5: 3}, 1.0))
    assert held.told(Rest(Motion(None, 1, 1), True, (1.5,), more=True, touched=True), None) == []
    assert held.told(Rest(Motion(None, 1, 1), True, (1.5,)), None) == []
    assert held.no_longer_waits() == []
    back = held.told(Rest(Motion(OWN, 2, 3), True, (3.5,), less=True), Counted({}, 1.0))
    assert told(back) == [("pull", {5: 3}), ("bet", {})]


def test_another_hand_of_the_player_ends_the_wait_for_the_first_ones_chips():
    held = ZoneAccount(5)
    held.told(Rest(None, False, (0.5,), fresh=True), Counted({}, 1.0))
    assert held.told(Rest(Motion(OWN, 1, 2), True, (2.5,)), None) == []
    second = held.told(Rest(Motion(OWN, 3, 4), True, (4.5,)), None)
    assert [(event.kind, event.t) for event in second] == [("chips.push", 2)]
    assert held.waits == 4


def test_a_count_that_misses_the_chips_that_came_is_not_believed():
    held = ZoneAccount(5)
    held.told(Rest(None, False, (0.5,), fresh=True), Counted({}, 1.0))
    came = Rest(Motion(OWN, 1, 2), True, (2.5,), more=True)
    assert held.told(came, Counted({}, 0.6)) == []
    assert told(held.no_longer_waits()) == [("push", None)]


def test_an_event_is_written_as_the_log_has_it():
    push, count = account((OWN, {100: 1, 25: 3}))
    assert push.as_json() == {
        "t": 1.5, "type": "chips.push", "seat": 5, "chips": {"25": 3, "100": 1}, "started": 1,
    }  # fmt: skip
    assert count.as_json() == {
        "t": 1.9, "type": "chips.bet", "seat": 5, "chips": {"25": 3, "100": 1}, "confidence": 0.9,
    }  # fmt: skip


CHIPS = st.dictionaries(st.sampled_from((1, 5, 25, 100)), st.integers(1, 9), max_size=3)


@settings(max_examples=200)
@given(first=CHIPS, contents=st.lists(CHIPS, max_size=8))
def test_what_was_pushed_less_what_was_pulled_is_what_lies_there(first, contents):
    events = account(*((OWN, chips) for chips in contents), first=first)
    lies = Counter(first)
    for event in events:
        if event.kind == "chips.push":
            lies.update(event.chips)
        elif event.kind == "chips.pull":
            lies.subtract(event.chips)
        elif event.kind == "chips.bet":
            assert +lies == Counter(event.chips)
    assert +lies == Counter(contents[-1] if contents else first)
    assert [event.t for event in events] == sorted(event.t for event in events)

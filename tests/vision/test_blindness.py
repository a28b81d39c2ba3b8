"""A camera that goes blind says so within two seconds, says why, and sees again by itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.conftest import MARKERS, OVER_THE_FELT, ZONES, Script, camera, filmed, grain, lens
from vision import profile
from vision.cameras import watcher
from vision.frames.blindness import Change, Stands, Trouble, Watch
from vision.frames.frame import Fault, Frame, Gone, Outcome, Silence
from vision.geometry.camera import Picture, Pose
from vision.profile import Profile
from vision.training.scene import Scene
from vision.watch.card_events import CardsTurned
from vision.watch.watched import Watcher

SIZE = (960, 540)
LENS = lens(*SIZE)
PROFILE = Profile(LENS, MARKERS, ZONES)


def seen(scene: Scene | None = None, pose: Pose = OVER_THE_FELT) -> Picture:
    return camera(*SIZE, 1).draw(scene or Scene(MARKERS), pose)


@cache
def good() -> Picture:
    return seen()


@cache
def shifted() -> Picture:
    return seen(pose=Pose.looking((25, -480, 320), (30, 20, 0)))


def again(frames: Iterable[Frame]) -> Iterator[Frame]:
    """Yield the first frame's picture at every frame's time, as a driver that hangs does."""
    held = None
    for frame in frames:
        held = frame.picture if held is None else held
        yield Frame(frame.t, frame.name, picture=held)


def covered(start_s: float, end_s: float) -> Iterator[Outcome]:
    hand = cv2.GaussianBlur(np.full_like(good(), (60, 80, 150)), (0, 0), 9)
    hand[:, :, 2] = np.linspace(120, 150, SIZE[0]).astype(np.uint8)
    return filmed(hand, start_s, end_s)


def capped(start_s: float, end_s: float) -> Iterator[Outcome]:
    return again(filmed(np.zeros_like(good()), start_s, end_s))


def dark(start_s: float, end_s: float) -> Iterator[Outcome]:
    return filmed(seen(Scene(MARKERS).lit(0.02)), start_s, end_s)


def bright(start_s: float, end_s: float) -> Iterator[Outcome]:
    return filmed(seen(Scene(MARKERS).lit(40.0)), start_s, end_s)


def frozen(start_s: float, end_s: float) -> Iterator[Outcome]:
    return again(filmed(good(), start_s, end_s))


def turned_away(start_s: float, end_s: float) -> Iterator[Outcome]:
    return filmed(seen(pose=Pose.looking((0, -480, 320), (1500, -300, 0))), start_s, end_s)


def shaken(start_s: float, end_s: float) -> Iterator[Outcome]:
    places = [seen(pose=Pose.looking((x, -480, 320), (25, 20, 0))) for x in (20, 28, 44)]
    for number, frame in enumerate(filmed(good(), start_s, end_s)):
        yield Frame(frame.t, frame.name, picture=grain(places[number // 4 % 3], number))


def silent(start_s: float, end_s: float) -> Iterator[Outcome]:
    return (Silence(frame.t) for frame in filmed(good(), start_s, end_s, 2.0))


def faulty(start_s: float, end_s: float) -> Iterator[Outcome]:
    return (Fault(frame.t, "in use") for frame in filmed(good(), start_s, end_s, 1.0))


def damaged(start_s: float, end_s: float) -> Iterator[Outcome]:
    return (Frame(frame.t, "torn", packed=b"\xff\xd8\xff") for frame in filmed(good(), start_s, end_s))


def unplugged(start_s: float, end_s: float) -> Iterator[Outcome]:
    return (Gone(frame.t, "no such device") for frame in filmed(good(), start_s, end_s, 1.0))


TROUBLES: dict[Callable[[float, float], Iterator[Outcome]], tuple[Trouble, str]] = {
    covered: (Trouble.COVERED, "nothing in the picture has an edge"),
    capped: (Trouble.COVERED, "no light at all comes in"),
    dark: (Trouble.DARK, "the bright parts reach"),
    bright: (Trouble.BRIGHT, "of the picture is white"),
    frozen: (Trouble.FROZEN, "the same picture again and again"),
    turned_away: (Trouble.MOVED, "no marker shows"),
    shaken: (Trouble.MOVED, "px from where they lay"),
    silent: (Trouble.SILENT, "for "),
    faulty: (Trouble.SILENT, "in use"),
    damaged: (Trouble.SILENT, "torn: is no picture"),
    unplugged: (Trouble.UNPLUGGED, "no such device"),
}


def changes(outcomes: Iterable[Outcome], profile: Profile | None = PROFILE) -> list[Change]:
    """Return the changes of a clip that begins well, but for the first: that the camera sees."""
    watcher = Watcher(Script(list(outcomes)), profile)
    found: list[Change] = []
    while not watcher.ended:
        found += watcher.step()
    assert (found[0].trouble, found[0].t) == (None, pytest.approx(0.5, abs=0.1))
    return found[1:]


@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda trouble: trouble.__name__)
def test_each_trouble_is_named_within_two_seconds_and_over_by_itself(trouble):
    clip = [*filmed(good(), 0, 2), *trouble(2, 5), *filmed(good(), 5, 7)]
    blind, sees = changes(clip)
    named, words = TROUBLES[trouble]
    assert blind.trouble is named
    assert words in blind.detail
    assert 2 <= blind.t <= 4
    assert (sees.trouble, 5 <= sees.t <= 7) == (None, True)


@pytest.mark.parametrize("fps", [5.0, 15.0, 30.0, 60.0])
def test_a_frozen_picture_is_named_in_time_at_any_rate(fps):
    felt = small(good())
    clip = [*filmed(felt, 0, 2, fps), *again(filmed(felt, 2, 5, fps))]
    (blind,) = changes(clip, None)
    assert (blind.trouble, 2 < blind.t <= 4) == (Trouble.FROZEN, True)


def test_a_camera_that_stands_elsewhere_is_believed_once_it_stands_still():
    clip = [*filmed(good(), 0, 2), *filmed(shifted(), 2, 9)]
    blind, sees = changes(clip)
    assert (blind.trouble, sees.trouble) == (Trouble.MOVED, None)
    assert blind.t <= 4
    assert sees.t - 2 >= 3


def test_a_camera_that_no_longer_sees_a_zone_stays_blind():
    aside = seen(pose=Pose.looking((150, -430, 320), (190, 20, 0)))
    (blind,) = changes([*filmed(good(), 0, 2), *filmed(aside, 2, 9)])
    assert blind.trouble is Trouble.MOVED


def test_a_hand_over_some_markers_and_one_marker_pushed_aside_blind_nobody():
    fewer = seen(Scene({number: MARKERS[number] for number in (1, 3)}))
    pushed = seen(Scene({**MARKERS, 0: MARKERS[0] + (30, 10, 0)}))
    clip = [*filmed(good(), 0, 2), *filmed(fewer, 2, 5), *filmed(pushed, 5, 8), *filmed(good(), 8, 9)]
    assert changes(clip) == []


def test_a_hand_that_passes_before_the_lens_is_no_trouble():
    clip = [*filmed(good(), 0, 2), *covered(2, 2.7), *filmed(good(), 2.7, 4)]
    assert changes(clip) == []


def test_a_camera_without_pictures_from_the_start_is_named():
    watcher = Watcher(Script([Silence(number / 2) for number in range(8)]), PROFILE)
    (blind,) = [change for _ in range(8) for change in watcher.step()]
    assert (blind.trouble, blind.t) == (Trouble.SILENT, 1.5)


def test_a_camera_that_never_knew_its_place_says_so():
    fewer = seen(Scene({number: MARKERS[number] for number in (1, 3)}))
    watcher = Watcher(Script([*filmed(fewer, 0, 3), *filmed(good(), 3, 5)]), PROFILE)
    blind, sees = [change for _ in range(50) for change in watcher.step()]
    assert (blind.trouble, blind.t <= 2) == (Trouble.LOST, True)
    assert blind.detail == "2 of 5 markers show, 3 are needed; markers 0, 2, 4 missing"
    assert (sees.trouble, sees.t <= 5) == (None, True)


def test_a_camera_of_another_shape_does_not_know_its_place():
    square = grain(np.asarray(cv2.resize(good(), (600, 600)), np.uint8), 1)
    watcher = Watcher(Script(list(filmed(square, 0, 2))), PROFILE)
    (blind,) = [change for _ in range(20) for change in watcher.step()]
    assert blind.trouble is Trouble.LOST
    assert "another shape, so not the same view" in blind.detail


def test_a_stream_that_changes_its_shape_is_blind_until_it_has_its_own_again(profile_file):
    square = np.asarray(cv2.resize(good(), (600, 600)), np.uint8)
    clip = [
        *filmed(good(), 0, 1.3),
        *filmed(square, 1.3, 4),
        *filmed(good(), 4, 5.1),
        *filmed(square, 5.1, 5.2),
    ]
    watched = watcher(Script([*clip, *filmed(good(), 5.2, 6)]), profile.load(profile_file), None)
    told = []
    while not watched.ended:
        told += watched.step()
    assert [change.trouble for change in told] == [None, Trouble.LOST, None]
    assert told[1].t <= 1.3 + 2
    assert "another shape, so not the same view" in told[1].detail


def test_one_trouble_can_follow_another():
    clip = [*filmed(good(), 0, 1), *covered(1, 4), *unplugged(4, 6), *dark(6, 9), *filmed(good(), 9, 10)]
    named = [change.trouble for change in changes(clip)]
    assert named == [Trouble.COVERED, Trouble.UNPLUGGED, Trouble.DARK, None]


def small(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, (240, 135), interpolation=cv2.INTER_AREA), np.uint8)


@cache
def pictures() -> dict[Trouble | None, Picture | None]:
    """Return what the watch is shown in each trouble."""
    return {
        Trouble.COVERED: small(np.full_like(good(), 90)),
        Trouble.DARK: small(seen(Scene(MARKERS).lit(0.02))),
        Trouble.BRIGHT: small(seen(Scene(MARKERS).lit(40.0))),
        Trouble.FROZEN: small(good()),
        Trouble.MOVED: small(good()),
        Trouble.LOST: small(good()),
        Trouble.SILENT: None,
        Trouble.UNPLUGGED: None,
        None: small(good()),
    }


PLACES = {Trouble.MOVED, Trouble.LOST}
trouble_then_rest = st.tuples(
    st.sampled_from(list(Trouble)), st.floats(2.2, 4.0), st.floats(1.2, 3.0), st.integers(0, 2**16)
)


def happens(
    watch: Watch, trouble: Trouble | None, start: float, end: float, fps: float, seed: int
) -> list[Change]:
    found: list[Change] = []
    for number in range(round(start * fps), round(end * fps)):
        t, picture = number / fps, pictures()[trouble]
        if trouble is Trouble.UNPLUGGED:
            found += watch.gone(t, "")
        elif picture is None:
            found += watch.nothing(t)
        else:
            stands = Stands(trouble if trouble in PLACES else None) if watch.wants_markers(t) else None
            shown = picture if trouble is Trouble.FROZEN else grain(picture, seed + number)
            found += watch.frame(t, shown, stands)
    return found


def named_in_order(script: list[tuple[Trouble, float, float, int]], fps: float) -> None:
    watch, t = Watch(), 1.0
    assert [change.trouble for change in happens(watch, None, 0.0, t, fps, 0)] == [None]
    for trouble, lasts, rest, seed in script:
        blind = happens(watch, trouble, t, t + lasts, fps, seed)
        assert [change.trouble for change in blind] == [trouble]
        assert blind[0].t - t <= 2.0
        t += lasts
        sees = happens(watch, None, t, t + rest, fps, seed + 999)
        assert [change.trouble for change in sees] == [None]
        t += rest


@pytest.mark.soak
def test_whatever_happens_is_named_in_order_and_nothing_else(long_proof):
    @settings(max_examples=long_proof(6, 30))
    @given(script=st.lists(trouble_then_rest, min_size=1, max_size=4), fps=st.sampled_from([6.0, 10.0, 25.0]))
    def holds(script: list[tuple[Trouble, float, float, int]], fps: float) -> None:
        named_in_order(script, fps)

    holds()


class ReadMeanwhile:
    """Cards turned at ``t``; reading them ends while somebody asks how far it is, after the camera has gone blind."""

    def __init__(self, t: float) -> None:
        self._t, self._seen, self._blind, self._told = t, False, False, list[CardsTurned]()

    def look(self, frame: Frame, *_: Any) -> None:
        self._seen = self._seen or frame.t >= self._t

    def blind(self) -> None:
        self._blind = True

    def finish(self) -> None:
        """All is read."""

    @property
    def since(self) -> float:
        if not self._seen:
            return math.inf
        if not self._blind:
            return self._t
        self._seen, self._told = False, [CardsTurned(self._t, "board", "up", 3)]
        return math.inf

    def events(self) -> list[CardsTurned]:
        told, self._told = self._told, []
        return told


def test_cards_that_are_read_while_the_camera_goes_blind_are_told_before_it():
    cards: Any = ReadMeanwhile(1.0)
    watcher = Watcher(Script([*filmed(good(), 0, 2), *dark(2, 5)]), PROFILE, cards=cards)
    news = []
    while not watcher.ended:
        news += watcher.step()
    assert [type(one) for one in news] == [Change, CardsTurned, Change]
    assert [one.t for one in news] == sorted(one.t for one in news)

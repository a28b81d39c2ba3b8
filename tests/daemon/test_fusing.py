"""Two cameras on one zone make one count: what both saw counts once, where they differ nobody's word is taken."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.daemon.fusing import HOLD_S, MATCH_S, Fusion, Let, Told

FOUR, FIVE = {"100": 4}, {"100": 5}


class Zone:
    """Seat 2, seen by ``left`` and ``right``; both tell up to ``reported``."""

    def __init__(self) -> None:
        self.fusion = Fusion()
        self.reported: dict[str, float | None] = {"left": 0.0, "right": 0.0}
        self.let: list[Let] = []

    def tells(
        self, camera: str, at_s: float, now: float | None = None, kind: str = "chips.push", **fields: Any
    ) -> None:
        now = at_s if now is None else now
        other = [name for name in self.reported if name != camera]
        self.fusion.take(Told(camera, {"type": kind, "seat": 2, **fields}, at_s, now, other))
        self.look(now)

    def tells_alone(self, camera: str, at_s: float, seat: int) -> None:
        self.fusion.take(Told(camera, {"type": "chips.push", "seat": seat, "chips": FOUR}, at_s, at_s))
        self.look(at_s)

    def look(self, now: float) -> None:
        self.let += self.fusion.release(now, self.reported.__getitem__)

    def counted(self) -> list[Any]:
        """Return the chips of every push that went into the table."""
        return [let.fields.get("chips") for let in self.let if let.fields is not None]


def test_a_call_that_two_cameras_see_50_ms_apart_counts_once() -> None:
    zone = Zone()
    zone.tells("left", 1.0, chips=FOUR)
    assert zone.let == []
    zone.tells("right", 1.05, chips=FOUR)
    assert zone.counted() == [FOUR]
    assert [let.doubt for let in zone.let] == [False, False]
    assert [let.told.device for let in zone.let] == ["left", "right"]


def test_stacks_that_hide_from_one_camera_are_counted_by_the_other() -> None:
    for first, second in ((None, FOUR), (FOUR, None)):
        zone = Zone()
        zone.tells("left", 1.0, chips=first)
        zone.tells("right", 1.1, chips=second)
        assert zone.counted() == [FOUR]


def test_two_cameras_that_count_otherwise_leave_the_chips_open() -> None:
    zone = Zone()
    zone.tells("left", 1.0, chips=FOUR)
    zone.tells("right", 1.02, chips=FIVE)
    assert zone.counted() == [None]
    assert [let.doubt for let in zone.let] == [True, False]


def test_a_settled_count_on_which_two_cameras_differ_may_be_either() -> None:
    zone = Zone()
    zone.tells("left", 1.0, kind="chips.bet", chips=FOUR)
    zone.tells("right", 1.02, kind="chips.bet", chips=FIVE)
    (first, second) = zone.let
    assert first.fields == {
        "type": "chips.bet",
        "seat": 2,
        "confidence": 0,
        "alternatives": [{"chips": FOUR, "p": 0.5}, {"chips": FIVE, "p": 0.5}],
    }
    assert (second.fields, first.doubt, second.doubt) == (None, True, False)


def test_a_count_that_comes_late_and_differs_is_told_too() -> None:
    zone = Zone()
    zone.tells("left", 1.0, kind="chips.bet", chips=FOUR)
    zone.look(2.0)
    zone.tells("right", 1.1, now=2.1, kind="chips.bet", chips=FIVE)
    assert [let.fields["confidence"] for let in zone.let[1:] if let.fields] == [0]


def test_a_camera_that_cannot_count_follows_the_one_that_can() -> None:
    guess = [{"chips": FIVE, "p": 0.6}]
    for first, second in (
        ({"alternatives": guess}, {"chips": FOUR}),
        ({"chips": FOUR}, {"alternatives": guess}),
    ):
        zone = Zone()
        zone.tells("left", 1.0, kind="chips.bet", **first)
        zone.tells("right", 1.1, kind="chips.bet", **second)
        assert zone.counted() == [FOUR]
        assert not any(let.doubt for let in zone.let)


def test_what_is_taken_back_otherwise_is_not_taken_back_by_either() -> None:
    zone = Zone()
    zone.tells("left", 1.0, kind="chips.pull", chips=FOUR)
    zone.tells("right", 1.02, kind="chips.pull", chips=FIVE)
    assert zone.counted() == []
    assert [let.doubt for let in zone.let] == [True, False]


def test_a_camera_waits_no_longer_than_it_must_for_one_that_saw_nothing() -> None:
    zone = Zone()
    zone.tells("left", 1.0, chips=FOUR)
    zone.look(1.0 + HOLD_S - 0.01)
    assert zone.let == []
    zone.look(1.0 + HOLD_S + 0.01)
    assert zone.counted() == [FOUR]


def test_a_camera_that_has_told_everything_is_not_waited_for() -> None:
    zone = Zone()
    zone.reported["right"] = 1.0 + MATCH_S + 0.01
    zone.tells("left", 1.0, now=1.1, chips=FOUR)
    assert zone.counted() == [FOUR]


def test_nobody_waits_for_a_camera_that_is_away() -> None:
    zone = Zone()
    zone.reported["right"] = None
    zone.tells("left", 1.0, chips=FOUR)
    assert zone.counted() == [FOUR]


def test_a_word_that_comes_late_is_known_as_the_same() -> None:
    zone = Zone()
    zone.tells("left", 1.0, chips=FOUR)
    zone.look(2.0)
    zone.tells("right", 1.1, now=2.1, chips=FOUR)
    assert zone.counted() == [FOUR]
    zone.tells("left", 3.0, chips=FOUR)
    zone.look(4.0)
    zone.tells("right", 3.1, now=4.1, chips=FIVE)
    assert zone.counted() == [FOUR, FOUR]
    assert [let.doubt for let in zone.let] == [False, False, False, True]


def test_two_motions_of_a_string_are_two_for_both_cameras() -> None:
    zone = Zone()
    zone.tells("left", 1.0, chips=FOUR)
    zone.tells("left", 1.3, chips=FIVE)
    zone.tells("right", 1.02, now=1.32, chips=FOUR)
    zone.tells("right", 1.32, now=1.33, chips=FIVE)
    assert zone.counted() == [FOUR, FIVE]
    assert not any(let.doubt for let in zone.let)


def test_what_a_camera_tells_afterwards_waits_behind_what_waits() -> None:
    zone = Zone()
    zone.tells("left", 1.0, chips=FOUR)
    zone.tells_alone("left", 1.1, seat=1)
    assert zone.let == []
    zone.tells("right", 1.05, now=1.15, chips=FOUR)
    assert [(let.told.device, let.told.at_s) for let in zone.let] == [
        ("left", 1.0),
        ("left", 1.1),
        ("right", 1.05),
    ]


@given(
    words=st.lists(
        st.tuples(st.sampled_from(["left", "right"]), st.floats(0, 0.6), st.sampled_from([FOUR, FIVE, None])),
        max_size=30,
    )
)
def test_every_word_goes_on_once_and_each_cameras_in_its_order(words) -> None:
    zone, now = Zone(), 1.0
    told: dict[str, list[float]] = {"left": [], "right": []}
    for camera, wait_s, chips in words:
        now += wait_s
        told[camera].append(now)
        zone.tells(camera, now, chips=chips)
    zone.look(now + HOLD_S + 0.01)
    assert zone.fusion.oldest_s is None
    for camera, at in told.items():
        assert [let.told.at_s for let in zone.let if let.told.device == camera] == at


def guesses(*may_be: tuple[dict[str, int], float]) -> list[dict[str, Any]]:
    return [{"chips": chips, "p": p} for chips, p in may_be]


def test_two_cameras_that_are_not_sure_are_surer_together() -> None:
    zone = Zone()
    zone.tells("left", 1.0, kind="chips.bet", alternatives=guesses((FOUR, 0.7), (FIVE, 0.2)))
    zone.tells("right", 1.1, kind="chips.bet", alternatives=guesses((FOUR, 0.6), (FIVE, 0.3)))
    (fields,) = [let.fields for let in zone.let if let.fields is not None]
    assert "chips" not in fields
    best, second = fields["alternatives"]
    assert (best["chips"], second["chips"]) == (FOUR, FIVE)
    assert best["p"] > 0.85
    assert best["p"] + second["p"] <= 1


def test_what_one_camera_is_sure_of_stands_beside_what_the_other_finds_likely() -> None:
    for first, second in (({"chips": FOUR}, {}), ({}, {"chips": FOUR})):
        zone = Zone()
        zone.tells("left", 1.0, kind="chips.bet", alternatives=guesses((FOUR, 0.9)), **first)
        zone.tells("right", 1.1, kind="chips.bet", alternatives=guesses((FIVE, 0.5), (FOUR, 0.4)), **second)
        (fields,) = [let.fields for let in zone.let if let.fields is not None]
        assert fields["chips"] == FOUR
        assert fields["alternatives"][0]["chips"] == FOUR


def test_cameras_that_are_sure_of_different_chips_leave_nothing_to_weigh() -> None:
    zone = Zone()
    zone.tells("left", 1.0, chips=FOUR, alternatives=guesses((FOUR, 0.97)))
    zone.tells("right", 1.02, chips=FIVE, alternatives=guesses((FIVE, 0.98)))
    (fields,) = [let.fields for let in zone.let if let.fields is not None]
    assert fields["chips"] is None
    assert "alternatives" not in fields


@pytest.mark.parametrize("kind", ["chips.bet", "chips.push"])
def test_what_neither_camera_could_tell_is_told_where_both_find_the_same_likely(kind) -> None:
    zone = Zone()
    zone.tells("left", 1.0, kind=kind, alternatives=guesses((FOUR, 0.85), (FIVE, 0.05)))
    zone.tells("right", 1.1, kind=kind, alternatives=guesses((FOUR, 0.6), (FIVE, 0.1)))
    assert zone.counted() == [FOUR]
    assert not any(let.doubt for let in zone.let)


def test_what_one_camera_told_is_not_told_where_the_other_finds_it_unlikely() -> None:
    sure = {"chips": FIVE, "confidence": 0.8, "alternatives": guesses((FIVE, 0.85))}
    unsure = {"alternatives": guesses((FOUR, 0.9), (FIVE, 0.002))}
    for first, second in ((sure, unsure), (unsure, sure)):
        zone = Zone()
        zone.tells("left", 1.0, kind="chips.bet", **first)
        zone.tells("right", 1.1, kind="chips.bet", **second)
        (fields,) = [let.fields for let in zone.let if let.fields is not None]
        assert not {"chips", "confidence"} & fields.keys()


BEHIND = {"100": 4, "5": 1}
MAY_HIDE = {"chips": FOUR, "confidence": 0.85, "alternatives": guesses((FOUR, 0.9))}
SEES_ALL = {"chips": BEHIND, "confidence": 0.9, "alternatives": guesses((BEHIND, 0.95))}


def test_chips_that_stand_behind_a_stack_are_counted_by_the_camera_that_sees_them() -> None:
    for first, second in ((MAY_HIDE, SEES_ALL), (SEES_ALL, MAY_HIDE)):
        zone = Zone()
        zone.tells("left", 1.0, kind="chips.bet", **first)
        zone.tells("right", 1.1, kind="chips.bet", **second)
        (fields,) = [let.fields for let in zone.let if let.fields is not None]
        assert {name: fields[name] for name in SEES_ALL} == SEES_ALL
        assert not any(let.doubt for let in zone.let)


TOO_MUCH_UNSEEN = {"alternatives": guesses((FOUR, 0.68))}


def test_a_camera_that_tells_no_count_as_much_lies_unseen_does_not_gainsay_the_one_that_sees_it() -> None:
    for first, second in ((TOO_MUCH_UNSEEN, SEES_ALL), (SEES_ALL, TOO_MUCH_UNSEEN), ({}, SEES_ALL)):
        zone = Zone()
        zone.tells("left", 1.0, kind="chips.bet", **first)
        zone.tells("right", 1.1, kind="chips.bet", **second)
        (fields,) = [let.fields for let in zone.let if let.fields is not None]
        assert {name: fields[name] for name in SEES_ALL} == SEES_ALL


def test_a_camera_that_sees_chips_behind_a_stack_is_heard_though_it_comes_late() -> None:
    zone = Zone()
    zone.tells("left", 1.0, kind="chips.bet", **MAY_HIDE)
    zone.look(2.0)
    zone.tells("right", 1.1, now=2.1, kind="chips.bet", **SEES_ALL)
    assert zone.counted() == [FOUR, BEHIND]


def test_a_camera_that_is_sure_that_nothing_hides_is_not_overruled() -> None:
    for sure in (0.9, None):
        zone = Zone()
        zone.tells("left", 1.0, kind="chips.bet", **{**MAY_HIDE, "confidence": sure})
        zone.tells("right", 1.1, kind="chips.bet", **SEES_ALL)
        assert [let.doubt for let in zone.let] == [True, False]


def test_the_guess_of_one_camera_is_heard_where_the_other_has_none() -> None:
    for first, second in (
        ({}, {"alternatives": guesses((FOUR, 0.6))}),
        ({"alternatives": guesses((FOUR, 0.6))}, {}),
    ):
        zone = Zone()
        zone.tells("left", 1.0, kind="chips.bet", **first)
        zone.tells("right", 1.1, kind="chips.bet", **second)
        (fields,) = [let.fields for let in zone.let if let.fields is not None]
        assert fields["alternatives"] == guesses((FOUR, 0.6))

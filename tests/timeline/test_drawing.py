"""A hand's timeline: its lanes, its marks, and what may not be in them."""

from __future__ import annotations

import itertools
import re
from xml.etree import ElementTree as ET

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.ruling_cards import words_in
from controller.table.events import AnyEvent
from controller.testkit.scene import Scene
from controller.timeline.axis import Axis
from controller.timeline.draw import Drawing, Flag
from controller.timeline.follow import Follower
from controller.timeline.strip import Strip, around
from controller.timeline.texts import Texts

SVG = "{http://www.w3.org/2000/svg}"


def strip_of(scene: Scene, *, pots: bool = False) -> Strip:
    follower = Follower(pots=pots)
    for line, event in enumerate(scene.log, 2):
        follower.take(line, msgspec.convert(event, AnyEvent, strict=False))
    return follower.strip()


def drawn(strip: Strip, *flags: Flag, width: int = 900, px_per_s: float | None = None) -> ET.Element:
    svg = Drawing(strip, flags, words_in("en"), width=width, zero=strip.since, px_per_s=px_per_s).svg()
    return ET.fromstring(svg)


def texts(svg: ET.Element, look: str) -> list[str]:
    return [node.text or "" for node in svg.iter(f"{SVG}text") if look in node.get("class", "").split()]


def test_the_burn_lane_is_there_when_nothing_was_burned():
    scene = Scene().deal().calls(3, 4, 5, 6, 1).taps(2).sweep().flop(burn=False)
    assert "Burn" in texts(drawn(strip_of(scene)), "lane-name")
    assert not [mark for mark in strip_of(scene).marks if mark.lane == "burn"]


def test_a_push_carries_seat_amount_and_what_lay_in_front():
    scene = Scene().deal().pushes(3, 100).pushes(3, 100, 100, after=1.0)
    pushes = [mark for mark in strip_of(scene).marks if mark.what == "push"]
    assert [(mark.seat, mark.amount, mark.before, mark.after) for mark in pushes] == [
        (3, 100, 0, 100), (3, 200, 100, 300),
    ]  # fmt: skip
    flag = Flag(number=1, level="dealer", t=scene.t, proof=[mark.line for mark in pushes])
    svg = drawn(strip_of(scene), flag)
    assert "3: +200 (100 → 300)" in texts(svg, "proven")
    assert "Hand of 3" in texts(svg, "lane-name")


def test_a_sweep_empties_what_lies_in_front():
    scene = Scene().deal().pushes(3, 100).sweep().pushes(3, 100, 100)
    assert strip_of(scene).marks[-1].before == 0


def test_a_count_that_the_camera_was_not_sure_of_says_so_and_not_nothing():
    scene = Scene().deal().pushes(3, 100)
    unsure = [{"chips": {"100": 1}, "p": 0.6}, {"chips": {"500": 1}, "p": 0.3}]
    scene.event("chips.bet", seat=3, alternatives=unsure).pushes(3, 100)
    marks = [mark for mark in strip_of(scene).marks if mark.lane == "chips"]
    assert [(mark.what, mark.amount, mark.before, mark.after) for mark in marks] == [
        ("push", 100, 0, 100), ("count", None, 100, 100), ("push", 100, 100, 200),
    ]  # fmt: skip
    for language in ("en", "hr", "ar"):
        words = Texts(words_in(language))
        (told, *_) = words.labels(marks[1])
        assert "?" in told
        assert not re.search(r"\b0\b|\{", told)


def test_a_camera_whose_zones_another_sees_too_leaves_no_lane_blind():
    scene = Scene().deal()
    scene.event("device", device="chips-1", state="down", kind="chips", zones=[]).wait(5)
    assert strip_of(scene).blind == []
    scene.event("device", device="chips-2", state="down", kind="chips", zones=["bet:3"]).wait(5)
    assert [gap.device for gap in strip_of(scene).blind] == ["chips-2"]


def test_a_sensor_that_is_away_is_hatched_over_its_lanes():
    scene = Scene().deal()
    scene.event("device", device="a-1", state="down", kind="antennas", zones=["board", "burn"])
    scene.wait(5)
    scene.event("device", device="a-1", state="up", kind="antennas", zones=["board", "burn"])
    gaps = strip_of(scene).blind
    assert [(gap.lane, round((gap.until or 0) - gap.since, 1)) for gap in gaps] == [
        ("board", 5.4),
        ("burn", 5.4),
    ]
    assert len(list(drawn(strip_of(scene)).iter(f"{SVG}path"))) == 2


def test_a_sensor_still_away_from_an_earlier_hand_is_hatched_to_the_end():
    scene = Scene(start=False)
    scene.event("device", device="chips-1", state="down", kind="chips")
    scene.start().deal()
    (gap,) = strip_of(scene).blind
    assert gap.until is None
    assert gap.since < strip_of(scene).since


def test_no_card_and_no_pot_is_in_a_drawing():
    scene = Scene().deal().limp_to_flop().check_round().street().check_round().street().check_round()
    scene.tables(1).event("pot.quoted", amount=777)
    scene.award(1, 613)
    told = ET.tostring(drawn(strip_of(scene), px_per_s=20), encoding="unicode")
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b", told)
    assert "613" not in told
    assert "777" not in told
    assert "613" in ET.tostring(drawn(strip_of(scene, pots=True), px_per_s=20), encoding="unicode")


def test_a_findings_part_shows_what_came_before_and_after():
    scene = Scene().deal().pushes(3, 100).pushes(3, 100, 100, after=1.0)
    t, line = scene.t, scene.line
    scene.folds(4, 5, 6, 1)
    whole = strip_of(scene)
    part = around(whole, [line], t)
    assert part.marks[0].t >= t - 12
    assert t < part.marks[-1].t <= t + 4
    assert len(part.marks) < len(whole.marks)


def test_words_beside_marks_never_stand_on_one_another():
    scene = Scene(seats=9).deal().calls(3, 4, 5, 6, 7, 8, 9, 1).taps(2).sweep().flop()
    for width in (358, 700, 1000):
        svg = drawn(strip_of(scene), width=width, px_per_s=22)
        placed: dict[str, list[tuple[float, float]]] = {}
        for node in svg.iter(f"{SVG}text"):
            if "name" in node.get("class", "").split():
                half = len(node.text or "") * 5.5 / 2
                x = float(node.get("x", 0))
                placed.setdefault(node.get("y", ""), []).append((x - half, x + half))
        for row in placed.values():
            row.sort()
            assert all(end <= start for (_, end), (start, _) in itertools.pairwise(row)), width


def test_a_street_is_headed_beside_the_number_of_a_finding_there():
    scene = Scene().deal()
    strip = strip_of(scene)
    strip = Strip(
        marks=strip.marks, blind=[], since=strip.since, until=scene.t + 5, streets=[(scene.t, "flop")]
    )
    flag = Flag(number=1, level="floor", t=scene.t, proof=[scene.line])
    svg = drawn(strip, flag, px_per_s=22)
    (head,) = [node for node in svg.iter(f"{SVG}text") if node.text == "flop"]
    (badge,) = [node for node in svg.iter(f"{SVG}circle") if "flag" in node.get("class", "")]
    assert float(head.get("x", 0)) >= float(badge.get("cx", 0)) + float(badge.get("r", 0))


@settings(max_examples=30)
@given(st.lists(st.floats(0, 900), min_size=1, max_size=60), st.sampled_from([None, 5.0, 22.0]))
def test_time_runs_from_left_to_right_and_row_to_row(times, px_per_s):
    axis = Axis(0.0, 900.0, times, 78, 988, px_per_s, 11)
    places = [axis.place(t) for t in sorted(times)]
    assert places == sorted(places)
    assert all(0 <= row < axis.rows and 78 <= x <= 988.1 for row, x in places)

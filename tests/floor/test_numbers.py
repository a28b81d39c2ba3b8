"""Which messages of a table the floor lacks."""

from __future__ import annotations

import time

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.floor import house as houses
from controller.floor.house import KNOWN_OVER, House
from controller.floor.numbers import MOST_AT_FIRST, Numbers
from controller.floor.tables import NONSENSE_S
from tests.floor.test_a_table_that_says_anything import FINDING, SAID


def test_a_gap_is_known_until_it_is_filled():
    numbers = Numbers()
    assert [numbers.heard(n) for n in (1, 2, 6, 6)] == [True, True, True, False]
    assert numbers.missing == [(3, 5)]
    assert numbers.heard(4)
    assert numbers.missing == [(3, 3), (5, 5)]
    assert [numbers.heard(n) for n in (3, 5, 5)] == [True, True, False]
    assert numbers.gap == 0


def test_a_backlog_that_is_on_its_way_is_counted_as_it_comes():
    house = House()
    health = {"state": "up", "journal": "j", "last_n": 5}
    house.take("floorcall/zagreb/7/health", msgspec.json.encode(health), 1.0)
    for n in (1, 2, 2, 6, 3, 4, 5):
        line = {"type": "action", "n": n, "log": 1, "hand": 1}
        house.take("floorcall/zagreb/7/action", msgspec.json.encode(line), 2.0)
    assert house.filled == 5, "all but 6, and 2 once"
    assert house.gaps() == []


@pytest.mark.parametrize("starts_anew", [False, True], ids=["goes on", "the floor starts anew"])
def test_what_comes_late_of_a_call_that_is_over_does_not_open_it_again(monkeypatch, store, starts_anew):
    """After ten minutes without a broker the end of a call came before its beginning, and it stayed on the list."""
    monkeypatch.setattr(houses, "KEPT_OVER", 0)
    house = House()
    house.take(
        "floorcall/zagreb/7/health", msgspec.json.encode({"state": "up", "journal": "j", "last_n": 9}), 1.0
    )

    def hears(topic: str, **body: object) -> list[bool]:
        house.take(f"floorcall/zagreb/7/{topic}", msgspec.json.encode(body), 2.0)
        changed = house.drain()
        store.write(*changed)
        return [alert.is_open for alert in changed[2]]

    assert hears("alert", **{**SAID["alert"], "n": 9, "state": "closed"}) == [False]
    if starts_anew:
        house = House(store.tables(), over=store.over(KNOWN_OVER))
    assert hears("finding", **{**FINDING, "n": 5, "log": 1}) == []
    assert hears("alert", **{**SAID["alert"], "n": 6, "state": "new"}) == []


def test_what_a_table_says_it_has_said_is_missed_too():
    numbers = Numbers()
    numbers.heard(1)
    numbers.told(4)
    assert numbers.missing == [(2, 4)]
    assert numbers.heard(5)
    assert numbers.gap == 3


def test_of_a_table_that_was_never_heard_not_the_whole_year_is_asked():
    numbers = Numbers()
    assert numbers.heard(1_000_000)
    assert numbers.gap == MOST_AT_FIRST


@given(st.permutations(range(1, 30)), st.data())
def test_however_they_come_each_counts_once_and_none_is_missed(order, data):
    numbers = Numbers(high=0)
    twice = data.draw(st.lists(st.sampled_from(order), max_size=10))
    new = [n for n in [*order, *twice] if numbers.heard(n)]
    assert sorted(new) == list(range(1, 30))
    assert numbers.missing == []


def test_what_nobody_can_read_is_not_asked_for_again_and_told_for_a_while(monkeypatch):
    house = House()

    def hears(topic: str, **body: object) -> None:
        house.take(f"floorcall/zagreb/7/{topic}", msgspec.json.encode(body), 1.0)

    hears("health", state="up", journal="j", last_n=3)
    hears("ruled", n=2, log=1, id="r-1", finding=5)
    hears("alert", n=4, log=1, finding="none")
    hears("alert", n=2**50, log=1, finding="none")
    assert [(first, last) for _, first, last in house.gaps()] == [(1, 1), (3, 3)]
    hears("ruled", n=2, log=1, id="r-1", finding=None)
    assert len(house.drain()[0]) == 1, "what can be read counts all the same"
    assert "nonsense" in [one.what for one in house.tables["zagreb/7"].troubles(1.0)]
    later = time.monotonic() + NONSENSE_S + 1
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert "nonsense" not in [one.what for one in house.tables["zagreb/7"].troubles(1.0)]

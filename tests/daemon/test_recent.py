"""What a dealer can correct: the last ten acts; those of an earlier hand he can only read."""

from __future__ import annotations

import pytest

from controller.daemon.recent import RecentActs
from controller.table.events import DeclareCancelled, Declared, HandStarted, Tapped
from controller.table_api import BadKey


def hand(n: int) -> HandStarted:
    return HandStarted(t=float(n), button=1)


def test_the_last_ten_acts_are_there_whatever_hand_they_are_of() -> None:
    recent = RecentActs()
    recent.heard(1, hand(1), "21:00:00")
    for line in range(2, 10):
        recent.heard(line, Declared(t=float(line), seat=3, action="call"), "21:00:01")
    recent.heard(10, hand(2), "21:02:00")
    for line in range(11, 16):
        recent.heard(line, Tapped(t=float(line), seat=4), "21:02:01")
    acts = recent.newest_first()
    assert [act.line for act in acts] == [15, 14, 13, 12, 11, 9, 8, 7, 6, 5]
    assert [act.over for act in acts] == [False] * 5 + [True] * 5


def test_words_of_an_earlier_hand_cannot_be_taken_back() -> None:
    recent = RecentActs()
    recent.heard(1, hand(1), "21:00:00")
    recent.heard(2, Declared(t=2.0, seat=3, action="call"), "21:00:01")
    recent.check(3, 2)
    recent.heard(3, hand(2), "21:02:00")
    with pytest.raises(BadKey, match="their hand is over"):
        recent.check(3, 2)
    recent.heard(4, DeclareCancelled(t=4.0, seat=3, of=2), "21:02:02")
    assert [act.line for act in recent.newest_first()] == [2]

"""How many touches the benchmark counts in a hand, told as a dealer would: nothing, one a pot, or every word."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.equipment import HANDS_FREE, NAMED, Equipped
from benchmarks.keys import Tally, measure
from controller.histories.read_phh import read_history
from tests.real_hands.test_histories import SIDE_POTS, SPLIT_SIDE_POT

RAISED_AND_FOLDED = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
starting_stacks = [5000, 5000, 5000]
actions = ["d dh p1 AsAd", "d dh p2 KsQd", "d dh p3 KdQc", "p3 cbr 300", "p1 f", "p2 f"]
"""


def played(folder: Path, told: str, equipment: Equipped, hands: int = 1) -> Tally:
    path = folder / "made-up.phh"
    path.write_text(told)
    tally = measure([read_history(path)], hands, "tda-2024", equipment)
    assert (tally.followed, tally.corrected, tally.calls) == (hands, 0, 0)
    return tally


def test_a_raise_that_everybody_folds_to_is_followed_without_a_touch(tmp_path: Path) -> None:
    tally = played(tmp_path, RAISED_AND_FOLDED, HANDS_FREE, hands=20)
    assert {hand.sensed for hand in tally.hands} == {0}
    assert not any(hand.showdown for hand in tally.hands)


@pytest.mark.parametrize(("told", "pots"), [(SIDE_POTS, 3), (SPLIT_SIDE_POT, 2)])
def test_a_showdown_asks_for_one_touch_a_pot_also_where_one_is_split(
    tmp_path: Path, told: str, pots: int
) -> None:
    [hand] = played(tmp_path, told, HANDS_FREE).hands
    assert hand.showdown
    assert (hand.pots, hand.sensed) == (pots, pots)


def test_a_camera_that_sees_the_pot_pushed_spares_that_touch(tmp_path: Path) -> None:
    [hand] = played(tmp_path, SIDE_POTS, (*HANDS_FREE, "awards")).hands
    assert hand.sensed == 0
    assert hand.keyed == 4 * 2 + 3, "four hands tabled by key and seat, three pots confirmed"


def test_the_first_button_is_asked_for_once_where_no_antenna_reads_it(tmp_path: Path) -> None:
    assert played(tmp_path, RAISED_AND_FOLDED, NAMED["no antennas"], hands=5).button == 2
    assert played(tmp_path, RAISED_AND_FOLDED, NAMED["no shoe"], hands=5).button == 0


def test_words_that_are_keyed_cost_their_digits(tmp_path: Path) -> None:
    tally = played(tmp_path, RAISED_AND_FOLDED, NAMED["everything"], hands=40)
    assert {hand.words for hand in tally.hands} <= {0, 2, 4, 5}, "silent; raise, Enter; said, 300; raise, 300"
    assert max(hand.words for hand in tally.hands) >= 4

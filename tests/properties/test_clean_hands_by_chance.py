"""Hands by chance at every house, sensed as any table senses them, call nobody and leave no stack wrong.

``python -m benchmarks.clean_nights`` plays as many as one likes; those that it found wrong are here by their seeds.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from benchmarks.clean_nights import of_seed
from controller import rulebooks
from tests.conftest import LongProof

HANDS = 40
FOUND = [
    ("dpc", 1013),  # words before their turn and an all-in that nobody counted: the table went round for ever
    ("deltin", 8),  # five hands shown, of stacks that nobody knows
    ("upt", 5251),  # a call with the last chips
    ("dpc", 3),  # a pot that holds more than was ruled
    ("upt", 1038),  # a raise with the last chips in silence
    ("deltin", 5049),  # nobody folds and nothing is seen of it before the flop
    ("tda-2024", 5358),  # hands that have lost, on the river
    ("dpc", 16),  # all-in for the ante, a short big blind, and the small one completed
    ("deltin", 50007),  # a side pot beside a big blind that was all-in for less, and no post was seen
    ("tda-2024", 30107),  # side pots of stacks that nobody knows, and no word said
    ("invitational", 70161),  # no camera: a call with the last chips was inferred, and the hand was thrown in
    ("english-arabic", 30072),  # an all-in that has lost is thrown in last, after hands that had checked
    ("upt", 50279),  # the same, after hands that were shown
]


def amiss(house: str, seeds: Iterable[int]) -> list[str]:
    return [fault for seed in seeds for tally in of_seed(house, seed).values() for fault in tally.amiss]


@pytest.mark.matrix(("house", rulebooks.ids()), part=3)
def test_clean_hands_by_chance_call_nobody(house: str, long_proof: LongProof) -> None:
    assert amiss(house, range(long_proof(3, HANDS))) == []


@pytest.mark.parametrize(("house", "seed"), FOUND)
def test_what_was_wrong_once_calls_nobody(house: str, seed: int) -> None:
    assert amiss(house, [seed]) == []

"""Felt line, seams and rim to a number of chips: whatever the chips' thickness, with seams missing and to spare."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.counting.decoding import ROWS_PER_CHIP, decode, evidence

COUNTS = st.integers(1, 20)


def told(count: int, pitch: float = ROWS_PER_CHIP, above: float = 14.0, below: int = 14) -> np.ndarray:
    """Return what a net that is nearly sure tells of ``count`` chips, ``pitch`` rows each."""
    edges = above + pitch * np.arange(count, -1, -1)
    rows = np.arange(round(above + pitch * count) + below)
    near = np.maximum(1 - np.abs(rows[:, None] - edges[None]), 0)
    held = np.stack((near[:, 0], near[:, 1:-1].max(axis=1, initial=0), near[:, -1]), axis=1)
    return np.clip(held, 0.02, 0.98)


@given(COUNTS, st.floats(0.94, 1.06), st.floats(9, 18))
def test_chips_are_counted_whatever_their_thickness(count, thick, above):
    held = decode(evidence(told(count, ROWS_PER_CHIP * thick, above)))
    assert held is not None
    assert held.count == count
    assert held.lead > 0
    edges = above + ROWS_PER_CHIP * thick * np.arange(count, -1, -1)
    assert np.abs(np.array(held.edges) - edges).max() < 0.6


@given(st.integers(3, 20), st.data())
def test_a_seam_that_nobody_sees_is_counted_all_the_same_and_the_lead_shrinks(count, data):
    whole, shares = decode(evidence(told(count))), told(count)
    gone = 14 + ROWS_PER_CHIP * data.draw(st.integers(1, count - 1))
    shares[gone - 1 : gone + 2, 1] = 0.02
    held = decode(evidence(shares))
    assert held is not None
    assert whole is not None
    assert held.count == count
    assert held.lead < whole.lead


@given(COUNTS, st.integers(0, 2**32 - 1))
def test_a_false_edge_within_a_chip_is_none(count, seed):
    chance, shares = np.random.default_rng(seed), told(count)
    shares[14 + ROWS_PER_CHIP * chance.integers(count) + ROWS_PER_CHIP // 2, 1] = 0.9
    shares = np.clip(shares + chance.normal(0, 0.02, shares.shape), 0.01, 0.99)
    held = decode(evidence(shares))
    assert held is not None
    assert held.count == count


def test_where_nothing_speaks_for_a_number_no_number_leads():
    held = decode(evidence(np.full((100, 3), 0.1)))
    assert held is not None
    assert held.lead < 2
    assert decode(evidence(np.full((5, 3), 0.5))) is None

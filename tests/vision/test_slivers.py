"""A sliver of a stack beside the higher one before it, told from that one's own chips that lie turned out."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.test_sides_net import RADIUS_MM, fan
from vision.finding.evidence import Evidence, areas_of
from vision.finding.score import covered
from vision.finding.search import GROWN_MM
from vision.finding.slivers import sliver
from vision.settings import Colour

FELT: Colour = (20, 90, 60)
BLACK: Colour = (30, 30, 32)
RED: Colour = (190, 40, 40)
STACK = np.array((0.05, 560.0, 40.0))


def shows(*painted: tuple[tuple[float, float, float], Colour, float]) -> float:
    """Return the mm2 of a sliver that are seen beside a black stack; each thing is painted over those before it."""
    held = fan()
    now = np.full((held.rows, held.columns, 3), FELT, np.float32)
    for polar, colour, share in (*painted, (tuple(STACK), BLACK, 1.0)):
        where = covered(held, [np.array(polar)], RADIUS_MM)
        now[where] = share * np.array(colour) + (1 - share) * now[where]
    things = (now != FELT).any(axis=-1)
    nothing = np.zeros(things.shape, bool)
    felt = np.full_like(now, FELT)
    evidence = Evidence(np.zeros(things.shape, np.float32), things, nothing, nothing, ~nothing, felt)
    explained = covered(held, [STACK], RADIUS_MM, GROWN_MM)
    return areas_of(sliver(held, now, evidence, explained, STACK, RADIUS_MM), held.areas)


def aside(mm: float, behind_mm: float = 0.0, high_mm: float = 12.0) -> tuple[float, float, float]:
    """Return a stack so far beside and behind the black one."""
    return float(STACK[0] + mm / STACK[1]), float(STACK[1] + behind_mm), high_mm


def test_red_chips_that_stand_behind_black_ones_are_seen_by_a_sliver():
    assert shows((aside(5, 42), RED, 1.0)) > 30
    assert shows((aside(-5, 42), RED, 1.0)) > 30


@pytest.mark.parametrize(("share", "mm"), [(1.0, 4.0), (0.4, 5.0)])
def test_a_stack_s_own_chips_turned_out_are_none_sharp_or_soft(share, mm):
    assert shows((aside(mm, 0, 40.0), BLACK, share)) == 0.0


def test_what_stands_before_a_stack_or_nowhere_near_is_none():
    assert shows() == 0.0
    assert shows((aside(60, 42), RED, 1.0)) == 0.0
    assert shows((aside(30, -40, 4.0), RED, 1.0)) == 0.0

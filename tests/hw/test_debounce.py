"""A key chatters when it moves: bounces never give two presses, and a real press is never lost."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from hw.debounce import RELEASE_S, SETTLE_S, Debouncer, KeyMoved

# Gaps between the bounces of one movement, and times for which a level is really held, in seconds.
BOUNCE_GAPS = st.lists(st.floats(min_value=0.0, max_value=SETTLE_S * 0.95), max_size=12)
HELD = st.floats(min_value=SETTLE_S * 1.05, max_value=3.0)
LET_GO = st.floats(min_value=RELEASE_S * 1.05, max_value=3.0)
PRESSES = st.lists(
    st.tuples(st.tuples(BOUNCE_GAPS, HELD), st.tuples(BOUNCE_GAPS, LET_GO)), min_size=1, max_size=4
)
MOVEMENTS = PRESSES.map(lambda presses: [movement for press in presses for movement in press])


def edges_of(movements: list[tuple[list[float], float]]) -> list[tuple[float, bool]]:
    """Return the edges of a key that goes down and up in turn, each movement with its chatter."""
    t, edges = 1.0, []
    for number, (gaps, held) in enumerate(movements):
        down = number % 2 == 0
        edges.append((t, down))
        for gap in gaps:
            # Out and back again: the chatter of a movement ends at the level it goes to.
            edges += [(t + gap / 2, not down), (t + gap, down)]
            t += gap
        t += held
    return edges


def movements_seen(edges: list[tuple[float, bool]], *, ticking: bool) -> list[KeyMoved]:
    """Return what a key reports; ``ticking`` asks it whenever a level may have settled before an edge."""
    key, seen = Debouncer(), []
    for t, down in edges:
        if ticking and key.settles_at is not None and key.settles_at <= t:
            seen += key.tick(key.settles_at)
        seen += key.edge(t, down=down)
    return seen + key.tick(edges[-1][0] + 10.0)


@given(MOVEMENTS)
@example([([0.001] * 12, 0.2), ([0.004] * 12, 0.2)])
def test_each_movement_of_a_chattering_key_is_one_press_or_release(movements):
    for ticking in (True, False):
        seen = movements_seen(edges_of(movements), ticking=ticking)
        assert [moved.down for moved in seen] == [number % 2 == 0 for number in range(len(movements))]


@given(st.lists(st.tuples(st.floats(min_value=0, max_value=SETTLE_S * 0.95), st.booleans()), max_size=200))
def test_chatter_without_a_held_level_is_no_press(steps):
    key, t, seen = Debouncer(), 1.0, []
    for gap, down in steps:
        t += gap
        seen += key.edge(t, down=down)
    assert seen == []


@given(
    st.lists(st.tuples(st.floats(min_value=0, max_value=0.02), st.booleans(), st.booleans()), max_size=200)
)
def test_presses_and_releases_always_alternate(steps):
    key, t, seen = Debouncer(), 1.0, []
    for gap, is_edge, down in steps:
        t += gap
        seen += key.edge(t, down=down) if is_edge else key.tick(t)
    seen += key.tick(t + 1.0)
    assert [moved.down for moved in seen] == [number % 2 == 0 for number in range(len(seen))]
    assert [moved.t for moved in seen] == sorted(moved.t for moved in seen)


def test_a_press_is_told_as_soon_as_it_has_settled():
    key = Debouncer()
    key.edge(1.000, down=True)
    assert key.settles_at == 1.000 + SETTLE_S
    assert key.tick(1.004) == []
    assert key.tick(1.005) == [KeyMoved(t=1.000, down=True)]
    assert key.settles_at is None


def test_a_press_that_nobody_asked_after_is_told_at_the_next_edge():
    key = Debouncer()
    key.edge(1.0, down=True)
    assert key.edge(1.2, down=False) == [KeyMoved(t=1.0, down=True)]


@given(st.lists(st.floats(min_value=SETTLE_S * 1.05, max_value=RELEASE_S * 0.95), min_size=1, max_size=12))
def test_a_worn_key_under_one_finger_is_one_press(gaps):
    key, t = Debouncer(), 1.0
    seen = key.edge(t, down=True)
    for gap in gaps:
        seen += key.edge(t + gap, down=False)
        t += 2 * gap
        seen += key.edge(t, down=True)
    seen += key.edge(t + 1.0, down=False) + key.tick(t + 2.0)
    assert [moved.down for moved in seen] == [True, False]


def test_a_spark_is_no_press():
    key = Debouncer()
    assert key.edge(1.0000, down=True) + key.edge(1.0008, down=False) + key.tick(2.0) == []


def test_a_missed_edge_is_taken_for_a_bounce():
    key = Debouncer()
    key.edge(1.000, down=True)
    assert key.edge(1.003, down=True) == []
    assert key.tick(1.010) == [KeyMoved(t=1.003, down=True)]


def test_a_clock_that_stands_still_or_goes_back_loses_nothing():
    key = Debouncer()
    key.edge(5.0, down=True)
    assert key.edge(4.0, down=True) == []
    assert [moved.down for moved in key.tick(5.0 + SETTLE_S)] == [True]

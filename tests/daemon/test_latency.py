"""How long events take to the pages: what counts, and what of it was the machine's and not the daemon's."""

from __future__ import annotations

from controller.daemon.latency import BOUNDS_S, Histogram, Latency
from tests.daemon.conftest import Table, wait_for


def test_a_duration_counts_in_its_bucket_and_in_every_larger_one():
    held = Histogram()
    for seconds in (0.0004, 0.0005, 0.004, 7.0):
        held.observe(seconds)
    counted = dict(held.cumulative())
    assert [counted[name] for name in ("0.0005", "0.003", "0.005", "1.0", "+Inf")] == [2, 2, 3, 3, 4]
    assert len(counted) == len(BOUNDS_S) + 1
    assert held.sum_s == 7.0049


def test_the_first_event_that_no_page_has_is_the_one_that_counts():
    latency = Latency()
    latency.told()
    assert sum(latency.own.counts) == 0, "a message without an event tells nothing"
    latency.came()
    latency.came()
    latency.told()
    latency.told()
    assert sum(latency.own.counts) == sum(latency.queued.counts) == 1
    latency.came()
    latency.forget()
    latency.told()
    assert sum(latency.own.counts) == 1, "nobody watched"


def counted(table: Table, name: str) -> float:
    lines = table.get("/metrics").splitlines()
    return float(
        next(line.split()[1] for line in lines if line.startswith(f"floorcall_{name}_seconds_count"))
    )


def test_a_scrape_says_how_long_events_took_to_the_pages(running: Table):
    assert counted(running, "event_to_page") == 0, "no page has followed the table yet"
    with running.stream("dealer"):
        running.play([{"type": "floor.call"}])
        wait_for(lambda: counted(running, "event_to_page") > 0, "the event to reach the page")
    assert counted(running, "event_run_queue") == counted(running, "event_to_page")

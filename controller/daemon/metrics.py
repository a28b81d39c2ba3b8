"""Tells Prometheus the table's health: devices, links, journal, what was found. No card, no tag, no chip.

Everything is read where it stands when somebody asks; only what is counted nowhere else is counted here. What may be
counted later stands at 0 from the start: Prometheus sees no rise in what was not there before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Final, get_args

from prometheus_client import CollectorRegistry, PlatformCollector, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from controller.build import VERSION
from controller.table.events import AnyEvent, DeviceState
from controller.table.kinds import KINDS
from controller.table.kinds.sensors import ruled_kinds
from controller.table.outputs import Level
from controller.table.rulebook import Rulebook

if TYPE_CHECKING:
    from controller.daemon.core import TableCore
    from controller.daemon.links import DeviceLink

STATES: Final = get_args(DeviceState)
_EVENTS: Final = sorted(str(event.__struct_config__.tag) for event in get_args(AnyEvent))
_LINK: Final = {
    "frames": "Good frames heard from the device",
    "bad_frames": "Frames that were damaged on their way",
    "bad_messages": "Good frames that made no sense",
    "resends_asked": "Times that the device was asked for something again",
    "links_up": "Times that the link came up",
    "bytes_in": "Bytes heard from the port",
}
"""A counter of the link's host session, and what it counts."""


class TableMetrics(Collector):
    """Reads one table. ``text`` is what a scrape gets."""

    def __init__(self, core: TableCore, links: Sequence[DeviceLink]) -> None:
        self._core, self._links = core, links
        self._registry = CollectorRegistry()
        self._registry.register(self)
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """Yield every family; called by the library at a scrape."""
        yield _gauge("floorcall_info", "What runs", 1, version=VERSION, rulebook=self._core.book.id)
        yield _gauge(
            "floorcall_tasks", "Tasks of the daemon's loop; it does not grow", len(asyncio.all_tasks())
        )
        yield from self._devices()
        yield from self._link_counters()
        yield from self._table()
        yield from self._journal()
        yield from self._latency()

    def _latency(self) -> Iterator[Metric]:
        latency = self._core.latency
        for name, what, held in (
            ("event_to_page", "From reading an event to its first page's message, without the wait for a processor", latency.own),
            ("event_run_queue", "How long the daemon waited for a processor meanwhile", latency.queued),
        ):  # fmt: skip
            yield HistogramMetricFamily(
                f"floorcall_{name}_seconds", what, buckets=held.cumulative(), sum_value=held.sum_s
            )

    def _devices(self) -> Iterator[Metric]:
        state = GaugeMetricFamily(
            "floorcall_device_state",
            "1 for the state that a device is in",
            labels=["device", "kind", "state"],
        )
        for view in self._core.devices.views():
            for name in STATES:
                state.add_metric([view.name, view.kind, name], float(view.state == name))
        yield state
        lost = CounterMetricFamily(
            "floorcall_lost_events", "Events that a device is known to have lost", labels=["device"]
        )
        for link in self._links:
            lost.add_metric([link.name], self._core.tally.lost[link.name])
        yield lost
        stray = CounterMetricFamily(
            "floorcall_stray_events", "Events about zones that are another device's", labels=["device"]
        )
        for link in self._links:
            stray.add_metric([link.name], self._core.tally.stray[link.name])
        yield stray

    def _link_counters(self) -> Iterator[Metric]:
        for field, what in _LINK.items():
            family = CounterMetricFamily(f"floorcall_link_{field}", what, labels=["device"])
            for link in self._links:
                family.add_metric([link.name], getattr(link.link.session.counters, field))
            yield family
        quiet = GaugeMetricFamily(
            "floorcall_link_worst_quiet_seconds", "Longest silence of a device", labels=["device"]
        )
        for link in self._links:
            quiet.add_metric([link.name], link.link.session.counters.worst_quiet_s)
        yield quiet

    def _table(self) -> Iterator[Metric]:
        core, tally = self._core, self._core.tally
        total = len(ruled_kinds(core.book))
        yield _gauge("floorcall_rules", "Kinds that the house rules on", total)
        blind = core.devices.blind_kinds(core.book, core.live.header.equipment, core.live.view())
        live = total - len(blind)
        yield _gauge("floorcall_rules_live", "Of these, kinds that can be judged now", live)
        events = CounterMetricFamily("floorcall_events", "Events taken in", labels=["type"])
        for kind in _EVENTS:
            events.add_metric([kind], tally.events[kind])
        findings = CounterMetricFamily("floorcall_findings", "Findings told", labels=["kind", "level"])
        for kind, level in sorted({*may_be_found(core.book), *tally.findings}):
            findings.add_metric([kind, level], tally.findings[kind, level])
        hands = CounterMetricFamily("floorcall_hands", "Hands that ended")
        hands.add_metric([], tally.hands)
        wrong = CounterMetricFamily("floorcall_wrong_pins", "Wrong PINs given at the pages")
        wrong.add_metric([], tally.wrong_pins)
        yield from (events, findings, hands, wrong)
        yield _gauge("floorcall_hand_live", "1 while a hand is played", not core.live.hand_over)

    def _journal(self) -> Iterator[Metric]:
        core = self._core
        records = CounterMetricFamily(
            "floorcall_journal_records", "Records of the journal, from its beginning"
        )
        records.add_metric([], core.journal.n)
        yield records
        yield _gauge("floorcall_journal_waiting", "Records that are not on disk yet", core.waiting)
        yield _gauge(
            "floorcall_journal_stopped",
            "1 while nothing can be recorded",
            float(core.devices.recording_stopped),
        )


def may_be_found(book: Rulebook) -> Iterator[tuple[str, str]]:
    """Yield what findings can be at a table of this house, by kind and level."""
    by_table = [kind for kind, row in KINDS.items() if not row.by_house]
    return product([*ruled_kinds(book), *by_table], get_args(Level))


def _gauge(name: str, what: str, value: float, **labels: str) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, what, labels=list(labels))
    family.add_metric(list(labels.values()), value)
    return family

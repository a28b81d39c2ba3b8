"""Takes an event in, records it, moves the table, and at last has it ruled on: the table's heart.

The order that everything rests on: an event is stamped and shown (eager), written to the journal, and only
when it is safe on disk acknowledged to its device and put into the window from which findings come (``unsafe``).
Belongs to the event loop's thread; the journal calls back through ``call_soon_threadsafe``.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import structlog

from controller.daemon.alarm import Alarm
from controller.daemon.alerts import AlertBook
from controller.daemon.bad_lines import bad_line, place_of, why_refused
from controller.daemon.calls import call_of
from controller.daemon.clock import TableClock
from controller.daemon.gate import StartGate
from controller.daemon.health import DeviceBoard
from controller.daemon.intake import Sensed, Stray, Unfit, keyed, stamp
from controller.daemon.latency import Latency
from controller.daemon.live import Listener, LiveTable
from controller.daemon.own_events import OwnEvents
from controller.daemon.owner import Owner
from controller.daemon.recent import RecentActs
from controller.daemon.shoe_decks import ShoeDecks
from controller.daemon.tally import Tally
from controller.daemon.ticking import Ticking
from controller.daemon.unsafe import Safe, Unsafe
from controller.deck import DeckFile
from controller.journal.journal import Journal, Source
from controller.journal.records import Record
from controller.privacy import HiddenCards
from controller.sensorlog.window import WINDOW_S
from controller.table.events import (  # fmt: skip
    AnyEvent,
    DeviceChanged,
    DeviceState,
    FloorCalled,
    HandStarted,
    LogHeader,
)
from controller.table.inferring.granted import is_note
from controller.table.outputs import Finding, HandLine, Output
from controller.table.rulebook import Rulebook

DAEMON = "daemon"
"""What the log names as the device of events that the daemon itself makes."""

log = structlog.get_logger()


class TableCore(Listener):
    """One table at work, of an ``owner`` who is told what comes of it; ``decks`` are those that it knows."""

    def __init__(
        self, book: Rulebook, header: LogHeader, journal: Journal, clock: TableClock, devices: DeviceBoard,
        secrets: HiddenCards, owner: Owner, decks: Sequence[DeckFile] = (),
    ) -> None:  # fmt: skip
        self.live, self.journal, self.clock = LiveTable(book, header, self), journal, clock
        self.devices, self.secrets, self.owner = devices, secrets, owner
        self._own = OwnEvents(self.live, self._record_own)
        self.alerts = AlertBook()
        self.recent = RecentActs()
        self.tally, self.latency = Tally(), Latency()
        self._decks = ShoeDecks(decks)
        self.gate = StartGate(time.monotonic(), 0)
        """Holds back what comes in until the devices have caught up; open where there are none."""
        self._unsafe = Unsafe(self.live.durable)
        self._latest = 0.0
        self._hand_line = 0
        self._bad: Counter[int] = Counter()
        self._on_record: dict[str, tuple[DeviceState, list[str] | None]] = {}
        self._kinds_found: list[str] = []
        self._recorded_hands: set[int] = set()
        self._unrecorded: list[tuple[float, dict[str, Any], dict[str, str]]] = []
        self._recovering, self._handed = True, False
        self._look, self._ticking = Alarm(self.settle), Ticking(self._wake, self._ticked)

    @property
    def book(self) -> Rulebook:
        """The house's book."""
        return self.live.book

    @property
    def waiting(self) -> int:
        """How many records are not safe on disk yet."""
        return len(self._unsafe)

    def hold_back(self, devices: int) -> StartGate:
        """Let nothing in until so many devices have caught up; return the gate that waits for them."""
        self.gate = StartGate(time.monotonic(), devices)
        return self.gate

    # Coming in.

    def sense(
        self, payload: bytes, fields: dict[str, Any], at_s: float, source: Source, safe: Safe,
        started_s: float | None = None,
    ) -> None:  # fmt: skip
        """Take in a device's event, sensed at ``at_s`` of the monotonic clock. Raise Unfit if it is none."""
        self.latency.came()
        seen = self.clock.t_of(at_s)
        t = self._in_order(seen)
        extra: dict[str, Any] = {"device": source.device}
        if started_s is not None:
            extra["started"] = max(0.0, self.clock.t_of(started_s))
        if abs(t - seen) > 0.001:
            extra["sensed"] = seen
        sensed = stamp(payload, fields, t, extra)
        self._own.before(sensed.event)
        if (deck := self._decks.before(fields)) is not None:
            self._record(keyed({**deck, "device": DAEMON}, t), None, None)
        self._record(sensed, source, safe)

    def take_bad(self, payload: bytes, at_s: float, source: Source, safe: Safe, unfit: Unfit) -> None:
        """Record what a device sent and what is no event; it is named, and the table goes on."""
        t = self._in_order(self.clock.t_of(at_s))
        line = self.journal.append_bad(t, payload, source)
        told = isinstance(unfit, Stray) and self.tally.stray[source.device] > 0

        def found() -> None:
            safe()
            if not told:
                self.find_bad(line, t, unfit)

        self._unsafe.add(self.journal.n, line, None, t, found)
        if isinstance(unfit, Stray):
            self.tally.stray[source.device] += 1
        log.warning("bad event", device=source.device, line=line, place=unfit.place, error=unfit.error)

    def key(
        self, fields: dict[str, Any], safe: Safe | None = None, device: str = DAEMON,
        stands: Callable[[int], None] = lambda line: None,
    ) -> None:  # fmt: skip
        """Take in what somebody keyed on ``device`` or the daemon itself reports, now; ``stands`` gets its line.

        Raise Unfit if it is no event.
        """
        if fields.get("type") != "device":
            fields = {**fields, "device": device}
        keyed(fields, 0.0)
        self._report(fields, None, safe, stands)

    def _report(
        self, fields: dict[str, Any], source: Source | None, safe: Safe | None,
        stands: Callable[[int], None] = lambda line: None,
    ) -> None:  # fmt: skip
        now = self.clock.now()

        def record() -> None:
            sensed = keyed(fields, self._in_order(now))
            self._own.before(sensed.event)
            stands(self._record(sensed, source, safe))

        self.gate.take("", self.clock.monotonic_of(now), record)

    def device_changed(
        self, name: str, state: DeviceState, problem: str = "", *, lost: int | None = None,
        source: Source | None = None, safe: Safe | None = None, again: bool = False,
    ) -> None:  # fmt: skip
        """Note a device's health; a change of state, a loss, or what is said ``again`` goes into the log."""
        changed = self.devices.change(name, state, problem)
        self.owner.changed()
        unseen = self.devices.trouble_over(name, state, lost)
        known = self._on_record.get(name) == (state, unseen)
        changed = changed or (state == "degraded" and bool(unseen))
        if not (lost or again) and (known or not changed):
            return
        self.tally.lost[name] += lost or 0
        fields = self.devices.told(name, state, problem, lost)
        log.info("device", device=name, state=state, problem=problem, lost=lost or 0)
        self._report(fields, source, safe, lambda line: None if again else self.tell_beside(name))

    def tell_beside(self, name: str = "") -> None:
        """Tell anew what others than ``name`` leave unseen, where the record has it otherwise and nothing held back says it."""
        if self.gate.holds:
            return
        for beside in self.devices.told_otherwise(name, self._on_record):
            self.device_changed(*beside, again=True)

    def mark(self, finding: str, state: str, by: str | None, safe: Safe | None = None) -> None:
        """Note what somebody said of an alert. Raise BadKey where that cannot be."""
        t = self.clock.now()
        self.alerts.mark(finding, state, by, self.clock.wall(t), t)
        self.journal.append_mark(t, {"finding": finding, "state": state, "by": by})
        self._unsafe.add(self.journal.n, 0, None, t, safe)
        self.owner.changed()

    def keep_house(self, fields: dict[str, Any], safe: Safe | None = None) -> None:
        """Record where the house's clock stands, and which seats wait for the end of the hand."""
        self.journal.append_house(self.clock.now(), fields)
        self._unsafe.add(self.journal.n, 0, None, self.clock.now(), safe)

    def set_at(self, t: float, fields: dict[str, Any]) -> None:
        """Record an event of the daemon's own at ``t``, before one that is about to go on record there."""
        sensed = keyed({"device": DAEMON, **fields}, t)
        self._own.before(sensed.event)
        self._record(sensed, None, None)

    def _in_order(self, t: float) -> float:
        """Return ``t``, moved to where it can still be put in order: not too far back, not to come."""
        return min(max(t, self.live.floor, self._latest - WINDOW_S, 0.0), max(self.clock.now(), self._latest))

    def _record_own(self, fields: dict[str, Any], t: float) -> None:
        self._record(keyed(fields, self._in_order(t)), None, None)

    def _record(self, sensed: Sensed, source: Source | None, safe: Safe | None) -> int:
        event = sensed.event
        if isinstance(event, HandStarted) and not event.redeal:
            self.owner.before_hand(event.t)
        self.tally.events[str(event.__struct_config__.tag)] += 1
        line = self.journal.append(event.t, sensed.fields, sensed.raw, source)
        n = self.journal.n
        self.arrive(line, event)
        self._unsafe.add(n, line, event, event.t, safe)
        self.owner.changed()
        self._plan(self.clock.now())
        self._ticking.heard()
        self.owner.ask_reports()
        return line

    def arrive(self, line: int, event: AnyEvent) -> None:
        """Move what is shown by an event that has a line now."""
        self._latest = max(self._latest, event.t)
        self.live.arrived(line, event)
        if not is_note(event):
            self.recent.heard(line, event, self.clock.wall(event.t))
        self._decks.heard(event)
        if isinstance(event, DeviceChanged):
            self._on_record[event.device] = (event.state, event.zones)

    # Durable.

    def kept(self, records: Sequence[Record]) -> None:
        """Go on with records that are durable now, in their order."""
        self._unsafe.kept(records)
        self.settle()

    def wait_for_disk(self, waits: bool) -> None:
        """Judge what comes in once it is on disk; or at once, while nothing can be recorded."""
        self._unsafe.wait_for_disk(waits)
        self.settle()

    def settle(self) -> None:
        """Close the window as far as the clock, the devices' reports and the disk allow."""
        if not self.gate.is_open:
            return
        now = self.clock.now()
        bound = now - WINDOW_S
        if (reported := self.owner.reported()) is not None:
            bound = max(bound, min(self.clock.t_of(reported), now))
        if (earliest := self._unsafe.earliest) is not None:
            bound = min(bound, earliest)
        if (held := self.owner.held()) is not None:
            bound = min(bound, self.clock.t_of(held))
        self.live.close_before(bound)
        self._own.granted()
        self._plan(now)

    def _plan(self, now: float) -> None:
        """See that somebody looks again when something may be due; ``now`` is the moment up to which it was looked."""
        if (waiting := self.live.next_due()) is not None and not self._look.is_set:
            closes = waiting + WINDOW_S + 0.001
            if closes > now:
                self._look.set(self.clock.monotonic_of(closes))
            elif self._unsafe.earliest is None:  # else it waits for the disk, which says when it is done
                self._look.set(self.clock.monotonic_of(now + WINDOW_S))

    def _wake(self) -> float | None:
        """Return when the table wants to hear of the time, in seconds of ``time.monotonic``."""
        wake = self.live.next_wake()
        return None if wake is None else self.clock.monotonic_of(wake)

    def _ticked(self) -> None:
        self.key({"type": "tick"})

    # Settled.

    def settled(self, line: int, event: AnyEvent, outputs: list[Output]) -> None:
        """Take in what came of a settled event."""
        before = self.alerts.shown()
        self.alerts.passed(event, at := self.clock.wall(event.t), past=self.live.is_past(event))
        if isinstance(event, FloorCalled):
            self.alerts.called(call_of(self.live.settled_view(), line, event.t), at)
        for output in outputs:
            if isinstance(output, Finding):
                self._found(output)
            elif isinstance(output, HandLine):
                self._handed = True
                self._hand_over(event, output)
            else:
                self.owner.told(output)
        if isinstance(event, HandStarted):
            self._hand_line = line
            self._kinds_found = []
        self.alerts.clock_runs(self.live.clock_on)
        if self.alerts.shown() != before:
            self.owner.changed()
        if self._handed and not self._recovering:
            self._heal()
            self.keep_checkpoint()

    def find_bad(self, line: int, t: float, unfit: Unfit) -> None:
        """Report a line that does not count."""
        view = self.live.settled_view()
        self._bad[view.hand] += 1
        self._found(bad_line(view, self._bad[view.hand], line, t, unfit))
        self.owner.changed()

    def refused(self, line: int, event: AnyEvent) -> None:
        """Report a line that is sound by itself and cannot stand where it does."""
        self.find_bad(line, event.t, why_refused(event))

    def _found(self, finding: Finding) -> None:
        self._kinds_found.append(finding.kind)
        self.alerts.found(finding, self.clock.wall(finding.t))
        self.owner.told(finding)
        if not self._recovering:
            self.tally.findings[finding.kind, finding.level] += 1
            log.info("finding", id=finding.id, kind=finding.kind, calls=finding.level, seat=finding.seat)

    def _hand_over(self, event: AnyEvent, hand: HandLine) -> None:
        """Record a finished hand and the cards of it that everybody saw."""
        public = self.live.public.hand_over(hand.board, of_hand_before=self.live.view().hand != hand.hand)
        self.alerts.hand_recorded(hand.hand, public.values())
        self.owner.told(hand.shown(public.values()))
        if hand.hand in self._recorded_hands:
            return
        fields = {
            "hand": hand.hand, "start": self._hand_line, "button": hand.button, "void": hand.void,
            "stacks": {str(seat): stack for seat, stack in hand.stacks.items()}, "found": self._kinds_found,
        }  # fmt: skip
        if self._recovering:
            self._unrecorded.append((event.t, fields, public))
        else:
            self.tally.hands += 1
            self.journal.append_hand(event.t, fields, public)

    def _heal(self) -> None:
        """A device that lost something starts the next hand with a clean sheet."""
        for name in self.devices.degraded():
            asyncio.get_running_loop().call_soon(self.device_changed, name, "up")

    def failed(self, line: int, event: AnyEvent, error: Exception) -> None:
        """An engine broke on an event: say so in the log, without the values that it held."""
        kind = str(event.__struct_config__.tag)
        log.error("engine fault", line=line, event=kind, error=type(error).__name__, place=place_of(error))

    # Coming back.

    def state(self) -> Any:
        """Return what ``restore`` needs; it can be frozen."""
        return (
            self.live.state(), self.alerts, self._hand_line, self._bad, self._latest, self._kinds_found,
            self._on_record, self.secrets.traces(),
        )  # fmt: skip

    def restore(self, state: Any) -> None:
        """Go on from what ``state`` returned."""
        live, self.alerts, self._hand_line, self._bad, self._latest, self._kinds_found, *rest = state
        self._on_record, traces = rest
        self.live.restore(live)
        self.secrets.learn_traces(traces)
        self.secrets.learn(self.live.public.tags())
        self._decks.restore(self.live.public.tags())

    def keep_checkpoint(self) -> None:
        """Keep the table's state, so that a restart need not go through the whole night."""
        self._handed = False
        self.owner.checkpoint()

    def recorded(self, hand: int) -> None:
        """Note, while coming back, that a finished hand is on record."""
        self._recorded_hands.add(hand)

    def recovered(self) -> None:
        """What is on record has been gone through; from here on it is live."""
        self._recovering = False
        for t, fields, public in self._unrecorded:
            if fields["hand"] not in self._recorded_hands:
                self.journal.append_hand(t, fields, public)
        self._unrecorded.clear()
        self._recorded_hands.clear()
        if self._handed and not self.live.settled_in_hand:
            self.keep_checkpoint()  # a hand that was over when the process ended leaves no key either
        self._plan(self.clock.now())
        self._ticking.heard()

    def stop(self) -> None:
        """Stop looking and ticking."""
        self._look.set(None)
        self._ticking.stop()

"""The night's alerts: every finding, and what dealer and floor have made of it."""

from __future__ import annotations

import contextlib
from typing import Final, Literal, get_args

import msgspec

from controller.desk import Alert, BadKey, EvidenceLine
from controller.table.events import (
    AnyEvent,
    CardDrawn,
    CardFace,
    CardGone,
    CardSeen,
    DeviceChanged,
    FloorCalled,
    HandEnded,
    HandStarted,
    Ruled,
)
from controller.table.outputs import Finding

Mark = Literal["seen", "coming", "done", "disputed"]
MARKS: Final[tuple[str, ...]] = get_args(Mark)
OPEN: Final = frozenset({"new", "seen", "coming"})
FLOOR_CALL: Final = "floor.call"
_KEPT_CLOSED = 200
_KEPT_LINES = 4_000


class AlertBook:
    """All alerts, oldest first, and the dealer's own call. Findings come in settled order."""

    def __init__(self) -> None:
        self._alerts: dict[str, Alert] = {}
        self._early: dict[str, tuple[str, str | None]] = {}
        self.version = 0
        """Grows with every change."""
        self._lanes: dict[int, EvidenceLine] = {}
        self._hand_on = False
        self.floor_called: str | None = None
        self.floor_coming: str | None = None

    def shown(self) -> tuple[object, ...]:
        """Return what tells whether a screen may look different."""
        return self.version, self.floor_called, self.floor_coming

    def newest_first(self) -> list[Alert]:
        """Return the alerts."""
        return list(reversed(self._alerts.values()))

    def waiting(self) -> dict[str, Literal["floor", "dealer"]]:
        """Return what somebody has still to answer, by name, and whom it calls."""
        open_now: dict[str, Literal["floor", "dealer"]] = {}
        for name, alert in self._alerts.items():
            if alert.finding.level != "info" and alert.state in OPEN:
                open_now[name] = "floor" if alert.finding.level == "floor" else "dealer"
        if self.floor_called is not None:
            open_now[f"{FLOOR_CALL} {self.floor_called}"] = "floor"
        return open_now

    def lamp(self) -> Literal["off", "blink", "steady"]:
        """Return what the lamp says: whether the floor is wanted, and whether somebody comes."""
        floor = [alert for alert in self._alerts.values() if alert.finding.level == "floor"]
        wanted = any(alert.state in ("new", "seen") for alert in floor)
        if wanted or (self.floor_called is not None and self.floor_coming is None):
            return "blink"
        coming = any(alert.state == "coming" for alert in floor)
        return "steady" if coming or self.floor_called is not None else "off"

    def found(self, finding: Finding, at: str) -> None:
        """Take a finding in; one that it replaces or settles is closed."""
        for other in ("replaces", "settles", "of"):
            self._close(str(finding.facts.get(other)))
        if finding.kind == "sensing.device" and finding.facts.get("state") == "up":
            self._close_device(str(finding.facts.get("device")))
        evidence = [self._lanes[line] for line in finding.evidence if line in self._lanes]
        forgotten = bool(finding.facts.get("back")) and not self._hand_on
        alert = Alert(
            finding=finding, at=at, age_s=0.0, state="closed" if forgotten else "new", evidence=evidence
        )
        self._put(finding.id, alert)
        if finding.id in self._early:
            self.mark(finding.id, *self._early.pop(finding.id))
        self._trim()

    def passed(self, line: int, event: AnyEvent, at: str) -> None:
        """Note a settled event: what it says about alerts, and the lane that it is drawn in."""
        if isinstance(event, HandStarted):
            self._lanes.clear()
        self._lanes[line] = EvidenceLine(line=line, t=event.t, lane=lane_of(event))
        if len(self._lanes) > _KEPT_LINES:
            del self._lanes[next(iter(self._lanes))]
        if isinstance(event, FloorCalled):
            self.floor_called, self.floor_coming = at, None
        elif isinstance(event, Ruled):
            self._ruled(event)
        elif isinstance(event, HandStarted | HandEnded):
            self._hand_on = isinstance(event, HandStarted)
            self._hand_over(started=isinstance(event, HandStarted))

    def mark(self, finding: str, state: str, by: str | None) -> None:
        """Note what somebody said of an alert. Raise BadKey where that cannot be."""
        if state not in MARKS:
            raise BadKey(f"state: must be one of {', '.join(MARKS)}, not {state[:40]!r}")
        if finding == FLOOR_CALL:
            return self._answered(state, by)
        if finding not in self._alerts:
            raise BadKey(f"finding: there is no alert {finding[:80]!r}")
        alert = self._alerts[finding]
        carried_out = alert.state == "ruled" and state == "done"
        if alert.state in ("ruled", "closed") and state != "disputed" and not carried_out:
            raise BadKey(f"finding: {finding} is {alert.state} already")
        coming = (by or "floor") if state == "coming" else alert.coming
        self._put(finding, msgspec.structs.replace(alert, state=state, coming=coming))

    def mark_again(self, finding: str, state: str, by: str | None) -> None:
        """Take a mark from the record; where its finding has not come again yet, keep it until it does."""
        if finding == FLOOR_CALL or finding in self._alerts:
            with contextlib.suppress(BadKey):
                self.mark(finding, state, by)
        else:
            self._early[finding] = (state, by)

    def check_ruling(self, finding: str | None) -> None:
        """Raise BadKey where a ruling names an alert that there is not."""
        if finding is not None and finding not in self._alerts:
            raise BadKey(f"finding: there is no alert {finding[:80]!r}")

    def _answered(self, state: str, by: str | None) -> None:
        if self.floor_called is None:
            raise BadKey("finding: nobody has called the floor")
        if state == "coming":
            self.floor_coming = by or "floor"
        elif state == "done":
            self.floor_called = self.floor_coming = None

    def _ruled(self, event: Ruled) -> None:
        if event.finding is None:
            self.floor_called = self.floor_coming = None
        elif event.finding in self._alerts:
            alert = self._alerts[event.finding]
            self._put(event.finding, msgspec.structs.replace(alert, state="ruled", ruled=event.decision))

    def _hand_over(self, *, started: bool) -> None:
        """Close what the dealer mends or needs only know when its hand is over; the floor's stay.

        A device that is back is named until the hand is over in which it was away. A ruling's steps stay with the dealer until he says that they are done, or starts the next hand.
        """
        for name, alert in list(self._alerts.items()):
            if started and alert.state == "ruled":
                self._put(name, msgspec.structs.replace(alert, state="closed"))
                continue
            mine = alert.finding.kind != "sensing.device" or alert.finding.facts.get("back")
            if alert.finding.level != "floor" and mine and alert.state in OPEN:
                self._close(name)
        if started:
            self.floor_called = self.floor_coming = None

    def _close_device(self, device: str) -> None:
        for name, alert in list(self._alerts.items()):
            if alert.finding.kind == "sensing.device" and alert.finding.facts.get("device") == device:
                self._close(name)

    def _close(self, name: str) -> None:
        alert = self._alerts.get(name)
        if alert is not None and alert.state in OPEN:
            self._put(name, msgspec.structs.replace(alert, state="closed"))

    def _put(self, name: str, alert: Alert) -> None:
        self._alerts[name] = alert
        self.version += 1

    def _trim(self) -> None:
        """Let the oldest alerts that need nobody go, so that a screen's state stays small."""
        spare = len(self._alerts) - _KEPT_CLOSED
        if spare > 0:
            idle = [name for name, alert in self._alerts.items() if alert.state not in OPEN]
            for name in idle[:spare]:
                del self._alerts[name]


def lane_of(event: AnyEvent) -> str:
    """Return the lane of the floor's timeline that an event is drawn in: a sensor in people's words."""
    if isinstance(event, CardDrawn):
        return "Shoe"
    if isinstance(event, CardSeen | CardGone | CardFace):
        zone, _, seat = event.zone.partition(":")
        return f"Seat {seat}" if seat else zone.capitalize()
    if isinstance(event, DeviceChanged):
        return "Devices"
    seat_number = getattr(event, "seat", None)
    kind = str(event.__struct_config__.tag)
    if kind.startswith("chips."):
        return "Chips" if seat_number is None else f"Chips, seat {seat_number}"
    return "Floor" if isinstance(event, Ruled) else "Dealer's keys"

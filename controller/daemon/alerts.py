"""Keeps the night's alerts: every finding, the dealer's own calls, and what dealer and floor have made of them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import Literal

import msgspec

from controller.alert_states import MARKS, after, is_open
from controller.daemon.calls import name_of
from controller.decisions import ANSWERED, answer_of, is_note
from controller.privacy import HiddenCards
from controller.ruling_cards.words import Named
from controller.table.events import AnyEvent, HandEnded, HandStarted, Ruled
from controller.table.outputs import Finding
from controller.table.rulings import VOID
from controller.table_api import FLOOR_CALL, JOURNAL, Alert, BadKey, Moment, RuledAs

_KEPT_CLOSED = 200


class AlertBook:
    """All alerts, oldest first, the dealer's own calls among them. Findings come in settled order."""

    def __init__(self) -> None:
        self._alerts: dict[str, Alert] = {}
        self._early: dict[str, list[tuple[str, str | None, str, float]]] = {}
        self._ruling: dict[str, RuledAs] = {}
        """Who has ruled last, by the alert's name, be it on record yet or not."""
        self.version = 0
        """Grows with every change."""
        self._call = ""
        """The dealer's latest call."""
        self._clock = ""
        """The alert that says of the latest clock that it runs."""
        self._in_hand = False
        self._public: dict[int, frozenset[str]] = {}

    def hand_recorded(self, hand: int, public: Iterable[str]) -> None:
        """Note which cards of a finished ``hand`` everybody saw: its alerts name these for good, and no other."""
        hands = {alert.finding.hand for alert in self._alerts.values()}
        self._public = {past: cards for past, cards in self._public.items() if past in hands}
        self._public[hand] = frozenset(public)
        self.version += 1

    def secrets_of(self, finding: Finding, secrets: HiddenCards, hand: int) -> HiddenCards:
        """Return what must not get out of a finding, ``hand`` being played.

        Its cards are named as far as everybody saw them in its own hand; what is public in a later one tells
        nothing of them.
        """
        public = self._public.get(finding.hand)
        return secrets if public is None and finding.hand >= hand else secrets.where(public or ())

    def shown(self) -> tuple[object, ...]:
        """Return what tells whether a screen may look different."""
        return (self.version,)

    def newest_first(self) -> list[Alert]:
        """Return the alerts."""
        return list(reversed(self._alerts.values()))

    @property
    def floor_called(self) -> str | None:
        """Since when the dealer's own call waits for the floor, ``HH:MM:SS``; None when nobody waits."""
        call = self._open_call()
        return None if call is None else call.at

    @property
    def floor_coming(self) -> str | None:
        """Who answered that call."""
        call = self._open_call()
        return None if call is None else call.coming

    def waiting(self) -> dict[str, Literal["floor", "dealer"]]:
        """Return what somebody has still to answer, by name, and whom it calls."""
        open_now: dict[str, Literal["floor", "dealer"]] = {}
        for name, alert in self._alerts.items():
            if alert.finding.level != "info" and is_open(alert.state):
                open_now[name] = "floor" if alert.finding.level == "floor" else "dealer"
        return open_now

    def lamp(self) -> Literal["off", "blink", "steady"]:
        """Return what the lamp says: whether the floor is wanted, and whether somebody comes."""
        states = {alert.state for alert in self._alerts.values() if alert.finding.level == "floor"}
        if states & {"new", "seen"}:
            return "blink"
        return "steady" if "coming" in states else "off"

    def found(self, finding: Finding, at: str) -> None:
        """Take a finding in; one that it replaces or settles is closed."""
        for other in ("replaces", "settles", "of"):
            self._close(str(finding.facts.get(other)))
        if finding.kind == "clock.started":
            self._close(self._clock)
            self._clock = finding.id
        if finding.kind == "sensing.device" and finding.facts.get("state") == "up":
            self._close_device(str(finding.facts.get("device")))
        forgotten = bool(finding.facts.get("back")) and not self._in_hand
        alert = Alert(finding=finding, at=at, age_s=0.0, state="closed" if forgotten else "new")
        self._put(finding.id, alert)
        for early in self._early.pop(finding.id, []):
            with contextlib.suppress(BadKey):
                self.mark(finding.id, *early)
        self._trim()

    def called(self, call: Finding, at: str) -> None:
        """Take in the dealer's call of the floor; one that is open already is made again and keeps its time."""
        open_call = self._open_call()
        if open_call is None:
            self._call = call.id
            self.found(call, at)
            return
        story = [*open_call.story, Moment(what="again", at=at, t=call.t)]
        state = "new" if open_call.state == "seen" else open_call.state
        self._put(self._call, msgspec.structs.replace(open_call, story=story, state=state))

    def passed(self, event: AnyEvent, at: str, *, past: bool = False) -> None:
        """Note a settled event: what it says about alerts. ``past``: it is a ruling on an earlier hand."""
        if isinstance(event, Ruled):
            self._ruled(event, at, past=past)
        elif isinstance(event, HandStarted | HandEnded):
            self._hand_over(started=isinstance(event, HandStarted))

    def clock_runs(self, seat: int | None) -> None:
        """Note on which seat a clock runs: another one was taken off, has run out, or its seat has acted."""
        clock = self._alerts.get(self._clock)
        if clock is not None and clock.finding.seat != seat:
            self._close(self._clock)

    def mark(self, finding: str, state: str, by: str | None, at: str, t: float = 0.0) -> None:
        """Note what somebody said of an alert at ``t``, when the wall clock showed ``at``. Raise BadKey where that cannot be."""
        if state not in MARKS:
            raise BadKey(f"state: must be one of {', '.join(MARKS)}, not {state[:40]!r}")
        name = self._named(finding)
        alert = self._alerts[name]
        then = after(alert.state, state)
        if then is None:
            raise BadKey.because("finding", "already", name=name, state=Named("alert", (alert.state,)))
        coming = (by or "floor") if state == "coming" else alert.coming
        story = [*alert.story, Moment(what=state, at=at, t=t, by=by)]
        self._put(name, msgspec.structs.replace(alert, state=then, coming=coming, story=story))
        if state == "upheld" and not self._in_hand and alert.finding.level != "floor":
            self._close(name)

    def mark_again(self, finding: str, state: str, by: str | None, at: str, t: float) -> None:
        """Take a mark from the record; where its finding has not come again yet, keep it until it does."""
        if finding == FLOOR_CALL or finding in self._alerts:
            with contextlib.suppress(BadKey):
                self.mark(finding, state, by, at, t)
        else:
            self._early.setdefault(finding, []).append((state, by, at, t))

    def finding(self, finding: str) -> Finding:
        """Return the finding of an alert by its name. Raise BadKey where there is none."""
        return self._alerts[self._named(finding)].finding

    def check_ruling(self, finding: str | None) -> None:
        """Raise BadKey where a ruling names an alert that there is not."""
        if finding is not None:
            self._named(finding)

    def rule(self, finding: str | None, ruling: RuledAs, *, first: bool) -> None:
        """Note who rules on an alert, before that is on record.

        Raise BadKey where he is to be the ``first`` and somebody else was; his own ruling he knows.
        """
        if finding is None:
            return
        name = self._named(finding)
        before = self._ruling.get(name) or self._alerts[name].ruling
        if first and before is not None and before.by != ruling.by:
            named = Named("decision", (before.decision,))
            raise BadKey.because("finding", "ruled_already", by=before.by or "?", decision=named)
        self._ruling[name] = ruling

    def line_of_call(self, finding: str) -> int | None:
        """Return the line of the dealer's call that a ruling is on; None where it is on a finding."""
        found = self._alerts[self._named(finding)].finding
        return found.evidence[0] if found.kind == FLOOR_CALL else None

    def _named(self, finding: str) -> str:
        """Return the name of an alert; ``floor.call`` is the dealer's call that waits. Raise BadKey for none."""
        if finding == FLOOR_CALL:
            if self._open_call() is None:
                raise BadKey.because("finding", "nobody_called")
            return self._call
        if finding not in self._alerts:
            raise BadKey.because("finding", "no_alert", name=finding[:80])
        return finding

    def _open_call(self) -> Alert | None:
        call = self._alerts.get(self._call)
        return call if call is not None and is_open(call.state) else None

    def _ruled(self, event: Ruled, at: str, *, past: bool) -> None:
        """A ruling: on an alert by its name, on a call by its line, without either on the call that waits.

        An answer needs no steps, and neither does what is ruled of an earlier hand.
        """
        waiting = "" if self._open_call() is None else self._call
        name = event.finding or (waiting if event.call is None else name_of(event.call))
        alert = self._alerts.get(name)
        if alert is None or (event.finding is None and is_note(event.decision)):
            return
        answered = event.decision == (
            ANSWERED if alert.finding.kind == FLOOR_CALL else answer_of(alert.finding)
        )
        ruling = RuledAs(
            decision=event.decision, by=event.by, seat=event.seat, amount=event.amount, note=event.note
        )
        story = [*alert.story, Moment(what="ruled", at=at, t=event.t, by=event.by, ruling=ruling)]
        state: Literal["done", "closed", "ruled"] = "done" if answered else "closed" if past else "ruled"
        self._put(
            name,
            msgspec.structs.replace(alert, state=state, ruled=event.decision, ruling=ruling, story=story),
        )
        if event.decision in VOID:
            self._misdeals_ruled(alert.finding.hand, ruling, story[-1])

    def _misdeals_ruled(self, hand: int, ruling: RuledAs, moment: Moment) -> None:
        """The hand is void, so whatever else made it a misdeal is ruled with it and gives the dealer nothing more to do."""
        for name, alert in list(self._alerts.items()):
            found = alert.finding
            if found.hand == hand and found.kind.startswith("misdeal.") and is_open(alert.state):
                story = [*alert.story, moment]
                known = {"ruled": ruling.decision, "ruling": ruling, "story": story}
                self._put(name, msgspec.structs.replace(alert, state="closed", **known))

    def _hand_over(self, *, started: bool) -> None:
        """Close what the dealer mends or needs only know when its hand is over; the floor's stay.

        A device that is back is named until the hand is over in which it was away, and so is a record that was
        written anew. A ruling's steps stay with the dealer until he says that they are done, or starts the next hand.
        """
        self._in_hand = started
        for name, alert in list(self._alerts.items()):
            if started and alert.state == "ruled":
                self._put(name, msgspec.structs.replace(alert, state="closed"))
                continue
            facts = alert.finding.facts
            mine = (
                alert.finding.kind != "sensing.device" or facts.get("back") or facts.get("device") == JOURNAL
            )
            if alert.finding.level != "floor" and mine:
                self._close(name)

    def _close_device(self, device: str) -> None:
        """A device is back: nobody has to do anything about it any more."""
        for name, alert in list(self._alerts.items()):
            if alert.finding.kind == "sensing.device" and alert.finding.facts.get("device") == device:
                self._close(name)

    def _close(self, name: str) -> None:
        alert = self._alerts.get(name)
        if alert is not None and is_open(alert.state):
            self._put(name, msgspec.structs.replace(alert, state="closed"))

    def _put(self, name: str, alert: Alert) -> None:
        self._alerts[name] = alert
        self.version += 1

    def _trim(self) -> None:
        """Let the oldest alerts that need nobody go, so that a screen's state stays small; rulings stay the night."""
        spare = len(self._alerts) - _KEPT_CLOSED
        if spare > 0:
            idle = [
                name
                for name, alert in self._alerts.items()
                if not is_open(alert.state) and alert.ruling is None and name != self._call
            ]
            for name in idle[:spare]:
                del self._alerts[name]

"""Cuts a snapshot into the parts that a page needs, sent only when they change."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec.structs import asdict, replace

from controller.alert_states import is_open, is_over, wants_dealer
from controller.ruling_cards import Card, Reminder, card_for, reminder_of, words_in
from controller.ruling_cards.moments import moment_text
from controller.ruling_cards.notes import LINE
from controller.table.game import POT_LIMIT
from controller.table.outputs import Finding
from controller.table.rulebook import Rulebook
from controller.table.screen.seating import SeatingView
from controller.table.view import PotDueView, TableView
from controller.table_api import FLOOR_CALL, PIN, Act, Alert, DeviceView, Moment, Snapshot

AUDIENCES: Final = ("dealer", "floor", "seats")
LAST_CARDS: Final = 10
DEALERS_LINE: Final = 26
"""Characters of a reminder beside a seat's name on the dealer's display."""

_encode = msgspec.json.Encoder(order="deterministic").encode


class Parts:
    """Turns snapshots into parts for one page in one language. Cards are made once and kept."""

    def __init__(self, book: Rulebook, audience: str, language: str) -> None:
        self._book, self._audience, self._language = book, audience, language
        self._cards: dict[Any, Card] = {}

    def of(self, snapshot: Snapshot) -> dict[str, bytes]:
        """Return the parts by name, each as JSON."""
        called = {"since": snapshot.floor_called, "coming": snapshot.floor_coming}
        parts: dict[str, Any] = {
            "clock": snapshot.clock,
            "view": self._view(snapshot.view),
            "rules": [snapshot.rules_live, snapshot.rules_total],
            "blind": [self._headline(kind) for kind in snapshot.blind],
            "devices": [device for device in snapshot.devices if self._concerns(device)],
            "called": called if snapshot.floor_called else None,
            "alerts": self._alerts(snapshot),
        }
        parts["notes"] = self._notes(snapshot.view)
        parts["levels"] = snapshot.levels
        if self._audience == "seats":
            parts["seating"], parts["waiting"] = snapshot.seating, snapshot.waiting
        else:
            parts["uncounted"] = [seat.seat for seat in snapshot.seating if _uncounted(seat)]
        if self._audience == "dealer":
            parts["recent"] = [self._act(act) for act in snapshot.recent]
        return {name: _encode(part) for name, part in parts.items()}

    def _concerns(self, device: DeviceView) -> bool:
        """Whether the page's people have to know of a device; who guesses at the PIN is the floor's business."""
        return _troubled(device) and (device.kind != PIN or self._audience == "floor")

    def _notes(self, view: TableView) -> list[Reminder]:
        """Return what the page's people are reminded of; the dealer's line is short."""
        floor = self._audience == "floor"
        most = LINE if floor else DEALERS_LINE
        return [
            reminder_of(note, self._book, language=self._language, most=most)
            for note in view.notes
            if (note.level == "floor") is floor
        ]

    def _view(self, view: TableView) -> TableView:
        """Return the view as it may be shown: a pot's total is for pot-limit alone."""
        if view.game in POT_LIMIT or (view.pot is None and not view.pots_due):
            return view
        return replace(view, pot=None, pots_due=[_untold(pot) for pot in view.pots_due])

    def _headline(self, kind: str) -> str:
        headline = str(words_in(self._language).kind(kind).get("headline", kind))
        return headline.rpartition(" | ")[2]

    def _act(self, act: Act) -> dict[str, Any]:
        """Return words or chips as the list of what can be corrected has them."""
        words = words_in(self._language)
        text = told = words.say(f"page.act.{act.does}")
        if act.amount is not None:
            text = words.say("page.said_amount", verb=told, n=act.amount)
        what = "words" if act.is_words else "chips"
        return {
            "id": str(act.line),
            "seat": act.seat,
            "text": text,
            "at": act.at,
            "what": what,
            "over": act.over,
        }

    def _alerts(self, snapshot: Snapshot) -> list[dict[str, Any]]:
        """Return the alerts newest first: all for the floor; the open ones and the last for the dealer."""
        alerts = sorted(
            snapshot.alerts, key=lambda alert: (alert.finding.hand, alert.finding.t), reverse=True
        )
        if self._audience != "floor":
            last = [alert for alert in alerts if alert.finding.level != "info"][:LAST_CARDS]
            alerts = [
                alert for alert in alerts if alert.state == "ruled" or is_open(alert.state) or alert in last
            ]
        shown = [self._alert(alert, snapshot.view) for alert in alerts]
        wanted = {self._key(alert, snapshot.view) for alert in alerts}
        self._cards = {key: card for key, card in self._cards.items() if key in wanted}
        return shown

    def _alert(self, alert: Alert, view: TableView) -> dict[str, Any]:
        finding = alert.finding
        shown = {
            "id": finding.id, "hand": finding.hand, "street": finding.street, "seat": finding.seat,
            "level": finding.level, "state": alert.state, "at": alert.at, "coming": alert.coming,
            "ruled": alert.ruled and words_in(self._language).decision(alert.ruled),
            "by": alert.ruling and alert.ruling.by,
            "open": is_open(alert.state), "wants": self._wants(alert),
            "card": self._card(alert, view), "cause": _cause(finding),
            "back": finding.kind == "sensing.device" and bool(finding.facts.get("back")),
        }  # fmt: skip
        if self._audience == "floor":
            shown["over"] = is_over(alert.state, finding.level)
            shown["ruling"] = alert.ruling
            shown["call"] = self._call(finding)
            shown["story"] = [{**asdict(moment), "text": self._moment(moment)} for moment in alert.story]
            shown["lines"] = finding.evidence
            shown["t"] = finding.t
        return shown

    def _wants(self, alert: Alert) -> bool:
        """Whether the alert's card stands on the dealer's display; his own call has none until it is ruled."""
        if alert.finding.kind == FLOOR_CALL:
            return alert.state == "ruled"
        return wants_dealer(alert.state, alert.finding.level)

    def _call(self, finding: Finding) -> dict[str, Any] | None:
        """Return what everybody could see at the table when the dealer called; None for a finding."""
        if finding.kind != FLOOR_CALL:
            return None
        return finding.facts

    def _moment(self, moment: Moment) -> str:
        return moment_text(moment.what, moment.ruling, words_in(self._language))

    def _key(self, alert: Alert, view: TableView) -> Any:
        """Return what a card depends on; an alert that is closed does not follow the table any more."""
        live = (view.hand, view.to_act, asdict(view.misdeal).values()) if _lives(alert) else ()
        return (alert.finding.id, alert.state, alert.ruled, alert.ruling, alert.at, repr(live))

    def _card(self, alert: Alert, view: TableView) -> Card:
        key = self._key(alert, view)
        card = self._cards.get(key)
        if card is None:
            card = card_for(
                alert.finding,
                self._book,
                view if _lives(alert) else None,
                language=self._language,
                at=alert.at,
                ruled=None if is_open(alert.state) else alert.ruled,
                ruled_seat=alert.ruling.seat if alert.ruling else None,
                ruled_amount=alert.ruling.amount if alert.ruling else None,
            )
            self._cards[key] = card
        return card


def _untold(pot: PotDueView) -> PotDueView:
    """Return a pot that is to be pushed without what it holds."""
    return replace(pot, amount=None, shares=[replace(share, amount=None) for share in pot.shares])


def _uncounted(seat: SeatingView) -> bool:
    """Whether somebody has to say what a seat has."""
    return seat.stack is None and not seat.changes and seat.state in ("in", "absent", "penalty")


def _cause(finding: Finding) -> str:
    """Return what one row of the floor's list stands for: a device, else a kind at a seat in a hand."""
    if finding.kind == "sensing.device":
        return f"device {finding.facts.get('device')}"
    return f"{finding.hand} {finding.kind} {finding.seat}"


def _lives(alert: Alert) -> bool:
    """Whether the alert's card follows the table."""
    return alert.state == "ruled" or is_open(alert.state)


def _troubled(device: DeviceView) -> bool:
    return device.state in ("down", "degraded", "starting", "unknown")

"""Makes the floor's one list: what somebody has to answer, the oldest first in red, amber, blue, a row a cause."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from controller.floor.duties import Duties
from controller.floor.house import House
from controller.floor.store import KeptAlert, Order
from controller.floor.tables import TableSeen, Trouble
from controller.ruling_cards.words import Words

Mark = Literal["floor", "dealer", "blind", "info"]
MARKS: Final[tuple[Mark, ...]] = ("floor", "dealer", "blind", "info")
TOGETHER_S: Final = 30.0
"""What strikes several tables within this time has one cause: a switch, a broker, a lamp."""
RECORDED: Final = ("decision", "seat", "amount", "by", "note")
"""What is on record of a ruling."""
FLOOD: Final = 10
FLOOD_S: Final = 600.0
"""More new rows than that in that time are a flood (display notes: ten in ten minutes)."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the list. ``tables`` are all that one cause struck, ``called`` what they are called, ``times`` how often
    it did.

    ``person`` is whose call it is: it was given to him, or he took the table or the section.
    ``stage`` is whom it calls by now: 0 those of the section, 1 the leads, 2 everybody. ``order`` is what became of
    the ruling that the floor sent to the table: "" none is on its way, ``sent``, ``waits`` where the table is silent,
    or the table's refusal; ``asked`` says which. ``ruling`` is all that was recorded of the last ruling: its
    decision, seat, amount, name and note. ``day`` is when it came where that is not today.
    """

    id: str
    cause: str
    mark: Mark
    title: str
    site: str
    tables: list[str]
    called: list[str]
    section: str
    hand: int | None
    seat: int | None
    kind: str
    since: float
    at: str
    state: str
    open: bool
    coming: str | None
    ruled: str | None
    by: str | None
    ruling: dict[str, Any] | None = None
    times: int = 1
    stage: int = 0
    order: str = ""
    asked: str = ""
    rulable: bool = False
    options: list[dict[str, str]] = []
    person: str | None = None
    day: str = ""


class Rows:
    """Makes the list of a house in one language."""

    def __init__(
        self, house: House, sections: Mapping[str, str], escalate_s: list[int], duties: Duties
    ) -> None:  # fmt: skip
        """``sections`` maps a table's name to its section."""
        self._house, self._sections, self._escalate, self._duties = house, sections, escalate_s, duties

    def of(self, words: Words, now: float) -> list[Row]:
        """Return the rows in their order."""
        listed = [alert for alert in self._house.calls() if _listed(alert)]
        rows = [self._row(alert, words, self.stage(alert, now)) for alert in listed]
        for table in self._house.on_map().values():
            rows += [self._trouble(table, trouble, words) for trouble in table.troubles(now)]
        return sorted(_by_cause(rows), key=_place)

    def past(self, alert: KeptAlert, words: Words) -> Row:
        """Return a row of the history; it calls nobody."""
        return self._row(alert, words, stage=0)

    def flood(self, rows: list[Row], now: float) -> bool:
        """Whether more comes than somebody can answer."""
        return sum(1 for row in rows if now - row.since < FLOOD_S and row.mark != "info") > FLOOD

    def section(self, table: str) -> str:
        """Return a table's section, "" where it has none."""
        return self._sections.get(table, "")

    def stage(self, alert: KeptAlert, now: float) -> int:
        """Return how far a call has gone on because nobody comes."""
        if alert.body["finding"]["level"] != "floor" or alert.body["state"] not in ("new", "seen"):
            return 0
        if self._is_answered(alert):
            return 0
        age = self._house.age_s(alert, now)
        return sum(age >= after for after in self._escalate)

    def _is_answered(self, alert: KeptAlert) -> bool:
        return any(order.alert == alert.id and order.answer is None for order in self._house.orders.values())

    def _row(self, alert: KeptAlert, words: Words, stage: int) -> Row:
        body, finding = alert.body, alert.body["finding"]
        card = words_of(alert, words)
        ruling = body.get("ruling") or {}
        orders = [one for one in self._house.orders.values() if one.alert == alert.id]
        sent = next((one for one in reversed(orders) if one.topic == "ruling"), None)
        state, coming = body["state"], body.get("coming")
        if mark := next((one for one in orders if one.topic == "mark" and one.answer is None), None):
            state, coming = "coming", mark.person
        shape = mark_of(body)
        return Row(
            id=alert.id, cause=_cause(alert), mark=shape, title=card["headline"], site=alert.site, tables=[alert.name],
            called=[self._house.called(alert.site, alert.name)], section=self.section(alert.name), hand=finding.get("hand"), seat=finding["seat"], kind=finding["kind"],
            since=alert.found_at, at=_clock(alert.found_at), day=_day(alert.found_at), state=state, open=alert.is_open, coming=coming,
            ruled=words.decision(str(ruling["decision"])) if ruling.get("decision") else None, by=ruling.get("by"),
            ruling={name: ruling.get(name) for name in RECORDED} if ruling else None,
            stage=stage, order=self._told(sent, words), asked=_asked(sent, words), rulable=shape in ("floor", "dealer"),
            person=self._duties.of(alert),
            options=[{"decision": one["decision"], "text": one["text"]} for one in options_of(alert, card, words)],
        )  # fmt: skip

    def _told(self, order: Order | None, words: Words) -> str:
        """Return what became of a ruling: that it is sent, or why the table did not take it, in the page's language."""
        if order is None:
            return ""
        if order.answer is None:
            return "waits" if self._house.is_silent(order) else "sent"
        spoken = order.answer.get("words")
        told = spoken.get(words.language) if isinstance(spoken, dict) else None
        return str(told or order.answer.get("why") or words.say("room.why.refused"))

    def _trouble(self, table: TableSeen, trouble: Trouble, words: Words) -> Row:
        return Row(
            id=f"{trouble.what}:{table.key}", cause=f"{trouble.what}:{table.site}", mark="blind",
            title=words.say(f"room.trouble.{trouble.what}", **trouble.facts), site=table.site, tables=[table.name],
            called=[self._house.called(table.site, table.name)], section=self.section(table.name), hand=None, seat=None, kind=f"room.{trouble.what}", since=trouble.since,
            at=_clock(trouble.since), state="new", open=True, coming=None, ruled=None, by=None,
        )  # fmt: skip


def _asked(order: Order | None, words: Words) -> str:
    """Return what a ruling that was sent decides, and by whom; nothing where none was."""
    if order is None:
        return ""
    what = words.decision(str(order.body.get("decision")))
    return words.say("room.answered_by", what=what, who=order.person)


def _listed(alert: KeptAlert) -> bool:
    """Whether the list has it: what only informs goes with its hand, and is found in the history."""
    return bool(alert.body["finding"]["level"] != "info")


def words_of(alert: KeptAlert, words: Words) -> dict[str, Any]:
    """Return the alert's words in a language; in another, or the kind's bare ones, where it came without."""
    spoken = alert.body.get("words") or {}
    card = spoken.get(words.language) or next(iter(spoken.values()), None)
    if isinstance(card, dict) and isinstance(card.get("headline"), str):
        return card
    kind = alert.body["finding"]["kind"]
    headline = str(words.kind(kind).get("headline", kind)).rpartition(" | ")[2]
    return {"headline": headline, "steps": [], "rules": [], "options": [], "happened": "", "cite": ""}


def options_of(alert: KeptAlert, card: Mapping[str, Any], words: Words) -> list[dict[str, str]]:
    """Return what the floor may decide; a dealer's own call is answered."""
    if alert.body["finding"]["kind"] == "floor.call":
        return [{"decision": "no_action", "text": words.say("page.answered")}]
    return list(card.get("options") or [])


def mark_of(body: Mapping[str, Any]) -> Mark:
    """Return the shape and colour of an alert."""
    finding = body["finding"]
    if finding["level"] == "floor":
        return "floor"
    told = body.get("mark")
    if told in MARKS:
        return next(mark for mark in MARKS if mark == told)
    return "blind" if finding["kind"].startswith("sensing.") else "dealer"


def _cause(alert: KeptAlert) -> str:
    finding = alert.body["finding"]
    if finding["kind"] == "sensing.device":
        return f"device:{alert.site}:{finding['facts'].get('device')}:{finding['facts'].get('state')}"
    if finding["kind"] == "floor.call" or not alert.is_open:
        return alert.id
    return f"{alert.site}/{alert.name}:{finding.get('hand')}:{finding['kind']}:{finding['seat']}"


def _by_cause(rows: list[Row]) -> list[Row]:
    """Put rows of one cause into one; across tables only what struck them within the same half minute."""
    made: list[Row] = []
    latest: dict[str, tuple[int, float]] = {}
    for row in sorted(rows, key=lambda one: one.since):
        found = latest.get(row.cause) if row.open else None
        same = found is not None and (
            made[found[0]].tables == row.tables or row.since - found[1] <= TOGETHER_S
        )
        if found is None or not same:
            latest[row.cause] = (len(made), row.since)
            made.append(row)
            continue
        place, _ = found
        first = made[place]
        tables = list(dict.fromkeys([*first.tables, *row.tables]))
        called = list(dict.fromkeys([*first.called, *row.called]))
        made[place] = msgspec.structs.replace(first, tables=tables, called=called, times=first.times + 1)
        latest[row.cause] = (place, row.since)
    return made


def _place(row: Row) -> tuple[Any, ...]:
    if not row.open:
        return (1, -row.since)
    return (0, MARKS.index(row.mark), row.state != "new", row.since)


def _day(moment: float) -> str:
    day = time.strftime("%d.%m.", time.localtime(moment))
    return "" if day == time.strftime("%d.%m.") else day


def _clock(moment: float) -> str:
    return time.strftime("%H:%M:%S", time.localtime(moment))

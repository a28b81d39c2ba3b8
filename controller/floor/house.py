"""Keeps all tables of a house and their alerts, as the floor has heard them. Of the event loop's thread.

What comes in is known at once and kept soon: ``drain`` hands over what the store has still to write.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec
import structlog

from controller.alert_states import is_open
from controller.floor.heard import check, is_table
from controller.floor.proof import MANIFEST, KeptManifest, Shelved, manifest_mistake, part_of
from controller.floor.store import Heard, KeptAlert, KeptTable, Order
from controller.floor.tables import TableSeen
from controller.objects import object_of
from controller.refused import Refused
from controller.room.topics import COUNTED, evidence_of, parts_of

KEPT_OVER: Final = 500
"""How many alerts that are over stay on the list; the store has all of them."""
KNOWN_OVER: Final = 20_000
"""How many more are known by their number: what comes late of them, after an absence, opens none of them again."""
MOST_BYTES: Final = 262_144
NEW: Final = "new"
CLOSED: Final = "closed"
EVIDENCE: Final = "evidence/"

log = structlog.get_logger()


class House:
    """What is known of every table. ``version`` grows with every change."""

    def __init__(
        self,
        tables: Iterable[KeptTable] = (),
        alerts: Iterable[KeptAlert] = (),
        over: Mapping[str, int] | None = None,
    ) -> None:
        """Begin with what the store knows; ``over`` are alerts that are over, by their number, the latest last."""
        self.tables = {table.key: table for table in map(TableSeen.from_store, tables)}
        self.alerts = {alert.id: alert for alert in alerts}
        self._known_at = dict.fromkeys(self.alerts, time.monotonic())
        """Since which second of the machine's own clock an alert is known here."""
        self.orders: dict[str, Order] = {}
        """What was told to tables and is not answered, or was refused and is still shown, by its id."""
        self.version = 0
        self.filled = 0
        """How many messages have come later than one with a higher number."""
        self.on_alert: Callable[[KeptAlert], None] = lambda alert: None
        """Called with each alert that is new or has changed."""
        self.on_answer: Callable[[Order], None] = lambda order: None
        """Called with an order that a table has answered."""
        self._sites: tuple[int, set[str]] = -1, set()
        """Whose tables the map had at some version."""
        self._batch: list[Heard] = []
        self._tables: set[str] = set()
        self._alerts: set[str] = set()
        self._over = dict(over or {})
        self._shelved: list[Shelved] = []

    def take(self, topic: str, payload: bytes, now: float, *, retained: bool = False) -> None:
        """Take in a message as the broker hands it over; what is none of a table's is let be."""
        parts = parts_of(topic)
        if parts is None:
            return
        site, name, what = parts
        if what not in (*COUNTED, "health", "state", "head") and not what.startswith(EVIDENCE):
            return
        table = self.tables.get(f"{site}/{name}")
        if table is None:
            if not is_table(site, name):
                log.warning("no table is called so", topic=topic[:120])
                return
            table = self.tables[f"{site}/{name}"] = TableSeen(site, name, now)
        if not retained:
            table.lives()
        try:
            if what.startswith(EVIDENCE):
                return self._proof(table, what.removeprefix(EVIDENCE), payload, now)
            self._heard(table, what, object_of(payload, MOST_BYTES), now, retained=retained)
        except Exception as error:
            # Whatever one table says: the others are heard on.
            known = isinstance(error, (ValueError, Refused))
            why = str(error) if known else f"{type(error).__name__}: {error}"
            log.warning("nonsense", table=table.key, topic=what, error=why[:500])
            table.nonsense(f"{what}: {why}"[:120])
        self.version += 1
        return None

    def on_map(self) -> dict[str, TableSeen]:
        """Return the tables that nobody has taken off the map, by their names."""
        return {key: table for key, table in self.tables.items() if table.taken_off is None}

    def called(self, site: str, name: str) -> str:
        """Return what a table is called on the pages: by its name, and its site where the map has another's too."""
        if self._sites[0] != self.version:
            self._sites = self.version, {table.site for table in self.on_map().values()}
        return name if self._sites[1] <= {site} else f"{site}/{name}"

    def is_silent(self, order: Order) -> bool:
        """Whether the table that an order is for has gone, or was never heard."""
        table = self.tables.get(f"{order.site}/{order.name}")
        return table is None or table.is_silent

    def calls(self) -> list[KeptAlert]:
        """Return the alerts of the tables on the map; what a table that left had open is for the history."""
        off = {key for key, table in self.tables.items() if table.taken_off is not None}
        return [alert for alert in self.alerts.values() if f"{alert.site}/{alert.name}" not in off]

    def take_off(self, table: TableSeen, person: str) -> None:
        """Take a table off the map until it speaks again: what the broker keeps of it, or its last will, is no word of it."""
        table.taken_off = person
        self._tables.add(table.key)
        self.version += 1
        log.info("table taken off the map", table=table.key, by=person)

    def miss(self, since: float, moment: float) -> None:
        """Look whom nobody has heard for too long, at ``moment``, of a broker that is there ``since``."""
        self.version += sum([table.miss(since, moment) for table in self.tables.values()])

    def leave(self, now: float) -> None:
        """Close what is open of logs that are over: no table knows it any more, and nobody can answer it."""
        for alert in [one for one in self.alerts.values() if one.is_open]:
            table = self.tables.get(f"{alert.site}/{alert.name}")
            series = alert.id.removeprefix(f"{alert.site}/{alert.name}/").partition("/")[0]
            log = alert.body.get("log")
            if table is not None and isinstance(log, int) and table.is_over(series, log, now):
                body = {**alert.body, "state": CLOSED, "open": False}
                self._put(msgspec.structs.replace(alert, body=body, changed_at=now))
                self.version += 1

    def _proof(self, table: TableSeen, place: str, payload: bytes, now: float) -> None:
        """Take in a manifest or a part of evidence; nothing on the list changes by it."""
        finding, part = evidence_of(place)
        body = object_of(payload, MOST_BYTES)
        if part != MANIFEST:
            self._shelved.append(part_of(payload, now))
            return
        check(MANIFEST, body)
        if mistake := manifest_mistake(body):
            raise ValueError(mistake)
        self._shelved.append(KeptManifest(alert=_alert_id(table, body, finding), body=body, at=now))

    def shelved(self) -> list[Shelved]:
        """Return the evidence that the store has still to write."""
        shelved, self._shelved = self._shelved, []
        return shelved

    def _heard(
        self, table: TableSeen, what: str, body: dict[str, Any], now: float, *, retained: bool
    ) -> None:
        try:
            check(what, body)
        except ValueError:
            if what in COUNTED:
                table.numbers.unread(body.get("n"))
            raise
        if table.taken_off is not None and not (retained or body.get("state") == "down"):
            table.taken_off = None
            self._tables.add(table.key)
            log.info("table back on the map", table=table.key)
        if what == "health":
            table.healthy(body, now, retained=retained)
            self._tables.add(table.key)
        elif what == "state":
            table.stands(body, now, retained=retained)
        elif what == "head":
            table.head = body
            self._tables.add(table.key)
        else:
            self._counted(table, what, body, now)

    def _counted(self, table: TableSeen, what: str, body: dict[str, Any], now: float) -> None:
        n = body.get("n")
        if what == "ruled":  # one that is given once more has the number that it had, or none
            self._ruled(body)
        if n is None:
            return None
        late = n < table.numbers.high
        if not table.numbers.heard(n):
            return None
        self.filled += late
        table.log = max(table.log, body.get("log") or 0)
        table.version += 1
        self._tables.add(table.key)
        self._batch.append(
            Heard(site=table.site, name=table.name, series=table.series, n=n, topic=what, body=body, at=now)
        )
        if what == "alert":
            self._alert(table, body, now)
        elif what == "finding":
            self._finding(table, body, now)
        return None

    def _alert(self, table: TableSeen, body: dict[str, Any], now: float) -> None:
        name = _alert_id(table, body, body["finding"]["id"])
        known = self.alerts.get(name)
        if (known.n if known else self._over.get(name, 0)) >= body["n"]:
            return
        raw_times = body.get("times")
        times = raw_times if isinstance(raw_times, dict) else {}
        person = (body.get("ruling") or {}).get("by") or body.get("coming")
        told = known is not None and "times" in known.body  # a finding alone says not when it was found
        body = {**body, "open": is_open(body["state"])}
        self._put(
            KeptAlert(
                id=name, site=table.site, name=table.name, n=body["n"], body=body, person=person and person[:40],
                found_at=known.found_at if known and told else table.moment(times.get("found"), now),
                changed_at=table.moment(times.get("changed"), now),
            )
        )  # fmt: skip

    def _finding(self, table: TableSeen, body: dict[str, Any], now: float) -> None:
        """A finding alone calls the floor too, until its alert comes with words and marks."""
        name = _alert_id(table, body, body["id"])
        if name in self.alerts or name in self._over or body["level"] == "info":
            return
        self._put(
            KeptAlert(
                id=name, site=table.site, name=table.name, n=body["n"], found_at=now, changed_at=now,
                body={"type": "alert", "log": body.get("log"), "finding": body, "state": NEW, "open": True, "marks": []},
            )
        )  # fmt: skip

    def _put(self, alert: KeptAlert) -> None:
        self.alerts[alert.id] = alert
        self._known_at.setdefault(alert.id, time.monotonic())
        self._alerts.add(alert.id)
        self._settle(alert)
        self.on_alert(alert)

    def _settle(self, alert: KeptAlert) -> None:
        """A mark needs no answer of its own: the alert says that somebody comes."""
        for order in list(self.orders.values()):
            coming = order.topic == "mark" and order.alert == alert.id
            if coming and (alert.body.get("coming") or not alert.is_open):
                self._answered(order, {"taken": True})

    def _says_nothing(self, order: Order) -> bool:
        """Whether a table has nothing to say to a mark: somebody comes whose coming it told, or to what is over."""
        alert = self.alerts.get(order.alert)
        over = alert is None or not alert.is_open or alert.body.get("coming") == order.person
        return order.topic == "mark" and over

    def _ruled(self, body: dict[str, Any]) -> None:
        order = self.orders.get(str(body.get("id")))
        if order is not None and order.answer is None:
            self._answered(order, body)

    def _answered(self, order: Order, answer: dict[str, Any]) -> None:
        done = msgspec.structs.replace(order, answer=answer)
        if answer.get("taken"):
            self.orders.pop(order.id, None)
        else:
            self.orders[order.id] = done
        self.version += 1
        self.on_answer(done)

    def tell(self, order: Order) -> None:
        """Note what a table is told; a refusal of the same alert is shown no longer."""
        for name, earlier in list(self.orders.items()):
            if earlier.alert == order.alert and earlier.answer is not None:
                del self.orders[name]
        self.orders[order.id] = order
        self.version += 1
        if self._says_nothing(order):
            self._answered(order, {"taken": True})

    def age_s(self, alert: KeptAlert, now: float) -> float:
        """Return how long an alert waits: as long at least as it is known here, for the wall clock may be set back."""
        moment = time.monotonic()
        return max(now - alert.found_at, moment - self._known_at.get(alert.id, moment))

    def drain(self) -> tuple[list[Heard], list[KeptTable], list[KeptAlert]]:
        """Return what the store has still to write, in the order in which it came."""
        batch, self._batch = self._batch, []
        tables, self._tables = self._tables, set()
        alerts, self._alerts = self._alerts, set()
        changed = [self.alerts[name] for name in sorted(alerts)]
        over = [name for name, one in self.alerts.items() if not one.is_open]
        for name in over[: max(0, len(over) - KEPT_OVER)]:
            self._over[name] = self.alerts.pop(name).n
            self._known_at.pop(name, None)
        while len(self._over) > KNOWN_OVER:
            del self._over[next(iter(self._over))]
        return batch, [self.tables[key].kept() for key in sorted(tables)], changed

    def gaps(self) -> list[tuple[TableSeen, int, int]]:
        """Return which messages are missing of tables that are there: the table, from which to which number."""
        return [
            (table, first, last)
            for table in self.tables.values()
            if not table.is_silent
            for first, last in table.numbers.lacking()[:20]
        ]


def _alert_id(table: TableSeen, body: dict[str, Any], finding: str) -> str:
    return f"{table.key}/{table.series[:16]}/{body.get('log')}/{finding}"[:300]

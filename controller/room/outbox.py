"""Numbers every message of a table and puts it into the journal before anybody hears of it.

Belongs to the event loop's thread. While the table comes back, what was told before is not told again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from controller.daemon.core import TableCore
from controller.journal.records import Record, fields_of
from controller.privacy import redact
from controller.room.messages import (
    alert_message,
    key_of,
    line_of,
    now_of_alert,
    state_of_alert,
)
from controller.table.outputs import Advice, HandLine, Output
from controller.table_api import Alert


class Outbox:
    """Numbers what the table says and puts it into the journal. ``last`` is the highest number so far.

    ``durable`` is the highest that is safe on disk, ``told`` up to which the broker has all of them.
    """

    def __init__(self, core: TableCore, site: str, table: str, languages: Sequence[str]) -> None:
        self._core, self._site, self._table = core, site, table
        self._languages = list(languages)
        self.last, self.told, newest = core.journal.outbox()
        self.durable = self.last
        self.more = asyncio.Event()
        """Set whenever more is durable."""
        self._keys: set[str] = set()
        self._alerts: dict[str, str] = {}
        """What was told last of each alert, by the name of its finding."""
        self.answers: dict[str, dict[str, Any]] = {}
        """What came of each ruling of the log, by the id that it came with."""
        for _, message in newest:
            self._heard(message)
        whole = not newest or newest[0][1].get("n") == 1
        self._before = 0 if whole else min(map(_hand_of, self._keys), default=0)
        self._pending: list[tuple[str, dict[str, Any]]] | None = []
        self._version = -1
        self._seen: dict[str, Alert] = {}

    def _heard(self, message: dict[str, Any]) -> None:
        body = message.get("body", {})
        if key := message.get("key"):
            self._keys.add(str(key))
        if message.get("topic") == "alert":
            self._alerts[body["finding"]["id"]] = state_of_alert(body)
        elif message.get("topic") == "ruled":
            self.answers[body["id"]] = message

    @property
    def log(self) -> int:
        """The log that the table writes now."""
        return int(self._core.journal.log)

    # What is said.

    def tell(self, output: Output) -> None:
        """Say a line of the referee's."""
        if type(output) is Advice or output.hand < self._before:
            return
        key = key_of(output)
        if key in self._keys:
            return
        # A hand's board comes with the cards alone that everybody saw; the next hand may have begun.
        body = line_of(output)
        if not isinstance(output, HandLine):
            body = redact(body, self._core.secrets)
        if self._pending is not None:
            self._keys.add(key)
            self._pending.append((key, body))
        else:
            self.put(str(body["type"]), key, body)

    def recovered(self) -> None:
        """The table has come back and its journal takes records: say what the last run had no time for."""
        pending, self._pending = self._pending or [], None
        for key, body in pending:
            self.put(str(body["type"]), key, body)
        # The last lines on record are settled only now, and what comes of them may have been told.
        last = max(map(_hand_of, self._keys), default=0)
        self._keys = {key for key in self._keys if _hand_of(key) >= last - 1}
        self.follow()

    def follow(self) -> None:
        """Say what became of the alerts since it was last looked."""
        alerts = self._core.alerts
        if self._pending is not None or alerts.version == self._version:
            return
        self._version = alerts.version
        seen, self._seen = self._seen, {}
        for alert in reversed(alerts.newest_first()):
            name = alert.finding.id
            self._seen[name] = alert
            if seen.get(name) is alert:
                continue
            now = now_of_alert(alert)
            if self._alerts.get(name) != now:
                self._alerts[name] = now
                self._tell_alert(alert)
        self._alerts = {name: told for name, told in self._alerts.items() if name in self._seen}

    def _tell_alert(self, alert: Alert) -> None:
        core = self._core
        live = core.live.settled_view()
        view = live if alert.state in ("new", "seen", "coming", "ruled") else None
        body = alert_message(alert, core.book, view, self._languages, core.clock.moment)
        self.put("alert", "", redact(body, core.alerts.secrets_of(alert.finding, core.secrets, live.hand)))

    def put(self, topic: str, key: str, body: dict[str, Any]) -> dict[str, Any]:
        """Give a message its number and put it into the journal; return it as it lies there."""
        self.last += 1
        counted = {
            **body, "site": self._site, "table": self._table, "log": self._core.journal.log, "n": self.last,
        }  # fmt: skip
        message = {"n": self.last, "topic": topic, "key": key, "body": counted}
        self._core.journal.append_out(self._core.clock.now(), message)
        return message

    # What is known of the way to the broker.

    def kept(self, records: Sequence[Record]) -> None:
        """Note the messages that are durable now."""
        for record in records:
            if record.kind == "out":
                self.durable = int(fields_of(record.body)["n"])
        self.more.set()

    def has(self, n: int) -> None:
        """Note that the broker has everything up to ``n``."""
        if n > self.told:
            self.told = n
            self._core.journal.append_told(self._core.clock.now(), n)


def _hand_of(key: str) -> int:
    """Return the number of the hand that a line is of, by its key."""
    return int(key.split(":")[1])

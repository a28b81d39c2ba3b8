"""Tables that say what a test has them say, and a floor that hears them: the real process at the real broker."""

from __future__ import annotations

import http.client
import json
import threading
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt

from tests import warm
from tests.daemon.conftest import DEADLINE_S, wait_for
from tests.ports import port_nobody_has
from tests.room.broker import Broker

WORDS = {
    "headline": "String bet", "seat": "Seat 3", "remedy": "3,600 stands: call", "seen": "", "cite": "Deltin 45",
    "steps": ["Leave 3,600 in front", "Hand back 5,000"], "happened": "Seat 3 pushed twice.", "other": "",
    "rules": [{"ref": "45", "title": "String bets", "says": "One motion makes a bet."}],
    "options": [{"decision": "call", "text": "Call", "cited": True}, {"decision": "min_raise", "text": "Minimum raise", "cited": False}],
}  # fmt: skip


class SaidTable:
    """A table as the floor hears it, under a test's hand."""

    def __init__(self, port: int, name: str, site: str = "zagreb", journal: str | None = None) -> None:
        self.site, self.name, self.port, self.n = site, name, port, 0
        self.journal = journal or f"journal-{name}"
        self.asked: list[dict[str, Any]] = []
        self.ruled: list[dict[str, Any]] = []
        self.marked: list[dict[str, Any]] = []
        self.said: dict[int, tuple[str, dict[str, Any]]] = {}
        self.answers = True
        there = threading.Event()
        self._client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv311)
        self._client.on_message = self._hears
        self._client.on_subscribe = lambda *_: there.set()
        self._client.on_connect = lambda client, *_: client.subscribe(
            [(self.topic(what), 1) for what in ("ruling", "mark", "again")]
        )
        self._client.reconnect_delay_set(1, 1)
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        assert there.wait(10)

    def topic(self, what: str) -> str:
        return f"floorcall/{self.site}/{self.name}/{what}"

    def _hears(self, client: mqtt.Client, userdata: Any, message: mqtt.MQTTMessage) -> None:
        body = json.loads(message.payload)
        what = message.topic.rsplit("/", 1)[1]
        {"ruling": self.ruled, "mark": self.marked, "again": self.asked}[what].append(body)
        if what == "again" and self.answers:
            for n in range(body["from"], body["to"] + 1):
                if n in self.said:
                    topic, told = self.said[n]
                    self._client.publish(self.topic(topic), json.dumps(told), 1)
        if what == "ruling" and self.answers:
            self.count("ruled", {"type": "ruled", "id": body["id"], "taken": True, "line": 9})

    def raw(self, what: str, body: Any, *, retain: bool = False) -> None:
        payload = body if isinstance(body, bytes) else json.dumps(body)
        self._last = self._client.publish(self.topic(what), payload, 1, retain)

    def handed_over(self) -> None:
        """Wait until the broker has all that was said."""
        self._last.wait_for_publish(10)
        assert self._last.is_published(), "the broker did not take it"

    def count(self, what: str, body: dict[str, Any], *, lost: bool = False) -> dict[str, Any]:
        """Say something with the next number; ``lost``: the broker loses it."""
        self.n += 1
        told = {**body, "site": self.site, "table": self.name, "log": 1, "n": self.n}
        self.said[self.n] = (what, told)
        if not lost:
            self.raw(what, told)
        return told

    def up(self, **more: Any) -> None:
        """Say that the table is there."""
        at = datetime.now(UTC).isoformat()
        health = {
            "state": "up",
            "rules_live": [55, 55],
            "journal": self.journal,
            "version": 1,
            "last_n": self.n,
            "at": at,
        }
        self.raw("health", {**health, **more}, retain=True)

    def alert(self, kind: str = "bet.string", *, level: str = "floor", state: str = "new", k: int = 1, hand: int = 3,
              seat: int | None = 3, lost: bool = False, facts: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:  # fmt: skip
        finding = {
            "type": "finding", "id": f"{hand}:{kind}:{k}", "t": 4.0, "hand": hand, "street": "flop", "kind": kind,
            "seat": seat, "level": level, "remedy": "call", "cites": ["45"], "facts": facts or {}, "evidence": [12],
        }  # fmt: skip
        now = datetime.now(UTC).isoformat()
        body = {
            "type": "alert", "finding": finding, "mark": level, "state": state, "words": {"en": WORDS}, "coming": None,
            "ruling": None, "marks": [], "times": {"found": now, "changed": now}, **more,
        }  # fmt: skip
        return self.count("alert", body, lost=lost)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


class Floor:
    """The real floor's process."""

    def __init__(self, folder: Path, broker: Broker, more: str = "", store: str = "floor.db") -> None:
        self.folder, self.port = folder, port_nobody_has()
        self.config = folder / "floor.toml"
        self.config.write_text(
            f'[floor]\nbroker = "{broker.url}"\n{more}\n[server]\nport = {self.port}\n[store]\nurl = "{store}"\n'
        )
        self._process: warm.Process | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self, *, hears: bool = True) -> None:
        """Start it, and wait until it hears its broker, where it is to hear."""
        self.start_process()
        if hears:
            wait_for(lambda: self.problem("broker") == "", "the floor to hear its broker")

    def start_process(self) -> None:
        """Start it, and wait for nothing."""
        with (self.folder / "floor.log").open("ab") as log:
            self._process = warm.start(
                "controller.cli", "floor", "--config", self.config, stdout=log, stderr=log
            )

    def problem(self, what: str) -> str | None:
        """Return what the page says is wrong with ``broker`` or ``store``; None where it does not answer yet."""
        assert self._process is not None
        assert self._process.poll() is None, (self.folder / "floor.log").read_text()
        try:
            return str(self.state()["head"][what])
        except OSError:
            return None

    def state(self) -> dict[str, Any]:
        """Return all that a page gets on connecting."""
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            link.request("GET", "/events")
            with link.getresponse() as answer:
                for line in answer:
                    if line.startswith(b"data: "):
                        return dict(json.loads(line[6:]))
        finally:
            link.close()
        raise OSError("the stream ended")

    def rows(self) -> list[dict[str, Any]]:
        """Return the list as a page shows it."""
        state = self.state()
        return [state["rows"][name] for name in state["order"]]

    def tile(self, name: str) -> dict[str, Any]:
        """Return a table's tile on the map; one that says nothing where it is not there yet."""
        tile = self.state()["tiles"].get(f"zagreb/{name}", {"mark": None, "gap": None, "silent": None})
        return dict(tile)

    def row(self, **wanted: Any) -> dict[str, Any] | None:
        """Return the first row of which all of that is true."""
        return next(
            (row for row in self.rows() if all(row[name] == value for name, value in wanted.items())), None
        )

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, dict[str, Any]]:
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            headers = {"Content-Type": "application/json"} if body is not None else {}
            link.request(method, path, None if body is None else json.dumps(body), headers)
            with link.getresponse() as answer:
                return answer.status, json.loads(answer.read())
        finally:
            link.close()

    def stop(self) -> int:
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(timeout=max(15.0, DEADLINE_S / 4))

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait(timeout=10)

    def close(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self.kill()


def seconds_ago(seconds: float) -> str:
    """Return a moment that lies back, as a table tells it."""
    return datetime.fromtimestamp(time.time() - seconds, UTC).isoformat()

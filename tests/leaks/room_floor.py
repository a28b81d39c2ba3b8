"""The floor's process beside the night: its pages, its stream, its store, the phones and programs that it calls."""

from __future__ import annotations

import contextlib
import http.client
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.floor.push_service import ReadingPhone, Server
from tests.floor.tables import Floor
from tests.leaks.search import Found
from tests.room.broker import Broker

CONTACT = "mailto:floor@house.example"
Seen = Callable[[int], set[str]]
"""Returns the cards that everybody saw in a hand."""


class FloorOfNight:
    """A floor's process with somebody who looks at everything, a phone that it calls and a webhook."""

    def __init__(self, folder: Path, broker: Broker, found: Found, seen: Seen) -> None:
        self.found, self._seen = found, seen
        self._pushed, self._hooked = Server(), Server()
        self.phone = ReadingPhone(self._pushed)
        folder.mkdir()
        self.floor = Floor(folder, broker)
        text = self.floor.config.read_text()
        self.floor.config.write_text(
            f'{text}[push]\ncontact = "{CONTACT}"\n[[target]]\nto = "webhook"\nurl = "{self._hooked.url}/hook"\n'
        )
        self.floor.start()
        status, told = self.floor.ask("POST", "/phone", {**self.phone.subscription(), "by": "Ana"})
        assert status == 202, told
        self._asked: set[str] = set()
        self._lines: list[bytes] = []
        self._closing = threading.Event()
        self._page = threading.Thread(target=self._follow, daemon=True)
        self._page.start()

    @property
    def pid(self) -> int:
        """The process."""
        return self.floor.pid

    def _follow(self) -> None:
        while not self._closing.is_set():
            link = http.client.HTTPConnection("127.0.0.1", self.floor.port, timeout=10)
            with contextlib.suppress(Exception), contextlib.closing(link):
                link.request("GET", "/events")
                with link.getresponse() as answer:
                    for line in answer:
                        self._lines.append(line)
                        if self._closing.is_set():
                            return

    def search(self) -> None:
        """Search what the floor has shown, told and sent since the last time."""
        lines, self._lines = self._lines, []
        self.found.look("stream of the floor's process", b"".join(lines))
        for line in lines:
            if line.startswith(b"data: "):
                for row in (json.loads(line[6:]).get("rows") or {}).values():
                    self._look("stream of the floor's process", row)
        for row in self.floor.rows():
            if row["id"] not in self._asked and row["hand"] is not None:
                self._asked.add(row["id"])
                self._ask(row)
        for path in ("/", "/notes", "/floor.webmanifest"):
            self.found.look(f"floor's process, {path}", self._get(path))
        self._search_calls()

    def _ask(self, row: dict[str, Any]) -> None:
        """Look at everything about a row: its words, its evidence, its place in the history."""
        name = quote(row["id"])
        for what, path in (("alert", f"/alert?id={name}"), ("evidence", f"/evidence?id={name}&by=Ana")):
            body = self._get(path)
            self.found.look(f"floor's process, {what}", body)
            self._look(f"floor's process, {what}", {**json.loads(body), "hand": row["hand"]})
        for past in json.loads(self._get(f"/history?kind={quote(row['kind'])}"))["rows"]:
            self._look("floor's process, history", past)

    def _look(self, channel: str, row: dict[str, Any] | None) -> None:
        """Search a row, or what is known of one, for cards that nobody saw in its hand."""
        if row is not None:
            self.found.look(channel, json.dumps(row).encode())
            self.found.look_for_cards(channel, row, self._seen(row["hand"] or 0))

    def _get(self, path: str) -> bytes:
        link = http.client.HTTPConnection("127.0.0.1", self.floor.port, timeout=60)
        with contextlib.closing(link):
            link.request("GET", path)
            with link.getresponse() as answer:
                return answer.read()

    def _search_calls(self) -> None:
        calls, self._pushed.came = self._pushed.came, []
        for path, headers, body in calls:
            told = self.phone.read(headers, body, CONTACT)
            self.found.look("Web Push, as sent", path.encode() + json.dumps(headers).encode() + body)
            self.found.look("Web Push, as read", json.dumps(told).encode())
            self.found.look_for_words("Web Push, as read", f"{told['title']} {told['body']}".encode())
        hooks, self._hooked.came = self._hooked.came, []
        for _, _, body in hooks:
            self.found.look("webhook", body)
            self._look("webhook", json.loads(body))

    def close(self) -> None:
        """End it, and search its store and what it logged."""
        self.search()
        self._closing.set()
        assert self.floor.stop() == 0
        self._page.join(timeout=10)
        for path in sorted(self.floor.folder.iterdir()):
            if path.is_file():
                name = path.name.removesuffix(".lock")  # a lock holds nothing, and goes with its file
                self.found.look(f"floor's disk, {name}", path.read_bytes())
        self.found.look_for_words("floor's log", (self.floor.folder / "floor.log").read_bytes())
        self._pushed.close()
        self._hooked.close()

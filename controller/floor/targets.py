"""Where else a call goes: a topic of ntfy or a webhook, at once or when nobody has come for a while."""

from __future__ import annotations

import asyncio
import time
import urllib.error
import urllib.request
from typing import Final

import msgspec
import structlog

from controller.cards.words import words_in
from controller.config.floor import FloorConfig, TargetConfig
from controller.floor.house import House
from controller.floor.rows import Rows, words_of
from controller.floor.store import KeptAlert

LOOK_S: Final = 1.0
OLD_S: Final = 600.0
"""A call older than this when it is first heard is no news any more."""
TIMEOUT_S: Final = 10.0
TRIES: Final = 3

log = structlog.get_logger()


class Targets:
    """Sends each call to each target once. ``failing`` says what is wrong with a target, by its address."""

    def __init__(self, config: FloorConfig, rows: Rows, house: House) -> None:
        self._config, self._rows, self._house = config, rows, house
        self._sent: set[tuple[str, str]] = set()
        self.failing: dict[str, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Look again and again who is to be told."""
        while True:
            for target, alert in self.due(time.time()):
                task = asyncio.get_running_loop().create_task(self._send(target, alert))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            await asyncio.sleep(LOOK_S)

    def due(self, now: float) -> list[tuple[TargetConfig, KeptAlert]]:
        """Return what is to be sent now and was not sent yet."""
        found = []
        waiting = [
            alert for alert in self._house.alerts.values()
            if alert.body["finding"]["level"] == "floor" and alert.body["state"] in ("new", "seen")
        ]  # fmt: skip
        for target in self._config.target:
            for alert in waiting:
                key, age = (target.url, alert.id), now - alert.found_at
                ours = not target.sections or self._rows.section(alert.name) in target.sections
                if ours and target.after_s <= age < target.after_s + OLD_S and key not in self._sent:
                    self._sent.add(key)
                    found.append((target, alert))
        return found

    async def _send(self, target: TargetConfig, alert: KeptAlert) -> None:
        for attempt in range(TRIES):
            try:
                await asyncio.to_thread(_post, request_of(target, alert, self._config.floor.language))
            except (OSError, ValueError) as error:
                self.failing[target.url] = str(error)
                log.warning("target not reached", url=target.url, error=str(error))
                await asyncio.sleep(2.0**attempt)
            else:
                self.failing.pop(target.url, None)
                return


def request_of(target: TargetConfig, alert: KeptAlert, language: str) -> urllib.request.Request:
    """Return what a target is sent: table, what it is, seat. No card stands in it."""
    words = words_in(language)
    finding = alert.body["finding"]
    headline = words_of(alert, words)["headline"]
    title = f"{words.say('room.of_table', table=alert.name)}: {headline}"
    seat = "" if finding["seat"] is None else words.say("page.seat_n", n=finding["seat"])
    if target.to == "webhook":
        body = msgspec.json.encode(
            {"site": alert.site, "table": alert.name, "alert": alert.id, "kind": finding["kind"], "seat": finding["seat"],
             "hand": finding.get("hand"), "title": title}
        )  # fmt: skip
        return urllib.request.Request(target.url, body, {"Content-Type": "application/json"}, method="POST")
    headers = {
        "X-Title": title.encode("ascii", "replace").decode(),
        "X-Priority": "high",
        "X-Tags": "warning",
    }
    return urllib.request.Request(target.url, (seat or headline).encode(), headers, method="POST")


def _post(request: urllib.request.Request) -> None:
    with urllib.request.urlopen(request, timeout=TIMEOUT_S):
        pass

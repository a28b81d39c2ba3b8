"""Sends a call elsewhere too: to a topic of ntfy, a webhook, or the phone of whom it calls, to each once."""

from __future__ import annotations

import asyncio
import http.client
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final
from urllib.parse import urlsplit

import msgspec
import structlog

from controller.config.floor import FloorConfig, TargetConfig
from controller.floor.duties import Duties
from controller.floor.hindrance import Hindrance, of_target
from controller.floor.house import House
from controller.floor.outside import opener
from controller.floor.push import HouseKey, Phone
from controller.floor.rows import Rows, words_of
from controller.floor.store import KeptAlert
from controller.languages import LANGUAGES
from controller.ruling_cards.words import Words, words_in

LOOK_S: Final = 1.0
OLD_S: Final = 600.0
"""A call older than this when it is first heard is no news any more."""
TIMEOUT_S: Final = 10.0
TRIES: Final = 3
MOST_PHONES: Final = 10
"""How many browsers of one person are called."""
AT_ONCE: Final = 16
"""Who never answers holds a thread until the timeout; the others have theirs."""
GONE: Final = (404, 410)
"""What a push service answers where nobody has that subscription any more (RFC 8030, section 7.3)."""

log = structlog.get_logger()
Due = tuple[TargetConfig | Phone, KeptAlert]


class Targets:
    """Sends each call to each target once. ``failing`` has the targets that are not reached, by address, each with why."""

    def __init__(
        self, config: FloorConfig, rows: Rows, house: House, duties: Duties, key: HouseKey | None = None,
        phones: Iterable[Phone] = (), told: Iterable[tuple[str, str]] = (), timeout_s: float = TIMEOUT_S,
    ) -> None:  # fmt: skip
        self._config, self._rows, self._house, self._duties = config, rows, house, duties
        self._people = {section.name: section.people for section in config.section}
        self.key, self._timeout_s = key, timeout_s
        self.phones = {phone.endpoint: phone for phone in phones}
        self.on_gone: Callable[[Phone], None] = lambda phone: None
        """Called with a phone that is called no longer."""
        self.on_told: Callable[[str, str], None] = lambda address, alert: None
        """Called with the address of who has heard of an alert, and the alert."""
        self._sent = set(told)
        self.failing: dict[str, tuple[TargetConfig | Phone | None, Hindrance]] = {}
        self._threads = ThreadPoolExecutor(AT_ONCE, "targets")
        self._outside = opener()
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Look again and again who is to be told."""
        while True:
            try:
                self.look(time.time())
            except Exception as error:
                # Whatever it is: it is said, and the next look is another.
                self._failed(None, Hindrance("calls", f"{type(error).__name__}: {error}"))
            else:
                self.failing.pop(address_of(None), None)
            await asyncio.sleep(LOOK_S)

    def look(self, now: float) -> None:
        """Begin to send what is due."""
        for target, alert in self.due(now):
            task = asyncio.get_running_loop().create_task(self._send(target, alert))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def phone(self, phone: Phone) -> None:
        """Call a phone from now on, for what comes now; the oldest of somebody who has many is called no longer."""
        own = [one for one in self._phones_of(phone.person) if one.endpoint != phone.endpoint]
        for old in sorted(own, key=lambda one: one.at)[: max(0, len(own) + 1 - MOST_PHONES)]:
            self._forget(old)
        self.phones[phone.endpoint] = phone
        for alert in self._house.alerts.values():
            self._sent.add((phone.endpoint, alert.id))

    def due(self, now: float) -> list[Due]:
        """Return what is to be sent now and was not sent yet."""
        found: list[Due] = []
        for alert in self._house.calls():
            if alert.body["finding"]["level"] != "floor" or alert.body["state"] not in ("new", "seen"):
                continue
            for target in self._whom(alert, now):
                told = address_of(target), alert.id
                if told not in self._sent:
                    self._sent.add(told)
                    found.append((target, alert))
        return found

    def _whom(self, alert: KeptAlert, now: float) -> Iterator[TargetConfig | Phone]:
        age = self._house.age_s(alert, now)
        section = self._rows.section(alert.name)
        for target in self._config.target:
            ours = not target.sections or section in target.sections
            if ours and target.after_s <= age < target.after_s + OLD_S:
                yield target
        if self.key is not None and age < OLD_S and self.phones:
            called = self._called(alert, section, self._rows.stage(alert, now))
            for phone in self.phones.values():
                if called is None or phone.person in called:
                    yield phone

    def _called(self, alert: KeptAlert, section: str, stage: int) -> set[str] | None:
        """Return whose phones ring: who has the call, else the section's people; later the leads; None is everybody."""
        own = self._duties.of(alert)
        people = {own} if own is not None else set(self._people.get(section, ()))
        if stage > 1 or not people or (stage == 1 and not self._config.floor.leads):
            return None
        return people | set(self._config.floor.leads) if stage == 1 else people

    def told(self, words: Words) -> str:
        """Return who is not reached and why, "" where everybody is."""
        failing = self.failing.values()
        named = (
            words.say("room.not_reached", who=self._name(target, words), why=why.text(words))
            for target, why in failing
        )
        return words.listing(sorted(named))

    def _name(self, target: TargetConfig | Phone | None, words: Words) -> str:
        """Return what people call a target: of several at one host, or of one person, which one it is."""
        if target is None:
            return words.say("room.everybody")
        if isinstance(target, TargetConfig):
            same = [one.url for one in self._config.target if host_of(one.url) == host_of(target.url)]
            urls = list(dict.fromkeys(same))
            name = host_of(target.url)
            return name if len(urls) < 2 else f"{name} #{urls.index(target.url) + 1}"
        own = self._phones_of(target.person)
        if len(own) < 2:
            return words.say("room.phone_of", who=target.person)
        n = sum(one.at <= target.at for one in own)
        return words.say("room.phone_n_of", who=target.person, n=n)

    def _phones_of(self, person: str) -> list[Phone]:
        return [one for one in self.phones.values() if one.person == person]

    async def _send(self, target: TargetConfig | Phone, alert: KeptAlert) -> None:
        for attempt in range(TRIES):
            try:
                request = self._request(target, alert)
                post = self._call if isinstance(target, Phone) else self._post
                await asyncio.get_running_loop().run_in_executor(self._threads, post, request)
            except urllib.error.HTTPError as error:
                if isinstance(target, Phone) and error.code in GONE:
                    self._forget(target)
                    return
                self._failed(target, of_target(error))
            except (OSError, ValueError, http.client.HTTPException) as error:
                self._failed(target, of_target(error))
            else:
                if self.failing.pop(address_of(target), None) is not None:
                    self._house.version += 1
                self.on_told(address_of(target), alert.id)
                return
            await asyncio.sleep(2.0**attempt)

    def _request(self, target: TargetConfig | Phone, alert: KeptAlert) -> urllib.request.Request:
        table = self._house.called(alert.site, alert.name)
        if isinstance(target, TargetConfig):
            return request_of(target, alert, table, self._config.floor.language)
        assert self.key is not None, "without a key no phone is called"
        title, body = said_of(alert, table, target.language)
        text = msgspec.json.encode({"title": title[:200], "body": body[:200], "alert": alert.id})
        return self.key.request(target, text, time.time())

    def _call(self, request: urllib.request.Request) -> None:
        with self._outside.open(request, timeout=self._timeout_s):
            pass

    def _post(self, request: urllib.request.Request) -> None:
        with urllib.request.urlopen(request, timeout=self._timeout_s):
            pass

    def _failed(self, target: TargetConfig | Phone | None, why: Hindrance) -> None:
        self.failing[address_of(target)] = target, why
        self._house.version += 1
        log.warning("target not reached", target=self._name(target, words_in(LANGUAGES[0])), error=why.detail)

    def _forget(self, phone: Phone) -> None:
        self.phones.pop(phone.endpoint, None)
        self.failing.pop(phone.endpoint, None)
        self.on_gone(phone)
        log.info("a phone is called no longer", person=phone.person)


def address_of(target: TargetConfig | Phone | None) -> str:
    """Return what tells a target from all others; None is all of them."""
    if target is None:
        return "calls"
    return target.endpoint if isinstance(target, Phone) else target.url


def host_of(url: str) -> str:
    """Return whose an address is, without what may let somebody in: path, query, name and password."""
    to = urlsplit(url)
    return f"{to.hostname}:{to.port}" if to.port else str(to.hostname)


def said_of(alert: KeptAlert, table: str, language: str) -> tuple[str, str]:
    """Return what ``table`` is called and what it is, and the seat. No card stands in it."""
    words = words_in(language)
    seat = alert.body["finding"]["seat"]
    headline = words_of(alert, words)["headline"]
    title = f"{words.say('room.of_table', table=table)}: {headline}"
    return title, headline if seat is None else words.say("page.seat_n", n=seat)


def request_of(target: TargetConfig, alert: KeptAlert, table: str, language: str) -> urllib.request.Request:
    """Return what a target is sent."""
    finding = alert.body["finding"]
    title, text = said_of(alert, table, language)
    title = " ".join(title.split())
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
    return urllib.request.Request(target.url, text.encode(), headers, method="POST")

"""Plays the tables of a virtual room: the demo's hands by the real referee, over the real outbox and link.

No device and no page: what a table would have sensed has been gone through before, and is told at its time.
"""

from __future__ import annotations

import asyncio
import random
import time
import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec

from controller.config.room import RoomConfig
from controller.daemon.alerts import AlertBook
from controller.daemon.clock import utc_now
from controller.daemon.health import DeviceBoard
from controller.demo.hands import load_hands
from controller.demo.mishaps import MISHAPS, as_played, tell
from controller.demo.rehearsal import House, Rehearsal
from controller.journal.records import Record
from controller.languages import LANGUAGES
from controller.privacy import HiddenCards
from controller.room.link import RoomLink
from controller.room.orders import Orders
from controller.room.outbox import Outbox
from controller.room.past import Message
from controller.room.table_now import health_message, state_message
from controller.table.events import HandEnded, Ruled
from controller.table.outputs import Action, Finding, HandLine, Output
from controller.table.rulebook import Rulebook
from controller.table.view import TableView
from controller.table_api import Snapshot


class Told(msgspec.Struct, frozen=True):
    """A hand that was gone through: what the referee said, and the table in the middle of it."""

    outputs: list[Output]
    view: TableView
    calls: bool


def evenings(book: Rulebook) -> tuple[list[Told], list[Told]]:
    """Return the demo's hands as they were played, and those in which something goes wrong."""
    house = House(book)
    hands = load_hands()
    clean = [_gone_through(hand, house, as_played(hand)) for hand in hands]
    wrong = [
        _gone_through(hand, house, story)
        for mishap in MISHAPS.values() for hand in hands[:3]
        if (story := tell(mishap, hand, house)) is not None
    ]  # fmt: skip
    return clean, wrong


def _gone_through(hand: Any, house: House, story: Any) -> Told:
    table = Rehearsal(hand, house)
    steps = list(story.steps)
    for step in steps[: len(steps) // 2]:
        table.play(step)
    view = table.view
    table.play_all(steps[len(steps) // 2 :])
    outputs = [output for output in table.outputs if type(output) in (Finding, Action, HandLine)]
    return Told(outputs, view, any(one.level == "floor" for one in table.findings))


class _Journal:
    """A journal in memory: durable at once."""

    def __init__(self) -> None:
        self.log, self.messages = 1, list[Message]()
        self.outbox_of: Any = None

    def outbox(self) -> tuple[int, int, list[tuple[int, dict[str, Any]]]]:
        return 0, 0, []

    def append_out(self, t: float, fields: dict[str, Any]) -> None:
        self.messages.append(Message(n=fields["n"], topic=fields["topic"], body=fields["body"]))
        body = msgspec.json.encode({"n": fields["n"]})
        self.outbox_of.kept([Record(n=fields["n"], log=1, line=None, kind="out", t=t, body=body)])

    def append_told(self, t: float, n: int) -> None:
        """Nothing: a virtual table does not come back."""

    async def after(self, n: int, most: int) -> list[Message]:
        """Return the messages that follow number ``n``; they are numbered from 1 without a gap."""
        return self.messages[n : n + most]


class _Clock:
    def __init__(self) -> None:
        self._mono0, self._wall0 = time.monotonic(), utc_now().astimezone()

    def now(self) -> float:
        return time.monotonic() - self._mono0

    def moment(self, t: float | None = None) -> datetime:
        return self._wall0 + timedelta(seconds=self.now() if t is None else t)

    def wall(self, t: float | None = None) -> str:
        return self.moment(t).strftime("%H:%M:%S")


class _NoEvidence:
    """A virtual table has no journal that it could show evidence from."""

    async def send(self, publish: Any) -> None:
        """Send none."""


class VirtualTable:
    """One table of a virtual room. ``hands`` are what it plays without end, each in ``hand_s`` seconds."""

    def __init__(self, config: RoomConfig, name: str, book: Rulebook, clean: Sequence[Told], wrong: Sequence[Told],
                 *, hand_s: float, wrong_part: float, seed: int, problem: Any = lambda problem: None) -> None:  # fmt: skip
        """``wrong_part`` is the part of its hands in which something goes wrong."""
        self.name, self.book, self.alerts = name, book, AlertBook()
        self._clean, self._wrong, self._hand_s, self._part = clean, wrong, hand_s, wrong_part
        self._random = random.Random(seed)
        self._journal, self.clock, self._line = _Journal(), _Clock(), 0
        self._view, self._hand = clean[0].view, 0
        self._devices = DeviceBoard([], self.clock.wall)
        core: Any = SimpleNamespace(
            journal=self._journal, clock=self.clock, secrets=HiddenCards(), book=book, alerts=self.alerts,
            live=SimpleNamespace(settled_view=lambda: self._view),
        )  # fmt: skip
        core.secrets.show(card for hand in (*clean, *wrong) for card in hand.view.board)
        self.outbox = Outbox(core, config.site, name, config.languages or LANGUAGES)
        self._journal.outbox_of = self.outbox
        self.outbox.recovered()
        identity = uuid.uuid4().hex[:16]

        def who() -> dict[str, Any]:
            return {"site": config.site, "table": name}

        def at() -> str:
            return self.clock.moment().isoformat(timespec="milliseconds")

        def health() -> dict[str, Any]:
            told = health_message(self.snapshot(), self._devices)
            return {**who(), **told, "journal": identity, "last_n": self.outbox.durable, "at": at()}

        self.link = RoomLink(
            config, Path(), name, self.outbox, self._journal, Orders(self, self.outbox), _NoEvidence(),  # type: ignore[arg-type]
            lambda: {**who(), **state_message(self.snapshot(), at())}, health, problem,
        )  # fmt: skip

    @property
    def said(self) -> list[Message]:
        """All that the table has said, counted from 1."""
        return self._journal.messages

    # What orders ask of the table.

    def snapshot(self) -> Snapshot:
        """Return what everybody at the table can see."""
        return Snapshot(
            n=0, clock=self.clock.wall(), view=self._view, alerts=self.alerts.newest_first(), devices=[],
            rules_live=55, rules_total=55, blind=[], recent=[],
        )  # fmt: skip

    async def key(self, fields: dict[str, Any], *, durable: bool = False, first: bool = False) -> int:
        """Take a ruling; return its line."""
        self._line += 1
        names = ("finding", "decision", "seat", "amount", "by", "note")
        ruled = Ruled(t=self.clock.now(), **{name: fields[name] for name in names if name in fields})
        self.alerts.passed(ruled, self.clock.wall())
        self.outbox.follow()
        return self._line

    async def mark(self, finding: str, state: str, by: str | None = None) -> None:
        """Take what somebody says of an alert."""
        self.alerts.mark(finding, state, by, self.clock.wall(), self.clock.now())
        self.outbox.follow()

    # The evening.

    async def run(self) -> None:
        """Be in the room and play, until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self.link.run())
            group.create_task(self._play())

    async def _play(self) -> None:
        await asyncio.sleep(self._random.random() * self._hand_s)
        while True:
            wrong = self._wrong and self._random.random() < self._part
            await self.plays(self._random.choice(self._wrong if wrong else self._clean))

    async def plays(self, hand: Told) -> None:
        """Play one hand, and say all of it."""
        self._hand += 1
        self._view = msgspec.structs.replace(hand.view, hand=self._hand, table=self.name)
        began = self.clock.now()
        for place, output in enumerate(hand.outputs, 1):
            await asyncio.sleep(self._hand_s * self._random.uniform(0.8, 1.2) / len(hand.outputs))
            self._tell(output, began, place)
        self.alerts.passed(HandEnded(t=self.clock.now()), self.clock.wall())
        self.outbox.follow()

    def _tell(self, output: Output, began: float, place: int) -> None:
        if isinstance(output, Finding):
            told = msgspec.structs.replace(
                output,
                id=f"{self._hand}:{output.kind}:{place}",
                hand=self._hand,
                t=round(self.clock.now(), 6),
            )
            self.outbox.tell(told)
            self.alerts.found(told, self.clock.wall())
            self.outbox.follow()
        elif isinstance(output, Action):
            self.outbox.tell(msgspec.structs.replace(output, hand=self._hand, t=round(self.clock.now(), 6)))
        else:
            self.outbox.tell(msgspec.structs.replace(output, hand=self._hand))

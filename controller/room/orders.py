"""Carries out what the floor tells a table over the room: a ruling, a mark, what it lacks; checked like a page's."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

import structlog

from controller.keyed import MOST_NAME, check_mark, check_ruling, checked_event, text_field
from controller.languages import LANGUAGES
from controller.objects import object_of
from controller.refused import Refused
from controller.room.outbox import Outbox
from controller.ruling_cards.words import words_in
from controller.table_api import BadKey

RULING: Final = ("finding", "decision", "seat", "amount", "by", "note")
MOST_ID: Final = 80
MOST_BYTES: Final = 8192

log = structlog.get_logger()


def _said(fields: dict[str, Any], name: str) -> str | None:
    """Return what a ruling says, as its answer has it: nothing where it is no line of text."""
    try:
        return text_field(fields, name, MOST_ID)
    except Refused:
        return None


async def _at_once() -> None:
    pass


class Orders:
    """Carries out what comes in, one after the other, and answers for rulings."""

    def __init__(self, api: Any, outbox: Outbox, caught_up: Callable[[], Awaitable[None]] = _at_once) -> None:
        """``api`` is the table's, whose ``key`` takes what a page sends too.

        ``caught_up`` returns once the table has again what the floor may answer: see `RoomMember`.
        """
        self._api, self._outbox, self._caught_up = api, outbox, caught_up
        self._begun: dict[str, asyncio.Task[None]] = {}
        """Rulings that wait for the disk, by their id."""

    async def ruling(self, payload: bytes) -> dict[str, Any] | None:
        """Take a ruling; return an answer that was given before, or that nobody can be told by number.

        What is new is answered through the outbox. A ruling that comes twice acts once.
        """
        await self._caught_up()
        fields: dict[str, Any] = {}
        try:
            fields = object_of(payload, MOST_BYTES)
            name = text_field(fields, "id", MOST_ID)
            if name is None:
                raise Refused("id", "a ruling needs an id, by which it acts once")
        except Refused as error:
            log.warning("bad ruling from the room", place=error.place, error=error.message)
            return {"type": "ruled", "id": None, "taken": False, "place": error.place, "why": error.message}
        if (before := self._outbox.answers.get(name)) is not None:
            return dict(before["body"])
        if name not in self._begun:
            self._begun[name] = asyncio.create_task(self._carry_out(name, fields))
            self._begun[name].add_done_callback(lambda done: self._begun.pop(name))
        # The broker may go while the disk takes nothing: what has begun acts once, and is answered for all that.
        await asyncio.shield(self._begun[name])
        return None

    async def _carry_out(self, name: str, fields: dict[str, Any]) -> None:
        answer = {
            "type": "ruled",
            "id": name,
            "finding": _said(fields, "finding"),
            "decision": _said(fields, "decision"),
        }
        try:
            line = await self._rule(
                {"type": "ruling"} | {key: fields[key] for key in RULING if key in fields},
                name,
                fields.get("log"),
                first=fields.get("first") is True,
            )
        except (Refused, BadKey) as error:
            refused = Refused.of(error) if isinstance(error, BadKey) else error
            said = {language: refused.text(words_in(language)) for language in LANGUAGES}
            self.answer(
                {**answer, "taken": False, "place": refused.place, "why": refused.message, "words": said}
            )
        else:
            self.answer({**answer, "taken": True, "line": line})

    def _check_log(self, log: object, finding: object) -> None:
        """Raise Refused for what is about a log that is over: each has findings of the same names."""
        if log is not None and finding is not None and log != self._outbox.log:
            raise Refused.because("finding", "no_finding", name=str(finding)[:MOST_ID])

    async def _rule(self, fields: dict[str, Any], name: str, log: object, *, first: bool) -> int:
        self._check_log(log, fields.get("finding"))
        event = checked_event(fields)
        check_ruling(event, fields, self._api)
        line: int = await self._api.key({**fields, "id": name}, durable=True, first=first)
        return line

    def answer(self, body: dict[str, Any]) -> None:
        """Answer a ruling, once for each id."""
        if body["id"] not in self._outbox.answers:
            self._outbox.answers[body["id"]] = self._outbox.put("ruled", "", body)

    async def mark(self, payload: bytes) -> None:
        """Take what somebody says of an alert: seen, coming, done, disputed. A mark that says nothing new is let be."""
        await self._caught_up()
        try:
            fields = object_of(payload, MOST_BYTES)
            finding, state = text_field(fields, "finding", 100), text_field(fields, "state", 20)
            by = text_field(fields, "by", MOST_NAME)
            self._check_log(fields.get("log"), finding)
            check_mark(finding, state, by, self._api)
            if not self._said_already(finding, state, by):
                await self._api.mark(finding or "", state or "", by)
        except (Refused, BadKey) as error:
            log.warning("bad mark from the room", error=str(error))

    def _said_already(self, finding: str | None, state: str | None, by: str | None) -> bool:
        return any(
            alert.finding.id == finding and any((one.what, one.by) == (state, by) for one in alert.story)
            for alert in self._api.snapshot().alerts
        )

    def again(self, payload: bytes) -> tuple[int, int] | None:
        """Return from which to which number somebody lacks messages; None for nonsense."""
        try:
            fields = object_of(payload, MOST_BYTES)
            first, last = fields.get("from"), fields.get("to")
            if type(first) is not int or type(last) is not int or not 1 <= first <= last:
                raise Refused("from", "`from` and `to` are whole numbers from 1 on, `to` not the smaller one")
        except Refused as error:
            log.warning("bad request from the room", place=error.place, error=error.message)
            return None
        last = min(last, self._outbox.durable)
        return (first, last) if first <= last else None

"""Gives the pages what they show of the table and takes what they send: the daemon's ``TableApi``."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any, TypeVar

import msgspec

from controller.alert_states import is_open
from controller.daemon.core import TableCore
from controller.daemon.evidence import EvidenceReader
from controller.daemon.house import House
from controller.daemon.unsafe import Safe
from controller.journal.case_law import on
from controller.privacy import redact
from controller.table.events import SeatSetup
from controller.table.game import POT_LIMIT
from controller.table.kinds.sensors import ruled_kinds
from controller.table.rulebook import Rulebook
from controller.table.view import TableView
from controller.table_api import Alert, BadKey, Evidence, RuledAs, Snapshot
from firmware_bridge import MAY_SEND

_BEAT_S = 0.9
"""A snapshot at least this often, in seconds, change or none."""
_LOOK_S = 0.1
"""How often it is seen whether anything is recorded at all, by who waits for the disk."""
_MOST_SHOWN = 60
PAGE = "page"
"""What the log names as the device of what is keyed on a page."""
T = TypeVar("T")


class LiveTableApi:
    """One table, as the pages use it. Belongs to the event loop's thread."""

    def __init__(self, core: TableCore, house: House) -> None:
        self._core = core
        self._house = house
        self.book: Rulebook = core.book
        self._n = 0
        self._watchers: set[asyncio.Event] = set()
        self._made: tuple[int, Snapshot] | None = None
        self._alerts: tuple[object, list[Alert]] = (None, [])
        self._stopping = False
        self._reader = EvidenceReader(core.journal.path)

    def changed(self) -> None:
        """Note that a screen may look different now."""
        self._n += 1
        if not self._watchers:
            self._core.latency.forget()
        for watcher in self._watchers:
            watcher.set()

    def stop(self) -> None:
        """End every ``changes``."""
        self._stopping = True
        self.changed()

    def snapshot(self) -> Snapshot:
        """Return the state now, as it may be shown."""
        if self._made is None or self._made[0] != self._n:
            self._made = (self._n, self._make())
        return self._made[1]

    def fresh(self) -> Snapshot:
        """Return the state at this moment, the clock in it too."""
        self._n += 1
        return self.snapshot()

    async def changes(self) -> AsyncGenerator[Snapshot]:
        """Yield a snapshot at once, then one after every change and at least one a second."""
        watcher = asyncio.Event()
        self._watchers.add(watcher)
        self._n += 1  # the clock has moved since somebody looked on, and cards may have settled
        try:
            while not self._stopping:
                watcher.clear()
                yield self.snapshot()
                if not watcher.is_set():
                    self._core.latency.told()
                try:
                    async with asyncio.timeout(_BEAT_S):
                        await watcher.wait()
                except TimeoutError:
                    self._n += 1  # the clock has moved
        finally:
            self._watchers.discard(watcher)

    async def key(self, fields: dict[str, Any], *, durable: bool = False, first: bool = False) -> int:
        """Take a dealer's key or a floor's ruling; return its line once it is safe. Raise BadKey.

        While the disk takes nothing it is answered for all that, as the pages say so, but not with ``durable``.
        """
        kind = fields.get("type")
        if not isinstance(kind, str):
            raise BadKey("type: the event's name is missing")
        if kind not in MAY_SEND["panel"]:
            raise BadKey(f"type: {kind[:40]!r} is nothing that can be keyed")
        if "t" in fields:
            raise BadKey("t: the table's own clock says when it was")
        if kind == "table" and not self._core.live.may_be_set:
            raise BadKey.because("type", "table_waits")
        ruled = fields
        if kind == "ruling":
            fields = self._ruling(fields)
        if kind == "declare.cancel" and isinstance(seat := fields.get("seat"), int):
            self._core.recent.check(seat, fields.get("of"))
        self._house.seats.check(fields)
        if kind == "ruling":
            ruling = RuledAs(decision=str(ruled.get("decision")), by=ruled.get("by"))
            self._core.alerts.rule(ruled.get("finding"), ruling, first=first)
        line: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        await self._taken(
            lambda safe: self._core.key(fields, safe, PAGE, lambda n: _done(line, n)), durable=durable
        )
        return await line

    def _ruling(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Return a ruling as the log has it: one on the dealer's own call names its line. Raise BadKey."""
        alerts, finding = self._core.alerts, fields.get("finding")
        fields = {name: value for name, value in fields.items() if name not in ("on", "call")}
        alerts.check_ruling(finding)
        if finding is None:
            return fields
        if (call := alerts.line_of_call(finding)) is not None:
            return {**fields, "finding": None, "call": call}
        return {**fields, "on": on(alerts.finding(finding))}

    async def evidence(self, finding: str) -> Evidence:
        """Return what was sensed and keyed around a finding. Raise BadKey where there is no such alert."""
        core = self._core
        pots = core.live.header.game in POT_LIMIT
        found = await self._reader.of(core.alerts.finding(finding), core.journal.log, pots=pots)
        return redact(found, core.secrets)

    async def mark(self, finding: str, state: str, by: str | None = None) -> None:
        """Note what somebody said of an alert; return once it is safe. Raise BadKey."""
        await self._taken(lambda safe: self._core.mark(finding, state, by, safe))

    async def set_table(self, seats: dict[int, SeatSetup]) -> bool:
        """Set up the whole table, now or after the hand; return, once it is safe, whether it waits."""
        plain = {str(n): {"stack": seat.stack, "state": seat.state} for n, seat in seats.items()}
        return await self._taken(lambda safe: self._house.set_table(plain, safe))

    async def move(self, seat: int, to: int) -> bool:
        """Move a player, now or after the hand; return, once it is safe, whether it waits. Raise BadKey."""
        return await self._taken(lambda safe: self._house.move(seat, to, safe))

    async def drop_waiting(self) -> None:
        """Forget the changes of seats that wait."""
        await self._taken(self._house.drop)

    async def steer(self, do: str, by: str, at: str) -> None:
        """Steer the house's clock from the page of ``at``. Raise BadKey where that cannot be."""
        await self._taken(lambda safe: self._house.steer(do, by, at, safe))

    async def _taken(self, take: Callable[[Safe], T], *, durable: bool = False) -> T:
        """Have something taken; return its answer once it is durable.

        The hand goes on in memory while the disk takes nothing: so does who waits here, once the pages say that
        nothing is recorded. With ``durable`` he waits for the disk, however long.
        """
        safe: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        answer = take(lambda: _done(safe, None))
        while not safe.done() and (durable or not self._core.devices.recording_stopped):
            await asyncio.wait([safe], timeout=_LOOK_S)
        return answer

    def _make(self) -> Snapshot:
        core = self._core
        now = core.clock.now()
        view = _without(core.live.view(), core.devices.blind_seats())
        core.secrets.show(core.live.public.shown(view.board, now))
        devices = core.devices.views()
        blind = core.devices.blind_kinds(core.book, core.live.header.equipment, view)
        total = len(ruled_kinds(core.book))
        snapshot = Snapshot(
            n=self._n,
            clock=core.clock.wall(),
            view=view,
            alerts=[],
            devices=devices,
            rules_live=total - len(blind),
            rules_total=total,
            blind=blind,
            recent=core.recent.newest_first(),
            floor_called=core.alerts.floor_called,
            floor_coming=core.alerts.floor_coming,
            seating=core.live.seating(),
            waiting=self._house.seats.views(),
            levels=self._house.levels(),
        )
        shown = redact(snapshot, core.secrets)
        return msgspec.structs.replace(shown, alerts=self._shown_alerts(now))

    def _shown_alerts(self, now: float) -> list[Alert]:
        """Return the alerts as they may be shown; worked out anew only where something about them changed."""
        core = self._core
        key = (core.alerts.version, core.secrets.version)
        if self._alerts[0] != key:
            newest = enumerate(core.alerts.newest_first())
            kept = [alert for place, alert in newest if place < _MOST_SHOWN or is_open(alert.state)]
            hand = core.live.view().hand
            of = [core.alerts.secrets_of(alert.finding, core.secrets, hand) for alert in kept]
            self._alerts = (key, [redact(*told) for told in zip(kept, of, strict=True)])
        return [
            msgspec.structs.replace(alert, age_s=round(max(0.0, now - alert.finding.t), 1))
            for alert in self._alerts[1]
        ]


def _done(future: asyncio.Future[T], answer: T) -> None:
    if not future.done():
        future.set_result(answer)


def _without(view: TableView, blind: set[int]) -> TableView:
    """Return ``view`` with the cards of the seats in ``blind`` unknown."""
    if not blind or view.street == "between":
        return view
    seats = [
        msgspec.structs.replace(seat, cards=None) if seat.seat in blind and seat.in_hand else seat
        for seat in view.seats
    ]
    return msgspec.structs.replace(view, seats=seats)

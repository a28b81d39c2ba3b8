"""Makes a table a member of its room: outbox, link and orders put together beside the table's core."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any

from controller.config import Config
from controller.daemon.core import TableCore
from controller.daemon.live_table_api import LiveTableApi
from controller.journal.records import Record
from controller.journal.signing import SignedHead
from controller.languages import LANGUAGES
from controller.room.evidence import EvidenceOut
from controller.room.home import discovery
from controller.room.link import RoomLink
from controller.room.orders import Orders
from controller.room.outbox import Outbox
from controller.room.past import Past
from controller.room.pictures import PictureBook
from controller.room.table_now import health_message, state_message
from controller.ruling_cards.words import words_in
from controller.table.outputs import Output


class RoomMember:
    """What a table with ``[room]`` does for it. Made before the table comes back, so that nothing is told twice."""

    def __init__(self, config: Config, core: TableCore) -> None:
        assert config.room is not None, "only a table with [room] has one"
        self._config, self._core, self._room = config, core, config.room
        self._table = config.room.table or config.table.id
        self._folder = Path(config.source).parent
        languages = config.room.languages or LANGUAGES
        self._outbox = Outbox(core, config.room.site, self._table, languages)
        self._past = Past(config.journal_path)
        self.pictures = PictureBook(
            core, config.device, config.journal_path.with_suffix(".pictures"), config.room.key(self._folder),
            f"{config.room.site}/{self._table}",
        )  # fmt: skip
        """Runs beside the link."""
        self._link: RoomLink | None = None
        self._found: list[dict[str, Any]] = []
        self._waiting: set[int] = set()
        """Lines of before the start that were not settled yet at the start."""

    def told(self, output: Output) -> None:
        """Tell the floor what the referee said."""
        self._outbox.tell(output)

    def ruled(self, fields: dict[str, Any], line: int) -> None:
        """Note, while coming back, a ruling on record that came over the room: its answer may be missing."""
        told = {name: fields.get(name) for name in ("id", "finding", "decision")}
        self._found.append({"type": "ruled", **told, "taken": True, "line": line})

    def start(self, api: LiveTableApi) -> RoomLink:
        """Go on where the last run stopped; the journal takes records now. Return what is to be run."""
        self._waiting = set(self._core.live.pending)
        orders = Orders(api, self._outbox, lambda: self._caught_up(api))
        self._outbox.recovered()
        for answer in self._found:
            orders.answer(answer)
        self._found.clear()
        core = self._core

        def trouble(problem: str) -> None:
            core.devices.room_trouble(problem)
            core.owner.changed()

        def state() -> dict[str, Any]:
            return {**self._who(), **state_message(api.fresh(), self._now())}

        def health() -> dict[str, Any]:
            told = health_message(api.snapshot(), core.devices)
            identity = {"journal": core.journal.identity, "last_n": self._outbox.durable, "at": self._now()}
            return {**self._who(), **told, **identity}

        self._link = RoomLink(
            self._room, self._folder, self._table, self._outbox, self._past, orders,
            EvidenceOut(core, api.evidence, self.pictures, self._room.site, self._table), state, health, trouble,
            self._entities(),
        )  # fmt: skip
        return self._link

    async def _caught_up(self, api: LiveTableApi) -> None:
        """Return once all that was on record at the start is settled.

        What came in the last moment before a loss of power waits in the reorder window once more, and whoever the
        floor has answered meanwhile may be among it: his answer is at the broker and comes at once.
        """
        if not self._waiting:
            return
        async with aclosing(api.changes()) as changes:
            async for _ in changes:
                if self._waiting.isdisjoint(self._core.live.pending):
                    break
        self._waiting.clear()

    def _entities(self) -> dict[str, dict[str, Any]]:
        if not self._room.home_assistant:
            return {}
        return discovery(self._room.site, self._table, words_in(self._config.table.language))

    def _who(self) -> dict[str, Any]:
        return {"site": self._room.site, "table": self._table}

    def _now(self) -> str:
        return self._core.clock.moment().isoformat(timespec="milliseconds")

    def follow(self) -> None:
        """Say what has changed about the alerts."""
        self._outbox.follow()

    def kept(self, records: Sequence[Record]) -> None:
        """Note what is durable now and may go out."""
        self._past.kept(records)
        self._outbox.kept(records)

    def head(self, head: SignedHead) -> None:
        """Take a signed head that is safe on disk."""
        if self._link is not None:
            self._link.head(head)

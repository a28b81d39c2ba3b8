"""Brings the table back after a stop or a kill: into the same hand, with the same state.

A checkpoint is the table as it was at the end of a hand, sealed in the journal; from there the recorded
lines are gone through again. A checkpoint of another program version, book or log is passed over, and the
log is gone through from its start.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import structlog

import controller.table
from controller.config import Config, equipment_of
from controller.daemon.core import TableCore
from controller.daemon.intake import Unfit, read
from controller.journal.cover import tags_in
from controller.journal.journal import Journal, Line
from controller.journal.records import fields_of
from controller.table.copying import freeze, thaw
from controller.table.rulebook import Rulebook

log = structlog.get_logger()


def setup_digest(config: Config, book: Rulebook) -> str:
    """Return what tells one set-up of the table from another; a new set-up begins a new log."""
    plain = msgspec.to_builtins((config.table, equipment_of(config), book), str_keys=True)
    content = msgspec.json.encode(plain, order="sorted")
    return hashlib.blake2b(content, digest_size=8).hexdigest()


def engine_digest() -> str:
    """Return what tells one version of the engine from another: a checkpoint fits only its own."""
    digest = hashlib.blake2b(digest_size=16)
    for folder in controller.table.__path__:
        for path in sorted(Path(folder).rglob("*.py")):
            digest.update(path.read_bytes())
    for name in ("core.py", "live.py", "public_cards.py"):
        digest.update(Path(__file__).with_name(name).read_bytes())
    return digest.hexdigest()


class Recovery:
    """Takes a table core back to where its journal ends, and keeps its checkpoints."""

    def __init__(self, core: TableCore, journal: Journal, setup: str) -> None:
        self._core, self._journal = core, journal
        self._fits = f"{setup} {engine_digest()}"
        self.on_ruling: Callable[[dict[str, Any], int], None] = lambda fields, line: None
        """Called with each ruling that came over the room, and its line."""

    def come_back(self) -> None:
        """Go through what is on record."""
        after, waiting = self._restore()
        for line in self._journal.lines(after):
            if line.kind == "mark":
                self._mark(line)
            elif line.kind == "public":
                self._core.recorded(int(fields_of(line.raw).get("hand", 0)))
            elif line.kind == "house":
                continue
            elif waiting is None or line.line in waiting or line.n > self._kept_n:
                self._line(line)

    def keep(self) -> None:
        """Keep a checkpoint of the table as it is settled now."""
        core, journal = self._core, self._journal
        waiting = core.live.pending
        try:
            state = freeze((self._fits, journal.log, journal.n, waiting, core.state()))
        except Exception as error:
            log.error("no checkpoint", error=type(error).__name__)
            return journal.sign(core.clock.now())
        journal.keep_checkpoint(state)

    def _restore(self) -> tuple[int, set[int] | None]:
        """Take up the checkpoint, if one fits; return the record to go on after, and the lines to take."""
        kept = self._journal.checkpoint()
        if kept is None:
            return 0, None
        try:
            # Sealed and opened with our own key: nobody else can have written what is thawed here.
            fits, number, n, waiting, state = thaw(kept[1], self._core.book)
        except Exception as error:
            log.warning("checkpoint passed over", error=type(error).__name__)
            return 0, None
        if (fits, number) != (self._fits, self._journal.log):
            return 0, None
        self._core.restore(state)
        self._kept_n = n
        return (self._journal.record_of(min(waiting)) - 1 if waiting else n), set(waiting)

    _kept_n = 0

    def _mark(self, line: Line) -> None:
        fields: dict[str, Any] = fields_of(line.raw)
        at = self._core.clock.wall(line.t)
        self._core.alerts.mark_again(fields["finding"], fields["state"], fields["by"], at, line.t)

    def _line(self, line: Line) -> None:
        try:
            if line.kind == "bad":
                self._core.secrets.learn_raw(line.raw)
                raise Unfit("line", "is no event")
            event = read(line.raw)
        except Unfit as unfit:
            self._core.find_bad(line.line, line.t, unfit)
            return
        fields = fields_of(line.raw)
        if fields.get("type") == "ruling" and "id" in fields:
            self.on_ruling(fields, line.line)
        self._core.secrets.learn(tags_in(fields))
        self._core.arrive(line.line, event)
        self._core.live.durable(line.line, event)

"""A journal for the tests: real files, the real thread, a key outside the journal's folder."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.journal.journal import Journal, Source
from controller.journal.keys import Keys, keys_of
from controller.journal.records import Record
from controller.journal.seal import load_seal, make_key
from controller.journal.signing import load_sign_key
from controller.privacy import HiddenCards
from tests.daemon.conftest import wait_for

ACE = "E004015000000001"
KING = "E004015000000002"
HEADER = {
    "type": "log", "version": 1, "table": "7", "started": "2026-11-20T19:30:00Z", "rulebook": "deltin",
    "game": "nlhe",
}  # fmt: skip


class Store:
    """A journal that is opened, written and closed as a daemon does it."""

    ACE, KING, HEADER = ACE, KING, HEADER

    def __init__(self, folder: Path) -> None:
        self.path, self.key_file = folder / "store" / "table.db", folder / "keys" / "seal.key"
        make_key(self.key_file)
        make_key(self.key_file.with_name("sign.key"), "signing")
        seal, sign = load_seal(self.key_file), load_sign_key(self.key_file.with_name("sign.key"))
        self.keys: Keys = keys_of(seal, sign)
        self.secrets = HiddenCards()
        self.kept: list[Record] = []
        self.troubles: list[str] = []
        self.repairs: list[str] = []
        self.journal: Journal | None = None

    def open(self) -> Journal:
        """Open the journal and start writing; a new one begins a log."""
        journal = self.reopen()
        journal.start(self.kept.extend, self.troubles.append, self.repairs.append)
        if journal.log == 0:
            journal.begin(HEADER)
        return journal

    def reopen(self) -> Journal:
        """Open the journal as a daemon that comes back, not writing yet."""
        self.journal = Journal(self.path, self.keys, self.secrets)
        return self.journal

    def record(self, t: float, seq: int = 0, **event: Any) -> int:
        """Record an event; return its line."""
        assert self.journal is not None
        fields = {"t": t, **event}
        source = Source(device="shoe", boot=9, seq=seq, device_us=seq * 1000) if seq else None
        return self.journal.append(t, fields, msgspec.json.encode(fields), source)

    def wait_for(self, met: Callable[[], object]) -> None:
        """Wait until the journal's thread has done something."""
        wait_for(met, "the journal")

    def close(self) -> None:
        if self.journal is not None:
            assert self.journal.close()
            self.journal = None

    def close_reopened(self) -> None:
        """Let go of a journal that was only opened to be read."""
        assert self.journal is not None
        self.journal.close()
        self.journal = None

    def hand(self) -> None:
        """Record a hand in which the ace lay on the board and the king stayed down."""
        assert self.journal is not None
        self.record(0.5, 1, type="deck", id="D1", cards={ACE: "As", KING: "Kd"})
        start = self.record(1.0, 2, type="hand.start", button=1)
        self.record(2.0, 3, type="card.draw", tag=ACE, face="down")
        self.record(2.1, 4, type="card.seen", tag=ACE, zone="board")
        self.record(3.0, 5, type="card.draw", tag=KING, face="down")
        self.record(3.1, 6, type="card.seen", tag=KING, zone="seat:2")
        self.record(4.0, 7, type="hand.end")
        self.journal.append_hand(4.0, {"hand": 1, "start": start, "found": ["bet.string"]}, {ACE: "As"})


def change(store: Store, statement: str, *values: object) -> None:
    """Change the journal's file as somebody would who has it in hand."""
    with closing(sqlite3.connect(store.path)) as db:
        db.execute(statement, values)
        db.commit()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path)
    yield made
    made.close()
    assert threading.active_count() < 10

"""Tells whether the journal is as it was written: chain, signatures, what lies beside; the first break is placed.

What nothing in the file can tell is said: without a head noted elsewhere nobody knows whether the end was cut
off, without the table's public key nobody knows whose signature it is.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from controller.journal.anchors import denial, told_in
from controller.journal.records import GENESIS, Record, fields_of
from controller.journal.signing import SignedHead, fingerprint, is_signed
from controller.journal.store import JournalError, OlderJournalError, Store, state_digest
from controller.journal.unsigned import Unsigned
from controller.there import no_file


class Verdict(Struct, frozen=True, kw_only=True):
    """What was found: ``records`` that are as written, the chain's head, and the first thing wrong.

    ``bad`` is the number of the first bad record, None where all are sound or where the trouble is none of
    a record; ``problem`` is "" where nothing is wrong. Up to record ``signed`` the table's signature stands for
    what was found. ``unknown`` says what cannot be known from what was given.
    """

    records: int
    head: str
    bad: int | None = None
    problem: str = ""
    signed: int = 0
    key: str = ""
    unknown: list[str] = []


class Anchors(Struct, frozen=True, kw_only=True):
    """What is known from elsewhere: heads or their beginnings, signed heads, the table's public key."""

    heads: Sequence[str] = ()
    signed: Sequence[SignedHead] = ()
    public: bytes | None = None


class Broken(Exception):
    """Something is not as it was written; ``bad`` is the record, None where it is none of a record."""

    def __init__(self, problem: str, bad: int | None = None) -> None:
        super().__init__(problem)
        self.bad = bad


class _Walk:
    """Follows the chain, and works out what has to lie beside it."""

    def __init__(self, known: Anchors) -> None:
        self.known = known
        self.count, self.head, self.signed, self.signing = 0, GENESIS, 0, 0
        self.journal, self.public = "", b""
        self.heard: dict[str, tuple[int, int, int]] = {}
        self.state: str | None = None
        self._unsigned = Unsigned()
        self.heads = list(known.heads)
        self.anchors = {(told["records"], told["head"]): told for told in map(told_in, known.signed)}

    def take(self, record: Record, digest: bytes) -> None:
        """Take the next record. Raise Broken where it is not the next one as written."""
        if record.n < 1:
            raise Broken(f"record {record.n} was put in: the table's first is 1", record.n)
        if record.n != self.count + 1:
            raise Broken(f"record {self.count + 1} is missing", self.count + 1)
        if record.digest(self.head) != digest:
            raise Broken(f"record {record.n} is not as it was written", record.n)
        if record.n == 1:
            self._begin(record)
        elif record.kind == "journal":
            raise Broken(f"record {record.n} begins another journal inside this one", record.n)
        if record.kind == "signed":
            self._signed(record)
        self._unsigned.take(record)
        if record.device is not None and record.boot is not None and record.seq is not None:
            self.heard[record.device] = record.boot, record.seq, record.device_us or 0
        self.count, self.head = record.n, digest
        told = digest.hex()
        self.heads = [head for head in self.heads if not told.startswith(head)]
        self.anchors.pop((record.n, told), None)

    def _begin(self, record: Record) -> None:
        fields = fields_of(record.body)
        try:
            self.public = bytes.fromhex(fields["key"])
            self.journal = str(fields["id"])
        except (KeyError, ValueError, TypeError) as error:
            raise Broken("record 1 does not say whose journal it is", 1) from error
        if record.kind != "journal":
            raise Broken("record 1 does not say whose journal it is", 1)
        wanted = {bytes.fromhex(head.key) for head in self.known.signed}
        wanted |= {self.known.public} if self.known.public is not None else set()
        for public in wanted - {self.public}:
            raise Broken(
                f"the journal is signed with the key {fingerprint(self.public)}, the table's is {fingerprint(public)}: "
                "it was replaced, or it is another table's",
                1,
            )

    def _signed(self, record: Record) -> None:
        fields = fields_of(record.body)
        since = f"records {self.signed + 1} to {self.count}"
        if not is_signed(self.public, record.body, record.sealed or b""):
            raise Broken(f"record {record.n} is not signed with the table's key", record.n)
        told = (fields.get("journal"), fields.get("records"), fields.get("log"), fields.get("t"))
        if told != (self.journal, self.count, record.log, record.t) or record.line is not None:
            raise Broken(f"record {record.n} was signed for another place or another journal", record.n)
        if fields.get("head") != self.head.hex():
            raise Broken(
                f"{since} are not those that the table signed in record {record.n}: changed, and the chain made anew",
                self.signed + 1,
            )
        if fields.get("state") is not None:
            self.state = str(fields["state"])
        self.signed = record.n

    def ended(self) -> None:
        """See that no more stands unsigned at the end than a table leaves. Raise Broken."""
        if problem := self._unsigned.problem:
            raise Broken(
                f"records {self.signed + 1} to {self.count} are signed by nobody and hold {problem}: "
                "signatures were taken off",
                self.signed + 1,
            )

    def beside(self, store: Store) -> None:
        """Hold what lies beside the records against them. Raise Broken."""
        if odd := store.foreign():
            raise Broken(f"the file holds, or lacks, {odd}, unlike what the daemon made")
        found = {device: (last.boot, last.seq, last.device_us) for device, last in store.heard().items()}
        for device in sorted(found.keys() | self.heard.keys(), key=str):
            if found.get(device) != self.heard.get(device):
                raise Broken(f"what is kept as last heard of {device} is not what the records say")
        kept = store.checkpoint()
        if (None if kept is None else state_digest(kept)) != self.state:
            raise Broken("the state kept beside the records is not the one that the table signed")
        if damage := store.damage():
            raise Broken(f"the file is damaged: {damage[0]}")

    def anchored(self) -> None:
        """See that every head from elsewhere was met. Raise Broken."""
        for told in reversed(self.anchors.values()):
            raise Broken(denial(told, self.journal, self.count))
        for head in self.heads:
            raise Broken(
                f"no record has the head {head}: records at the end are missing, or it is another journal"
            )

    def unknown(self) -> list[str]:
        """Say what cannot be known from what was given."""
        found = []
        if not (self.known.heads or self.known.signed):
            found.append(
                "whether the end was cut off, or the whole journal replaced by an older copy: give a head from elsewhere"
            )
        if self.known.public is None and not self.known.signed:
            found.append(
                f"whether the key {fingerprint(self.public)} is this table's: compare it with the slip or the table"
            )
        if self.count > self.signed:
            found.append(f"who wrote records {self.signed + 1} to {self.count}: no signature follows them")
        return found


def verify(path: Path, known: Anchors | str | None = None) -> Verdict:
    """Check the journal at ``path`` against what is known from elsewhere; a string is a head noted earlier.

    Raise JournalError where there is no journal to check, or one of an older edition, which others wrote.
    """
    if why := no_file(path, "journal"):
        raise JournalError(why)
    given = known if isinstance(known, Anchors) else Anchors(heads=[known] if known else [])
    walk, bad, problem = _Walk(given), None, ""
    try:
        store = Store(path, read_only=True)
    except OlderJournalError:
        raise
    except JournalError as error:
        return Verdict(records=0, head="", problem=str(error).removeprefix(f"{path}: "))
    try:
        store.hold_still()
        for record, digest in store.chain():
            walk.take(record, digest)
        walk.ended()
        walk.beside(store)
        walk.anchored()
    except Broken as broken:
        problem, bad = str(broken), broken.bad
    except (JournalError, sqlite3.Error, ValueError, TypeError, OverflowError) as error:
        problem, bad = f"record {walk.count + 1} cannot be read: {error}", walk.count + 1
    finally:
        store.close()
    return Verdict(
        records=walk.count, head=walk.head.hex(), bad=bad, problem=problem, signed=walk.signed,
        key=fingerprint(walk.public) if walk.public else "",
        unknown=[] if problem or not walk.count else walk.unknown(),
    )  # fmt: skip

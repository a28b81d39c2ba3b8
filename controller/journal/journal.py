"""Records for the daemon: one log that grows, durable before anybody relies on it.

Opening takes the file for this process alone, checks the newest stretch of the chain, and says where the
log stands; ``append`` gives an event its line at once and tells ``on_kept`` when it is safe on disk.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path
from shlex import quote
from typing import Any

import msgspec
from msgspec import Struct

from controller.build import VERSION
from controller.journal.boxes import box_for
from controller.journal.cover import as_line, cover, covered_bad, tags_in
from controller.journal.export import covered_line, public_cards, unboxed
from controller.journal.hand_keys import HandKeys
from controller.journal.hands import starts_hand
from controller.journal.keys import Keys
from controller.journal.live_keys import LiveFile, LiveKey
from controller.journal.lock import take
from controller.journal.records import Record, RecordKind, fields_of, place_of
from controller.journal.seal import WHICH_KEY, Seal
from controller.journal.signing import SignedHead, fingerprint, is_signed
from controller.journal.store import Checkpoint, Entry, Heard, JournalError, Store, state_digest
from controller.journal.unsigned import Unsigned
from controller.journal.writer import JournalWriter, Kept, Repaired, Troubled
from controller.privacy import HiddenCards, redact

_TAIL = 2_000
"""How many of the last records are checked on opening; `floorcall journal verify` checks them all."""

_OUTBOX = 200_000
"""Among how many of the last records it is looked for what the room was told already: weeks of a table."""


class Source(Struct, frozen=True, kw_only=True):
    """The device that sent an event, by its name here and its own numbering."""

    device: str
    boot: int
    seq: int
    device_us: int


class Line(Struct, frozen=True, kw_only=True):
    """One recorded line of the log, opened: ``raw`` is the JSON as it entered the journal."""

    n: int
    line: int
    kind: RecordKind
    t: float
    raw: bytes


class Journal:
    """One open journal. Everything but the callbacks belongs to the owner's thread."""

    def __init__(self, path: Path, keys: Keys, secrets: HiddenCards) -> None:
        """Open or create the journal. Raise JournalError where that cannot be."""
        self.path = path
        self._keys, self._secrets = keys, secrets
        self._lock = take(path)
        with ExitStack() as opening:
            opening.callback(os.close, self._lock)
            self._store = opening.enter_context(closing(Store(path)))
            self._open()
            opening.pop_all()

    def _open(self) -> None:
        self.n, self._head = self._store.head()
        self.log, self.line = self._store.last_line()
        self.heard: dict[str, Heard] = self._store.heard()
        self._live = LiveFile(self.path, self._keys.seal)
        last_key = self._store.key_before(self.log, self.n)
        start, end = (self._store.last_line_of(self.log, kind) for kind in ("hand.start", "hand.end"))
        self._hands = HandKeys(self._live.held, last_key.n if last_key is not None else 0, played=start > 0)
        if start > end:
            self._hands.went_on(start)
        self.identity = self._whose()
        _check_tail(self._store, self.n, self._keys.sign.public)
        self._openings = {one.body for one in self._store.records(max(0, self.n - _TAIL), kind="opened")}
        self._writer: JournalWriter | None = None

    def _whose(self) -> str:
        """Return the journal's own name. Raise JournalError where another table signs it."""
        first = self._store.first()
        if first is None:
            return os.urandom(8).hex()
        fields = fields_of(first.body)
        if fields.get("key") != self._keys.sign.public.hex():
            raise JournalError(
                f"{self.path}: is signed with another key, {_short(fields.get('key'))}; give that one back as "
                "`journal.sign_key`, or give this table another `journal.path`"
            )
        return str(fields.get("id"))

    def start(self, on_kept: Kept, on_trouble: Troubled, on_repair: Repaired = lambda _: None) -> None:
        """Start writing. The callbacks run in the journal's thread."""
        self._store.close()
        self._writer = JournalWriter(
            self.path, (self.n, self._head), self._keys.sign.fill, self._live, on_kept, on_trouble, on_repair
        )
        self._writer.start()
        if not self.n:
            identity = {"type": "journal", "id": self.identity, "key": self._keys.sign.public.hex()}
            self._put("journal", 0.0, as_line(identity))

    def look(self) -> float:
        """See that the writing goes on; return for how many seconds the disk has not answered."""
        assert self._writer is not None, "start the journal first"
        self._writer.look()
        return self._writer.stuck_s()

    def close(self) -> bool:
        """Sign and write what waits and let go of the file. Return False where not all could be written."""
        if self._writer is not None and self._unsigned:
            self.sign(self._last_t)
        whole = self._writer.close() if self._writer is not None else True
        self._store.close()
        os.close(self._lock)
        return whole

    # What was recorded before; only until ``start``.

    def header(self) -> dict[str, Any] | None:
        """Return the header of the last log, None where there is no log yet."""
        record = self._store.header(self.log)
        return None if record is None else fields_of(record.body)

    def last_t(self) -> float:
        """Return the largest ``t`` recorded in the last log, in seconds."""
        return self._store.last_t(self.log)

    def house(self) -> dict[str, Any]:
        """Return what was recorded last of the house's clock and of seats that wait; empty where nothing was."""
        record = self._store.last_of(self.log, "house")
        return {} if record is None else fields_of(record.body)

    def lines(self, after: int = 0) -> Iterator[Line]:
        """Yield the last log's lines and the marks between them after record ``after``, opened, in order.

        What only an auditor can open any more comes as everybody may see it.
        """
        seal = self._seal_at(self._store.key_before(self.log, after))
        known, scope = public_cards(self._store, self.log), 0
        for record in self._store.records(after, self.log):
            if starts_hand(record):
                scope = record.line or 0
            if record.kind == "key":
                seal = self._seal_at(record)
            elif record.kind not in ("header", "signed", "opened", "out", "told"):
                raw = self._opened(record, seal, known.get(scope, {}))
                yield Line(n=record.n, line=record.line or 0, kind=record.kind, t=record.t, raw=raw)

    def outbox(self) -> tuple[int, int, list[tuple[int, dict[str, Any]]]]:
        """Return the last message for the room, how far the broker has them, and the newest of the last log.

        Each of these comes with its record's number; they reach back over the log's newest records alone.
        """
        last, told = (self._store.last_of_kind(kind) for kind in ("out", "told"))
        newest = self._store.records(max(0, self.n - _OUTBOX), self.log, "out")
        return _n_of(last), _n_of(told), [(record.n, fields_of(record.body)) for record in newest]

    def record_of(self, line: int) -> int:
        """Return the number of the record that is ``line`` of the last log."""
        return self._store.record_of(self.log, line)

    def checkpoint(self) -> tuple[int, bytes] | None:
        """Return the last checkpoint's record number and content, None where there is none of use."""
        kept = self._store.checkpoint()
        if kept is None or kept.n > self.n:
            return None
        seal = self._hands.state_seal(kept.n)
        if seal is None:
            return None
        try:
            return kept.n, seal.open(kept.sealed, place_of(self.log, kept.n, "checkpoint"))
        except ValueError:
            return None

    def _seal_at(self, record: Record | None) -> Seal | None:
        """Return the seal that the key of ``record`` makes, None where the table cannot have it any more."""
        if record is None:
            return None
        if (seal := self._hands.of_record(record.n)) is not None:
            return seal
        opener = self._keys.own_opener
        if opener is None:
            return None
        try:
            return unboxed(record, opener)
        except JournalError as error:
            raise JournalError(f"{self.path}: {error}; {WHICH_KEY}") from error

    def _opened(self, record: Record, seal: Seal | None, known: dict[str, str]) -> bytes:
        if record.sealed is None:
            return record.body
        if seal is None:
            return covered_line(record, known)
        try:
            return seal.open(record.sealed, record.place())
        except ValueError as error:
            raise JournalError(f"{self.path}: record {record.n}: {error}; {WHICH_KEY}") from error

    # What is recorded from now on.

    def begin(self, header: dict[str, Any]) -> None:
        """Start a new log with ``header``."""
        self.log, self.line = self.log + 1, 0
        self._hands.turn(None)
        self._put("header", 0.0, as_line(header), counts=True)

    def append(self, t: float, fields: dict[str, Any], raw: bytes, source: Source | None = None) -> int:
        """Record an event; return its line. ``raw`` is its JSON with ``t``, ``fields`` the same, decoded."""
        self._secrets.learn(tags_in(fields))
        if fields.get("type") == "hand.start":
            self._hands.turn(self.line + 1)
        if deck := fields.get("type") == "deck":
            self._hands.turn_for_deck(on=True)
        shown = cover(fields, lambda tag: self._seal(t).token(tag), self._secrets)
        sealed = None if shown == fields else raw
        self._put("event", t, raw if sealed is None else as_line(shown), sealed, source, counts=True)
        if deck:
            self._hands.turn_for_deck(on=False)
        if fields.get("type") == "hand.end":
            self._hands.turn(None)
        return self.line

    def append_bad(self, t: float, raw: bytes, source: Source | None) -> int:
        """Record what a device sent and could not be read; return its line."""
        self._secrets.learn_raw(raw)
        body = as_line({"t": t, **covered_bad(raw), **({"device": source.device} if source else {})})
        self._put("bad", t, body, raw, source, counts=True)
        return self.line

    def append_mark(self, t: float, fields: dict[str, Any]) -> None:
        """Record that an alert was acknowledged, or a call answered; no line of the log."""
        self._put_words("mark", t, fields)

    def append_house(self, t: float, fields: dict[str, Any]) -> None:
        """Record where the house's clock stands and which seats wait; no line of the log."""
        self._put_words("house", t, fields)

    def append_out(self, t: float, fields: dict[str, Any]) -> None:
        """Record what the room is to be told; no line of the log, and nothing in it that is not public."""
        self._put("out", t, as_line(fields))

    def append_told(self, t: float, n: int) -> None:
        """Record that the room's broker has everything up to message ``n``."""
        self._put("told", t, as_line({"n": n}))

    def _put_words(self, kind: RecordKind, t: float, fields: dict[str, Any]) -> None:
        """Record what people typed; a tag or a hidden card in it is sealed."""
        shown = redact(fields, self._secrets)
        self._put(kind, t, as_line(shown), None if shown == fields else as_line(fields))

    def append_hand(self, t: float, fields: dict[str, Any], public: dict[str, str]) -> None:
        """Record a finished hand; ``public`` maps the tags that everybody saw to their cards."""
        seals = self._hands.of_hand(fields["start"])
        cards = {seal.token(tag): card for seal in seals for tag, card in public.items()}
        self._put("public", t, as_line({**fields, "cards": cards}))

    def came_from(self, path: str, records: int, head: str) -> None:
        """Record that what follows was taken over from another journal, with its head."""
        self._put("mark", 0.0, as_line({"type": "moved", "from": path, "records": records, "head": head}))

    def take_over(self, record: Record, raw: bytes | None, tags: dict[str, str]) -> None:
        """Record what another journal held; ``raw`` is what was sealed, ``tags`` are those behind its stand-ins."""
        fields = fields_of(record.body)
        if record.kind == "header":
            self.begin(fields)
        elif record.kind == "public":
            seen = fields.pop("cards", {}).items()
            self.append_hand(record.t, fields, {tags[old]: card for old, card in seen if old in tags})
            self._hands.let_go()
            self.sign(record.t)
        elif record.line is None:
            self._put(record.kind, record.t, record.body)
        else:
            self._take_line(record, raw, fields)

    def _take_line(self, record: Record, raw: bytes | None, fields: dict[str, Any]) -> None:
        if fields.get("type") == "hand.start":
            self._hands.turn(self.line + 1)
        if deck := fields.get("type") == "deck":
            self._hands.turn_for_deck(on=True)
        body, tag = record.body, fields_of(raw or b"").get("tag")
        if isinstance(tag, str) and "tag" in fields:
            body = as_line({**fields, "tag": self._seal(record.t).token(tag)})
        source = None
        if record.device is not None and record.boot is not None and record.seq is not None:
            source = Source(
                device=record.device, boot=record.boot, seq=record.seq, device_us=record.device_us or 0
            )
        self._put(record.kind, record.t, body, raw, source, counts=True)
        if deck:
            self._hands.turn_for_deck(on=False)
        if fields.get("type") == "hand.end":
            self._hands.turn(None)

    def append_opened(self, t: float, fields: dict[str, Any]) -> None:
        """Record that an auditor opened cards that were sealed; once, also where a kill came after the record."""
        if (body := as_line(fields)) not in self._openings:
            self._put("opened", t, body)

    def keep_checkpoint(self, state: bytes) -> None:
        """Keep ``state`` as the table's state after everything appended so far, and sign the head.

        Keys of what is over are let go: lines that would have to be gone through again come as everybody saw them.
        """
        sealed = self._hands.new_state(self.n).seal(state, place_of(self.log, self.n, "checkpoint"))
        self._hands.let_go()
        self.sign(self._last_t, Checkpoint(n=self.n, sealed=sealed))

    def sign(self, t: float, checkpoint: Checkpoint | None = None) -> None:
        """Sign the chain's head as it is after everything appended so far."""
        fields = {
            "type": "signed", "journal": self.identity, "log": self.log, "t": t, "records": self.n,
            "at": datetime.now(UTC).isoformat(timespec="seconds"), "build": VERSION,
            "state": None if checkpoint is None else state_digest(checkpoint),
        }  # fmt: skip
        self._put("signed", t, as_line(fields), checkpoint=checkpoint, keys=self._hands.live())
        self._unsigned = False

    def told_head(self, record: Record) -> SignedHead:
        """Return a signed head as it leaves the table."""
        return self._keys.sign.told(record)

    def _seal(self, t: float) -> Seal:
        """Return the seal in use, begun where there is none."""
        if self._hands.current is None:
            n = self.n + 1
            key = self._hands.begin(n)
            box = box_for(self._keys.auditor, key.key, place_of(self.log, n, "key"))
            body = as_line({"type": "key", "start": key.start, "box": box.hex()})
            self._put("key", t, body, keys=self._hands.live())
        return self._hands.use()

    _unsigned = False
    _last_t = 0.0

    def _put(
        self, kind: RecordKind, t: float, body: bytes, secret: bytes | None = None,
        source: Source | None = None, *, counts: bool = False, checkpoint: Checkpoint | None = None,
        keys: tuple[LiveKey, ...] | None = None,
    ) -> None:  # fmt: skip
        assert self._writer is not None, "start the journal first"
        seal = None if secret is None else self._seal(t)
        self.n += 1
        self.line += counts
        self._unsigned, self._last_t = True, t
        sealed = (
            None if seal is None or secret is None else seal.seal(secret, place_of(self.log, self.n, kind))
        )
        origin = msgspec.structs.asdict(source) if source is not None else {}
        record = Record(
            n=self.n, log=self.log, line=self.line if counts else None, kind=kind, t=t, body=body,
            sealed=sealed, **origin,
        )  # fmt: skip
        self._writer.put(Entry(record=record, checkpoint=checkpoint, keys=keys))


def _n_of(record: Record | None) -> int:
    return 0 if record is None else int(fields_of(record.body).get("n", 0))


def _short(key: object) -> str:
    return fingerprint(bytes.fromhex(key)) if isinstance(key, str) else "none"


def _check_tail(store: Store, last: int, public: bytes) -> None:
    """Check the newest stretch of the chain and its signatures. Raise JournalError naming the first bad record."""
    before: bytes | None = None
    unsigned = Unsigned()
    for record, digest in store.chain(max(0, last - _TAIL)):
        unsigned.take(record)
        sound = before is None or record.digest(before) == digest
        if sound and record.kind == "signed":
            sound = is_signed(public, record.body, record.sealed or b"") and before in (
                None, bytes.fromhex(str(fields_of(record.body).get("head", ""))),
            )  # fmt: skip
        if not sound:
            raise JournalError(
                f"{store.path}: record {record.n} was changed after it was written, or one before it; "
                f"see `floorcall journal verify {quote(str(store.path))}`"
            )
        before = digest
    if problem := unsigned.problem:
        raise JournalError(
            f"{store.path}: its end is signed by nobody and holds {problem}: signatures were taken off; "
            f"see `floorcall journal verify {quote(str(store.path))}`"
        )

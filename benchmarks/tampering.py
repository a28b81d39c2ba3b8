"""Tamper with a journal by chance, with SQL and with bytes, and see what `journal verify` makes of it.

    python -m benchmarks.tampering --count 10000 --seed 7

Every tampering starts from the same sound journal: two hands, signed, with an anchor and the table's public key
known. What changes nothing that can be read (a page's unused room) is told apart and counted.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from controller.journal.journal import Journal, Source
from controller.journal.keys import keys_of
from controller.journal.records import GENESIS, Record, fields_of
from controller.journal.seal import Seal
from controller.journal.signing import SignKey
from controller.journal.store import Store, state_digest
from controller.journal.verify import Anchors, verify
from controller.privacy import HiddenCards

HEADER = {
    "type": "log", "version": 1, "table": "7", "started": "2026-11-20T19:30:00Z", "rulebook": "deltin",
    "game": "nlhe",
}  # fmt: skip
COLUMNS = ("n", "log", "line", "kind", "t", "body", "sealed", "device", "boot", "seq", "device_us", "digest")
Contents = list[Any] | None


def write(path: Path, key: int = 1, hands: int = 2) -> Anchors:
    """Write a sound journal; return what somebody elsewhere knows of it."""
    sign = SignKey(bytes([key]) * 32)
    journal = Journal(path, keys_of(Seal(bytes([key]) * 32), sign), HiddenCards())
    heads: list[Any] = []
    journal.start(
        lambda kept: heads.extend(journal.told_head(one) for one in kept if one.kind == "signed"), print
    )
    journal.begin(HEADER)
    t, seq = 0.0, 0
    for hand in range(1, hands + 1):
        events: list[dict[str, Any]] = [{"type": "hand.start", "button": hand}]
        for number in range(6):
            tag = f"E0040150{hand:02X}{number:06X}"
            events.append({"type": "card.draw", "tag": tag, "face": "down"})
            events.append({"type": "card.seen", "tag": tag, "zone": f"seat:{number % 3 + 1}"})
        events += [{"type": "chips.award", "seat": 2, "amount": 300 * hand}, {"type": "hand.end"}]
        start = journal.line + 1
        for event in events:
            t, seq = t + 0.5, seq + 1
            source = Source(device="shoe" if seq % 2 else "panel", boot=9, seq=seq, device_us=seq * 1000)
            fields = {"t": t, **event}
            journal.append(t, fields, msgspec.json.encode(fields), source)
        journal.append_hand(t, {"hand": hand, "start": start, "found": []}, {})
        journal.keep_checkpoint(b"state after %d" % hand)
    assert journal.close()
    return Anchors(signed=heads[-1:], public=sign.public)


def contents(path: Path) -> Contents:
    """Return all that a reader can see in the file; None where it cannot be read."""
    try:
        db = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    except sqlite3.Error:
        return None
    try:
        tables = db.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()
        seen: list[Any] = [tables, db.execute("PRAGMA user_version").fetchall()]
        for kind, name, _ in tables:
            if kind == "table" and not name.startswith("sqlite_"):
                seen.append(db.execute(f'SELECT * FROM "{name}" ORDER BY 1').fetchall())
        return seen
    except (sqlite3.Error, UnicodeDecodeError, OverflowError):
        return None
    finally:
        db.close()


def by_sql(*statements: str) -> Callable[[Path, random.Random], None]:
    """Return a tampering by SQL; ``{n}``, ``{m}`` are records by chance, ``{x}`` a small number."""

    def tamper(path: Path, chance: random.Random) -> None:
        db = sqlite3.connect(path)
        try:
            (last,) = db.execute("SELECT max(n) FROM record").fetchone()
            n, m = sorted(chance.sample(range(1, last + 1), 2))
            column = chance.choice(COLUMNS[1:])
            for statement in statements:
                db.execute(statement.format(n=n, m=m, x=chance.randint(1, 9), column=column, last=last))
            db.commit()
        finally:
            db.close()

    return tamper


def change_column(path: Path, chance: random.Random) -> None:
    """Another value of the same type, or of another, in a column by chance."""
    db = sqlite3.connect(path)
    try:
        (last,) = db.execute("SELECT max(n) FROM record").fetchone()
        n, column = chance.randint(1, last), chance.choice(COLUMNS)
        (value,) = db.execute(f"SELECT {column} FROM record WHERE n = ?", (n,)).fetchone()
        db.execute(f"UPDATE record SET {column} = ? WHERE n = ?", (_other(value, chance), n))
        db.commit()
    finally:
        db.close()


def _other(value: object, chance: random.Random) -> object:
    kind = chance.choice(["same", "same", "same", "text", "blob", "null", "number"])
    if kind == "same" and isinstance(value, bytes) and value:
        place = chance.randrange(len(value))
        return value[:place] + bytes([value[place] ^ 1 << chance.randrange(8)]) + value[place + 1 :]
    if kind == "same" and isinstance(value, int | float):
        return value + chance.choice([-1, 1, 0.001, 2**40])
    if kind == "same" and isinstance(value, str):
        return value + chance.choice(["x", " ", "\0"])
    plain = {"text": str(value), "blob": str(value).encode(), "null": None}
    return plain.get(kind, chance.randint(-3, 3))


def rebuilt(path: Path, chance: random.Random, *, key: int | None = None) -> None:
    """Change a record, drop some or put one in, and make the whole chain anew; with ``key`` sign it anew too."""
    store = Store(path, read_only=True)
    records = list(store.records())
    kept = store.checkpoint()
    store.close()
    at, way = chance.randrange(2, len(records)), chance.choice(["award", "drop", "put in", "move", "none"])
    if way == "award" or (way == "none" and key is None):
        body = records[at].body.replace(b"300", b"900") + b" "
        records[at] = msgspec.structs.replace(records[at], body=body)
    elif way == "drop":
        del records[at : at + chance.randint(1, 5)]
    elif way == "put in":
        records.insert(at, records[chance.randrange(2, len(records))])
    elif way == "move":
        records.insert(chance.randrange(2, len(records)), records.pop(at))
    _chain_anew(path, records, None if key is None else SignKey(bytes([key]) * 32), kept)


def _chain_anew(path: Path, records: list[Record], sign: SignKey | None, kept: Any) -> None:
    rows, before, heard = [], GENESIS, {}
    for n, record in enumerate(records, 1):
        new = msgspec.structs.replace(record, n=n)
        fields = fields_of(new.body)
        if sign is not None and n == 1:
            new = msgspec.structs.replace(new, body=msgspec.json.encode({**fields, "key": sign.public.hex()}))
        if sign is not None and new.kind == "signed":
            state = fields["state"] and state_digest(kept)
            body = msgspec.json.encode({**fields, "records": n - 1, "state": state})
            new = sign.fill(msgspec.structs.replace(new, body=body), before)
        before = new.digest(before)
        rows.append((*[getattr(new, column) for column in COLUMNS[:-1]], before))
        if new.device is not None:
            heard[new.device] = (new.device, new.boot, new.seq, new.device_us)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM record")
        db.executemany(f"INSERT INTO record VALUES ({'?, ' * 11}?)", rows)
        db.execute("DELETE FROM heard")
        db.executemany("INSERT INTO heard VALUES (?, ?, ?, ?)", heard.values())


def unsigned(path: Path, chance: random.Random) -> None:
    """Take the signatures off, change what a hand paid, and make the chain anew."""
    store = Store(path, read_only=True)
    records = [one for one in store.records() if one.kind != "signed"]
    store.close()
    changed = [msgspec.structs.replace(one, body=one.body.replace(b"300", b"900")) for one in records]
    _chain_anew(path, changed, None, None)
    db = sqlite3.connect(path)
    db.execute("DELETE FROM checkpoint")
    db.commit()
    db.close()


def cut_tail(path: Path, chance: random.Random) -> None:
    """Cut records off the end and leave everything else as if they had never been."""
    store = Store(path, read_only=True)
    (last, _), _ = store.head(), store.close()
    cut_to(path, chance.randrange(1, last))


def cut_to(path: Path, count: int) -> None:
    """Leave the first ``count`` records, and beside them what fits as far as it is at hand."""
    store = Store(path, read_only=True)
    records, kept = list(store.records())[:count], store.checkpoint()
    store.close()
    _chain_anew(path, records, None, kept)
    if not any(one.kind == "signed" and fields_of(one.body)["state"] for one in records):
        db = sqlite3.connect(path)
        db.execute("DELETE FROM checkpoint")
        db.commit()
        db.close()


def other_key(path: Path, chance: random.Random) -> None:
    """Make chain and signatures anew with another key."""
    rebuilt(path, chance, key=2)


def by_bytes(change: Callable[[bytearray, random.Random], None]) -> Callable[[Path, random.Random], None]:
    """Return a tampering of the file's bytes."""

    def tamper(path: Path, chance: random.Random) -> None:
        content = bytearray(path.read_bytes())
        change(content, chance)
        path.write_bytes(content)

    return tamper


def _flip(content: bytearray, chance: random.Random) -> None:
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)


def _overwrite(content: bytearray, chance: random.Random) -> None:
    at, length = chance.randrange(len(content)), chance.randint(2, 600)
    content[at : at + length] = chance.choice([bytes, chance.randbytes])(len(content[at : at + length]))


def _swap_pages(content: bytearray, chance: random.Random) -> None:
    one, other = chance.sample(range(len(content) // 4096), 2)
    first, second = slice(one * 4096, one * 4096 + 4096), slice(other * 4096, other * 4096 + 4096)
    content[first], content[second] = content[second], content[first]


def _truncate(content: bytearray, chance: random.Random) -> None:
    del content[chance.randrange(len(content)) :]


def _insert(content: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(content))
    content[at:at] = chance.randbytes(chance.randint(1, 64))


TAMPERINGS: dict[str, Callable[[Path, random.Random], None]] = {
    "a column changed": change_column,
    "a record removed": by_sql("DELETE FROM record WHERE n = {n}"),
    "records removed, the rest renumbered": by_sql(
        "DELETE FROM record WHERE n = {n}", "UPDATE record SET n = -n WHERE n > {n}",
        "UPDATE record SET n = -n - 1 WHERE n < 0",
    ),
    "a record put in": by_sql(
        "INSERT INTO record SELECT {last} + {x}, log, line, kind, t, body, sealed, device, boot, seq, device_us, "
        "digest FROM record WHERE n = {n}"
    ),
    "two records swapped": by_sql(
        "UPDATE record SET n = 100000 WHERE n = {n}", "UPDATE record SET n = {n} WHERE n = {m}",
        "UPDATE record SET n = {m} WHERE n = 100000",
    ),
    "the end cut off": by_sql("DELETE FROM record WHERE n > {n}"),
    "the end cut off, all else made to fit": cut_tail,
    "the chain made anew": rebuilt,
    "the chain made anew and signed with another key": other_key,
    "the signatures taken off, the chain made anew": unsigned,
    "heard changed": by_sql("UPDATE heard SET seq = seq + {x}"),
    "heard removed": by_sql("DELETE FROM heard WHERE device = 'shoe'"),
    "heard put in": by_sql("INSERT INTO heard VALUES ('camera', 1, {n}, 0)"),
    "the state changed": by_sql("UPDATE checkpoint SET sealed = CAST(X'00' || substr(sealed, 2) AS BLOB), n = {n}"),
    "the state removed": by_sql("DELETE FROM checkpoint"),
    "a table, view or trigger put in": by_sql(
        "CREATE TRIGGER t{x} AFTER INSERT ON record BEGIN DELETE FROM record WHERE n = {n}; END"
    ),
    "another version written on it": by_sql("PRAGMA user_version = {x}{x}"),
    "a bit flipped": by_bytes(_flip),
    "bytes written over": by_bytes(_overwrite),
    "pages swapped": by_bytes(_swap_pages),
    "the file cut": by_bytes(_truncate),
    "bytes put in": by_bytes(_insert),
}  # fmt: skip


def swapped(sound: Path, folder: Path) -> dict[str, Path]:
    """Return files that could be put in the place of the sound one: another table's, an older copy, an empty one."""
    others = {"another table's journal": folder / "other.db", "an older copy": folder / "older.db"}
    write(others["another table's journal"], key=3)
    write(others["an older copy"], key=1, hands=1)
    others["an empty file"] = folder / "empty.db"
    others["an empty file"].write_bytes(b"")
    return others


def campaign(count: int, seed: int) -> tuple[dict[str, Counter[str]], list[str]]:
    """Tamper ``count`` times; return by kind how many were found, changed nothing, or were missed, and which."""
    chance = random.Random(seed)
    results: dict[str, Counter[str]] = {name: Counter() for name in TAMPERINGS}
    missed: list[str] = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        known = write(folder / "sound.db")
        sound, seen = (folder / "sound.db").read_bytes(), contents(folder / "sound.db")
        assert not verify(folder / "sound.db", known).problem
        for name, path in swapped(folder / "sound.db", folder).items():
            results[name] = Counter([_told(path, known, seen)])
        path, names = folder / "tampered.db", list(TAMPERINGS)
        for number in range(count):
            name = names[number % len(names)]
            for left in folder.glob("tampered.db*"):
                left.unlink()
            path.write_bytes(sound)
            try:
                TAMPERINGS[name](path, chance)
            except sqlite3.Error:
                results[name]["refused by the database"] += 1
                continue
            told = _told(path, known, seen)
            results[name][told] += 1
            if told == "missed":
                missed.append(f"{name}, number {number}")
    return results, missed


def _told(path: Path, known: Anchors, seen: Contents) -> str:
    found = bool(verify(path, known).problem)
    if contents(path) == seen:
        return "nothing to be seen, told" if found else "nothing to be seen"
    return "found" if found else "missed"


def main() -> int:
    """Run a campaign and print what came of it by kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    results, missed = campaign(given.count, given.seed)
    for name, counts in results.items():
        print(f"{name:50} " + ", ".join(f"{told} {times}" for told, times in sorted(counts.items())))  # noqa: T201
    total = sum(results.values(), Counter[str]())
    print(json.dumps({"tamperings": sum(total.values()), **total, "which": missed}))  # noqa: T201
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

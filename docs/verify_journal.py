"""Check a Floorcall journal with nothing of Floorcall: python verify_journal.py table.db PUBLIC_KEY [HEAD ...]"""

import hashlib
import json
import sqlite3
import sys
from contextlib import closing

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

COLUMNS = "n, log, line, kind, t, body, sealed, device, boot, seq, device_us, digest"
OURS = {(2, "table", name) for name in ("record", "heard", "checkpoint")}


def digest_of(content):
    return hashlib.blake2b(content, digest_size=32).digest()


def check(path, public, heads=()):
    """Return the first thing wrong, "" where all is as the holder of ``public`` signed it."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        db.execute("BEGIN")
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        head, count, signed, journal, state, heard, left = bytes(32), 0, 0, "", None, {}, set(heads)
        for *row, digest in db.execute(f"SELECT {COLUMNS} FROM record ORDER BY n"):
            n, log, line, kind, t, body, sealed, *source = row
            if n != count + 1 or digest_of(head + msgspec.msgpack.encode(row)) != digest:
                return f"record {count + 1} is not the one that was written"
            told = json.loads(body) if kind in ("journal", "signed") else {}
            if (n == 1) != (kind == "journal") or (n == 1 and told["key"] != public):
                return f"record {n} is of another key's journal"
            journal = told["id"] if n == 1 else journal
            if kind == "signed":
                key.verify(sealed, body)
                place = (told["journal"], told["records"], told["head"], told["log"], told["t"], None)
                if place != (journal, count, head.hex(), log, t, line):
                    return f"records {signed + 1} to {count} are not those that were signed"
                signed, state = n, told["state"] or state
            heard |= {} if None in source[:3] else {source[0]: (*source[:3], source[3] or 0)}
            head, count, left = digest, n, {noted for noted in left if not digest.hex().startswith(noted)}
        if sorted(db.execute("SELECT device, boot, seq, device_us FROM heard")) != sorted(heard.values()):
            return "what was last heard of a device is not what the records say"
        kept = [digest_of(b"%d " % n + s).hex() for n, s in db.execute("SELECT n, sealed FROM checkpoint")]
        if kept != ([state] if state else []):
            return "the state that is kept is not the one that was signed"
        tables = db.execute("SELECT user_version, type, name FROM sqlite_master, pragma_user_version")
        if beside := OURS ^ set(tables):
            return f"the file holds, or lacks, {min(beside)}"
        return f"no record has the head {min(left)}: the end is missing" if left else ""


if __name__ == "__main__":
    try:
        problem = check(*sys.argv[1:3], sys.argv[3:])
    except (InvalidSignature, sqlite3.Error, ValueError, KeyError, TypeError) as error:
        problem = f"cannot be read or is not signed with that key: {error!r}"
    sys.exit(problem or 0)

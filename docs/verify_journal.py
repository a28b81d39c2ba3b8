"""Check a Floorcall journal with nothing of Floorcall: python verify_journal.py table.db PUBLIC_KEY [HEAD ...]"""

import hashlib
import json
import sqlite3
import sys

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

COLUMNS = "n, log, line, kind, t, body, sealed, device, boot, seq, device_us, digest"


def check(path, public, heads=()):
    """Return the first thing wrong, "" where all is as the holder of ``public`` signed it."""
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    db.execute("BEGIN")
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
    head, count, signed, journal, state, heard, left = bytes(32), 0, 0, "", None, {}, set(heads)
    for *row, digest in db.execute(f"SELECT {COLUMNS} FROM record ORDER BY n"):
        n, log, line, kind, t, body, sealed, device, boot, seq, device_us = row
        if (
            n != count + 1
            or hashlib.blake2b(head + msgspec.msgpack.encode(row), digest_size=32).digest() != digest
        ):
            return f"record {count + 1} is not the one that was written"
        if n == 1 and (kind, json.loads(body)["key"]) != ("journal", public):
            return "record 1 is of another key's journal"
        journal = json.loads(body)["id"] if n == 1 else journal
        if kind == "signed":
            key.verify(sealed, body)
            told = json.loads(body)
            place = (told["journal"], told["records"], told["head"], told["log"], told["t"], None)
            if place != (journal, count, head.hex(), log, t, line):
                return f"records {signed + 1} to {count} are not those that were signed"
            signed, state = n, told["state"] or state
        if None not in (device, boot, seq):
            heard[device] = (boot, seq, device_us or 0)
        head, count = digest, n
        left = {noted for noted in left if not digest.hex().startswith(noted)}
    kept = {name: tuple(last) for name, *last in db.execute("SELECT device, boot, seq, device_us FROM heard")}
    if kept != heard:
        return "what was last heard of a device is not what the records say"
    states = [
        hashlib.blake2b(b"%d " % n + s, digest_size=32).hexdigest()
        for n, s in db.execute("SELECT n, sealed FROM checkpoint")
    ]
    if states != ([state] if state else []):
        return "the state that is kept is not the one that was signed"
    return f"no record has the head {min(left)}: the end is missing" if left else ""


if __name__ == "__main__":
    try:
        problem = check(*sys.argv[1:3], sys.argv[3:])
    except (InvalidSignature, sqlite3.Error, ValueError, KeyError, TypeError) as error:
        problem = f"cannot be read or is not signed with that key: {error!r}"
    sys.exit(problem or 0)

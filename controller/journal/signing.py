"""Signs the heads of the chain with the table's own Ed25519 key.

A signed head says how many records the journal held, the digest of the last one, the hour and the program's
build. Whoever has the public key can check it with nothing else; docs/journal.md has the format.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any, Final

import msgspec
from nacl.exceptions import CryptoError
from nacl.signing import SigningKey, VerifyKey

from controller.journal.records import Record
from controller.journal.seal import read_key

CREDENTIAL: Final = "sign.key"
"""The key's name among systemd's credentials, where the service has it from there."""


class SignedHead(msgspec.Struct, frozen=True, kw_only=True):
    """One signed head as it leaves the table: what is signed, as bytes of JSON, by which key, and how."""

    signed: str
    signature: str
    key: str


class SignKey:
    """Signs with the table's key."""

    def __init__(self, key: bytes) -> None:
        self._key = SigningKey(key)
        self.public = bytes(self._key.verify_key)

    def fill(self, record: Record, before: bytes) -> Record:
        """Return a record of a signed head whose place in the chain is known now: ``before`` is the head."""
        fields: dict[str, Any] = msgspec.json.decode(record.body)
        body = msgspec.json.encode({**fields, "head": before.hex()})
        return msgspec.structs.replace(record, body=body, sealed=self.sign(body))

    def sign(self, text: bytes) -> bytes:
        """Return the signature on ``text``."""
        return self._key.sign(text).signature

    def told(self, record: Record) -> SignedHead:
        """Return a filled record as it leaves the table."""
        return SignedHead(
            signed=record.body.decode(), signature=(record.sealed or b"").hex(), key=self.public.hex()
        )


def is_signed(public: bytes, text: bytes, signature: bytes) -> bool:
    """Whether ``signature`` is that of the key ``public`` on ``text``."""
    try:
        VerifyKey(public).verify(text, signature)
    except (CryptoError, ValueError):
        return False
    return True


def fingerprint(public: bytes) -> str:
    """Return sixteen characters by which people compare a public key."""
    return hashlib.blake2b(public, digest_size=8).hexdigest()


def load_sign_key(path: Path) -> SignKey:
    """Read the key among systemd's credentials, else at ``path``. Raise SealError with what to do."""
    return SignKey(read_key(place_of_key(path), "signing"))


def place_of_key(path: Path) -> Path:
    """Return where the key is read from: systemd's credential where the service has one, else ``path``."""
    folder = os.environ.get("CREDENTIALS_DIRECTORY")
    given = Path(folder) / CREDENTIAL if folder else None
    return given if given is not None and given.exists() else path

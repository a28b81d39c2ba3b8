"""Seals a hand's key for the auditor alone: a box that only the holder of an X25519 key can open.

A box is the public half of a key made for it alone, then the hand's key under ChaCha20-Poly1305 (RFC 8439)
with the key BLAKE2b(shared secret, that half, the auditor's half) and nonce 0, bound to its record's place.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from controller.journal.seal import SealError, read_key

PUBLIC_BYTES = 32


class Opener:
    """Opens boxes with the auditor's key; a table without an auditor has its sealing key in that place."""

    def __init__(self, key: bytes) -> None:
        private = hashlib.blake2b(b"opens the boxes of hands", key=key, digest_size=32).digest()
        self._private = X25519PrivateKey.from_private_bytes(private)
        self.public = self._private.public_key().public_bytes_raw()

    def open(self, box: bytes, place: bytes) -> bytes:
        """Return the key in ``box``. Raise SealError for another auditor's box, place or content."""
        half = box[:PUBLIC_BYTES]
        try:
            shared = self._private.exchange(X25519PublicKey.from_public_bytes(half))
            wrap = _wrap(shared, half, self.public)
            return wrap.decrypt(bytes(12), box[PUBLIC_BYTES:], place)
        except (InvalidTag, ValueError) as error:
            raise SealError("the key does not open this record") from error


def box_for(public: bytes, key: bytes, place: bytes) -> bytes:
    """Return ``key`` in a box for the auditor whose public half is ``public``."""
    once = X25519PrivateKey.generate()
    half = once.public_key().public_bytes_raw()
    shared = once.exchange(X25519PublicKey.from_public_bytes(public))
    return half + _wrap(shared, half, public).encrypt(bytes(12), key, place)


def _wrap(shared: bytes, half: bytes, public: bytes) -> ChaCha20Poly1305:
    return ChaCha20Poly1305(hashlib.blake2b(shared + half + public, digest_size=32).digest())


def load_opener(path: Path) -> Opener:
    """Read an auditor's key file. Raise SealError with what to do."""
    return Opener(read_key(path, "sealing"))


def load_public(path: Path, whose: str = "auditor's") -> bytes:
    """Read the public half of a key, 64 hexadecimal digits. Raise SealError where it is none."""
    try:
        public = bytes.fromhex(path.read_text("ascii").strip())
    except OSError as error:
        raise SealError(f"{path}: the {whose} public key cannot be read: {error.strerror}") from error
    except ValueError:
        public = b""
    if len(public) != PUBLIC_BYTES:
        raise SealError(f"{path}: is no public key, 64 hexadecimal digits ({whose})")
    return public

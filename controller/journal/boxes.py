"""Seals a hand's key for the auditor alone: a box that only the holder of an X25519 key can open.

A box is the public half of a key made for it alone, then the hand's key under ChaCha20-Poly1305 (RFC 8439)
with the key BLAKE2b(shared secret, that half, the auditor's half) and nonce 0, bound to its record's place.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from nacl.bindings import crypto_aead_chacha20poly1305_ietf_encrypt as encrypt
from nacl.bindings import crypto_scalarmult, crypto_scalarmult_base
from nacl.exceptions import CryptoError

from controller.journal.seal import KEY_BYTES, NOT_OPENED, SealError, decrypted, read_key

PUBLIC_BYTES = 32
_NONCE = bytes(12)


class Opener:
    """Opens boxes with the auditor's key; a table without an auditor has its sealing key in that place."""

    def __init__(self, key: bytes) -> None:
        self._private = hashlib.blake2b(b"opens the boxes of hands", key=key, digest_size=32).digest()
        self.public = crypto_scalarmult_base(self._private)

    def open(self, box: bytes, place: bytes) -> bytes:
        """Return the key in ``box``. Raise SealError for another auditor's box, place or content."""
        half = box[:PUBLIC_BYTES]
        wrap = _wrap(_shared(self._private, half), half, self.public)
        return decrypted(box[PUBLIC_BYTES:], place, _NONCE, wrap)


def box_for(public: bytes, key: bytes, place: bytes) -> bytes:
    """Return ``key`` in a box for the auditor whose public half is ``public``."""
    once = os.urandom(KEY_BYTES)
    half = crypto_scalarmult_base(once)
    return half + encrypt(key, place, _NONCE, _wrap(_shared(once, public), half, public))


def _shared(private: bytes, public: bytes) -> bytes:
    """Return the secret of two keys. Raise SealError for a public one that is none."""
    if len(public) != PUBLIC_BYTES:  # libsodium reads as many bytes, whether they are there or not
        raise SealError(NOT_OPENED)
    try:
        return crypto_scalarmult(private, public)
    except CryptoError as error:
        raise SealError(NOT_OPENED) from error


def _wrap(shared: bytes, half: bytes, public: bytes) -> bytes:
    return hashlib.blake2b(shared + half + public, digest_size=32).digest()


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

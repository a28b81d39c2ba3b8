"""Seals and opens with the table's keys, and makes stand-ins for tags.

A key is 32 random bytes; the table's own lies in a file outside the journal's folder, mode 0600. Sealing is
ChaCha20-Poly1305 (RFC 8439) with a random nonce; the record's place in the journal is bound in, so that
a sealed text cannot be moved to another record.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from shlex import quote

from nacl.bindings import crypto_aead_chacha20poly1305_ietf_decrypt as decrypt
from nacl.bindings import crypto_aead_chacha20poly1305_ietf_encrypt as encrypt
from nacl.exceptions import CryptoError

KEY_BYTES = 32
NOT_OPENED = "the key does not open this record"
WHICH_KEY = "is `journal.seal_key` the key that this journal was written with?"
_NONCE_BYTES = 12


class SealError(ValueError):
    """The sealing key cannot be used, or does not open what it should."""


class Seal:
    """Seals and opens with one key."""

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_BYTES:
            raise SealError(f"a sealing key has {KEY_BYTES} bytes, not {len(key)}")
        self.key = key
        self._token_key = hashlib.blake2b(b"stand-ins for tags", key=key, digest_size=32).digest()

    def seal(self, plain: bytes, place: bytes) -> bytes:
        """Return ``plain`` sealed for ``place``."""
        nonce = os.urandom(_NONCE_BYTES)
        return nonce + encrypt(plain, place, nonce, self.key)

    def open(self, sealed: bytes, place: bytes) -> bytes:
        """Return what was sealed for ``place``. Raise SealError for another key, place or content."""
        return decrypted(sealed[_NONCE_BYTES:], place, sealed[:_NONCE_BYTES], self.key)

    def token(self, tag: str) -> str:
        """Return the stand-in for ``tag``, the same as long as the key is."""
        return "~" + hashlib.blake2b(tag.encode(), key=self._token_key, digest_size=10).hexdigest()


def decrypted(sealed: bytes, place: bytes, nonce: bytes, key: bytes) -> bytes:
    """Return what was encrypted for ``place``. Raise SealError for another key, place or content."""
    try:
        return decrypt(sealed, place, nonce, key)
    except (CryptoError, ValueError) as error:
        raise SealError(NOT_OPENED) from error


class OldSeal(Seal):
    """Opens what journals of version 1 sealed: one key for all, a stand-in for each hand."""

    def token(self, tag: str, scope: str = "") -> str:
        """Return the stand-in that ``tag`` had within ``scope``."""
        return super().token(f"{scope}\0{tag}")


def load_seal(path: Path) -> Seal:
    """Read the key file at ``path``. Raise SealError with what to do."""
    return Seal(read_key(path, "sealing"))


def read_key(path: Path, what: str) -> bytes:
    """Return the 32 bytes of the ``what`` key at ``path``. Raise SealError with what to do."""
    try:
        mode = path.stat().st_mode
        key = path.read_bytes()
    except OSError as error:
        raise SealError(f"{path}: the {what} key cannot be read: {error.strerror}") from error
    if mode & 0o077:
        raise SealError(f"{path}: others can read the {what} key; run: chmod 600 {quote(str(path))}")
    if len(key) != KEY_BYTES:
        raise SealError(f"{path}: a {what} key has {KEY_BYTES} bytes, this file has {len(key)}")
    return key


def make_key(path: Path, what: str = "sealing") -> None:
    """Write a new ``what`` key at ``path``, mode 0600, durable. Raise SealError where that cannot be done."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(os.urandom(KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise SealError(f"{path}: no {what} key could be written: {error.strerror}") from error

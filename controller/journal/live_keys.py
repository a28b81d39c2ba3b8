"""Keeps the keys that the table still needs: of the hand that is played, and of its last state.

They lie in a file of fixed size beside the journal, sealed with the table's key, and are written over in
place: a hand's key is gone once the hand is over and its end is safe. Two copies, one after the other, so
that a torn write leaves one whole.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final, Literal

import msgspec

from controller.journal.seal import Seal, SealError

_COPY_BYTES: Final = 4096
_PLACE: Final = b"floorcall live keys"


class LiveKey(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """A key in use. ``n`` is the record that it is of; ``start`` the line of its hand's start, None between hands.

    ``deck`` is that of a deck's list of tags, which says nothing of a past hand whose tags nobody has.
    """

    kind: Literal["hand", "deck", "state"]
    n: int
    start: int | None
    key: bytes


class _Copy(msgspec.Struct, frozen=True, array_like=True):
    written: int
    keys: tuple[LiveKey, ...]


class LiveFile:
    """The file. ``held`` is what it holds. Belongs to one thread at a time."""

    def __init__(self, journal: Path, seal: Seal) -> None:
        """Read the file beside ``journal``. Raise SealError where it is there and cannot be read."""
        self._path, self._seal = journal.with_name(journal.name + ".keys"), seal
        copies = sorted(self._copies(), key=lambda copy: copy.written) or [_Copy(0, ())]
        self._written, self.held = copies[-1].written, copies[-1].keys
        self._beside = copies[0].keys
        """What the older copy holds."""

    def write(self, keys: Iterable[LiveKey], *, ahead: bool = False) -> None:
        """Let the file hold ``keys`` and nothing else, durable; nothing where it does already.

        ``ahead``: only let no key of ``keys`` be lost: the older copy is written, and the other may hold what it held.
        """
        wanted = tuple(keys)
        there = wanted == self.held and self._path.exists()
        if there and (ahead or self._beside == wanted):
            return
        self._written += 1
        content = self._seal.seal(msgspec.msgpack.encode(_Copy(self._written, wanted)), _PLACE)
        if len(content) + 4 > _COPY_BYTES:
            raise OSError(f"{len(wanted)} keys are in use at one time")
        copy = (len(content).to_bytes(4, "big") + content).ljust(_COPY_BYTES, b"\0")
        descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            older = self._written % 2 * _COPY_BYTES
            for place in (older,) if ahead or there else (older, _COPY_BYTES - older):
                os.pwrite(descriptor, copy, place)
                os.fsync(descriptor)
        finally:
            os.close(descriptor)
        self._beside, self.held = self.held if ahead else wanted, wanted

    def _copies(self) -> Iterable[_Copy]:
        try:
            content = self._path.read_bytes()
        except FileNotFoundError:
            return
        except OSError as error:
            raise SealError(f"{self._path}: the keys in use cannot be read: {error.strerror}") from error
        for place in (0, _COPY_BYTES):
            copy = content[place : place + _COPY_BYTES]
            sealed = copy[4 : 4 + int.from_bytes(copy[:4], "big")]
            try:
                yield msgspec.msgpack.decode(self._seal.open(sealed, _PLACE), type=_Copy)
            except (SealError, msgspec.DecodeError):
                continue

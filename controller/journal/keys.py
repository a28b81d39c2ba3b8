"""Reads the keys of one table's journal out of the files that the configuration names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from controller.config import Config
from controller.journal.boxes import Opener, load_public
from controller.journal.seal import Seal, load_seal, make_key
from controller.journal.signing import SignKey, load_sign_key, place_of_key


class Keys(Struct, frozen=True):
    """``seal`` is the table's own, for what it still needs; ``sign`` signs; ``auditor`` is who opens hands.

    Where no auditor has a key of his own, the sealing key's holder opens them.
    """

    seal: Seal
    sign: SignKey
    auditor: bytes

    @property
    def own_opener(self) -> Opener | None:
        """What opens every hand, where the table itself holds it; None where an auditor alone does."""
        opener = Opener(self.seal.key)
        return opener if opener.public == self.auditor else None


def keys_of(seal: Seal, sign: SignKey, auditor: bytes | None = None) -> Keys:
    """Return the keys together; ``auditor`` None: the sealing key opens hands."""
    return Keys(seal, sign, auditor if auditor is not None else Opener(seal.key).public)


def load_keys(config: Config) -> Keys:
    """Read the keys that ``config`` names. Raise SealError with what to do."""
    auditor = None if config.auditor_path is None else load_public(config.auditor_path)
    return keys_of(load_seal(config.seal_key_path), load_sign_key(config.sign_key_path), auditor)


def make_missing(config: Config, say: Callable[[str, Path], None]) -> None:
    """Make the keys that are not there yet, and say which. Raise SealError where that cannot be."""
    for what, path in (("sealing", config.seal_key_path), ("signing", place_of_key(config.sign_key_path))):
        if not path.exists():
            make_key(path, what)
            say(what, path)

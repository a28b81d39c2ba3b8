"""Holds the keys of one table's journal together."""

from __future__ import annotations

from msgspec import Struct

from controller.journal.boxes import Opener
from controller.journal.seal import Seal
from controller.journal.signing import SignKey


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

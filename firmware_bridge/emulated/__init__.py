"""Emulates tag readers without hardware, with everything that is known to go wrong with them.

``field`` is the air: which tags lie on which antenna, and what a read of them gives. ``pn532`` and
``pepper`` answer as the chips do. ``python -m firmware_bridge.emulated --help`` puts one on a pty.
"""

from __future__ import annotations

from typing import Final, Protocol

from firmware_bridge.emulated.field import Field
from firmware_bridge.emulated.pepper import EmulatedPepper
from firmware_bridge.emulated.pn532 import EmulatedPn532


class Emulated(Protocol):
    """A reader without hardware: bytes of the host in, bytes for the host out."""

    field: Field

    def __init__(self, field: Field) -> None: ...

    def receive(self, data: bytes) -> list[bytes]:
        """Take bytes from the host; return what comes back, in pieces as they come."""


EMULATED: Final[dict[str, type[Emulated]]] = {"pn532": EmulatedPn532, "pepper": EmulatedPepper}
"""One for each name in ``firmware_bridge.readers.READERS``."""

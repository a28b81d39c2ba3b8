"""Keeps tags in the air, and faults between them and whoever reads them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, fields


@dataclass(slots=True)
class Faults:
    """How often what goes wrong, each 0 to 1 of the answers or reads that it can touch.

    On the line: ``bad_check`` (a bit flips), ``garbage`` (noise before an answer), ``stall`` (no answer at
    all), ``twice`` (an answer comes twice), ``torn`` (an answer comes in pieces). In the air: ``missed`` (a
    tag does not answer), ``ghost`` (two tags come back as the OR of both, and no error), ``cross`` (a tag of
    the neighbouring antenna answers), ``shifted`` (a tag id comes shifted by a byte, its check sound).
    """

    bad_check: float = 0.0
    garbage: float = 0.0
    stall: float = 0.0
    twice: float = 0.0
    torn: float = 0.0
    missed: float = 0.0
    ghost: float = 0.0
    cross: float = 0.0
    shifted: float = 0.0

    @classmethod
    def names(cls) -> list[str]:
        return [one.name for one in fields(cls)]


class Field:
    """Antennas 1 to 8 with tags on them. Tag ids are upper-case hex, as people write them."""

    def __init__(self, seed: int = 1) -> None:
        self.faults = Faults()
        self.collides = False
        """Whether the reader owns up to two tags that answered over each other."""
        self._chance = random.Random(seed)
        self._tags: dict[int, list[str]] = {}

    def place(self, antenna: int, tags: Sequence[str]) -> None:
        """Put exactly these tags on an antenna."""
        self._tags[antenna] = [tag.upper() for tag in tags]

    def strikes(self, fault: str) -> bool:
        """Draw whether a fault happens now."""
        share: float = getattr(self.faults, fault)
        return self._chance.random() < share

    def answer(self, antenna: int) -> list[str]:
        """Return the tag ids that a reader gets from an antenna now."""
        there = [tag for tag in self._tags.get(antenna, []) if not self.strikes("missed")]
        for neighbour in (antenna - 1, antenna + 1):
            there += [tag for tag in self._tags.get(neighbour, []) if self.strikes("cross")]
        if len(there) > 1 and self.strikes("ghost"):
            there = [*there[:-2], either(there[-2], there[-1])]
        return [tag[-2:] + tag[:-2] if self.strikes("shifted") else tag for tag in there]

    def on_the_line(self, answer: bytes) -> list[bytes]:
        """Return the pieces in which an answer comes out of the reader, damaged as the faults say."""
        if self.strikes("stall"):
            return []
        data = bytearray(answer)
        if self.strikes("bad_check"):
            data[self._chance.randrange(len(data))] ^= 1 << self._chance.randrange(8)
        data += answer if self.strikes("twice") else b""
        noise = self._chance.randbytes(self._chance.randrange(1, 9)) if self.strikes("garbage") else b""
        whole = noise + bytes(data)
        if not self.strikes("torn"):
            return [whole]
        cut = self._chance.randrange(1, len(whole))
        return [whole[:cut], whole[cut:]]


def either(tag: str, other: str) -> str:
    """Return what two tags of one length give where their bits come as one: the OR of both."""
    return f"{int(tag, 16) | int(other, 16):0{len(tag)}X}"

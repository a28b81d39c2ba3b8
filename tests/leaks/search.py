"""What hides a tag or a card in bytes: the forms that are searched for, and where live cards may not be named."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import zstandard

COMMON: Final = "E00401C3A5D7"
"""What all tags of this night begin with, as those of one maker do: whatever shows a part of one shows some of it."""
CARDS: Final = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
CARD: Final = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")
_RANKS: Final = [
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
]
_SPELT: Final = re.compile(
    rb"(?i)\b(?:"
    + "|".join(_RANKS).encode()
    + rb") of (?:clubs|diamonds|hearts|spades)|[2-9TJQKA][\xe2]\x99[\xa0-\xa7]"
)


def new_deck(chance: Random, number: int) -> dict[str, str]:
    """Return a deck's tags by card, all beginning alike and unlike those of any other number."""
    serials = chance.sample(range(256), len(CARDS))
    return {card: f"{COMMON}{number:02X}{serial:02X}" for card, serial in zip(CARDS, serials, strict=True)}


def _forms() -> dict[str, bytes]:
    """Return what every tag has in common, in each form that could hide it."""
    raw = bytes.fromhex(COMMON)
    text = COMMON.encode()
    forms = {
        "text": text, "small letters": text.lower(), "its end": text[4:], "bytes": raw, "bytes, turned round": raw[::-1],
        "text, turned round": text[::-1], "hexadecimal of the text": text.hex().encode(), "UTF-16": COMMON.encode("utf-16-le"),
        "UTF-16, turned": COMMON.encode("utf-16-be"), "with colons": ":".join(re.findall("..", COMMON)).encode(),
        "with spaces": " ".join(re.findall("..", COMMON)).encode(), "a number": str(int(COMMON + "0000", 16))[:12].encode(),
        "UTF-32": COMMON.encode("utf-32-le"), "percent": "".join(f"%{b:02X}" for b in raw).encode(),
    }  # fmt: skip
    for name, content in (("text", text), ("bytes", raw)):
        for shift in range(3):
            coded = base64.b64encode(bytes(shift) + content)
            forms[f"base64 of the {name}, {shift}"] = coded[4 if shift else 0 : len(coded) // 4 * 4 - 4]
    return forms


FORMS: Final = _forms()


def tags_in(content: bytes) -> list[str]:
    """Return in which forms tags are in ``content``, packed parts of it too."""
    found = [name for name, form in FORMS.items() if form in content]
    for unpacked in _unpacked(content):
        found += [f"packed: {name}" for name in tags_in(unpacked)]
    return found


def _unpacked(content: bytes) -> list[bytes]:
    found = []
    for start in (match.start() for match in re.finditer(rb"\x28\xb5\x2f\xfd", content)):
        try:
            found.append(
                zstandard.ZstdDecompressor().decompressobj().decompress(content[start : start + (1 << 20)])
            )
        except zstandard.ZstdError:
            continue
    for start in (match.start() for match in re.finditer(rb"\x1f\x8b\x08|\x78[\x01\x9c\xda]", content)):
        for bits in (31, 15):
            try:
                unpacked = zlib.decompressobj(bits).decompress(content[start : start + (1 << 16)], 1 << 20)
            except zlib.error:
                continue
            found += [unpacked] if len(unpacked) > 5 else []
    return found


def cards_in(value: Any) -> set[str]:
    """Return every card that is named in ``value``, wherever it stands."""
    text = value if isinstance(value, str) else json.dumps(value)
    return set(CARD.findall(text))


@dataclass
class Found:
    """What a campaign has searched, by channel, and what it found."""

    searched: Counter[str] = field(default_factory=Counter)
    leaks: list[str] = field(default_factory=list)

    def look(self, channel: str, content: bytes) -> None:
        """Search what left by ``channel`` for tags."""
        self.searched[channel] += len(content)
        self.leaks += [f"{channel}: a tag as {name}" for name in tags_in(content)]

    def look_for_cards(self, channel: str, content: Any, allowed: set[str]) -> None:
        """Search what left by ``channel`` for cards that nobody may see."""
        live = cards_in(content) - allowed
        self.leaks += [f"{channel}: {card}" for card in sorted(live)]

    def look_for_words(self, channel: str, content: bytes, allowed: Iterable[str] = ()) -> None:
        """Search text that spells out no card at all, and names none that nobody may see."""
        self.look_for_cards(channel, content.decode("utf-8", "replace"), set(allowed))
        self.leaks += [f"{channel}: {match[0]!r}" for match in _SPELT.finditer(content)]

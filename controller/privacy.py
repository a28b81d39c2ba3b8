"""Redacts everything that leaves the process, at one gate: no tag, and no card that is not public.

A card is public once it lies on the board or was tabled. Snapshots, findings, log lines, metrics and what
the journal keeps in the clear all go through ``redact``; nothing else decides what may be shown.

Ground rules: when in doubt a card stays hidden. A tag is hidden for ever, whatever card it stands for. A
word that reads as a card ("As") is hidden too where that card is not public: better a dull sentence than
a hole card.
"""

from __future__ import annotations

import copy
import hashlib
import re
import secrets as chance
from collections.abc import Iterable, MutableMapping
from typing import Any, NamedTuple, TypeVar

import msgspec

HIDDEN_CARD = "??"
HIDDEN_TAG = "(tag)"

_CARD = re.compile(r"(?<![0-9A-Za-z])(?:[2-9TJQKA][cdhs]|Jk)(?![0-9A-Za-z])")
_WORD = re.compile(r"[0-9A-Za-z_.:-]+")
_JOINTS = re.compile(r"([_.:-]+)")
_LEAST_DIGITS = 8
_HEX = re.compile(rf"[0-9A-Fa-f]{{{_LEAST_DIGITS},}}")
_TAGLIKE = re.compile(rb"(?<![0-9A-Za-z])[0-9A-Fa-f]{8,64}(?![0-9A-Za-z])")
_KEPT_TAGS = 50_000
_KEPT_TRACES = 50
"""Restarts whose tags are remembered."""

Value = TypeVar("Value")


class Traces(NamedTuple):
    """Tags as they may be kept: told again where they come, and not to be read."""

    salt: bytes
    lengths: frozenset[int]
    digests: frozenset[bytes]

    def know(self, tag: str) -> bool:
        """Return whether ``tag`` is among them."""
        return len(tag) in self.lengths and _digest(self.salt, tag) in self.digests


def _digest(salt: bytes, tag: str) -> bytes:
    return hashlib.blake2b(tag.encode(errors="surrogatepass"), key=salt, digest_size=16).digest()


class HiddenCards:
    """What must not get out now: every tag ever heard of, and every card that is not public."""

    def __init__(self) -> None:
        self._tags: dict[str, None] = {}
        """Tags of eight characters and more in capitals; shorter ones, which may be words, as they are."""
        self._traces: list[Traces] = []
        """Tags of before a restart."""
        self._salt = chance.token_bytes(32)
        self._digests: set[bytes] = set()
        self._shortest = 2**31
        self._lengths: set[int] = set()
        self._public: frozenset[str] = frozenset()
        self.version = 0
        """Grows whenever something may have to be shown otherwise than before."""

    @property
    def public(self) -> frozenset[str]:
        """The cards that lie on the board or were tabled, by name."""
        return self._public

    def learn(self, tags: Iterable[str]) -> None:
        """Note ``tags`` as secret. A tag that is a card's own name is guarded as that card."""
        for tag in map(_as_kept, tags):
            if tag not in self._tags and not _CARD.fullmatch(tag):
                self._tags[tag] = None
                self._digests.add(_digest(self._salt, tag))
                self._shortest = min(self._shortest, len(tag))
                if len(tag) >= _LEAST_DIGITS:
                    self._lengths.add(len(tag))
                self.version += 1
        while len(self._tags) > _KEPT_TAGS:
            oldest = next(iter(self._tags))
            del self._tags[oldest]
            self._digests.discard(_digest(self._salt, oldest))

    def traces(self) -> list[Traces]:
        """Return every tag that is guarded, for ``learn_traces`` after a restart: nobody can read it there."""
        known = Traces(self._salt, frozenset(map(len, self._tags)), frozenset(self._digests))
        return [*self._traces, known][-_KEPT_TRACES:]

    def learn_traces(self, traces: Iterable[Traces]) -> None:
        """Guard what was guarded before a restart."""
        for known in traces:
            self._traces.append(known)
            self._shortest = min([self._shortest, *known.lengths])
            self._lengths |= {length for length in known.lengths if length >= _LEAST_DIGITS}
        self.version += 1

    def learn_raw(self, payload: bytes) -> None:
        """Note everything in a payload that could not be understood but looks like a tag."""
        self.learn(found.decode() for found in _TAGLIKE.findall(payload))

    def show(self, cards: Iterable[str]) -> None:
        """Make exactly ``cards`` public."""
        public = frozenset(cards)
        if public != self._public:
            self._public = public
            self.version += 1

    def where(self, cards: Iterable[str]) -> HiddenCards:
        """Return the same secrets where ``cards`` alone are public: those of another hand."""
        other = copy.copy(self)
        other._public = frozenset(cards)
        return other

    def text(self, text: str) -> str:
        """Return ``text`` with tags and hidden cards blotted out."""
        if len(text) < 2:
            return text
        if _CARD.search(text):
            text = _CARD.sub(lambda card: card[0] if card[0] in self._public else HIDDEN_CARD, text)
        if len(text) >= self._shortest:
            text = _WORD.sub(self._untagged, text)
        return text

    def _untagged(self, word: re.Match[str]) -> str:
        if self._is_tag(_as_kept(word[0])):
            return HIDDEN_TAG
        parts = _JOINTS.split(word[0])
        text = "".join(HIDDEN_TAG if self._is_tag(_as_kept(part)) else part for part in parts)
        return _HEX.sub(self._unglued, text)

    def _is_tag(self, text: str) -> bool:
        return text in self._tags or any(known.know(text) for known in self._traces)

    def _unglued(self, digits: re.Match[str]) -> str:
        """Return a run of digits, hidden where a tag stands anywhere in it, in capitals or not."""
        run = digits[0].upper()
        for size in self._lengths:
            if any(self._is_tag(run[at : at + size]) for at in range(len(run) - size + 1)):
                return HIDDEN_TAG
        return digits[0]


def _as_kept(tag: str) -> str:
    return tag.upper() if len(tag) >= _LEAST_DIGITS else tag


def redact(value: Value, secrets: HiddenCards) -> Value:
    """Return ``value`` as it may leave the process.

    Takes plain values (dicts, lists, strings, numbers) and msgspec structs, and returns the same type.
    """
    if isinstance(value, msgspec.Struct):
        plain = _walk(msgspec.to_builtins(value, str_keys=True), secrets)
        return msgspec.convert(plain, type(value), str_keys=True)
    shown: Value = _walk(value, secrets)
    return shown


def _walk(value: Any, secrets: HiddenCards) -> Any:
    if isinstance(value, str):
        return secrets.text(value)
    if isinstance(value, dict):
        return {_walk(key, secrets): _walk(item, secrets) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_walk(item, secrets) for item in value]
    if isinstance(value, bytes):
        return secrets.text(value.decode(errors="replace"))
    if isinstance(value, msgspec.Struct):
        return _walk(msgspec.to_builtins(value, str_keys=True), secrets)
    if value is None or isinstance(value, bool | int | float):
        return value
    return secrets.text(str(value))


def log_gate(secrets: HiddenCards) -> Any:
    """Return the structlog processor that lets a log line out only through ``redact``."""

    def gate(_logger: Any, _name: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        return redact(dict(line), secrets)

    return gate

"""Makes a finding's evidence for the floor: a manifest, then parts, read from the journal once what follows has come.

What is sent holds no tag and no card: the strip that it comes from has none, and pictures are sealed to the floor's
key. What was not sent when the table stopped is sent once it is back; the floor knows by the digest what it has.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec

from controller.daemon.core import TableCore
from controller.room.pictures import PictureBook, Pictures
from controller.room.topics import evidence_name
from controller.rulebooks.elsewhere import Elsewhere, elsewhere
from controller.table_api import BadKey, Evidence
from controller.timeline.strip import AFTER_S, Strip

MOST_BYTES: Final = 256 * 1024
"""A part is never larger."""
SETTLED_S: Final = 1.0
"""How long after its last moment a strip is whole on disk, in seconds."""
TRIES: Final = 5
TAKES_NO_DOTS: Final = 2
"""A broker that went so often in a row at a topic with a dot takes none."""
MANIFEST: Final = "manifest"

Publish = Callable[[str, bytes], Awaitable[None]]
"""Sends what lies below a name; returns once the broker has it."""


class EvidenceOut:
    """Tells which findings' evidence is due, and makes its messages. Belongs to the event loop's thread."""

    def __init__(
        self, core: TableCore, read: Callable[[str], Awaitable[Evidence]], pictures: PictureBook, site: str,
        table: str,
    ) -> None:  # fmt: skip
        self._pictures = pictures
        self._core, self._read, self._site, self._table = core, read, site, table
        self._sent: set[str] = set()
        self._empty: Counter[str] = Counter()
        self._went = 0
        """How often in a row the broker went before it had what was sent with a dot in its topic."""

    def due(self) -> list[str]:
        """Return the findings whose evidence can be told and was not, the oldest first."""
        alerts = [alert.finding for alert in reversed(self._core.alerts.newest_first())]
        names = {finding.id for finding in alerts}
        self._sent &= names
        now = self._core.clock.now()
        return [
            finding.id
            for finding in alerts
            if finding.level != "info"
            and finding.evidence
            and finding.id not in self._sent
            and now >= finding.t + AFTER_S + SETTLED_S
            and self._pictures.of(finding) is not None
        ]

    async def send(self, publish: Publish) -> None:
        """Send what is due; what the broker did not get stays due."""
        for name in self.due():
            try:
                found = await self._read(name)
            except BadKey:  # forgotten meanwhile
                continue
            if not found.strip.marks and self._empty[name] < TRIES:  # the journal could not be read just now
                self._empty[name] += 1
                continue
            others = elsewhere(found.finding, self._core.book)
            log, pictures = self._core.journal.log, self._pictures.of(found.finding)
            for part, body in messages(found, others, pictures, self._site, self._table, log):
                await self._say(publish, name, part, body)
            self._sent.add(name)

    async def _say(self, publish: Publish, finding: str, part: str, body: bytes) -> None:
        """Send one message; where the broker went at it again and again, as NATS 2.9 does at a dot, its topic has none."""
        dots = self._went < TAKES_NO_DOTS
        self._went += dots
        await publish(evidence_name(finding, part, dots=dots), body)
        if dots:
            self._went = 0


def messages(
    found: Evidence, others: list[Elsewhere], pictures: Pictures | None, site: str, table: str, log: int
) -> list[tuple[str, bytes]]:
    """Return the manifest and the parts of a finding's evidence, each with its name.

    ``others`` is what the other books say, ``pictures`` what the cameras gave; who they are goes with the manifest.
    """
    taken = pictures or Pictures(cameras=[])
    bodies = [("strip", body) for body in parts_of(found.strip)]
    bodies += [("pictures", part.encode()) for part in taken.parts]
    whole = hashlib.sha256(b"".join(body for _, body in bodies))
    named = [(str(number), holds, body) for number, (holds, body) in enumerate(bodies, 1)]
    manifest = {
        "type": "evidence",
        "site": site,
        "table": table,
        "log": log,
        "finding": found.finding.id,
        "t": found.finding.t,
        "sha256": whole.hexdigest(),
        "parts": [
            {"part": name, "holds": holds, "bytes": len(body), "sha256": hashlib.sha256(body).hexdigest()}
            for name, holds, body in named
        ],
        "cameras": msgspec.to_builtins(taken.cameras),
        "elsewhere": msgspec.to_builtins(others),
    }
    parts = [(name, body) for name, _, body in named]
    return [(MANIFEST, msgspec.json.encode(manifest)), *parts]


def parts_of(strip: Strip, most: int = MOST_BYTES) -> list[bytes]:
    """Return a strip as JSON objects of at most ``most`` bytes; the marks are shared out among them."""
    plain: dict[str, Any] = msgspec.to_builtins(strip)
    head = {**plain, "marks": []}
    parts: list[bytes] = []
    marks: list[Any] = []
    room = most - len(msgspec.json.encode(head))
    for mark in plain["marks"]:
        size = len(msgspec.json.encode(mark)) + 1
        if marks and size > room:
            parts.append(msgspec.json.encode({**head, "marks": marks}))
            marks, room = [], most - len(msgspec.json.encode(head))
        marks.append(mark)
        room -= size
    return [*parts, msgspec.json.encode({**head, "marks": marks})]

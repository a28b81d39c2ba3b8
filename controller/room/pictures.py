"""Pictures of a finding: asked of the cameras that saw it, sealed to the floor's key, kept until the floor has them.

The cameras hide people and cards before a picture leaves them. What could still show a card that is not public is
sealed here, in memory: neither the table's disk nor the broker has a picture that anybody but the floor can open.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import msgspec
import structlog

from controller.camera.asking import Taken, ask
from controller.journal.boxes import box_for
from controller.table.outputs import Finding
from controller.timeline.strip import AFTER_S, BEFORE_S
from controller.whole_file import whole_file

if TYPE_CHECKING:  # the floor, which opens what is sealed here, needs no table
    from controller.config import DeviceConfig
    from controller.daemon.core import TableCore

COMES_S: Final = 0.6
"""How long after its last moment a finding's pictures are in the camera's memory, in seconds."""
LATE_S: Final = 12.0
"""Pictures so long after a finding's last moment are gone from the camera, in seconds."""
LOOK_S: Final = 0.4
KEPT_S: Final = 86_400.0
"""Sealed pictures stay at the table so long: a floor that is away may ask for them again."""
MOST_KEPT: Final = 128 * 1024 * 1024
MOST_PLAIN: Final = 180 * 1024
"""Bytes of pictures in a part: sealed and as JSON it is less than 256 KB."""

log = structlog.get_logger()
Why = Literal["", "no_key", "no_answer", "none", "late"]
"""Why there are no pictures: no key to seal them to, no answer, the camera saw nothing, asked too late."""


class OfCamera(msgspec.Struct, frozen=True, kw_only=True):
    """What one camera gave: how many pictures, or why none."""

    camera: str
    pictures: int = 0
    why: Why = ""


class Pictures(msgspec.Struct, frozen=True, kw_only=True):
    """The pictures of one finding: what each camera gave, and the parts as they go out."""

    cameras: list[OfCamera]
    parts: list[str] = []


class SealedPart(msgspec.Struct, frozen=True, kw_only=True):
    """A part as it goes out. ``to`` is the public half of the key that opens it, in hexadecimal digits."""

    to: str
    sealed: bytes


class PartOfCamera(msgspec.Struct, frozen=True):
    """What is sealed in a part: pictures of one camera, each with the log's seconds at which it was taken."""

    camera: str
    taken: list[Taken]


class PictureBook:
    """The pictures of a table's findings. Belongs to the event loop's thread."""

    def __init__(
        self, core: TableCore, devices: Sequence[DeviceConfig], folder: Path, key: bytes | None, table: str
    ) -> None:
        """``folder`` is where sealed pictures wait; ``key`` the floor's, None where the table has none.

        ``table`` is ``site/name``: what is sealed belongs to it.
        """
        self._core, self._folder, self._key, self._table = core, folder, key, table
        self._cameras = {one.label: one.path for one in devices if one.kind == "chips" and one.path}
        self._known: dict[str, Pictures | None] = {}
        """What is in hand; None is being fetched."""

    def of(self, finding: Finding) -> Pictures | None:
        """Return the pictures of a finding, as far as there are any; None while they may still come."""
        if not self._concerned(finding):
            return Pictures(cameras=[])
        return self._known.get(finding.id)

    async def run(self) -> None:
        """Fetch what is due, again and again."""
        await asyncio.to_thread(self._tidy)
        tidied = time.monotonic()
        while True:
            await asyncio.gather(*map(self._fetch, self._due()))
            if time.monotonic() - tidied > KEPT_S / 24:
                await asyncio.to_thread(self._tidy)
                tidied = time.monotonic()
            await asyncio.sleep(LOOK_S)

    def crashed(self, error: BaseException) -> None:
        """Say that fetching broke; it is started again."""
        log.error("fetching pictures broke", error=type(error).__name__)
        self._known = {name: one for name, one in self._known.items() if one is not None}

    def _due(self) -> list[Finding]:
        found = [alert.finding for alert in self._core.alerts.newest_first()]
        names = {finding.id for finding in found}
        self._known = {name: one for name, one in self._known.items() if name in names}
        now = self._core.clock.now()
        return [
            finding
            for finding in found
            if finding.level != "info" and finding.evidence and finding.id not in self._known
            and now >= finding.t + AFTER_S + COMES_S and self._concerned(finding)
        ]  # fmt: skip

    def _concerned(self, finding: Finding) -> list[str]:
        """Return the cameras that see the finding's seat, all of them where it has none."""
        coverage, seat = self._core.devices.coverage, finding.seat
        return [
            name for name in self._cameras
            if seat is None or not (zones := coverage.zones(name)) or {f"bet:{seat}", f"seat:{seat}"} & zones
        ]  # fmt: skip

    async def _fetch(self, finding: Finding) -> None:
        self._known[finding.id] = None
        path = self._path(finding)
        kept = await asyncio.to_thread(_read, path)
        if kept is None:
            asked = await asyncio.gather(*(self._ask(name, finding) for name in self._concerned(finding)))
            place = place_of(self._table, self._core.journal.log, finding.id)
            kept = Pictures(
                cameras=[told for told, _ in asked],
                parts=[part for told, taken in asked for part in self._sealed(told.camera, taken, place)],
            )
            await asyncio.to_thread(_write, path, kept)
        self._known[finding.id] = kept

    async def _ask(self, name: str, finding: Finding) -> tuple[OfCamera, list[Taken]]:
        clock = self._core.clock
        if self._key is None:
            return OfCamera(camera=name, why="no_key"), []
        if clock.now() > finding.t + AFTER_S + LATE_S:
            return OfCamera(camera=name, why="late"), []
        since, until = (clock.monotonic_of(finding.t + by) for by in (-BEFORE_S, AFTER_S))
        try:
            taken = await ask(self._cameras[name] or "", since, until)
        except OSError as error:
            log.warning("a camera gave no pictures", camera=name, error=str(error))
            return OfCamera(camera=name, why="no_answer"), []
        taken = [(clock.t_of(t), jpeg) for t, jpeg in taken if len(jpeg) < MOST_PLAIN]
        return OfCamera(camera=name, pictures=len(taken), why="" if taken else "none"), taken

    def _sealed(self, camera: str, taken: list[Taken], place: bytes) -> Iterable[str]:
        if self._key is None:
            return
        for some in _shared_out(taken):
            plain = msgspec.msgpack.encode(PartOfCamera(camera, some))
            part = SealedPart(to=self._key.hex(), sealed=box_for(self._key, plain, place))
            yield msgspec.json.encode(part).decode()

    def _path(self, finding: Finding) -> Path:
        name = hashlib.sha256(place_of(self._table, self._core.journal.log, finding.id)).hexdigest()[:32]
        return self._folder / f"{name}.json"

    def _tidy(self) -> None:
        """Delete what is old, and the oldest where it is too much."""
        held = 0
        for path in sorted(self._folder.glob("*.json"), key=lambda one: -one.stat().st_mtime):
            about = path.stat()
            held += about.st_size
            if held > MOST_KEPT or time.time() - about.st_mtime > KEPT_S:
                path.unlink(missing_ok=True)


def place_of(table: str, journal_log: int, finding: str) -> bytes:
    """Return what binds sealed pictures to their finding; ``table`` is ``site/name``."""
    return f"pictures {table} {journal_log} {finding}".encode()


def _shared_out(taken: list[Taken]) -> Iterable[list[Taken]]:
    """Yield pictures in portions that go into one part each."""
    some: list[Taken] = []
    size = 0
    for one in taken:
        if some and size + len(one[1]) > MOST_PLAIN:
            yield some
            some, size = [], 0
        some.append(one)
        size += len(one[1])
    if some:
        yield some


def _read(path: Path) -> Pictures | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Pictures)
    except (OSError, msgspec.DecodeError):
        return None


def _write(path: Path, pictures: Pictures) -> None:
    """Keep sealed pictures; a disk that takes none costs them after the next restart alone."""
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        with whole_file(path) as out:
            out.write(msgspec.json.encode(pictures))
    except OSError as error:
        log.warning("pictures cannot be kept", error=error.strerror)

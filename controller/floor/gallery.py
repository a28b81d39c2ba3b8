"""Pictures of evidence on the floor's side: the key that opens them, and what is in a sealed part."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import msgspec
import structlog

from controller.floor.push import KeyTrouble
from controller.journal.boxes import Opener, load_opener
from controller.journal.seal import SealError, make_key
from controller.room.pictures import PartOfCamera, SealedPart, place_of

log = structlog.get_logger()
_LENGTH: Final = struct.Struct(">I")


class Gallery:
    """Opens what tables have sealed to this floor."""

    def __init__(self, path: Path) -> None:
        """Read the key, or make it and write its public half beside it. Raise KeyTrouble for one that cannot be used.

        A folder that takes no key is no reason for the floor not to hear its tables: then no picture is opened.
        """
        self._opener: Opener | None = None
        try:
            if not path.exists():
                make_key(path, "sealing")
                path.with_suffix(".pub").write_text(f"{load_opener(path).public.hex()}\n")
        except (OSError, SealError) as error:
            log.warning("no key for pictures could be made", why=str(error))
            return
        try:
            self._opener = load_opener(path)
        except SealError as error:
            raise KeyTrouble(f"store.evidence_key: {error}") from error

    @property
    def public(self) -> bytes:
        """What tables seal to; empty where there is no key."""
        return b"" if self._opener is None else self._opener.public

    def open(self, sealed: Sequence[bytes], table: str, log_number: int, finding: str) -> list[PartOfCamera]:
        """Return what is in sealed parts of one finding of a table. Raise SealError for what this key does not open."""
        place = place_of(table, log_number, finding)
        if self._opener is None:
            raise SealError("this floor has no key for pictures")
        try:
            parts = [msgspec.json.decode(body, type=SealedPart) for body in sealed]
            opener = self._opener
            return [
                msgspec.msgpack.decode(opener.open(part.sealed, place), type=PartOfCamera) for part in parts
            ]
        except msgspec.MsgspecError as error:
            raise SealError("this is no sealed part") from error


def as_bytes(parts: Iterable[PartOfCamera], zero: float) -> bytes:
    """Return pictures for a page: the length of a head in four bytes, the head as JSON, then all JPEGs.

    The head has of each picture its camera, the seconds from ``zero``, and its number of bytes.
    """
    taken = [(part.camera, t, jpeg) for part in parts for t, jpeg in part.taken]
    head = msgspec.json.encode(
        [{"camera": camera, "t": round(t - zero, 2), "bytes": len(jpeg)} for camera, t, jpeg in taken]
    )
    return _LENGTH.pack(len(head)) + head + b"".join(jpeg for _, _, jpeg in taken)

"""Sees whether a file that is written still has its name and its length: else what is written counts for nothing.

SQLite goes on writing into a file that was removed, replaced or cut; what it writes is gone when the process
ends. As long as the connection is open, all of it can still be read from there and written anew.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from controller.journal.store import Store

_BESIDE = ("", "-wal", "-shm")
"""What SQLite keeps beside the file's own name."""


class Named:
    """The files under the journal's names as they are now."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._files = {name: _look(path, name) for name in ("", "-wal")}

    def lost(self) -> str:
        """Return what has become of file or write-ahead log since the last look; "" where nothing is lost of them."""
        for name, before in self._files.items():
            now = _look(self._path, name)
            if now is None or (before is not None and not os.path.samestat(now, before)):
                return "removed or replaced"
            if before is not None and now.st_size < before.st_size:
                return "cut"
            self._files[name] = now
        return ""


def write_anew(path: Path, store: Store) -> Path | None:
    """Write all that ``store`` holds anew under ``path``, durable, and close it.

    What has taken the name meanwhile is moved aside; return its new name. Raise OSError or sqlite3.Error
    where that cannot be; ``store`` is as it was then.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    anew = path.with_name(path.name + ".anew")
    anew.unlink(missing_ok=True)
    store.copy_to(anew)
    aside = _move_aside(path)
    store.close()
    for name in _BESIDE[1:]:
        path.with_name(path.name + name).unlink(missing_ok=True)
    anew.rename(path)
    sync_folder(path.parent)
    return aside


def _move_aside(path: Path) -> Path | None:
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    aside = path.with_name(f"{path.name}.aside-{stamp}")
    for name in reversed(_BESIDE):
        there = path.with_name(path.name + name)
        if there.exists():
            there.rename(aside.with_name(aside.name + name))
    return aside if aside.exists() else None


def _look(path: Path, name: str) -> os.stat_result | None:
    try:
        return os.stat(f"{path}{name}")
    except FileNotFoundError:
        return None


def sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def give_to_owner_of(other: Path, path: Path) -> None:
    """Let the daemon's account, to which ``other`` belongs, have what root wrote for it at ``path``."""
    owner = other.stat()
    if os.geteuid() == 0 and path.stat().st_uid != owner.st_uid:
        os.chown(path, owner.st_uid, owner.st_gid)

"""Records who opened sealed cards: beside the journal before a card is shown, then in its chain.

The journal belongs to the daemon that writes it. So an opening is first a line in a file beside it, safe on
disk before anything is opened; the daemon takes the lines into the chain within a minute, or at its next start, and out
of the file once the chain has them on disk.
"""

from __future__ import annotations

import fcntl
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from controller.journal.naming import give_to_owner_of
from controller.journal.store import JournalError


def note_opening(journal: Path, *, by: str, log: int, hand: int | None, key: str) -> None:
    """Note that ``by`` opens a hand, or a whole log. Raise JournalError where it cannot be noted."""
    fields = {
        "type": "opened", "by": by, "log": log, "hand": hand, "key": key,
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
    }  # fmt: skip
    path = beside(journal)
    try:
        with path.open("ab") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            path.chmod(0o600)
            give_to_owner_of(journal, path)
            file.write(msgspec.json.encode(fields) + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise JournalError(
            f"{path}: the opening cannot be noted ({error.strerror}), so nothing is opened"
        ) from error


def waiting_openings(journal: Path, after: int = 0) -> tuple[list[dict[str, Any]], int]:
    """Return the openings beyond the first ``after`` bytes, and at how many bytes they end.

    Raise OSError where they cannot be read, or somebody is noting one just now.
    """
    path = beside(journal)
    try:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            file.seek(after)
            content = file.read()
    except FileNotFoundError:
        return [], 0
    return [_opening(line) for line in content.splitlines()], after + len(content)


def forget_openings(journal: Path, size: int) -> bool:
    """Empty the file whose ``size`` bytes are safe in the chain; return whether it is empty.

    Where more was noted meanwhile nothing is taken out yet. Raise OSError as ``waiting_openings`` does.
    """
    path = beside(journal)
    try:
        with path.open("r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(file.fileno()).st_size > size:
                return False
            file.truncate(0)
    except FileNotFoundError:
        pass
    return True


def beside(journal: Path) -> Path:
    """Return where openings wait."""
    return journal.with_name(journal.name + ".opened")


def _opening(line: bytes) -> dict[str, Any]:
    try:
        fields = msgspec.json.decode(line)
    except (ValueError, RecursionError):  # no JSON, no UTF-8, nested too deeply
        fields = None
    return fields if isinstance(fields, dict) else {"type": "opened", "by": "", "unreadable": line.hex()}

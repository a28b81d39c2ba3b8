"""Sees to it that one process alone writes a journal."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from controller.journal.store import JournalError


def take(path: Path) -> int:
    """Lock the journal for this process; return the lock's descriptor. Raise JournalError where another has it."""
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        lock = os.open(_beside(path), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except FileNotFoundError as error:
        missing = f"there is no folder {path.parent.parent}; make it, or give another `journal.path`"
        raise JournalError(f"{path}: {missing}") from error
    except OSError as error:
        raise JournalError(f"{path}: cannot be written: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        raise JournalError(f"{path}: another floorcall is writing this journal") from error
    return lock


def is_taken(path: Path) -> bool:
    """Whether a process writes the journal at ``path``; not where this account may not ask."""
    try:
        lock = os.open(_beside(path), os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(lock)
    return False


def _beside(path: Path) -> Path:
    return path.with_name(path.name + ".lock")

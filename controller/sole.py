"""Sees to it that one process alone has a file, by a lock beside it that ends with the process."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path


def lock(path: Path) -> int:
    """Lock the file at ``path`` for this process; return the lock's descriptor. Raise BlockingIOError where another has it.

    Raise another OSError where there can be no lock.
    """
    found = os.open(_beside(path), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(found, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(found)
        raise
    return found


def is_locked(path: Path) -> bool:
    """Whether a process has the file at ``path``; not where this account may not ask."""
    try:
        found = os.open(_beside(path), os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(found, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(found)
    return False


def _beside(path: Path) -> Path:
    """Return where the lock of the file lies: one, by whatever links the file is reached."""
    real = Path(os.path.realpath(path))
    return real.with_name(real.name + ".lock")

"""Sees to it that one process alone writes a journal."""

from __future__ import annotations

from pathlib import Path

from controller.journal.store import JournalError
from controller.sole import lock


def take(path: Path) -> int:
    """Lock the journal for this process; return the lock's descriptor. Raise JournalError where another has it."""
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        return lock(path)
    except BlockingIOError as error:
        raise JournalError(f"{path}: another floorcall is writing this journal") from error
    except FileNotFoundError as error:
        missing = f"there is no folder {path.parent.parent}; make it, or give another `journal.path`"
        raise JournalError(f"{path}: {missing}") from error
    except OSError as error:
        raise JournalError(f"{path}: cannot be written: {error.strerror}") from error

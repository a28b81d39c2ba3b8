"""Says whether a file is there and may be read, and why nobody can say: a closed folder or file, a name too long."""

from __future__ import annotations

import errno
import os
from pathlib import Path


def hidden(path: Path) -> str:
    """Return why it cannot be said whether ``path`` is there; "" where it can."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError as error:
        return f"{path}: {error.strerror}"
    return ""


def unreadable(path: Path) -> str:
    """Return why this account cannot read the file at ``path``; "" where it can, or where none is there."""
    if (why := hidden(path)) or not path.is_file() or os.access(path, os.R_OK):
        return why
    return f"{path}: {os.strerror(errno.EACCES)}"


def no_file(path: Path, of: str) -> str:
    """Return why no ``of`` can be read at ``path``; "" where a file is there to try."""
    if why := unreadable(path):
        return why
    if path.is_dir():
        return f"{path}: is a folder"
    return "" if path.is_file() else f"{path}: there is no such {of}"

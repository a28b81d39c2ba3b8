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

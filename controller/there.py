"""Says whether a file is there, and why nobody can say: a folder that this account may not enter, a name too long."""

from __future__ import annotations

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

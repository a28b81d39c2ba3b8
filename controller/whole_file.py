"""Writes a file whole or not at all: what stood there stays until all that is to stand there is written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Write to ``path`` what is written in the block, unless an error ends it. Raise OSError.

    Through a link, and to a pipe or a device, it is written as it comes.
    """
    there = path.lstat() if path.is_symlink() or path.exists() else None
    if there is not None and (path.is_symlink() or not path.is_file()):
        with path.open("wb") as out:
            yield out
        return
    fresh = path.with_name(f"{path.name}.new")
    try:
        with fresh.open("wb") as out:
            if there is not None:
                fresh.chmod(there.st_mode)
            yield out
        fresh.replace(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise

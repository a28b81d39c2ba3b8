"""Holds the files that run here against a release: sources, compiled modules, and what Python keeps of them."""

from __future__ import annotations

import hashlib
import importlib.util
import marshal
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from controller.release.manifest import ReleaseError

_RUN: Final = frozenset((".py", ".so", ".pyc"))
"""Files of these kinds would be run if they were put into a package."""
_KEPT: Final = "__pycache__"
_HEAD_BYTES: Final = 16
"""What stands before the code in a ``.pyc`` (PEP 552): a number for Python's version, flags, and eight bytes of a stamp."""
_BY_TIME, _UNASKED, _BY_CONTENT = 0, 1, 3
"""The flags: the stamp is the source's time and length; none is looked at; it is the source's hash."""


def differences(files: Mapping[str, str], root: Path) -> Iterator[str]:
    """Yield what under ``root`` is unlike ``files``, digests by path: ``PATH is changed``, ``missing``, ``put in``.

    Raise ReleaseError where this account may not look.
    """
    try:
        for name, digest in files.items():
            yield from _changed(name, digest, root)
        for package in sorted({name.partition("/")[0] for name in files if "/" in name}):
            yield from _put_in(files, root, package)
    except OSError as error:
        raise ReleaseError(f"{error.filename}: {error.strerror}") from error


def _changed(name: str, digest: str, root: Path) -> Iterator[str]:
    path = root / name
    if not path.is_file():
        yield f"{name} is missing"
    elif hashlib.sha256(content := path.read_bytes()).hexdigest() != digest:
        yield f"{name} is changed"
    elif path.suffix == ".py" and (kept := _kept_otherwise(path, content)) is not None:
        yield f"{kept.relative_to(root)} is changed: it is not what Python makes of {name}"


def _put_in(files: Mapping[str, str], root: Path, package: str) -> Iterator[str]:
    """Yield what is in a package and not in the release: a link to a folder too, in which another package may lie."""
    if not (root / package).exists():
        return
    for folder, folders, names in os.walk(root / package, onerror=_may_not_look):
        here = Path(folder)
        folders.sort()
        linked = [name for name in folders if name != _KEPT and (here / name).is_symlink()]
        run = [name for name in sorted(names) if Path(name).suffix in _RUN and here.name != _KEPT]
        for path in (here / name for name in (*linked, *run)):
            if (name := path.relative_to(root).as_posix()) not in files:
                yield f"{name} is put in"


def _may_not_look(error: OSError) -> None:
    raise error


def _kept_otherwise(source: Path, content: bytes) -> Path | None:
    """Return the compiled form that Python keeps of ``source`` where it is not that source's, else None.

    Python runs it unread where its stamp fits, so a changed one would be run though the source is as released.
    """
    for optimization in ("", 1, 2):
        kept = Path(importlib.util.cache_from_source(str(source), optimization=optimization))
        try:
            compiled = kept.read_bytes()
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            continue
        if not _is_run(compiled[:_HEAD_BYTES], source, content):
            continue
        try:
            code = marshal.loads(compiled[_HEAD_BYTES:])
        except (ValueError, EOFError, TypeError):
            return kept
        made = compile(content, str(source), "exec", dont_inherit=True, optimize=int(optimization or 0))
        if code != made:
            return kept
    return None


def _is_run(head: bytes, source: Path, content: bytes) -> bool:
    """Whether Python would run what stands after ``head``; what is older than its source it makes anew."""
    if len(head) < _HEAD_BYTES or head[:4] != importlib.util.MAGIC_NUMBER:
        return False
    flags, stamp = int.from_bytes(head[4:8], "little"), head[8:]
    if flags == _BY_TIME:
        about = source.stat()
        fits = (int(about.st_mtime), about.st_size)
        return stamp == b"".join((number & 0xFFFF_FFFF).to_bytes(4, "little") for number in fits)
    return flags == _UNASKED or (flags == _BY_CONTENT and stamp == importlib.util.source_hash(content))

"""Holds the files that run here against a release: sources, compiled modules, and what Python keeps of them."""

from __future__ import annotations

import hashlib
import importlib.util
import marshal
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

_RUN: Final = frozenset((".py", ".so", ".pyc"))
"""Files of these kinds would be run if they were put into a package."""
_HEAD_BYTES: Final = 16
"""What stands before the code in a ``.pyc`` (PEP 552)."""


def differences(files: Mapping[str, str], root: Path) -> Iterator[str]:
    """Yield what under ``root`` is unlike ``files``, digests by path: ``PATH is changed``, ``missing``, ``put in``."""
    for name, digest in files.items():
        path = root / name
        if not path.is_file():
            yield f"{name} is missing"
        elif hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            yield f"{name} is changed"
        elif path.suffix == ".py" and (kept := _kept_otherwise(path)) is not None:
            yield f"{kept.relative_to(root)} is changed: it is not what Python makes of {name}"
    for package in sorted({name.partition("/")[0] for name in files if "/" in name}):
        for path in sorted((root / package).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.suffix in _RUN and name not in files and path.parent.name != "__pycache__":
                yield f"{name} is put in"


def _kept_otherwise(source: Path) -> Path | None:
    """Return the compiled form that Python keeps of ``source`` where it is not that source's, else None.

    Python runs it unread where its stamp fits, so a changed one would be run though the source is as released.
    """
    for optimization in ("", 1, 2):
        kept = Path(importlib.util.cache_from_source(str(source), optimization=optimization))
        try:
            code = marshal.loads(kept.read_bytes()[_HEAD_BYTES:])
        except FileNotFoundError:
            continue
        except (OSError, ValueError, EOFError, TypeError):
            return kept
        made = compile(
            source.read_bytes(), str(source), "exec", dont_inherit=True, optimize=int(optimization or 0)
        )
        if code != made:
            return kept
    return None

"""Serves scripts, style sheets and icons under a path that is new whenever one of them is: a browser asks for each once.

A page of an older program, still open, asks by that program's path; it gets what there is now, and caches nothing.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
from pathlib import Path
from typing import Final

from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC: Final = Path(__file__).parent / "static"
_FINGERPRINT: Final = re.compile(r"[0-9a-f]{16}")


@functools.cache
def static_path() -> str:
    """Return the path, without the last stroke, under which browsers may cache the static files for good."""
    files = hashlib.sha256()
    for path in sorted(STATIC.iterdir()):
        body = path.read_bytes()
        files.update(b"%s %d\n" % (path.name.encode(), len(body)) + body)
    return f"/static/{files.hexdigest()[:16]}"


class FingerprintedFiles(StaticFiles):
    """The static files, with a fingerprint of them all before their names or without."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    def get_path(self, scope: Scope) -> str:
        """Return the file's path in the folder."""
        path = super().get_path(scope)
        fingerprint, _, name = path.partition(os.sep)
        return name if name and _FINGERPRINT.fullmatch(fingerprint) else path

"""Shows files' names, which on Linux are bytes, in what is text."""

from __future__ import annotations

import os


def shown_name(name: str) -> str:
    """Return a file's name as text that can be written anywhere; it may hold bytes that are no UTF-8."""
    return os.fsencode(name).decode(errors="replace")

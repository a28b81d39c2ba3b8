"""What no text of a configuration may hold, whatever key it stands at: a character that nobody sees, a home that is nobody's."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator
from typing import Any

from controller.typed import KeyPath


def text_mistakes(value: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, str]]:
    """Yield the texts in ``value`` that can be no name and no path."""
    match value:
        case dict():
            for key, held in value.items():
                yield from text_mistakes(held, (*path, key))
        case list():
            for place, held in enumerate(value):
                yield from text_mistakes(held, (*path, place))
        case str():
            for sign in value:
                if unicodedata.category(sign) == "Cc":
                    yield path, f"has a character that nobody sees, U+{ord(sign):04X}; take it out"
                    return
            if value.startswith("~") and os.path.expanduser(value) == value and "/" in value:
                home = value.partition("/")[0]
                yield path, f"{home} is nobody's home on this machine; give the whole path"

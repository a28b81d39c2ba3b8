"""Reads a TOML file that people write, and names the line where it is none."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Final

_LINE: Final = re.compile(r" ?\(at line (\d+), column \d+\)")
"""How tomllib ends its sentences; Python before 3.14 tells the line in no other way."""


class NotToml(ValueError):
    """A file that cannot be read as TOML. ``line`` counts from 1; None where it is no line's fault."""

    def __init__(self, problem: str, line: int | None = None) -> None:
        super().__init__(problem)
        self.line = line


def text_at(path: Path | str) -> str:
    """Return a file's text. Raise NotToml where it cannot be read, or is none."""
    try:
        return Path(path).read_bytes().decode("utf-8-sig")  # some editors begin a file with a byte order mark
    except OSError as error:
        raise NotToml(f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise NotToml("is not UTF-8 text", line) from error
    except ValueError as error:
        raise NotToml("is no file's name") from error


def tree_of(text: str) -> dict[str, Any]:
    """Return what the TOML ``text`` holds. Raise NotToml."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _LINE.search(str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        problem = _LINE.sub("", str(error)).replace("(at end of document)", "at the end").strip()
        raise NotToml(f"is not TOML here: {problem}", line) from error
    except RecursionError as error:
        raise NotToml("is nested too deeply") from error

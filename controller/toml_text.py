"""Reads a TOML file that people write, and names the line where it is none."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Final

_LINE: Final = re.compile(r" ?\(at line (\d+), column \d+\)")
"""How tomllib ends its sentences; Python before 3.14 tells the line in no other way."""
_TWICE: Final = re.compile(r"Cannot (?:overwrite|declare|mutate)|Duplicate inline")
"""How tomllib begins to say that a key is there already."""
_NAMED: Final = re.compile(r"\s*(\[+[^\]]*\]+|[^=]*[^=\s])")
"""The heading or the key that a line begins with."""
_ENDLESS: Final = re.compile(r"[0-9_]{4301,}")
"""A number of more digits than Python reads."""


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
        raise NotToml(_in_words(problem, text.split("\n")[line - 1]), line) from error
    except ValueError as error:
        endless = _ENDLESS.search(text)
        place = text.count("\n", 0, endless.start()) + 1 if endless else None
        raise NotToml("has a number of more digits than can be read", place) from error
    except RecursionError as error:
        raise NotToml("is nested too deeply") from error


def _in_words(problem: str, line: str) -> str:
    """Say what tomllib's ``problem`` with this ``line`` is; a key that is there already is named."""
    if not _TWICE.match(problem):
        return f"is not TOML here: {problem}"
    _, is_inline, key = problem.partition("Duplicate inline table key ")
    named = _NAMED.match(line)
    twice = key.strip("'") if is_inline or named is None else named[1]
    return f"`{twice}` stands here for the second time; leave one out"

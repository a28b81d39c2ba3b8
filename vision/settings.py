"""Reads the camera's TOML files key by key, so that a mistake is named with the key that holds it."""

from __future__ import annotations

import difflib
import json
import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from vision.geometry.camera import VisionError

_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")

KeyPath = tuple[str | int, ...]
Colour = tuple[int, int, int]
"""Red, green and blue of sRGB, 0 to 255."""


class BadFile(VisionError):
    """A file that cannot be used: ``source``, the ``key`` that is wrong ("" for the whole), and why."""

    def __init__(self, source: Path, path: KeyPath, problem: str) -> None:
        self.source, self.path, self.problem = source, path, problem
        super().__init__(": ".join(filter(None, (str(source), self.key, problem))))

    @property
    def key(self) -> str:
        """The key as people write it, such as ``marker[2].id``."""
        text = ""
        for part in self.path:
            text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
        return text


class Section:
    """One table of a TOML file, asked key by key. Every question raises BadFile where the answer is wrong."""

    def __init__(self, source: Path, values: dict[str, Any], path: KeyPath = ()) -> None:
        self.source, self._values, self._path = source, values, path

    def wrong(self, problem: str, *key: str | int) -> BadFile:
        """Return the error that names ``key`` of this table."""
        return BadFile(self.source, (*self._path, *key), problem)

    def knows(self, *keys: str) -> None:
        """Refuse a key that looks like a slip of one of ``keys``; other keys are somebody else's."""
        for key in self._values:
            absent = [known for known in keys if known not in self._values]
            if key not in keys and (near := difflib.get_close_matches(key, absent, n=1, cutoff=0.7)):
                raise self.wrong(f"is no key of a {self.source.suffix} file; did you mean `{near[0]}`?", key)

    def has(self, key: str) -> bool:
        return key in self._values

    def table(self, key: str) -> Section:
        """Return the table ``[key]``."""
        value = self._need(key)
        if not isinstance(value, dict):
            raise self.wrong(f"must be a table, [{key}]", key)
        return Section(self.source, value, (*self._path, key))

    def tables(self, key: str) -> Iterator[Section]:
        """Yield the tables ``[[key]]``, none where there are none."""
        value = self._values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.wrong(f"must be tables, each headed [[{key}]]", key)
        for index, item in enumerate(value):
            yield Section(self.source, item, (*self._path, key, index))

    def text(self, key: str) -> str:
        value = self._need(key)
        if not isinstance(value, str) or not value:
            raise self.wrong(f"must be text in quotes, not {_shown(value)}", key)
        return value

    def whole(self, key: str, low: int, high: int) -> int:
        """Return a whole number from ``low`` to ``high``, written bare or in quotes."""
        value = self._need(key)
        if isinstance(value, str) and value.isdecimal() and len(value) <= len(str(high)):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.wrong(f"must be a whole number from {low} to {high}, not {_shown(value)}", key)
        return value

    def length(self, key: str) -> float:
        """Return a length in mm, over 0."""
        value = self._need(key)
        if not _is_number(value) or value <= 0:
            raise self.wrong(f"must be a number of millimetres over 0, not {_shown(value)}", key)
        return float(value)

    def numbers(self, key: str) -> list[float]:
        value = self._need(key)
        if not isinstance(value, list) or not all(map(_is_number, value)):
            raise self.wrong(f"must be a list of numbers, not {_shown(value)}", key)
        return [float(item) for item in value]

    def texts(self, key: str) -> list[str]:
        value = self._need(key)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.wrong(f"must be a list of texts in quotes, not {_shown(value)}", key)
        return list(value)

    def rows(self, key: str, *lengths: int) -> list[list[float]]:
        """Return a list of lists of numbers, each of one of ``lengths``."""
        value = self._need(key)
        if not isinstance(value, list):
            raise self.wrong(f"must be a list of lists of numbers, not {_shown(value)}", key)
        for index, row in enumerate(value):
            if not isinstance(row, list) or len(row) not in lengths or not all(map(_is_number, row)):
                wanted = " or ".join(map(str, lengths))
                raise self.wrong(f"must be {wanted} numbers, not {_shown(row)}", key, index)
        return [[float(item) for item in row] for row in value]

    def colour(self, key: str) -> Colour:
        """Return a colour written as ``"#rrggbb"``."""
        text = self.text(key)
        if not _COLOUR.fullmatch(text):
            raise self.wrong(f'must be a colour such as "#c81e2d", not {quoted(text)}', key)
        return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)

    def file(self, key: str) -> Path:
        """Return the path of a file that is there; one that is not absolute counts from this file's folder."""
        return self._there(self.text(key), key)

    def files(self, key: str) -> tuple[Path, ...]:
        """Return the paths of files that are there, as ``file`` does."""
        return tuple(self._there(name, key, index) for index, name in enumerate(self.texts(key)))

    def _there(self, name: str, *key: str | int) -> Path:
        path = self.source.parent / os.path.expanduser(name)
        if not os.path.isfile(path):  # nor where the name is too long to be one
            raise self.wrong(f"there is no file {path}", *key)
        return path

    def _need(self, key: str) -> Any:
        if key not in self._values:
            raise self.wrong("is missing", key)
        return self._values[key]


def read(source: Path) -> Section:
    """Return what the TOML file ``source`` holds. Raise BadFile."""
    try:
        return Section(source, tomllib.loads(source.read_text(encoding="utf-8-sig")))
    except OSError as error:
        raise BadFile(source, (), error.strerror or "cannot be read") from None
    except UnicodeDecodeError:
        raise BadFile(source, (), "is not UTF-8 text, so no TOML file") from None
    except tomllib.TOMLDecodeError as error:
        raise BadFile(source, (), f"is not TOML: {error}") from None
    except ValueError:
        raise BadFile(source, (), "has a number of more digits than can be read") from None
    except RecursionError:
        raise BadFile(source, (), "is nested too deeply") from None


def quoted(text: str) -> str:
    """Return ``text`` as a TOML string."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e9


def _shown(value: Any) -> str:
    text = {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)
    text = quoted(value) if isinstance(value, str) else text
    return text if len(text) <= 60 else text[:57] + "..."

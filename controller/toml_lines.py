"""Finds the line of a TOML text that each key stands on.

``tomllib`` names the line of a syntax error only; a value out of range needs its line too. This walks a
text that ``tomllib`` has already accepted, so it may take well-formedness for granted.
"""

from __future__ import annotations

import re

from controller.typed import KeyPath

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^\s,\]}#]+(?: \d[^\s,\]}#]*)?")


class _Walker:
    """A cursor over the text that notes the line of every key and element it passes."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.line = text, 0, 1
        self.lines: dict[KeyPath, int] = {}
        self.counts: dict[KeyPath, int] = {}

    def step(self, count: int = 1) -> None:
        self.line += self.text.count("\n", self.at, self.at + count)
        self.at += count

    def peek(self, text: str) -> bool:
        return self.text.startswith(text, self.at)

    def skip(self, blanks: str = " \t") -> None:
        while self.at < len(self.text):
            if self.text[self.at] in blanks:
                self.step()
            elif self.peek("#") and "\n" in blanks:
                end = self.text.find("\n", self.at)
                self.step((end if end >= 0 else len(self.text)) - self.at)
            else:
                return

    def note(self, path: KeyPath, line: int) -> None:
        self.lines.setdefault(path, line)

    def string(self) -> str:
        quote = self.text[self.at]
        fence = quote * 3 if self.peek(quote * 3) else quote
        start = self.at + len(fence)
        end = start
        while not self.text.startswith(fence, end):
            end += 2 if quote == '"' and self.text[end] == "\\" else 1
        if len(fence) == 3:  # up to two more quotes may belong to the string
            while self.text.startswith(quote, end + 3):
                end += 1
        self.step(end + len(fence) - self.at)
        return self.text[start:end]

    def key(self) -> KeyPath:
        parts: list[str | int] = []
        while True:
            self.skip()
            if self.text[self.at] in "\"'":
                parts.append(self.string())
            else:
                found = _BARE.match(self.text, self.at)
                assert found is not None, "tomllib has accepted this key"
                parts.append(found.group())
                self.step(len(found.group()))
            self.skip()
            if not self.peek("."):
                return tuple(parts)
            self.step()

    def value(self, path: KeyPath) -> None:
        self.skip()
        if self.text[self.at] in "\"'":
            self.string()
        elif self.peek("["):
            self.elements(path)
        elif self.peek("{"):
            self.inline(path)
        else:
            found = _SCALAR.match(self.text, self.at)
            assert found is not None, "tomllib has accepted this value"
            self.step(len(found.group()))

    def elements(self, path: KeyPath) -> None:
        self.step()
        index = 0
        while True:
            self.skip(" \t\r\n,")
            if self.peek("]"):
                return self.step()
            self.note((*path, index), self.line)
            self.value((*path, index))
            index += 1

    def inline(self, path: KeyPath) -> None:
        self.step()
        while True:
            self.skip(" \t\r\n,")
            if self.peek("}"):
                return self.step()
            self.pair(path)

    def pair(self, path: KeyPath) -> None:
        line = self.line
        key = self.key()
        for end in range(1, len(key) + 1):
            self.note((*path, *key[:end]), line)
        self.step()  # the equals sign
        self.value((*path, *key))

    def heading(self) -> KeyPath:
        line, many = self.line, self.peek("[[")
        self.step(2 if many else 1)
        key = self.key()
        self.step(2 if many else 1)
        path: KeyPath = ()
        for part in key[:-1]:
            path = (*path, part)
            if path in self.counts:
                path = (*path, self.counts[path] - 1)
            self.note(path, line)
        path = (*path, key[-1])
        self.note(path, line)
        if many:
            self.counts[path] = self.counts.get(path, 0) + 1
            path = (*path, self.counts[path] - 1)
            self.note(path, line)
        return path

    def walk(self) -> None:
        table: KeyPath = ()
        while True:
            self.skip(" \t\r\n")
            if self.at >= len(self.text):
                return
            if self.peek("["):
                table = self.heading()
            else:
                self.pair(table)


def key_lines(text: str) -> dict[KeyPath, int]:
    """Return the line (from 1) of every key, table and array element of a valid TOML ``text``."""
    walker = _Walker(text)
    walker.walk()
    return walker.lines


def line_of(text: str, path: KeyPath) -> int:
    """Return the line of ``path``, or of the nearest table around it; 1 where nothing of it stands."""
    lines = key_lines(text)
    for end in range(len(path), 0, -1):
        if path[:end] in lines:
            return lines[path[:end]]
    return 1

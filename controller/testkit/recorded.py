"""Finds, replays, compares and writes anew a recorded log and what is expected of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.replay import BookReplay
from controller.sensorlog.names import ENDING, LOGS
from controller.sensorlog.reader import LogReader
from controller.sensorlog.source import Source, open_log
from controller.table.outputs import Action, Advice, Finding, HandLine, Output
from controller.testkit.known import unknown_kind
from controller.typed import hint

TYPES: Final = ("finding", "action", "hand")
FIELDS: Final = {
    kind: frozenset({"type", *line.__struct_fields__})
    for kind, line in zip(TYPES, (Finding, Action, HandLine), strict=True)
}
"""What a line of each type can have."""
LEVELS: Final = ("info", "dealer", "floor")
Told = dict[str, Any]
"""One line of ``floorcall replay --json``, or what is expected of one."""


class ExpectationError(ValueError):
    """A file of expectations that cannot be used; the message names file, line and remedy."""


@dataclass(frozen=True)
class Scope:
    """Which lines are compared: those of ``lines``' types, findings from ``level`` up."""

    lines: tuple[str, ...] = TYPES
    level: str = "info"

    def has(self, told: Told) -> bool:
        """Return whether a line is compared. An expected finding without a level always is."""
        if told["type"] == "finding" and LEVELS.index(told.get("level", "floor")) < LEVELS.index(self.level):
            return False
        return told["type"] in self.lines


@dataclass(frozen=True)
class Expected:
    """What a file of expectations holds."""

    lines: list[Told] = field(default_factory=list)
    scope: Scope = field(default_factory=Scope)


@dataclass(frozen=True)
class Recorded:
    """A log with its file of expectations. ``book`` is a rulebook's id or file; None takes what the log names."""

    log: Path
    expectations: Path
    book: str | None = None

    def expected(self) -> Expected:
        """Read the expectations. Raise ExpectationError for a line that is none."""
        return read_expectations(self.expectations)

    def come(self) -> list[Told]:
        """Replay the log and return every line that comes out. Raise ReplayError or LogFileError."""
        with open_log(str(self.log)) as source:
            return play(source, self.book)

    def write(self, scope: Scope) -> int:
        """Write what comes out as the expectations, and return how many lines."""
        lines = [told for told in self.come() if scope.has(told)]
        head = [] if scope == Scope() else [{"type": "expect", **msgspec.to_builtins(scope)}]
        self.expectations.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in [*head, *lines]))
        return len(lines)


def play(source: Source, book: str | None) -> list[Told]:
    """Return the lines of a log as ``replay --json`` prints them."""
    replay = BookReplay(source.name, book)
    outputs: list[Output] = []
    for line, entry in LogReader(source):
        outputs += replay.take(line, entry)
    outputs += replay.end()
    return [msgspec.json.decode(msgspec.json.encode(each)) for each in outputs if type(each) is not Advice]


def beside(expectations: Path) -> tuple[Path, str] | None:
    """Return the log of a file of expectations and the book that its name gives ("" for none), if it is there.

    ``night.expected.jsonl`` belongs to ``night.jsonl`` or ``night.jsonl.zst``; ``night.dpc.expected.jsonl``
    too, replayed under ``dpc``, where there is no log ``night.dpc``.
    """
    stem = expectations.name.removesuffix(ENDING)
    name, _, book = stem.rpartition(".")
    for base, under in ((stem, ""), (name, book)):
        for ending in LOGS if base else ():
            log = expectations.with_name(base + ending)
            if log.exists():
                return log, under
    return None


def read_expectations(path: Path) -> Expected:
    """Read a file of expectations. Raise ExpectationError for a line that is none."""
    lines: list[Told] = []
    scope = Scope()
    for number, raw in enumerate(path.read_bytes().splitlines(), 1):
        place = f"{path.name}:{number}"
        told = _object(raw, place)
        if told.get("type") == "expect" and number == 1:
            scope = _scope(told, place)
        elif told.get("type") not in TYPES:
            raise ExpectationError(
                f"{place}: type: {told.get('type')!r} is none of {', '.join(TYPES)}"
                + (" (a line of type expect stands first)" if told.get("type") == "expect" else "")
            )
        elif told.get("level", "floor") not in LEVELS:
            raise ExpectationError(f"{place}: level: {told['level']!r} is none of {', '.join(LEVELS)}")
        elif trouble := _unknown(told):
            raise ExpectationError(f"{place}: {trouble}")
        elif not scope.has(told):
            raise ExpectationError(f"{place}: a line that the first line says is not compared")
        else:
            lines.append(told)
    return Expected(lines, scope)


def _object(raw: bytes, place: str) -> Told:
    try:
        return msgspec.json.decode(raw, type=Told)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ExpectationError(f"{place}: {error}; each line is one JSON object") from error


def _unknown(told: Told) -> str:
    """Say which field no such line has, or that no finding is called so; "" where all is known."""
    fields = FIELDS[told["type"]]
    for name in told:
        if name not in fields:
            return f"{name}: a line of type {told['type']} has no such field; {hint(name, sorted(fields))}"
    trouble = unknown_kind(str(told["kind"])) if "kind" in told else ""
    return f"kind: {trouble}" if trouble else ""


def _scope(told: Told, place: str) -> Scope:
    try:
        scope = msgspec.convert({key: told[key] for key in told if key != "type"}, Scope)
    except msgspec.ValidationError as error:
        raise ExpectationError(f"{place}: {error}") from error
    strange = [*(set(told) - {"type", "lines", "level"}), *(set(scope.lines) - set(TYPES))]
    if strange or scope.level not in LEVELS:
        raise ExpectationError(
            f"{place}: {(strange or [scope.level])[0]!r}: an expect line has lines (of {', '.join(TYPES)}) "
            f"and level (one of {', '.join(LEVELS)})"
        )
    return scope

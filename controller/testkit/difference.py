"""Says how what came differs from what was expected, in sentences, each with the lines of the log around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.replay.words import VERBS, chips, clock
from controller.sensorlog.source import open_log
from controller.testkit.recorded import Told

AROUND: Final = 2
"""So many lines of the log are shown before and after."""
WIDTH: Final = 150
Identity = tuple[Any, ...]


class LogLines:
    """A log's own lines, to be shown beside a difference."""

    def __init__(self, log: Path) -> None:
        with open_log(str(log)) as source:
            self._lines = b"".join(source.blocks()).splitlines()
        self._times = [_time(line) for line in self._lines]

    def around(self, told: Told) -> list[str]:
        """Return the lines that prove a line, marked, with some around; those of its time where none are named."""
        proof = set(told.get("evidence", [])) & set(range(1, len(self._lines) + 1))
        at = max(proof, default=0) or self._at(told.get("t"))
        if not at:
            return []
        first = max(1, max(min(proof, default=at), at - 3 * AROUND) - AROUND)
        return [
            f"  {'>' if number in proof else ' '} {number:>6}  {self._show(number)}"
            for number in range(first, min(len(self._lines), at + AROUND) + 1)
        ]

    def _at(self, t: float | None) -> int:
        """Return the last line not after ``t`` seconds, or 0."""
        if t is None:
            return 0
        return max((n for n, at in enumerate(self._times, 1) if at is not None and at <= t), default=0)

    def _show(self, number: int) -> str:
        text = self._lines[number - 1].decode(errors="replace")
        return text if len(text) <= WIDTH else text[: WIDTH - 1] + "…"


def _time(line: bytes) -> float | None:
    try:
        told = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    t = told.get("t") if isinstance(told, dict) else None
    return float(t) if isinstance(t, int | float) else None


def differences(expected: list[Told], came: list[Told], path: Path) -> list[str]:
    """Return what differs, a paragraph each: missing, not expected, otherwise, or in another order.

    ``path`` is the log's, whose lines stand around each difference.
    """
    wanted, there = _named(expected), _named(came)
    if wanted == there and [*wanted] == [*there]:
        return []
    log = LogLines(path)
    found: list[tuple[Identity, str]] = []
    for identity, told in wanted.items():
        if identity not in there:
            found.append((identity, _paragraph("expected, and it did not come", told, log)))
        elif wrong := _fields(told, there[identity]):
            found.append((identity, _paragraph("came otherwise", there[identity], log, wrong)))
    found += [
        (identity, _paragraph("came, and was not expected", told, log))
        for identity, told in there.items()
        if identity not in wanted
    ]
    if not found and [*wanted] != [*there]:
        late = next(told for told, due in zip(there, wanted, strict=True) if told != due)
        return [_paragraph("came in another order than expected", there[late], log)]
    return [words for _, words in sorted(found, key=lambda each: each[0][:1])]


def _named(lines: Iterable[Told]) -> dict[Identity, Told]:
    """Give each line a name: hand, type and what it is about, counted where that occurs again."""
    counted: Counter[Identity] = Counter()
    named = {}
    for told in lines:
        about = {
            "finding": (told.get("kind"), told.get("seat")),
            "action": (told.get("street"), told.get("seat")),
            "hand": (),
        }[told["type"]]
        identity = (told.get("hand", 0), told["type"], *about)
        counted[identity] += 1
        named[*identity, counted[identity]] = told
    return named


def _fields(expected: Told, came: Told) -> list[str]:
    """Return which of the fields that are expected came otherwise."""
    return [
        f"    {field}: expected {_plain(value)}, came {_plain(came.get(field))}"
        for field, value in expected.items()
        if came.get(field) != value
    ]


def _plain(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _paragraph(what: str, told: Told, log: LogLines, besides: Iterable[str] = ()) -> str:
    lines = log.around(told)
    return "\n".join([f"{_where(told)}: {_words(told)}: {what}", *besides, *lines])


def _where(told: Told) -> str:
    parts = [f"hand {told['hand']}" if "hand" in told else "", told.get("street", "")]
    parts.append(clock(told["t"]) if "t" in told else "")
    return ", ".join(part for part in parts if part) or "anywhere"


def _words(told: Told) -> str:
    if told["type"] == "hand":
        return "the hand's end"
    seat = f" at seat {told['seat']}" if told.get("seat") is not None else ""
    if told["type"] == "finding":
        ruled = [told.get("level", ""), told.get("remedy", ""), ", ".join(told.get("cites", []))]
        rule = "; ".join(part for part in ruled if part)
        return f"{told.get('kind', 'a finding')}{seat}" + (f" ({rule})" if rule else "")
    words = VERBS.get(told.get("action", ""), "acts").format(to=chips(told.get("to", 0)))
    return f"seat {told.get('seat', '?')} {words}"

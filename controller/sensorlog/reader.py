"""Reads sensor logs: headers, events in window order, and what is wrong with the rest.

Nothing raises for a bad line: it comes as a ``Problem`` in its place, with the ``t`` of the last good
line, and the reader goes on. Whoever reads strictly stops at the first problem. Memory is constant.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import Literal, final

from msgspec import Struct

from controller.sensorlog.line import BadLineError, Line
from controller.sensorlog.parse import parse_block, parse_line
from controller.sensorlog.source import MAX_LINE_BYTES, Source
from controller.sensorlog.window import ReorderWindow, TooLateError
from controller.table.events import AnyEvent, LogHeader


@final
class Problem(Struct, frozen=True, kw_only=True):
    """A line that does not count. ``t`` is that of the last good line before it, in seconds."""

    kind: Literal["log.bad_line", "log.truncated"]
    line: int
    t: float
    place: str
    error: str
    header: bool = False
    """The line stood where a log's header should be, or meant to be one: a log without header begins."""


Entry = LogHeader | AnyEvent | Problem


def begins_log(entry: Entry) -> bool:
    """Whether a log begins here, with a header that is good or bad."""
    return type(entry) is LogHeader or (type(entry) is Problem and entry.header)


class LogReader:
    """Reads one source. Iterate over it once."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._window: ReorderWindow[AnyEvent | Problem] = ReorderWindow()
        self._line = 0
        """Lines read so far."""
        self._good_t = 0.0
        self._truncated = False

    def __iter__(self) -> Iterator[tuple[int, Entry]]:
        """Yield ``(line, entry)``. A header, good or bad, comes when all before it has been handed on."""
        for batch in self.batches():
            yield from batch

    def batches(self) -> Iterator[list[tuple[int, Entry]]]:
        """Yield the same, as many at a time as can be handed on after each block of the source."""
        for block in self._source.blocks():
            entries = parse_block(block) if len(block) <= MAX_LINE_BYTES else None
            batch = None if entries is None else self._in_order(entries)
            if batch is None:
                batch = self._one_by_one(self._read_each(block) if entries is None else entries)
            yield batch
        yield [*self._window.flush()]
        if self._source.cut and not self._truncated:
            line = max(self._line, 1)
            yield [
                (
                    line,
                    self._problem(line, "end of the log", self._source.cut, cut=True, header=not self._line),
                )
            ]

    def _in_order(self, entries: list[Line]) -> list[tuple[int, Entry]] | None:
        """Pass a block of events on at once; None where they are not in order, or a header is among them."""
        if LogHeader in set(map(type, entries)):
            return None
        events: list[AnyEvent | Problem] = entries  # type: ignore[assignment]  # all but headers
        due = self._window.pass_on([event.t for event in events], self._line + 1, events)
        if due is None:
            return None
        self._line += len(events)
        self._good_t = events[-1].t
        return [*due]

    def _one_by_one(self, entries: Iterable[Entry]) -> list[tuple[int, Entry]]:
        """Find each line of a block its place."""
        window = self._window
        ready: list[tuple[int, Entry]] = []
        for entry in entries:
            self._line += 1
            # type() is: isinstance would ask each class's metaclass, ten times as long.
            if type(entry) is LogHeader or (type(entry) is Problem and entry.header):
                ready += window.flush()
                self._good_t = 0.0
                ready.append((self._line, entry))
            elif type(entry) is Problem:
                window.take(self._good_t, self._line, entry)
            else:
                try:
                    window.take(entry.t, self._line, entry)
                    self._good_t = entry.t
                except TooLateError as late:
                    too_late = self._problem(self._line, "t", f"is {late}")
                    window.take(self._good_t, self._line, too_late)
        ready += window.due()
        return ready

    def _read_each(self, block: bytes) -> Iterator[Entry]:
        """Yield what each line of a block says, where not all are sound."""
        for line, raw in enumerate(io.BytesIO(block), self._line + 1):
            yield self._read(raw, line)

    def _read(self, raw: bytes, line: int) -> Entry:
        first = line == 1
        try:
            if len(raw) > MAX_LINE_BYTES:
                raise BadLineError("line", f"is longer than {MAX_LINE_BYTES} bytes")
            return parse_line(raw.removeprefix(b"\xef\xbb\xbf") if first else raw)
        except BadLineError as bad:
            cut = bad.malformed and not raw.endswith(b"\n")
            return self._problem(line, bad.place, bad.error, cut=cut, header=first or bad.header)

    def _problem(
        self, line: int, place: str, error: str, *, cut: bool = False, header: bool = False
    ) -> Problem:
        self._truncated |= cut
        return Problem(
            kind="log.truncated" if cut else "log.bad_line",
            line=line,
            t=self._good_t,
            place=place,
            error=error,
            header=header,
        )

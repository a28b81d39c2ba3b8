"""Plays logs and books as asked for on the command line, one after the other onto a stream."""

from __future__ import annotations

import gc
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, Final

import msgspec

from controller.file_names import shown_name
from controller.replay.book_replay import APART, BookReplay
from controller.replay.pace import Pace
from controller.sensorlog.reader import Entry, LogReader, Problem, begins_log
from controller.sensorlog.source import Source, open_log, readable_again
from controller.table.events import LogHeader
from controller.table.outputs import Action, Advice, Finding, Level, Output

if TYPE_CHECKING:
    from controller.replay.compare import Comparison

_encoder = msgspec.json.Encoder()
_PAINT = re.compile(r"\x1b\[[0-9;]*m")
_CONTROL = re.compile(r"\x1b(?!\[[0-9;]*m)|[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f]")
"""What drives a terminal and is no colour of ours: a log's texts may hold it."""
SEVERITY: Final[dict[Level, int]] = {"info": 0, "dealer": 1, "floor": 2}
LINES_AT_A_TIME: Final = 64


class Player:
    """Plays ``logs`` (paths, or ``-``) under ``books`` (ids or paths; none: what each header names)."""

    def __init__(
        self, logs: list[str], books: list[str], *, strict: bool, pace: Pace, one_of_several: bool = False
    ) -> None:
        self._logs = logs
        self._books: list[str | None] = [*books] or [None]
        self._several = one_of_several or len(self._logs) * len(self._books) > 1
        self._strict = strict
        self._pace = pace
        self.worst = -1
        """How grave the gravest finding so far was: 0 to know, 1 for the dealer, 2 for the floor."""

    def found(self, level: Level) -> bool:
        """Return whether a finding of ``level`` or above has come."""
        return self.worst >= SEVERITY[level]

    def play_json(self, out: BinaryIO) -> None:
        """Write one JSON object a line; with several logs or books each says which it is from."""
        with seldom_collected():
            self._tell_json(out)

    def _tell_json(self, out: BinaryIO) -> None:
        for log in self._logs:
            with readable_again(log, times=len(self._books)) as opened:
                for number, book in enumerate(self._books):
                    replay = BookReplay(log, book, strict=self._strict)
                    with opened() as source:
                        self._write_json(out, replay, self._play(source, replay, warn=number == 0))

    def _write_json(self, out: BinaryIO, replay: BookReplay, played: Iterator[list[Output]]) -> None:
        """Write what was played, many lines at a time where nobody waits for them; all of it before an error."""
        at_a_time = 1 if self._pace.paced else LINES_AT_A_TIME
        held: list[Output] = []
        try:
            for told in played:
                held += told
                if len(held) >= at_a_time:
                    self._put(out, replay, held)
                    held.clear()
        finally:
            self._put(out, replay, held)

    def _put(self, out: BinaryIO, replay: BookReplay, told: list[Output]) -> None:
        outputs = [output for output in told if type(output) is not Advice]
        if self._several:
            out.writelines([_marked(output, replay) for output in outputs])
        else:
            out.write(_encoder.encode_lines(outputs))
        if self._pace.paced:
            out.flush()

    def play_text(self, out: BinaryIO) -> None:
        """Write for people: the night as it went, or where several books differ."""
        self.tell(out, coloured=out.isatty() and "NO_COLOR" not in os.environ)

    def tell(self, out: BinaryIO, *, coloured: bool, width: int | None = None) -> None:
        """Write for people, in colours or without; ``width`` is the terminal's, in columns."""
        with seldom_collected():
            self._tell_people(out, coloured=coloured, width=width)

    def _tell_people(self, out: BinaryIO, *, coloured: bool, width: int | None) -> None:
        say = _sayer(out, coloured=coloured, flush=self._pace.paced)
        for place, log in enumerate(self._logs):
            if place:
                say("")
            replays = [BookReplay(log, book, strict=self._strict) for book in self._books]
            with open_log(log) as source:
                if len(replays) > 1:
                    from controller.replay.compare import Comparison  # not what JSON is to wait for

                    self._compare(source, Comparison(replays, say, width), replays)
                else:
                    self._tell(source, replays[0], say)

    def _play(self, source: Source, replay: BookReplay, *, warn: bool) -> Iterator[list[Output]]:
        paced = self._pace.paced
        for batch in LogReader(source).batches():
            for line, entry in batch:
                if paced or type(entry) in APART:
                    self._attend(source, line, entry, warn=warn)
                    if begins_log(entry) and (outputs := replay.finish()):
                        yield self._noted(outputs)
                if outputs := replay.take(line, entry):
                    yield self._noted(outputs)
        if outputs := replay.end():
            yield self._noted(outputs)

    def _attend(self, source: Source, line: int, entry: Entry, *, warn: bool) -> None:
        """Keep the pace; say of a bad line where it is and what is wrong."""
        if type(entry) is LogHeader:
            self._pace.restart()
        elif type(entry) is Problem:
            if warn and not self._strict:
                skipped = "" if entry.kind == "log.truncated" else " (line skipped)"
                sys.stderr.write(f"{shown_name(source.name)}:{line}: {entry.place}: {entry.error}{skipped}\n")
        elif self._pace.paced:
            self._pace.wait(entry.t)

    def _tell(self, source: Source, replay: BookReplay, say: Callable[[str], None]) -> None:
        from controller.replay.text import Teller  # not what JSON is to wait for

        teller = Teller(replay, say)
        for outputs in self._play(source, replay, warn=True):
            for output in outputs:
                teller.tell(output)
        teller.finish()

    def _compare(self, source: Source, comparison: Comparison, replays: list[BookReplay]) -> None:
        """Play all books in step, hand by hand, so that no more than a hand is held."""
        for line, entry in LogReader(source):
            self._attend(source, line, entry, warn=True)
            if begins_log(entry):
                self._in_step(comparison, [replay.finish() for replay in replays])
                comparison.end_log()
            self._in_step(comparison, [replay.take(line, entry) for replay in replays])
        self._in_step(comparison, [replay.end() for replay in replays])
        comparison.finish()

    def _in_step(self, comparison: Comparison, outputs: list[list[Output]]) -> None:
        for number, lines in enumerate(outputs):
            for output in self._noted(lines):
                comparison.take(number, output)
        comparison.end_hands()

    def _noted(self, outputs: list[Output]) -> list[Output]:
        for output in outputs:
            if type(output) is not Action and isinstance(output, Finding):
                self.worst = max(self.worst, SEVERITY[output.level])
        return outputs


def _marked(output: Output, replay: BookReplay) -> bytes:
    beside = _encoder.encode({"log": replay.log, "rulebook": replay.book.id})
    return _encoder.encode(output)[:-1] + b"," + beside[1:] + b"\n"


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Have Python look for circles among its objects seldom: what is loaded stays, a hand leaves few behind."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def _sayer(out: BinaryIO, *, coloured: bool, flush: bool) -> Callable[[str], None]:
    def say(line: str) -> None:
        line = _CONTROL.sub("\N{REPLACEMENT CHARACTER}", line)
        out.write((line if coloured else _PAINT.sub("", line)).encode(errors="replace") + b"\n")
        if flush:
            out.flush()

    return say

"""Plays many logs at once, one process each, and tells them in the order in which they were given.

Each log's lines are kept in a file until its turn comes, so that memory does not grow with the night.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import BinaryIO, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from controller.replay.book_replay import ReplayError
from controller.replay.pace import Pace
from controller.replay.player import SEVERITY, Player
from controller.rulebooks import RulebookError
from controller.sensorlog.source import LogFileError
from controller.table.outputs import Level

WORTH_BYTES = 4_000_000
"""Logs smaller than this together are played sooner than processes start."""


class Share(NamedTuple):
    """One log to play, and the files that take its lines and what is said of its bad ones."""

    log: str
    books: list[str]
    strict: bool
    as_json: bool
    coloured: bool
    width: int
    out: Path
    said: Path


class Played(NamedTuple):
    """What came of a share: the gravest finding's level, and why it could not be played to its end."""

    worst: int
    trouble: str | None


def processes_for(logs: list[str]) -> int:
    """Return how many processes these logs are worth; 1 to play them one after the other."""
    files = all(log != "-" and Path(log).is_file() for log in logs)  # a pipe is this process's alone
    if not files or len(logs) < 2 or sum(Path(log).stat().st_size for log in logs) < WORTH_BYTES:
        return 1
    return min(len(os.sched_getaffinity(0)), len(logs))


class AtOnce:
    """Plays like ``Player``, the same lines in the same order, with ``processes`` logs at a time."""

    def __init__(self, logs: list[str], books: list[str], *, strict: bool, processes: int) -> None:
        self._logs, self._books, self._strict, self._processes = logs, books, strict, processes
        self.worst = -1

    def found(self, level: Level) -> bool:
        """Return whether a finding of ``level`` or above has come."""
        return self.worst >= SEVERITY[level]

    def play_json(self, out: BinaryIO) -> None:
        """Write one JSON object a line, each with its log and book."""
        self._tell_all(out, as_json=True)

    def play_text(self, out: BinaryIO) -> None:
        """Write for people, log by log."""
        self._tell_all(out, as_json=False)

    def _tell_all(self, out: BinaryIO, *, as_json: bool) -> None:
        """Write each log's lines as soon as those before it are written."""
        coloured = out.isatty() and "NO_COLOR" not in os.environ
        width = shutil.get_terminal_size((120, 40)).columns
        with tempfile.TemporaryDirectory() as folder:
            files = ((Path(folder) / f"{n}.out", Path(folder) / f"{n}.err") for n in range(len(self._logs)))
            shares = [
                Share(log, self._books, self._strict, as_json, coloured, width, *kept)
                for log, kept in zip(self._logs, files, strict=True)
            ]
            with _workers(self._processes) as workers, _progress(self._logs, out) as advance:
                futures = [workers.submit(play_share, share) for share in shares]
                for place, (future, share) in enumerate(zip(futures, shares, strict=True)):
                    if place and not as_json:
                        out.write(b"\n")
                    self._tell_one(future, share, out)
                    advance(share.log)

    def _tell_one(self, future: Future[Played], share: Share, out: BinaryIO) -> None:
        played = future.result()
        sys.stderr.write(share.said.read_text(encoding="utf-8"))
        with share.out.open("rb") as lines:
            shutil.copyfileobj(lines, out)
        share.out.unlink()
        self.worst = max(self.worst, played.worst)
        if played.trouble is not None:
            raise ReplayError(played.trouble)


def play_share(share: Share) -> Played:
    """Play one log into its file; runs in a process of its own."""
    player = Player([share.log], share.books, strict=share.strict, pace=Pace(None), one_of_several=True)
    with (
        share.out.open("wb") as out,
        share.said.open("w", encoding="utf-8") as said,
        contextlib.redirect_stderr(said),
    ):
        try:
            if share.as_json:
                player.play_json(out)
            else:
                player.tell(out, coloured=share.coloured, width=share.width)
        except (ReplayError, LogFileError, RulebookError) as error:
            return Played(player.worst, str(error))
    return Played(player.worst, None)


@contextlib.contextmanager
def _workers(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that end with the block; at once where it ends in trouble."""
    pool = ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn"))
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            child.terminate()
        raise
    pool.shutdown()


@contextlib.contextmanager
def _progress(logs: list[str], out: BinaryIO) -> Iterator[Callable[[str], None]]:
    """Show how far it is, by bytes of logs, on a terminal that does not show the lines themselves."""
    if not sys.stderr.isatty() or out.isatty():
        yield lambda log: None
        return
    sizes = {log: Path(log).stat().st_size for log in logs}
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task(f"{len(logs)} logs", total=sum(sizes.values()))
        yield lambda log: bar.advance(task, sizes[log])

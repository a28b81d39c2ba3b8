"""Makes a recorded log beside its expectations a test: the pytest plugin.

``night.jsonl`` (or ``.jsonl.zst``) beside ``night.expected.jsonl`` is replayed and must give these lines;
``night.dpc.expected.jsonl`` says what the same log must give under another book. ``--floorcall-update`` writes
them anew. Nothing of the table is loaded before such a file is found: the plugin is there in every run.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from controller.sensorlog.names import ENDING, LOGS

UNREAD: Final = ("log.bad_line", "log.truncated")
"""Findings of a log's line that could not be read."""
TIMES: Final = 5
"""So often a log is played under noise."""

if TYPE_CHECKING:
    from _pytest._code.code import TerminalRepr

    from controller.testkit.recorded import Recorded, Told
    from controller.testkit.scene import Scene


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("floorcall", "recorded poker tables")
    group.addoption(
        "--floorcall-update",
        action="store_true",
        help="write the expectations of recorded logs anew, and of logs named on the command line that have none",
    )
    group.addoption(
        "--floorcall-noise",
        choices=("mild", "strong"),
        help="play recorded logs under noise as well: nobody may be called who is not expected to be",
    )
    group.addoption(
        "--floorcall-seeds", type=_times, metavar="N", help=f"how often under noise (default: {TIMES})"
    )
    parser.addini(
        "floorcall_rulebooks",
        "files of rulebooks of one's own, which expectations name by their id",
        type="paths",
        default=[],
    )


def pytest_configure(config: pytest.Config) -> None:
    """Raise UsageError for an option that does nothing without another."""
    if config.getoption("floorcall_seeds") and not config.getoption("floorcall_noise"):
        raise pytest.UsageError(
            "--floorcall-seeds: how often under noise; name it too: --floorcall-noise mild"
        )


def _times(told: str) -> int:
    """Return how often. Raise ArgumentTypeError for what is no number, or less than once."""
    if not told.isdecimal() or int(told) < 1:
        raise argparse.ArgumentTypeError(f"{told!r} is no number of plays; at least 1")
    return int(told)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect expectations wherever they lie, and a log that is named on the command line."""
    if file_path.name.endswith(ENDING):
        return ExpectedFile.from_parent(parent, path=file_path)
    if file_path.name.endswith(LOGS) and parent.session.isinitpath(file_path):
        return LogFile.from_parent(parent, path=file_path)
    return None


@pytest.fixture
def scene(pytestconfig: pytest.Config) -> Callable[..., Scene]:
    """Return what makes a table for a story: ``scene("riverside").deal().pushes(3, 100)``. See ``Scene``."""
    from controller.testkit.scene import Scene

    return _told_in(Scene, pytestconfig)


@pytest.fixture
def facing(pytestconfig: pytest.Config) -> Callable[..., Scene]:
    """Return what makes a table at which seat 2 faces a bet: ``facing("riverside", 400).pushes(2, 500)``."""
    from controller.testkit.spots import facing

    return _told_in(facing, pytestconfig)


def _told_in(story: Callable[..., Scene], config: pytest.Config) -> Callable[..., Scene]:
    """Let a story's house be one of the house's own books, by its id."""

    def tell(house: str, *facts: object, **table: object) -> Scene:
        __tracebackhide__ = True
        return story(book_of(config, house), *facts, **table)

    return tell


def own_books(config: pytest.Config) -> dict[str, str]:
    """Return the files of the house's own books by their ids.

    Raise RulebookError for one that cannot be used, ExpectationError for two of the same id.
    """
    from controller import rulebooks
    from controller.testkit.recorded import ExpectationError

    found: dict[str, str] = {}
    for path in config.getini("floorcall_rulebooks"):
        book = rulebooks.load(str(path)).id
        if book in found:
            raise ExpectationError(f"floorcall_rulebooks: {found[book]} and {path} have the same id, {book}")
        found[book] = str(path)
    return found


def book_of(config: pytest.Config, name: str) -> str:
    """Return the file of a house's own book, or the id of one that ships. Raise ExpectationError for neither."""
    __tracebackhide__ = True
    from controller import rulebooks
    from controller.testkit.recorded import ExpectationError

    own = own_books(config)
    try:
        rulebooks.load(own.get(name, name))
    except rulebooks.RulebookError as error:
        listed = f"; there now: {', '.join(own)}" if own else ""
        raise ExpectationError(f"{error}, listed in floorcall_rulebooks{listed}") from None
    return own.get(name, name)


class ExpectedFile(pytest.File):
    """A file of expectations: one test."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the test of the log that it belongs to."""
        yield _item(self, self.path)


class LogFile(pytest.File):
    """A log named on the command line: a test for each file of expectations beside it."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield them; where there is none, a test that says so, or writes them if it was asked to."""
        from controller.testkit.recorded import beside

        stem = self.path.name.removesuffix(".zst").removesuffix(".jsonl")
        found = [
            path
            for path in sorted(self.path.parent.glob(f"*{ENDING}"))
            if (log := beside(path)) is not None and log[0] == self.path
        ]
        for path in found or [self.path.with_name(stem + ENDING)]:
            yield _item(self, path)


def _item(parent: pytest.File, expectations: Path) -> pytest.Item:
    return LogTest.from_parent(parent, name=expectations.name.removesuffix(ENDING), expectations=expectations)


def _unread(told: Told) -> str:
    """Say of a finding which line of the log counts for nothing, and why."""
    line, facts = told["evidence"][0], told["facts"]
    return f"line {line} of the log does not count: {facts['place']}: {facts['error']}"


class Differs(Exception):
    """What came is not what was expected; the message is made of sentences."""


class LogTest(pytest.Item):
    """One log replayed under one book."""

    def __init__(self, *, expectations: Path, **options: object) -> None:
        super().__init__(**options)  # type: ignore[arg-type]
        self.expectations = expectations

    def runtest(self) -> None:
        """Replay and compare, or write the expectations. Raise Differs in words."""
        from controller.testkit.difference import differences
        from controller.testkit.recorded import Scope

        recorded = self._recorded()
        if self.config.getoption("floorcall_update"):
            scope = recorded.expected().scope if self.expectations.exists() else Scope()
            count = recorded.write(scope)
            self.add_report_section("call", "floorcall", f"{self.expectations}: {count} lines written")
            return
        expected = recorded.expected()
        came = recorded.come()
        compared = [told for told in came if expected.scope.has(told)]
        found = differences(expected.lines, compared, recorded.log)
        if found:
            raise Differs(self._told(recorded, found, [told for told in came if told not in compared]))
        if strength := self.config.getoption("floorcall_noise"):
            self._under_noise(recorded, came, strength)

    def _under_noise(self, recorded: Recorded, came: list[Told], strength: str) -> None:
        from controller.testkit.noisy import calls, false_calls

        seeds = self.config.getoption("floorcall_seeds") or TIMES
        found = false_calls(recorded.log, recorded.book, calls(came), strength, seeds)
        if found:
            head = f"{recorded.log.name} calls whom it should not, {len(found)} times in {seeds} plays:"
            raise Differs("\n".join([head, *found]))

    def _recorded(self) -> Recorded:
        """Return the log and its book. Raise ExpectationError where one of them is missing."""
        from controller.testkit.recorded import ExpectationError, Recorded, beside

        if self.expectations.exists():
            found = beside(self.expectations)
            if found is None:
                raise ExpectationError(
                    f"{self.expectations.name}: there is no log beside it; record one, or export a hand: "
                    "floorcall journal export"
                )
            return Recorded(found[0], self.expectations, self._book(found[1]))
        if not self.config.getoption("floorcall_update"):
            raise ExpectationError(
                f"{self.path.name}: nothing is expected of it yet; write it with --floorcall-update, and read it"
            )
        return Recorded(self.path, self.expectations)

    def _book(self, name: str) -> str | None:
        """Return the rulebook that a file's name gives: one of the house's own files, or an id; None for none."""
        from controller.testkit.recorded import ExpectationError

        if not name:
            return None
        try:
            return book_of(self.config, name)
        except ExpectationError as error:
            raise ExpectationError(f"{self.expectations.name}: {error}") from error

    def _told(self, recorded: Recorded, found: list[str], besides: list[Told]) -> str:
        under = f" under {recorded.book}" if recorded.book else ""
        count = "one line" if len(found) == 1 else f"{len(found)} lines"
        head = f"{recorded.log.name}{under} is not as {self.expectations.name} says, in {count}:"
        unread = [_unread(told) for told in besides if told.get("kind") in UNREAD]
        replay = ["floorcall", "replay", str(recorded.log), "--text"]
        replay += ["--rulebook", recorded.book] if recorded.book else []
        return "\n\n".join([head, *unread, *found, f"see it whole: {shlex.join(replay)}"])

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None
    ) -> str | TerminalRepr:
        """Tell what the house or the log did otherwise in words; a fault of the program with its traceback."""
        from controller.replay import ReplayError
        from controller.rulebooks import RulebookError
        from controller.sensorlog.source import LogFileError
        from controller.testkit.recorded import ExpectationError

        if excinfo.errisinstance((Differs, ExpectationError, ReplayError, LogFileError, RulebookError)):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return where the test stands and what it is called."""
        return self.path, None, self.name

"""Mutation testing of the rules: each place of the code is changed alone, and a test of the referee must notice.

    python -m benchmarks.mutants [MODULE ...] [--results FILE] [--again [TEST ...]]

MODULE is a file of ``controller/table`` (all of betting, deal and pots where none is named). mutmut makes the
changes. The tests are collected once and run once unchanged, each noting the lines that it passes through; then
every change is tried in a process of its own, on the tests alone that pass through the statement changed, until one
of them fails or takes far too long. So a change costs as much as its tests, and not a start of pytest.

The changes come in an order drawn by chance, the same every time: a run that is broken off has tried a fair share,
and goes on from there with the same FILE. ``--again`` tries once more what nobody noticed, on the tests named.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import resource
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from _pytest.runner import runtestprotocol
from coverage import Coverage

from benchmarks.changes import TABLE, Change, changes_of

RULES: Final = (
    *(f"betting/{name}.py" for name in ("act", "betting", "limits", "round", "spot")),
    *(
        f"wagers/{name}.py"
        for name in ("acting", "over_limit", "prior", "standing", "turns", "wager", "words")
    ),
    *(f"deal/{name}.py" for name in ("board", "deal", "fit")),
    "dealing/dealing.py",
    "pots/pots.py",
    "showdown/award.py",
)
"""The rules of betting, deal and pots."""
TESTS: Final = (
    "tests/table",
    "--ignore=tests/table/test_properties_betting.py",
    "--ignore=tests/table/test_properties_deal.py",
)
QUIET: Final = ("-q", "-s", "--tb=no", "--assert=plain", "--no-header", "--no-summary")
UNUSED: Final = ("cacheprovider", "logging", "faulthandler", "unraisableexception", "threadexception")
"""Parts of pytest that cost a fifth of a test's time and help none of these."""
MEMORY_BYTES: Final = 4 << 30
"""What a changed program may take before it counts as noticed: it has lost its way."""
PATIENCE: Final = 10.0
"""A changed program that takes this many times as long as the unchanged one, and a second, is noticed too."""


# The tests -------------------------------------------------------------------------------------------


class Trial:
    """A plugin of pytest that runs the tests once, and then on every change those that it concerns."""

    def __init__(self, changes: list[Change], results: Path) -> None:
        self.changes = changes
        self.results = results
        self.cost: list[float] = []
        self.passing: dict[str, dict[int, set[int]]] = {}
        """The tests that pass through each line, by module."""
        self.reach: Counter[int] = Counter()
        """How much each test passes through."""
        self.noticing: defaultdict[str, Counter[int]] = defaultdict(Counter)
        """The tests that noticed changes of each function, which are likely to notice the next."""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run in the place of pytest's own loop."""
        if session.testsfailed:
            raise session.Interrupted("the tests cannot be collected")
        self._run_unchanged(session.items)
        gc.collect()
        gc.freeze()
        with self.results.open("a") as file:
            for change in self.changes:
                tests = self._tests(change)
                by = self._try(change, tests, session.items)
                line = {"change": change.name, "noticed": by, "tests": len(tests)}
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
                file.flush()
        return True

    def _run_unchanged(self, items: list[pytest.Item]) -> None:
        """Run every test once, noting what it passes through and how long it takes."""
        files = sorted({str(TABLE / change.module) for change in self.changes})
        coverage = Coverage(data_file=None, include=files)
        coverage.start()
        for n, item in enumerate(items):
            coverage.switch_context(str(n))
            start = time.process_time()
            if failed(item):
                coverage.stop()
                raise item.session.Interrupted(f"{item.nodeid} fails unchanged")
            self.cost.append(time.process_time() - start)
        coverage.stop()
        data = coverage.get_data()
        for file in files:
            lines = data.contexts_by_lineno(str(Path(file).resolve()))
            self.passing[file] = {line: {int(n) for n in by if n} for line, by in lines.items()}
            for tests in self.passing[file].values():
                self.reach.update(tests)

    def _tests(self, change: Change) -> list[int]:
        """Return the tests that pass through a change, those that are likely to notice it first."""
        lines = self.passing[str(TABLE / change.module)]
        passing = {test for line in change.lines for test in lines.get(line, ())}
        noticing = self.noticing[change.function]
        return sorted(passing, key=lambda test: (-noticing[test], self.reach[test], test))

    def _try(self, change: Change, tests: list[int], items: list[pytest.Item]) -> str | None:
        """Return which test notices a change: one fails, or the process does not come to an end."""
        if not tests:
            return None
        read, write = os.pipe()
        child = os.fork()
        if not child:
            self._be_changed(change, tests, items, write)
        os.close(write)
        with os.fdopen(read) as pipe:
            told = pipe.read().split()
        os.waitpid(child, 0)
        last = int(told[-1])
        if last < 0:
            return None
        self.noticing[change.function][last] += 1
        return items[last].nodeid

    def _be_changed(self, change: Change, tests: list[int], items: list[pytest.Item], write: int) -> None:
        """Run the tests with the change in a process of its own, which ends here."""
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
        gc.disable()
        try:
            change.make()
            for test in tests:
                os.write(write, f"{test}\n".encode())
                signal.setitimer(signal.ITIMER_VIRTUAL, 1.0 + PATIENCE * self.cost[test])
                if failed(items[test]):
                    return
            os.write(write, b"-1\n")
        finally:
            os._exit(0)


def failed(item: pytest.Item) -> bool:
    """Run a test, and say whether it failed; one that asks for nothing but its values needs no help of pytest."""
    assert isinstance(item, pytest.Function)
    values = item.callspec.params if hasattr(item, "callspec") else {}
    if item.cls is not None or not {*item.fixturenames} <= {*values, "request"}:
        return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))
    try:
        item.obj(**values)
    except Exception:
        return True
    return False


# What is told ----------------------------------------------------------------------------------------


def read(results: Path) -> dict[str, str | None]:
    """Return the test that noticed each change, of those tried so far; the last trial counts."""
    lines = map(json.loads, results.read_text().splitlines() if results.exists() else ())
    return {line["change"]: line["noticed"] for line in lines}


def told(results: dict[str, str | None]) -> Iterator[str]:
    """Yield the lines of the report: what nobody noticed, and the figures."""
    yield from sorted(change for change, by in results.items() if by is None)
    made = Counter(change.partition(":")[0] for change in results)
    noticed = Counter(change.partition(":")[0] for change, by in results.items() if by is not None)
    yield f"{'module':<24}{'changes':>9}{'noticed':>9}"
    for module, count in [*sorted(made.items()), ("all", made.total())]:
        seen = noticed.total() if module == "all" else noticed[module]
        yield f"{module:<24}{count:>9}{seen:>9}{100 * seen / max(1, count):>8.1f} %"


def main() -> int:
    """Try and tell; 1 where the unchanged tests fail."""
    parser = argparse.ArgumentParser(description="Change the rules' code and see whether a test notices.")
    parser.add_argument(
        "modules", nargs="*", default=RULES, metavar="MODULE", help="files of controller/table"
    )
    parser.add_argument("--results", type=Path, default=Path("build/mutants.jsonl"), help="a line a change")
    parser.add_argument("--again", nargs="*", metavar="TEST", help="try what nobody noticed, on new tests")
    args = parser.parse_args()
    before = read(args.results)
    unnoticed = {change for change, by in before.items() if by is None}
    every = [change for module in args.modules for change in changes_of(TABLE / module)]
    random.Random(7).shuffle(every)
    args.results.parent.mkdir(exist_ok=True)
    new = [change for change in every if change.name not in before]
    again = [change for change in every if change.name in unnoticed]
    trial = Trial(new if args.again is None else again, args.results)
    code = pytest.main(
        [*QUIET, *(f"-pno:{part}" for part in UNUSED), *(args.again or TESTS)], plugins=[trial]
    )
    now = read(args.results)
    report = told({change.name: now[change.name] for change in every if change.name in now})
    sys.stdout.write("\n".join(report) + "\n")
    return int(code != pytest.ExitCode.NO_TESTS_COLLECTED)


if __name__ == "__main__":
    sys.exit(main())

"""Which clause is shown by which test, read from the tests' marks.

python -m tests.rulebooks.coverage                    # what is open, by house
python -m tests.rulebooks.coverage --kinds bet turn   # of these kinds of clauses alone
python -m tests.rulebooks.coverage --write            # covered.json and docs/coverage.md
    python -m tests.rulebooks.coverage --check              # are they as they would be written?
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from controller import rulebooks
from controller.rulebooks import coverage
from controller.rulebooks.coverage import Covered, Shown

ROOT = Path(__file__).parents[2]
DATA = ROOT / "controller" / "rulebooks" / "covered.json"
PAGE = ROOT / "docs" / "coverage.md"
STATES = ("covered", "needs", "open")

Told = tuple[Shown, list[str]]
"""What the tests show, and the marks that name no clause."""


class Marks:
    """A plugin that reads the marks of the tests collected."""

    def __init__(self) -> None:
        self.shown: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        self.unknown: list[str] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Read the marks of these tests."""
        for item in items:
            test = item.nodeid.split("[")[0]
            for mark in item.iter_markers("clauses"):
                for named in mark.args:
                    self._shows(named, test)

    def _shows(self, named: str, test: str) -> None:
        house, _, ref = named.partition(" ")
        if house not in rulebooks.ids() or not rulebooks.clauses_for(
            rulebooks.load(house), rulebooks.cite_of(ref)
        ):
            self.unknown.append(f"{test} names {named}, which is in no book")
        elif ref in rulebooks.load(house).clauses:
            self.shown[house][ref].add(test)

    def told(self) -> Told:
        """Return what the tests say they show, and the marks that name no clause."""
        shown = {
            house: {ref: sorted(tests) for ref, tests in sorted(refs.items())}
            for house, refs in sorted(self.shown.items())
        }
        return shown, self.unknown


def collected() -> Told:
    """Collect all tests, and return what they say."""
    marks = Marks()
    with contextlib.redirect_stdout(io.StringIO()) as said:
        # The project's own plugin cannot be rewritten here: this module has loaded its package already.
        loaded = ["-W", "ignore:Module already imported:pytest.PytestAssertRewriteWarning"]
        code = pytest.main(
            ["--collect-only", "-q", *loaded, "-p", "no:cacheprovider", str(ROOT / "tests")], plugins=[marks]
        )
    if code != 0:
        raise SystemExit(f"the tests cannot be collected:\n{said.getvalue()}")
    return marks.told()


def told_by(items: list[pytest.Item]) -> Told | None:
    """Return what the tests that a run has collected say; None where they are not all there are."""
    if not {item.path for item in items} >= set((ROOT / "tests").rglob("test_*.py")):
        return None
    marks = Marks()
    marks.pytest_collection_modifyitems(items)
    return marks.told()


def data(shown: Shown) -> str:
    """Return the text of ``covered.json``."""
    return json.dumps(shown, indent=1, ensure_ascii=False) + "\n"


def page(shown: Shown) -> str:
    """Return the text of ``docs/coverage.md``; the clauses themselves are looked up, not read through."""
    lines = [
        "# Coverage: which clauses the table applies",
        "",
        "Made by `python -m tests.rulebooks.coverage --write`. *Covered*: a test plays a scene of the clause and checks",
        "what comes out. *Needs*: an event or a sensor is missing, and said with the clause. *Open*: neither.",
        "",
        "| house | sensed | covered | needs | open | assist | covered | needs | open |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    books = {house: coverage.of(rulebooks.load(house), shown) for house in rulebooks.ids()}
    totals = [0] * 8
    for house, entries in books.items():
        count = coverage.counts(entries)
        row = [
            n
            for of in ("sensed", "assist")
            for n in (sum(count[of, state] for state in STATES), *(count[of, state] for state in STATES))
        ]
        totals = [total + n for total, n in zip(totals, row, strict=True)]
        lines.append(f"| {house} | " + " | ".join(map(str, row)) + " |")
    lines += [
        "| all | " + " | ".join(map(str, totals)) + " |",
        "",
        "Look a clause up, with the tests that show it, by house, number, words or kind of finding:",
        "",
        "```sh",
        "floorcall rulebook show deltin --coverage            # all clauses of a house",
        "floorcall rulebook show deltin '35A(1)' --coverage   # one, and its tests",
        "```",
        "",
        "The same page of the site (`make site`) has a field to search all of them in.",
    ]
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    """Print what is open, or write the files; return 1 where a mark names no clause."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="write covered.json and docs/coverage.md")
    parser.add_argument("--check", action="store_true", help="say which of the files is not up to date")
    parser.add_argument("--kinds", nargs="+", metavar="PREFIX", help="clause kinds: bet, pot.odd_chip ...")
    parser.add_argument("--house", help="one house alone")
    asked = parser.parse_args(arguments)
    shown, unknown = collected()
    for line in unknown:
        print(line, file=sys.stderr)  # noqa: T201
    if asked.write:
        DATA.write_text(data(shown), encoding="utf-8")
        PAGE.write_text(page(shown), encoding="utf-8")
    if asked.check:
        wrong = amiss(shown, unknown)
        print("\n".join(wrong) or "every clause is accounted for")  # noqa: T201
        return 1 if wrong else 0
    for house in rulebooks.ids() if asked.house is None else [asked.house]:
        entries = [e for e in coverage.of(rulebooks.load(house), shown) if _about(e, asked.kinds)]
        still = [entry.clause for entry in entries if entry.state == "open"]
        print(f"{house}: {len(still)} of {len(entries)} open")  # noqa: T201
        for clause in [] if asked.write else still:
            print(f"  {clause.ref:22} {clause.class_:7} {clause.kind:26} {clause.title}")  # noqa: T201
    return 1 if unknown else 0


def amiss(shown: Shown, unknown: list[str]) -> list[str]:
    """Return what is open, and which file is not as it would be written."""
    wrong = list(unknown)
    for path, text in ((DATA, data(shown)), (PAGE, page(shown))):
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            wrong.append(
                f"{path.relative_to(ROOT)} is not up to date: python -m tests.rulebooks.coverage --write"
            )
    for house in rulebooks.ids():
        for entry in coverage.of(rulebooks.load(house), shown):
            if entry.state == "open":
                wrong.append(
                    f"{house} {entry.clause.ref}: no test shows it, and it does not say what it needs"
                )
            elif entry.tests and entry.clause.needs:
                wrong.append(
                    f"{house} {entry.clause.ref}: a test shows it, yet it says that something is missing"
                )
    return wrong


def _about(entry: Covered, kinds: list[str] | None) -> bool:
    kind = entry.clause.kind or ""
    return kinds is None or any(kind == of or kind.startswith(of.rstrip(".") + ".") for of in kinds)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

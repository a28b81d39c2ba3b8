"""What tests of several packages use."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Sequence
from itertools import product
from tempfile import TemporaryDirectory
from typing import Any
from zlib import crc32

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, settings

from controller.cli import program
from controller.testkit.scene import Scene
from tests.table.form import check
from tests.whole_files import WholeFiles
from tests.worker import have_forked

Floorcall = Callable[..., Result]
Fields = tuple[object, ...]
LongProof = Callable[[int, int], int]
LONGEST_FIRST = (
    ("night",), ("demo", "leaks", "faults"),
    ("daemon/test_short_of_descriptors.py", "floor/test_what_goes_wrong.py", "daemon", "vision", "floor", "web"),
    ("properties", "disk", "room", "firmware_bridge", "table"),
    ("test_site.py", "test_whole_files.py", "test_project.py", "irregularities", "testkit"),
    ("ruling_cards", "noise", "deck", "monitoring", "oracle", "journal", "readers", "replay"),
)  # fmt: skip
"""The folders and files that take long: one that is begun last keeps every other worker waiting.

Those of a row take turns, file by file, and end together: tests that wait go beside tests that work. A file named by
itself comes first in its row.
"""
COLLECTED = pytest.StashKey[list[pytest.Item]]()
"""All tests that this run found, those that it leaves out too."""

Scene.watchers.append(check)  # every line of every story told here is held against its form


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the long proofs be run whole."""
    parser.addoption("--soak", action="store_true", help="run the long proofs whole, not a part of them")


def pytest_configure(config: pytest.Config) -> None:
    """Try half as many examples where the proofs are not whole; how fast a busy machine is says nothing about the code."""
    examples = 100 if config.getoption("--soak") else 50
    settings.register_profile(
        "patient", deadline=None, max_examples=examples, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.load_profile("patient")


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> WholeFiles | None:
    """Let the run end when a worker does not come back from a test."""
    return WholeFiles(config, log) if config.getoption("dist") == "loadfile" else None


def pytest_xdist_setupnodes(config: pytest.Config, specs: Sequence[Any]) -> None:
    """Let the tests be collected once for all workers."""
    folder = TemporaryDirectory(prefix="floorcall-tests-")
    config.add_cleanup(folder.cleanup)
    words = [*config.args, "--soak"] if config.getoption("--soak") else config.args
    have_forked(specs, words, folder.name)  # what tests try is settled as they are imported


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without looking for garbage: what is found stays to the end, and is never looked through again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put what takes long first, and keep what was collected: the clauses' table is made of the marks."""
    turns = _turns(items)
    items.sort(key=lambda item: turns[_file(item)])
    config.stash[COLLECTED] = list(items)
    if not config.getoption("--soak"):
        left = [item for item in items if _is_for_the_soak_alone(item)]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not _is_for_the_soak_alone(item)]


def _is_for_the_soak_alone(item: pytest.Item) -> bool:
    return any(mark.kwargs.get("alone") for mark in item.iter_markers("soak"))


def _turns(items: list[pytest.Item]) -> dict[str, tuple[int, float]]:
    """Return when each file has its turn: its row, and how much of its folder comes before it."""
    rows = {name: row for row, names in enumerate(LONGEST_FIRST) for name in names}
    together: dict[str, list[str]] = {}
    for file in dict.fromkeys(map(_file, items)):
        together.setdefault(file if file in rows else file.split("/")[0], []).append(file)
    return {
        file: (rows.get(name, len(LONGEST_FIRST)), place / len(files))
        for name, files in together.items()
        for place, file in enumerate(files)
    }


def _file(item: pytest.Item) -> str:
    return item.nodeid.removeprefix("tests/").split("::")[0]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a test of several axes its rows: each value of each axis in every run, each combination with --soak."""
    whole = metafunc.config.getoption("--soak")
    for mark in metafunc.definition.iter_markers("matrix"):
        names = ",".join(name for name, _ in mark.args)
        axes = [[_fields(value) for value in values] for _, values in mark.args]
        rows = [*product(*axes)] if whole else _met(axes, metafunc.definition.nodeid, **mark.kwargs)
        marks = [pytest.mark.soak] if whole else []
        metafunc.parametrize(names, [pytest.param(*sum(row, ()), marks=marks) for row in rows])


def _met(axes: list[list[Fields]], name: str, part: int = 0) -> list[tuple[Fields, ...]]:
    """Return rows that have each value of each axis; as many as ``part``, from a place that goes with the name."""
    longest = max(map(len, axes))
    first = crc32(name.encode())
    return [tuple(axis[(first + n) % len(axis)] for axis in axes) for n in range(part or longest)]


def _fields(value: object) -> Fields:
    return value if isinstance(value, tuple) else (value,)


@pytest.fixture(scope="session")
def long_proof(request: pytest.FixtureRequest) -> LongProof:
    """Return a function that says how often a proof repeats: ``part`` in every run, ``whole`` with --soak."""
    soak = bool(request.config.getoption("--soak"))
    return lambda part, whole: whole if soak else part


@pytest.fixture
def floorcall() -> Floorcall:
    """Return a function that calls the program in this process."""

    def call(*arguments: str, stdin: bytes = b"") -> Result:
        return CliRunner().invoke(program, list(arguments), input=stdin)

    return call

"""A disk that fails as it is told, under a journal or a whole daemon."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.daemon.conftest import Hand, Table
from tests.disk.faulty import Disk, build


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library that stands before the C library's writes and syncs."""
    return build(tmp_path_factory.mktemp("faulty"))


@pytest.fixture
def disk(library: Path, tmp_path: Path) -> Disk:
    """A disk that does well until told otherwise."""
    return Disk(library, tmp_path / "disk")


@pytest.fixture
def running(disk: Disk, tmp_path: Path) -> Iterator[Table]:
    """A table with all devices up, its daemon's journal on that disk."""
    table = Table(tmp_path)
    table.plug_all()
    table.start(environment=disk.environment)
    table.wait_up()
    yield table
    table.close()


@pytest.fixture
def hand() -> Hand:
    """A hand to play."""
    return Hand()

"""A running table for the doctor to look at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.daemon.conftest import Hand, Table


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Table]:
    """A table with all devices up and the daemon running."""
    table = Table(tmp_path)
    table.plug_all()
    table.start()
    table.wait_up()
    yield table
    table.close()


@pytest.fixture
def hand() -> Hand:
    """A hand to play."""
    return Hand()

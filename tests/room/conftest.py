"""A table in a room: the real daemon, Debian's Mosquitto, and somebody who listens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.daemon.conftest import Hand, Table
from tests.room.broker import Broker, Listener
from tests.room.gateway import LetsInAndIsSilent, TakesNoDots


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    """A broker that takes everybody."""
    made = Broker(tmp_path)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def hand() -> Hand:
    """A hand to play."""
    return Hand()


def in_room(table: Table, broker: Broker | TakesNoDots | LetsInAndIsSilent, more: str = "") -> Table:
    """Give a table its room at ``broker``."""
    text = f'{table.config.read_text()}\n[room]\nsite = "zagreb"\nbroker = "{broker.url}"\n{more}\n'
    table.config.write_text(text)
    return table


def started(table: Table) -> Table:
    """Start a table and wait until it plays."""
    table.start()
    table.wait_up()
    return table


@pytest.fixture
def table(tmp_path: Path, broker: Broker) -> Iterator[Table]:
    """A table of the room with all its devices, the daemon not started."""
    made = in_room(Table(tmp_path), broker)
    made.plug_all()
    yield made
    made.close()


@pytest.fixture
def listener(broker: Broker) -> Iterator[Listener]:
    """Somebody who listens from the beginning."""
    made = Listener(broker.port)
    yield made
    made.close()

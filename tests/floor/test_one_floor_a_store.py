"""A database of PostgreSQL is one floor's: a second is told so, and what is kept of sites that nobody hears is not shown."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests import warm
from tests.daemon.conftest import wait_for
from tests.floor.tables import Floor, SaidTable
from tests.room.broker import Broker


@pytest.fixture
def database(postgresql: str, tmp_path: Path) -> str:
    """An empty database's address, as a configuration has it."""
    server = postgresql.replace("+psycopg", "")
    name = f"floor_{abs(hash(str(tmp_path)))}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as house:
        house.execute(f"CREATE DATABASE {name}")
    return f"{server}/{name}"


@pytest.fixture
def zagreb(database: str, broker: Broker, tmp_path: Path) -> Iterator[Floor]:
    """The floor of one site, which keeps its history in the database."""
    floor = Floor(tmp_path, broker, 'sites = ["zagreb"]', store=database)
    floor.start()
    yield floor
    floor.close()


@pytest.fixture
def split(database: str, broker: Broker, tmp_path: Path) -> Iterator[Floor]:
    """The floor of another site, with a configuration of its own and the same database; not started."""
    folder = tmp_path / "split"
    folder.mkdir()
    floor = Floor(folder, broker, 'sites = ["split"]\nname = "split"', store=database)
    yield floor
    floor.close()


def test_a_second_floor_at_one_database_is_told_who_has_it(zagreb: Floor, split: Floor) -> None:
    ended = warm.run("controller.cli", "floor", "--config", split.config)
    assert ended.returncode == 3
    who = f"floorcall-floor {socket.gethostname()[:36]} {zagreb.pid}"
    said = f"another floor keeps its history there: {who}; stop that one first, or give this one another `store.url`"
    assert said in ended.stderr
    assert zagreb.problem("store") == ""


def test_a_floor_that_was_killed_leaves_the_database_to_the_next(zagreb: Floor, split: Floor) -> None:
    zagreb.kill()
    split.start()
    assert split.problem("store") == ""


def test_what_was_kept_of_a_site_that_is_not_heard_any_more_is_history_alone(
    zagreb: Floor, split: Floor, seven: SaidTable
) -> None:
    seven.answers = False
    seven.alert()
    call = wait_for(lambda: zagreb.row(kind="bet.string"), "the call")
    assert zagreb.ask("POST", "/rule", {"id": call["id"], "by": "Ana", "decision": "call"})[0] == 202
    wait_for(lambda: seven.ruled, "the ruling")
    zagreb.stop()
    seven.ruled.clear()
    nine = SaidTable(seven.port, "9", site="split")
    nine.up()
    split.start()
    wait_for(lambda: list(split.state()["tiles"]) == ["split/9"], "the one site's table, and no other")
    assert split.rows() == []
    nine.alert()
    wait_for(split.rows, "its own call")
    assert not seven.ruled, "nobody tells a table of another site anything"
    nine.close()


def test_a_database_that_another_floor_took_while_it_was_away_is_named(
    zagreb: Floor, seven: SaidTable, database: str
) -> None:
    """The connection was cut, and the next to come was somebody else."""
    with psycopg.connect(database, autocommit=True) as other:
        held = other.execute(
            "SELECT classid::bigint, objid::bigint FROM pg_locks WHERE locktype = 'advisory'"
        ).fetchone()
        assert held is not None
        first, second = held[0], (held[1] + 2**31) % 2**32 - 2**31
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'floorcall-floor%'"
        )
        other.execute("SELECT pg_advisory_lock(%s, %s)", (first, second))
        seven.alert()
        wait_for(
            lambda: zagreb.problem("store") == "another floor keeps its history in this database",
            "it to be named",
            20,
        )
        assert zagreb.row(kind="bet.string"), "it calls all the same"
    wait_for(lambda: zagreb.problem("store") == "", "the store to write again", 20)
    assert len(zagreb.ask("GET", "/history")[1]["rows"]) == 1

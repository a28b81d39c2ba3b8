"""A broker that is another's, out of date, away or full, a store that takes nothing: named, nothing lost, nothing twice."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from controller.floor.store import FloorStore
from controller.ruling_cards.words import words_in
from tests.certificates import Authority
from tests.daemon.conftest import Table, wait_for
from tests.floor.tables import Floor, SaidTable
from tests.room.broker import Broker
from tests.room.conftest import in_room

PASSWORD = "of-the-house"


@pytest.fixture
def house(tmp_path: Path) -> Authority:
    """Who signs the house's certificates."""
    return Authority(tmp_path, "house")


@pytest.fixture
def behind_login(tmp_path: Path, house: Authority) -> Iterator[Callable[..., Broker]]:
    """Return a function that starts an encrypted broker which lets in one login alone."""
    passwords = tmp_path / "passwords"
    command = ["mosquitto_passwd", "-b", "-c", str(passwords), "floor", PASSWORD]
    subprocess.run(command, check=True, capture_output=True)
    if os.geteuid() == 0:
        passwords.chmod(0o644)
    made: list[Broker] = []

    def started(good_for: timedelta = timedelta(days=30), address: str = "127.0.0.1") -> Broker:
        certificate = house.sign("broker", good_for=good_for, address=address)
        broker = Broker(
            tmp_path, anonymous=False, more=f"password_file {passwords}", encrypted=certificate
        )  # fmt: skip
        broker.start()
        made.append(broker)
        return broker

    yield started
    for broker in made:
        broker.stop()


def login(folder: Path, ca: Path, password: str = PASSWORD) -> str:
    """Return the lines of a configuration that log in."""
    (folder / "password").write_text(f"{password}\n")
    return f'user = "floor"\npassword_file = "{folder / "password"}"\nca = "{ca}"'


def problem_at_the_floor(folder: Path, broker: Broker, more: str, wanted: str, says: str) -> str:
    """Return what the floor's log says of its broker, once its page says ``says`` of it in plain words and no others."""
    floor = Floor(folder, broker, more)
    plain = words_in("en").say(f"room.why.{says}", where=f"127.0.0.1:{broker.port}")
    try:
        floor.start(hears=False)
        wait_for(lambda: floor.problem("broker") == plain, plain)
        return str(wait_for(lambda: wanted in (said := (folder / "floor.log").read_text()) and said, wanted))
    finally:
        floor.close()


def problem_at_the_table(folder: Path, broker: Broker, more: str, wanted: str, _: str) -> str:
    """Return what the table says of its room, once it says ``wanted`` of it."""
    (folder / "table").mkdir()
    table = in_room(Table(folder / "table"), broker, more)
    try:
        table.start()
        return str(
            wait_for(lambda: wanted in (said := table.device_state("room")["problem"]) and said, wanted)
        )
    finally:
        table.close()


PLACES = pytest.mark.parametrize("problem_at", [problem_at_the_floor, problem_at_the_table])


def test_the_way_is_encrypted_and_both_log_in(behind_login, house, tmp_path):
    broker = behind_login()
    more = login(tmp_path, house.file)
    floor = Floor(tmp_path, broker, more)
    (tmp_path / "table").mkdir()
    table = in_room(Table(tmp_path / "table"), broker, more)
    try:
        floor.start()
        table.start()
        table.wait_up()
        wait_for(lambda: floor.tile("7")["silent"] is False, "the table to be on the map")
    finally:
        table.close()
        floor.close()


def test_two_floors_of_one_name_are_named_at_both_until_one_goes(broker: Broker, tmp_path):
    floors = []
    for folder in (tmp_path / "one", tmp_path / "other"):
        folder.mkdir()
        floors.append(Floor(folder, broker))
    one, other = floors
    try:
        one.start()
        other.start_process()
        for floor in floors:
            wait_for(
                lambda floor=floor: "another floor" in (floor.problem("broker") or ""), "the other's name", 30
            )
        other.close()
        wait_for(lambda: one.problem("broker") == "", "the one that is left to hear")
    finally:
        one.close()
        other.close()


@PLACES
def test_a_broker_that_somebody_else_vouches_for_is_named(behind_login, tmp_path, problem_at):
    broker = behind_login()
    stranger = Authority(tmp_path, "stranger")
    said = problem_at(tmp_path, broker, login(tmp_path, stranger.file), "vouches", "certificate")
    assert f"127.0.0.1 port {broker.port}" in said


@PLACES
def test_a_certificate_that_is_out_of_date_is_named(behind_login, house, tmp_path, problem_at):
    broker = behind_login(good_for=timedelta(days=-1))
    said = problem_at(tmp_path, broker, login(tmp_path, house.file), "expired", "certificate")
    assert f"127.0.0.1 port {broker.port}" in said


def test_a_certificate_of_another_machine_is_named(behind_login, house, tmp_path):
    broker = behind_login(address="192.0.2.7")
    problem_at_the_floor(tmp_path, broker, login(tmp_path, house.file), "IP address mismatch", "certificate")


@PLACES
def test_a_wrong_password_is_named(behind_login, house, tmp_path, problem_at):
    broker = behind_login()
    said = problem_at(tmp_path, broker, login(tmp_path, house.file, "mistyped"), "refuses the login", "login")
    assert "mistyped" not in said
    assert "wrong" not in said
    assert PASSWORD not in said


def test_a_broker_that_is_away_is_named_and_its_hour_comes_later(broker: Broker, tmp_path):
    floor = Floor(tmp_path, broker)
    floor.start()
    seven = SaidTable(broker.port, "7")
    try:
        seven.up()
        wait_for(lambda: floor.tile("7")["silent"] is False, "the table")
        broker.stop()
        wait_for(
            lambda: floor.problem("broker") == f"there is no broker at 127.0.0.1:{broker.port}",
            "the broker to be missed",
        )
        broker.start()
        wait_for(lambda: floor.problem("broker") == "", "the broker to be there again")
        seven.alert()
        wait_for(lambda: floor.row(kind="bet.string"), "the row")
    finally:
        seven.close()
        floor.close()


def test_what_a_full_broker_drops_is_asked_for_until_all_of_it_is_there(tmp_path):
    broker = Broker(tmp_path, more="")
    config = tmp_path / "mosquitto.conf"
    config.write_text(f"max_queued_messages 20\n{config.read_text()}")
    broker.start()
    floor = Floor(tmp_path, broker)
    seven = SaidTable(broker.port, "7")
    try:
        floor.start()
        seven.alert(k=1)
        wait_for(lambda: floor.rows(), "the first row")
        assert floor.stop() == 0
        for k in range(2, 121):
            seven.alert(k=k, hand=100 + k)
        seven.up()
        seven.handed_over()
        floor.start()
        wait_for(lambda: floor.tile("7")["gap"] == 0 and len(floor.rows()) == 120, "all of them", 30)
        assert seven.asked, "the broker has dropped some"
        assert floor.stop() == 0
        store = FloorStore(f"sqlite:///{tmp_path / 'floor.db'}")
        assert store.count() == 120
        store.close()
    finally:
        seven.close()
        floor.close()
        broker.stop()


def test_a_store_that_is_locked_is_named_and_keeps_all_of_it_later(floor: Floor, seven: SaidTable):
    other = sqlite3.connect(floor.folder / "floor.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    seven.alert(k=1)
    wait_for(lambda: floor.row(kind="bet.string"), "the row, though it is not kept")
    wait_for(lambda: "another program" in (floor.problem("store") or ""), "the store to be named", 20)
    row = floor.row(kind="bet.string")
    status, told = floor.ask("POST", "/rule", {"id": row["id"], "by": "Ana", "decision": "call"})
    assert (status, told["error"]["place"]) == (503, "store")
    assert not seven.ruled, "what is not kept is not told"
    other.execute("ROLLBACK")
    other.close()
    wait_for(lambda: floor.problem("store") == "", "the store to write again", 20)
    assert [one["kind"] for one in floor.ask("GET", "/history")[1]["rows"]] == ["bet.string"]


def test_a_database_that_becomes_read_only_is_named_and_keeps_all_of_it_later(postgresql, broker, tmp_path):
    import psycopg

    server = postgresql.replace("+psycopg", "")
    with psycopg.connect(f"{server}/postgres", autocommit=True) as house:
        house.execute("CREATE DATABASE read_only")
        floor = Floor(tmp_path, broker, store=f"{server}/read_only")
        seven = SaidTable(broker.port, "7")

        def now(read_only: str) -> None:
            house.execute(f"ALTER DATABASE read_only SET default_transaction_read_only = {read_only}")
            house.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'read_only'"
            )

        try:
            floor.start()
            now("on")
            seven.alert()
            wait_for(
                lambda: "may not be written" in (floor.problem("store") or ""), "the store to be named", 20
            )
            assert floor.row(kind="bet.string"), "it calls all the same"
            now("off")
            wait_for(lambda: floor.problem("store") == "", "the store to write again", 20)
            assert len(floor.ask("GET", "/history")[1]["rows"]) == 1
        finally:
            seven.close()
            floor.close()


def test_a_silent_table_marks_its_own_tile_and_none_of_another_site(floor: Floor, seven: SaidTable):
    other = SaidTable(seven.port, "7", site="split")
    other.up()
    wait_for(lambda: len(floor.state()["tiles"]) == 2, "two tables of one name")
    seven.raw("health", {"state": "down"}, retain=True)
    wait_for(lambda: floor.tile("7")["silent"], "the tile to be silent")
    tiles = floor.state()["tiles"]
    assert (tiles["zagreb/7"]["mark"], tiles["split/7"]["mark"]) == ("blind", None)
    assert floor.row(kind="room.silent")["site"] == "zagreb"
    other.close()

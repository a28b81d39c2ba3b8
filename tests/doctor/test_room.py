"""The doctor knocks at the house's broker."""

from __future__ import annotations

from controller.config import parse_config
from controller.doctor import room
from tests.daemon.conftest import port_nobody_has
from tests.room.broker import Broker

TABLE = """
[table]
id = "7"
rulebook = "deltin"
level = { small = 50, big = 100 }
seats = { 1 = { stack = 1000 }, 2 = { stack = 1000 } }
[journal]
path = "store/table.db"
seal_key = "keys/seal.key"
"""


def checked(port: int):
    config = parse_config(f'{TABLE}[room]\nsite = "zagreb"\nbroker = "mqtt://127.0.0.1:{port}"\n')
    return next(iter(room.everything(config)))


def test_a_broker_that_takes_the_table_is_well(tmp_path):
    broker = Broker(tmp_path)
    broker.start()
    try:
        assert (checked(broker.port).state, checked(broker.port).part) == ("well", "room")
    finally:
        broker.stop()


def test_no_broker_is_named_with_its_place():
    port = port_nobody_has()
    check = checked(port)
    assert check.state == "bad"
    assert f"127.0.0.1 port {port}" in check.how
    assert "`broker`" in check.do


def test_a_table_without_a_room_says_so():
    (check,) = room.everything(parse_config(TABLE))
    assert check.state == "none"

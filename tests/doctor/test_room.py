"""The doctor knocks at the house's broker."""

from __future__ import annotations

import socket

from controller.config import parse_config
from controller.doctor import room
from tests.ports import port_nobody_has
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


def test_a_camera_whose_pictures_the_floor_does_not_get_is_named(tmp_path):
    text = f'{TABLE}[[device]]\nkind = "chips"\npath = "{tmp_path / "chips"}"\n'
    at_home = '[room]\nsite = "zagreb"\n'
    (check,) = room.pictures(parse_config(text + at_home))
    assert (check.state, "no key of the floor" in check.how) == ("look", True)
    (tmp_path / "floor.pub").write_text("ab" * 32)
    keyed = parse_config(f'{text}{at_home}floor_key = "{tmp_path / "floor.pub"}"\n')
    (check,) = room.pictures(keyed)
    assert (check.state, "nobody answers" in check.how) == ("look", True)
    with socket.socket(socket.AF_UNIX) as camera:
        camera.bind(str(tmp_path / "chips.pictures"))
        (check,) = room.pictures(keyed)
    assert check.state == "well"

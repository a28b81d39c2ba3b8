"""A ruling for a table that has gone waits at the broker once, however long the table is away."""

from __future__ import annotations

import time

from controller.floor.link import AGAIN_S
from tests.daemon.conftest import wait_for
from tests.floor.tables import Floor, SaidTable


def test_it_goes_out_once_while_the_table_is_away_and_again_when_it_is_back(floor: Floor, seven: SaidTable):
    seven.answers = False
    seven.alert()
    call = str(wait_for(lambda: floor.row(kind="bet.string"), "the call")["id"])
    seven.raw("health", {"state": "down"}, retain=True)
    wait_for(lambda: floor.tile("7")["silent"], "the table to be gone")
    assert floor.ask("POST", "/rule", {"id": call, "by": "Ana", "decision": "call"})[0] == 202
    wait_for(lambda: seven.ruled, "the ruling to be at the broker")
    time.sleep(2 * AGAIN_S + 1)
    assert len(seven.ruled) == 1, "each copy would wait at the broker and be answered"
    assert floor.row(id=call)["order"] == "waits"
    seven.up()
    wait_for(lambda: len(seven.ruled) == 2, "the ruling to be told to the table that is back")
    assert seven.ruled[0] == seven.ruled[1], "by its id the table knows that it is the same"

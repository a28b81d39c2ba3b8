"""What becomes of a connection whose broker goes while its user is at something else, or hangs and closes nothing."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

from controller.config.broker import BrokerConfig
from controller.room.broker import client_for
from tests.daemon.conftest import wait_for
from tests.room.conftest import started

SOON_S = 10.0
"""Well before MQTT itself gives up a connection on which nothing comes."""


def test_an_end_that_nobody_was_waiting_for_is_no_fault_of_the_programs(broker, tmp_path):
    forgotten: list[dict[str, Any]] = []

    async def at_something_else() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, said: forgotten.append(said))
        async with client_for(BrokerConfig(broker=broker.url), tmp_path, "somebody") as client:
            broker.stop()
            await asyncio.wait({client._disconnected})
        del client
        gc.collect()

    asyncio.run(at_something_else())
    assert forgotten == []


def test_a_broker_that_hangs_is_told_at_the_table_until_it_goes_on(table, broker, hand):
    started(table).play([hand.deck()])
    broker.hang()
    wait_for(lambda: table.device_state("room")["state"] == "down", "the hanging broker to be told", SOON_S)
    assert table.device_state("room")["problem"].endswith("does not answer")
    broker.go_on()
    wait_for(lambda: table.device_state("room")["state"] == "up", "the room to be well again", SOON_S)

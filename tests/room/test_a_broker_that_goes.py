"""What becomes of a connection whose broker goes while its user is at something else, or hangs and closes nothing."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from typing import Any

import pytest

from controller.config.broker import BrokerConfig
from controller.room.broker import MISSED_S, NotLetIn, client_for, why
from tests.daemon.conftest import Table, wait_for
from tests.room.conftest import in_room, started
from tests.room.gateway import LetsInAndIsSilent

SOON_S = 10.0
"""Before MQTT itself gives up a connection on which nothing comes, as it does without a table's own measure."""


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


def test_a_broker_that_lets_in_and_says_nothing_more_is_told_at_the_table(tmp_path):
    silent = LetsInAndIsSilent()
    table = in_room(Table(tmp_path), silent)
    try:
        started(table)
        wait_for(
            lambda: table.device_state("room")["state"] == "down", "the silent broker to be told", SOON_S
        )
        assert table.device_state("room")["problem"].endswith("does not answer")
    finally:
        table.close()
        silent.close()


def test_a_broker_that_goes_before_it_has_let_somebody_in_is_tried_again_at_once(tmp_path):
    """Otherwise the next try comes when the time for an answer is over, a third of a minute later."""

    async def hears_and_goes(comes: asyncio.StreamReader, goes: asyncio.StreamWriter) -> None:
        await comes.read(1)
        goes.close()

    async def knocks() -> None:
        async with await asyncio.start_server(hears_and_goes, "127.0.0.1") as server:
            config = BrokerConfig(broker=f"mqtt://127.0.0.1:{server.sockets[0].getsockname()[1]}")
            with pytest.raises(NotLetIn) as gone:
                async with client_for(config, tmp_path, "somebody"):
                    pytest.fail("nobody lets it in")
        assert why(gone.value, config).detail == f"the broker at 127.0.0.1 port {config.port} does not answer"

    asyncio.run(knocks())


def test_a_table_that_says_nothing_any_more_is_missed(table, listener):
    """It stops without a word, as without power: measured with Mosquitto after 7.3 to 12.9 s, with MQTT's own 15 s after 22."""
    started(table)
    wait_for(lambda: [one for one in listener.of("health") if one["state"] == "up"], "the table to be up")
    os.kill(table.pid, signal.SIGSTOP)
    wait_for(lambda: listener.of("health")[-1] == {"state": "down"}, "the last will", MISSED_S * 6)

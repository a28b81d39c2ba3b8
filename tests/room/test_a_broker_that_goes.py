"""What becomes of a connection whose broker goes while its user is at something else."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

from controller.config.broker import BrokerConfig
from controller.room.broker import client_for


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

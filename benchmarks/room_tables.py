"""Plays the simulated tables of a room in a process of their own, so that what they cost is not the floor's."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from datetime import datetime
from multiprocessing.connection import Connection
from typing import Any

import structlog

from controller import rulebooks
from controller.config.room import RoomConfig
from controller.demo.room.virtual import VirtualTable, evenings

SITE = "demo"


class Tables:
    """A process of ``count`` tables at the broker on ``port``; they come one after the other, as on a morning."""

    def __init__(self, port: int, count: int, hand_s: float, wrong: float) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._ours, theirs = spawn.Pipe()
        self._process = spawn.Process(target=_run, args=(theirs, port, count, hand_s, wrong))
        self._process.start()

    @property
    def pid(self) -> int:
        """The process."""
        assert self._process.pid is not None, "it was started"
        return self._process.pid

    def said(self) -> dict[str, int]:
        """Return how many counted messages each table has said so far."""
        return dict(self._ask("said"))

    def found(self) -> dict[str, float]:
        """Return when each alert was found (seconds since 1970), by its table and its finding's id."""
        return dict(self._ask("found"))

    def calls(self) -> dict[str, int]:
        """Return the number of the message that told each call last, by its table and its finding's id."""
        return dict(self._ask("calls"))

    def _ask(self, what: str) -> Any:
        self._ours.send(what)
        if not self._ours.poll(300):
            raise TimeoutError(f"the tables did not say {what} within 300 s")
        return self._ours.recv()

    def stop(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join(20)


def _run(pipe: Connection, port: int, count: int, hand_s: float, wrong: float) -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    asyncio.run(_play(pipe, port, count, hand_s, wrong))


async def _play(pipe: Connection, port: int, count: int, hand_s: float, wrong: float) -> None:
    book = rulebooks.load("deltin")
    clean, mishaps = evenings(book)
    room = RoomConfig(site=SITE, broker=f"mqtt://127.0.0.1:{port}")
    tables = [
        VirtualTable(room, str(n), book, clean, mishaps, hand_s=hand_s, wrong_part=wrong, seed=n)
        for n in range(count)
    ]

    told = {"said": _said, "found": _found_at, "calls": _calls}

    def answer() -> None:
        pipe.send(told[pipe.recv()](tables))

    asyncio.get_running_loop().add_reader(pipe.fileno(), answer)
    async with asyncio.TaskGroup() as playing:
        for place, table in enumerate(tables):
            playing.create_task(table.run())
            if place % 20 == 19:
                await asyncio.sleep(0.1)


def _said(tables: list[VirtualTable]) -> dict[str, int]:
    return {f"{SITE}/{table.name}": table.outbox.last for table in tables}


def _calls(tables: list[VirtualTable]) -> dict[str, int]:
    return {
        f"{SITE}/{table.name}|{message.body['finding']['id']}": message.n
        for table in tables for message in table.said if message.topic == "alert"
    }  # fmt: skip


def _found_at(tables: list[VirtualTable]) -> dict[str, float]:
    moments: dict[str, float] = {}
    for table in tables:
        for message in table.said:
            if message.topic == "alert":
                name = f"{SITE}/{table.name}|{message.body['finding']['id']}"
                moments.setdefault(name, datetime.fromisoformat(message.body["times"]["found"]).timestamp())
    return moments

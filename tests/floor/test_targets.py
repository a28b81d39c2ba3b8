"""A target that never answers, and one that refuses: named, and nobody else waits for it."""

from __future__ import annotations

import asyncio
import json
import socketserver
import threading
import time
from collections.abc import Callable
from typing import Any

from controller.config.floor import parse_floor
from controller.floor.duties import Duties
from controller.floor.house import House
from controller.floor.rows import Rows
from controller.floor.targets import Targets, host_of
from controller.ruling_cards.words import words_in
from tests.daemon.conftest import wait_for
from tests.floor.push_service import Server


def a_call() -> tuple[House, dict[str, Any]]:
    """Return a house with a call at table 7."""
    house, finding = House(), {
        "id": "3:bet.string:1", "kind": "bet.string", "level": "floor", "seat": 3, "hand": 3, "cites": [], "facts": {},
    }  # fmt: skip
    body = {"n": 1, "log": 1, "finding": finding, "state": "new"}
    house.take("floorcall/zagreb/7/alert", json.dumps(body).encode(), time.time())
    return house, finding


def test_a_call_names_its_site_where_the_map_has_another():
    phone = Server()
    config = parse_floor(f'[[target]]\nto = "ntfy"\nurl = "{phone.url}/floor"\n')
    house, _ = a_call()
    house.take("floorcall/split/7/health", b'{"state": "up"}', time.time())
    duties = Duties({})
    targets = Targets(config, Rows(house, {}, [60, 120], duties), house, duties, timeout_s=3.0)

    async def told() -> None:
        targets.look(time.time())
        await until(lambda: phone.came)

    try:
        asyncio.run(told())
    finally:
        phone.close()
    ((_, headers, _),) = phone.came
    assert headers["x-title"] == "Table zagreb/7: String bet"


async def until(met: Callable[[], Any]) -> None:
    await asyncio.to_thread(wait_for, met, "what was told to come of it")


def test_who_never_answers_is_named_and_keeps_nobody_else_from_his_call():
    dead, well, broken = Server(None), Server(), Server(500)
    text = "".join(
        f'[[target]]\nto = "{to}"\nurl = "{server.url}/floor"\n'
        for to, server in (("webhook", dead), ("ntfy", well), ("webhook", broken))
    )
    config = parse_floor(text)
    house, _ = a_call()
    duties = Duties({})
    targets = Targets(config, Rows(house, {}, [60, 120], duties), house, duties, timeout_s=0.3)

    async def told() -> None:
        targets.look(time.time())
        targets.look(time.time())
        await until(lambda: len(targets.failing) == 2 and well.came)

    try:
        asyncio.run(told())
        assert targets.told(words_in("en")).split(" and ") == sorted(
            [f"{host_of(broken.url)}: answers 500", f"{host_of(dead.url)}: no answer"]
        )
        assert f"{host_of(broken.url)}: odgovara 500" in targets.told(words_in("hr"))
        ((_, headers, body),) = well.came
        assert headers["x-title"] == "Table 7: String bet"
        assert body == b"Seat 3"
        assert json.loads(broken.came[0][2])["table"] == "7"
    finally:
        for server in (dead, well, broken):
            server.close()


class NoWebServer(socketserver.BaseRequestHandler):
    """Answers as no web server does."""

    def handle(self) -> None:
        self.request.recv(65536)
        self.request.sendall(b"220 mail.house.example\r\n")


def test_what_is_no_web_server_is_named():
    with socketserver.TCPServer(("127.0.0.1", 0), NoWebServer) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{other.server_address[1]}/floor"
        house, _ = a_call()
        duties = Duties({})
        config = parse_floor(f'[[target]]\nto = "ntfy"\nurl = "{url}"\n')
        targets = Targets(config, Rows(house, {}, [60, 120], duties), house, duties, timeout_s=3.0)

        async def told() -> None:
            targets.look(time.time())
            await until(lambda: targets.failing)

        asyncio.run(told())
        other.shutdown()
    assert targets.told(words_in("en")).endswith(": answers as no web server does")


def test_the_token_in_an_address_is_on_no_page_and_in_no_log(capfd):
    broken, secret = Server(500), "hunter2"
    urls = [f"{broken.url}/{secret}/{n}?token={secret}" for n in (1, 2)]
    urls.append(f"http://127.0.0.1:1/a path/{secret}")  # a space: refused with all of the address
    config = parse_floor("".join(f'[[target]]\nto = "webhook"\nurl = "{url}"\n' for url in urls))
    house, _ = a_call()
    duties = Duties({})
    targets = Targets(config, Rows(house, {}, [60, 120], duties), house, duties, timeout_s=3.0)

    async def told() -> None:
        targets.look(time.time())
        await until(lambda: len(targets.failing) == 3)

    try:
        asyncio.run(told())
    finally:
        broken.close()
    said = targets.told(words_in("en"))
    host = host_of(broken.url)
    assert f"{host} #1: answers 500" in said
    assert f"{host} #2: answers 500" in said
    assert "127.0.0.1:1: the address cannot be used" in said
    assert secret not in said
    assert secret not in "".join(capfd.readouterr())

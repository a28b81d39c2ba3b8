"""Somebody guesses at the PIN: the floor sees it, the log has it, and who is in stays in over a power cut."""

from __future__ import annotations

import http.client
import json
from contextlib import closing
from typing import Any

import pytest

from controller.web import hash_pin
from tests.daemon.conftest import Table

PIN = "480913"


@pytest.fixture
def guarded(tmp_path) -> Table:
    """A table behind a PIN, without devices."""
    table = Table(tmp_path, kinds=())
    text = table.config.read_text()
    table.config.write_text(text.replace("[server]\n", f'[server]\npin = "{hash_pin(PIN)}"\n'))
    table.start(wait=False)
    return table


def ask(
    served: Any, method: str, path: str, fields: Any = None, cookie: str = "", claims: str = "127.0.0.1"
) -> tuple[int, str, str]:
    """Return what a table or a floor answers: the status, the cookie that is set, the first lines.

    ``claims`` is whom the request says it comes from, as a proxy would.
    """
    with closing(http.client.HTTPConnection("127.0.0.1", served.port, timeout=20)) as link:
        headers = {"Content-Type": "application/json", "Cookie": cookie, "X-Forwarded-For": claims}
        link.request(method, path, json.dumps(fields) if fields else None, headers)
        with link.getresponse() as answer:
            body = "".join(answer.readline().decode() for _ in range(4))
            return answer.status, (answer.getheader("Set-Cookie") or "").partition(";")[0], body


def answers(table: Table) -> bool:
    try:
        return ask(table, "GET", "/metrics")[0] == 200
    except OSError:
        return False


def test_who_claims_to_be_somebody_else_each_time_waits_all_the_same(guarded, hand) -> None:
    try:
        hand.wait_for(lambda: answers(guarded), "the daemon to answer")
        tries = [
            ask(guarded, "POST", "/login", {"pin": "1111"}, claims=f"203.0.113.{n}")[0] for n in range(7)
        ]
        assert tries == [403] * 5 + [429] * 2
        assert "203.0.113." not in guarded.output()
    finally:
        guarded.close()


def test_guesses_are_seen_at_the_floor_and_a_session_outlives_a_power_cut(guarded, hand) -> None:
    try:
        hand.wait_for(lambda: answers(guarded), "the daemon to answer")
        assert [ask(guarded, "POST", "/login", {"pin": f"111{n}"})[0] for n in range(3)] == [403] * 3
        status, cookie, _ = ask(guarded, "POST", "/login", {"pin": PIN})
        assert status == 200
        told = "3 wrong PINs since"
        assert told in ask(guarded, "GET", "/events?page=floor", cookie=cookie)[2]
        assert told not in ask(guarded, "GET", "/events?page=dealer", cookie=cookie)[2]
        assert guarded.output().count('"wrong pin"') == 3
        assert PIN not in guarded.output()
        guarded.kill()
        guarded.start(wait=False)
        hand.wait_for(lambda: answers(guarded), "the daemon to answer again")
        assert ask(guarded, "POST", "/key", {"type": "floor.call"}, cookie)[0] == 202
    finally:
        guarded.close()

"""Somebody opens connections without number: the table goes on, and the pages come back."""

from __future__ import annotations

import http.client
import os
import resource
import socket
from contextlib import ExitStack, suppress

from controller.daemon.visitor import ASKS_WITHIN_S, AT_ONCE
from tests.daemon.conftest import wait_for

LIMIT = AT_ONCE + 80


def test_visitors_without_number_hold_up_no_event(running, hand) -> None:
    resource.prlimit(running.pid, resource.RLIMIT_NOFILE, (LIMIT, LIMIT))
    with ExitStack() as visitors:
        for _ in range(3 * LIMIT):
            visitor = visitors.enter_context(socket.socket())
            visitor.setblocking(False)
            visitor.connect_ex(("127.0.0.1", running.port))
        running.play(hand.events())
        running.wait_safe()
        assert open_descriptors(running.pid) < LIMIT
    wait_for(lambda: answers(running), "the page to answer again")
    assert "out of system resource" not in running.output()


def test_who_asks_nothing_is_shown_out(running) -> None:
    with socket.create_connection(("127.0.0.1", running.port), timeout=4 * ASKS_WITHIN_S) as visitor:
        assert visitor.recv(1) == b""


def test_a_thousand_visits_leave_nothing_open(running) -> None:
    assert answers(running)
    before = open_descriptors(running.pid)
    for _ in range(1_000):
        with socket.create_connection(("127.0.0.1", running.port), timeout=10) as visitor:
            visitor.sendall(b"GET /events?page=floor HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert visitor.recv(1)
    wait_for(lambda: open_descriptors(running.pid) <= before, "the visitors' descriptors to be closed")


def answers(running) -> bool:
    with suppress(OSError, http.client.HTTPException):
        return bool(running.get("/metrics"))
    return False


def open_descriptors(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))

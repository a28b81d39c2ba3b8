"""Somebody opens connections without number: the table goes on, and the pages come back."""

from __future__ import annotations

import http.client
import os
import re
import resource
import socket
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress

import pytest

from controller.daemon.certificate import certified
from controller.daemon.visitor import ASKS_WITHIN_S, AT_ONCE
from controller.web.followers import MOST_STREAMS
from tests.daemon.conftest import Table, wait_for

HALF_A_HELLO = b"\x16\x03\x01\x02\x00\x01"
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


@pytest.mark.soak
def test_a_thousand_visits_leave_nothing_open(running, long_proof) -> None:
    assert answers(running)
    before = open_descriptors(running.pid)
    for _ in range(long_proof(200, 1_000)):
        with socket.create_connection(("127.0.0.1", running.port), timeout=10) as visitor:
            visitor.sendall(b"GET /events?page=floor HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert visitor.recv(1)
    wait_for(lambda: open_descriptors(running.pid) <= before, "the visitors' descriptors to be closed")


@pytest.fixture
def half_sent(running) -> Iterator[None]:
    """Somebody who has begun many posts and promised bodies that never come."""
    with ExitStack() as visitors:
        for _ in range(2 * AT_ONCE):
            visitor = visitors.enter_context(socket.socket())
            visitor.connect(("127.0.0.1", running.port))
            with suppress(OSError):  # shown out already, for those behind
                visitor.sendall(
                    b"POST /key HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    b"Content-Length: 4000\r\n\r\n{"
                )
        yield


def test_half_sent_requests_keep_nobody_from_keying(running, half_sent) -> None:
    with running.stream("dealer") as display:
        for _ in range(20):
            assert running.post("/key", {"type": "floor.call"})[0] == 202
            assert answers(running)
        assert display.readline()
    assert "Traceback" not in running.output()


def test_a_body_that_never_comes_ends_its_connection_and_leaves_no_traceback(running) -> None:
    with socket.create_connection(("127.0.0.1", running.port), timeout=4 * ASKS_WITHIN_S) as visitor:
        visitor.sendall(
            b"POST /key HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 4000\r\n\r\n{"
        )
        while visitor.recv(4096):
            pass
    assert answers(running)
    assert "Traceback" not in running.output()


@pytest.mark.parametrize(
    "second",
    [
        "GET /metrics HTTP/1.1\r\nHost: lo",
        "POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000\r\n"
        "Content-Type: application/json\r\n\r\n{",
    ],
    ids=["its headers", "its body"],
)
def test_a_second_request_that_never_ends_ends_its_connection(running, second) -> None:
    with socket.create_connection(("127.0.0.1", running.port), timeout=10 * ASKS_WITHIN_S) as visitor:
        visitor.sendall(f"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n{second}".encode())
        while visitor.recv(65536):
            pass


@pytest.fixture
def encrypted(table) -> Table:
    """A table whose pages are encrypted, as they are at any address that others reach."""
    own = table.key_file.with_name("pages.pem")
    certified((own, own), own=True, address="127.0.0.1")
    names = 'certificate = "keys/pages.pem"\ncertificate_key = "keys/pages.pem"\n'
    table.config.write_text(table.config.read_text().replace("[server]\n", f"[server]\n{names}"))
    table.plug_all()
    table.start(wait=False)
    wait_for(lambda: answers_encrypted(table), "the daemon to answer, encrypted")
    return table


@pytest.mark.matrix(("says", ["nothing", "half a hello"]), part=1)
def test_handshakes_without_number_that_never_end_hold_up_no_event_and_no_page(encrypted, hand, says) -> None:
    resource.prlimit(encrypted.pid, resource.RLIMIT_NOFILE, (LIMIT, LIMIT))
    with ExitStack() as visitors:
        for _ in range(3 * LIMIT):
            visitor = visitors.enter_context(socket.socket())
            visitor.settimeout(60)
            with suppress(OSError):  # shown out already, for those behind
                visitor.connect(("127.0.0.1", encrypted.port))
                visitor.sendall(HALF_A_HELLO if says == "half a hello" else b"")
        encrypted.play([hand.deck(), *hand.events(to="deal")])
        assert answers_encrypted(encrypted)
        assert open_descriptors(encrypted.pid) < LIMIT
    assert "out of system resource" not in encrypted.output()
    assert "Traceback" not in encrypted.output()


def test_who_shakes_hands_and_asks_nothing_is_shown_out(encrypted) -> None:
    anybody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
    before = open_descriptors(encrypted.pid)
    with ExitStack() as visitors:
        for _ in range(2 * AT_ONCE):
            plain = visitors.enter_context(
                socket.create_connection(("127.0.0.1", encrypted.port), timeout=60)
            )
            with suppress(OSError):
                visitors.enter_context(anybody.wrap_socket(plain))
        assert answers_encrypted(encrypted)
        wait_for(lambda: open_descriptors(encrypted.pid) <= before, "those who ask nothing to be shown out")


@pytest.fixture
def unread(running) -> Iterator[list[socket.socket]]:
    """Somebody who asks for fonts again and again, and reads nothing of what comes."""
    font = re.findall(r"/fonts/[^\")]+", running.get("/fonts.css"))[0]
    with ExitStack() as visitors:
        opened = []
        for _ in range(AT_ONCE + 20):
            visitor = visitors.enter_context(socket.socket())
            visitor.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
            visitor.settimeout(60)
            visitor.connect(("127.0.0.1", running.port))
            with suppress(OSError):  # shown out already, for those behind
                visitor.sendall(f"GET {font} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * 20)
            opened.append(visitor)
        yield opened


def test_who_reads_no_answer_keeps_nobody_from_keying_and_loses_his_place(running, unread) -> None:
    for _ in range(20):
        assert running.post("/key", {"type": "floor.call"})[0] == 202
        assert answers(running)
    before = len(unread)
    wait_for(lambda: open_descriptors(running.pid) < before, "those who do not read to be shown out")
    assert answers(running)


def test_pages_without_number_leave_room_for_the_keys(running) -> None:
    with ExitStack() as pages:
        opened = []
        for _ in range(MOST_STREAMS):
            page = pages.enter_context(socket.create_connection(("127.0.0.1", running.port), timeout=20))
            page.sendall(b"GET /events?page=floor HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert b" 200 " in page.recv(64)
            opened.append(page)
        page = pages.enter_context(socket.create_connection(("127.0.0.1", running.port), timeout=20))
        page.sendall(b"GET /events?page=floor HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b" 200 " in page.recv(64), "a display that comes later has its place"
        while opened[0].recv(65536):
            pass
        assert running.post("/key", {"type": "floor.call"})[0] == 202


def answers(running) -> bool:
    with suppress(OSError, http.client.HTTPException):
        return bool(running.get("/metrics"))
    return False


def answers_encrypted(table: Table) -> bool:
    trust = ssl.create_default_context(cafile=str(table.key_file.with_name("pages.pem")))
    link = http.client.HTTPSConnection("localhost", table.port, timeout=60, context=trust)
    with closing(link), suppress(OSError, http.client.HTTPException):
        link.request("GET", "/metrics")
        return link.getresponse().status == 200
    return False


def open_descriptors(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))

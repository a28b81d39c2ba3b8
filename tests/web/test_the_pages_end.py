"""The tests' own server of pages: whoever comes while it ends is let go, and no socket is left to a later test."""

from __future__ import annotations

import contextlib
import gc
import socket
import threading
import warnings

from controller.web import create_app
from tests.daemon.conftest import wait_for
from tests.web.conftest import ScriptedTable, Server

CROWD = 300


def knock(port: int, kept: list[socket.socket]) -> None:
    """Connect again and again, as a browser does ahead of time, until nobody is there."""
    with contextlib.suppress(OSError):
        while True:
            kept.append(socket.create_connection(("127.0.0.1", port)))


def test_who_comes_while_the_pages_end_leaves_no_socket_behind() -> None:
    server = Server(create_app(ScriptedTable()))
    kept: list[socket.socket] = []
    browsers = [threading.Thread(target=knock, args=(server.port, kept)) for _ in range(3)]
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        for browser in browsers:
            browser.start()
        wait_for(lambda: len(kept) >= CROWD, "the browsers to come")
        server.stop()
        for browser in browsers:
            browser.join()
        for connection in kept:
            connection.close()
        del server
        gc.collect()
    assert not [str(one.message) for one in told if issubclass(one.category, ResourceWarning)][:3]

"""Brokers of other makes and in other states: one that takes no dots, as the gateway of NATS 2.9, and one that is silent."""

from __future__ import annotations

import contextlib
import re
import socket
import threading
from typing import Final

_DOTTED: Final = re.compile(rb"/evidence/[\w:-]*\.")
_LET_IN: Final = b"\x20\x02\x00\x00"
"""MQTT's answer to who wants to be let in."""


class Door:
    """Lets everybody in at ``url``; what becomes of them is for who derives from it."""

    def __init__(self) -> None:
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"mqtt://127.0.0.1:{self._door.getsockname()[1]}"
        threading.Thread(target=self._lets_in, daemon=True).start()

    def close(self) -> None:
        """Let nobody in any more."""
        self._door.close()

    def _lets_in(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                self._takes_in(self._door.accept()[0])

    def _takes_in(self, comes: socket.socket) -> None:
        raise NotImplementedError


class TakesNoDots(Door):
    """Lets through what comes to the broker on ``port``; ``thrown_out`` is how often it ended a connection."""

    def __init__(self, port: int) -> None:
        self._broker, self.thrown_out = port, 0
        super().__init__()

    def _takes_in(self, comes: socket.socket) -> None:
        goes = socket.create_connection(("127.0.0.1", self._broker))
        for ends in ((comes, goes), (goes, comes)):
            threading.Thread(target=self._carries, args=ends, daemon=True).start()

    def _carries(self, comes: socket.socket, goes: socket.socket) -> None:
        with contextlib.suppress(OSError), comes, goes:
            while data := comes.recv(65536):
                if _DOTTED.search(data):
                    self.thrown_out += 1
                    for end in (comes, goes):
                        end.shutdown(socket.SHUT_RDWR)
                    return
                goes.sendall(data)


class LetsInAndIsSilent(Door):
    """A broker that answers nothing after it has let somebody in, as one whose store of messages has no leader."""

    def _takes_in(self, comes: socket.socket) -> None:
        threading.Thread(target=self._answers, args=(comes,), daemon=True).start()

    @staticmethod
    def _answers(comes: socket.socket) -> None:
        with contextlib.suppress(OSError), comes:
            comes.recv(65536)
            comes.sendall(_LET_IN)
            while comes.recv(65536):
                pass

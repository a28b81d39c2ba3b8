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


class TakesNoDots:
    """Lets through what comes on ``port``; ``thrown_out`` is how often it ended a connection."""

    def __init__(self, port: int) -> None:
        self._broker, self.thrown_out = port, 0
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"mqtt://127.0.0.1:{self._door.getsockname()[1]}"
        threading.Thread(target=self._lets_in, daemon=True).start()

    def close(self) -> None:
        """Let nobody in any more."""
        self._door.close()

    def _lets_in(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                comes, _ = self._door.accept()
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


class LetsInAndIsSilent:
    """A broker that lets everybody in and answers nothing more, as one whose store of messages has no leader."""

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
                comes, _ = self._door.accept()
                threading.Thread(target=self._answers, args=(comes,), daemon=True).start()

    @staticmethod
    def _answers(comes: socket.socket) -> None:
        with contextlib.suppress(OSError), comes:
            comes.recv(65536)
            comes.sendall(_LET_IN)
            while comes.recv(65536):
                pass

"""What chromium's own push needs, on this machine: it signs on, subscribes, and waits at a connection for messages.

Chromium takes the three addresses from its command line. What it asks and is told are the messages of its
sources: ``google_apis/gcm/protocol`` (checkin.proto, mcs.proto) and ``google_apis/gcm/engine``.
"""

from __future__ import annotations

import http.server
import socket
import ssl
import struct
import threading
import time
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from tests.certificates import Authority

MCS_VERSION = 41
LOGIN, LOGIN_ANSWER, DATA = 2, 3, 8
"""The kinds of message on the connection."""
DEADLINE_S = 120.0


def _varint(n: int) -> bytes:
    out = b""
    while n > 127:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])


def _number(field: int, n: int) -> bytes:
    return _varint(field << 3) + _varint(n)


def _fixed(field: int, n: int) -> bytes:
    return _varint(field << 3 | 1) + struct.pack("<Q", n)


def _text(field: int, data: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(data)) + data


class BrowsersService:
    """Signs browsers on, gives them an address, and hands them what the floor posts there (``came``)."""

    def __init__(self, folder: Path) -> None:
        self.came: list[dict[str, str]] = []
        """The headers of what was posted."""
        self._subscribed: dict[str, str] = {}
        self._line: ssl.SSLSocket | None = None
        self._there = threading.Event()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status, told = 200, b""
                if self.path == "/checkin":
                    told = (
                        _number(1, 1) + _number(3, int(time.time() * 1000)) + _fixed(7, 4711) + _fixed(8, 815)
                    )
                elif self.path == "/register":
                    fields = {name: values[0] for name, values in parse_qs(body.decode()).items()}
                    if "X-subtype" in fields:
                        outer._subscribed = fields
                    told = b"token=ana"
                else:
                    outer.came.append({name.lower(): value for name, value in self.headers.items()})
                    outer._deliver(body, self.headers["Content-Encoding"])
                    status = 201
                self.send_response(status)
                self.send_header("Content-Length", str(len(told)))
                self.end_headers()
                self.wfile.write(told)

            def log_message(self, *_: Any) -> None:
                pass

        self._pages = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._pages.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._pages.server_address[1]}"
        self._listening = socket.create_server(("127.0.0.1", 0))
        made = Authority(folder, "push").sign("push-service")
        self._tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self._tls.load_cert_chain(made.certificate, made.key)
        threading.Thread(target=self._wait_for_browsers, daemon=True).start()

    @property
    def switches(self) -> list[str]:
        """Chromium's command line, by which it finds this and believes its certificate."""
        return [
            f"--gcm-checkin-url={self.url}/checkin", f"--gcm-registration-url={self.url}/register",
            f"--gcm-mcs-endpoint=https://127.0.0.1:{self._listening.getsockname()[1]}", "--ignore-certificate-errors",
        ]  # fmt: skip

    def _wait_for_browsers(self) -> None:
        while True:
            try:
                taken, _ = self._listening.accept()
            except OSError:
                return
            line = None
            try:
                line = self._tls.wrap_socket(taken, server_side=True)
                line.settimeout(DEADLINE_S)
                assert self._read(line, 2)[1] == LOGIN
                self._read(line, self._size(line))
                line.sendall(bytes([MCS_VERSION]) + self._packed(LOGIN_ANSWER, _text(1, b"chrome")))
            except (OSError, EOFError):
                (line or taken).close()
                continue
            if self._line is not None:  # the browser has signed on anew
                self._line.close()
            self._line = line
            self._there.set()

    @staticmethod
    def _read(line: ssl.SSLSocket, length: int) -> bytes:
        data = b""
        while len(data) < length:
            more = line.recv(length - len(data))
            if not more:
                raise EOFError
            data += more
        return data

    def _size(self, line: ssl.SSLSocket) -> int:
        size, shift = 0, 0
        while True:
            (byte,) = self._read(line, 1)
            size, shift = size | (byte & 127) << shift, shift + 7
            if byte < 128:
                return size

    @staticmethod
    def _packed(kind: int, body: bytes) -> bytes:
        return bytes([kind]) + _varint(len(body)) + body

    def _deliver(self, body: bytes, encoding: str) -> None:
        """Hand the browser a message as it came: what is in it, this service cannot read."""
        assert self._there.wait(DEADLINE_S), "the browser never signed on"
        assert self._line is not None
        to = self._subscribed
        about = {"subtype": to["X-subtype"], "content-encoding": encoding}
        data = _text(3, to["sender"].encode()) + _text(5, to["app"].encode())
        for name, value in about.items():
            data += _text(7, _text(1, name.encode()) + _text(2, value.encode()))
        data += _text(9, f"message-{len(self.came)}".encode()) + _number(17, 600) + _text(21, body)
        self._line.sendall(self._packed(DATA, data))

    def close(self) -> None:
        self._listening.close()
        if self._line is not None:
            self._line.close()
        self._pages.shutdown()
        self._pages.server_close()

"""What shuts nobody out and lets nobody in: wrong PINs from many addresses, and keys while requests hang half sent.

    python -m benchmarks.attacks [--pins 200] [--addresses 40] [--half 200] [--keys 100]

The real daemon as a process, asked over HTTP from addresses of the loopback network. Prints a table.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import http.client
import json
import socket
import sys
import tempfile
from pathlib import Path

from controller.web import hash_pin
from tests.daemon.conftest import Table, wait_for

PIN, WRONG = "480913", "111111"
HALF = b"POST /key HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n{"


def asked(table: Table, method: str, path: str, body: object = None, *, cookie: str = "", at: str = "127.0.0.1") -> tuple[int, str]:  # fmt: skip
    """Return the status and the cookie of an answer; 0 where there was none. ``at`` is who asks."""
    link = http.client.HTTPConnection("127.0.0.1", table.port, timeout=30, source_address=(at, 0))
    headers = {"Content-Type": "application/json", "Cookie": cookie}
    with contextlib.closing(link), contextlib.suppress(OSError, http.client.HTTPException):
        link.request(method, path, None if body is None else json.dumps(body), headers)
        with link.getresponse() as answer:
            answer.read()
            return answer.status, (answer.getheader("Set-Cookie") or "").partition(";")[0]
    return 0, ""


def wrong_pins(table: Table, tries: int, addresses: int) -> dict[str, int]:
    """Guess from many addresses in turn; return what came of it."""
    came: collections.Counter[int] = collections.Counter()
    for number in range(tries):
        status, _ = asked(table, "POST", "/login", {"pin": WRONG}, at=f"127.0.1.{number % addresses + 1}")
        came[status] += 1
    return {
        f"wrong PINs tried, from {addresses} addresses": tries,
        "of them checked": came[403],
        "refused unchecked": came[429],
        "not answered": came[0],
        "told in the log": table.output().count('"wrong pin"'),
    }


def half_sent(table: Table, cookie: str, half: int, keys: int) -> dict[str, int]:
    """Hold ``half`` requests open half sent; return how many of a dealer's requests were answered meanwhile."""
    answered: collections.Counter[str] = collections.Counter()
    with contextlib.ExitStack() as held:
        for _ in range(half):
            one = held.enter_context(socket.socket())
            one.connect(("127.0.0.1", table.port))
            with contextlib.suppress(OSError):  # shown out already, for those behind
                one.sendall(HALF)
        for _ in range(keys):
            answered["keys"] += asked(table, "POST", "/key", {"type": "floor.call"}, cookie=cookie)[0] == 202
            answered["pages"] += asked(table, "GET", "/", cookie=cookie)[0] == 200
            answered["metrics"] += asked(table, "GET", "/metrics")[0] == 200
    return {
        f"requests hanging half sent, keys tried meanwhile: {half},": keys,
        "keys taken": answered["keys"],
        "pages answered": answered["pages"],
        "scrapes answered": answered["metrics"],
        "tracebacks in the log": table.output().count("Traceback"),
    }


def main() -> int:
    """Attack, and print what came of it; 1 where somebody was let in or shut out."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, number in (("pins", 200), ("addresses", 40), ("half", 200), ("keys", 100)):
        parser.add_argument(f"--{name}", type=int, default=number)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder), kinds=())
        text = table.config.read_text().replace("[server]\n", f'[server]\npin = "{hash_pin(PIN)}"\n')
        table.config.write_text(text)
        try:
            table.start(wait=False)
            wait_for(lambda: asked(table, "GET", "/metrics")[0] == 200, "the daemon to answer")
            status, cookie = asked(table, "POST", "/login", {"pin": PIN})
            assert status == 200, status
            told = wrong_pins(table, given.pins, given.addresses)
            told |= half_sent(table, cookie, given.half, given.keys)
        finally:
            table.close()
    sys.stdout.write("".join(f"| {what} | {number} |\n" for what, number in told.items()))
    shut_out = any(told[name] < given.keys for name in ("keys taken", "pages answered", "scrapes answered"))
    return int(shut_out or told["of them checked"] > given.pins // 4 or told["tracebacks in the log"] > 0)


if __name__ == "__main__":
    sys.exit(main())

"""How long from a device's write on its pty to the changed page, and what the daemon costs.

Real devices' processes on ptys, the real daemon, Debian's chromium. A board card is sensed, and the page's
own clock says when its picture of the board changed; both clocks are this machine's. The daemon's share is
what is left when the browser is: an SSE client in this process takes the browser's place.

    python -m benchmarks.latency --cards 1000 --hands 1000
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.ports import port_nobody_has

KINDS = ("shoe", "antennas", "chips", "panel")
DECK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
CONFIG = """
[table]
id = "7"
rulebook = "deltin"
denominations = [25, 100, 500]
level = {{ small = 50, big = 100 }}
keyed = ["checks", "words", "faces", "awards", "hands"]
[table.seats]
1 = {{ stack = 1000000 }}
2 = {{ stack = 1000000 }}
3 = {{ stack = 1000000 }}
[server]
port = {port}
[journal]
path = "store/table.db"
seal_key = "keys/seal.key"
"""
WATCH_BOARD = """
() => {
  window.seen = [];
  const now = () => performance.timeOrigin + performance.now();
  const look = () => {
    const board = [...document.querySelectorAll("#board .card")].map(card => card.textContent.trim()).join("|");
    if (!window.seen.length || window.seen.at(-1)[1] !== board) window.seen.push([now(), board]);
  };
  new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
  window.cards = [];
  const card = () => {
    const shown = document.body.innerText.includes("Four-card flop");
    if (shown !== (window.cards.length % 2 === 1)) window.cards.push(now());
  };
  new MutationObserver(card).observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
}
"""


class Table:
    """The devices and the daemon as processes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = port_nobody_has()
        self.said: dict[str, list[dict[str, Any]]] = {kind: [] for kind in KINDS}
        self._devices: dict[str, subprocess.Popen[bytes]] = {}
        text = CONFIG.format(port=self.port)
        for kind in KINDS:
            text += f'[[device]]\nkind = "{kind}"\npath = "{folder / kind}"\n'
            self._plug(kind)
        (folder / "table.toml").write_text(text)
        self.start_s = self._start()

    def _plug(self, kind: str) -> None:
        command = [sys.executable, "-m", "firmware_bridge.virtual_device", "--kind", kind]
        command += ["--serial", kind, "--link", str(self.folder / kind)]
        device = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._devices[kind] = device

        def read() -> None:
            assert device.stdout is not None
            for line in device.stdout:
                self.said[kind].append(json.loads(line))

        threading.Thread(target=read, daemon=True).start()
        wait_for(lambda: self.said[kind])

    def _start(self) -> float:
        """Start the daemon; return the seconds until it says that it is ready."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready:
            ready.bind(str(self.folder / "notify"))
            began = time.perf_counter()
            with (self.folder / "out.log").open("wb") as log:
                self.daemon = subprocess.Popen(
                    [sys.executable, "-m", "controller.cli", "run", "--config", str(self.folder / "table.toml")],
                    stdout=log, stderr=log, env={**os.environ, "NOTIFY_SOCKET": str(self.folder / "notify")},
                )  # fmt: skip
            assert ready.recv(64) == b"READY=1"
            took = time.perf_counter() - began
        wait_for(lambda: all(any("welcomed" in fact for fact in said) for said in self.said.values()))
        return took

    def acked(self, kind: str) -> int:
        return max((fact["acked"] for fact in list(self.said[kind][-4:]) if "acked" in fact), default=0)

    def sense(self, kind: str, **event: Any) -> float:
        """Let a device sense something and wait until it is durable; return when it was told, on the wall."""
        device = self._devices[kind]
        assert device.stdin is not None
        before = self.acked(kind)
        at = time.time()
        device.stdin.write(json.dumps({"event": event}).encode() + b"\n")
        device.stdin.flush()
        wait_for(lambda: self.acked(kind) > before)
        return at

    def rule(self, finding: str, decision: str) -> None:
        """Rule on a finding, once it is there, as the floor's page does."""
        fields = {"type": "ruling", "finding": finding, "decision": decision, "by": "benchmark"}
        wait_for(lambda: self._post(fields) < 300)

    def _post(self, fields: dict[str, Any]) -> int:
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{self.port}"}
        with contextlib.closing(link):
            link.request("POST", "/key", json.dumps(fields), headers)
            return link.getresponse().status

    def usage(self) -> tuple[float, float]:
        """Return the daemon's resident memory in MB and the processor seconds it has used."""
        status = Path(f"/proc/{self.daemon.pid}/status").read_text()
        resident = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
        fields = Path(f"/proc/{self.daemon.pid}/stat").read_text().rpartition(")")[2].split()
        return resident / 1024, (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        self.daemon.send_signal(signal.SIGTERM)
        self.daemon.wait(timeout=15)
        for device in self._devices.values():
            assert device.stdin is not None
            device.stdin.close()
            device.wait(timeout=10)


def wait_for(met: Callable[[], Any], deadline_s: float = 30.0) -> Any:
    end = time.monotonic() + deadline_s
    while not (found := met()):
        if time.monotonic() > end:
            raise TimeoutError("the table did not answer")
        time.sleep(0.0003)
    return found


def play_hand(table: Table, number: int, flop: int = 3) -> list[tuple[float, int]]:
    """Play a three-handed hand, checked down; return when each board card was sensed, and its place."""
    cards = iter(DECK[number % 52 :] + DECK[: number % 52])
    button = number % 3 + 1
    small, big = button % 3 + 1, (button + 1) % 3 + 1
    sensed: list[tuple[float, int]] = []
    held: dict[int, list[str]] = {1: [], 2: [], 3: []}
    table.sense("panel", type="hand.start", button=button)
    for seat in (small, big, button) * 2:
        card = next(cards)
        held[seat].append(card)
        table.sense("shoe", type="card.draw", tag=card, face="down")
        table.sense("antennas", type="card.seen", tag=card, zone=f"seat:{seat}")
    table.sense("panel", type="declare", seat=button, action="fold")
    for card in held[button]:
        table.sense("antennas", type="card.seen", tag=card, zone="muck")
    table.sense("chips", type="chips.push", seat=small, chips={"25": 2})
    table.sense("panel", type="tap", seat=big)
    table.sense("chips", type="chips.swept")
    for count in (flop, 1, 1):
        for place in range(count + 1):
            card = next(cards)
            table.sense("shoe", type="card.draw", tag=card, face="down")
            at = table.sense("antennas", type="card.seen", tag=card, zone="board" if place else "burn")
            if place:
                sensed.append((at, len(sensed) + 1))
        if flop != 3:
            break
        table.sense("panel", type="tap", seat=small)
        table.sense("panel", type="tap", seat=big)
    table.sense("chips", type="chips.award", seat=small, amount=200)
    table.sense("panel", type="hand.end")
    return sensed


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def told(name: str, values: list[float]) -> None:
    p50, p99 = percentile(values, 0.5), percentile(values, 0.99)
    print(f"{name:<46} p50 {p50:7.2f} ms   p99 {p99:7.2f} ms   n {len(values)}")  # noqa: T201


def to_the_browser(table: Table, cards: int, number: int) -> int:
    """Play from hand ``number`` on and return the next hand's. Measure to the changed DOM: board cards, and the card of a four-card flop."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 800, "height": 480})
        page.goto(f"http://127.0.0.1:{table.port}/")
        page.wait_for_selector("#board .card", state="attached")
        page.evaluate(WATCH_BOARD)
        sensed: list[tuple[float, int]] = []
        while len(sensed) < cards:
            sensed += play_hand(table, number)
            number += 1
        shown = [
            (when / 1000, sum(bool(card) for card in board.split("|")))
            for when, board in page.evaluate("window.seen")
        ]
        told("card sensed to changed board in chromium", matched(sensed, shown))
        page.evaluate("window.cards = []")
        proofs = []
        for _ in range(12):
            proofs.append(play_hand(table, number, flop=4)[3][0])
            number += 1
            table.rule(f"{number}:board.four_card_flop:1", "scramble_flop")
        found = page.evaluate("window.cards")[::2]
        told(
            "fourth flop card to its ruling card",
            [at - proof * 1000 for at, proof in zip(found, proofs, strict=False)],
        )
        browser.close()
    return number


def matched(sensed: list[tuple[float, int]], shown: list[tuple[float, int]]) -> list[float]:
    """Return, for each card, the milliseconds until a board of at least so many cards was shown."""
    waits = []
    for place, (at, count) in enumerate(sensed):
        until = sensed[place + 1][0] if place + 1 < len(sensed) and count == 5 else at + 5.0
        found = next((when for when, cards in shown if at <= when < until and cards >= count), None)
        waits.append((found - at) * 1000 if found is not None else 5000.0)
    return waits


@contextlib.contextmanager
def stream(table: Table) -> Iterator[list[tuple[float, int]]]:
    """Follow the dealer's stream in this process: when each board was told, and how many cards it had."""
    link = http.client.HTTPConnection("127.0.0.1", table.port)
    link.request("GET", "/events?page=dealer")
    answer = link.getresponse()
    boards: list[tuple[float, int]] = []

    def read() -> None:
        with contextlib.suppress(OSError, ValueError, AttributeError):
            for line in answer:
                at = time.time()
                if line.startswith(b"data: ") and b'"view"' in line:
                    boards.append((at, len(json.loads(line[6:])["view"]["board"])))

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    yield boards
    link.close()


def to_the_stream(table: Table, cards: int) -> int:
    """Measure to the daemon's own message, without a browser on the machine; return the next hand's number."""
    sensed: list[tuple[float, int]] = []
    _, used = table.usage()
    events = sum(table.acked(kind) for kind in KINDS)
    with stream(table) as boards:
        number = 0
        while len(sensed) < cards:
            sensed += play_hand(table, number)
            number += 1
    events = sum(table.acked(kind) for kind in KINDS) - events
    print(f"{'processor time of the daemon':<46} {(table.usage()[1] - used) / events * 1000:.2f} ms an event")  # noqa: T201
    told("card sensed to the daemon's message", matched(sensed, boards))
    return number


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cards", type=int, default=1000, help="card events to measure")
    parser.add_argument("--hands", type=int, default=1000, help="hands after which memory is read")
    parser.add_argument("--no-browser", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder))
        try:
            print(f"{'start to ready':<46} {table.start_s:.2f} s")  # noqa: T201
            print(f"{'resident after the start':<46} {table.usage()[0]:.1f} MB")  # noqa: T201
            _, before = table.usage()
            time.sleep(10)
            print(f"{'idle, of one processor':<46} {(table.usage()[1] - before) * 10:.1f} %")  # noqa: T201
            played = to_the_stream(table, options.cards)
            if not options.no_browser:
                played = to_the_browser(table, options.cards, played)
            for number in range(played, options.hands):
                play_hand(table, number)
            label = f"resident after {max(options.hands, played)} hands"
            print(f"{label:<46} {table.usage()[0]:.1f} MB")  # noqa: T201
        finally:
            table.close()


if __name__ == "__main__":
    main()

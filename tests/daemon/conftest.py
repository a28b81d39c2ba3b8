"""A table for the tests: the real daemon as a process, virtual devices on ptys of their own.

Events are handed to the device that would sense them, in order; everything waits for a condition with a
deadline, nothing for a length of time.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.daemon.service import TableService
from firmware_bridge import MAY_SEND
from tests import warm
from tests.ports import port_nobody_has

DEADLINE_S = float(os.environ.get("DEADLINE_S", "60"))
"""How long a test waits for something; a machine that is busy with other things needs more."""
ANSWER_S = max(10.0, DEADLINE_S / 6)
ORDER = ("shoe", "antennas", "chips", "panel")
CONFIG = """
[table]
id = "7"
rulebook = "{rulebook}"
denominations = [1, 5, 25, 100, 500, 1000, 5000, 25000]
level = {{ small = 50, big = 100 }}
keyed = ["checks", "words", "faces", "awards", "hands"]
[table.seats]
{seats}
[server]
port = {port}
[journal]
path = "store/table.db"
seal_key = "keys/seal.key"
"""


async def until(service: TableService, holds: Callable[[], bool]) -> None:
    """Wait until something holds after a change of what a table in this process shows."""
    async with asyncio.timeout(20):
        async for _ in service.api.changes():
            if holds():
                return


def wait_for(met: Callable[[], Any], what: str, deadline_s: float = DEADLINE_S) -> Any:
    """Return what ``met`` returns once it is true; fail naming ``what`` after the deadline."""
    began = time.monotonic()
    while True:
        found = met()
        if found:
            return found
        waited = time.monotonic() - began
        assert waited < deadline_s, f"waited {deadline_s} s for: {what}"
        time.sleep(min(0.1, max(0.001, waited / 8)))  # who asks all the time keeps the asked from working


class Device:
    """A virtual device: the process, what it said, and what it is told."""

    def __init__(self, kind: str, link: Path, serial: str | None = None, *options: str) -> None:
        self.kind, self.link = kind, link
        self.said: list[dict[str, Any]] = []
        words = ["--kind", kind, "--serial", serial or f"{kind.upper()}-1", "--link", str(link), *options]
        self._process = warm.start(
            "firmware_bridge.virtual_device", *words, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        wait_for(lambda: self.said, f"the {kind} to open its pty")

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.said.append(json.loads(line))

    def tell(self, **order: Any) -> None:
        """Give the device an order."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order).encode() + b"\n")
        self._process.stdin.flush()

    def sense(self, event: dict[str, Any], ago_ms: float = 0.0) -> None:
        """Let the device sense ``event`` now, or ``ago_ms`` ago."""
        self.tell(event=event, **({"ago_ms": ago_ms} if ago_ms else {}))

    def all(self, word: str) -> list[Any]:
        """Return everything that the device said under ``word``."""
        return [fact[word] for fact in list(self.said) if word in fact]

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def sensed(self) -> int:
        """The number of its last event."""
        return max(self.all("sensed"), default=0)

    @property
    def acked(self) -> int:
        """The number of the last event that the daemon acknowledged."""
        return max(self.all("acked"), default=0)

    def close(self) -> None:
        if self._process.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.close()
        self._process.wait(timeout=10)
        self._reader.join(timeout=10)
        assert self._process.stdout is not None
        self._process.stdout.close()


class Table:
    """One table: configuration, devices, daemon."""

    def __init__(self, folder: Path, kinds: tuple[str, ...] = ORDER, rulebook: str = "deltin") -> None:
        self.folder, self.port = folder, port_nobody_has()
        self.devices: dict[str, Device] = {}
        self.journal = folder / "store" / "table.db"
        self.key_file = folder / "keys" / "seal.key"
        self.config = folder / "table.toml"
        self._daemon: subprocess.Popen[bytes] | warm.Process | None = None
        self.out = b""
        seats = "\n".join(f"{seat} = {{ stack = 10000 }}" for seat in range(1, 7))
        text = CONFIG.format(rulebook=rulebook, port=self.port, seats=seats)
        for kind in kinds:
            text += f'[[device]]\nkind = "{kind}"\npath = "{folder / kind}"\n'
        self.config.write_text(text)

    def plug(self, kind: str, *options: str, actual: str | None = None) -> Device:
        """Plug a virtual device in; ``actual`` is what it says it is, where that is something else."""
        device = Device(actual or kind, self.folder / kind, None, *options)
        self.devices[kind] = device
        return device

    def plug_all(self) -> None:
        for kind in ORDER:
            self.plug(kind)

    def start(self, *, environment: dict[str, str] | None = None, wait: bool = True) -> None:
        """Start the daemon; its output is gathered, and the start waited for."""
        words = ["controller.cli", "run", "--config", str(self.config)]
        with (self.folder / "out.log").open("ab") as log:
            if environment is None:
                self._daemon = warm.start(*words, stdout=log, stderr=log)
            else:  # whatever it says holds from the first moment
                self._daemon = subprocess.Popen(
                    [sys.executable, "-m", *words], stdout=log, stderr=log, env={**os.environ, **environment}
                )
        if wait:
            wait_for(self._answers, "the daemon to answer")

    def _answers(self) -> bool:
        assert self._daemon is not None
        assert self._daemon.poll() is None, f"the daemon ended: {self.output()}"
        try:
            self.state()
        except (OSError, http.client.HTTPException):
            return False
        return True

    def output(self) -> str:
        """Return everything that the daemon printed or logged."""
        return (self.folder / "out.log").read_text()

    @property
    def alive(self) -> bool:
        return self._daemon is not None and self._daemon.poll() is None

    @property
    def pid(self) -> int:
        assert self._daemon is not None
        return self._daemon.pid

    def kill(self) -> None:
        """Kill the daemon as a power cut would."""
        assert self._daemon is not None
        self._daemon.kill()
        self._daemon.wait(timeout=10)

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Stop the daemon politely; return its exit code."""
        assert self._daemon is not None
        self._daemon.send_signal(number)
        return self._daemon.wait(timeout=max(15.0, DEADLINE_S / 4))

    @contextlib.contextmanager
    def stream(self, page: str = "floor") -> Iterator[http.client.HTTPResponse]:
        """Open the stream of the table's state."""
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_S)
        try:
            link.request("GET", f"/events?page={page}")
            with link.getresponse() as answer:
                yield answer
        finally:
            link.close()

    def state(self, page: str = "floor") -> dict[str, Any]:
        """Return the table's state as a page gets it on connecting."""
        with self.stream(page) as stream:
            for line in stream:
                if line.startswith(b"data: "):
                    return dict(json.loads(line[6:]))
        raise OSError("the stream ended")

    def post(self, path: str, fields: Any) -> tuple[int, dict[str, Any]]:
        """Post JSON as the pages do; return the status and the answer."""
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_S)
        origin = f"http://127.0.0.1:{self.port}"
        headers = {"Content-Type": "application/json", "Origin": origin}
        with contextlib.closing(link):
            link.request("POST", path, json.dumps(fields), headers)
            with link.getresponse() as answer:
                body = answer.read()
                return answer.status, json.loads(body) if body else {}

    def get(self, path: str) -> str:
        """Return what a path answers."""
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_S)
        with contextlib.closing(link):
            link.request("GET", path)
            with link.getresponse() as answer:
                assert answer.status == 200, path
                return answer.read().decode()

    def device_state(self, kind: str) -> dict[str, Any]:
        """Return how the pages show a device; they name only those that are not well."""
        named = [device for device in self.state()["devices"] if device["name"] == kind]
        return named[0] if named else {"name": kind, "state": "up", "problem": ""}

    def wait_up(self) -> None:
        """Wait until every plugged device is up."""

        def all_up() -> bool:
            # The pages name only those that are not well.
            unwell = {device["name"] for device in self.state()["devices"] if device["state"] != "up"}
            return not unwell & self.devices.keys()

        wait_for(all_up, "every device to be up")

    def device_for(self, event: dict[str, Any]) -> Device:
        """Return the device that would sense an event."""
        kind = next(kind for kind in ORDER if event["type"] in MAY_SEND[kind] and kind in self.devices)
        return self.devices[kind]

    def send(self, event: dict[str, Any]) -> Device:
        """Hand an event, without its ``t``, to the device that would sense it."""
        device = self.device_for(event)
        device.sense({name: value for name, value in event.items() if name != "t"})
        return device

    def play(self, events: list[dict[str, Any]]) -> None:
        """Let the devices sense ``events`` one after the other, each once the one before is safe."""
        before = {kind: device.sensed for kind, device in self.devices.items()}
        for event in events:
            device = self.send(event)
            before[device.kind] += 1
            wait_for(lambda d=device: d.acked >= before[d.kind], f"{event['type']} to be safe")

    def wait_safe(self) -> None:
        """Wait until the daemon has acknowledged everything that was sensed."""
        wait_for(
            lambda: all(device.acked >= device.sensed for device in self.devices.values()),
            "everything to be safe",
        )

    def close(self) -> None:
        if self._daemon is not None and self._daemon.poll() is None:
            self._daemon.kill()
            self._daemon.wait(timeout=10)
        for device in self.devices.values():
            device.close()


def table_of(folder: Path, game: str) -> Iterator[Table]:
    """Yield a running table at which ``game`` is played, with all devices up."""
    made = Table(folder, rulebook="tda-2024")
    whole = made.config.read_text()
    made.config.write_text(whole.replace('"tda-2024"', f'"tda-2024"\ngame = "{game}"'))
    made.plug_all()
    made.start()
    made.wait_up()
    yield made
    made.close()


@pytest.fixture
def free_port() -> int:
    """A port that nobody listens on."""
    return port_nobody_has()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A table with nothing plugged in and the daemon not started."""
    made = Table(tmp_path)
    yield made
    made.close()


@pytest.fixture
def running(table: Table) -> Table:
    """A table with all devices up and the daemon running."""
    table.plug_all()
    table.start()
    table.wait_up()
    return table


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table with all devices up that a module's tests share; each leaves it fit for the next."""
    made = Table(tmp_path_factory.mktemp("shared"))
    made.plug_all()
    made.start()
    made.wait_up()
    yield made
    made.close()


DECK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]


def tag_of(card: str, deck: int = 1) -> str:
    """Return the tag that ``card`` has in the test deck."""
    return f"E00401{deck:02X}{DECK.index(card):08X}"


def deck_event(deck: int = 1) -> dict[str, Any]:
    """Return the event that maps the test deck's tags."""
    return {"type": "deck", "id": f"D{deck}", "back": "blue", "cards": {tag_of(c, deck): c for c in DECK}}


def hand_events(cards: list[str], button: int = 6, *, to: str = "end") -> list[dict[str, Any]]:
    """Return a hand of six: all fold to the big blind's call, checked down to the river, dealt ``cards``.

    ``to`` stops it at ``deal`` (the last hole card lies), ``flop`` or ``end``.
    """
    seats = [(button + place) % 6 + 1 for place in range(6)]
    small, big = seats[0], seats[1]
    draw = iter(cards)
    events: list[dict[str, Any]] = [{"type": "hand.start", "button": button}]
    events += [{"type": "chips.push", "seat": small, "chips": {"25": 2}}]
    events += [{"type": "chips.push", "seat": big, "chips": {"100": 1}}]
    held: dict[int, list[str]] = {seat: [] for seat in seats}
    for seat in seats * 2:
        tag = tag_of(next(draw))
        held[seat].append(tag)
        events += [{"type": "card.draw", "tag": tag, "face": "down"}]
        events += [{"type": "card.seen", "tag": tag, "zone": f"seat:{seat}"}]
    if to == "deal":
        return events
    caller = seats[2]
    events += [{"type": "declare", "seat": caller, "action": "call"}]
    events += [{"type": "chips.push", "seat": caller, "chips": {"100": 1}}]
    for seat in (*seats[3:], small):
        events += [{"type": "declare", "seat": seat, "action": "fold"}]
        for tag in held[seat]:
            events += [{"type": "card.gone", "tag": tag, "zone": f"seat:{seat}"}]
            events += [{"type": "card.seen", "tag": tag, "zone": "muck"}]
    events += [{"type": "tap", "seat": big}, {"type": "chips.swept"}]
    for count in (3, 1, 1):
        for zone in ("burn", *["board"] * count):
            tag = tag_of(next(draw))
            events += [{"type": "card.draw", "tag": tag, "face": "down"}]
            events += [{"type": "card.seen", "tag": tag, "zone": zone}]
        if to == "flop":
            return events
        events += [{"type": "tap", "seat": big}, {"type": "tap", "seat": caller}]
    for tag in held[big]:
        events += [{"type": "card.seen", "tag": tag, "zone": f"seat:{big}", "face": "up"}]
    for tag in held[caller]:
        events += [{"type": "card.gone", "tag": tag, "zone": f"seat:{caller}"}]
        events += [{"type": "card.seen", "tag": tag, "zone": "muck"}]
    events += [{"type": "chips.award", "seat": big, "amount": 250}, {"type": "hand.end"}]
    return events


class Hand:
    """What the tests deal: a deck in a fixed order, and the helpers above."""

    wait_for = staticmethod(wait_for)
    deck = staticmethod(deck_event)
    tag = staticmethod(tag_of)

    def __init__(self) -> None:
        self.cards = DECK[::5] + DECK[1::5] + DECK[2::5] + DECK[3::5] + DECK[4::5]

    def events(self, button: int = 6, *, to: str = "end", shift: int = 0) -> list[dict[str, Any]]:
        """Return a hand's events; ``shift`` deals another stretch of the deck."""
        return hand_events(self.cards[shift:] + self.cards[:shift], button, to=to)


@pytest.fixture
def hand() -> Hand:
    """A hand to play."""
    return Hand()

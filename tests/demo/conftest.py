"""The demo as a person starts it: a process with its children, what it prints, and Ctrl-C."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests import warm
from tests.chromium import chromium
from tests.daemon.conftest import wait_for as _wait_for
from tests.ends import ended
from tests.ports import port_nobody_has

DEADLINE_S = 180.0


def _is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


class Demo:
    """``floorcall demo`` in a folder for temporary files of its own."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.port = port_nobody_has()
        self.folder = folder
        self.said: list[str] = []
        told, words = os.pipe()
        self._told = os.fdopen(told, encoding="utf-8")
        env = {**os.environ, "TMPDIR": str(folder)}
        command = ("demo", "--port", str(self.port), *options)
        try:
            self.process = warm.start("controller.cli", *command, stdout=words, stderr=words, env=env)
        finally:
            os.close(words)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self._told:
            self.said.append(line.rstrip("\n"))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def until_said(self, words: str) -> str:
        """Wait until the demo has printed a line with ``words``, and return it."""

        def found() -> str | None:
            over = not self._reader.is_alive()
            line = next((line for line in self.said if words in line), None)
            assert line or not over, "the demo ended"
            return line

        try:
            return str(_wait_for(found, f"the demo to say {words!r}", DEADLINE_S))
        except AssertionError as problem:
            raise AssertionError(f"{problem}; it said {self.said}") from None

    def children(self) -> list[int]:
        """Return the processes that the demo has started and that still run."""
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(pid) for pid in listed.split()]

    def end(self, number: int) -> int:
        """Send a signal, wait for the end, and return the exit code."""
        self.process.send_signal(number)
        code = self.process.wait(DEADLINE_S)
        self._reader.join(DEADLINE_S)
        return code

    def close(self) -> None:
        if self.process.poll() is None:
            self.end(signal.SIGKILL)
        ended(self._reader, "what the demo says", DEADLINE_S)
        self._told.close()


@pytest.fixture
def start_demo(tmp_path: Path) -> Iterator[Callable[..., Demo]]:
    """Start the demo with options; whatever the test leaves running is ended."""
    demos: list[Demo] = []

    def start(*options: str) -> Demo:
        demos.append(Demo(tmp_path, *options))
        return demos[-1]

    yield start
    for demo in demos:
        demo.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture
def wait_for() -> Callable[[Callable[[], Any], str], Any]:
    return partial(_wait_for, deadline_s=DEADLINE_S)


@pytest.fixture
def is_running() -> Callable[[int], bool]:
    return _is_running

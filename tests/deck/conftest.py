"""A reader on a pty and the command line beside it."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.deck import NEW_DECK_ORDER

ROOT = Path(__file__).parents[2]


class EmulatedReader:
    """A reader as a process; ``place`` puts exactly these tags on an antenna."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._process = subprocess.Popen(
            [sys.executable, "-m", "firmware_bridge.emulated", "--reader", kind],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        self.path = str(self._read()["pty"])

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        said: dict[str, Any] = json.loads(self._process.stdout.readline())
        return said

    def tell(self, **order: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        assert self._read() == {"done": True}

    def place(self, *tags: str, antenna: int = 1) -> None:
        self.tell(place={str(antenna): tags})

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(timeout=10)
        self._process.stdout.close()

    @property
    def given(self) -> list[str]:
        """Return the options that name this reader."""
        return ["--reader", self.kind, "--port", self.path]


@pytest.fixture
def reader() -> Iterator[Callable[[str], EmulatedReader]]:
    """Return the maker of emulated readers."""
    made: list[EmulatedReader] = []

    def make(kind: str = "pepper") -> EmulatedReader:
        made.append(EmulatedReader(kind))
        return made[-1]

    yield make
    for one in made:
        one.close()


def floorcall(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "controller.cli", *arguments],
        cwd=ROOT,
        input=given,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.fixture(name="floorcall")
def run_floorcall() -> Callable[..., subprocess.CompletedProcess[str]]:
    return floorcall


@pytest.fixture
def good() -> dict[str, str]:
    """Return a deck of random tags, none of which is the OR of two others."""
    chance = random.Random(52)
    return {f"E0040150{chance.getrandbits(32):08X}": card for card in NEW_DECK_ORDER}


@pytest.fixture
def deck_file(tmp_path: Path, good: dict[str, str]) -> Path:
    """Return the path of a good deck's file."""
    path = tmp_path / "red-7.toml"
    lines = "".join(f'{tag} = "{card}"\n' for tag, card in good.items())
    path.write_text(f'id = "red-7"\nback = "red"\n\n[cards]\n{lines}', "utf-8")
    return path

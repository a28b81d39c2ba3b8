"""A reader on a pty and the command line beside it."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.table.ranks import NEW_DECK_ORDER
from tests import warm
from tests.readers.process import EmulatedReader

ROOT = Path(__file__).parents[2]


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
    return warm.run("controller.cli", *arguments, given=given)


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

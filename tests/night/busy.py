"""A machine that has other work to do: the daemon shares its processors with busy loops.

    python -m tests.night.busy run --config table.toml

is ``floorcall`` as the rest says, no more important than that work. The table itself, whose boards are machines of
their own in a card room, goes before both.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

BUSY: Final = ("-m", "tests.night.busy")
LESS: Final = 10
"""How much nicer daemon and busy loops are than the table."""


@contextmanager
def busy_machine(loops: int) -> Iterator[None]:
    """Have so many busy loops beside what runs inside."""
    working = [multiprocessing.Process(target=_work, daemon=True) for _ in range(loops)]
    for process in working:
        process.start()
    try:
        yield
    finally:
        for process in working:
            process.terminate()


def _work() -> None:
    os.nice(LESS)
    while True:
        pass


def main() -> None:
    """Be the program, as nice as the other work."""
    from controller import cli

    os.nice(LESS)
    cli.main()


if __name__ == "__main__":
    main()

"""Workers of pytest-xdist that are forked from one process which has collected the tests (`tests.forks`).

Five workers would read, compile and import the same tests each: 40 s of processor time in a new clone, 19 so. Instead of ``python words``
xdist starts ``python -m tests.worker SOCKET words``, which asks for the fork and lasts as long as it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests import warm


def have_forked(specs: Sequence[Any], words: Sequence[str], folder: str) -> None:
    """Have xdist's workers of ``specs`` forked, of one process that has collected the tests of ``words``."""
    programs, workers = (Path(folder, name) for name in ("programs", "workers"))
    os.environ[warm.PROGRAMS] = str(programs)
    ready = warm.begun(programs, workers, *words).recv(64)
    assert ready, "the process that forks the workers has ended"
    for spec in specs:
        spec.python = f"{sys.executable} -m tests.worker {workers}"


def main(path: str, *words: str) -> int:
    """Have a worker forked; return how it ended."""
    return warm.start("-c", words[words.index("-c") + 1], forks=warm.Forks(path)).wait()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

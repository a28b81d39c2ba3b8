"""A scripted night through the real journal, its first write failing, its second, and so on: full, broken, read-only.

    LD_PRELOAD=faulty_disk.so python -m tests.disk.fail_at_every_write FOLDER [--every N]

A write that fails leaves its first half. The disk fails for one call or for twenty and is well again; then everything
that was recorded is there, once and in its order, the chain holds and the replay is that of an undisturbed night. A
journal that cannot be opened says so, and is opened at a later try. One JSON object is printed.
"""

from __future__ import annotations

import argparse
import errno
import json
import shutil
import sys
from pathlib import Path
from typing import Any

from controller.journal import writer
from controller.journal.store import JournalError
from tests.disk.faulty import fail_at, has_failed
from tests.disk.kill_at_every_write import check, night, replayed, write

KINDS = ((errno.ENOSPC, 0), (errno.EIO, 0), (errno.EROFS, 0), (errno.ENOSPC, 20), (errno.EIO, 20))


def recorded(path: Path, events: list[dict[str, Any]], told: list[int]) -> None:
    """Record the night; a table that cannot start is started again."""
    while True:
        try:
            return write(path, events, told.append)
        except JournalError:
            assert not told, "the table had started"


def main() -> int:
    """Let each call in turn fail, or every so many, until the night is through."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1)
    asked = parser.parse_args()
    writer._RETRY_S = 0.01
    events = night()
    said = replayed(events)
    calls, failures = 0, 0
    while True:
        error, more = KINDS[failures % len(KINDS)]
        path = asked.folder / f"{calls}" / "table.db"
        path.parent.mkdir()
        told: list[int] = []
        fail_at(calls, error, more)
        recorded(path, events, told)
        over = not has_failed()
        fail_at(-1, 0, 0)
        # Where the keys beside the journal could not be written, a batch is told safe once more.
        assert list(dict.fromkeys(told)) == list(range(1, told[-1] + 1)), f"call {calls}"
        check(path, events, said, told[-1])
        if over:
            break
        failures += 1
        calls += asked.every
        shutil.rmtree(path.parent)
    print(json.dumps({"events": len(events), "failures": failures, "writes": calls}))  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())

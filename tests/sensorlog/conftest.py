"""A log written line by line, and read back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.sensorlog.reader import Entry, LogReader
from controller.sensorlog.source import open_log

HEADER = b'{"type":"log","version":1,"table":"7","started":"2026-11-20T19:30:00Z","rulebook":"deltin","game":"nlhe"}\n'


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., list[tuple[int, Entry]]]:
    """Return a function that writes a log's bytes after a good header and reads it."""

    def write_and_read(*lines: bytes, header: bytes = HEADER, end: bytes = b"\n") -> list[tuple[int, Entry]]:
        log = tmp_path / "night.jsonl"
        log.write_bytes(header + b"\n".join(lines) + (end if lines else b""))
        with open_log(str(log)) as source:
            return list(LogReader(source))

    return write_and_read

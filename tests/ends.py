"""Gives an end to what a test waits for in a process or a thread: it says what did not come."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

COMES_WITHIN_S = 180.0
"""How long anything may take on a machine that is busy with other things."""


@contextmanager
def comes(process: subprocess.Popen[Any], what: str, within_s: float = COMES_WITHIN_S) -> Iterator[None]:
    """Have a process do within the block what ``what`` says; kill it after a time, and fail naming that.

    Whatever reads its output or waits for its end goes on when it is killed.
    """
    late = threading.Event()

    def end() -> None:
        late.set()
        process.kill()

    timer = threading.Timer(within_s, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        assert not late.is_set(), f"waited {within_s:.0f} s for: {what}"


def ended(thread: threading.Thread, what: str, within_s: float = COMES_WITHIN_S) -> None:
    """Wait until a thread has ended; fail naming ``what`` after a time."""
    thread.join(within_s)
    assert not thread.is_alive(), f"waited {within_s:.0f} s for the end of: {what}"

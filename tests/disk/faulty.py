"""A disk that fails as it is told: a library before the C library's own calls, built once a test run."""

from __future__ import annotations

import ctypes
import os
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("faulty_disk.c")


def build(folder: Path) -> Path:
    """Compile the library into ``folder``; return its path."""
    library = folder / "faulty_disk.so"
    done = subprocess.run(
        ["gcc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", str(library), str(SOURCE), "-ldl"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return library


class Disk:
    """What the disk of a process does; start the process with ``environment``."""

    def __init__(self, library: Path, control: Path) -> None:
        self._control = control
        self.environment = {"LD_PRELOAD": str(library), "FAULTY_DISK": str(control)}
        self.is_("well")

    def is_(self, state: str) -> None:
        """Let the disk be ``well``, ``full``, ``broken``, ``readonly`` or ``slow MILLISECONDS``."""
        fresh = self._control.with_name(self._control.name + ".new")
        fresh.write_text(state)
        fresh.replace(self._control)


def die_after(calls: int) -> None:
    """Let this process, started with the library, die at the write or sync after ``calls`` more."""
    ctypes.CDLL(os.environ["LD_PRELOAD"]).die_after(ctypes.c_long(calls))


def fail_at(calls: int, error: int, more: int) -> None:
    """Let the write or sync after ``calls`` more of this process fail with ``error``, and ``more`` after it."""
    library = ctypes.CDLL(os.environ["LD_PRELOAD"])
    library.fail_at(ctypes.c_long(calls), ctypes.c_int(error), ctypes.c_long(more))


def has_failed() -> bool:
    """Return whether the call that was to fail has come."""
    return bool(ctypes.CDLL(os.environ["LD_PRELOAD"]).has_failed())


def remark(number: int) -> None:
    """Put ``number`` into the record between the writes before it and those after."""
    ctypes.CDLL(os.environ["LD_PRELOAD"]).remark(ctypes.c_long(number))

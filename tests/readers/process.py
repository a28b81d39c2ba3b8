"""An emulated reader as a process, on a pty of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.ends import comes

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
        with comes(self._process, "an answer of the emulated reader"):
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

"""A real MicroPython with the board's files in it, as a process that runs what it is told."""

from __future__ import annotations

import json
import os
import subprocess
import tty
from pathlib import Path
from typing import Any, Self

from firmware_bridge.board_files import lay_out
from firmware_bridge.emulated.chip import MACHINE
from tests.ends import comes

HERE = Path(__file__).parent
MODULES = HERE.parents[2] / ".venv" / "micropython" / "node_modules"
HEAP_KB = 192
"""What MicroPython leaves of an RP2040's 264 kB."""


class MicroPython:
    """One board without hardware. Use it as a context; every call waits for its answer."""

    def __init__(self, folder: Path, *, heap_kb: int = HEAP_KB, compiled: bool = False) -> None:
        self._folder = folder
        lay_out(folder, "", compiled=compiled)
        for source in (MACHINE, HERE / "turning.py"):
            (folder / source.name).write_text(source.read_text("utf-8"), "utf-8")
        self._heap_kb = heap_kb
        self._ends: list[int] = []

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            ["node", HERE / "board.mjs", self._folder, MODULES, str(self._heap_kb)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            pass_fds=[end for pair in [os.openpty(), os.openpty()] for end in self._keep(pair)],
        )
        try:
            assert self._read() == {"ready": True}
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(timeout=30)
        self._process.stdout.close()
        for end in self._ends:
            os.close(end)

    def _keep(self, pair: tuple[int, int]) -> list[int]:
        """Keep both ends of a pty: the far one stays open, so that the pty outlives who opens it."""
        tty.setraw(pair[1])
        self._ends += pair
        return [pair[0]]

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        with comes(self._process, "an answer of MicroPython"):
            line = self._process.stdout.readline()
        assert line, "MicroPython's process has ended"
        answer: dict[str, Any] = json.loads(line)
        return answer

    def order(self, **fields: Any) -> dict[str, Any]:
        """Give one order of ``board.mjs``; return its answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(fields) + "\n")
        self._process.stdin.flush()
        return self._read()

    def run(self, code: str) -> str:
        """Run code; return what it printed. A MicroPython exception fails the test."""
        answer = self.order(run=code)
        assert answer["error"] is None, answer["error"]
        out: str = answer["out"]
        return out

    def ask(self, expression: str) -> Any:
        """Return the value of an expression, by way of JSON."""
        return json.loads(self.run(f"import json\nprint(json.dumps({expression}))"))

    def held(self) -> int:
        """Return the bytes of heap in use; this MicroPython collects what is free between two calls only."""
        self.run("import gc\ngc.collect()")
        return int(self.run("print(gc.mem_alloc())"))

    def turn_on(self, start: str) -> str:
        """Power the board up with ``start``, join UART 0 to a pty, and return the host's end of it."""
        self.restart(start)
        self.order(link=self._ends[0], uart=0)
        return os.ttyname(self._ends[1])

    def join_reader(self) -> str:
        """Join UART 1 to a pty; return the reader's end of it."""
        self.order(link=self._ends[2], uart=1)
        return os.ttyname(self._ends[3])

    def restart(self, start: str, *, turning: bool = True) -> None:
        """Cut the power and switch it on again: a fresh interpreter, its main loop ``turning`` or not."""
        code = f"import turning\n{start}\nturn = turning.turn"
        answer = self.order(restart=code, turning="turn" if turning else None)
        assert answer["error"] is None, answer["error"]

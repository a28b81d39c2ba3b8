"""Starts and stops the virtual table's processes: boards and camera, each on a pty of its own, and the daemon.

Every one is a child that hears nothing of the terminal's Ctrl-C and ends when the demo ends, however
the demo ends: it is stopped in order, and if the demo is killed the kernel tells it.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import json
import os
import signal
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from controller.demo import DemoFault
from controller.demo.felt import BUTTON

STARTS_IN_S: Final = 60.0
STOPS_IN_S: Final = 5.0
_PR_SET_PDEATHSIG: Final = 1
SEATS: Final = 10
BOARD: Final = "firmware_bridge.virtual_board"
"""The module that is a board: the firmware, and the world around its pins."""
PROGRAM: Final = ("-m", "controller.cli")
"""What this Python runs as ``floorcall``."""
_libc = ctypes.CDLL(None, use_errno=True)


def _end_with_parent() -> None:
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


async def _spawn(*arguments: str, **options: Any) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, *arguments, start_new_session=True, preexec_fn=_end_with_parent, **options
    )


async def _stop(process: asyncio.subprocess.Process) -> None:
    """End a child: asked first, then made to."""
    if process.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    try:
        await asyncio.wait_for(process.wait(), STOPS_IN_S)
    except TimeoutError:
        process.kill()
        await process.wait()


class VirtualDevice:
    """One device of the virtual table. ``pty`` is the path that the daemon opens: ``link`` where that is kept pointing there."""

    def __init__(self, kind: str, name: str, *command: str, link: Path | None = None) -> None:
        self.kind, self.name = kind, name
        self.pty, self._link = "", link
        self.welcomed = asyncio.Event()
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self._listening: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the process and wait until it has its pty. Raise DemoFault."""
        self.welcomed.clear()
        self._process = await _spawn(
            *self._command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        assert self._process.stdout is not None
        line = await asyncio.wait_for(self._process.stdout.readline(), STARTS_IN_S)
        if not line:
            raise DemoFault(f"the virtual {self.name} did not start")
        self.pty = json.loads(line)["pty"] if self._link is None else str(self._link)
        self._listening = asyncio.create_task(self._listen(self._process.stdout))

    def unplug(self) -> None:
        """Pull the cable out."""
        self._order({"unplug": True})

    def plug(self) -> None:
        """Put the cable back."""
        self._order({"plug": True})

    async def stop(self) -> None:
        """Unplug the device and end its process."""
        if self._process is not None:
            await _stop(self._process)
        if self._listening is not None:
            await self._listening

    async def _listen(self, said: asyncio.StreamReader) -> None:
        async for line in said:
            self._heard(json.loads(line))

    def _order(self, order: dict[str, Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order).encode() + b"\n")

    def _heard(self, fact: dict[str, Any]) -> None:
        if "welcomed" in fact:
            self.welcomed.set()
        if "error" in fact:
            sys.stderr.write(f"virtual {self.name}: {fact['error']}\n")


class Shoe(VirtualDevice):
    """The shoe: its firmware, and the cards that pass its throat."""

    def __init__(self, board: str, serial: str = "SHOE-1", *, link: Path | None = None) -> None:
        given = ("--kind", "shoe", "--serial", serial, *(() if link is None else ("--link", str(link))))
        super().__init__("shoe", "shoe", "-m", board, *given, link=link)

    def draw(self, tag: str, *, up: bool) -> None:
        """Let a card pass the throat."""
        self._order({"draw": tag, "up": up})


class AntennaBoard(VirtualDevice):
    """A board under the felt: its firmware, and what lies on its antennas."""

    def __init__(
        self, number: int, zones: dict[int, str], board: str, *, taps: bool, serial: str | None = None
    ) -> None:
        given = [f"{antenna}={zone}" for antenna, zone in zones.items()]
        kind = ("--kind", "antennas", "--serial", serial or f"ANTENNAS-{number}", "--button", BUTTON)
        seats = ("--taps", *map(str, range(1, SEATS + 1))) if taps else ()
        super().__init__("antennas", f"antennas-{number}", "-m", board, *kind, "--zones", *given, *seats)
        self.zones, self.taps = zones, taps

    def place(self, antenna: int, tags: Sequence[str]) -> None:
        """Put exactly these tags on an antenna."""
        self._order({"place": {str(antenna): list(tags)}})

    def tap(self, seat: int) -> None:
        """Let a seat knock on the table."""
        self._order({"tap": seat})


class Camera(VirtualDevice):
    """The camera over the betting zones. With films it counts what they show; the rest it is told."""

    def __init__(self, films: Path | None = None, link: Path | None = None) -> None:
        """With a ``link`` it gives pictures of what it films, as a real camera does."""
        told = ("firmware_bridge.virtual_device", "--kind", "chips", "--serial", "CAMERA-1")
        link = None if films is None else link
        filmed = ("controller.camera.virtual", str(films), *(() if link is None else (str(link),)))
        super().__init__("chips", "camera", "-m", *(told if films is None else filmed), link=link)
        self.films = films
        self._told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def tell(self, event: dict[str, Any], began_s: float | None = None) -> None:
        """See a motion now that nobody filmed; it began ``began_s`` seconds ago."""
        began = {} if began_s is None else {"started_ago_ms": began_s * 1000}
        self._order({"event": event, **began})

    def play(self, film: str, until_s: float) -> None:
        """Play a film up to ``until_s``; what was seen before counts no more."""
        while not self._told.empty():
            self._told.get_nowait()
        self._order({"film": film, "until": until_s})

    async def next_told(self) -> dict[str, Any]:
        """Return the next event that the camera sees in its film."""
        return await self._told.get()

    def _heard(self, fact: dict[str, Any]) -> None:
        super()._heard(fact)
        if "type" in fact:
            self._told.put_nowait(fact)


class Daemon:
    """``floorcall run`` as a process; what it logs goes to a file beside its configuration."""

    def __init__(self, config: Path, program: Sequence[str] = PROGRAM) -> None:
        self.command: Sequence[str] = (*program, "run", "--config", str(config))
        """What this Python runs."""
        self._log = config.with_suffix(".log")
        self._process: asyncio.subprocess.Process | None = None
        self._started = asyncio.Event()

    async def start(self) -> None:
        """Start the daemon and wait until it is ready. Raise DemoFault with its own words otherwise."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready, self._log.open("ab") as log:
            ready.bind("")  # the kernel gives it a name: a path could be longer than a socket's may be
            ready.setblocking(False)
            self._process = await _spawn(
                *self.command,
                stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log,
                env={**os.environ, "NOTIFY_SOCKET": ready.getsockname().replace(b"\0", b"@", 1).decode()},
            )  # fmt: skip
            self._started.set()
            await self._until_ready(ready)

    async def died(self) -> None:
        """Return never; raise DemoFault once the daemon has ended by itself. What was stopped may start again."""
        while True:
            await self._started.wait()
            assert self._process is not None
            code = await self._process.wait()
            if self._started.is_set():
                raise DemoFault(f"the daemon ended ({code}): {self._last_words()}")

    async def stop(self) -> None:
        """End the daemon as a service manager would."""
        self._started.clear()
        if self._process is not None:
            await _stop(self._process)

    async def kill(self) -> None:
        """Cut its power."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()

    async def _until_ready(self, ready: socket.socket) -> None:
        told = asyncio.create_task(self._told_ready(ready))
        died = asyncio.create_task(self.died())
        done, late = await asyncio.wait(
            {told, died}, timeout=STARTS_IN_S, return_when=asyncio.FIRST_COMPLETED
        )
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        if not done:
            raise DemoFault(f"the daemon was not ready in {STARTS_IN_S:.0f} s: {self._last_words()}")
        await done.pop()

    async def _told_ready(self, ready: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while b"READY=1" not in await loop.sock_recv(ready, 4096):
            pass

    def _last_words(self) -> str:
        lines = self._log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"

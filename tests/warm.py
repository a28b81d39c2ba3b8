"""Starts the project's programs for tests: each a process of its own, forked from one that has imported them (`tests.forks`).

What runs is the real program with its real command line, its own descriptors and environment; it saves the imports
alone, a quarter of a second of processor time a daemon. A program that has to begin as a user begins it
(``LD_PRELOAD``, a core dump, how long a start takes) is started with ``subprocess`` as ever.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import IO, Any

from tests.ends import COMES_WITHIN_S

ROOT = Path(__file__).parents[1]
PROGRAMS = "FLOORCALL_TEST_PROGRAMS"
"""The variable that says where one for all workers listens; without it each process of tests begins its own."""


class Process:
    """A program that runs, with what a test asks of `subprocess.Popen`."""

    def __init__(self, said: socket.socket, stdin: IO[bytes] | None, stdout: IO[bytes] | None) -> None:
        self.stdin, self.stdout = stdin, stdout
        self.returncode: int | None = None
        self._said = said
        self.pid = int(said.recv(64))

    def poll(self) -> int | None:
        """Return how it ended; None while it runs."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Return how it ended. Raise TimeoutExpired where it still runs after ``timeout`` seconds."""
        if self.returncode is None:
            self._said.settimeout(timeout)
            try:
                self.returncode = int(self._said.recv(64))
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0) from None
            self._said.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)


class Forks:
    """A process that forks, for as long as this one lives: one that listens at ``path``, else one of our own."""

    def __init__(self, path: str | None = None) -> None:
        self._lock = threading.Lock()
        self._path = path
        self._socket: socket.socket | None = None

    def ask(self, request: dict[str, Any], descriptors: list[int]) -> None:
        """Have it fork; ``descriptors`` are standard input, output, error, and the socket that hears of the process."""
        with self._lock:
            if self._socket is None:
                self._socket = begun() if self._path is None else _reached(self._path)
            socket.send_fds(self._socket, [json.dumps(request).encode()], descriptors)


def begun(*words: str | Path) -> socket.socket:
    """Begin a process that forks, with these ``words``; return the socket to it. It ends with this one."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        command = [sys.executable, "-m", "tests.forks", str(theirs.fileno()), *map(str, words)]
        # Should this process be killed, that one ends too: nobody is left on the socket's other side.
        server = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, cwd=ROOT)
    atexit.register(_end, ours, server)
    return ours


def _reached(path: str) -> socket.socket:
    reached = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    reached.connect(path)
    atexit.register(reached.close)
    return reached


def _end(asked: socket.socket, server: subprocess.Popen[bytes]) -> None:
    asked.close()
    server.wait(COMES_WITHIN_S)


_programs = Forks(os.environ.get(PROGRAMS))


def start(
    module: str,
    *words: str | Path,
    stdin: int | IO[bytes] | None = None,
    stdout: int | IO[bytes] | None = None,
    stderr: int | IO[bytes] | None = None,
    env: dict[str, str] | None = None,
    forks: Forks = _programs,
) -> Process:
    """Start ``python -m module words``; the streams are as `subprocess.Popen` takes them."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ends: list[IO[bytes] | None] = [None, None]
    with contextlib.ExitStack() as lent:
        lent.enter_context(theirs)
        given = []
        for number, stream in enumerate((stdin, stdout, stderr)):
            if stream == subprocess.DEVNULL:
                given.append(os.open(os.devnull, os.O_RDWR))
                lent.callback(os.close, given[-1])
            elif stream == subprocess.PIPE:
                reading, writing = os.pipe()
                mine, its = (writing, reading) if number == 0 else (reading, writing)
                ends[number] = os.fdopen(mine, "wb" if number == 0 else "rb")
                lent.callback(os.close, its)
                given.append(its)
            else:
                given.append(
                    number if stream is None else stream if isinstance(stream, int) else stream.fileno()
                )
        request = {
            "module": module,
            "words": [*map(str, words)],
            "folder": os.getcwd(),
            "env": env or dict(os.environ),
        }
        forks.ask(request, [*given, theirs.fileno()])
    return Process(ours, ends[0], ends[1])


def run(
    module: str, *words: str | Path, given: str = "", timeout: float = COMES_WITHIN_S, check: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run ``python -m module words`` to its end, ``given`` as its standard input; return what it printed.

    Raise TimeoutExpired where it does not end, CalledProcessError where ``check`` and it did not end well.
    """
    with (
        tempfile.TemporaryFile() as typed,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as errors,
    ):
        typed.write(given.encode())
        typed.seek(0)
        process = start(module, *words, stdin=typed, stdout=out, stderr=errors)
        try:
            code = process.wait(timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise
        said = []
        for stream in (out, errors):
            stream.seek(0)
            said.append(stream.read().decode())
    done = subprocess.CompletedProcess([module, *map(str, words)], code, *said)
    if check:
        done.check_returncode()
    return done

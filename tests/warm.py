"""Starts the project's programs for tests: each a process of its own, forked from one that has imported them.

What runs is the real program with its real command line, its own descriptors and environment; it saves the imports
alone, a quarter of a second of processor time a daemon. A program that has to begin as a user begins it
(``LD_PRELOAD``, a core dump, how long a start takes) is started with ``subprocess`` as ever.

As ``python -m tests.warm FD`` this is the process that forks: each message on the socket ``FD`` names a module, its
words and its environment, and brings standard input, output, error, and a socket that hears number and end.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import json
import os
import runpy
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from tests.ends import COMES_WITHIN_S

ROOT = Path(__file__).parents[1]
PROGRAMS = (
    "anyio._backends._asyncio", "controller.cli", "controller.commands.demo", "controller.commands.floor", "controller.commands.journal",
    "controller.commands.replay", "controller.commands.run", "controller.daemon.metrics", "controller.daemon.notify",
    "controller.daemon.service", "controller.daemon.serving", "controller.floor.app", "controller.floor.service",
    "controller.histories.export", "controller.journal.export", "controller.journal.verify", "controller.replay.at_once",
    "controller.web.app", "firmware_bridge.virtual_device", "uvicorn.lifespan.off", "uvicorn.logging",
    "uvicorn.protocols.http.h11_impl",
)  # fmt: skip
"""What is imported before the first fork."""
LONGEST = 1 << 18
"""Bytes of a message."""


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


class _Warm:
    """The process that forks, one for each process of tests, begun with the first program."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None

    def ask(self, request: dict[str, Any], descriptors: list[int]) -> None:
        with self._lock:
            if self._socket is None:
                self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
                command = [sys.executable, "-m", "tests.warm", str(theirs.fileno())]
                # Should this process be killed, that one ends too: nobody is left on the socket's other side.
                server = subprocess.Popen(
                    command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, cwd=ROOT
                )
                theirs.close()
                atexit.register(self._end, self._socket, server)
            socket.send_fds(self._socket, [json.dumps(request).encode()], descriptors)

    @staticmethod
    def _end(asked: socket.socket, server: subprocess.Popen[bytes]) -> None:
        asked.close()
        server.wait(COMES_WITHIN_S)


_warm = _Warm()


def start(
    module: str,
    *words: str | Path,
    stdin: int | IO[bytes] | None = None,
    stdout: int | IO[bytes] | None = None,
    stderr: int | IO[bytes] | None = None,
    env: dict[str, str] | None = None,
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
        _warm.ask(request, [*given, theirs.fileno()])
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


class _Forks:
    """The process that forks, at work."""

    def __init__(self, asked: socket.socket) -> None:
        self._asked = asked
        self._selector = selectors.DefaultSelector()
        self._selector.register(asked, selectors.EVENT_READ)
        self._running: dict[int, tuple[int, socket.socket]] = {}

    def serve(self) -> dict[str, Any] | None:
        """Fork as asked; return the request in the program's process, None in this one once nobody asks any more."""
        while True:
            for key, _ in self._selector.select():
                if key.fileobj is not self._asked:
                    self._ended(key.fd)
                    continue
                message, descriptors, _, _ = socket.recv_fds(self._asked, LONGEST, 4)
                if not message:
                    return None
                request = self._forked(json.loads(message), descriptors)
                if request is not None:
                    return request

    def _forked(self, request: dict[str, Any], descriptors: list[int]) -> dict[str, Any] | None:
        pid = os.fork()
        if pid == 0:
            for number, given in enumerate(descriptors[:3]):
                os.dup2(given, number)
            self._let_go()
            for given in descriptors:
                os.close(given)
            return request
        for given in descriptors[:3]:
            os.close(given)
        watched = os.pidfd_open(pid)
        self._running[watched] = pid, socket.socket(fileno=descriptors[3])
        self._selector.register(watched, selectors.EVENT_READ)
        self._running[watched][1].send(str(pid).encode())
        return None

    def _let_go(self) -> None:
        """Close, in a fork, what is not the program's own."""
        self._selector.close()
        self._asked.close()
        for watched, (_, teller) in self._running.items():
            os.close(watched)
            teller.close()

    def _ended(self, watched: int) -> None:
        pid, teller = self._running.pop(watched)
        self._selector.unregister(watched)
        os.close(watched)
        _, status = os.waitpid(pid, 0)
        with contextlib.suppress(OSError):  # nobody wants to know
            teller.send(str(os.waitstatus_to_exitcode(status)).encode())
        teller.close()


def main() -> None:
    """Import what there is, fork as asked; in a fork, be the program."""
    for name in PROGRAMS:
        import_module(name)
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    request = _Forks(socket.socket(fileno=int(sys.argv[1]))).serve()
    if request is None:
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["env"])
    sys.modules.pop(request["module"], None)  # it runs as __main__, as from a command line
    sys.argv = [request["module"], *request["words"]]
    runpy.run_module(request["module"], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()

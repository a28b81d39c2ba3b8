"""Forks processes for the tests from one that has imported what they need: `tests.warm` asks for programs,
`tests.worker` for workers of pytest-xdist.

As ``python -m tests.forks FD`` the programs are imported, and requests come on the socket ``FD``: each message names a
module, its words and its environment, and brings standard input, output, error, and a socket that hears number and end.
Who closes that socket ends what was forked for him. As ``python -m tests.forks FD PROGRAMS WORKERS words`` there are two
such processes, and requests come on sockets of these two names: the second has collected what pytest finds with ``words``
besides.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import io
import json
import os
import runpy
import selectors
import signal
import socket
import sys
import threading
from importlib import import_module
from typing import Any

import pytest

IMPORTED = (
    "anyio._backends._asyncio", "controller.cli", "controller.commands.demo", "controller.commands.floor", "controller.commands.journal",
    "controller.commands.replay", "controller.commands.run", "controller.daemon.metrics", "controller.daemon.notify",
    "controller.daemon.service", "controller.daemon.serving", "controller.floor.app", "controller.floor.service",
    "controller.histories.export", "controller.journal.export", "controller.journal.verify", "controller.replay.at_once",
    "controller.web.app", "firmware_bridge.virtual_device", "uvicorn.lifespan.off", "uvicorn.logging",
    "uvicorn.protocols.http.h11_impl",
)  # fmt: skip
"""What every program finds imported."""
READY = b"ready"
LONGEST = 1 << 18
"""Bytes of a message."""


class _Forks:
    """A process that forks, at work."""

    def __init__(self, owner: socket.socket, listening: socket.socket | None = None) -> None:
        self._selector = selectors.DefaultSelector()
        self._owner = owner
        self._running: dict[int, tuple[int, socket.socket]] = {}  # by pid: a descriptor is soon another's
        self._selector.register(owner, selectors.EVENT_READ, self._ask)
        if listening:
            self._selector.register(listening, selectors.EVENT_READ, self._accept)

    def serve(self) -> dict[str, Any] | None:
        """Fork as asked; return the request in the forked process, None in this one once its owner is gone."""
        while True:
            for key, _ in self._selector.select():
                try:
                    request = key.data(key.fileobj)
                except _Gone:
                    for pid in self._running:
                        os.kill(pid, signal.SIGKILL)
                    return None
                if request is not None:
                    return request

    def _accept(self, listening: socket.socket) -> None:
        self._selector.register(listening.accept()[0], selectors.EVENT_READ, self._ask)

    def _ask(self, asked: socket.socket) -> dict[str, Any] | None:
        message, descriptors, _, _ = socket.recv_fds(asked, LONGEST, 4)
        if message:
            return self._forked(json.loads(message), descriptors)
        if asked is self._owner:
            raise _Gone
        self._selector.unregister(asked)
        asked.close()
        return None

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
        watched, teller = os.pidfd_open(pid), socket.socket(fileno=descriptors[3])
        self._running[pid] = watched, teller
        self._selector.register(watched, selectors.EVENT_READ, lambda _: self._ended(pid))
        self._selector.register(teller, selectors.EVENT_READ, lambda _: self._unwanted(pid))
        with contextlib.suppress(OSError):  # who asked is gone: as that is heard, it is ended
            teller.send(str(pid).encode())
        return None

    def _let_go(self) -> None:
        """Close, in a fork, what is not its own."""
        for watched, teller in self._running.values():
            os.close(watched)
            teller.close()
        for key in self._selector.get_map().values():
            if isinstance(key.fileobj, socket.socket):
                key.fileobj.close()  # and no other: the number is soon another file's
        self._selector.close()

    def _unwanted(self, pid: int) -> None:
        """End what nobody waits for any more: who asked for it closes his socket once he has heard its end."""
        if pid in self._running:
            self._selector.unregister(self._running[pid][1])
            os.kill(pid, signal.SIGKILL)

    def _ended(self, pid: int) -> None:
        watched, teller = self._running.pop(pid)
        self._selector.unregister(watched)
        os.close(watched)
        with contextlib.suppress(KeyError):
            self._selector.unregister(teller)
        _, status = os.waitpid(pid, 0)
        with contextlib.suppress(OSError):  # nobody wants to know
            teller.send(str(os.waitstatus_to_exitcode(status)).encode())
        teller.close()


class _Gone(Exception):
    """Nobody is there any more for whom to fork."""


def _listen(path: str) -> socket.socket:
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    listening.bind(path)
    listening.listen()
    return listening


def _be(request: dict[str, Any]) -> None:
    """Be, in a fork, what was asked for, to its end."""
    code = 0
    try:
        _run(request)
    except SystemExit as ended:
        code = _code_of(ended)
    except BaseException:
        sys.excepthook(*sys.exc_info())
        code = 1
    _end(code)


def _code_of(ended: SystemExit) -> int:
    if isinstance(ended.code, str):
        sys.stderr.write(f"{ended.code}\n")
    return ended.code if isinstance(ended.code, int) else int(ended.code is not None)


def _end(code: int) -> None:
    """End as Python does, but for taking apart all that was imported: it is shared with whom this was forked from.

    Each page of it would be copied only to be freed: 65 of the 80 ms of processor time that a device of a test took.
    """
    threading._shutdown()  # type: ignore[attr-defined]  # waits for all threads but those that may be left
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):  # nobody reads any more, or it is closed
            stream.flush()
    os._exit(code)


def _run(request: dict[str, Any]) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["env"])
    module, words = request["module"], request["words"]
    sys.argv = [module, *words]
    if module == "-c":
        exec(words[0], {"__name__": "__main__"})
        return
    sys.modules.pop(module, None)  # it runs as __main__, as from a command line
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _import() -> None:
    """Import what programs need, and read the books and the words that most of them read first."""
    for name in IMPORTED:
        import_module(name)
    rulebooks = import_module("controller.rulebooks")
    for book in rulebooks.ids():
        rulebooks.load(book)
    import_module("controller.ruling_cards.words").words_in("en")


def _collect(words: list[str]) -> None:
    """Import every test as pytest does: what cannot be imported, a worker says again."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        pytest.main(["-n0", "--collect-only", "-p", "no:cacheprovider", *words])


def _one_of_two(owner: socket.socket, programs: str, workers: str, words: list[str]) -> _Forks:
    """Go on as two processes, the first for programs, the second for workers."""
    ours, its = _listen(programs), _listen(workers)
    here, there = socket.socketpair()
    if os.fork() == 0:
        for other in (owner, its, there):
            other.close()
        _import()
        return _Forks(here, ours)
    here.close()
    ours.close()
    there.detach()  # closed as this process ends
    _collect(words)
    owner.send(READY)
    return _Forks(owner, its)


def main(number: int, *words: str) -> None:
    """Fork as asked; in a fork, be what was asked for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    owner = socket.socket(fileno=number)
    if words:
        forks = _one_of_two(owner, words[0], words[1], [*words[2:]])
    else:
        _import()
        forks = _Forks(owner)
    gc.collect()
    gc.freeze()
    request = forks.serve()
    if request is not None:
        _be(request)


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])

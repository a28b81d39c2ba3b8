"""Runs the process: its port, its signals, its word to systemd, and the pages beside the table."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import signal
import socket
import ssl
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from controller.config.model import ServerConfig
from controller.daemon.notify import tell_systemd, watchdog_s
from controller.sole import is_locked


class NotThere(Exception):
    """A device or a service that the daemon needs is not there; the message says which and what to do."""


class PortTaken(NotThere):
    """Somebody else listens on the port."""


def take_port(address: str, port: int) -> socket.socket:
    """Return a listening socket. Raise PortTaken where the port is, NotThere where the address is not ours."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address, port))
        listener.listen(64)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortTaken(
                f"port {port} on {address} is taken by another program; stop it, or give another "
                "`server.port` in the configuration"
            ) from error
        raise NotThere(f"cannot serve at {address} port {port}: {error.strerror}") from error
    listener.setblocking(False)
    return listener


def take_own_port(server: ServerConfig, file: Path, runs: str) -> socket.socket:
    """Return a listening socket. Raise NotThere, with ``runs`` where the port is taken and a process has ``file``."""
    try:
        return take_port(server.address, server.port)
    except PortTaken as error:
        if not is_locked(file):
            raise
        raise NotThere(runs) from error


class Service(Protocol):
    """What runs beside its pages: a table, or the floor."""

    def start(self) -> None:
        """Start, inside the event loop."""

    def hush(self) -> None:
        """End what pages follow."""

    async def stop(self) -> None:
        """Stop and close everything."""


async def serve(
    service: Service,
    listener: socket.socket,
    app: Any,
    ready: Callable[[], None],
    certificate: tuple[Path, Path] | None = None,
) -> None:
    """Run the service and its pages until SIGTERM or SIGINT; encrypted where there is a ``certificate`` and its key."""
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    server = server_of(app, certificate)
    service.start()
    pages = loop.create_task(server.serve(sockets=[listener]))
    beat = loop.create_task(_watchdog())
    waiting = loop.create_task(stopped.wait())
    try:
        # The listener takes connections already; one turn of the loop and the pages answer them.
        await asyncio.sleep(0)
        ready()
        tell_systemd("READY=1")
        await asyncio.wait({waiting, pages}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        tell_systemd("STOPPING=1")
        beat.cancel()
        waiting.cancel()
        service.hush()
        server.should_exit = True
        await asyncio.gather(pages, return_exceptions=True)
        await service.stop()


def server_of(app: Any, certificate: tuple[Path, Path] | None) -> Any:
    """Return the pages' server, each of its connections behind a visitor's bounds."""
    import uvicorn

    from controller.daemon.visitor import AT_THE_DOOR, Announced, Door

    tls = None
    if certificate is not None:
        tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        tls.load_cert_chain(*certificate)
    config = uvicorn.Config(
        Announced(app), http="h11", ws="none", log_config=None, access_log=False, lifespan="off", server_header=False,
        proxy_headers=False, backlog=AT_THE_DOOR, timeout_graceful_shutdown=2,
    )  # fmt: skip
    config.load()
    config.http_protocol_class = partial(Door(tls).let_in, config.http_protocol_class)  # type: ignore[assignment]
    server = uvicorn.Server(config)
    server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign,assignment]
    return server


async def _watchdog() -> None:
    every_s = watchdog_s()
    while every_s is not None:
        tell_systemd("WATCHDOG=1")
        await asyncio.sleep(every_s)

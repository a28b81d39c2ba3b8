"""Runs a host session on a real descriptor: opens the port, feeds the session, reopens after a loss.

pyserial configures and locks the port; after that only its descriptor is used, in the event loop. On a
hang-up the reader is taken out of the loop before anything else: a dead descriptor stays readable.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import sys
import termios
import time
from collections.abc import Callable
from typing import Any, Final

import serial

from firmware_bridge.errors import PortUnusable
from firmware_bridge.host import HostSession
from firmware_bridge.news import LinkNews, LinkState, PortLost, PortOpened, PortRefused

BACK_OFF_S: Final = (0.1, 0.2, 0.5, 1.0, 2.0)
CHUNK: Final = 4096
MAX_UNSENT: Final = 16_384
"""A device that takes no bytes: whole batches are dropped beyond this, the session says them again."""


def open_port(path: str, baud: int) -> serial.Serial:
    """Open a tty or pty, raw and for us alone. Raise PortUnusable, which says why."""
    try:
        return serial.Serial(path, baud, timeout=0, write_timeout=0, exclusive=True)
    except (OSError, ValueError, termios.error) as error:
        raise PortUnusable(path, _why(error)) from error


def _why(error: Exception) -> str:
    """Say in words why a port could not be opened."""
    number = getattr(error, "errno", None)
    if isinstance(number, int):
        busy = number in (11, 16)
        return "in use by another program" if busy else os.strerror(number).lower()
    return (
        "is no serial port" if "configure" in str(error) or isinstance(error, termios.error) else str(error)
    )


def _untaken(fd: int) -> int:
    """Return how many bytes the kernel still holds for a port's device; 0 for a pty, which says none."""
    return int.from_bytes(fcntl.ioctl(fd, termios.TIOCOUTQ, bytes(4)), sys.byteorder)


class Link:
    """One device link that looks after itself. Use it from one event loop only."""

    def __init__(
        self,
        session: HostSession,
        find_path: Callable[[], str | None],
        on_news: Callable[[LinkNews], None],
        *,
        baud: int = 115_200,
    ) -> None:
        self.session = session
        self._find_path, self._on_news, self._baud = find_path, on_news, baud
        self.on_report: Callable[[], None] = lambda: None
        """Called when ``settled_s`` has moved on, after the news that it brought."""
        self._wanted = asyncio.Event()
        self._wire: _Wire | None = None
        self._refused: PortRefused | None = None

    async def run(self) -> None:
        """Keep the link going until cancelled. Exceptions of ``on_news`` end it and are raised."""
        misses = 0
        while True:
            self._wanted.clear()
            came_up = await self._serve_once()
            misses = 0 if came_up else misses + 1
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BACK_OFF_S[min(misses, len(BACK_OFF_S) - 1)]):
                    await self._wanted.wait()

    def look_now(self) -> None:
        """Look for the port at once, as when the system says that something was plugged in."""
        self._wanted.set()

    def ack(self, boot_id: int, seq: int) -> None:
        """Tell the device that everything of ``boot_id`` up to ``seq`` is durable. Call in the loop."""
        self.session.ack(boot_id, seq)
        self._stir()

    def command(self, fields: dict[str, Any]) -> int:
        """Queue a command, ``{"do": "lamp", "on": true}``; return its number. Raise LinkClosed."""
        number = self.session.command(fields)
        self._stir()
        return number

    def ask(self) -> None:
        """Ask the device for its time now, so that ``settled_s`` moves on (at most every 20 ms)."""
        before = self.session.next_wake()
        self.session.ask(time.monotonic())
        if self.session.next_wake() != before:
            self._stir()

    def settled_s(self) -> float | None:
        """Return the time up to which everything sensed has been delivered, None while not up."""
        return self.session.settled_s()

    def _stir(self) -> None:
        if self._wire is not None:
            self._wire.step()

    async def _serve_once(self) -> bool:
        """Open the port and serve it until it is lost; return whether the device came up."""
        path = self._find_path()
        try:
            if path is None:
                raise PortUnusable("", "no device found")
            port = open_port(path, self._baud)
        except PortUnusable as error:
            refused = PortRefused(path=error.path, why=error.why)
            if refused != self._refused:
                self._refused = refused
                self._on_news(refused)
            return False
        self._refused = None
        self._wire = _Wire(port.fileno(), self.session, self._on_news, lambda: self.on_report())
        try:
            self._on_news(PortOpened(path=path))
            why = await self._wire.serve()
            self._on_news(PortLost(path=path, why=why))
        finally:
            came_up = self._wire.came_up
            self._wire.leave()
            self._wire = None
            with contextlib.suppress(OSError, termios.error):
                port.close()
            closing = self.session.port_closed(time.monotonic())
        for news in closing:
            self._on_news(news)
        return came_up


class _Wire:
    """The session on one open descriptor."""

    def __init__(
        self,
        fd: int,
        session: HostSession,
        on_news: Callable[[LinkNews], None],
        on_report: Callable[[], None],
    ) -> None:
        self._fd, self._session, self._on_news, self._on_report = fd, session, on_news, on_report
        self._loop = asyncio.get_running_loop()
        self._lost: asyncio.Future[str] = self._loop.create_future()
        self._unsent = bytearray()
        self._writing = False
        self._timer: asyncio.TimerHandle | None = None
        self.came_up = False

    async def serve(self) -> str:
        """Run until the port is lost; return why."""
        self._session.port_opened(time.monotonic())
        self._loop.add_reader(self._fd, self._readable)
        self.step()
        return await self._lost

    def leave(self) -> None:
        """Take the descriptor out of the loop, ready to be closed.

        What its device has not taken is thrown away: the kernel would wait for that up to 30 s at the close.
        """
        with contextlib.suppress(OSError, termios.error):
            if self._writing or _untaken(self._fd):
                termios.tcflush(self._fd, termios.TCOFLUSH)
        self._loop.remove_reader(self._fd)
        self._loop.remove_writer(self._fd)
        if self._timer is not None:
            self._timer.cancel()
        self._lost.cancel()

    def step(self) -> None:
        """Let the session do what is due, send what it says, and set the alarm for the next time."""
        self._hand_on(self._session.tick, time.monotonic())

    def _readable(self) -> None:
        try:
            data = os.read(self._fd, CHUNK)
        except BlockingIOError:
            return
        except OSError as error:
            self._hung_up(os.strerror(error.errno or 0).lower())
            return
        if not data:
            self._hung_up("the far end is gone")
            return
        self._hand_on(self._session.receive, data, time.monotonic())

    def _hand_on(self, take: Callable[..., list[LinkNews]], *arguments: object) -> None:
        if self._lost.done():
            return
        waiting: list[LinkNews] = []
        reported = self._session.settled_s()
        try:
            waiting = take(*arguments)
            while waiting:
                self._on_news(waiting[0])
                del waiting[0]
            if self._session.settled_s() != reported:
                self._on_report()
        except Exception as error:  # the owner's or our own: it ends the link's task, where it is seen
            self._session.hand_back(waiting)
            self.leave_with(error)
            return
        self.came_up = self.came_up or self._session.state is LinkState.UP
        self._flush()
        self._set_alarm()

    def leave_with(self, error: Exception) -> None:
        """End ``serve`` with ``error``."""
        self._loop.remove_reader(self._fd)
        if not self._lost.done():
            self._lost.set_exception(error)

    def _hung_up(self, why: str) -> None:
        self._loop.remove_reader(self._fd)
        self._loop.remove_writer(self._fd)
        if not self._lost.done():
            self._lost.set_result(why)

    def _set_alarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        wake_s = self._session.next_wake()
        if wake_s is not None and not self._lost.done():
            self._timer = self._loop.call_later(max(0.0, wake_s - time.monotonic()), self.step)

    def _flush(self) -> None:
        data = self._session.to_send()
        if len(self._unsent) + len(data) <= MAX_UNSENT:
            self._unsent += data
        if not self._writing:
            self._write()

    def _write(self) -> None:
        try:
            while self._unsent:
                del self._unsent[: os.write(self._fd, self._unsent)]
        except BlockingIOError:
            if not self._writing:
                self._writing = True
                self._loop.add_writer(self._fd, self._writable)
        except OSError as error:
            self._hung_up(os.strerror(error.errno or 0).lower())

    def _writable(self) -> None:
        self._loop.remove_writer(self._fd)
        self._writing = False
        self._write()

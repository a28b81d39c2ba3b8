"""Connects to the house's broker: one client object each time, made anew after a loss."""

from __future__ import annotations

import asyncio
import logging
import math
import ssl
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, Final, Literal

import aiomqtt
import msgspec
from aiomqtt.exceptions import MqttConnectError

from controller.config.broker import BrokerConfig
from controller.room.topics import PREFIX

KEEPALIVE_S: Final = 15
"""How long nobody may say anything, in seconds, until each asks the other for a sign of life: MQTT's own measure."""
MISSED_S: Final = 5
"""The same for whoever is to be missed soon: the broker gives his last will out after one and a half times as long.

Mosquitto looks for that every five seconds alone: what loses its power is told after 13 s at most, and a table that
is busy for some seconds is not missed.
"""
ACK_S: Final = 20.0
"""How long the broker may take to acknowledge, in seconds."""
ASKED_S: Final = 2.0
"""How often a broker is asked for a sign of life, in seconds."""
HANGS_S: Final = 4.5
"""How long it may give none, in seconds, until that is said; the connection is kept, for it may only be slow."""
NOBODYS: Final = f"{PREFIX}/nobodys"
"""A topic to which nobody listens. To listen no longer needs no permission, and the broker must answer it."""
MOST_AT_ONCE: Final = 500
"""How many messages are taken in before anything else has its turn."""
SHORT_S: Final = 5.0
"""A connection that the broker ends sooner, in seconds, was probably taken by another program of the same name."""
CUT_SHORT: Final = 3
"""How many of them, one after another, say so."""
_QUIET: Final = logging.getLogger("floorcall.mqtt")
_QUIET.setLevel(logging.CRITICAL)


class NotLetIn(aiomqtt.MqttError):
    """The connection went before the broker had answered anything."""


class _Client(aiomqtt.Client):
    """A client that is told when the connection goes while the broker has not let it in yet.

    aiomqtt by itself waits on at a connection that is gone, as long as it would for any answer.
    """

    def _on_disconnect(self, *told: Any, **more: Any) -> None:
        if self._connected.done():
            super()._on_disconnect(*told, **more)
        else:
            self._connected.set_exception(NotLetIn("the connection went before the broker answered"))


def client_for(config: BrokerConfig, folder: Path, name: str, **more: Any) -> aiomqtt.Client:
    """Return a client called ``name`` whose session the broker keeps. Raise OSError for a file that is not there."""
    tls = _trusting(config.ca_path(folder)) if config.encrypted else None
    settings: dict[str, Any] = {"clean_session": False, "keepalive": KEEPALIVE_S, "timeout": ACK_S, **more}
    client = _Client(
        config.host, config.port, identifier=name, username=config.user, password=config.password(folder),
        protocol=aiomqtt.ProtocolVersion.V311, tls_context=tls, logger=_QUIET, **settings,
    )  # fmt: skip
    client.pending_calls_threshold = 1_000_000
    client._disconnected.add_done_callback(_asked_for)
    return client


def _trusting(ca: Path | None) -> ssl.SSLContext:
    """Return what a broker's certificate must be: signed by ``ca``, in date, of this machine.

    Python asks from 3.13 on for all that RFC 5280 wants, which the certificates that a house makes for itself often lack.
    """
    tls = ssl.create_default_context(cafile=None if ca is None else str(ca))
    tls.verify_flags &= ~ssl.VERIFY_X509_STRICT
    return tls


def _asked_for(end: asyncio.Future[None]) -> None:
    """Ask why a connection ended: where its user was at something else then, the loop calls it forgotten later."""
    if not end.cancelled():
        end.exception()


async def batches(client: aiomqtt.Client) -> AsyncIterator[list[aiomqtt.Message]]:
    """Yield what the broker hands over, all that has come at once. Raise MqttError when the connection is lost.

    aiomqtt by itself goes round the event loop and makes a task for every message, which costs more than taking it in.
    """
    async for message in client.messages:
        inbox, wire, came = client._queue, client._client, [message]
        while len(came) < MOST_AT_ONCE:
            if inbox.empty():
                wire.loop_read()
            if inbox.empty():
                break
            came.append(inbox.get_nowait())
        yield came


class Pulse:
    """Tells that a broker hangs and does not close its connection, which MQTT itself notices only much later."""

    def __init__(self, says: Callable[[bool], None]) -> None:
        """``says`` is called with whether the broker hangs, whenever that changes."""
        self._says = says
        self._felt_at = 0.0
        self.hangs = False
        """Whether that was said last."""

    def felt(self) -> None:
        """Note that the broker lives: something came from it."""
        self._felt_at = time.monotonic()

    async def feel(self, client: aiomqtt.Client) -> None:
        """Ask for signs of life, and look for them, until the connection is lost."""
        self.felt()
        self.hangs = False
        async with asyncio.TaskGroup() as group:
            group.create_task(self._ask(client))
            group.create_task(self._look())

    async def _ask(self, client: aiomqtt.Client) -> None:
        while True:
            await client.unsubscribe(NOBODYS, timeout=math.inf)
            self.felt()
            await asyncio.sleep(ASKED_S)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(ASKED_S / 4)
            hangs = time.monotonic() - self._felt_at >= HANGS_S
            if hangs != self.hangs:
                self.hangs = hangs
                self._says(hangs)


class Namesake:
    """Tells that another program has this one's name: the broker lets the newcomer in and throws the other out unsaid."""

    def __init__(self) -> None:
        self._cut_short = 0

    def lost(self, lasted_s: float) -> None:
        """Note that a connection ended after so many seconds."""
        self._cut_short = self._cut_short + 1 if lasted_s < SHORT_S else 0

    def gone(self) -> None:
        """Note that a connection has lasted, or that there was none to take."""
        self._cut_short = 0

    @property
    def suspected(self) -> bool:
        """Whether the last connection was cut short."""
        return self._cut_short > 0

    @property
    def there(self) -> bool:
        """Whether so many were, one after another, that nothing else explains it."""
        return self._cut_short >= CUT_SHORT


class Why(msgspec.Struct, frozen=True):
    """Why there is no connection: ``says`` names the reason, ``detail`` tells it in one line, and to whom."""

    says: Literal["login", "certificate", "secret", "no_broker", "hangs"]
    detail: str


def hanging(config: BrokerConfig) -> Why:
    """Return that the broker of ``config`` is connected and does not answer."""
    return Why("hangs", f"the broker at {config.host} port {config.port} does not answer")


def why(error: BaseException, config: BrokerConfig) -> Why:
    """Return why there is no connection to the broker of ``config``."""
    where = f"{config.host} port {config.port}"
    if isinstance(error, NotLetIn):
        return hanging(config)
    if isinstance(error, MqttConnectError):
        return Why("login", f"the broker at {where} refuses the login: {error.rc}")
    cause = error.__cause__ or error.__context__ or error
    if isinstance(cause, ssl.SSLCertVerificationError):
        return Why(
            "certificate", f"the broker at {where} is not whom `ca` vouches for: {cause.verify_message}"
        )
    if isinstance(cause, ssl.SSLError):
        return Why("secret", f"the broker at {where} cannot be spoken to in secret: {cause.reason or cause}")
    return Why("no_broker", f"no broker at {where}: {cause}")

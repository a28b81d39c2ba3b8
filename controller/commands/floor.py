"""Runs ``floorcall floor``: the floor's screen and store for many tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from controller.command_line import Option
from controller.exits import NOT_THERE, refuse

if TYPE_CHECKING:
    from socket import socket

    from controller.config.floor import FloorConfig

HANDS_OVER_S = 0.0005
"""How long the store's thread keeps the interpreter while a call waits to be shown, in seconds."""
COLLECTS_AFTER = 20_000
"""New objects until Python looks for garbage: what tables say makes no circles."""


def floor(
    config: Annotated[Path, Option(help="The floor's configuration, a TOML file.")],
) -> None:
    """Show all tables of a house on one screen, keep what they say, and rule from there.

    \b
    Example:
      floorcall floor --config floor.toml
    Exit code 3 where the store, the port or a password is not there. A broker that is away is waited for.
    """
    from controller.config import ConfigError
    from controller.config.floor import load_floor
    from controller.daemon.logs import start_logs
    from controller.privacy import HiddenCards

    try:
        loaded = load_floor(config)
    except ConfigError as error:
        refuse(error)
    start_logs(HiddenCards())
    _serve(loaded)


def _serve(config: FloorConfig) -> None:
    import asyncio
    import gc
    import sys
    import time

    from controller.daemon.fingerprint import certified
    from controller.daemon.serving import NotThere, serve
    from controller.floor.alone import NotAlone
    from controller.floor.app import create_floor_app
    from controller.floor.push import KeyTrouble
    from controller.floor.service import FloorService
    from controller.floor.store import StoreTrouble
    from controller.web.patience import Patience
    from controller.web.pin import Door, pins_of
    from controller.web.sessions import Sessions

    server, certificate = config.server, config.certificate_paths

    async def run() -> None:
        listener = _port(config)
        try:
            _alone(config)
            fingerprint = ""
            if certificate is not None:
                fingerprint = certified(certificate, own=server.certificate is None, address=server.address)
            service = FloorService(config)
        except BaseException:
            listener.close()
            raise
        pins = pins_of(config.person, server.pin)
        door = None
        if pins is not None:
            sessions = Sessions(time.time, config.sessions_path)
            door = Door(pins, sessions, Patience(time.monotonic), service.guesses.wrong)
        app = create_floor_app(service, door=door, fingerprint=fingerprint)
        sys.setswitchinterval(HANDS_OVER_S)
        gc.freeze()  # what the start made stays: no collection goes through it again
        gc.set_threshold(COLLECTS_AFTER, 20, 20)
        await serve(service, listener, app, lambda: _say_where(config, fingerprint), certificate)

    try:
        asyncio.run(run())
    except NotAlone as error:
        refuse(f"{error}; stop that one first, or give this one another `store.url`", NOT_THERE)
    except StoreTrouble as error:
        why = _no_folder(config) or str(getattr(error, "orig", None) or error).splitlines()[0]
        refuse(f"the store {config.store_named} cannot be opened or written: {why}", NOT_THERE)
    except (NotThere, KeyTrouble) as error:
        refuse(error, NOT_THERE)


def _port(config: FloorConfig) -> socket:
    """Return the floor's listening socket. Raise NotThere saying who has the port, where that is known."""
    from controller.daemon.serving import take_own_port

    runs = f"this floor runs already: another floorcall shows it at port {config.server.port}; stop that one first"
    return take_own_port(config.server, config.known_by, runs)


def _alone(config: FloorConfig) -> None:
    """Have this floor's store for this process alone. Raise NotThere where another floor has it, at whatever port.

    Where no file can say so, the floor runs all the same.
    """
    from controller.daemon.serving import NotThere
    from controller.sole import lock

    try:
        lock(config.known_by)
    except BlockingIOError as error:
        another = "another `store.url`" if config.store_path else "a configuration of its own"
        runs = f"this floor runs already: another floorcall has {config.known_by}"
        raise NotThere(f"{runs}; stop that one first, or give this one {another}") from error
    except OSError:
        return


def _no_folder(config: FloorConfig) -> str:
    """Say that the folder of the store's file is not there; nothing where it is, or where the store is no file."""
    path = config.store_path
    if path is None or path.parent.exists():
        return ""
    return f"there is no folder {path.parent}; make it, or give another `store.url`"


def _say_where(config: FloorConfig, fingerprint: str) -> None:
    from controller.config.pages import pages_at

    click.echo(f"The floor's screen: {pages_at(config.server, encrypted=bool(fingerprint))}")
    if fingerprint:
        click.echo(f"Its certificate:    SHA-256 {fingerprint}")
    click.echo(f"Tables from:        {config.floor.broker}\nCtrl-C stops it.")

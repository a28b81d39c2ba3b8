"""Runs the daemon of one table: ``floorcall run``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from controller.command_line import Option
from controller.exits import NOT_THERE, refuse

if TYPE_CHECKING:
    from socket import socket

    from controller.config import Config
    from controller.daemon.joined import Joining
    from controller.journal.keys import Keys
    from controller.privacy import HiddenCards
    from controller.table.rulebook import Rulebook


def run(
    config: Annotated[Path | None, Option(help="The table's configuration, a TOML file.")] = None,
    make_pin: Annotated[
        bool, Option("--make-pin", help="Ask for a PIN and print the line for [server], then end.")
    ] = False,
) -> None:
    """Watch a table: its devices in, dealer's display and floor's page out.

    \b
    Examples:
      floorcall run --config /etc/floorcall/table.toml
      floorcall run --make-pin
    """
    if make_pin:
        return _make_pin()
    if config is None:
        refuse("say which configuration: floorcall run --config /etc/floorcall/table.toml")
    _run(config)


def _make_pin() -> None:
    from controller.web.pin import hash_pin

    pin = click.prompt("PIN, at least four digits", hide_input=True, confirmation_prompt=True, err=True)
    try:
        click.echo(f'pin = "{hash_pin(pin)}"')
    except ValueError as error:
        refuse(error)


def _run(path: Path) -> None:
    from controller.config import ConfigError
    from controller.config.house_book import load_with_book
    from controller.daemon.logs import start_logs
    from controller.privacy import HiddenCards

    try:
        config, book = load_with_book(path)
    except ConfigError as error:
        refuse(error)
    secrets = HiddenCards()
    start_logs(secrets)
    _serve(config, book, secrets)


def _serve(config: Config, book: Rulebook, secrets: HiddenCards) -> None:
    import asyncio
    import sqlite3
    from shlex import quote

    from controller.daemon.find_port import NoUdev
    from controller.daemon.memory import guard_memory
    from controller.daemon.service import TableService
    from controller.daemon.serving import NotThere, serve
    from controller.journal.seal import SealError
    from controller.journal.store import JournalError
    from controller.web import create_app
    from controller.web.pin import pins_of

    guard_memory()
    server, certificate = config.server, config.certificate_paths

    async def table() -> None:
        listener = _port(config)
        try:
            fingerprint = ""
            if certificate is not None:
                from controller.daemon.fingerprint import certified  # for other addresses than its own

                own = server.certificate is None
                fingerprint = certified(certificate, own=own, address=server.address)
            service = TableService(config, book, _keys(config), secrets, _room(config))
        except BaseException:
            listener.close()
            raise
        app = create_app(
            service.api, pins=pins_of(config.person, config.server.pin), fingerprint=fingerprint, metrics=service.metrics,
            sessions_path=config.sessions_path, wrong_pin=service.wrong_pin, language=config.table.language,
        )  # fmt: skip
        await serve(service, listener, app, lambda: _say_where(config, fingerprint), certificate)

    try:
        asyncio.run(table())
    except (NotThere, NoUdev, JournalError, SealError) as error:
        refuse(error, NOT_THERE)
    except sqlite3.Error as error:
        path = config.journal_path
        refuse(f"{path}: {error}; see `floorcall journal verify {quote(str(path))}`", NOT_THERE)


def _port(config: Config) -> socket:
    """Return the table's listening socket. Raise NotThere saying who has the port, where that is known."""
    from controller.daemon.serving import take_own_port

    runs = (
        f"table {config.table.id} runs already: another floorcall writes its journal, {config.journal_path}; stop "
        "that one first (as a service: systemctl stop floorcall)"
    )
    return take_own_port(config.server, config.journal_path, runs)


def _room(config: Config) -> Joining | None:
    """Return what joins the configured room; None where there is none, so that MQTT costs such a table no memory."""
    if config.room is None:
        return None
    from controller.room.member import RoomMember

    return RoomMember


def _keys(config: Config) -> Keys:
    """Return the journal's keys, made where there are none yet."""
    from controller.config.journal_keys import load_keys, make_missing

    make_missing(config, lambda what, path: click.echo(_MADE[what].format(path)))
    return load_keys(config)


_MADE = {
    "sealing": "Made the key that seals hole cards: {}. Keep a copy where the journal is not.",
    "signing": "Made the key that signs the journal: {}. No other machine is to have it.",
}
"""What is said of a new key."""


def _say_where(config: Config, fingerprint: str) -> None:
    from controller.config import equipment_of
    from controller.config.pages import pages_at

    place = pages_at(config.server, encrypted=bool(fingerprint))
    seal = f"  Its certificate:  SHA-256 {fingerprint}\n" if fingerprint else ""
    click.echo(
        f"Table {config.table.id} is watched.\n"
        f"  Dealer's display: {place}\n"
        f"  Floor's page:     {place}floor\n{seal}"
        f"  Equipped with:    {', '.join(equipment_of(config)) or 'nothing'}{_not_there(config)}\n"
        "Ctrl-C stops it."
    )


def _not_there(config: Config) -> str:
    from controller.config import missing_of

    missing = ", ".join(missing_of(config))
    return f" (not: {missing}; what rests on it is worked out or not judged)" if missing else ""

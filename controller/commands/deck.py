"""Runs ``floorcall deck``: ties tags to cards, and counts a deck."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from controller.command_line import Argument, Group, Option
from controller.exits import BAD_INPUT, FOUND, NOT_THERE, refuse, refuse_over

if TYPE_CHECKING:
    from controller.deck import Count, DeckFile, Trouble
    from firmware_bridge.readers.look import Look

app = Group(
    help="""Decks with RFID tags: enrol one card by card, count one, and find tags that must not be together.

    \b
    Examples:
      floorcall deck enroll -o red-7.toml --id red-7 --back red --reader pepper --port /dev/ttyUSB0
      floorcall deck check red-7.toml
      floorcall deck check red-7.toml --reader pepper --port /dev/ttyUSB0
    """,
)

ReaderName = Annotated[
    str | None,
    Option("--reader", help="Which reader: pn532, or pepper (Eccel Pepper C1 and its like)."),
]
PortPath = Annotated[str | None, Option("--port", help="The reader's serial port.")]
AntennaNumber = Annotated[int, Option("--antenna", min=1, max=8, help="Which of the reader's antennas.")]
TagsFile = Annotated[
    str | None, Option("--tags", help="A list instead of a reader: a tag a line; - is standard input.")
]
TIRED_S = 120.0
"""So long nothing may come from a reader that is enrolling before we give up."""


@app.takes("enroll")
def enroll(
    output: Annotated[Path, Option("-o", "--output", help="The deck file to write.")],
    id_: Annotated[str, Option("--id", help="The deck's name.")],
    back: Annotated[str, Option(help="Its back, such as red.")] = "",
    reader: ReaderName = None,
    port: PortPath = None,
    antenna: AntennaNumber = 1,
    tags: TagsFile = None,
    order: Annotated[
        str | None,
        Option(help='The cards in the order they come, such as "As Ks Qs"; else a new deck\'s.'),
    ] = None,
) -> None:
    """Enrol a deck: put its cards on the antenna one by one, each when it is asked for.

    The order is ace to king of spades, hearts, diamonds, clubs. At the end the deck is examined; a deck
    in which two tags can read as a third is written all the same, named, and the exit code is 2.

    \b
    Examples:
      floorcall deck enroll -o red-7.toml --id red-7 --back red --reader pepper --port /dev/ttyUSB0
      floorcall deck enroll -o red-7.toml --id red-7 --tags from-the-printer.csv
    """
    from controller.deck import DeckError, DeckFile, load_deck, save_deck
    from controller.table.ranks import NEW_DECK_ORDER

    cards_wanted = tuple(order.split()) if order else NEW_DECK_ORDER
    try:
        if tags is not None:
            refuse_over(output, tags)
            cards = _listed_cards(tags, cards_wanted)
        else:
            cards = _enrolled(cards_wanted, reader, port, antenna)
        save_deck(DeckFile(id=id_, back=back, cards=cards), output)
        deck = load_deck(output)
    except DeckError as error:
        refuse(error)
    click.echo(f"{output}: {len(deck.cards)} cards")
    _examine(deck)


@app.takes("check")
def check(
    deck: Annotated[Path, Argument(metavar="DECK", help="The deck's file.")],
    reader: ReaderName = None,
    port: PortPath = None,
    antenna: AntennaNumber = 1,
    tags: TagsFile = None,
    seconds: Annotated[float, Option(min=0.1, help="How long a reader is given.")] = 30.0,
    as_json: Annotated[bool, Option("--json", help="The count as a JSON object.")] = False,
) -> None:
    """Examine a deck's file; with a reader or a list of tags, count the deck: 52 of 52, what is missing, foreign.

    Exit code 1 where the count is not as enrolled, 2 where the file's deck must not be used.

    \b
    Examples:
      floorcall deck check red-7.toml
      floorcall deck check red-7.toml --reader pepper --port /dev/ttyUSB0 --seconds 10
      floorcall deck check red-7.toml --tags scanned.txt --json
    """
    from controller.deck import DeckError, count, load_deck

    try:
        held = load_deck(deck)
        _examine(held, quiet=as_json)
        if tags is not None:
            counted = count(held, [tag for tag, _ in _listed(tags)])
        elif reader is not None or port is not None:
            counted = count(held, _read(held, reader, port, antenna, seconds))
        else:
            return
    except DeckError as error:
        refuse(error)
    _tell(counted, as_json=as_json)
    if not counted.whole:
        raise click.exceptions.Exit(FOUND)


def _examine(deck: DeckFile, *, quiet: bool = False) -> None:
    """Say what is wrong with a deck; end with 2 where it must not be used."""
    from controller.deck import troubles

    found: list[Trouble] = troubles(deck.cards)
    for trouble in found:
        click.echo(f"floorcall: {deck.id}: {trouble.text}", err=True)
    if any(trouble.bars for trouble in found):
        refuse(f"{deck.id}: this deck must not be used like this", BAD_INPUT)
    if not quiet:
        click.echo(f"{deck.id}: good, no two tags can be taken for a third")


def _tell(counted: Count, *, as_json: bool) -> None:
    if as_json:
        names = ("found", "of", "missing", "twice", "foreign", "phantoms")
        click.echo(json.dumps({name: getattr(counted, name) for name in names}))
        return
    click.echo(f"{counted.found} of {counted.of} cards")
    for name, what in (
        ("missing", "missing"),
        ("twice", "there twice"),
        ("foreign", "tags of another deck"),
        ("phantoms", "read where two tags answered at once; spread the cards"),
    ):
        if some := getattr(counted, name):
            click.echo(f"{what}: {', '.join(some)}")


def _listed(path: str) -> list[tuple[str, str | None]]:
    from controller.deck import DeckError
    from controller.deck.enrol import tags_of

    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = (error.strerror or "").lower() if isinstance(error, OSError) else "is not UTF-8 text"
        raise DeckError(f"{path}: {why}") from error
    try:
        return tags_of(
            text.removeprefix("\ufeff").splitlines()
        )  # a mark that spreadsheets begin a sheet with
    except DeckError as error:
        raise DeckError(f"{path}: {error}") from error


def _listed_cards(path: str, order: tuple[str, ...]) -> dict[str, str]:
    from controller.deck import DeckError
    from controller.deck.enrol import cards_of

    listed = _listed(path)
    try:
        return cards_of(listed, order)
    except DeckError as error:
        raise DeckError(f"{path}: {error}") from error


def _enrolled(order: tuple[str, ...], reader: str | None, port: str | None, antenna: int) -> dict[str, str]:
    """Ask for each card and wait for it."""
    from controller.deck.enrol import Enrolment

    enrolment = Enrolment(order, antenna)
    for look in _looks(reader, port, antenna, TIRED_S, restarts=True):
        told = enrolment.looked(look)
        if told is None:
            continue
        click.echo(told.text)
        if enrolment.wanted is None:
            return enrolment.cards
    refuse(f"{len(enrolment.cards)} of {len(order)} cards, and no new one for {TIRED_S:.0f} s", NOT_THERE)


def _read(deck: DeckFile, reader: str | None, port: str | None, antenna: int, seconds: float) -> list[str]:
    """Return every tag that two looks agree on; ready as soon as the deck is whole and stays so."""
    from firmware_bridge.readers.confirm import Confirm

    confirm, found, looks_since = Confirm(), set[str](), 0
    for look in _looks(reader, port, antenna, seconds):
        for change in confirm.looked(look):
            looks_since = -1
            found.add(change.tag)
        looks_since += 1
        if found >= set(deck.cards) and looks_since >= 3:
            break
    return sorted(found)


def _looks(
    reader: str | None, port: str | None, antenna: int, seconds: float, *, restarts: bool = False
) -> Iterator[Look]:
    """Yield a reader's looks for so long; ``restarts``: each look with a tag begins the time anew."""
    from firmware_bridge import PortUnusable
    from firmware_bridge.reader_port import ReaderPort
    from firmware_bridge.readers import reader_named

    if reader is None or port is None:
        refuse(
            "a reader and its port are needed, such as --reader pepper --port /dev/ttyUSB0, or --tags FILE"
        )
    try:
        driver = reader_named(reader, (antenna,))
    except ValueError as error:
        refuse(error)
    end, trouble = time.monotonic() + seconds, ""
    try:
        with ReaderPort(port, driver) as opened:
            while time.monotonic() < end:
                for look in opened.looks(within_s=0.1):
                    yield look
                    end = time.monotonic() + seconds if restarts and look.tags else end
                if driver.fault not in ("", trouble):
                    trouble = driver.fault
                    click.echo(f"floorcall: {port}: {trouble}", err=True)
    except PortUnusable as error:
        refuse(error, NOT_THERE)
    if trouble and driver.trouble:
        refuse(f"{port}: {driver.trouble}", NOT_THERE)

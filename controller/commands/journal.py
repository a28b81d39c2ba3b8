"""Runs ``floorcall journal``: lists what a table's store holds, writes it out as logs, and says whether it is whole."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterable
from contextlib import nullcontext, suppress
from enum import StrEnum
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, BinaryIO

import click

from controller.command_line import Argument, Group, Option
from controller.commands._changed import end_where_changed
from controller.exits import FOUND, NOT_THERE, refuse, refuse_over
from controller.standard_streams import OutputLostError
from controller.whole_file import whole_file

if TYPE_CHECKING:
    from controller.journal.store import Store

app = Group(
    help="A table's store: recorded hands out of it as sensor logs, its chain checked.\n\n\b\n"
    "Examples:\n  floorcall journal list table.db\n  floorcall journal export table.db -o night.jsonl\n"
    "  floorcall journal verify table.db",
)


class Format(StrEnum):
    """What an export is written as."""

    jsonl = "jsonl"
    phh = "phh"
    ohh = "ohh"


JournalFile = Annotated[Path, Argument(help="The journal, as `journal.path` in the configuration.")]


@app.takes("list")
def list_hands(journal: JournalFile) -> None:
    """List the recorded hands.

    \b
    Example: floorcall journal list /var/lib/floorcall/table.db
    """
    from controller.journal.hands import recorded_hands
    from controller.journal.store import JournalError

    store = _opened(journal)
    try:
        hands = recorded_hands(store)
    except (JournalError, sqlite3.Error) as error:
        refuse(f"{journal}: {error}; see `floorcall journal verify {quote(str(journal))}`")
    finally:
        store.close()
    if not hands:
        click.echo("No hand is recorded yet.")
    for hand in hands:
        number = f"hand {hand.number}" if hand.number is not None else "not over"
        notes = (["void"] if hand.void else []) + hand.found
        told = f"  {', '.join(notes)}" if notes else ""
        click.echo(f"log {hand.log}  {number:<9}  {hand.at}  lines {hand.first}-{hand.last}{told}")


@app.takes("export")
def export(
    journal: JournalFile,
    log: Annotated[int | None, Option(help="Which log of the journal; the last where absent.")] = None,
    output: Annotated[Path | None, Option("-o", "--output", help="File to write.")] = None,
    key: Annotated[
        Path | None,
        Option(help="The auditor's key, the sealing key where there is no auditor: every card."),
    ] = None,
    form: Annotated[
        Format, Option("--format", help="A sensor log, or the hands alone as others read them.")
    ] = Format.jsonl,
    hand: Annotated[
        int | None, Option(help="With --key: open this hand of the log alone, by its number.")
    ] = None,
    by: Annotated[str, Option(help="With --key: who opens; it is recorded.")] = "",
) -> None:
    """Write a log that `floorcall replay` reads; hole cards stay sealed unless the key is given.
    Ends with 1 where the journal is not as its table wrote it, and names the place.

    \b
    Examples:
      floorcall journal export /var/lib/floorcall/table.db -o night.jsonl
      floorcall journal export /var/lib/floorcall/table.db --format phh -o night.phhs
      floorcall journal export table.db --key auditor.key --hand 12 --by "A. Auditor" -o hand-12.jsonl
    """
    from controller.journal.boxes import load_opener
    from controller.journal.export import exported
    from controller.journal.seal import SealError
    from controller.journal.store import JournalError

    if hand is not None and key is None:
        refuse("--hand opens a hand, and that needs --key")
    refuse_over(output, journal, key)
    store = _opened(journal)
    try:
        opener = load_opener(key) if key is not None else None
        number = log if log is not None else store.last_line()[0]
        start = None if hand is None else _start_of(store, number, hand)
        if opener is not None:
            _note_opening(store, journal, by, number, hand, opener.public)
        _write(exported(store, number, opener, start), form, output, opened=opener is not None, hand=hand)
    except (JournalError, SealError, sqlite3.Error) as error:
        refuse(f"{journal}: {error}")
    except (BrokenPipeError, OutputLostError):
        raise
    except OSError as error:
        refuse(f"{output}: {error.strerror}")
    finally:
        store.close()
    end_where_changed([journal])


def _write(
    logged: Iterable[bytes], form: Format, output: Path | None, *, opened: bool, hand: int | None
) -> None:
    """Write a log's lines as they are, or the hands in them, or one of these."""
    lines = (line + b"\n" for line in logged)
    with nullcontext(sys.stdout.buffer) if output is None else whole_file(output) as out:
        if form is Format.jsonl:
            out.writelines(lines)
        else:
            _write_hands(lines, form, out, opened=opened, only=hand)
        out.flush()


def _write_hands(
    lines: Iterable[bytes], form: Format, out: BinaryIO, *, opened: bool, only: int | None
) -> None:
    """Write the hands of a log's lines for others, with the cards that were ``opened``; what cannot be written is named."""
    import io

    from controller.histories.export import told_hands, write_hands
    from controller.replay import ReplayError
    from controller.sensorlog.source import Source

    source = Source("journal", io.BytesIO(b"".join(lines)))
    hands = told_hands(source, opened=opened)
    try:
        write_hands(
            (hand for hand in hands if only in (None, hand.line.hand)),
            "phh" if form is Format.phh else "ohh",
            out,
            lambda hand, why: click.echo(f"hand {hand.line.hand} is left out: {why}", err=True),
        )
    except ReplayError as error:
        refuse(error)


def _start_of(store: Store, log: int, number: int) -> int:
    from controller.journal.hands import recorded_hands

    hands = [hand for hand in recorded_hands(store) if hand.log == log and hand.number == number]
    if not hands:
        refuse(f"--hand: log {log} has no hand {number} that is over; `floorcall journal list` shows them")
    return hands[-1].first


def _note_opening(store: Store, journal: Path, by: str, log: int, hand: int | None, public: bytes) -> None:
    """Note who opens what, and say which cards stay sealed all the same."""
    import getpass

    from controller.journal.export import open_hand
    from controller.journal.openings import note_opening
    from controller.journal.signing import fingerprint

    if (first := open_hand(store, log)) is not None:
        click.echo(f"The hand from line {first} on is not over; its cards stay sealed.", err=True)
    who = by or f"the account {getpass.getuser()}"
    note_opening(journal, by=who, log=log, hand=hand, key=fingerprint(public))


@app.takes("verify")
def verify(
    journal: JournalFile,
    head: Annotated[
        list[str] | None,
        Option(help="A head noted earlier, its digits or its sixteen words in quotes: is all of it there?"),
    ] = None,
    anchor: Annotated[
        list[Path] | None, Option(help="A file of signed heads, as `journal.anchor` names it.")
    ] = None,
    public_key: Annotated[
        str | None,
        Option(help="The table's public key in hexadecimal digits, as `journal head` gives it."),
    ] = None,
) -> None:
    """Check that nothing was changed, removed or put in; ends with 1 and the place where something was.

    \b
    Examples:
      floorcall journal verify /var/lib/floorcall/table.db
      floorcall journal verify table.db --anchor /media/usb/heads.jsonl
    """
    from controller.journal.anchors import read_anchors
    from controller.journal.slip import head_of
    from controller.journal.store import JournalError
    from controller.journal.verify import Anchors
    from controller.journal.verify import verify as check

    try:
        known = Anchors(
            heads=[head_of(text) for text in head or []],
            signed=[found for path in anchor or [] for found in read_anchors(path)],
            public=None if public_key is None else _public(public_key),
        )
    except (JournalError, ValueError) as error:
        refuse(error)
    try:
        verdict = check(journal, known)
    except JournalError as error:
        refuse(error)
    if verdict.problem:
        click.echo(f"{journal}: {verdict.problem}; {verdict.records} records before it are as written")
        raise click.exceptions.Exit(FOUND)
    click.echo(f"{journal}: {verdict.records} records, all as written; head {verdict.head}")
    click.echo(f"signed up to record {verdict.signed} with the key {verdict.key}")
    for what in verdict.unknown:
        click.echo(f"not known: {what}")


def _public(digits: str) -> bytes:
    """Return a public key given in hexadecimal digits."""
    from controller.journal.boxes import PUBLIC_BYTES

    with suppress(ValueError):
        if len(key := bytes.fromhex(digits)) == PUBLIC_BYTES:
            return key
    refuse(f"--public-key: must be {2 * PUBLIC_BYTES} hexadecimal digits, is {digits!r}")


@app.takes("head")
def head(
    journal: JournalFile,
    slip: Annotated[bool, Option("--slip", help="A shift's slip: sixteen words and a QR code.")] = False,
    svg: Annotated[Path | None, Option(help="File for the QR code as a picture.")] = None,
) -> None:
    """Give the last signed head, to be kept where the journal is not.

    \b
    Examples:
      floorcall journal head /var/lib/floorcall/table.db --slip
      floorcall journal head table.db >> /media/usb/heads.jsonl
    """
    import msgspec

    from controller.journal.hands import last_head
    from controller.journal.slip import picture
    from controller.journal.slip import slip as slip_of
    from controller.journal.store import JournalError

    store = _opened(journal)
    try:
        table, told = last_head(store)
    except (JournalError, sqlite3.Error) as error:
        refuse(f"{journal}: {error}; see `floorcall journal verify {quote(str(journal))}`")
    finally:
        store.close()
    if told is None:
        refuse(f"{journal}: no head is signed yet")
    refuse_over(svg, journal)
    try:
        if svg is not None:
            with whole_file(svg) as out:
                out.write(picture(told).encode())
    except OSError as error:
        refuse(f"{svg}: {error.strerror}")
    click.echo(slip_of(table, told) if slip else msgspec.json.encode(told).decode())


@app.takes("auditor-key")
def auditor_key(
    output: Annotated[Path, Option("-o", "--output", help="File for the key; the public half beside it.")],
) -> None:
    """Make an auditor's key, on the auditor's own machine: it alone opens past hands.

    \b
    Example: floorcall journal auditor-key -o auditor.key
    """
    from controller.journal.boxes import load_opener
    from controller.journal.seal import SealError, make_key

    public = Path(f"{output}.pub")
    try:
        make_key(output, "auditor's")
        public.write_text(load_opener(output).public.hex() + "\n", encoding="ascii")
    except (SealError, OSError) as error:
        refuse(error, NOT_THERE)
    click.echo(f"{output}: keep it away from the table, and a copy in the safe")
    click.echo(f'{public}: give it to the table, as `auditor_key = "{public.name}"` under [journal]')


@app.takes("move")
def move_journal(
    old: Annotated[Path, Argument(help="A journal of an older version.")],
    new: Annotated[
        Path, Argument(help="The file to write; `journal.path` of the configuration from then on.")
    ],
    config: Annotated[Path, Option(help="The table's configuration: it names the keys.")],
) -> None:
    """Take an older journal over, every record of it, each hand under a key of its own; the old file stays.

    \b
    Example: floorcall journal move old.db table.db --config /etc/floorcall/table.toml
    """
    from controller.config import ConfigError, load_config
    from controller.config.journal_keys import load_keys, make_for_move
    from controller.journal.move import move
    from controller.journal.seal import SealError
    from controller.journal.store import JournalError

    try:
        table = load_config(config)
        make_for_move(table, lambda what, path: click.echo(f"Made the journal's {what} key: {path}"))
        records = move(old, new, load_keys(table))
    except ConfigError as error:
        refuse(error)
    except (JournalError, SealError) as error:
        refuse(error, NOT_THERE)
    click.echo(f"{new}: {records} records taken over from {old}, which is as it was")


def _opened(path: Path) -> Store:
    from controller.journal.store import JournalError, Store
    from controller.there import no_file

    if why := no_file(path, "journal"):
        refuse(why)
    try:
        return Store(path, read_only=True)
    except JournalError as error:
        refuse(error)

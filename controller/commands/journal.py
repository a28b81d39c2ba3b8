"""``floorcall journal``: what a table's store holds, out of it as sensor logs, and whether it is whole."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from controller.exits import FOUND, NOT_THERE, refuse

if TYPE_CHECKING:
    from controller.journal.store import Store

app = typer.Typer(
    no_args_is_help=True,
    help="A table's store: recorded hands out of it as sensor logs, its chain checked.\n\n\b\n"
    "Examples:\n  floorcall journal list table.db\n  floorcall journal export table.db -o night.jsonl\n"
    "  floorcall journal verify table.db",
)


class Format(StrEnum):
    """What an export is written as."""

    jsonl = "jsonl"
    phh = "phh"
    ohh = "ohh"


JournalFile = Annotated[Path, typer.Argument(help="The journal, as `journal.path` in the configuration.")]


@app.command("list")
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
        refuse(f"{journal}: {error}; see `floorcall journal verify {journal}`")
    finally:
        store.close()
    if not hands:
        typer.echo("No hand is recorded yet.")
    for hand in hands:
        number = f"hand {hand.number}" if hand.number is not None else "not over"
        notes = (["void"] if hand.void else []) + hand.found
        told = f"  {', '.join(notes)}" if notes else ""
        typer.echo(f"log {hand.log}  {number:<9}  {hand.at}  lines {hand.first}-{hand.last}{told}")


@app.command()
def export(
    journal: JournalFile,
    log: Annotated[int | None, typer.Option(help="Which log of the journal; the last where absent.")] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="File to write.")] = None,
    key: Annotated[
        Path | None, typer.Option(help="The sealing key: an auditor's export, with every card.")
    ] = None,
    form: Annotated[
        Format, typer.Option("--format", help="A sensor log, or the hands alone as others read them.")
    ] = Format.jsonl,
) -> None:
    """Write a log that `floorcall replay` reads; hole cards stay sealed unless the key is given.

    \b
    Examples:
      floorcall journal export /var/lib/floorcall/table.db -o night.jsonl
      floorcall journal export /var/lib/floorcall/table.db --format phh -o night.phhs
    """
    from controller.journal.export import exported, open_hand
    from controller.journal.seal import SealError, load_seal
    from controller.journal.store import JournalError

    store = _opened(journal)
    try:
        seal = load_seal(key) if key is not None else None
        number = log if log is not None else store.last_line()[0]
        if seal is not None and (first := open_hand(store, number)) is not None:
            typer.echo(f"The hand from line {first} on is not over; its cards stay sealed.", err=True)
        out = sys.stdout.buffer if output is None else output.open("wb")
        try:
            lines = (line + b"\n" for line in exported(store, number, seal))
            if form is Format.jsonl:
                out.writelines(lines)
            else:
                _write_hands(lines, form, out)
        finally:
            out.flush() if output is None else out.close()
    except (JournalError, SealError, sqlite3.Error) as error:
        refuse(f"{journal}: {error}")
    except BrokenPipeError:
        raise
    except OSError as error:
        refuse(f"{output}: {error.strerror}")
    finally:
        store.close()


def _write_hands(lines: Iterable[bytes], form: Format, out: BinaryIO) -> None:
    """Write the hands of a log's lines for others; what cannot be written is named."""
    import io

    from controller.histories.export import told_hands, write_hands
    from controller.replay import ReplayError
    from controller.sensorlog.source import Source

    source = Source("journal", io.BytesIO(b"".join(lines)))
    try:
        write_hands(
            told_hands(source),
            "phh" if form is Format.phh else "ohh",
            out,
            lambda hand, why: typer.echo(f"hand {hand.line.hand} is left out: {why}", err=True),
        )
    except ReplayError as error:
        refuse(error)


@app.command()
def verify(
    journal: JournalFile,
    head: Annotated[
        str | None, typer.Option(help="The chain's head as it was noted earlier: are its records all there?")
    ] = None,
) -> None:
    """Check that no record was changed, removed or put in; ends with 1 and the first bad record if one was.

    \b
    Example: floorcall journal verify /var/lib/floorcall/table.db
    """
    from controller.journal.store import JournalError
    from controller.journal.verify import verify as check

    try:
        verdict = check(journal, head)
    except JournalError as error:
        refuse(error, NOT_THERE)
    if verdict.problem:
        typer.echo(f"{journal}: {verdict.problem}; {verdict.records} records before it are as written")
        raise typer.Exit(FOUND)
    typer.echo(f"{journal}: {verdict.records} records, all as written; head {verdict.head}")


def _opened(path: Path) -> Store:
    from controller.journal.store import JournalError, Store

    if not path.is_file():
        refuse(f"{path}: there is no such journal", NOT_THERE)
    try:
        return Store(path, read_only=True)
    except JournalError as error:
        refuse(error)

"""Tells recorded hands as one page to read, print and keep: ``floorcall report``."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from controller.command_line import Argument, Option
from controller.commands._changed import end_where_changed
from controller.exits import refuse, refuse_over
from controller.languages import LANGUAGES

if TYPE_CHECKING:
    from controller.journal.boxes import Opener
    from controller.report.night import Night, Wanted
    from controller.report.rosters import Roster
    from controller.report.sources import Input, TableHead


Logs = Annotated[
    list[str], Argument(metavar="LOG...", help="Logs, folders of logs, journals, or - for stdin.")
]
Output = Annotated[Path, Option("-o", "--output", metavar="FILE.html", help="The page to write.")]
Sheet = Annotated[Path | None, Option("--csv", metavar="FILE.csv", help="The findings as a sheet beside it.")]
Hands = Annotated[list[int] | None, Option(metavar="N", help="Only this hand; may be given again.")]
Since = Annotated[str | None, Option("--from", metavar="TIME", help="Hands begun from then on, local time.")]
Until = Annotated[str | None, Option("--to", metavar="TIME", help="Hands begun before then, local time.")]
Book = Annotated[str | None, Option(metavar="ID", help="Another rulebook than the log's own.")]
Dealers = Annotated[
    Path | None,
    Option(metavar="FILE.csv", help="Who dealt where: a sheet with the columns table, from, dealer."),
]
Cards = Annotated[
    bool,
    Option("--cards", help="For auditors: every card that the log holds, not the public ones alone."),
]
Key = Annotated[
    Path | None, Option(help="With --cards: the auditor's key, which opens a journal's sealed cards.")
]
By = Annotated[str, Option(help="With --key: who opens; it is recorded.")]
Language = Annotated[str, Option(metavar="CODE", help="The page's language: en, hr, ...")]
Strict = Annotated[bool, Option("--strict", help="Stop at the first bad line.")]


def report(
    logs: Logs, output: Output, csv: Sheet = None, hand: Hands = None, since: Since = None, until: Until = None,
    rulebook: Book = None, dealers: Dealers = None, cards: Cards = False, key: Key = None, by: By = "",
    language: Language = LANGUAGES[0], strict: Strict = False,
) -> None:  # fmt: skip
    """Write one page with each hand drawn, its findings with their evidence, and the figures of all of them.

    \b
    Examples:
      floorcall report night.jsonl -o night.html
      floorcall report night.jsonl -o hand-12.html --hand 12
      floorcall report /var/lib/floorcall/table.db -o shift.html --csv shift.csv \\
        --from "2026-11-20 19:00" --to "2026-11-21 03:00" --dealers roster.csv
    """
    from controller.journal.seal import SealError
    from controller.journal.store import JournalError
    from controller.replay import ReplayError
    from controller.report.sources import heads_of, inputs
    from controller.rulebooks import RulebookError
    from controller.sensorlog.source import LogFileError
    from controller.sheets.sheet import SheetError

    if language not in LANGUAGES:
        refuse(f"--language: must be one of {', '.join(LANGUAGES)}, is {language!r}")
    if key is not None and not cards:
        refuse("--key opens sealed cards, and that needs --cards")
    try:
        wanted = _wanted(hand or [], since, until)
        roster = None if dealers is None else _roster(dealers)
        sources = inputs(logs)
        _apart(output, csv, sources, dealers, key, rulebook)
        opener = None if key is None else _opener(key, sources, by)
        _write(
            _gathered(sources, wanted, rulebook, roster, opener, cards=cards, strict=strict),
            output,
            csv,
            language,
            [] if wanted.hands else heads_of(sources),
        )
    except (ReplayError, LogFileError, RulebookError, SheetError) as error:
        refuse(error)
    except (JournalError, SealError, sqlite3.Error) as error:
        refuse(error)
    end_where_changed(dict.fromkeys(Path(source.path) for source in sources if source.log is not None))


def _apart(output: Path, csv: Path | None, sources: list[Input], *beside: str | Path | None) -> None:
    """Refuse to write over what is read, or the sheet over the page."""
    read = [source.path for source in sources if source.path != "-"]
    for written in (output, csv):
        refuse_over(written, *read, *beside)
    if csv is not None and csv.resolve() == output.resolve():
        refuse(f"--csv: {csv} is the page; write the sheet to another file")


def _gathered(
    sources: list[Input], wanted: Wanted, rulebook: str | None, roster: Roster | None, opener: Opener | None,
    *, cards: bool, strict: bool,
) -> Night:  # fmt: skip
    from controller.replay.player import seldom_collected
    from controller.report.night import gather

    with seldom_collected():
        night = gather(
            sources, wanted, book=rulebook, cards=cards, strict=strict, opener=opener, roster=roster
        )
    missing = sorted(wanted.hands - {told.n for told in night.hands})
    if missing:
        refuse(f"--hand: there is no hand {missing[0]} in {', '.join(night.sources)}")
    return night


def _write(night: Night, output: Path, csv: Path | None, language: str, heads: list[TableHead]) -> None:
    from controller.report.page import Page
    from controller.report.sheet import sheet
    from controller.whole_file import whole_file

    path = output
    try:
        with whole_file(output) as out:
            out.writelines(part.encode() for part in Page(night, language, heads).html())
        if csv is not None:
            path = csv
            with whole_file(csv) as out:
                out.write(("\ufeff" + sheet(night)).encode())
    except OSError as error:
        refuse(f"{path}: {error.strerror}")
    found = len(night.found())
    hands = sum(1 for told in night.hands if told.n)
    click.echo(f"{output}: {_count(hands, 'hand')}, {_count(found, 'finding')}")


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def _wanted(hands: list[int], since: str | None, until: str | None) -> Wanted:
    from controller.report.night import Wanted

    if hands and (since or until):
        refuse("--hand and --from, --to: choose one")
    start, end = _moment("--from", since), _moment("--to", until)
    if start is not None and end is not None and end <= start:
        refuse("--to: must be later than --from")
    return Wanted(hands=frozenset(hands), since=start, until=end)


def _moment(option: str, text: str | None) -> datetime | None:
    from controller.report.rosters import moment

    if text is None:
        return None
    try:
        return moment(text)
    except ValueError:
        refuse(f'{option}: must be a date and a time, as "2026-11-20 19:30", is {text!r}')


def _roster(path: Path) -> Roster:
    from controller.report.rosters import Roster

    try:
        return Roster(path.read_bytes(), str(path))
    except OSError as error:
        refuse(f"{path}: {error.strerror}")


def _opener(key: Path, sources: list[Input], by: str) -> Opener:
    """Return what opens sealed cards; each journal gets it noted first."""
    import getpass

    from controller.journal.boxes import load_opener
    from controller.journal.openings import note_opening
    from controller.journal.signing import fingerprint

    opener = load_opener(key)
    who = by or f"the account {getpass.getuser()}"
    for source in sources:
        if source.log is not None:
            note_opening(Path(source.path), by=who, log=source.log, hand=None, key=fingerprint(opener.public))
    return opener

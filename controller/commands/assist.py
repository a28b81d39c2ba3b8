"""Answers ``floorcall assist``: what the floor works out beside the table, by the house's book."""

from __future__ import annotations

from typing import Annotated

import click

from controller.assist.chips import missed_rounds
from controller.command_line import Argument, Group, Option
from controller.commands import _assist_cards as cards
from controller.commands import _assist_chips as chips
from controller.commands import _assist_seats as seats
from controller.commands._assist import AsJson, Book, answer
from controller.exits import refuse

app = Group(
    help="""The floor's sums by the house's book: races, rebuys, balancing, breaking and drawing seats, penalties.

    What is drawn is put in with its option: nothing is drawn here. Where the book is silent the answer says
    what is left for the floor to decide.

    \b
    Examples:
      floorcall assist race -b deltin --from 25 --into 100 --seat 1=7 --seat 2=1
      floorcall assist balance -b upt --from "4: 1,2,3,5,6,7,8,9 of 9 big 3" --to "7: 1,2,4,5,6 of 9 big 5"
      floorcall assist penalty -b tda-2024 --players 9 --rounds 2
      floorcall assist notes night.jsonl
    """,
)
app.takes("race")(chips.race_command)
app.takes("leftover")(chips.leftover_command)
app.takes("colour-up")(chips.colour_up_command)
app.takes("rebuy")(chips.rebuy_command)
app.takes("stacks")(chips.stacks_command)
app.takes("balance")(seats.balance_command)
app.takes("halt")(seats.halt_command)
app.takes("final-table")(seats.final_command)
app.takes("break")(seats.break_command)
app.takes("redraw")(seats.redraw_command)
app.takes("draw")(seats.draw_command)
app.takes("change")(seats.change_command)
app.takes("stub")(cards.stub_command)
app.takes("level")(cards.level_command)


@app.takes("penalty")
def penalty(
    book: Book,
    players: Annotated[int, Option(help="Players at the table now, the offender included.")],
    rounds: Annotated[int, Option(help="Rounds to miss.")],
    as_json: AsJson = False,
) -> None:
    """Say how many hands missed rounds are.

    \b
    Example:
      floorcall assist penalty -b deltin --players 9 --rounds 2
    """
    answer(book, lambda house: missed_rounds(house.floor, players, rounds), as_json=as_json)


@app.takes("notes")
def notes(
    log: Annotated[str, Argument(metavar="LOG", help="A sensor log, or - for stdin.")],
    book: Annotated[
        str | None,
        Option("--rulebook", "-b", metavar="ID", help="Another rulebook than the log names."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say what a log leaves for the floor.

    Penalties being served, counts, rebuys owed, who is out before whom.

    \b
    Example:
      floorcall assist notes night.jsonl
    """
    import msgspec

    from controller.replay import ReplayError
    from controller.replay.book_replay import BookReplay
    from controller.ruling_cards import reminder_of
    from controller.sensorlog.reader import LogReader
    from controller.sensorlog.source import LogFileError, open_log

    replay = BookReplay(log, book)
    try:
        with open_log(log) as source:
            for line, entry in LogReader(source):
                replay.take(line, entry)
        told = replay.view().notes
    except (ReplayError, LogFileError) as error:
        refuse(error)
    if as_json:
        click.echo(msgspec.json.encode(told).decode())
        return
    lines = [reminder_of(note, replay.book) for note in told]
    for reminder in lines:
        click.echo(f"{reminder.place or 'Table':<8}  {reminder.text}  [{reminder.cite}]")
    if not lines:
        click.echo("Nothing to be reminded of.")

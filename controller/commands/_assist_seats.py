"""Answers what ``floorcall assist`` is asked about seats and tables."""

from __future__ import annotations

import re
from typing import Annotated

from controller.assist.balance import SeatedTable, balance
from controller.assist.seats import change_seat, draw_seats
from controller.assist.tables import breaking, final_table, halt, redraw
from controller.command_line import Option
from controller.commands._assist import AsJson, Book, answer, numbers, once
from controller.exits import refuse

TABLE = re.compile(r"(?P<name>[^:]+):\s*(?P<seats>\d+(?:,\d+)*)\s+of\s+(?P<chairs>\d+)\s+big\s+(?P<big>\d+)")
LIKE = '"7: 1,2,4,5,6 of 9 big 5"'


def balance_command(
    book: Book,
    source: Annotated[
        str,
        Option(
            "--from", metavar="TABLE", help=f"The larger table, as in {LIKE}: who had the big blind last."
        ),
    ],
    target: Annotated[str, Option("--to", metavar="TABLE", help="The smaller table, likewise.")],
    sizes: Annotated[
        str | None,
        Option(metavar="SIZES", help="Players at every table, where there are more than the two."),
    ] = None,
    mover: Annotated[int | None, Option(help="Another seat than the next big blind is to move.")] = None,
    opened: Annotated[
        str | None,
        Option(metavar="SEATS", help="At stud: open seats in the order in which they opened."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say who moves to which open seat.

    \b
    Example:
      floorcall assist balance -b deltin --from "4: 1,2,3,5,6,7,8,9 of 9 big 3" --to "7: 1,2,4,5,6 of 9 big 5"
    """
    longer, shorter = _table("--from", source), _table("--to", target)
    all_sizes = [] if sizes is None else numbers("--sizes", sizes)
    order = [] if opened is None else numbers("--opened", opened)
    answer(
        book,
        lambda house: balance(house.floor, longer, shorter, sizes=all_sizes, mover=mover, opened=order),
        as_json=as_json,
    )


def halt_command(
    book: Book,
    fullest: Annotated[int, Option(help="Players at the fullest table.")],
    here: Annotated[int, Option(help="Players at this one.")],
    other_format: Annotated[bool, Option("--other-format", help="Six-handed, turbo and the like.")] = False,
    big_blind_seat_taken: Annotated[
        bool, Option("--big-blind-seat-taken", help="Somebody sits where the big blind goes next.")
    ] = False,
    waived: Annotated[bool, Option("--waived", help="The floor has waived the halt.")] = False,
    as_json: AsJson = False,
) -> None:
    """Say whether a table short of players halts.

    \b
    Example:
      floorcall assist halt -b tda-2024 --fullest 9 --here 6
    """
    answer(
        book,
        lambda house: halt(
            house.floor, fullest, here, tables="other" if other_format else "full",
            big_blind_on_empty_seat=not big_blind_seat_taken, waived=waived,
        ),
        as_json=as_json,
    )  # fmt: skip


def final_command(
    book: Book,
    handed: Annotated[int, Option(help="Seats of a full table of the event.")],
    left: Annotated[int | None, Option(help="Players left in it.", min=1)] = None,
    as_json: AsJson = False,
) -> None:
    """Say how many the final table seats.

    With the players left it also says when the last two tables come together.

    \b
    Example:
      floorcall assist final-table -b tda-2024 --handed 8 --left 10
    """
    answer(book, lambda house: final_table(house.floor, handed, left), as_json=as_json)


def break_command(
    book: Book,
    table: Annotated[list[str], Option(metavar="NAME=PLAYERS", help="A table, in the order of breaking.")],
    chairs: Annotated[int, Option(min=2, max=10, help="Chairs at each table.")] = 9,
    as_json: AsJson = False,
) -> None:
    """Say which table is to be broken up.

    Where the house merges tables it says when all sit down at one.

    \b
    Example:
      floorcall assist break -b upt --table 12=4 --table 3=7 --table 5=7
    """
    sizes = once("--table", table, "12=4", str)
    answer(book, lambda house: breaking(house.floor, sizes, chairs, list(sizes)), as_json=as_json)


def redraw_command(
    book: Book,
    left: Annotated[int, Option(min=1, help="Tables left.")],
    started: Annotated[int, Option(min=1, help="Tables at the start.")],
    as_json: AsJson = False,
) -> None:
    """Say whether all seats are drawn anew.

    \b
    Example:
      floorcall assist redraw -b upt --left 3 --started 5
    """
    answer(book, lambda house: redraw(house.floor, left, started), as_json=as_json)


def draw_command(
    book: Book,
    player: Annotated[
        list[str], Option(metavar="NAME[=CARD]", help="A player, with the card dealt for the order.")
    ],
    seat: Annotated[
        list[str] | None, Option(metavar="SEAT", help="A seat card as it was turned, as in 7/3.")
    ] = None,
    final: Annotated[bool, Option("--final", help="A redraw; nobody comes from a broken table.")] = False,
    as_json: AsJson = False,
) -> None:
    """Seat players by the cards that you drew.

    \b
    Example:
      floorcall assist draw -b tda-2024 --player Ana=Kd --player Ivo=Ah --seat 7/3 --seat 2/9
    """
    cards = [(name.strip(), card.strip() or None) for name, _, card in (one.partition("=") for one in player)]
    answer(book, lambda house: draw_seats(house.floor, cards, seat or [], table=not final), as_json=as_json)


def change_command(
    book: Book,
    before: Annotated[int, Option(min=0, help="Active seats before the big blind until now.")],
    after: Annotated[int, Option(min=0, help="The same from the new seat.")],
    posts: Annotated[bool, Option("--posts", help="The player offers to post a big blind.")] = False,
    missed_blind: Annotated[bool, Option("--missed-blind", help="The player has missed a blind.")] = False,
    as_json: AsJson = False,
) -> None:
    """Say when who changed seats is dealt in.

    \b
    Example:
      floorcall assist change -b upt --before 2 --after 4
    """
    answer(
        book,
        lambda house: change_seat(house.floor, before, after, posts=posts, missed_blind=missed_blind),
        as_json=as_json,
    )


def _table(option: str, words: str) -> SeatedTable:
    found = TABLE.fullmatch(words.strip())
    if found is None:
        refuse(f"{option}: {words!r} should read like {LIKE}")
    return SeatedTable(
        name=found["name"].strip(),
        players=numbers(option, found["seats"]),
        chairs=int(found["chairs"]),
        big=int(found["big"]),
    )

"""Answers what ``floorcall assist`` is asked about chips."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated

from controller.assist.chips import colour_up, rebuy, starting_stacks
from controller.assist.race import Holding, leftover, race
from controller.command_line import Option
from controller.commands._assist import AsJson, Book, answer, number, numbers, pairs, seats_once
from controller.exits import refuse

Away = Annotated[int, Option("--from", metavar="CHIP", help="The chips that leave play.")]
Into = Annotated[int, Option("--into", metavar="CHIP", help="The lowest chips that stay.")]


class Rest(StrEnum):
    """What the floor decided of odd chips that make no whole new one."""

    chip = "chip"
    nothing = "nothing"


def race_command(
    book: Book,
    away: Away,
    into: Into,
    seat: Annotated[list[str], Option(metavar="SEAT=CHIPS", help="How many of them a seat has.")],
    only: Annotated[list[int] | None, Option(metavar="SEAT", help="A seat that has no other chips.")] = None,
    card: Annotated[
        list[str] | None,
        Option(metavar="SEAT=CARD", help="A card as it was dealt, in the order of the deal."),
    ] = None,
    rest: Annotated[Rest | None, Option(help="The floor's word on a rest the book is silent on.")] = None,
    as_json: AsJson = False,
) -> None:
    """Race chips off: what to deal, who gets what.

    Without cards it says what to deal, with them who gets a chip.

    \b
    Examples:
      floorcall assist race -b deltin --from 25 --into 100 --seat 1=7 --seat 2=1 --seat 5=4
      floorcall assist race -b deltin --from 25 --into 100 --seat 1=3 --seat 2=1 --only 2 \\
        --card 1=Kd --card 1=2c --card 1=9s --card 2=Ah
    """
    held = seats_once(seat, "4=7")
    if strange := set(only or []).difference(held):
        refuse(f"--only: seat {min(strange)} has no --seat with its chips")
    holdings = {s: Holding(n, others=s not in (only or [])) for s, n in held.items()}
    dealt = None
    if card:
        dealt = [(number("--card", s), _card(c)) for s, c in pairs("--card", card, "4=Kd")]
    answer(
        book,
        lambda house: race(
            house.floor.race, holdings, away, into, dealt, None if rest is None else rest.value
        ),
        as_json=as_json,
    )


def leftover_command(
    book: Book,
    away: Away,
    into: Into,
    found: Annotated[int, Option(help="How many were found.")],
    as_json: AsJson = False,
) -> None:
    """Exchange chips that turn up after their race.

    \b
    Example:
      floorcall assist leftover -b deltin --from 25 --into 100 --found 6
    """
    answer(book, lambda house: leftover(house.floor.race, found, away, into), as_json=as_json)


def colour_up_command(
    book: Book,
    chips: Annotated[str, Option(metavar="CHIPS", help="The chips in play, as in 25,100,500.")],
    posted: Annotated[
        str,
        Option(metavar="AMOUNTS", help="Every blind and ante of the levels to come, as in 100,200."),
    ],
    as_json: AsJson = False,
) -> None:
    """Say which chips no blind needs any more.

    \b
    Example:
      floorcall assist colour-up -b upt --chips 25,100,500 --posted 100,200
    """
    have, needed = numbers("--chips", chips), numbers("--posted", posted)
    answer(book, lambda house: colour_up(house.floor.race, have, needed), as_json=as_json)


def rebuy_command(
    book: Book,
    at: Annotated[str, Option(metavar="H:MM:SS", help="How long has been played.")],
    had: Annotated[int, Option(min=0, help="Rebuys this player has had.")] = 0,
    offered: Annotated[bool, Option(help="Whether the announcement offered rebuys.")] = True,
    as_json: AsJson = False,
) -> None:
    """Say whether a player who is out may rebuy.

    \b
    Example:
      floorcall assist rebuy -b invitational --at 1:59:00
    """
    played = _seconds(at)
    answer(book, lambda house: rebuy(house.floor.rebuys, played, had, offered=offered), as_json=as_json)


def stacks_command(
    book: Book,
    seat: Annotated[list[str], Option(metavar="SEAT=CHIPS", help="What stands at a seat.")],
    amount: Annotated[
        int | None, Option(min=1, help="The event's starting stack, where the book has none.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check that every seat has the starting stack.

    \b
    Example:
      floorcall assist stacks -b invitational --seat 1=2000 --seat 2=1000
    """
    stacks = seats_once(seat, "4=2000")
    answer(book, lambda house: starting_stacks(house.floor.stacks, stacks, amount), as_json=as_json)


def _card(word: str) -> str:
    return word[:1].upper() + word[1:].lower()


def _seconds(at: str) -> int:
    found = re.fullmatch(r"(\d{1,3}):([0-5]\d):([0-5]\d)", at)
    if found is None:
        refuse(f"--at: {at!r} should read like 1:59:00")
    hours, minutes, seconds = (int(part) for part in found.groups())
    return 3600 * hours + 60 * minutes + seconds

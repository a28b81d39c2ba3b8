"""Answers what ``floorcall assist`` is asked about the deck and the level clock."""

from __future__ import annotations

import re
from typing import Annotated

from controller.assist.level_clock import LevelStep
from controller.assist.levels import level_now
from controller.assist.stud import short_stub
from controller.command_line import Option
from controller.commands._assist import AsJson, Book, answer
from controller.exits import refuse

_STEP = re.compile(r"(\d{1,9})-(\d{1,9})(?:/(\d{1,9}))?=(\d{1,3})")


def stub_command(
    book: Book,
    players: Annotated[int, Option(help="Players left in the hand.")],
    stub: Annotated[int, Option(help="Cards left in the stub.")],
    burns: Annotated[int, Option(help="Cards burned in the hand.")] = 3,
    as_json: AsJson = False,
) -> None:
    """Say how the last street of stud is dealt when cards run short.

    \b
    Example:
      floorcall assist stub -b tda-2024 --players 8 --stub 4
    """
    answer(book, lambda house: short_stub(house, players, stub, burns), as_json=as_json)


def level_command(
    book: Book,
    step: Annotated[
        list[str], Option("--level", metavar="SMALL-BIG[/ANTE]=MINUTES", help="A level, in order.")
    ],
    gone: Annotated[float, Option(help="Seconds played so far.")],
    hands: Annotated[int, Option(help="Hands played hand for hand since.")] = 0,
    starts_in: Annotated[float | None, Option(help="Seconds until play goes on.")] = None,
    seated: Annotated[int, Option(help="Players at the table by then.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Say which level it is, what comes next, and whether dealers hold the push or prepare the decks.

    \b
    Example:
      floorcall assist level -b tda-2024 --level 100-200=20 --level 200-400/400=20 --gone 1125
    """
    schedule = [_step(given) for given in step]
    answer(
        book,
        lambda house: level_now(house, schedule, gone=gone, hands=hands, starts_in=starts_in, seated=seated),
        as_json=as_json,
    )


def _step(given: str) -> LevelStep:
    found = _STEP.fullmatch(given.strip())
    if found is None:
        refuse(f"--level: {given!r} should read like 100-200=20, or 200-400/400=20 with an ante")
    small, big, ante, minutes = found.groups()
    if int(small) > int(big) or int(minutes) == 0:
        refuse(f"--level: {given!r}: no small blind is above the big one, and a level takes a minute or more")
    return LevelStep(small=int(small), big=int(big), big_blind_ante=int(ante or 0), seconds=60 * int(minutes))

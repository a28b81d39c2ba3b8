"""Runs ``floorcall demo``: a virtual table through the real daemon."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Final, get_args

import click

from controller import rulebooks
from controller.command_line import Option
from controller.config.model import Keyed
from controller.demo import DemoFault
from controller.demo.mishaps import MISHAPS
from controller.demo.night import NothingToShow, Options, run_night
from controller.exits import BAD_INPUT, NOT_THERE, refuse
from controller.languages import Language
from controller.table.rulebook import Rulebook

FLOORS_S: Final = 12.0
LEARNERS_S: Final = 60.0

Port = Annotated[int, Option(min=1, max=65535, help="Where the pages are served.")]
House = Annotated[str, Option(metavar="ID", help="The house's rulebook, by id or file.")]
Speed = Annotated[float, Option(min=0.1, max=50.0, help="1 is as the hands were played, 2 twice as fast.")]
Patience = Annotated[
    float | None,
    Option(
        min=0,
        metavar="SECONDS",
        help="How long the demo's floor lets you rule first: 12. In practice, how long a card waits for you: 60.",
    ),
]
Seed = Annotated[int | None, Option(help="Mix the order of hands and mishaps by this number.")]
Mishaps = Annotated[list[str] | None, Option(metavar="NAME", help=f"Show only these: {', '.join(MISHAPS)}.")]
Hands = Annotated[int, Option(min=0, help="Stop after this many hands; 0 plays until Ctrl-C.")]
Words = Annotated[
    bool, Option("--words", help="The dealer keys every word that binds: more mishaps can be told.")
]
Practice = Annotated[
    bool, Option("--practice", help="You are the dealer: answer each card, and see how you did.")
]
Cards = Annotated[
    list[str] | None,
    Option("--card", metavar="KIND", help="Practise only this kind of card: bet.string."),
]
Score = Annotated[
    Path | None,
    Option(metavar="FILE.csv", help="Add what you did in practice to this CSV.", show_default=False),
]
Speech = Annotated[Language, Option(help="The language of pages and practice.")]
Browser = Annotated[bool, Option("--open", help="Open the dealer's display.")]


def demo(
    port: Port = 8700,
    rulebook: House = "deltin",
    speed: Speed = 1.5,
    patience: Patience = None,
    seed: Seed = None,
    mishap: Mishaps = None,
    hands: Hands = 0,
    words: Words = False,
    practice: Practice = False,
    card: Cards = None,
    score: Score = None,
    language: Speech = "en",
    open_browser: Browser = False,
) -> None:
    """Play real hands at a virtual table, with mishaps, and show what the house's book says.

    Cards and chips move on a virtual felt. The firmware of shoe and antennas senses them, each board a
    process on a pty of its own; a camera sees chips and open cards in films; the real daemon follows.

    \b
    Examples:
      floorcall demo
      floorcall demo --mishap four-card-flop --mishap boxed-cards
      floorcall demo --words --mishap string-bet
      floorcall demo --rulebook tda-2024 --port 9000 --speed 3
      floorcall demo --practice --language hr --score ana.csv
    """
    _check_practice(practice, hands, seed, score)
    _check_cards(card, practice, mishap)
    options = Options(
        book=_book(rulebook),
        rulebook=str(Path(rulebook).absolute()) if Path(rulebook).is_file() else rulebook,
        port=port,
        speed=speed,
        patience_s=patience if patience is not None else LEARNERS_S if practice else FLOORS_S,
        seed=seed,
        mishaps=_known(mishap or []),
        hands=hands,
        keyed=_keyed(words, practice, mishap),
        language=language,
        practice=practice,
        cards=card or [],
        score=score,
        open_browser=open_browser,
    )
    try:
        asyncio.run(run_night(options, click.echo))
    except DemoFault as problem:
        refuse(problem, BAD_INPUT if isinstance(problem, NothingToShow) else NOT_THERE)


def _check_cards(cards: list[str] | None, practice: bool, mishaps: list[str] | None) -> None:
    if cards and (not practice or mishaps):
        refuse("--card: only the course has cards of its own; give --practice, and no --mishap")


def _keyed(words: bool, practice: bool, mishaps: list[str] | None) -> list[str]:
    """Return what is keyed every time: in the course all that can be, so that every card can come."""
    if practice and not mishaps:
        return list(get_args(Keyed))
    return ["words"] if words or practice else []


def _book(rulebook: str) -> Rulebook:
    try:
        return rulebooks.load(rulebook)
    except rulebooks.RulebookError as problem:
        refuse(problem)


def _check_practice(practice: bool, hands: int, seed: int | None, score: Path | None) -> None:
    """Refuse what practice has no use for, a score without it, and a file for it that cannot be written."""
    if not practice:
        return None if score is None else refuse("--score: only practice is scored; add --practice")
    if hands or seed is not None:
        refuse(f"{'--hands' if hands else '--seed'}: practice has its own order; leave it out")
    try:
        if score is not None:
            score.open("a", encoding="utf-8").close()
    except OSError as problem:
        refuse(f"--score {score}: cannot be written: {problem.strerror}")


def _known(names: list[str]) -> list[str]:
    for name in names:
        if name not in MISHAPS:
            refuse(f"--mishap: must be one of {', '.join(MISHAPS)}, is {name!r}")
    return names

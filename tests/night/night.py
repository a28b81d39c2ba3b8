"""A night at the virtual table: hands played one after the other through the real daemon, and their account."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from controller import rulebooks
from controller.demo.conductor import Conductor
from controller.demo.felt import TAGS
from controller.demo.hands import load_hands
from controller.demo.night import Options, VirtualTable, virtual_table
from controller.demo.people import People
from controller.demo.processes import BOARD, PROGRAM
from controller.demo.programme import programme
from controller.table.ranks import NEW_DECK_ORDER
from tests.night.account import Account
from tests.night.browser import at_the_display
from tests.night.busy import BUSY
from tests.night.pins import Finger
from tests.ports import port_nobody_has

MICROPYTHON = "tests.night.micropython_board"
"""The board whose firmware runs on its own MicroPython."""
PANEL = '[[device]]\nkind = "panel"\ngpio = true\n'


async def play(
    hands: int,
    *,
    speed: float = 12.0,
    rulebook: str = "deltin",
    board: str = BOARD,
    kills: int = 0,
    seed: int | None = None,
    mishaps: Sequence[str] = (),
    browser: bool = False,
    busy: bool = False,
    keep: Path | None = None,
    say: Callable[[str], None] = print,
) -> Account:
    """Play so many stories; ``kills`` times the daemon is killed at a moment of chance and started again.

    ``board`` is what each board's process runs; ``browser``: the dealer touches the display's page, and keys each word
    at a panel on mock pins; ``busy``: the daemon gets what other work leaves of the machine, the table does not wait;
    ``keep`` is a folder for the night's log.
    """
    book = rulebooks.load(rulebook)
    finger = Finger(f"floorcall-night-{port_nobody_has()}")
    program = finger.command if browser else BUSY if busy else PROGRAM
    options = Options(book=book, rulebook=rulebook, port=port_nobody_has(), speed=speed, patience_s=0)
    account = Account()
    async with (
        virtual_table(options, board, program, PANEL if browser else "") as table,
        _people(options.port, finger if browser else None) as people,
    ):
        watching = asyncio.create_task(people.watch())
        house = table.house
        conductor = Conductor(table.felt, people, house.equipment, speed=speed, patience_s=0, say=say)
        killing = asyncio.create_task(_kill(table, kills, random.Random(seed), say))
        evening = programme(load_hands(), house, seed, mishaps)
        for number, (story, hand) in enumerate(itertools.islice(evening, hands), start=1):
            say(f"{number:3}  {hand.name}: {story.tells}")
            before = conductor.touches
            await conductor.play(story, hand)
            account.note(story, hand, book, conductor.touches - before)
        killing.cancel()
        await asyncio.gather(killing, return_exceptions=True)
        table.shoe.draw(TAGS[NEW_DECK_ORDER[0]], up=False)  # the next hand's first card ends the last one
        await people.table_shows(lambda view: view["hand"] > account.hands, 30.0)
        watching.cancel()
        await table.daemon.stop()
        account.read(table.config, keep)
        account.in_browser = getattr(people, "touched", 0)
        account.at_panel = getattr(people, "keyed", 0)
    return account


@asynccontextmanager
async def _people(port: int, finger: Finger | None) -> AsyncIterator[People]:
    """Have the dealer and the floor; a dealer before a real page and a panel where there is a finger for it."""
    if finger is None:
        yield People(port)
        return
    async with at_the_display(port, finger) as dealer:
        yield dealer


async def _kill(table: VirtualTable, times: int, chance: random.Random, say: Callable[[str], None]) -> None:
    """Cut the daemon's power now and then, and start it again."""
    for _ in range(times):
        await asyncio.sleep(chance.uniform(1.0, 9.0))
        say("     the power is cut")
        await table.daemon.kill()
        await table.daemon.start()

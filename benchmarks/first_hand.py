"""From a cold start to a hand that is followed: how long until the first hand of a night is on the page.

    python -m benchmarks.first_hand [--nights 5]

Each night starts the virtual table anew: the boards' own firmware and the camera on ptys, a new journal, the real
daemon. The players are seated by a sheet, the button is laid, and one hand that ships with the demo is dealt at its
own pace. The page is what the daemon sends to it; a browser's own share is in ``benchmarks.latency``.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from controller import rulebooks
from controller.demo.conductor import Conductor
from controller.demo.felt import Felt
from controller.demo.hands import Hand, load_hands
from controller.demo.night import Options, virtual_table
from controller.demo.people import People
from controller.demo.processes import Shoe
from controller.demo.reading import initial_deal
from controller.demo.steps import Story
from tests.ports import port_nobody_has

HOUSE: Final = "deltin"
SHOWN_IN_S: Final = 30.0
STEPS: Final = (
    "processes started, to every link up",
    "players seated, button laid, blinds posted (people)",
    "first card drawn, to the hand on the page",
    "last card drawn, to the first price on the page",
    "cold start, to the hand on the page",
)


class Watched:
    """A shoe's throat; ``first`` and ``last`` are when the first and the last card passed it."""

    def __init__(self, shoe: Shoe) -> None:
        self._shoe = shoe
        self.first = self.last = 0.0

    def draw(self, tag: str, *, up: bool) -> None:
        """Let a card pass."""
        self.last = time.perf_counter()
        self.first = self.first or self.last
        self._shoe.draw(tag, up=up)


async def first_hand(hand: Hand) -> list[float]:
    """Start a table, deal one hand as far as its first act; return the seconds of each of ``STEPS``."""
    began = time.perf_counter()
    options = Options(book=rulebooks.load(HOUSE), rulebook=HOUSE, port=port_nobody_has(), patience_s=0)
    async with virtual_table(options) as table:
        up = time.perf_counter()
        people = People(options.port)
        watching = asyncio.create_task(people.watch())
        throat = Watched(table.shoe)
        felt = Felt(throat, table.antennas, table.camera)
        conductor = Conductor(felt, people, table.house.equipment, patience_s=0, say=lambda words: None)
        story = Story(
            hand=hand.name, tells="the deal", steps=hand.steps[: initial_deal(hand.steps)[-1].lay + 1]
        )
        on_page = asyncio.create_task(_shown(people, lambda view: view["hand"] == 1))
        priced = asyncio.create_task(_shown(people, _is_priced))
        await conductor.play(story, hand)
        page, price = await on_page, await priced
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
    return [up - began, throat.first - up, page - throat.first, price - throat.last, page - began]


def _is_priced(view: dict[str, Any]) -> bool:
    """Whether the page tells what the first seat to act owes."""
    return bool(view["street"] == "preflop" and view["to_act"] and view["owes"])


async def _shown(people: People, right: Callable[[dict[str, Any]], bool]) -> float:
    """Return when the page first shows what is ``right``."""
    if await people.table_shows(right, SHOWN_IN_S) is None:
        raise TimeoutError(f"the page did not show it within {SHOWN_IN_S:.0f} s: {people.view}")
    return time.perf_counter()


def main() -> int:
    """Start so many nights; print the median and the most of each step in seconds."""
    parser = argparse.ArgumentParser(description="Time the first hand of a night from a cold start.")
    parser.add_argument("--nights", type=int, default=5)
    told = parser.parse_args()
    hand = load_hands()[0]
    nights = [asyncio.run(first_hand(hand)) for _ in range(told.nights)]
    for what, seconds in zip(STEPS, zip(*nights, strict=True), strict=True):
        sys.stdout.write(
            f"{what:<52} median {statistics.median(seconds):6.2f} s   most {max(seconds):6.2f} s\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Hands by chance at every house and any equipment, all of them clean: does the table call anybody?

    python -m benchmarks.clean_nights [--hands 400] [--first 0] [--rulebook ID ...] [--show 20]

Each hand is played by chance through PokerKit, at any game that the house deals, with two to ten players, deep, short
or broke; each is told as eight tables sense it: with everything, hands free, and six equipments by chance. At half of
these nobody has told the stacks: a line of its own. What is wrong is named with its seed and its equipment. Where a
book has no word on the odd chip of a split pot the floor has to be asked: that is no false call. The same arguments give the same figures on every machine.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from random import Random
from typing import Final

import msgspec

from controller import rulebooks
from controller.table import events as ev
from controller.table.outputs import Finding, HandLine
from tests.noise.equipped import PARTS, thinned
from tests.noise.play import play as sensed
from tests.oracle.hand import Played, play
from tests.oracle.told import events_of
from tests.oracle.why import asks_for_odd_chip
from tests.real_hands.course import Course
from tests.real_hands.sense import seats_of

HANDS_FREE: Final[tuple[ev.Equipment, ...]] = ("shoe", "antennas", "camera", "faces")
TABLES: Final = 6
"""Equipments by chance, of each hand."""
CHUNK: Final = 25


@dataclass(slots=True)
class Tally:
    """What came of one house's hands at tables of one kind."""

    hands: int = 0
    calls: Counter[str] = field(default_factory=Counter)
    wrong_stacks: int = 0
    amiss: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add the figures of other hands."""
        self.hands += other.hands
        self.calls.update(other.calls)
        self.wrong_stacks += other.wrong_stacks
        self.amiss += other.amiss


def tables(seed: int) -> Iterator[tuple[tuple[ev.Equipment, ...], bool]]:
    """Yield what each table has, and whether it was told the stacks."""
    yield PARTS, True
    yield HANDS_FREE, True
    chance = Random(f"equipment {seed}")
    for _ in range(TABLES):
        missing = chance.sample(PARTS, chance.choice((1, 1, 2, 2, 3, 4, 5)))
        yield tuple(part for part in PARTS if part not in missing), chance.random() < 0.5


def sensible(course: Course) -> bool:
    """Whether nobody throws in a hand that has nothing to call: chance does, against a blind that was all-in."""
    history, live = course.history, set(range(course.history.players))
    posts = zip(history.antes, history.blinds, history.stacks, strict=True)
    put_in = [min(blind, stack - ante) for ante, blind, stack in posts]
    for turn in course.turns:
        put_in[turn.player] += turn.added
        if turn.action == "fold":
            live.discard(turn.player)
            if put_in[turn.player] >= max(put_in[other] for other in live):
                return False
    return True


Tallies = dict[bool, Tally]
"""By whether the stacks were told."""


def of_seed(house: str, seed: int) -> Tallies:
    """Play one hand at its tables."""
    book, tallies = rulebooks.load(house), {True: Tally(), False: Tally()}
    played = play(seed, book)
    if not sensible(played.course):
        return tallies
    events, seats = events_of(played), seats_of(played.course)
    finals = {seats[player]: stack for player, stack in enumerate(played.course.finals)}
    for equipment, stacks_told in tables(seed):
        told = thinned(events if stacks_told else [_untold(event) for event in events], equipment)
        came = sensed(told, book, [*equipment], played.dealt.game)
        tally = tallies[stacks_told]
        tally.hands += 1
        where = f"{house} {seed} {played.dealt.game} {' '.join(equipment)}{'' if stacks_told else ', no stacks told'}"
        for each in came:
            if isinstance(each, Finding) and each.level != "info" and not _left_open(each, played):
                tally.calls[each.kind] += 1
                tally.amiss.append(f"{where}: {each.kind} seat {each.seat} at {each.t}")
            elif isinstance(each, HandLine):
                said = {
                    seat: stack for seat, stack in each.stacks.items() if seat in finals and stack is not None
                }
                if any(finals[seat] != stack for seat, stack in said.items()):
                    tally.wrong_stacks += 1
                    tally.amiss.append(f"{where}: stacks {each.stacks}, played {finals}")
    return tallies


def _left_open(called: Finding, played: Played) -> bool:
    """Whether the floor is asked who has an odd chip, at a house whose book has no word on it: a call, but not a false one."""
    return asks_for_odd_chip(called) and played.result.odd_chips


def _untold(event: ev.Event) -> ev.Event:
    """Return the event as at a table where nobody knows who has how much."""
    if not isinstance(event, ev.TableSet):
        return event
    seats = {
        seat: msgspec.structs.replace(setup, stack=None) if setup.state == "in" else setup
        for seat, setup in event.seats.items()
    }
    return msgspec.structs.replace(event, seats=seats)


def of_house(job: tuple[str, int, int]) -> Tallies:
    """Play a share of a house's hands."""
    house, first, last = job
    return together(of_seed(house, seed) for seed in range(first, last))


def together(parts: Iterable[Tallies]) -> Tallies:
    """Return the figures of all parts."""
    tallies = {True: Tally(), False: Tally()}
    for part in parts:
        for stacks_told, tally in part.items():
            tallies[stacks_told].add(tally)
    return tallies


def main() -> int:
    """Play, print the figures and what was wrong; 1 where anything was."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hands", type=int, default=400, help="hands of each house")
    parser.add_argument("--first", type=int, default=0, help="the first hand's seed")
    parser.add_argument("--rulebook", nargs="+", default=rulebooks.ids())
    parser.add_argument("--show", type=int, default=20, help="how many faults to name of each house")
    told = parser.parse_args()
    last, amiss, say = told.first + told.hands, False, sys.stdout.write
    say(f"{'rulebook':<16}{'stacks':<10}{'hands told':>11}{'calls':>7}{'wrong stacks':>14}\n")
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for house in told.rulebook:
            jobs = [(house, at, min(at + CHUNK, last)) for at in range(told.first, last, CHUNK)]
            for stacks_told, tally in together(pool.map(of_house, jobs)).items():
                known = "told" if stacks_told else "unknown"
                say(
                    f"{house:<16}{known:<10}{tally.hands:>11}{tally.calls.total():>7}{tally.wrong_stacks:>14}\n"
                )
                say("".join(f"  {line}\n" for line in tally.amiss[: told.show]))
                amiss = amiss or bool(tally.amiss)
            sys.stdout.flush()
    return int(amiss)


if __name__ == "__main__":
    sys.exit(main())

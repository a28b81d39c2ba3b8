"""A night of real hands at one table, at which nobody signals hands and nobody is seen to push a pot.

The same players keep their seats and their chips from hand to hand, and the button moves on by itself. Each
hand is played as its history says; who has what at its end is worked out from the histories alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import cycle, islice
from random import Random

from controller.histories.read_phh import History
from controller.table import events as ev
from tests.real_hands.course import Course, follow
from tests.real_hands.manner import manner_of
from tests.real_hands.sense import HandSensor, Night

ALWAYS_TOLD = (ev.HandStarted, ev.HandEnded, ev.PotAwarded)
"""What this table does not sense."""


@dataclass(slots=True)
class Table:
    """The players of one night. ``stacks`` is by seat; ``button`` is where it lay in the last hand."""

    stacks: dict[int, int]
    button: int
    brought: dict[int, int] = field(init=False)

    def __post_init__(self) -> None:
        self.brought = dict(self.stacks)

    def order(self) -> list[int]:
        """Return the seats in dealing order, the button's last."""
        seats = sorted(self.stacks)
        first = (seats.index(self.button) + 1) % len(seats)
        return seats[first:] + seats[:first]

    def plays(self, history: History) -> tuple[Course, list[int]]:
        """Play a hand with the chips of this table; return its course and who sits where."""
        seats = self.order()
        stacks = [self.stacks[seat] for seat in seats]
        course = follow(replace(history, stacks=stacks, finishing=None))
        for seat, after in zip(seats, course.finals, strict=True):
            self.stacks[seat] = after
        return course, seats

    def moves_on(self) -> None:
        """The button goes to the next seat."""
        seats = sorted(self.stacks)
        self.button = seats[(seats.index(self.button) + 1) % len(seats)]


def fits(history: History, players: int) -> bool:
    """Whether a hand can be played by ``players`` with more chips: known cards, ordinary blinds, nobody all-in."""
    least = sorted(blind for blind in history.blinds if blind)
    return (
        history.players == players
        and len(least) == 2
        and history.blinds.index(least[0]) == 0
        and history.blinds.index(least[1]) == 1
        and not any("?" in card for step in history.steps for card in getattr(step, "cards", ()))
        and not any(turn.all_in for turn in follow(history).turns)
    )


@dataclass(slots=True)
class Played:
    """A night as it was played: its events, and after each hand the stacks and whether hands decide it."""

    events: list[ev.Event]
    stacks: list[dict[int, int]]
    decided: list[bool]


def night(histories: Iterable[History], hands: int, *, chips: int, button_told: bool = True) -> Played:
    """Play ``hands`` hands of ``histories``, over and over, with ``chips`` chips before each seat at first."""
    histories = list(histories)
    players = histories[0].players
    table = Table(dict.fromkeys(range(1, players + 1), chips), players)
    played = Played([], [], [])
    clock, denominations = Night(), {1}
    for number, history in enumerate(islice(cycle(histories), hands)):
        course, seats = table.plays(replace(history, name=f"{history.name}/{number}"))
        rng = Random(course.history.name)
        sensor = HandSensor(clock, course, rng, seats, replace(manner_of(rng, simple=False), new_deck=False))
        denominations |= set(sensor.denominations)
        played.events += [
            event for event in sensor.sense() if not isinstance(event, (*ALWAYS_TOLD, ev.TableSet))
        ]
        played.stacks.append(dict(table.stacks))
        played.decided.append(_decided(course))
        clock.t = round(clock.t + rng.uniform(8, 25), 2)
        table.moves_on()
    setup = {seat: ev.SeatSetup(stack=stack) for seat, stack in table.brought.items()}
    begin: list[ev.Event] = [ev.TableSet(t=0.0, seats=setup, denominations=sorted(denominations))]
    if button_told:
        begin.append(ev.ButtonMoved(t=0.1, seat=players))
    played.events[:0] = begin
    return played


def _decided(course: Course) -> bool:
    """Whether one hand is left, or every hand that could win is shown."""
    mucked = {shown.player for shown in course.shown if not shown.cards}
    return len(course.live) == 1 or all(player not in mucked for shares in course.shares for player in shares)

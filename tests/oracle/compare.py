"""Holds the table against a hand from PokerKit: at every decision, and at the hand's end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from controller.table.engine import Engine
from controller.table.events import LogHeader
from controller.table.outputs import Action, Finding, HandLine, Output
from controller.table.rulebook import Rulebook
from tests.oracle.hand import Played
from tests.oracle.told import Mark, PlayedSensor, Told
from tests.oracle.why import Allowed, asks_for_odd_chip
from tests.real_hands.course import Course


@dataclass(slots=True)
class Tally:
    """What was compared, how often each difference of ``WHY`` was met, and what was wrong, in words."""

    hands: Counter[str] = field(default_factory=Counter)
    """By house and game."""
    decisions: int = 0
    why: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add the figures of other hands."""
        self.hands.update(other.hands)
        self.decisions += other.decisions
        self.why.update(other.why)
        self.wrong += other.wrong


def compare(played: Played, book: Rulebook, tally: Tally) -> None:
    """Play a hand at the table too and note in ``tally`` what is not as in PokerKit or in ``WHY``."""
    sensor = PlayedSensor(played)
    dealt, name = played.dealt, played.dealt.name
    tally.hands[f"{book.id} {dealt.game}"] += 1
    table = Table(book, dealt.game)
    table.follow(sensor.told(), played.course, played.allowed, sensor.seats)
    tally.decisions += len(played.allowed)
    wrong = [*table.wrong, *acts(played.course, table.out, sensor.seats)]
    asked = [f for f in table.called() if asks_for_odd_chip(f)]
    tally.why["odd chips, the floor's"] += len(asked)
    wrong += [f"{f.kind} seat {f.seat} at {f.t} {f.facts}" for f in table.called() if f not in asked]
    wrong += _end(played, table.out, sensor.seats, tally)
    tally.wrong += [f"{name}: {each}" for each in wrong]
    tally.why.update(reason for each in played.allowed for reason in each.why)
    if 0 < dealt.posted[dealt.big_blind] < dealt.big:
        tally.why["short big blind"] += 1


class Table:
    """The referee, looked at from outside while a hand is told to it."""

    def __init__(self, book: Rulebook, game: str) -> None:
        header = LogHeader(version=1, table="7", started="2026-11-20T19:30:00Z", rulebook=book.id, game=game)  # type: ignore[arg-type]
        self.engine = Engine(book, header)
        self.out: list[Output] = []
        self.wrong: list[str] = []
        self._line = 1

    def follow(
        self, told: Iterable[Told], course: Course, may: Sequence[Allowed], seats: Sequence[int]
    ) -> None:
        """Tell the hand; at each mark hold what the table shows against what is allowed."""
        for event in told:
            if not isinstance(event, Mark):
                self._line += 1
                self.out += self.engine.feed(self._line, event)  # type: ignore[arg-type]
            elif event.turn is None:
                self._same("nobody acts", None, self.engine.view().to_act)
            elif not (_goes_back(course, event.turn) and self.engine.view().to_act is None):
                self._look(event.turn, seats[course.turns[event.turn].player], may[event.turn])

    def called(self) -> list[Finding]:
        """Return the findings that call somebody."""
        return [output for output in self.out if isinstance(output, Finding) and output.level != "info"]

    def _look(self, turn: int, seat: int, may: Allowed) -> None:
        view = self.engine.view()
        at = f"turn {turn + 1}"
        self._same(f"{at}: to act", seat, view.to_act)
        if view.to_act != seat:
            return
        self._same(f"{at}: seat {seat} to call", may.to_call, view.to_call)
        self._same(f"{at}: seat {seat} least raise", may.min_to, view.min_to)
        if may.max_to is not None and view.game != "nlhe":
            self._same(f"{at}: seat {seat} most", may.max_to, view.max_to)

    def _same(self, what: str, due: object, shown: object) -> None:
        if due != shown:
            self.wrong.append(f"{what}: due {due}, shown {shown}")


def _goes_back(course: Course, turn: int) -> bool:
    """Whether all of a call goes back: the others are all-in for less. PokerKit asks for it, the table need not."""
    act = course.turns[turn]
    return act.action == "call" and 0 < act.added <= course.returned.get(act.player, 0)


def acts(course: Course, outputs: Iterable[Output], seats: Sequence[int]) -> list[str]:
    """Return the first action that was not ruled as it was played."""
    played = [(turn.street, seats[turn.player], turn.action, turn.to, turn.all_in) for turn in course.turns]
    ruled = [
        (act.street, act.seat, act.action, act.to, act.all_in is True)
        for act in outputs
        if isinstance(act, Action) and act.action != "post"
    ]
    for place, (was, now) in enumerate(zip(played, ruled, strict=False), 1):
        if was != now:
            return [f"action {place}: played {was}, ruled {now}"]
    return [] if len(played) == len(ruled) else [f"{len(played)} actions played, {len(ruled)} ruled"]


def _end(played: Played, outputs: Iterable[Output], seats: Sequence[int], tally: Tally) -> list[str]:
    hands = [output for output in outputs if isinstance(output, HandLine)]
    if len(hands) != 1:
        return [f"{len(hands)} hand lines"]
    (hand,), result = hands, played.result
    wrong = _pushed(played, tally)
    stacks = result.stacks(played.dealt, played.course.put_in)
    won = [] if hand.winners is None else [pot.shares for pot in hand.winners]
    for what, due, shown in (
        (
            "pots",
            [(n, _at(players, seats)) for n, players in result.pots],
            [(p.amount, sorted(p.seats)) for p in hand.pots],
        ),
        ("shares", [_by_seat(shares, seats) for shares in result.shares], won),
        ("returned", _by_seat(result.returned, seats), hand.returned),
        ("stacks", _by_seat(dict(enumerate(stacks)), seats), {s: hand.stacks[s] for s in seats}),
        ("board", played.course.board, hand.board),
    ):
        if due != shown:
            wrong.append(f"{what}: due {due}, shown {shown}")
    return wrong


def _pushed(played: Played, tally: Tally) -> list[str]:
    """Hold PokerKit's own stacks against ours; odd chips are the only thing that may go elsewhere."""
    result = played.result
    stacks = result.stacks(played.dealt, played.course.put_in)
    if stacks == result.finals:
        return []
    tally.why["no low in a pot" if result.no_low else "odd chips"] += 1
    most = sum(len(shares) for shares in result.shares) * played.dealt.unit
    most += sum(result.pots[pot][0] // 2 for pot in result.no_low)
    off = [abs(ours - theirs) for ours, theirs in zip(stacks, result.finals, strict=True)]
    tied = played.dealt.pots.tied_both_ways_even and any(len(shares) > 1 for shares in result.shares)
    told = result.odd_chips or result.no_low or tied
    fits = told and max(off) < most and sum(stacks) == sum(result.finals)
    return [] if fits else [f"PokerKit pushed {result.finals}, by the pots it is {stacks}"]


def _at(players: Iterable[int], seats: Sequence[int]) -> list[int]:
    return sorted(seats[player] for player in players)


def _by_seat(amounts: dict[int, int], seats: Sequence[int]) -> dict[int, int]:
    return {seats[player]: amount for player, amount in amounts.items()}

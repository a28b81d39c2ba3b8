"""What bets left in a mess cost a table: real hands whose chips a camera counts as it counted stacks in such a mess.

    python -m benchmarks.messy_bets HANDS [--hands 1000] [--first 0] [--rulebook ID] [--mess NAME ...] [--reads FILE ...]

HANDS is a folder of ``.phh`` files. Each push leaves a stack in a mess, and is read as the counter read stacks like it on
tables that it was not fitted on (``benchmarks/misreads.json``, made by ``benchmarks.misreads``); a stack is read the same until it is
moved. Where the table asks, the dealer keys what lies there. The same arguments give the same figures on every machine.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from benchmarks.chips import MESSY
from benchmarks.misreads import Misreads
from controller import rulebooks
from controller.histories.read_phh import HistoryError, read_folder
from controller.table import events as ev
from controller.table.chips import Chips, ChipsGuessed, value_of
from controller.table.engine import Engine
from controller.table.outputs import Action, Finding, Output
from controller.table.rulebook import Rulebook
from tests.noise.counting import Zones, with_counts
from tests.noise.score import ASKS, Evening
from tests.real_hands.course import follow
from tests.real_hands.sense import Night
from vision.counting.alternatives import Alternative, together
from vision.reading import ALL_FOUND

MESSES: Final = tuple(name for name, _, _ in MESSY)
SHORT: Final = ("undercall", "raise too small", "two undercalls")
"""The irregularities that a camera alone can find; the smallest are by one chip."""
SEEN: Final = 0.9
KEYS_S: Final = 2.0
"""So long after he was asked the dealer has keyed a bet, or before another acts: play waits for him."""


@dataclass
class Stack:
    """Chips as a push left them, and as the camera reads them."""

    chips: Chips
    told: Chips | None
    may_be: list[Alternative]


class Camera:
    """Counts chips that lie in a mess; the same stack is read the same each time."""

    def __init__(self, reads: Misreads, mess: str, denominations: Sequence[int], chance: Random) -> None:
        self._reads, self._mess, self._denominations, self._chance = reads, mess, denominations, chance
        self._lying: dict[int, list[Stack]] = {}

    def sees(self, event: ev.Event) -> ev.Event | None:
        """Return what it tells of ``event``, which has the true chips; None where it tells nothing."""
        match event:
            case ev.ChipsPushed(chips=chips) if chips:
                stack = self._lies(event.seat, chips)
                return msgspec.structs.replace(event, chips=stack.told, alternatives=_guessed(stack.may_be))
            case ev.ChipsCounted():
                return self._counted(event)
            case ev.BetsSwept(seats=seats):
                for seat in seats or list(self._lying):
                    self._lying.pop(seat, None)
            case ev.ChipsPulled() | ev.ChangeGiven():
                self._lying.pop(event.seat, None)
            case ev.HandStarted():
                self._lying.clear()
        return event

    def _lies(self, seat: int, chips: Chips) -> Stack:
        told, may_be = self._reads.read(self._mess, chips, self._denominations, self._chance)
        stack = Stack(chips, told, may_be)
        self._lying.setdefault(seat, []).append(stack)
        return stack

    def _counted(self, event: ev.ChipsCounted) -> ev.ChipsCounted | None:
        true, stacks = Counter(event.chips or {}), self._lying.setdefault(event.seat, [])
        lies = sum((Counter(stack.chips) for stack in stacks), Counter[int]())
        if lies - true:  # something was taken away: what is left is another stack
            stacks.clear()
            lies = Counter()
        if more := true - lies:
            self._lies(event.seat, dict(sorted(more.items())))
        tellable = stacks and all(stack.may_be for stack in stacks)
        may_be = _guessed(together(stack.may_be for stack in stacks)) if tellable else []
        if all(stack.told is not None for stack in stacks):
            chips = sum((Counter(stack.told) for stack in stacks), Counter[int]())
            return msgspec.structs.replace(event, chips=dict(chips), confidence=SEEN, alternatives=may_be)
        return msgspec.structs.replace(event, chips=None, alternatives=may_be) if may_be else None


def _guessed(held: Sequence[Alternative]) -> list[ChipsGuessed]:
    return [ChipsGuessed(chips=dict(each.chips), p=round(ALL_FOUND * each.p, 3)) for each in held]


@dataclass
class Wager:
    """A push: whether the camera told its chips, and whether the dealer keyed them because the table asked."""

    told: bool
    keyed: bool = False


@dataclass
class Tally:
    """What came of hands: their wagers, hands with an act that is not true, false calls, and irregularities."""

    hands: int = 0
    wagers: list[Wager] = field(default_factory=list)
    wrong: int = 0
    floor: Counter[str] = field(default_factory=Counter)
    dealer: Counter[str] = field(default_factory=Counter)
    faulty: int = 0
    found: int = 0
    asked: int = 0


class Dealt:
    """One hand at a table whose camera sees a mess; the dealer keys what he is asked for."""

    def __init__(self, book: Rulebook) -> None:
        self._engine = Engine(book, ev.LogHeader(version=1, table="7", started="", rulebook=book.id))
        self._zones = Zones()
        self._line = 1
        self.outputs: list[Output] = []
        self.wagers: list[Wager] = []
        self._due: dict[int, float] = {}
        """When the dealer keys what lies before a seat."""
        self._asked: dict[int, Wager] = {}
        """The last wager of each seat."""

    def play(self, events: Sequence[ev.Event], camera: Camera | None) -> list[Output]:
        """Return all that the table says of ``events``, seen by ``camera``, or truly."""
        for event in events:
            self._answer(event)
            if not isinstance(event, ev.ChipsCounted):
                self._zones.moved(event)
            seen = event if camera is None else camera.sees(event)
            if isinstance(event, ev.ChipsPushed) and isinstance(seen, ev.ChipsPushed):
                self._asked[event.seat] = wager = Wager(told=seen.chips is not None)
                self.wagers.append(wager)
            if seen is not None:
                self._feed(seen)
        self.outputs += self._engine.finish()
        return self.outputs

    def _feed(self, event: ev.Event) -> None:
        self._line += 1
        said = self._engine.feed(self._line, event)  # type: ignore[arg-type]
        self.outputs += said
        for seat in _asks(said):
            self._due.setdefault(seat, event.t + KEYS_S)

    def _answer(self, event: ev.Event) -> None:
        """Let the dealer key the bets that he was asked for before ``event``: it is later, or somebody else's."""
        for seat, due in list(self._due.items()):
            if event.t < due and getattr(event, "seat", None) == seat:
                continue
            del self._due[seat]
            if seat in self._asked:
                self._asked[seat].keyed = True
            lies = value_of(self._zones.chips[seat])
            self._feed(ev.ChipsCounted(t=min(due, event.t), seat=seat, amount=lies, by="dealer"))


def _asks(said: Sequence[Output]) -> Iterator[int]:
    """Yield the seats whose bets the table asks the dealer to count."""
    gaps = [output for output in said if isinstance(output, Finding) and output.kind == "sensing.gap"]
    for gap in gaps:
        look, about = gap.facts.get("look"), gap.facts["about"]
        if gap.seat is not None and (look, about) == (f"bet:{gap.seat}", "chips"):
            yield gap.seat


def play_clean(evening: Evening, numbers: Sequence[int], reads: Misreads, mess: str) -> Tally:
    """Play clean hands and hold what was said of them against what is said where all is seen truly."""
    tally = Tally()
    for number in numbers:
        events = with_counts(Night().sense(evening.courses[number % len(evening.courses)]))
        true = Dealt(evening.book).play(events, None)
        table = Dealt(evening.book)
        said = table.play(events, _camera(events, reads, mess, f"clean {number}"))
        tally.hands += 1
        tally.wagers += table.wagers
        tally.wrong += _acts(said) != _acts(true)
        for (kind, level, _), times in (_calls(said) - _calls(true)).items():
            (tally.floor if level == "floor" else tally.dealer)[kind] += times
    return tally


def play_short(evening: Evening, numbers: Sequence[int], reads: Misreads, mess: str, tally: Tally) -> None:
    """Play hands in which somebody puts out too little, and count those found and those asked for."""
    for number in numbers:
        faulty = evening.faulty(number, SHORT)
        expected = None if faulty is None else faulty.expected(evening.book)
        if faulty is None or expected is None:
            continue
        events = with_counts(faulty.events)
        said = Dealt(evening.book).play(events, _camera(events, reads, mess, f"short {number}"))
        findings = [output for output in said if isinstance(output, Finding)]
        found = any(expected.met_by(finding, evening.book) for finding in findings)
        tally.faulty += 1
        tally.found += found
        tally.asked += not found and any(finding.kind in ASKS for finding in findings)


def _camera(events: Sequence[ev.Event], reads: Misreads, mess: str, seed: str) -> Camera:
    tables = [event.denominations for event in events if isinstance(event, ev.TableSet)]
    return Camera(reads, mess, tables[0] or (), Random(f"{mess} {seed}"))


def _acts(said: Sequence[Output]) -> Counter[tuple[object, ...]]:
    return Counter((o.street, o.seat, o.action, o.to) for o in said if isinstance(o, Action))


def _calls(said: Sequence[Output]) -> Counter[tuple[str, str, int | None]]:
    found = [o for o in said if isinstance(o, Finding) and o.level != "info" and o.kind not in ASKS]
    return Counter((o.kind, o.level, o.seat) for o in found)


def lines(mess: str, tally: Tally) -> Iterator[str]:
    """Yield what came of hands in one mess."""
    of, per = len(tally.wagers) or 1, 1000 / (tally.hands or 1)
    told = sum(wager.told and not wager.keyed for wager in tally.wagers)
    keyed = sum(wager.keyed for wager in tally.wagers)
    yield (
        f"{mess}: {tally.hands} hands, {of} wagers; the camera told {100 * told / of:.1f} %, the betting settled "
        f"{100 * (of - told - keyed) / of:.1f} %, keyed {100 * keyed / of:.1f} %; hands with an act that is not true {tally.wrong}"
    )
    for level, found in (("floor", tally.floor), ("dealer", tally.dealer)):
        kinds = ", ".join(f"{kind} {times}" for kind, times in found.most_common())
        yield f"  false {level} calls in 1,000 hands: {per * found.total():.1f}{f' ({kinds})' if kinds else ''}"
    yield (
        f"  {tally.faulty} times too little put out: found {tally.found}, only asked for {tally.asked}, "
        f"unnoticed {tally.faulty - tally.found - tally.asked}"
    )


def main() -> int:
    """Play, print; 2 where hands or reads cannot be read."""
    parser = argparse.ArgumentParser(description="Play hands whose bets are left in a mess.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--hands", type=int, default=1000, help="hands of each mess")
    parser.add_argument(
        "--first", type=int, default=0, help="the first hand's number: other chances than from 0 on"
    )
    parser.add_argument("--rulebook", choices=rulebooks.ids(), default="deltin")
    parser.add_argument("--mess", nargs="+", choices=MESSES, default=MESSES)
    parser.add_argument("--reads", nargs="+", type=Path, default=[], help="what benchmarks.misreads wrote")
    told = parser.parse_args()
    try:
        courses = [follow(history) for history in read_folder(told.folder)]
        reads = Misreads.load(*told.reads)
    except (HistoryError, OSError, msgspec.MsgspecError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    evening = Evening(courses, told.rulebook)
    for mess in told.mess:
        numbers = range(told.first, told.first + told.hands)
        tally = play_clean(evening, numbers, reads, mess)
        play_short(evening, numbers[::2], reads, mess, tally)
        sys.stdout.write("".join(f"{line}\n" for line in lines(mess, tally)))
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())

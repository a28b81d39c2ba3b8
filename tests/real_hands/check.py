"""Holds the table against real hands: no false finding, every action, pot and stack as it was played.

    python -m tests.real_hands.check HANDS [--rulebook ID ...] [--noise STRENGTH] [--equipment PART ...]

HANDS is a folder of ``.phh`` files; ``--equipment shoe antennas camera faces`` plays them where nobody keys anything. Ends with 0 where all is as played, 1 where not, 2 for bad input.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from controller.histories.read_phh import HistoryError, read_folder
from controller.replay import BookReplay
from controller.sensorlog.reader import LogReader
from controller.sensorlog.source import Source
from controller.table import events as ev
from controller.table.equipment import EVERYTHING
from controller.table.outputs import Action, Finding, HandLine, Output
from controller.testkit.chances import Noise
from controller.testkit.noise import READS, STRENGTHS
from tests.real_hands.course import Course, follow
from tests.real_hands.retell import write_log
from tests.real_hands.sense import seats_of

RULEBOOKS = ("deltin", "english-arabic", "dpc", "tda-2024")


@dataclass(slots=True)
class Score:
    """What was wrong under one book; each entry names the hand."""

    hands: int = 0
    actions: int = 0
    false_findings: list[str] = field(default_factory=list)
    wrong_actions: list[str] = field(default_factory=list)
    wrong_pots: list[str] = field(default_factory=list)
    wrong_stacks: list[str] = field(default_factory=list)
    unknown_stacks: list[str] = field(default_factory=list)
    """Hands after which the table does not know a stack."""

    @property
    def faults(self) -> list[str]:
        """Return everything that was wrong, in words."""
        wrong = [*self.false_findings, *self.wrong_actions, *self.wrong_pots, *self.wrong_stacks]
        return wrong + self.unknown_stacks


def replay(log: bytes, rulebook: str) -> Iterator[Output]:
    """Yield what the table makes of a log under ``rulebook``."""
    book_replay = BookReplay("the night", rulebook, strict=True)
    for line, entry in LogReader(Source("the night", io.BytesIO(log))):
        yield from book_replay.take(line, entry)
    yield from book_replay.end()


def judge(
    courses: list[Course],
    rulebook: str,
    noise: Noise | None = None,
    equipment: Collection[ev.Equipment] | None = None,
) -> Score:
    """Play ``courses`` as one night under ``rulebook`` and compare."""
    out = io.BytesIO()
    write_log(out, courses, rulebook=rulebook, noise=noise, equipment=equipment)
    told: dict[int, list[Output]] = {}
    for output in replay(out.getvalue(), rulebook):
        told.setdefault(output.hand, []).append(output)
    score = Score()
    for number, course in enumerate(courses, 1):
        compare(course, told.pop(number, []), score, f"{rulebook} {course.history.name}")
    score.false_findings += [f"{rulebook}: lines of a hand {number} that nobody played" for number in told]
    return score


def compare(course: Course, outputs: Iterable[Output], score: Score, name: str) -> None:
    """Compare what the table made of one hand with how it was played, and note it in ``score``."""
    outputs = list(outputs)
    seats = seats_of(course)
    score.hands += 1
    score.false_findings += [
        f"{name}: {finding.kind} seat {finding.seat} at {finding.t}, lines {finding.evidence}, {finding.facts}"
        for finding in outputs
        if isinstance(finding, Finding) and finding.level != "info"
    ]
    actions = [act for act in outputs if isinstance(act, Action)]
    played = [(turn.street, seats[turn.player], turn.action, turn.to, turn.all_in) for turn in course.turns]
    ruled = [
        (act.street, act.seat, act.action, act.to, act.all_in is True)
        for act in actions
        if act.action != "post"
    ]
    score.actions += len(played)
    _compare_lists(played, ruled, score.wrong_actions, name)
    posts = {act.seat: act.to for act in actions if act.action == "post"}
    blinds = {seats[player]: blind for player, blind in enumerate(course.history.blinds) if blind}
    if posts != blinds:
        score.wrong_actions.append(f"{name}: posted {posts}, played {blinds}")
    hands = [line for line in outputs if isinstance(line, HandLine)]
    if len(hands) != 1:
        score.unknown_stacks.append(f"{name}: {len(hands)} hand lines")
        return
    _compare_end(course, hands[0], seats, score, name)


def _compare_lists(played: Sequence[object], ruled: Sequence[object], wrong: list[str], name: str) -> None:
    for place in range(max(len(played), len(ruled))):
        was = played[place] if place < len(played) else None
        now = ruled[place] if place < len(ruled) else None
        if was != now:
            wrong.append(f"{name}: action {place + 1}: played {was}, ruled {now}")
            return


def _compare_end(course: Course, hand: HandLine, seats: list[int], score: Score, name: str) -> None:
    stacks = {seats[player]: stack for player, stack in enumerate(course.finals)}
    known = {seat: stack for seat, stack in hand.stacks.items() if seat in stacks and stack is not None}
    if any(stacks[seat] != stack for seat, stack in known.items()):
        score.wrong_stacks.append(f"{name}: stacks {hand.stacks}, played {stacks}")
    elif known != stacks:
        score.unknown_stacks.append(f"{name}: stacks {hand.stacks}, played {stacks}")
    pots = [(amount, sorted(seats[player] for player in players)) for amount, players in course.pots]
    ruled = [(pot.amount, sorted(pot.seats)) for pot in hand.pots]
    shares = [{seats[player]: share for player, share in pot.items()} for pot in course.shares]
    won = None if hand.winners is None else [winner.shares for winner in hand.winners]
    returned = {seats[player]: amount for player, amount in course.returned.items()}
    for what, was, now in (
        ("pots", pots, ruled),
        ("shares", shares, won),
        ("returned", returned, {seat: amount for seat, amount in hand.returned.items() if amount}),
        ("board", course.board, hand.board),
        ("button", seats[-1], hand.button),
    ):
        if was != now:
            score.wrong_pots.append(f"{name}: {what} {now}, played {was}")


def main() -> int:
    """Judge every book, print the figures and what was wrong."""
    parser = argparse.ArgumentParser(description="Hold the table against real hands.")
    parser.add_argument("hands", type=Path, help="folder of .phh files")
    parser.add_argument("--rulebook", nargs="+", default=RULEBOOKS)
    parser.add_argument(
        "--noise",
        choices=STRENGTHS,
        default="none",
        help="sensed by antennas that miss, repeat and see double",
    )
    parser.add_argument(
        "--equipment",
        nargs="*",
        choices=sorted(EVERYTHING),
        help="what the table has; everything if not said",
    )
    parser.add_argument("--show", type=int, default=20, help="how many faults to print of each book")
    told = parser.parse_args()
    try:
        courses = [follow(history) for history in read_folder(told.hands)]
    except (HistoryError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    say = sys.stdout.write
    say(f"{'rulebook':<16}{'hands':>7}{'actions':>9}{'false per 1,000':>17}")
    say(f"{'wrong actions':>15}{'wrong pots':>12}{'wrong stacks':>14}\n")
    scores = {
        rulebook: judge(courses, rulebook, STRENGTHS[told.noise].only(*READS), told.equipment)
        for rulebook in told.rulebook
    }
    for rulebook, score in scores.items():
        false = 1000 * len(score.false_findings) / score.hands
        say(f"{rulebook:<16}{score.hands:>7}{score.actions:>9}{false:>17.1f}")
        say(f"{len(score.wrong_actions):>15}{len(score.wrong_pots):>12}{len(score.wrong_stacks):>14}\n")
    for score in scores.values():
        for fault in score.faults[: told.show]:
            say(f"  {fault}\n")
    return int(any(score.faults for score in scores.values()))


if __name__ == "__main__":
    sys.exit(main())

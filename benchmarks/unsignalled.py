"""A night at a table where nobody signals a hand or is seen to push a pot: are the stacks right all the same?

    python -m benchmarks.unsignalled HANDS [--hands 300] [--rulebook ID]

HANDS is a folder of ``.phh`` files. Their six-handed hands without an all-in are played by the same six players,
one after the other, who keep their chips; the first hand's button is the only key of the night. The same
arguments give the same figures on every machine.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

from controller import rulebooks
from controller.histories.read_phh import HistoryError, read_folder
from controller.table import events as ev
from controller.table.engine import Engine
from controller.table.outputs import Finding, HandLine, Output
from tests.noise.equipped import thinned
from tests.real_hands.unsignalled import Played, fits, night

TABLES: tuple[tuple[ev.Equipment, ...], ...] = (
    ("shoe", "antennas", "camera", "faces", "taps", "words"),
    ("shoe", "antennas", "camera", "faces", "words"),
    ("shoe", "antennas", "camera", "faces", "taps"),
    ("shoe", "antennas", "camera", "faces"),
    ("shoe", "antennas", "camera", "taps", "words"),
    ("shoe", "antennas", "camera"),
)
"""What a table without ``hands`` and ``awards`` may have."""
CHIPS = 1_000_000


@dataclass(slots=True)
class Tally:
    """What came of a night: seats after each hand, and after the last one."""

    hands: int = 0
    calls: int = 0
    assumed: int = 0
    right: int = 0
    unknown: int = 0
    wrong: int = 0
    right_at_last: int = 0


def play(played: Played, house: str, equipment: tuple[ev.Equipment, ...]) -> Tally:
    """Play a night as a table so equipped senses it."""
    header = ev.LogHeader(version=1, table="7", started="", rulebook=house, equipment=list(equipment))
    engine = Engine(rulebooks.load(house), header)
    out: list[Output] = []
    line = 1
    sensed = {*equipment, "awards", "hands"}  # nothing of these two is among the events
    for line, event in enumerate(thinned(played.events, sensed), 2):  # type: ignore[arg-type]
        out += engine.feed(line, event)  # type: ignore[arg-type]
    out += engine.feed(line + 1, ev.HandEnded(t=played.events[-1].t + 5))
    return counted(played, out)


def counted(played: Played, out: list[Output]) -> Tally:
    """Hold what the table made of a night against how it was played."""
    tally = Tally()
    tally.calls = sum(isinstance(each, Finding) and each.level != "info" for each in out)
    lines = [each for each in out if isinstance(each, HandLine)]
    tally.hands = len(lines)
    for hand, stacks in zip(lines, played.stacks, strict=False):
        tally.assumed += hand.assumed is True
        right = sum(hand.stacks[seat] == stack for seat, stack in stacks.items())
        unknown = sum(hand.stacks[seat] is None for seat in stacks)
        tally.right, tally.unknown = tally.right + right, tally.unknown + unknown
        tally.wrong += len(stacks) - right - unknown
        tally.right_at_last = right
    return tally


def main() -> int:
    """Play the night at every table and print the figures; 1 where a stack was wrong or somebody was called."""
    parser = argparse.ArgumentParser(description="Play a night whose hands nobody signals.")
    parser.add_argument("hands", type=Path, help="folder of .phh files")
    parser.add_argument("--hands", dest="count", type=int, default=300, help="hands to play")
    parser.add_argument("--rulebook", default="deltin")
    told = parser.parse_args()
    try:
        histories = [history for history in read_folder(told.hands) if fits(history, 6)]
    except (HistoryError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if not histories:
        sys.stderr.write(f"{told.hands}: no hand of six players without an all-in\n")
        return 2
    played = night(histories, told.count, chips=CHIPS)
    say = sys.stdout.write
    say(
        f"{'equipment':<40}{'hands':>7}{'calls':>7}{'assumed':>9}{'right':>7}{'unknown':>9}{'wrong':>7}{'at last':>9}\n"
    )
    amiss = False
    for equipment in TABLES:
        tally = play(played, told.rulebook, equipment)
        amiss = amiss or bool(tally.calls or tally.wrong or tally.hands != told.count)
        say(f"{' '.join(equipment):<40}{tally.hands:>7}{tally.calls:>7}{tally.assumed:>9}")
        say(f"{tally.right:>7}{tally.unknown:>9}{tally.wrong:>7}{tally.right_at_last:>7}/6\n")
    return int(amiss)


if __name__ == "__main__":
    sys.exit(main())

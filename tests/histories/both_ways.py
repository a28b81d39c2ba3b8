"""Real hands out to PHH and in from it, held against PokerKit.

    python -m tests.histories.both_ways HANDS

Every hand of the folder is sensed and written as PHH: PokerKit must come to the table's stacks. And every file
is told as a log: the table must come to the stacks that the file states, without calling anybody. Ends with 0
where all is so, 1 where not, 2 for bad input.
"""

from __future__ import annotations

import argparse
import io
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

from pokerkit import HandHistory

from controller.histories.as_log import EQUIPMENT, Retelling
from controller.histories.export import told_hands
from controller.histories.not_tellable import NotTellable
from controller.histories.phh import to_phh
from controller.histories.read_phh import History, HistoryError, read_folder
from controller.histories.told import ToldHand
from controller.sensorlog.source import Source
from controller.sensorlog.writer import encode_event, encode_header
from controller.table.events import LogHeader
from tests.real_hands.course import Course, follow
from tests.real_hands.retell import write_log


def faults_out(courses: list[Course]) -> Iterator[str]:
    """Yield what PokerKit makes otherwise of the hands that the table sensed."""
    log = io.BytesIO()
    write_log(log, courses, rulebook="tda-2024")
    log.seek(0)
    for course, hand in zip(courses, told_hands(Source("the night", log)), strict=True):
        try:
            *_, end = HandHistory.loads(to_phh(hand))
        except (NotTellable, ValueError) as error:
            yield f"{course.history.name}: {error}"
            continue
        if list(end.stacks) != _stacks(hand):
            yield f"{course.history.name}: PokerKit comes to {list(end.stacks)}, the table to {_stacks(hand)}"


def faults_in(histories: list[History]) -> Iterator[str]:
    """Yield what the table makes otherwise of the histories told as logs. Half a chip is neither's."""
    for history in histories:
        header = LogHeader(
            version=1, table="1", started="2026-11-20T19:30:00Z", rulebook="tda-2024", equipment=EQUIPMENT
        )
        log = encode_header(header) + b"".join(map(encode_event, Retelling().hand(history)))
        (hand,) = told_hands(Source(history.name, io.BytesIO(log)))
        called = [finding.kind for finding in hand.found if finding.level != "info"]
        if called:
            yield f"{history.name}: {', '.join(called)}"
        stated = history.finishing
        if stated is not None and any(
            ours is None or abs(ours - theirs) >= 1
            for ours, theirs in zip(_stacks(hand), stated, strict=True)
        ):
            yield f"{history.name}: the table comes to {_stacks(hand)}, the file states {stated}"


def _stacks(hand: ToldHand) -> list[int | None]:
    return [hand.line.stacks[seat.seat] for seat in hand.seats]


def main() -> int:
    """Hold the folder's hands both ways and print what differs."""
    parser = argparse.ArgumentParser(description="Hold real hands against PokerKit, out and in.")
    parser.add_argument("hands", type=Path, help="folder of .phh files")
    warnings.simplefilter("ignore")
    try:
        histories = read_folder(parser.parse_args().hands)
        faults = [*faults_out([follow(history) for history in histories]), *faults_in(histories)]
    except HistoryError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    for fault in faults:
        sys.stdout.write(f"{fault}\n")
    sys.stdout.write(
        f"histories: {len(histories)} hands out to PokerKit and in from it, {len(faults)} differ\n"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

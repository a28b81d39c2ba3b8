"""Real hands, as the table senses them, come out as they were played: in every house, without a false call.

What each must come out as stands beside this file, a line an action, so that whoever works the floor can
read it and add one. The sensed hands are those that the demo plays.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from controller import rulebooks
from controller.replay import BookReplay
from controller.sensorlog.reader import LogReader
from controller.sensorlog.source import open_log
from controller.table.outputs import Action, Finding, HandLine, Output

HERE = Path(__file__).parent
SENSED = HERE.parent.parent / "controller" / "demo" / "hands"
NAMES = sorted(told.stem for told in HERE.glob("*.txt"))
RULED = {
    ("pluribus-41-92", "upt"): ["showdown.not_tabled"],
    ("pluribus-102-0", "upt"): ["pot.award_wrong"],
}
"""What a house rightly says of a hand that was played under other rules: after a river that all checked
this one wants every hand shown (3 Showdown 8 and 9), and a loser threw his away. It has no word on the odd chip of
a split pot, so the floor says who has it."""


def play(name: str, rulebook: str) -> list[Output]:
    replay = BookReplay(name, rulebook, strict=True)
    with open_log(str(SENSED / f"{name}.jsonl")) as source:
        outputs = [output for line, entry in LogReader(source) for output in replay.take(line, entry)]
    return outputs + replay.end()


def as_told(outputs: list[Output]) -> list[str]:
    lines = []
    for act in outputs:
        if isinstance(act, Action) and act.action != "post":
            all_in = " all-in" if act.all_in is True else ""
            lines.append(f"{act.street:<8} seat {act.seat:<2} {act.action} {act.to}{all_in}")
    (hand,) = [output for output in outputs if isinstance(output, HandLine)]
    lines.append("board    " + " ".join(hand.board))
    for won in hand.winners or []:
        lines += [f"wins     seat {seat:<2} {won.shares[seat]}" for seat in sorted(won.shares)]
    return [*lines, *(f"stack    seat {seat:<2} {hand.stacks[seat]}" for seat in sorted(hand.stacks))]


def test_there_is_a_hand_for_every_hand_of_the_demo() -> None:
    assert sorted(log.stem for log in SENSED.glob("*.jsonl")) == NAMES
    assert len(NAMES) >= 12


@pytest.mark.parametrize("rulebook", rulebooks.ids())
@pytest.mark.parametrize("name", NAMES)
def test_a_real_hand_comes_out_as_it_was_played(name: str, rulebook: str) -> None:
    told = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    outputs = play(name, rulebook)
    calls = [output.kind for output in outputs if isinstance(output, Finding) and output.level != "info"]
    assert calls == RULED.get((name, rulebook), [])
    assert as_told(outputs) == [line for line in told if not line.startswith("#")]

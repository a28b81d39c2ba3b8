"""The examples' check itself: it says what is missing, what is too much and what must never come."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.examples.check import faults, outputs_of, pairs

LOG = b"""{"type":"log","version":1,"table":"7","started":"2026-11-20T19:30:00Z","rulebook":"deltin"}
{"t":0.4,"type":"table","seats":{"1":{"stack":5000},"2":{"stack":5000},"3":{"stack":5000}}}
{"t":0.8,"type":"level","small":25,"big":50}
{"t":10,"type":"hand.start","button":3}
{"t":11,"type":"card.draw","tag":"As","face":"up"}
{"t":11.2,"type":"card.seen","tag":"As","zone":"seat:1"}
{"t":12,"type":"card.draw","tag":"Kd","face":"up"}
{"t":12.2,"type":"card.seen","tag":"Kd","zone":"seat:2"}
{"t":20,"type":"hand.end"}
"""
ONE = {"finding": "deal.boxed_card", "remedy": "floor", "seat": 1}
TWO = {"finding": "misdeal.boxed_cards", "remedy": "redeal", "cite": "35A(1)"}


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "boxed.deltin.jsonl"
    path.write_bytes(LOG)
    return path


@pytest.mark.parametrize(
    ("expected", "wrong"),
    [
        ([ONE, TWO], []),
        ([TWO, ONE], ["unexpected floor finding deal.boxed_card", "missing finding"]),
        ([ONE], ["unexpected floor finding misdeal.boxed_cards"]),
        ([ONE, TWO | {"cite": "35A(9)"}], ["unexpected floor finding misdeal.boxed_cards", "missing finding"]),
        ([ONE, TWO, {"never": ["misdeal.boxed_cards"]}], ["misdeal.boxed_cards must never come"]),
        ([ONE, TWO, {"action": "fold", "seat": 3}], ["missing action"]),
        ([{"hand": 1, "actions": [], "stacks": {"1": 5000}, "board": [], "findings": [ONE, TWO]}], []),
        (
            [{"hand": 1, "actions": [["flop", 1, "bet", 5]], "stacks": {"1": 5}, "board": ["As"],
              "findings": [ONE, TWO]}],
            ["hand 1: actions []", "hand 1: stacks", "hand 1: board"],
        ),
        ([{"hand": 2, "actions": [], "stacks": {}, "board": [], "findings": [ONE, TWO]}], ["hand 2: no hand line"]),
    ],
)  # fmt: skip
def test_what_differs_from_what_is_expected_is_said(
    log: Path, expected: list[dict[str, Any]], wrong: list[str]
) -> None:
    found = faults(outputs_of(log, "deltin"), expected)
    assert len(found) == len(wrong)
    assert all(fault.startswith(start) for fault, start in zip(found, wrong, strict=True))


def test_a_noisy_log_must_come_out_as_the_clean_one(log: Path) -> None:
    log.with_name("boxed-noisy.deltin.jsonl").write_bytes(LOG)
    expected = log.with_name("boxed.deltin.expected.json")
    expected.write_text(json.dumps([ONE, TWO]))
    assert [(name.name, book, path) for name, book, path in pairs(log.parent)] == [
        ("boxed-noisy.deltin.jsonl", "deltin", expected),
        ("boxed.deltin.jsonl", "deltin", expected),
    ]

"""Logs of several tables one after the other in one file: whose calls, whose findings, whose hands."""

from __future__ import annotations

import json
from pathlib import Path

from controller.report.collect import Collector
from controller.report.told import ToldHand
from controller.sensorlog.source import open_log
from controller.testkit.scene import Scene
from tests.report.conftest import HEADER, string_bet, written


def joined(path: Path, *logs: Path) -> Path:
    """Write logs one after the other into one file."""
    path.write_text("".join(log.read_text() for log in logs))
    return path


def gathered(log: Path, book: str | None = None) -> tuple[Collector, list[ToldHand]]:
    """Return what a report collects of a file, and its hands."""
    collector = Collector(str(log), book)
    with open_log(str(log)) as source:
        return collector, list(collector.hands(source))


def test_a_ruling_at_one_table_answers_no_call_of_another(tmp_path):
    called = Scene().deal().event("floor.call").folds(3)
    ruled = Scene().deal().rules("kill_hand", seat=4, by="Ana K.")
    log = joined(
        tmp_path / "night.jsonl",
        written(called, tmp_path / "7.jsonl", table="7"),
        written(ruled, tmp_path / "9.jsonl", table="9"),
    )
    collector, _ = gathered(log)
    assert [(header.table, answer) for header, _, answer in collector.calls] == [("7", None)]


def test_a_header_that_cannot_be_read_begins_another_log_all_the_same(tmp_path):
    first = written(string_bet(), tmp_path / "7.jsonl", table="7")
    second = written(string_bet(), tmp_path / "9.jsonl", table="9")
    spoilt = second.read_text().replace(
        json.dumps({**HEADER, "table": "9"}), '{"type":"log","version":"one"}'
    )
    second.write_text(spoilt)
    collector, hands = gathered(joined(tmp_path / "night.jsonl", first, second), "deltin")
    assert [(hand.header.table, hand.n) for hand in hands] == [("7", 1), ("", 0), ("", 1)]
    assert [[told.finding.kind for told in hand.findings] for hand in hands] == [
        ["bet.string"],
        ["log.bad_line"],
        ["bet.string"],
    ]
    assert [header.table for header, _ in collector.spans] == ["7", ""]
    assert len(hands[0].actions) == len(hands[2].actions)

"""A night's logs of several tables in one file: each hand goes out with its own table's acts and findings."""

from __future__ import annotations

import io
import json
import tomllib
from collections.abc import Iterable
from typing import Any

from controller.histories.export import told_hands
from controller.histories.ohh import to_ohh
from controller.histories.phh import to_phh
from controller.histories.told import ToldHand
from controller.sensorlog.source import Source
from controller.testkit.scene import Scene

HEADER = {"type": "log", "version": 1, "started": "2026-11-20T19:30:00Z", "rulebook": "tda-2024"}


def lines_of(scene: Scene, table: str) -> list[dict[str, Any]]:
    """Return what happened in ``scene`` as the log of ``table``."""
    return [{**HEADER, "table": table}, *scene.log]


def told(*logs: Iterable[dict[str, Any] | str], book: str | None = None) -> list[ToldHand]:
    """Return the hands of these logs, which stand in one file; a line may be any text."""
    raw = [line if isinstance(line, str) else json.dumps(line) for log in logs for line in log]
    return list(told_hands(Source("night", io.BytesIO("\n".join([*raw, ""]).encode())), book))


def cut_off() -> Scene:
    """Seat 3 raises by two motions without a word, three fold, and the power fails."""
    scene = Scene("tda-2024", seats=3, button=3).deal()
    scene.pushes(3, 100, started=scene.t + 1.6).pushes(3, 100, 100, after=1.0, started=scene.t + 0.5)
    assert scene.folds(1).found("bet.string").seat == 3
    return scene


def walk() -> Scene:
    """Everybody folds to the big blind."""
    return Scene("tda-2024", seats=3, button=3).deal().wait(60).folds(3, 1).award(2, 150).end()


def test_a_hand_that_a_log_stops_inside_leaves_nothing_to_the_next_tables_first_one():
    alone, (after,) = told(lines_of(walk(), "9"))[0], told(lines_of(cut_off(), "7"), lines_of(walk(), "9"))
    assert (after.header.table, after.t, after.found) == ("9", alone.t, [])
    assert [(act.seat, act.action) for act in after.actions] == [(3, "fold"), (1, "fold")]
    assert to_phh(after) == to_phh(alone)
    assert to_ohh(after) == to_ohh(alone)


def test_nor_where_the_header_of_the_next_log_cannot_be_read():
    lost = {**HEADER, "table": "9", "version": "one"}
    (after,) = told(lines_of(cut_off(), "7"), [lost, *walk().log], book="tda-2024")
    assert [(act.seat, act.action) for act in after.actions] == [(3, "fold"), (1, "fold")]
    assert [finding.kind for finding in after.found] == []


def test_what_was_found_after_a_hand_is_not_told_of_the_next_one():
    scene = walk()
    bad = len(scene.log)
    scene.start(1).deal().folds(1, 2).award(3, 150).end()
    hands = told([*lines_of(scene, "7")[: bad + 1], "no line of a log", *scene.log[bad:]])
    assert [(hand.line.hand, hand.found) for hand in hands] == [(1, []), (2, [])]


def test_a_table_may_be_called_anything_and_the_file_is_good_toml_all_the_same():
    name = "7\x00\x1b\x7f\x85\N{LINE SEPARATOR}\"'''\\ \N{SNOWMAN}"
    (hand,) = told(lines_of(walk(), name))
    assert tomllib.loads(to_phh(hand))["table"] == name

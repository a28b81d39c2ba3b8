"""Advice helps dealer and floor and is no finding: people read it, a program that counts findings does not."""

from __future__ import annotations

import json

from controller.table.kinds import KINDS
from controller.table.outputs import Advice
from controller.testkit.spots import flop


def test_what_helps_is_read_by_people_and_counted_by_nobody(floorcall, tmp_path):
    scene = flop("tda-2024").says(1, "all_in").event("request", seat=2, what="count", of=1)
    (told,) = [output for output in scene.out if isinstance(output, Advice)]
    assert told.kind == "request.granted"
    log = tmp_path / "night.jsonl"
    head = {
        "type": "log",
        "version": 1,
        "table": "7",
        "started": "2026-11-20T19:30:00Z",
        "rulebook": "tda-2024",
    }
    log.write_text("".join(json.dumps(line) + "\n" for line in [head, *scene.log]))
    lines = [json.loads(line) for line in floorcall("replay", str(log), "--json").output.splitlines()]
    assert lines
    assert {line["type"] for line in lines} <= {"finding", "action", "hand"}
    assert told.kind not in {line.get("kind") for line in lines}
    assert (
        told.kind
        not in floorcall("replay", str(log), "--json", "--rulebook", "tda-2024", "--rulebook", "dpc").output
    )
    assert "TDA 2024 60" in floorcall("replay", str(log), "--text").output


def test_the_kinds_of_findings_are_those_of_the_contract():
    assert len([kind for kind in KINDS.values() if not kind.advice]) == 70

"""What the floor ruled, and who it was, stands in the signed record; nobody else's name can take its place."""

from __future__ import annotations

import json
import sqlite3
import subprocess
from contextlib import closing
from typing import Any

from tests import warm
from tests.daemon.conftest import Table


def journal(command: str, table: Table) -> subprocess.CompletedProcess[str]:
    return warm.run("controller.cli", "journal", command, table.journal)


def test_who_ruled_what_stands_in_the_record_and_another_name_is_found(running: Table, hand: Any) -> None:
    running.play([hand.deck(), *hand.events(to="flop")])
    ruling = {"type": "ruling", "decision": "misdeal", "by": "Ana", "note": "Two decks"}
    assert running.post("/key", ruling)[0] == 202
    assert running.stop() == 0
    lines = map(json.loads, journal("export", running).stdout.splitlines())
    (kept,) = [line for line in lines if line["type"] == "ruling"]
    assert {**ruling, "t": kept["t"]}.items() <= kept.items()
    assert journal("verify", running).returncode == 0
    with closing(sqlite3.connect(running.journal)) as db, db:
        ((n, body),) = db.execute(
            "SELECT n, body FROM record WHERE instr(body, '\"misdeal\"') AND kind = 'event'"
        )
        db.execute("UPDATE record SET body = ? WHERE n = ?", (body.replace(b'"Ana"', b'"Ivo"'), n))
    found = journal("verify", running)
    assert found.returncode == 1
    assert f"record {n}" in found.stdout + found.stderr

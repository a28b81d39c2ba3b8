"""The daemon is killed in the middle of hands, and comes back as if nothing had been."""

from __future__ import annotations

import random
import sqlite3
import time
from typing import Any

import msgspec
import pytest

from controller import rulebooks
from controller.sensorlog.reader import LogReader, Problem
from controller.sensorlog.source import open_log
from controller.table.engine import Engine
from controller.table.events import AnyEvent, LogHeader
from tests import warm

PACE_S = 0.05
"""Between events; a dealer is slower. Two devices' clocks agree to within a stated error only: half a round trip,
which on a busy machine is more than the events of two devices may lie apart here."""


def test_kills_at_random_moments_lose_nothing_and_double_nothing(running, hand) -> None:
    night = [hand.deck(), *hand.events(6), *hand.events(1, shift=7)]
    moments = sorted(random.Random(7).sample(range(5, len(night) - 20), 4))
    for number, event in enumerate(night):
        device = running.send(event)
        due = sum(running.device_for(told) is device for told in night[: number + 1])
        hand.wait_for(lambda d=device, n=due: d.sensed >= n, "the device to sense")
        time.sleep(PACE_S)
        if number in moments:
            running.kill()
        elif number - 3 in moments:  # three events are sensed while nobody listens
            running.start()
    running.wait_safe()
    view = hand.wait_for(lambda: both_hands_over(running), "both hands to be over")
    assert running.stop() == 0
    lines = exported(running)
    by_device = {kind: [strip(line) for line in in_order(lines, running, kind)] for kind in running.devices}
    assert by_device == {
        kind: [event for event in night if running.device_for(event) is device]
        for kind, device in running.devices.items()
    }
    assert not [line for line in lines if line.get("lost")]
    assert view == played_from_file(running) == played_undisturbed(lines, night)


@pytest.mark.parametrize("checkpoint", ["with a checkpoint", "from the start of the log"])
def test_after_a_kill_the_same_hand_goes_on(running, hand, checkpoint) -> None:
    flop = hand.events(1, shift=7, to="flop")
    running.play([hand.deck(), *hand.events(6), *flop])
    before = hand.wait_for(lambda: on_the_flop(running), "the second flop")
    running.kill()
    if checkpoint != "with a checkpoint":
        without_checkpoint(running)
    running.start()
    assert hand.wait_for(lambda: on_the_flop(running), "the flop again") == before
    running.play(hand.events(1, shift=7)[len(flop) :])
    assert hand.wait_for(lambda: both_hands_over(running), "the hand's end")["hand"] == 2


def test_findings_and_what_was_said_of_them_survive_a_kill(running, hand) -> None:
    dealt = hand.events(to="deal")[:7]
    boxed = [{**event, "face": "up"} if event["type"] == "card.draw" else event for event in dealt]
    running.play([hand.deck(), *boxed])
    alert = hand.wait_for(lambda: misdeal(running), "the misdeal")
    assert running.post("/mark", {"finding": alert["id"], "state": "coming", "by": "Mara"})[0] < 300
    running.kill()
    running.start()
    again = hand.wait_for(lambda: misdeal(running), "the misdeal after the kill")
    assert (again["id"], again["state"], again["coming"]) == (alert["id"], "coming", "Mara")


def test_a_second_daemon_on_the_same_journal_is_refused(running, free_port) -> None:
    other = running.folder / "other.toml"
    other.write_text(running.config.read_text().replace(f"port = {running.port}", f"port = {free_port}"))
    done = warm.run("controller.cli", "run", "--config", other)
    assert done.returncode == 3
    assert "another floorcall is writing this journal" in done.stderr
    assert "Traceback" not in done.stderr


def both_hands_over(table: Any) -> dict[str, Any] | None:
    view = table.state()["view"]
    return dict(view) if view["hand"] == 2 and view["street"] == "between" else None


def on_the_flop(table: Any) -> dict[str, Any] | None:
    view = table.state()["view"]
    return dict(view) if view["street"] == "flop" and "??" not in view["board"] else None


def misdeal(table: Any) -> dict[str, Any] | None:
    found = [alert for alert in table.state()["alerts"] if "misdeal" in alert["id"]]
    return found[0] if found else None


def without_checkpoint(table: Any) -> None:
    db = sqlite3.connect(table.journal)
    db.execute("DELETE FROM checkpoint")
    db.commit()
    db.close()


def exported(table: Any) -> list[dict[str, Any]]:
    """Return the journal's log, opened with the key, in the order of arrival."""
    out = table.folder / "night.jsonl"
    warm.run(
        "controller.cli", "journal", "export", table.journal, "-o", out, "--key", table.key_file, check=True
    )
    return [msgspec.json.decode(line) for line in out.read_bytes().splitlines()]


def in_order(lines: list[dict[str, Any]], table: Any, kind: str) -> list[dict[str, Any]]:
    """Return what a device sent, in the order of the log."""
    ours = ("log", "table", "level", "tick", "device")
    sent = [line for line in lines if line["type"] not in ours and line.get("by") != "table"]
    return sorted(
        (line for line in sent if table.device_for(line).kind == kind), key=lambda line: float(line["t"])
    )


def strip(line: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in line.items() if name not in ("t", "sensed", "device")}


def played_from_file(table: Any) -> dict[str, Any]:
    """Return the last view of the exported log, played through an engine of its own."""
    with open_log(str(table.folder / "night.jsonl")) as source:
        entries = list(LogReader(source))
    assert not [entry for _, entry in entries if isinstance(entry, Problem)]
    return last_view([entry for _, entry in entries])  # type: ignore[misc]


def played_undisturbed(lines: list[dict[str, Any]], night: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the last view of the same night without devices, daemon or kills."""
    setup = [line for line in lines if line["type"] in ("log", "table", "level")]
    events = [{"t": 1.0 + number / 2, **event} for number, event in enumerate(night)]
    return last_view(
        [msgspec.convert(entry, LogHeader | AnyEvent, str_keys=True) for entry in setup + events]
    )


def last_view(entries: list[LogHeader | AnyEvent]) -> dict[str, Any]:
    header, *events = entries
    assert isinstance(header, LogHeader)
    engine = Engine(rulebooks.load(header.rulebook), header)
    for line, event in enumerate(events, 2):
        assert not isinstance(event, LogHeader)
        engine.feed(line, event)
    return dict(msgspec.to_builtins(engine.view()))

"""The disk is full, broken, read-only or slow in the middle of a hand: the table goes on, says so, loses nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

import pytest

from tests.daemon.test_power_cuts import PACE_S, exported, in_order, strip
from tests.disk.faulty import SOURCE

PATIENCE_S = 4.0
"""How long a page waits for an answer before it says that a key was not taken."""


def journal_line(table):
    return [device["problem"] for device in table.state()["devices"] if device["name"] == "journal"]


def found(table):
    """What the floor's page tells of play: what devices did is another matter."""
    return sorted(alert["id"] for alert in table.state()["alerts"] if "sensing." not in alert["id"])


def keyed(lines):
    return [(line["type"], line["seat"]) for line in lines if line["type"].startswith("declare")]


def shown_pot_or_board(table):
    return [card for card in table.state()["view"]["board"] if card != "??"]


@pytest.mark.matrix(
    ("state,says", [("full", "full"), ("broken", "I/O error"), ("readonly", "I/O error")]), part=1
)
def test_the_hand_goes_on_in_memory_and_all_of_it_is_on_disk_afterwards(running, hand, disk, state, says):
    dealt, played = hand.events(to="deal"), hand.events()
    running.play([hand.deck(), *dealt])
    safe = {kind: device.acked for kind, device in running.devices.items()}
    due = {kind: device.sensed for kind, device in running.devices.items()}
    disk.is_(state)
    for event in played[len(dealt) : -1]:
        device = running.send(event)
        due[device.kind] += 1
        hand.wait_for(lambda d=device: d.sensed >= due[d.kind], "the device to sense")
        time.sleep(PACE_S)
    problem = hand.wait_for(lambda: journal_line(running), "the page to say that recording stopped")[0]
    assert problem.startswith("recording stopped: ")
    assert says in problem
    hand.wait_for(lambda: len(shown_pot_or_board(running)) == 5, "the river on the page, disk or not")
    assert {kind: device.acked for kind, device in running.devices.items()} == safe
    disk.is_("well")
    running.play(played[-1:])
    running.wait_safe()
    hand.wait_for(lambda: not journal_line(running), "the page to say that recording goes on")
    assert running.stop() == 0
    lines = exported(running)
    told = [hand.deck(), *played]
    for kind, device in running.devices.items():
        assert [strip(line) for line in in_order(lines, running, kind)] == [
            event for event in told if running.device_for(event) is device
        ]
    assert not [line for line in lines if line.get("lost")]


def test_what_is_keyed_while_the_disk_is_full_is_answered_and_recorded_afterwards(running, hand, disk):
    running.play([hand.deck(), *hand.events(to="deal")])
    disk.is_("full")
    for seat in (3, 4):
        hand.wait_for(lambda seat=seat: running.state()["view"]["to_act"] == seat, f"seat {seat} to act")
        began = time.monotonic()
        status, told = running.post("/key", {"type": "declare", "seat": seat, "action": "call"})
        assert (status, told["taken"]) == (202, "declare")
        assert time.monotonic() - began < PATIENCE_S
        assert "full" in journal_line(running)[0], "the page says what is not recorded"
    undo = {"type": "declare.cancel", "seat": 4, "of": told["line"]}
    assert running.post("/key", undo)[0] == 202
    hand.wait_for(lambda: running.state()["view"]["to_act"] == 4, "the word to be taken back")
    disk.is_("well")
    hand.wait_for(lambda: not journal_line(running), "the page to say that recording goes on")
    running.play([{"type": "hand.end"}])
    assert running.stop() == 0
    assert keyed(exported(running)) == [("declare", 3), ("declare", 4), ("declare.cancel", 4)]


@pytest.mark.matrix(("state", ["full", "slow 6000"]), part=1)
def test_what_goes_wrong_while_nothing_is_recorded_is_told_and_a_replay_tells_it_again(
    running, hand, disk, state
):
    dealt, played = hand.events(to="deal"), hand.events()
    running.play([hand.deck(), *dealt])
    disk.is_(state)
    running.send({"type": "chips.push", "seat": 5, "chips": {"100": 1}})  # seat 3 is to act
    hand.wait_for(lambda: journal_line(running), "the page to say that recording stopped")
    (told,) = hand.wait_for(lambda: found(running), "the act out of turn to be told")
    assert told == "1:turn.out_of_turn:1"
    for event in played[len(dealt) :]:
        running.send(event)
        time.sleep(PACE_S)
    running.send({"type": "hand.start", "button": 1})
    hand.wait_for(lambda: running.state()["view"]["hand"] == 2, "the next hand")
    before = hand.wait_for(lambda: found(running), "what was told")
    disk.is_("well")
    running.wait_safe()
    hand.wait_for(lambda: not journal_line(running), "the page to say that recording goes on")
    assert found(running) == before
    assert running.stop() == 0
    log = running.folder / "night.jsonl"
    log.write_text("".join(f"{json.dumps(line)}\n" for line in exported(running)))
    replay = subprocess.run(
        [sys.executable, "-m", "controller.cli", "replay", str(log), "--json"],
        capture_output=True,
        check=True,
    )
    lines = [json.loads(line) for line in replay.stdout.splitlines()]
    assert (
        sorted(line["id"] for line in lines if line["type"] == "finding" and "sensing." not in line["id"])
        == before
    )


def test_a_key_waits_for_a_disk_that_is_slow_and_well(running, hand, disk):
    running.play([hand.deck(), *hand.events(to="deal")])
    disk.is_("slow 1000")
    assert running.post("/key", {"type": "declare", "seat": 3, "action": "call"})[0] == 202
    running.kill()
    disk.is_("well")
    running.start(environment=disk.environment)
    hand.wait_for(lambda: running.state()["view"]["to_act"] == 4, "the word to be there after the kill")


def test_syncs_that_take_a_second_hold_up_no_page_and_no_acknowledgement_comes_early(running, hand, disk):
    running.play([hand.deck(), *hand.events(to="deal")])
    disk.is_("slow 1500")
    device = running.send({"type": "declare", "seat": 3, "action": "call"})
    before = device.acked
    hand.wait_for(lambda: running.state()["view"]["to_act"] != 3, "the page to follow")
    assert device.acked == before
    hand.wait_for(lambda: device.acked > before, "the word to be safe")


def test_a_disk_that_hangs_is_on_the_page_and_in_the_metrics_until_it_answers(running, hand, disk):
    running.play([hand.deck(), *hand.events(to="deal")])
    disk.is_("slow 6000")
    running.send({"type": "declare", "seat": 3, "action": "call"})
    (problem,) = hand.wait_for(lambda: journal_line(running), "the page to say that nothing is recorded")
    assert problem == "recording stopped: the disk does not answer"
    assert "floorcall_journal_stopped 1.0" in running.get("/metrics")
    disk.is_("well")
    hand.wait_for(lambda: not journal_line(running), "the page to say that recording goes on")
    running.wait_safe()


def test_a_daemon_that_ends_while_the_disk_is_broken_leaves_what_was_acknowledged(running, hand, disk):
    running.play([hand.deck(), *hand.events(to="deal")])
    safe = {kind: device.acked for kind, device in running.devices.items()}
    disk.is_("broken")
    sensed_by = running.send({"type": "tap", "seat": 3}).kind
    hand.wait_for(lambda: journal_line(running), "the page to say that recording stopped")
    running.kill()
    disk.is_("well")
    running.start(environment=disk.environment)
    running.wait_safe()
    assert {kind: device.acked for kind, device in running.devices.items()} == {
        **safe,
        sensed_by: safe[sensed_by] + 1,
    }


@pytest.mark.soak
def test_a_process_that_dies_at_any_write_leaves_a_journal_that_goes_on(library, tmp_path, long_proof):
    every = long_proof(19, 1)
    report = on_disk_of(library, "kill_at_every_write", tmp_path, "--every", every)
    assert report["writes"] > 3 * report["events"]
    assert report["kills"] == -(-report["writes"] // every)


@pytest.mark.soak
def test_any_write_may_fail_and_all_of_it_is_recorded_afterwards(library, tmp_path, long_proof):
    every = long_proof(41, 1)
    report = on_disk_of(library, "fail_at_every_write", tmp_path, "--every", every)
    assert report["writes"] > 3 * report["events"]
    assert report["failures"] == -(-report["writes"] // every)


@pytest.mark.soak
def test_after_a_power_cut_at_any_moment_what_was_safe_is_there(library, tmp_path, long_proof):
    cuts = long_proof(25, 1000)
    report = on_disk_of(library, "power_cut", tmp_path, "--cuts", cuts)
    assert report["cuts"] == cuts
    assert report["syncs"] > report["events"]


def on_disk_of(library, script, *options):
    """Run a script of this folder on the disk that fails as it is told; return what it reports."""
    ran = subprocess.run(
        [sys.executable, "-m", f"tests.disk.{script}", *map(str, options)],
        env={**os.environ, "LD_PRELOAD": str(library)},
        cwd=SOURCE.parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)

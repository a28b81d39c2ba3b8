"""Whatever a device sends and whatever befalls the journal's file: recording goes on, or the page says so."""

from __future__ import annotations

import json
import os
import sqlite3

import pytest

from tests.daemon.test_power_cuts import exported

TICKET = {"type": "card.draw", "tag": None, "face": "down"}


def events(table, kind):
    return [line for line in exported(table) if line["type"] == kind]


@pytest.mark.matrix(("stamp", [2**64 - 1, 2**63, (4_000_000 - 5_000_000_000) % 2**64]), part=1)
def test_a_stamp_that_has_wrapped_is_a_bad_line_that_is_kept_named_and_acknowledged(running, hand, stamp):
    shoe = running.devices["shoe"]
    shoe.tell(event=TICKET, stamp_us=stamp)
    shoe.sense(TICKET)
    running.wait_safe()
    assert len(hand.wait_for(lambda: bad_lines(running), "the stamp to be named")) == 1
    assert str(stamp) in running.output()
    running.kill()
    running.start()  # the device's next start does not bring it back
    shoe.sense(TICKET)
    running.wait_safe()
    assert running.stop() == 0
    assert len(events(running, "card.draw")) == 2
    assert len(events(running, "bad")) == 1


def test_a_stamp_as_late_as_can_be_is_taken(running):
    running.devices["shoe"].tell(event=TICKET, stamp_us=2**63 - 1)
    running.wait_safe()
    assert not bad_lines(running)


def test_every_reboot_in_a_hand_is_an_event_that_says_since_when_something_may_be_missing(running, hand):
    shoe = running.devices["shoe"]
    running.play([hand.deck(), *hand.events(to="deal")])
    for boot in range(1, 4):
        shoe.tell(reboot=True)
        hand.wait_for(lambda n=boot: len(told(running, "device")) == n, f"reboot {boot} to be told")
        hand.wait_for(lambda: running.device_state("shoe")["state"] == "degraded", "the shoe to be back")
    running.play([{"type": "hand.end"}])
    assert running.stop() == 0
    details = [line["detail"] for line in events(running, "device") if line["state"] == "degraded"]
    assert len(details) == 3
    assert all("the device started anew; what it sensed " in detail for detail in details)
    assert "after " in details[0]


@pytest.mark.matrix(
    (
        "gone",
        [
            "removed",
            "replaced",
            "moved with its folder",
            "its write-ahead log removed",
            "its write-ahead log cut",
        ],
    ),
    part=2,
)
def test_a_journal_that_loses_its_name_is_written_anew_with_everything(running, hand, gone):
    running.play([hand.deck(), *hand.events(to="deal")])
    hand.wait_for(lambda: running.journal.with_name("table.db-wal").exists(), "the write-ahead log")
    if gone == "removed":
        for path in running.journal.parent.glob("table.db*"):
            path.unlink()
    elif gone == "replaced":
        other = sqlite3.connect(running.journal.with_name("other.db"))
        other.execute("CREATE TABLE another (thing)")
        other.close()
        running.journal.with_name("other.db").rename(running.journal)
    elif gone == "its write-ahead log removed":
        running.journal.with_name("table.db-wal").unlink()
    elif gone == "its write-ahead log cut":
        os.truncate(running.journal.with_name("table.db-wal"), 0)
    else:
        running.journal.parent.rename(running.folder / "elsewhere")
    running.play(hand.events()[len(hand.events(to="deal")) :])
    detail = hand.wait_for(lambda: told(running, "device"), "the loss of the name to be told")
    assert detail
    running.kill()
    running.start()
    hand.wait_for(lambda: running.state()["view"]["hand"] == 1, "the hand")
    running.wait_up()
    assert running.stop() == 0
    assert len(events(running, "card.draw")) == len(
        [event for event in hand.events() if event["type"] == "card.draw"]
    )
    (note,) = [line for line in events(running, "device") if line["device"] == "journal"]
    lost = "cut" if gone.endswith("cut") else "removed or replaced"
    assert f"was {lost} while it was written: all " in note["detail"]


def bad_lines(table):
    return [alert for alert in table.state()["alerts"] if "log.bad_line" in alert["id"]]


def told(table, kind):
    found = []
    for line in table.output().splitlines(keepends=True):
        if line.startswith("{") and line.endswith("\n"):
            fields = json.loads(line)
            if fields.get("event") == "finding" and fields.get("kind") == f"sensing.{kind}":
                found.append(fields)
    return found

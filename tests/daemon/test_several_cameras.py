"""Three cameras round one table: each speaks for its own zones, and what two of them see counts once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import warm
from tests.daemon.conftest import Device, Table

CAMERAS = {"left": ["bet:1", "bet:2"], "middle": ["bet:2", "bet:3", "bet:4"], "right": ["bet:5", "bet:6"]}


class RoundTable(Table):
    """A table with three cameras; the middle one also sees what the left one does at seat 2."""

    def __init__(self, folder: Path, cameras: dict[str, list[str]] = CAMERAS) -> None:
        super().__init__(folder, ("shoe", "antennas", "panel"))
        with self.config.open("a") as config:
            for name, zones in cameras.items():
                path = folder / name
                config.write(
                    f'[[device]]\nkind = "chips"\nname = "{name}"\npath = "{path}"\nzones = {zones}\n'
                )

    def plug_all(self) -> None:
        for kind in ("shoe", "antennas", "panel"):
            self.plug(kind)
        for name in CAMERAS:
            self.devices[name] = Device("chips", self.folder / name, name.upper())

    def sees(self, camera: str, kind: str, seat: int, **fields: Any) -> None:
        """Let a camera tell something of a seat's chips."""
        self.devices[camera].sense({"type": kind, "seat": seat, **fields})

    def seat(self, number: int) -> dict[str, Any]:
        return next(seat for seat in self.state()["view"]["seats"] if seat["seat"] == number)

    def alerts(self) -> list[dict[str, Any]]:
        return list(self.state()["alerts"])


@pytest.fixture
def round_table(tmp_path: Path) -> Iterator[RoundTable]:
    made = RoundTable(tmp_path)
    made.plug_all()
    made.start()
    made.wait_up()
    yield made
    made.close()


def dealt(table: RoundTable, hand: Any) -> None:
    """Deal six hands: seat 6 has the button, 1 and 2 have posted, 3 is to act."""
    events = hand.events(to="deal")
    table.play([hand.deck(), *(event for event in events if event["type"] != "chips.push")])
    hand.wait_for(lambda: table.state()["view"]["to_act"] == 3, "seat 3 to be the one to act")


def folds(table: RoundTable, *seats: int) -> None:
    table.play([{"type": "declare", "seat": seat, "action": "fold"} for seat in seats])


def test_a_camera_that_speaks_for_anothers_zone_is_named_once_and_left_out(round_table, hand) -> None:
    dealt(round_table, hand)
    for _ in range(3):
        round_table.sees("right", "chips.push", 3, chips={"100": 4})
    round_table.wait_safe()
    strays = hand.wait_for(
        lambda: [alert for alert in round_table.alerts() if "log.bad_line" in alert["id"]], "it to be named"
    )
    assert len(strays) == 1
    assert "bet:3 is not of right: middle has it" in round_table.device_state("right")["problem"]
    assert round_table.seat(3)["bet"] == 0
    assert 'floorcall_stray_events_total{device="right"} 3.0' in round_table.get("/metrics")


def test_one_of_three_cameras_goes_away_and_the_others_are_believed(round_table, hand) -> None:
    dealt(round_table, hand)
    round_table.devices["right"].tell(unplug=True)
    hand.wait_for(lambda: round_table.device_state("right")["state"] == "down", "the camera to be missed")
    assert round_table.state()["view"]["unseen"] == {"chips": ["bet:5", "bet:6"]}
    blind = round_table.state()["blind"]
    assert "String bet" not in blind
    assert len(blind) < 15
    round_table.sees("middle", "chips.push", 3, chips={"100": 2})
    hand.wait_for(lambda: round_table.seat(3)["bet"] == 200, "the raise to be seen")


def test_a_call_that_two_cameras_see_is_one_call(round_table, hand) -> None:
    dealt(round_table, hand)
    round_table.sees("middle", "chips.push", 3, chips={"100": 4})
    hand.wait_for(lambda: round_table.seat(3)["bet"] == 400, "the raise to 400")
    folds(round_table, 4, 5, 6, 1)
    hand.wait_for(lambda: round_table.state()["view"]["to_act"] == 2, "the big blind to be the one to act")
    for camera in ("left", "middle"):
        round_table.sees(camera, "chips.push", 2, chips={"100": 3})
    round_table.wait_safe()
    hand.wait_for(lambda: round_table.seat(2)["mark"] == "called", "one call of 400")
    assert round_table.seat(2)["bet"] == 400
    told = [line for line in exported(round_table) if line.get("device") in CAMERAS]
    assert [line["type"] for line in told if line["type"] != "device"] == ["chips.push", "chips.push", "tick"]


def test_a_call_that_a_camera_is_not_sure_of_is_taken_for_the_call_and_its_likelihoods_are_kept(
    round_table, hand
) -> None:
    dealt(round_table, hand)
    round_table.sees("middle", "chips.push", 3, chips={"100": 4})
    hand.wait_for(lambda: round_table.seat(3)["bet"] == 400, "the raise to 400")
    likely = [{"chips": {"100": 4}, "p": 0.8}, {"chips": {"100": 5}, "p": 0.1}]
    round_table.sees("middle", "chips.push", 4, chips=None, alternatives=likely)
    hand.wait_for(lambda: round_table.seat(4)["mark"] == "called", "the call")
    round_table.wait_safe()
    (push,) = [line for line in exported(round_table) if line["type"] == "chips.push" and line["seat"] == 4]
    assert (push["chips"], push["alternatives"]) == (None, likely)


def test_two_cameras_that_differ_ask_the_dealer(round_table, hand) -> None:
    dealt(round_table, hand)
    folds(round_table, 3, 4, 5, 6)
    round_table.play([{"type": "declare", "seat": 1, "action": "call"}])
    hand.wait_for(lambda: round_table.state()["view"]["to_act"] == 2, "the big blind to be the one to act")
    round_table.sees("left", "chips.push", 2, chips={"100": 3})
    round_table.sees("middle", "chips.push", 2, chips={"100": 5})
    round_table.wait_safe()
    hand.wait_for(
        lambda: [alert for alert in round_table.alerts() if "sensing.gap" in alert["id"]],
        "the dealer to be asked",
    )
    assert "left and middle differ about bet:2" in str(round_table.state()["devices"])
    assert round_table.seat(2)["bet"] == 100


def test_two_cameras_that_count_a_bet_otherwise_are_a_finding(round_table, hand) -> None:
    dealt(round_table, hand)
    folds(round_table, 3, 4, 5, 6, 1)
    for camera in ("left", "middle"):
        round_table.sees(camera, "chips.push", 2, chips={"100": 3})
    for _ in range(2):
        round_table.sees("left", "chips.bet", 2, chips={"100": 4})
        round_table.sees("middle", "chips.bet", 2, chips={"100": 5})
        round_table.wait_safe()
    asked = hand.wait_for(
        lambda: [alert for alert in round_table.alerts() if "sensing.gap" in alert["id"]],
        "a look to be asked for",
    )
    assert len(asked) == 1
    assert asked[0]["seat"] == 2
    assert "left and middle differ about bet:2" in str(round_table.state()["devices"])


def test_two_cameras_that_differ_about_the_pot_leave_the_winner_s_bets_as_they_were_seen(
    tmp_path, hand
) -> None:
    both_see_the_pot = {**CAMERAS, "left": [*CAMERAS["left"], "pot"], "right": [*CAMERAS["right"], "pot"]}
    table = RoundTable(tmp_path, both_see_the_pot)
    try:
        table.plug_all()
        table.start()
        table.wait_up()
        dealt(table, hand)
        folds(table, 3, 4, 5, 6, 1)
        hand.wait_for(lambda: table.state()["view"]["to_act"] is None, "the others to be out")
        table.sees("left", "chips.award", 2, amount=150)
        table.sees("right", "chips.award", 2, amount=250)
        hand.wait_for(lambda: "differ about" in str(table.state()["devices"]), "the cameras to be heard")
        table.stop()
        told = [line for line in exported(table) if line["type"] == "device" and line.get("lost")]
        assert [(line["zones"], line["detail"]) for line in told] == [
            (["pot"], "left and right differ about pot")
        ]
    finally:
        table.close()


def test_what_one_of_two_cameras_leaves_unseen_is_told_anew_when_the_other_is_back(round_table, hand) -> None:
    def unseen() -> list[str]:
        return sorted(round_table.state()["view"]["unseen"].get("chips", []))

    def away(camera: str) -> list[list[str]]:
        return [
            line["zones"]
            for line in exported(round_table)
            if line["type"] == "device"
            and line["device"] == camera
            and line["state"] == "down"
            and "zones" in line
        ]

    for camera in ("middle", "left"):
        round_table.devices[camera].tell(unplug=True)
        hand.wait_for(lambda: round_table.device_state(camera)["state"] == "down", "it to be missed")  # noqa: B023
    round_table.devices["middle"].tell(plug=True)
    hand.wait_for(lambda: round_table.device_state("middle")["state"] == "up", "the camera to be back")
    dealt(round_table, hand)
    assert unseen() == ["bet:1"]
    round_table.stop()
    assert [sorted(zones) for zones in away("left")][-1] == ["bet:1"]
    assert ["bet:1", "bet:2"] in [sorted(zones) for zones in away("left")]


def test_cameras_that_go_and_come_while_the_table_waits_for_its_devices_leave_unseen_what_they_do(
    tmp_path, hand
) -> None:
    table = RoundTable(tmp_path)
    try:
        table.plug_all()
        # The table waits for the right one, and has nothing on record meanwhile.
        table.devices["right"].tell(unplug=True)
        table.start()
        for camera, state in (
            ("middle", "up"), ("left", "up"), ("middle", "down"), ("left", "down"), ("middle", "up"),
        ):  # fmt: skip
            table.devices[camera].tell(**{"plug" if state == "up" else "unplug": True})
            hand.wait_for(lambda: table.device_state(camera)["state"] == state, f"{camera} to be {state}")  # noqa: B023
        dealt(table, hand)
        assert sorted(table.state()["view"]["unseen"]["chips"]) == ["bet:1", "bet:5", "bet:6"]
    finally:
        table.close()


def exported(table: RoundTable) -> list[dict[str, Any]]:
    """Return the journal's log as an auditor gets it."""
    out = table.folder / "night.jsonl"
    warm.run("controller.cli", "journal", "export", table.journal, "-o", out, check=True)
    return [json.loads(line) for line in out.read_text().splitlines()]

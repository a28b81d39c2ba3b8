"""Three cameras round one table: each speaks for its own zones, and what two of them see counts once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.daemon.conftest import Device, Table

CAMERAS = {"left": ["bet:1", "bet:2"], "middle": ["bet:2", "bet:3", "bet:4"], "right": ["bet:5", "bet:6"]}


class RoundTable(Table):
    """A table with three cameras; the middle one also sees what the left one does at seat 2."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, ("shoe", "antennas", "panel"))
        with self.config.open("a") as config:
            for name, zones in CAMERAS.items():
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

"""Each zone belongs to a device: what one does not see another may, and nobody speaks for another's zone."""

from __future__ import annotations

from controller.config import DeviceConfig
from controller.daemon.coverage import Coverage
from controller.daemon.health import DeviceBoard
from controller.table.kinds.unseen import Unseen


def camera(name: str, *zones: str) -> DeviceConfig:
    return DeviceConfig(kind="chips", name=name, path=name, zones=list(zones))


def antennas(name: str, *zones: str) -> DeviceConfig:
    return DeviceConfig(kind="antennas", name=name, path=name, zones=list(zones))


LEFT, RIGHT = camera("left", "bet:1", "seat:2", "bet:3"), camera("right", "bet:3", "bet:4", "pot")
SEATS, REST = antennas("seats", "seat:1", "seat:2"), antennas("rest")
PUSH = {"type": "chips.push", "chips": {"100": 1}}


def test_an_event_is_of_the_device_that_senses_its_zone() -> None:
    coverage = Coverage([LEFT, RIGHT, SEATS, REST])
    assert coverage.stray("left", {**PUSH, "seat": 2}) is None
    assert coverage.stray("left", {**PUSH, "seat": 4}) == ("bet:4", "right")
    assert coverage.stray("left", {**PUSH, "seat": 9}) == ("bet:9", "nobody")
    assert coverage.stray("left", {"type": "chips.award", "seat": 1, "amount": 5}) == ("pot", "right")
    assert coverage.stray("right", {"type": "chips.swept", "seats": [3, 4]}) is None
    assert coverage.stray("right", {"type": "chips.swept", "seats": [1, 4]}) == ("bet:1", "left")
    assert coverage.stray("rest", {"type": "card.seen", "tag": "AB", "zone": "seat:1"}) == ("seat:1", "seats")
    assert coverage.stray("rest", {"type": "card.seen", "tag": "AB", "zone": "muck"}) is None
    assert coverage.stray("seats", {"type": "button.moved", "seat": 2}) is None
    assert coverage.stray("seats", {"type": "tap", "seat": 9}) is None


def test_a_device_that_is_alone_and_lists_no_zone_has_every_zone() -> None:
    coverage = Coverage([camera("one", "bet:1"), antennas("all")])
    assert coverage.stray("one", {**PUSH, "seat": 9}) == ("bet:9", "nobody")
    assert coverage.alone("one", lambda name: True) == ["bet:1"]
    assert coverage.stray("all", {"type": "card.seen", "tag": "AB", "zone": "stub"}) is None
    assert coverage.alone("all", lambda name: True) is None
    assert coverage.uncovered("chips", ["seat:1", "seat:2"]) == ["seat:2"]
    assert coverage.uncovered("antennas", ["seat:1", "muck"]) == []


def test_a_zone_that_two_cameras_see_is_unseen_only_without_both() -> None:
    coverage = Coverage([LEFT, RIGHT])
    assert coverage.witnesses("left", {**PUSH, "seat": 3}) == ["right"]
    assert coverage.witnesses("left", {**PUSH, "seat": 1}) == []
    assert coverage.alone("left", lambda name: True) == ["bet:1", "bet:2"]
    assert coverage.alone("left", lambda name: False) == ["bet:1", "bet:2", "bet:3"]


def test_the_boards_health_is_told_by_zone() -> None:
    board = DeviceBoard([LEFT, RIGHT, SEATS, REST], lambda: "12:00:00")
    for name in ("left", "right", "seats", "rest"):
        board.change(name, "up")
    assert board.unseen().view() == {}
    board.change("left", "down")
    board.change(*("seats", *board.sensor_fault("seats", "seat:2: no answer")))
    assert board.unseen().view() == {"antennas": ["seat:2"], "chips": ["bet:1", "bet:2"]}
    assert board.kinds_up() == {"chips", "antennas"}
    assert board.blind_seats() == {2}
    assert board.degraded() == []
    board.change("right", "down")
    assert board.kinds_up() == {"antennas"}


def test_rules_live_falls_only_where_no_seat_can_be_judged() -> None:
    unseen = Unseen()
    unseen.add("chips", ["bet:8", "bet:9"])
    assert unseen.kinds_hidden(["bet.string", "pot.award_wrong"], [1, 2, 8, 9]) == {"pot.award_wrong"}
    assert unseen.kinds_hidden(["bet.string"], [8, 9]) == {"bet.string"}

"""A device that talks nonsense, another version or nothing, a stranger, a cable: each is named, play goes on."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.daemon.conftest import DECK
from tests.daemon.test_power_cuts import exported


def problem(table: Any, kind: str, words: str, state: str = "down") -> bool:
    """Whether the pages name a device's problem in these words."""
    view = table.device_state(kind)
    return bool(words in view["problem"] and view["state"] == state)


@pytest.fixture
def started(table):
    """The daemon running with a sound chip counter, and the other ports free for trouble."""
    table.plug("chips")
    table.start()
    return table


def test_each_kind_of_trouble_is_named_and_the_rest_goes_on(started, hand) -> None:
    started.plug("shoe", actual="panel")
    started.plug("antennas").tell(protocol=9)
    started.plug("panel").tell(hang=True)
    for kind, words in (
        ("shoe", "refused: this port is for a shoe, here is a panel"),
        ("antennas", "speaks protocol version 9, this daemon version 1"),
        ("panel", "nobody answers at"),
    ):
        hand.wait_for(lambda k=kind, w=words: problem(started, k, w), f"{kind}: {words}")
    started.devices["panel"].tell(noise=4000)
    hand.wait_for(lambda: problem(started, "panel", "talks nonsense"), "the nonsense to be named")
    assert started.device_state("chips")["state"] == "up"
    started.play([{"type": "chips.stack", "seat": 2, "amount": 4000}])
    live, total = started.state()["rules"]
    assert 0 < live < total
    assert len(started.state()["blind"]) == total - live


def test_a_device_that_is_not_plugged_in_is_named_with_its_path(started, hand) -> None:
    missing = f"not plugged in: there is no {started.folder}/shoe"
    hand.wait_for(lambda: problem(started, "shoe", missing), "the missing shoe to be named")


def test_devices_that_are_in_trouble_from_the_start_are_each_told_once(table, hand) -> None:
    table.plug("shoe").tell(hang=True)
    table.plug("antennas", actual="panel")
    table.plug("chips").tell(protocol=9)
    table.start()
    hand.wait_for(lambda: problem(table, "shoe", "nobody answers"), "the shoe to be missed")
    hand.wait_for(lambda: len(table.state()["alerts"]) >= 4, "the three to be told, and the panel")
    assert len(table.state()["alerts"]) == 4
    table.stop()
    told = [(line["device"], line["state"]) for line in exported(table) if line["type"] == "device"]
    for name in ("shoe", "antennas", "chips"):
        assert [state for device, state in told if device == name] == ["starting", "down"], told


def test_a_cable_that_comes_out_and_goes_in_again(running, hand) -> None:
    rules = running.state()["rules"]
    assert rules[0] == rules[1]
    antennas = running.devices["antennas"]
    running.play([hand.deck(), *hand.events(to="deal")])
    antennas.tell(unplug=True)
    hand.wait_for(lambda: problem(running, "antennas", "plugged"), "the unplugged cable to be named")
    assert running.state()["rules"][0] < rules[0]
    antennas.sense({"type": "card.gone", "tag": hand.tag(hand.cards[0]), "zone": "seat:1"})
    antennas.tell(plug=True)
    hand.wait_for(lambda: running.device_state("antennas")["state"] == "up", "the antennas to come back")
    running.wait_safe()
    assert running.state()["rules"] == rules
    named = [alert["id"] for alert in running.state()["alerts"] if "sensing.device" in alert["id"]]
    assert named


def test_events_that_are_lost_are_counted(running, hand) -> None:
    shoe = running.devices["shoe"]
    running.play([hand.deck()])
    shoe.tell(unplug=True)
    for _ in range(4_000):
        shoe.sense({"type": "card.draw", "tag": None})
    hand.wait_for(lambda: shoe.sensed >= 4_000, "the shoe to sense")
    shoe.tell(plug=True)
    hand.wait_for(
        lambda: "events were lost" in running.device_state("shoe")["problem"], "the loss to be named"
    )
    assert running.device_state("shoe")["state"] == "degraded"


def test_an_event_of_another_kind_of_device_is_refused_and_told(shared, hand) -> None:
    shared.devices["shoe"].sense({"type": "chips.award", "seat": 3, "amount": 100})
    shared.devices["antennas"].sense({"type": "card.seen", "tag": "AB", "zone": "seat:11"})
    shared.wait_safe()
    hand.wait_for(lambda: len(bad_lines(shared)) == 2, "both to be told")
    told = " ".join(line["error"] + line["place"] for line in logged(shared, "bad event"))
    assert "a shoe may not send chips.award" in told
    assert "zone" in told
    before = shared.state()["view"]["hand"]
    shared.play([hand.deck(), *hand.events()])
    hand.wait_for(lambda: shared.state()["view"]["hand"] == before + 1, "the next hand")


def test_lamp_and_buzzer_call_the_floor(shared, hand) -> None:
    panel = shared.devices["panel"]
    assert shared.post("/key", {"type": "floor.call"})[0] < 300
    hand.wait_for(lambda: commands(panel, "lamp"), "the lamp")
    assert "blink_ms" in commands(panel, "lamp")[-1]
    hand.wait_for(lambda: commands(panel, "buzzer"), "the buzzer")
    assert shared.state()["called"]["coming"] is None
    assert shared.post("/mark", {"finding": "floor.call", "state": "coming", "by": "Ana"})[0] < 300
    hand.wait_for(
        lambda: commands(panel, "lamp")[-1] == {"do": "lamp", "on": True}, "the lamp to burn steadily"
    )
    assert shared.state()["called"]["coming"] == "Ana"
    assert (
        shared.post("/key", {"type": "ruling", "decision": "no_action", "by": "Ana", "note": "asked"})[0]
        < 300
    )
    hand.wait_for(lambda: commands(panel, "lamp")[-1] == {"do": "lamp", "on": False}, "the lamp to go out")


def test_a_misdeal_sounds_once_and_is_ruled(shared, hand) -> None:
    panel = shared.devices["panel"]
    sounded = len(commands(panel, "buzzer"))
    dealt = hand.events(1, to="deal")[:7]  # the button has moved on from the hand before
    shared.play([hand.deck(), *({**e, "face": "up"} if e["type"] == "card.draw" else e for e in dealt)])
    alert = hand.wait_for(
        lambda: next((a for a in shared.state()["alerts"] if "misdeal" in a["id"]), None), "the misdeal"
    )
    hand.wait_for(lambda: commands(panel, "lamp"), "the lamp")
    ruling = {"type": "ruling", "finding": alert["id"], "decision": "redeal", "by": "Ana"}
    assert shared.post("/key", ruling)[0] < 300
    hand.wait_for(lambda: commands(panel, "lamp")[-1] == {"do": "lamp", "on": False}, "the lamp to go out")
    ruled = next(a for a in shared.state()["alerts"] if a["id"] == alert["id"])
    assert ruled["state"] == "ruled"
    found = [a for a in shared.state()["alerts"] if not a["id"].startswith("call:")]
    cases = [a["id"] for a in found if a["level"] == "floor"]
    assert [command["times"] for command in commands(panel, "buzzer")[sounded:]] == [3] * len(cases)


BAD_KEYS = [
    ({"type": "card.draw", "tag": "AB"}, "type"),
    ({"type": "declare", "seat": 12, "action": "call"}, "seat"),
    ({"type": "declare", "seat": 2, "action": "sing"}, "action"),
    ({"type": "declare", "action": "call"}, "seat"),
    ({"type": "tap", "seat": 1, "t": 3.0}, "t"),
    ({"type": "ruling", "decision": "redeal", "by": "Ana", "finding": "9:misdeal.barred:1"}, "finding"),
    ({"seat": 1}, "type"),
]


def test_a_key_that_makes_no_sense_is_refused_by_its_field(shared) -> None:
    for fields, place in BAD_KEYS:
        status, answer = shared.post("/key", fields)
        assert 400 <= status < 500, fields
        assert place in str(answer["error"]), (fields, answer)
    assert shared.post("/mark", {"finding": "1:bet.string:1", "state": "seen"})[0] >= 400
    assert "Traceback" not in shared.output()


def commands(device: Any, what: str) -> list[dict[str, Any]]:
    return [command for command in device.all("command") if command["do"] == what]


def bad_lines(table: Any) -> list[dict[str, Any]]:
    return [alert for alert in table.state()["alerts"] if "log.bad_line" in alert["id"]]


def logged(table: Any, event: str) -> list[dict[str, Any]]:
    """Return the daemon's log lines of one kind."""
    lines = [json.loads(line) for line in table.output().splitlines() if line.startswith("{")]
    return [line for line in lines if line.get("event") == event]


def test_each_change_of_a_devices_health_is_an_event_of_the_log(running, hand, tmp_path) -> None:
    running.devices["shoe"].tell(unplug=True)
    hand.wait_for(lambda: running.device_state("shoe")["state"] == "down", "the shoe to be missed")
    running.devices["shoe"].tell(plug=True)
    hand.wait_for(lambda: running.device_state("shoe")["state"] == "up", "the shoe to be back")
    running.stop()
    states = [
        line["state"] for line in exported(running) if line["type"] == "device" and line["device"] == "shoe"
    ]
    assert states == ["starting", "up", "down", "starting", "up"]


def read(text: str) -> dict[tuple[str, ...], float]:
    """Return what a scrape says, by the series' name and the values of its labels."""
    return {
        (sample.name, *sorted(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_prometheus_sees_every_counter_before_there_is_anything_to_count(running) -> None:
    """It takes a counter that comes up at 1 for one that never rose."""
    metrics = read(running.get("/metrics"))
    for kind in ("bet.string", "misdeal.boxed_cards", "sensing.gap", "log.bad_line"):
        for level in ("floor", "dealer", "info"):
            assert metrics["floorcall_findings_total", *sorted((kind, level))] == 0
    assert metrics["floorcall_events_total", "chips.push"] == 0
    assert len([name for name, *_ in metrics if name == "floorcall_findings_total"]) < 250


def test_prometheus_reads_the_tables_health_and_no_card(running, hand) -> None:
    running.play([hand.deck(), *hand.events(), *hand.events(1, shift=7, to="flop")])
    running.devices["antennas"].tell(unplug=True)
    hand.wait_for(lambda: running.device_state("antennas")["state"] == "down", "the antennas to be missed")
    text = running.get("/metrics")
    metrics = read(text)
    assert metrics["floorcall_device_state", "antennas", "antennas", "down"] == 1
    assert metrics["floorcall_device_state", "shoe", "shoe", "up"] == 1
    assert metrics["floorcall_events_total", "card.draw"] == 36
    assert metrics[("floorcall_hands_total",)] == 1
    assert metrics["floorcall_link_frames_total", "shoe"] > 36
    assert metrics[("floorcall_rules_live",)] < metrics[("floorcall_rules",)]
    assert not [card for card in DECK if re.search(rf"\b{card}\b", text)]
    assert not [card for card in DECK if hand.tag(card) in text]


def seat_of(table: Any, number: int) -> dict[str, Any]:
    return next(seat for seat in table.state()["view"]["seats"] if seat["seat"] == number)


def test_one_dead_antenna_is_named_with_its_seat_and_the_others_go_on(running, hand) -> None:
    running.play([hand.deck(), *hand.events(to="deal")])
    assert seat_of(running, 4)["cards"] == 2
    running.devices["antennas"].tell(fault="seat:4: no answer")
    device = hand.wait_for(lambda: unwell(running, "antennas"), "the fault to be shown")
    assert device["state"] == "degraded"
    assert re.fullmatch(r"seat:4: no answer: cards there unknown since \d\d:\d\d:\d\d", device["problem"])
    assert seat_of(running, 4)["cards"] is None
    assert seat_of(running, 3)["cards"] == 2
    running.devices["antennas"].tell(fault=None)
    hand.wait_for(lambda: not unwell(running, "antennas"), "the fault to be mended")
    assert seat_of(running, 4)["cards"] is None  # who knows what went on there meanwhile
    assert running.state()["view"]["unseen"] == {"antennas": ["seat:4"]}
    hand.wait_for(
        lambda: "Back: Antennas" in str(open_alert(running, "sensing.device")),
        "the board to be named as back",
    )
    running.send({"type": "hand.end"})
    hand.wait_for(lambda: not open_alert(running, "sensing.device"), "it to be forgotten with the hand")
    assert running.state()["view"]["unseen"] == {}


def open_alert(table: Any, kind: str) -> dict[str, Any] | None:
    alerts = [alert for alert in table.state()["alerts"] if kind in alert["id"]]
    return next((alert for alert in alerts if alert["state"] in ("new", "seen", "coming")), None)


def test_a_board_that_senses_nothing_is_down_and_no_ruling_rests_on_it(running, hand) -> None:
    running.play([hand.deck(), *hand.events(to="deal")])
    total = running.state()["rules"]
    running.devices["antennas"].tell(fault="no answer from the reader")
    device = hand.wait_for(lambda: unwell(running, "antennas"), "the fault to be shown")
    assert (device["state"], device["problem"]) == ("down", "no answer from the reader")
    assert {seat["cards"] for seat in running.state()["view"]["seats"] if seat["in_hand"]} == {None}
    assert running.state()["rules"][0] < total[0]
    running.devices["antennas"].tell(fault=None)
    hand.wait_for(lambda: not unwell(running, "antennas"), "the fault to be mended")
    assert running.state()["rules"] == total


def unwell(table: Any, name: str) -> dict[str, Any] | None:
    return next((device for device in table.state()["devices"] if device["name"] == name), None)

"""A table at home: Home Assistant finds it at the same broker, and reads its topics by the templates it was given."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jinja2 import Environment

from tests.daemon.conftest import wait_for
from tests.room.broker import listening
from tests.room.conftest import started

THERE = "homeassistant/#"


def read(template: str, message: dict[str, Any]) -> str:
    """Render a template as Home Assistant does: Jinja, the message as ``value_json``, its ``to_json`` filter."""
    environment = Environment(autoescape=False)
    environment.filters["to_json"] = json.dumps
    return environment.from_string(template).render(value_json=message)


@pytest.fixture
def entities(broker, table, listener):
    """Start the table, and return what a Home Assistant that comes later is told of it, by object."""

    def told() -> dict[str, dict[str, Any]]:
        started(table)
        wait_for(lambda: listener.of("state"), "the table to have told its room how it stands")
        with listening(broker.port, THERE) as home:
            wait_for(lambda: len(home.heard) >= 4, "four entities")
            assert all(retained for _, _, retained in home.heard)
            return {topic.split("/")[3]: body for topic, body, _ in home.heard}

    return told


def test_home_assistant_lists_the_table_and_reads_its_hand(broker, table, listener, hand, entities):
    in_room_with_home(table)
    found = entities()
    assert set(found) == {"floor_called", "hand", "level", "rules_live"}
    assert {entity["device"]["name"] for entity in found.values()} == {"Poker table 7"}
    assert len({entity["unique_id"] for entity in found.values()}) == 4
    table.play([hand.deck(), *hand.events(6, to="flop")])
    state = wait_for(
        lambda: next((s for s in listener.of("state") if s["street"] == "flop"), None), "the flop"
    )
    said = {
        name: read(entity["value_template"], state) for name, entity in found.items() if name != "rules_live"
    }
    assert said == {"floor_called": "OFF", "hand": "1", "level": "50 / 100"}
    assert json.loads(read(found["level"]["json_attributes_template"], state))["big"] == 100


def test_home_assistant_is_told_when_the_floor_is_called_and_when_the_table_is_gone(
    table, listener, entities
):
    in_room_with_home(table)
    called = entities()["floor_called"]
    table.post("/key", {"type": "floor.call", "by": "dealer"})
    wait_for(
        lambda: read(called["value_template"], listener.of("state")[-1]) == "ON",
        "the floor to be called there",
    )
    available = called["availability_template"]
    assert read(available, listener.of("health")[-1]) == "online"
    table.kill()
    wait_for(lambda: read(available, listener.of("health")[-1]) == "offline", "the table to be gone there")


def test_the_rules_that_are_live_are_a_number_with_what_is_not_seen(table, listener, entities):
    in_room_with_home(table)
    rules = entities()["rules_live"]
    health = wait_for(
        lambda: next((h for h in listener.of("health") if h["rules_live"][0]), None), "live rules"
    )
    assert read(rules["value_template"], health) == str(health["rules_live"][0])
    assert json.loads(read(rules["json_attributes_template"], health)) == {
        "of": health["rules_live"][1],
        "blind": health["blind"],
    }


def test_a_table_that_was_not_asked_to_lists_itself_nowhere(broker, table, listener):
    with listening(broker.port, THERE) as home:
        started(table)
        wait_for(lambda: [one for one in listener.of("health") if one["state"] == "up"], "the table to be up")
        wait_for(lambda: listener.of("state"), "its state")
        assert home.heard == []


def in_room_with_home(table) -> None:
    table.config.write_text(f"{table.config.read_text()}home_assistant = true\n")

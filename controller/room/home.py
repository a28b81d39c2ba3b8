"""Tells Home Assistant a table's entities, which it finds at the same broker by MQTT discovery.

Each is a retained message under ``homeassistant/`` (Home Assistant's documentation of its MQTT integration,
"MQTT Discovery"); it names the table's own topics, so that nothing of the table is said twice.
"""

from __future__ import annotations

from typing import Any, Final

from controller import build
from controller.room.topics import PREFIX, topic
from controller.ruling_cards.words import Words, plain

DISCOVERY: Final = "homeassistant"
"""Home Assistant's own prefix, as it is where nobody has changed it."""

_LEVEL: Final = (
    "{% set level = value_json.level %}"
    "{{ level.small_bet or level.small }} / {{ level.big_bet or level.big }}"
)
"""The blinds, or the bets of a game that has none."""
_ENTITIES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "floor_called": ("binary_sensor", {
        "from": "state", "value_template": "{{ 'ON' if value_json.called else 'OFF' }}",
        "icon": "mdi:hand-back-right",
    }),
    "hand": ("sensor", {"from": "state", "value_template": "{{ value_json.hand }}", "icon": "mdi:cards"}),
    "level": ("sensor", {
        "from": "state", "value_template": _LEVEL,
        "attributes": "{{ value_json.level | to_json }}", "icon": "mdi:timer-outline",
    }),
    "rules_live": ("sensor", {
        "from": "health", "value_template": "{{ value_json.rules_live[0] }}",
        "attributes": "{{ {'of': value_json.rules_live[1], 'blind': value_json.blind} | to_json }}",
        "entity_category": "diagnostic", "icon": "mdi:eye-check-outline",
    }),
}  # fmt: skip
_AVAILABLE: Final = "{{ 'offline' if value_json.state == 'down' else 'online' }}"


def discovery(site: str, table: str, words: Words) -> dict[str, dict[str, Any]]:
    """Return what Home Assistant is told of a table: discovery topic to message, names in ``words``' language."""
    node = f"{PREFIX}_{site}_{table}"
    device = {
        "identifiers": [node], "name": plain(words.say("home.table", table=table)), "manufacturer": "Floorcall",
        "sw_version": build.VERSION,
    }  # fmt: skip
    told = {}
    for name, (component, entity) in _ENTITIES.items():
        where = topic(site, table, entity["from"])
        body = {
            "name": plain(words.say(f"home.{name}")), "unique_id": f"{node}_{name}", "device": device,
            "origin": {"name": "Floorcall", "sw_version": build.VERSION},
            "state_topic": where, "availability_topic": topic(site, table, "health"),
            "availability_template": _AVAILABLE,
            **{key: value for key, value in entity.items() if key not in ("from", "attributes")},
        }  # fmt: skip
        if "attributes" in entity:
            body |= {"json_attributes_topic": where, "json_attributes_template": entity["attributes"]}
        told[f"{DISCOVERY}/{component}/{node}/{name}/config"] = body
    return told

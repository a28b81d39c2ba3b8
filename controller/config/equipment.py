"""Works out what the configured devices make of the table: what it senses, and what is always keyed."""

from __future__ import annotations

from typing import Final, get_args

from controller.config.model import Config, DeviceConfig
from controller.table.events import Equipment
from hw.keys import Key, layout_from

ORDER: Final[tuple[Equipment, ...]] = get_args(Equipment)
_WORDS: Final = frozenset({Key.BET, Key.RAISE, Key.CALL, Key.ALL_IN, Key.FOLD})
_KEYED: Final[dict[str, Equipment]] = {
    "checks": "taps", "words": "words", "faces": "faces", "awards": "awards", "hands": "hands",
}  # fmt: skip


def equipment_of(config: Config) -> list[Equipment]:
    """Return what the table is equipped with, for the log's header, in one fixed order."""
    there: set[Equipment] = {_KEYED[what] for what in config.table.keyed}
    for device in config.device:
        there |= _of(device)
    return [one for one in ORDER if one in there]


def missing_of(config: Config) -> list[Equipment]:
    """Return what the table could have and has not; what rests on it is inferred or not judged."""
    there = equipment_of(config)
    return [one for one in ORDER if one not in there]


def _of(device: DeviceConfig) -> set[Equipment]:
    match device.kind:
        case "shoe":
            return {"shoe", "hands"} if device.contact else {"shoe"}
        case "antennas":
            return {"antennas", "taps"} if device.taps else {"antennas"}
        case "chips":
            found: set[Equipment] = {"camera"}
            found |= {"faces"} if device.faces else set()
            return found | ({"awards"} if "pot" in device.zones else set())
        case "panel":
            return _keys_of(device)


def _keys_of(device: DeviceConfig) -> set[Equipment]:
    """Return what a panel lets the dealer always key: one on the pins, what its keys are wired for."""
    if not device.gpio:
        return {"taps", "words"}
    keys = layout_from(device.pins).keys.keys()
    found: set[Equipment] = {"taps"} if Key.CHECK in keys else set()
    return found | ({"words"} if keys >= _WORDS else set())

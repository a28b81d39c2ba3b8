"""The configured devices, and what the dealers key every time, make the table's equipment."""

from __future__ import annotations

import pytest

from controller.config import equipment_of, missing_of, parse_config

TABLE = """
[table]
id = "7"
rulebook = "deltin"
level = { small = 50, big = 100 }
KEYED
[table.seats]
1 = { stack = 1000 }
2 = { stack = 1000 }
[journal]
path = "store/table.db"
seal_key = "keys/seal.key"
"""
EVERYTHING = ["shoe", "antennas", "camera", "faces", "taps", "words", "awards", "hands"]


def table(*devices: str, keyed: str = ""):
    text = TABLE.replace("KEYED", f"keyed = [{keyed}]" if keyed else "")
    for n, device in enumerate(devices):
        text += f'[[device]]\nname = "d{n}"\n' + device.replace("; ", "\n") + "\n"
    return parse_config(text)


SHOE, BOARD, CAMERA = (f'kind = "{kind}"; path = "/dev/{kind}"' for kind in ("shoe", "antennas", "chips"))
PINS = 'kind = "panel"; gpio = true'


@pytest.mark.parametrize(
    ("devices", "equipment"),
    [
        ([], []),
        ([SHOE], ["shoe"]),
        ([SHOE + "; contact = true"], ["shoe", "hands"]),
        ([BOARD], ["antennas"]),
        ([BOARD, BOARD.replace("/dev/", "/dev/other-") + "; taps = true"], ["antennas", "taps"]),
        ([CAMERA], ["camera"]),
        ([CAMERA + "; faces = true"], ["camera", "faces"]),
        ([CAMERA + '; zones = ["bet:1", "pot"]'], ["camera", "awards"]),
        (['kind = "panel"; path = "x"'], ["taps", "words"]),
        ([PINS], ["taps", "words"]),
        ([PINS + "; pins = { check = 4, floor = 6 }"], ["taps"]),
        ([PINS + "; pins = { floor = 6, lamp = 12 }"], []),
        ([CAMERA, BOARD, SHOE], ["shoe", "antennas", "camera"]),
    ],
)
def test_what_is_wired_is_what_the_table_has(devices, equipment) -> None:
    config = table(*devices)
    assert equipment_of(config) == equipment
    assert sorted(equipment_of(config) + missing_of(config)) == sorted(EVERYTHING)


def test_a_house_whose_dealers_key_everything_needs_no_sensor_for_it() -> None:
    config = table(SHOE, BOARD, CAMERA, keyed='"hands", "checks", "words", "awards", "faces"')
    assert equipment_of(config) == EVERYTHING
    assert missing_of(config) == []

"""A policy for USBGuard from a table's configuration: its own devices, hubs, and nothing else."""

from __future__ import annotations

import re

import pytest

from controller.config import DeviceConfig
from controller.daemon.find_port import Port
from controller.usb_policy import PolicyError, policy

SHOE = DeviceConfig(kind="shoe", udev={"ID_SERIAL_SHORT": "SH-0042"})
BRIDGE = {
    "ID_VENDOR_ID": "1a86",
    "ID_MODEL_ID": "7523",
    "ID_SERIAL_SHORT": "AN-1",
    "ID_USB_INTERFACES": ":ff0102:",
}
KEYBOARD = {
    "ID_VENDOR_ID": "046d", "ID_MODEL_ID": "c31c", "ID_VENDOR": "Logi\ntech", "ID_MODEL": "USB_Keyboard",
    "ID_USB_INTERFACES": ":030101:",
}  # fmt: skip
HUB = {
    "ID_VENDOR_ID": "1d6b",
    "ID_MODEL_ID": "0002",
    "ID_SERIAL_SHORT": "0000:01",
    "ID_USB_INTERFACES": ":090000:",
}
RULE = re.compile(
    r'allow( id [0-9a-f]{4}:[0-9a-f]{4})?( serial "(?:[^"\\]|\\.)+")?'
    r"( with-interface (equals|none-of) \{( [0-9a-f*]{2}:[0-9a-f*]{1,2}:[0-9a-f*]{1,2})+ \})?"
)


def rules(text):
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def test_the_tables_devices_are_allowed_by_their_serial_and_only_as_what_they_are():
    text = policy([SHOE, DeviceConfig(kind="panel", gpio=True)], [], [])
    (own,) = [rule for rule in rules(text) if "serial" in rule]
    assert own == 'allow serial "SH-0042" with-interface none-of { 03:*:* 08:*:* 09:*:* e0:*:* }'
    assert all(RULE.fullmatch(rule) for rule in rules(text))
    assert len(rules(text)) == 4, "and three kinds of hubs"


def test_a_device_named_by_its_path_is_told_by_what_is_plugged_in_there():
    antennas = DeviceConfig(kind="antennas", path="/dev/null")
    text = policy([antennas], [Port(node="/dev/null", properties=BRIDGE)], [BRIDGE])
    assert 'allow id 1a86:7523 serial "AN-1" with-interface none-of' in text
    assert "Plugged in" not in text
    with pytest.raises(PolicyError, match="antennas: is named by its path alone, and nothing is there"):
        policy([antennas], [], [])
    with pytest.raises(PolicyError, match="antennas: has neither serial number nor model"):
        policy([antennas], [Port(node="/dev/null", properties={})], [])


def test_what_else_is_plugged_in_is_a_remark_and_no_rule():
    shoe = {"ID_VENDOR_ID": "2e8a", "ID_MODEL_ID": "0005", "ID_SERIAL_SHORT": "SH-0042"}
    text = policy([SHOE], [], [shoe, HUB, KEYBOARD])
    assert rules(text) == rules(policy([SHOE], [], []))
    remarks = [line for line in text.splitlines() if "allow it" in line or line.startswith("#allow")]
    assert remarks == [
        "# Plugged in, and none of the table's: Logi?tech USB Keyboard. To allow it:",
        "#allow id 046d:c31c",
    ]


def test_no_serial_can_write_a_rule_of_its_own():
    evil = DeviceConfig(kind="shoe", udev={"ID_SERIAL_SHORT": 'x" with-interface one-of { 03:01:01 } # "'})
    assert all(RULE.fullmatch(rule) for rule in rules(policy([evil], [], [])))

    broken = DeviceConfig(kind="shoe", udev={"ID_SERIAL_SHORT": "x\nallow"})
    with pytest.raises(PolicyError):
        policy([broken], [], [])


def test_the_command_wants_a_configuration(floorcall, tmp_path):
    assert "--usbguard: say which devices are the table's" in floorcall("devices", "--usbguard").output

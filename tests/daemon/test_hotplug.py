"""Devices unplugged and plugged in again, a thousand times, in any order, in any port."""

from __future__ import annotations

import json

from tests.umock import under_umockdev


def test_after_a_thousand_replugs_every_event_is_there_once_and_nothing_is_held():
    ran = under_umockdev("-m", "tests.hotplug", "--cycles", "1000", patience_s=300)
    assert ran.returncode == 0, ran.stderr
    report = json.loads(ran.stdout)
    assert report["cycles"] == 1000
    assert report["recorded"] == {**report["delivered"], "twice": 0}
    assert report["descriptors"][1] <= report["descriptors"][0]
    assert report["tasks"][1] <= report["tasks"][0]
    assert report["stranger"].startswith("Some Modem, serial MODEM-7, at /dev/ttyUSB")
    assert report["stranger"].endswith("is not in the configuration and is left alone")

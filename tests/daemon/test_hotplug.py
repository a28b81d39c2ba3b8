"""Devices unplugged and plugged in again, a thousand times, in any order, in any port."""

from __future__ import annotations

import json

import pytest

from tests.umock import under_umockdev


@pytest.mark.soak
def test_after_many_replugs_every_event_is_there_once_and_nothing_is_held(long_proof):
    cycles = long_proof(32, 1000)
    ran = under_umockdev("-m", "tests.hotplug", "--cycles", str(cycles), patience_s=900)
    assert ran.returncode == 0, ran.stderr
    report = json.loads(ran.stdout)
    assert report["cycles"] == cycles
    assert report["recorded"] == {**report["delivered"], "twice": 0}
    assert report["descriptors"][1] <= report["descriptors"][0]
    assert report["tasks"][1] <= report["tasks"][0]
    assert report["stranger"].startswith("Some Modem, serial MODEM-7, at /dev/ttyUSB")
    assert report["stranger"].endswith("is not in the configuration and is left alone")

"""The first power-on, and the README's "Run a table", done as people would, on virtual hardware."""

from __future__ import annotations

import json

import pytest

from tests.umock import under_umockdev

NOTHING_TO_SEE = {"Before power"}


@pytest.mark.soak(alone=True)
def test_every_command_of_the_first_power_on_runs_and_each_step_shows_what_it_says(tmp_path):
    walked = under_umockdev("-m", "tests.night.walk", str(tmp_path), patience_s=1200)
    assert walked.returncode == 0, walked.stderr[-4000:]
    steps = [json.loads(line) for line in walked.stdout.splitlines()]
    assert len(steps) == 15
    assert {step["step"] for step in steps if not step["seen"]} == NOTHING_TO_SEE


def test_the_readmes_table_is_placed_seen_examined_run_and_put_away(tmp_path):
    ran = under_umockdev("-m", "tests.night.run_a_table", str(tmp_path), patience_s=300)
    assert ran.returncode == 0, ran.stderr[-4000:]
    said = json.loads(ran.stdout)
    assert said["floorcall install"].count("placed") == 6
    asked = said["floorcall devices --config table.toml --ask"]
    assert "shoe SH-0042, build shoe 1.0" in asked
    assert "antennas AN-0042, build antennas 1.0" in asked
    bad = [
        line.split()[1]
        for line in said["floorcall doctor --config table.toml"].splitlines()
        if line[:3] == "BAD"
    ]
    assert bad == []
    assert said["floorcall run --config table.toml"] == "every device is up"
    assert said["floorcall uninstall"].count("removed") == 5

"""The page of the first power-on is walked as two people at a table would, on virtual hardware."""

from __future__ import annotations

import json

from tests.umock import under_umockdev

NOTHING_TO_SEE = {"Before power"}


def test_every_command_of_the_first_power_on_runs_and_each_step_shows_what_it_says(tmp_path):
    walked = under_umockdev("-m", "tests.night.walk", str(tmp_path), patience_s=240)
    assert walked.returncode == 0, walked.stderr[-4000:]
    steps = [json.loads(line) for line in walked.stdout.splitlines()]
    assert len(steps) == 15
    assert {step["step"] for step in steps if not step["seen"]} == NOTHING_TO_SEE

"""`docs/sensor-log.md` is what the event classes are, and each of its examples is read."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from controller.sensorlog import page
from controller.sensorlog.parse import parse_line
from controller.table.events import AnyEvent

DOCS = Path(__file__).parents[2] / "docs" / "sensor-log.md"
LINES = re.findall(r"^```json\n(.*)\n```", page.page(), re.MULTILINE)


def test_the_page_is_as_the_classes_make_it():
    assert DOCS.read_text("utf-8") == page.page(), "python -m controller.sensorlog.page > docs/sensor-log.md"


@pytest.mark.parametrize("line", LINES, ids=lambda line: json.loads(line)["type"])
def test_each_example_is_read(line):
    event = parse_line(line.encode())
    assert event.__struct_config__.tag == json.loads(line)["type"]
    assert set(json.loads(line)) <= {*event.__struct_fields__, "type"}


def test_every_event_has_one():
    tags = {"log", *(kind.__struct_config__.tag for kind in get_args(AnyEvent))}
    assert {json.loads(line)["type"] for line in LINES} == tags == set(page.EXAMPLES)

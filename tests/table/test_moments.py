"""A log says when it began as RFC 3339 writes it; whoever looks for the hour reads it as that."""

from __future__ import annotations

import json
from calendar import monthrange
from pathlib import Path

import pytest
from msgspec import ValidationError, convert

from controller.table.moments import Started
from tests.conftest import Floorcall

NIGHT = """{"type":"log","version":1,"table":"7","started":"%s","rulebook":"deltin"}
{"t":0,"type":"table","seats":{"1":{"stack":500},"2":{"stack":500},"3":{"stack":500}}}
{"t":1,"type":"level","small":5,"big":10}
{"t":60,"type":"hand.start","button":3}
{"t":61,"type":"card.draw","tag":"As"}
{"t":90,"type":"hand.end"}
"""


def is_a_start(text: str) -> bool:
    try:
        convert(text, Started)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize("year", [1, 1900, 2000, 2026, 2027, 2028, 2096, 2100, 2400])
def test_a_day_that_the_month_does_not_have_is_no_day(year: int) -> None:
    for month in range(1, 13):
        days = [day for day in range(40) if is_a_start(f"{year:04}-{month:02}-{day:02}T20:00:00+01:00")]
        assert days == [*range(1, monthrange(year, month)[1] + 1)]


@pytest.mark.parametrize(
    ("started", "hand_began"),
    [
        ("2026-11-20T19:30:00Z", "2026-11-20T19:31:00Z"),
        ("2028-02-29T23:59:30.5+05:30", "2028-02-29T18:30:30Z"),
        ("2026-11-20t19:30:00z", "2026-11-20T19:31:00Z"),
        ("2026-12-31T23:59:60Z", "2026-12-31T23:59:60Z"),
        ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
        ("0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00+14:00"),
    ],
)
def test_a_hand_begins_when_the_log_says_or_as_near_as_a_clock_here_can_show(
    floorcall: Floorcall, tmp_path: Path, started: str, hand_began: str
) -> None:
    log = tmp_path / "night.jsonl"
    log.write_text(NIGHT % started)
    hand = json.loads(floorcall("replay", str(log), "--format", "ohh").stdout)
    assert hand["ohh"]["start_date_utc"] == hand_began
    page = tmp_path / "night.html"
    assert floorcall("report", str(log), "-o", str(page)).exit_code == 0

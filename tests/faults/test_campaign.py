"""The campaign of faults in short: its rows are those of the page, and hours at the table let nothing grow."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.faults.day import SAMPLES, Sample, day, growth
from tests.faults.rows import PAGE, ROOT, Ran, report, rows


def test_each_row_of_the_page_names_what_shows_it() -> None:
    page = rows(PAGE.read_text(encoding="utf-8"))
    assert len(page) > 45
    assert [row.fault for row in page if not row.tests and not row.by_hand] == []
    assert [name for row in page for name in row.tests if not (ROOT / name).exists()] == []


def test_a_row_whose_test_failed_is_told() -> None:
    page = rows("## Disk\n| disk full | goes on | as aimed | `tests/disk/test_bad_disk.py` |\n")
    text = report(page, {"tests/disk/test_bad_disk.py": Ran(False, 1.0, "FAILED test_a")})
    assert "| Disk | disk full | goes on | **no** |" in text
    assert "- tests/disk/test_bad_disk.py: FAILED test_a" in text


@pytest.mark.soak
def test_nothing_grows_at_a_table_that_is_played_on(tmp_path, long_proof) -> None:
    hands = long_proof(5, 120)
    found = day(tmp_path, hands)
    assert len(found) == min(hands, SAMPLES)
    if len(found) > 20:
        assert growth(found) == []
    else:
        assert {one.threads for one in found[1:]} == {found[-1].threads}
        assert found[-1].descriptors <= max(one.descriptors for one in found[:3])


FLAT = [Sample(n * 30, 60_000, 20, 3, 15, n * 900_000) for n in range(1, 25)]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"memory_kb": 70_000}, "memory"), ({"descriptors": 21}, "descriptors"), ({"tasks": 16}, "tasks"),
        ({"threads": 4}, "threads"), ({"journal_bytes": 30_000_000}, "journal"),
    ],
)  # fmt: skip
def test_what_grows_is_named(changed: dict[str, int], said: str) -> None:
    assert growth(FLAT) == []
    (grew,) = growth([*FLAT[:-1], replace(FLAT[-1], **changed)])
    assert grew.startswith(said)

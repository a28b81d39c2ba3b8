"""The benchmark of counting: the truth is as drawn, and a program gets the points that it has earned."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.counting import LEFT
from benchmarks.counting.make import describe
from benchmarks.counting.score import SaidError, read_said, score
from vision.training.held_out import folder_of, truth_of
from vision.training.tables import table_of

SEED = 11
DIGEST = "6c478677e4a9772aae2899fb465b464ec503807bc4769b55058072e363268956"
"""What one table with two pictures is. Where it changes the data set is another: raise VERSION and put the new one here."""
IMAGE = "seed-11-tidy/table-0/bets-00.jpg"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data set of one table, without its pictures: they take minutes to draw."""
    made = tmp_path_factory.mktemp("counting")
    for left in LEFT:
        folder, table = folder_of(made, 0, SEED, left), table_of(0, SEED)
        folder.mkdir(parents=True)
        (folder / "truth.json").write_text(json.dumps(truth_of(table, 2, left)))
    return made


@pytest.fixture(scope="module")
def manifest(data: Path) -> dict[str, object]:
    return describe(data, SEED, tables=1, pictures=2)


def zone(**more: object) -> str:
    told = {"image": IMAGE, "left": "tidy", "seat": 4, "total": 80, "heap": False, "clear": True}
    stacks = [{"chips": [25, 25, 5], "visible": 1.0}, {"chips": [25], "visible": 1.0}]
    return json.dumps(told | {"stacks": stacks} | more)


def judged(true: str, **told: object) -> tuple[list[int], list[int]]:
    """Right, wrong and not told: of zones and of stacks."""
    said = read_said([json.dumps({"image": f"/elsewhere/{IMAGE}", "seat": 4} | told)])
    tally = score([true], said, LEFT)["tidy"]
    names = ("right", "wrong", "not told")
    return [tally.zones[name] for name in names], [tally.stacks[name] for name in names]


def test_the_same_seed_is_the_same_data_set(manifest):
    assert manifest["digest"] == DIGEST
    assert (manifest["pictures"], manifest["zones"]) == (6, 18)


def test_a_zones_total_is_the_sum_of_what_lies_there(data, manifest):
    zones = [json.loads(line) for line in (data / "truth.jsonl").read_text().splitlines()]
    assert {each["left"] for each in zones} == set(LEFT)
    assert all(each["total"] == sum(sum(s["chips"]) for s in each["stacks"]) for each in zones)
    assert any(each["clear"] and each["total"] for each in zones)


def test_what_a_house_knows_does_not_say_what_lies_there(data, manifest):
    known = json.loads((data / "seed-11-tidy" / "table-0" / "table.json").read_text())
    assert known.keys() == {"denominations", "diameter_mm", "markers", "zones"}


@pytest.mark.parametrize(
    ("told", "zones", "stacks"),
    [
        ({"total": 80, "stacks": [[25], [25, 25, 5]]}, [1, 0, 0], [2, 0, 0]),
        ({"total": None, "stacks": [[25]]}, [0, 0, 1], [1, 0, 1]),
        ({"total": 85, "stacks": [[25, 5], [25, 25, 5]]}, [0, 1, 0], [1, 1, 0]),
        ({"total": 80, "stacks": [[25], [25], [25, 25, 5]]}, [1, 0, 0], [2, 1, 0]),
        ({}, [0, 0, 1], [0, 0, 2]),
    ],
)
def test_what_is_told_is_right_wrong_or_not_told(told, zones, stacks):
    assert judged(zone(), **told) == (zones, stacks)


def test_a_hidden_stack_is_not_asked_for_and_may_be_told():
    half = [{"chips": [25, 25, 5], "visible": 0.5}, {"chips": [25], "visible": 1.0}]
    assert judged(zone(stacks=half, clear=False), total=80, stacks=[[25, 25, 5], [25]])[1] == [1, 0, 0]
    assert judged(zone(stacks=half, clear=False), total=None, stacks=[[25]])[1] == [1, 0, 0]


def test_a_heap_has_no_right_total():
    assert judged(zone(heap=True, total=None, stacks=[], clear=False), total=40)[0] == [0, 1, 0]


def test_an_empty_zone_is_told_as_nothing():
    assert judged(zone(total=0, stacks=[]), total=0, stacks=[])[0] == [1, 0, 0]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "line 1: "),
        ("[]", "line 1: a JSON object"),
        ('{"seat": 4}', "line 1: image"),
        ('{"image": "a/b/c.jpg", "seat": true}', "line 1: seat"),
        ('{"image": "a/b/c.jpg", "seat": 4, "total": "80"}', "line 1: total"),
        ('{"image": "a/b/c.jpg", "seat": 4, "stacks": [25]}', "line 1: stacks"),
    ],
)
def test_a_line_that_cannot_be_scored_is_named(line, problem):
    with pytest.raises(SaidError, match=problem):
        read_said([line])


def test_a_zone_that_is_not_there_or_told_twice_is_named():
    line = json.dumps({"image": IMAGE, "seat": 9})
    with pytest.raises(SaidError, match="seat 9: no such zone"):
        score([zone()], read_said([line]), LEFT)
    with pytest.raises(SaidError, match="told twice"):
        read_said([line, line])


def test_the_command_prints_a_table(data, manifest, tmp_path):
    said = tmp_path / "said.jsonl"
    truth = [json.loads(line) for line in (data / "truth.jsonl").read_text().splitlines()]
    said.write_text(
        "".join(
            json.dumps({"image": each["image"], "seat": each["seat"], "total": each["total"]}) + "\n"
            for each in truth
        )
    )
    command = [sys.executable, "-m", "benchmarks.counting.score", str(data), str(said), "--left", "tidy"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert told.splitlines()[-1].startswith("| tidy | 6 | 6 | 0 | 0 |")


def test_the_page_of_figures_has_the_data_and_the_score(data, manifest):
    command = [sys.executable, "-m", "benchmarks.counting.figures", str(data)]
    refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "floorcall.md" in refused.stderr
    (data / "floorcall.md").write_text("**Floorcall**: what it told\n")
    page = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert f"1 tables, 6 pictures, 18 zones;\ndigest `{manifest['digest'][:16]}`" in page
    assert page.endswith("**Floorcall**: what it told\n")

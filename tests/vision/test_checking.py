"""A house checks how its own chips are told: the plan, the pictures, the figures."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.conftest import BLACK, RED, shot, usual_profile
from vision import profile
from vision.checking import TALLEST, BadPlan, Checked, plan_for, read_plan, write_plan
from vision.counting import chip_set
from vision.counting.chip_set import ChipSet
from vision.frames import pictures
from vision.training.scene import Pile


@given(
    count=st.integers(3, 40), seed=st.integers(0, 99), denominations=st.sets(st.integers(1, 5000), min_size=1)
)
def test_a_plan_can_be_built_with_the_chips_that_there_are_and_reads_as_it_was_written(
    count, seed, denominations
):
    plan = plan_for((4, 5, 6), sorted(denominations), count, seed=seed)
    assert read_plan(write_plan(plan)) == plan
    for zones in plan.values():
        needed = Counter(chip for stacks in zones.values() for stack in stacks for chip in stack)
        assert all(number <= count for number in needed.values())
        assert all(0 < len(stack) <= TALLEST for stacks in zones.values() for stack in stacks)


@pytest.mark.parametrize(
    "line", ["1 seat four: 7x25", "1 seat 4: 7 x 25", "1 seat 4: 0x25", "1 seat 4: 12x5 9x1"]
)
def test_a_line_that_is_no_plan_is_named(line):
    with pytest.raises(BadPlan, match="line 2 of the plan"):
        read_plan(f"# of ours\n{line}\n")


def test_a_zone_has_one_line_for_each_picture():
    with pytest.raises(BadPlan, match="line 3 of the plan: picture 1 has a line for seat 4 already"):
        read_plan("1 seat 4: 7x25\n2 seat 4: 7x25\n1 seat 4: 3x5\n")


def stack(x_mm: float, *chips: int, sure: bool = True):
    return {"x_mm": x_mm, "chips": [str(chip) for chip in chips], "sure": sure}


def test_what_is_told_is_held_against_what_stands_there():
    found = Checked()
    truth = ((5, 5), (25,) * 7)
    found.take("a.jpg", 4, truth, {"total": 185, "stacks": [stack(60, *[25] * 7), stack(-20, 5, 5)]})
    found.take("b.jpg", 4, truth, {"total": None, "stacks": [stack(-20, 5, 25), stack(60, sure=False)]})
    found.take("c.jpg", 4, truth, {"total": 10, "stacks": [stack(-20, 5, 5)]})
    found.take("d.jpg", 5, (), {"total": 0, "stacks": []})
    low, middle, _ = found.stacks.values()
    assert (low.right, low.wrong, low.unsure) == (1, 1, 1)
    assert (middle.right, middle.wrong, middle.unsure) == (1, 0, 2)
    assert (found.zones.right, found.zones.wrong, found.zones.unsure) == (2, 1, 1)
    assert found.wrong == [
        "b.jpg, seat 4, stack 1: 1x5 1x25 was told, 2x5 stands there",
        "c.jpg, seat 4: 10 was told, 185 lies there",
    ]
    assert found.why == {"2 stacks stand there, 1 were found": 1}


@pytest.fixture
def with_chips(tmp_path, bare_felt):
    """A profile with a chip set and a picture of the bare felt."""
    chip_set.save(ChipSet("ours", 39.0, 3.3, (RED, BLACK)), tmp_path / "chips.toml")
    pictures.write(tmp_path / "felt.png", bare_felt)
    held = usual_profile(tmp_path / "felt.png")
    target = tmp_path / "camera.toml"
    profile.save(
        profile.Profile(held.lens, held.markers, held.zones, held.empty, tmp_path / "chips.toml"), target
    )
    return target


def test_from_the_plan_to_the_figures(floorcall, with_chips, tmp_path):
    call = ("calibrate", "chips", "--check", "--profile", str(with_chips))
    wrote = floorcall(*call, "-o", str(tmp_path / "usual.txt"))
    assert (wrote.exit_code, "build it picture by picture" in wrote.stdout) == (0, True)
    assert sorted(read_plan((tmp_path / "usual.txt").read_text())) == [1, 2, 3, 4, 5, 6]
    assert floorcall(*call).stdout == (tmp_path / "usual.txt").read_text()

    (tmp_path / "plan.txt").write_text("1 seat 4: 3x5\n1 seat 5:\n1 seat 6:\n")
    pictures.write(tmp_path / "a.png", shot(Pile(-140, 20, (RED,) * 3)))
    checked = floorcall(*call, "--plan", str(tmp_path / "plan.txt"), str(tmp_path / "a.png"))
    assert checked.exit_code == 0, checked.output
    rows = {row[:22].strip(): row[22:].split() for row in checked.stdout.splitlines()}
    assert rows["stacks of 1 to 5"] == ["0", "0", "1"]
    assert rows["zones' totals"] == ["2", "0", "1"]
    assert "1 stacks say little" in checked.stdout
    assert "Much was left unsure" in checked.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--check", "a.png"), "the plan has 6 pictures, 1 were given"),
        (("--check", "--plan", "none.txt", "a.png"), "none.txt: is no plan that can be read"),
        (("a.png",), "to enrol chips say a picture, --denominations and --out"),
        (("--check", "-o", "no/plan.txt"), "no/plan.txt: No such file"),
    ],
)
def test_what_cannot_be_checked_is_said(floorcall, with_chips, tmp_path, monkeypatch, arguments, says):
    monkeypatch.chdir(tmp_path)
    refused = floorcall("calibrate", "chips", "--profile", str(with_chips), *arguments)
    assert (refused.exit_code, says in refused.stderr) == (2, True), refused.output


def test_a_plan_for_a_seat_that_has_no_zone_is_refused(floorcall, with_chips, tmp_path):
    (tmp_path / "plan.txt").write_text("1 seat 4: 3x5\n1 seat 9: 2x100\n")
    pictures.write(tmp_path / "a.png", shot(Pile(-140, 20, (RED,) * 3)))
    call = (
        "calibrate",
        "chips",
        "--check",
        "--profile",
        str(with_chips),
        "--plan",
        str(tmp_path / "plan.txt"),
    )
    refused = floorcall(*call, str(tmp_path / "a.png"))
    assert (refused.exit_code, "the plan names seat 9, for which" in refused.stderr) == (2, True)


def test_without_a_chip_set_there_is_nothing_to_check(floorcall, profile_file):
    refused = floorcall("calibrate", "chips", "--check", "--profile", str(profile_file))
    assert (refused.exit_code, "names no chip set yet" in refused.stderr) == (2, True)

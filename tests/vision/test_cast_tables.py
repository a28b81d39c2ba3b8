"""Tables that the second drawer draws: what stands there is where its truth says, and is told right or not at all."""

from __future__ import annotations

import json

import numpy as np
import pytest

from benchmarks.houses import set_up_cast
from vision.frames import pictures
from vision.geometry import markers
from vision.geometry.camera import size_of
from vision.reading import Reader
from vision.training import cast_tables

SEED = 3


@pytest.mark.soak(alone=True)
@pytest.mark.parametrize(("fine", "size"), [(False, (1920, 1080)), (True, (3840, 2160))])
def test_a_table_of_the_second_drawer_is_read_right_or_not_at_all(tmp_path, fine, size):
    drawn = list(cast_tables.write_table(tmp_path, 0, SEED, 1, "tidy", fine=fine))
    assert [path.name for path in drawn] == ["felt.jpg", "chips.jpg", "bets-00.jpg"]
    folder = cast_tables.folder_of(tmp_path, 0, SEED, "tidy", fine=fine)
    table, taken = cast_tables.cast_table(0, SEED)
    table = cast_tables.finer(table, taken)[0] if fine else table
    picture = pictures.read(folder / "bets-00.jpg")
    assert size_of(picture) == table.lens.size == size
    shown = markers.find(picture)
    assert len(shown) >= 3
    for number, corners in shown.items():
        off = corners - table.lens.project(table.markers[number], table.pose)
        assert np.abs(off).max() < 1.0, number

    standing = json.loads((folder / "truth.json").read_text())["pictures"][0]["stacks"]
    house = set_up_cast(folder, 0, SEED, fine=fine)
    told = 0
    for zone in Reader(house.profile, house.chips).read("bets", picture).zones:
        true = sum(sum(stack["chips"]) for stack in standing if stack["seat"] == zone.seat)
        assert zone.total in (true, None)
        for stack in zone.stacks:
            near = [s for s in standing if np.hypot(s["x_mm"] - stack.x_mm, s["y_mm"] - stack.y_mm) < 12]
            assert not stack.sure or [list(stack.chips)] == [s["chips"] for s in near]
            told += stack.sure
    assert told


def test_black_chips_on_dark_felt_are_enrolled_though_their_inlay_alone_stands_out(tmp_path):
    list(cast_tables.write_table(tmp_path, 3, 1, 0))
    house = set_up_cast(cast_tables.folder_of(tmp_path, 3, 1), 3, 1)
    table, _ = cast_tables.cast_table(3, 1)
    assert max(table.looks[1].chip.body) < 60, "the black one"
    assert [chip.spot_count for chip in house.chips.chips] == [look.chip.spot_count for look in table.looks]
    assert abs(house.chips.thickness_mm / table.thickness_mm - 1) < 0.015

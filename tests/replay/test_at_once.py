"""Many logs played at once: the same lines in the same order as one after the other."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from controller.replay import ReplayError
from controller.replay.at_once import WORTH_BYTES, AtOnce, processes_for
from controller.replay.pace import Pace
from controller.replay.player import Player


@pytest.fixture
def night(demo_hands: Path, boxed: Path) -> list[str]:
    """Return logs of which the first takes longest, with one whose lines are not all sound."""
    logs = sorted(demo_hands.glob("*.jsonl"))[:3]
    long = boxed.with_name("long.jsonl")
    long.write_bytes(b"".join(log.read_bytes() for log in logs * 4))
    torn = boxed.with_name("half a letter \udcff torn.jsonl")
    torn.write_bytes(boxed.read_bytes() + b'{"t":21,"type":"tap"}\n{"t":22,"ty')
    return [str(log) for log in (long, boxed, torn, *logs)]


@pytest.mark.matrix(
    ("way", ["play_json", "play_text"]), ("books", [[], ["tda-2024"], ["deltin", "tda-2024"]]), part=2
)
def test_the_lines_are_those_of_one_after_the_other(
    night: list[str], books: list[str], way: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first, then = io.BytesIO(), io.BytesIO()
    one, many = (
        Player(night, books, strict=False, pace=Pace(None)),
        AtOnce(night, books, strict=False, processes=2),
    )
    getattr(one, way)(first)
    said = capsys.readouterr().err
    getattr(many, way)(then)
    assert then.getvalue() == first.getvalue()
    assert capsys.readouterr().err == said
    assert "torn.jsonl:10" in said
    assert many.worst == one.worst


def test_strictly_the_first_bad_line_in_order_ends_it_after_what_came_before(night: list[str]) -> None:
    first, then = io.BytesIO(), io.BytesIO()
    with pytest.raises(ReplayError) as one:
        Player(night, [], strict=True, pace=Pace(None)).play_json(first)
    with pytest.raises(ReplayError) as many:
        AtOnce(night, [], strict=True, processes=2).play_json(then)
    assert (str(many.value), then.getvalue()) == (str(one.value), first.getvalue())


def test_whoever_reads_no_further_is_not_kept_waiting(night: list[str]) -> None:
    class Closed(io.BytesIO):
        def write(self, data: object) -> int:
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        AtOnce(night, [], strict=False, processes=2).play_json(Closed())


def test_small_logs_and_standard_input_are_played_in_this_process(night: list[str], tmp_path: Path) -> None:
    assert processes_for(night) == 1
    large = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for log in large:
        log.write_bytes(b" " * WORTH_BYTES)
    assert processes_for([str(log) for log in large]) <= 2
    assert processes_for([str(large[0])]) == processes_for(["-", str(large[0])]) == 1

"""A few hands that stand for an evening: raised, limped, all-in short, called twice, and down to the river."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.histories.read_phh import read_history
from tests.real_hands.course import Course, follow

RAISED = """
variant = "NT"
antes = [0, 0, 0, 0, 0]
blinds_or_straddles = [25, 50, 0, 0, 0]
starting_stacks = [20000, 20000, 20000, 20000, 20000]
actions = ["d dh p1 2c2d", "d dh p2 KsQd", "d dh p3 AsAd", "d dh p4 JsTs", "d dh p5 7c2h",
  "p3 cbr 150", "p4 cc", "p5 f", "p1 f", "p2 cc",
  "d db Ah8s3c", "p2 cc", "p3 cbr 225", "p4 cc", "p2 cc",
  "d db 9h", "p2 cc", "p3 cc", "p4 cbr 2000", "p2 f", "p3 cc",
  "d db 4d", "p3 cc", "p4 cc", "p3 sm AsAd", "p4 sm JsTs"]
"""
LIMPED = """
variant = "NT"
antes = [0, 0, 0, 0, 0, 0]
blinds_or_straddles = [25, 50, 0, 0, 0, 0]
starting_stacks = [9000, 9000, 9000, 9000, 9000, 9000]
actions = ["d dh p1 9c9d", "d dh p2 KsQd", "d dh p3 AsTd", "d dh p4 Js5s", "d dh p5 7c2h", "d dh p6 6c6h",
  "p3 cc", "p4 f", "p5 cc", "p6 cc", "p1 cc", "p2 cc",
  "d db Kh8s3c", "p1 cc", "p2 cbr 125", "p3 f", "p5 f", "p6 cbr 425", "p1 f", "p2 cc",
  "d db 2s", "p2 cc", "p6 cbr 800", "p2 cc", "d db 4d", "p2 cc", "p6 cbr 2025", "p2 f"]
"""
ALL_IN_SHORT = """
variant = "NT"
antes = [0, 0, 0, 0]
blinds_or_straddles = [25, 50, 0, 0]
starting_stacks = [5000, 5000, 5000, 240]
actions = ["d dh p1 9c9d", "d dh p2 KsQd", "d dh p3 AsAd", "d dh p4 JsTs",
  "p3 cbr 150", "p4 cbr 240", "p1 f", "p2 f", "p3 cc",
  "d db Ah8s3c", "d db 9h", "d db 4d", "p3 sm AsAd", "p4 sm JsTs"]
"""


CALLED = """
variant = "NT"
antes = [0, 0, 0, 0, 0]
blinds_or_straddles = [25, 50, 0, 0, 0]
starting_stacks = [20000, 20000, 20000, 20000, 20000]
actions = ["d dh p1 2c2d", "d dh p2 KsQd", "d dh p3 AsAd", "d dh p4 JsTs", "d dh p5 7c2h",
  "p3 cbr 250", "p4 cc", "p5 cc", "p1 f", "p2 f",
  "d db Ah8s3c", "p3 cbr 425", "p4 cc", "p5 f", "d db 9h", "p3 cbr 2000", "p4 f"]
"""


@pytest.fixture(scope="session")
def courses(tmp_path_factory: pytest.TempPathFactory) -> list[Course]:
    """The hands, each a few times over: its name decides where its players sit and how they handle chips."""
    folder: Path = tmp_path_factory.mktemp("hands")
    made = []
    for name, told in (("raised", RAISED), ("limped", LIMPED), ("short", ALL_IN_SHORT), ("called", CALLED)):
        for night in ("monday", "tuesday"):
            path = folder / f"{name}-{night}.phh"
            path.write_text(told)
            made.append(follow(read_history(path)))
    return made

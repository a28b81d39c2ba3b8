"""A camera's node that gives nothing: each cause in words of its own, since each wants something else done."""

from __future__ import annotations

from pathlib import Path

from vision.frames.v4l import why_shut


def test_a_node_that_may_not_be_opened_is_told_from_one_that_is_no_camera(tmp_path):
    (tmp_path / "video0").mkdir()
    assert why_shut(tmp_path / "video0") == f"{tmp_path / 'video0'} may not be opened: is a directory"
    assert why_shut(Path("/dev/null")) == "/dev/null is no camera"

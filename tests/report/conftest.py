"""Nights written down as logs, and what the report command makes of them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.testkit.scene import Scene

HEADER = {
    "type": "log", "version": 1, "table": "7", "started": "2026-11-20T19:30:00+00:00", "rulebook": "deltin",
}  # fmt: skip


def written(scene: Scene, path: Path, **header: object) -> Path:
    """Write down what happened in ``scene`` as a log."""
    lines = [{**HEADER, **header}, *scene.log]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def string_bet(scene: Scene | None = None) -> Scene:
    """Seat 3 pushes twice without a word; the floor lets the raise stand, against the book; all fold."""
    scene = (scene or Scene()).deal()
    scene.pushes(3, 100, started=scene.t + 1.6).pushes(3, 100, 100, after=1.0, started=scene.t + 0.5)
    scene.folds(4)
    found = scene.found("bet.string")
    scene.rules("call", finding=found.id, seat=3, by="Ana K.", note="=HYPERLINK spoken late")
    return scene.folds(5, 6, 1).award(2, 250).end()


@pytest.fixture
def night(tmp_path: Path) -> Path:
    """Return a night of two hands: a string bet, and one in which nothing is found."""
    scene = string_bet()
    scene.start(1).deal().folds(4, 5, 6, 1, 2).award(3, 150).end()
    return written(scene, tmp_path / "night.jsonl")


@pytest.fixture
def page(tmp_path: Path, floorcall: Callable[..., object]) -> Callable[..., str]:
    """Return a function that reports on logs and returns the page."""

    def make(*arguments: object) -> str:
        out = tmp_path / "report.html"
        result = floorcall("report", *map(str, arguments), "-o", str(out))
        assert result.exit_code == 0, result.stderr  # type: ignore[attr-defined]
        return out.read_text(encoding="utf-8")

    return make


def drawings(html: str) -> list[str]:
    """Return the page's drawings."""
    return re.findall(r"<svg.*?</svg>", html, re.DOTALL)


def words_of(html: str) -> str:
    """Return what people read of the page."""
    return re.sub(r"\s+", " ", re.sub(r"<style.*?</style>|<[^>]+>", " ", html, flags=re.DOTALL))

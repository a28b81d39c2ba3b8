"""Plays one hand's reports through the reorder window to the referee, as a log of its own would be."""

from __future__ import annotations

from collections.abc import Iterable

from controller.sensorlog.window import ReorderWindow
from controller.table import events as ev
from controller.table.engine import Engine
from controller.table.outputs import Finding, Output
from controller.table.rulebook import Rulebook


def play(
    reports: Iterable[ev.Event],
    book: Rulebook,
    equipment: list[ev.Equipment] | None = None,
    game: ev.Game = "nlhe",
) -> list[Output]:
    """Return what the table makes of the reports of one hand, in order of arrival, from ``table`` on.

    A report outside the window is a TooLateError: then the noise is not what it says.
    """
    engine = Engine(
        book,
        ev.LogHeader(
            version=1,
            table="7",
            started="2026-11-20T19:30:00Z",
            rulebook=book.id,
            equipment=equipment,
            game=game,
        ),
    )
    window: ReorderWindow[ev.Event] = ReorderWindow()
    outputs: list[Output] = []
    for line, report in enumerate(reports, 2):
        for due, event in window.push(report.t, line, report):
            outputs += engine.feed(due, event)  # type: ignore[arg-type]
    for due, event in window.flush():
        outputs += engine.feed(due, event)  # type: ignore[arg-type]
    return outputs + engine.finish()


def findings(outputs: Iterable[Output]) -> list[Finding]:
    """Return the findings among ``outputs``."""
    return [output for output in outputs if isinstance(output, Finding)]

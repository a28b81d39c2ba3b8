"""Says of a journal that something was taken out of whether it is as its table wrote it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from controller.exits import FOUND


def end_where_changed(journals: Iterable[Path]) -> None:
    """Name each journal that is not as it was written, with the place, and end with 1 where there is one."""
    from controller.journal.verify import verify

    verdicts = {journal: verify(journal) for journal in journals}
    for journal, verdict in verdicts.items():
        if verdict.problem:
            click.echo(
                f"floorcall: {journal} is not as its table wrote it: {verdict.problem}; "
                f"{verdict.records} records before it are as written",
                err=True,
            )
    if any(verdict.problem for verdict in verdicts.values()):
        raise click.exceptions.Exit(FOUND)

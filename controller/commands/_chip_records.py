"""``floorcall chips --compare``: a night that a camera recorded, held against what lay there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from controller.commands._camera import refusing
from controller.commands._chip_check import FEW, figures
from controller.exits import refuse

if TYPE_CHECKING:
    from vision.records import Compared


def compare(folder: Path) -> None:
    """Print how well the zones recorded in ``folder`` were told, of those whose truth was written down."""
    from vision import records

    with refusing():
        found, open_yet = records.compare(folder)
    if not found.told.all:
        refuse(f"{folder / records.TRUTH}: no line is filled in; write down what lay there in some of them")
    for line in _report(found, open_yet):
        click.echo(line)


def _report(found: Compared, open_yet: int) -> Iterator[str]:
    yield f"{'':24} {'right':>6} {'wrong':>6} {'unsure':>7}"
    for (low, high), score in found.checked.stacks.items():
        yield figures(f"stacks of {low} to {high}", score)
    yield figures("zones as the table heard", found.told)
    yield f"true amounts confirmed at 0.95: {found.confirmed} of {found.with_chips} zones with chips"
    for least, most, number, said, right in found.honesty():
        yield f"  said {least:.2f} to {most:.2f}: {number:5}, {said:.3f} on average, right {right:.3f}"
    yield from found.checked.wrong
    yield from (f"{times} x {why}" for why, times in found.checked.why.most_common())
    if open_yet:
        yield f"{open_yet} zones have no truth yet"
    if found.told.all < FEW:
        yield f"{found.told.all} zones say little; {FEW} or more make a figure"

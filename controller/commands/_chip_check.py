"""Measures for ``floorcall calibrate chips --check`` how well a house's own chips are told, in ten minutes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from controller.commands._camera import refusing
from controller.exits import refuse, refuse_over
from controller.whole_file import whole_file

if TYPE_CHECKING:
    from vision.checking import Checked, Plan, Score
    from vision.counting.chip_set import ChipSet
    from vision.profile import Profile

FEW = 30
"""Under so many stacks the figures say little."""
GOOD_SHARE = 0.9


def check(images: list[Path], profile: Path, count: int, out: Path | None, plan_file: Path | None) -> None:
    """Write the plan where there is no picture yet; else hold the pictures against it and print the figures."""
    from vision import checking
    from vision import profile as profiles
    from vision.counting import chip_set

    refuse_over(out, profile)
    with refusing():
        held = profiles.load(profile)
        if held.chips is None:
            refuse(f'{profile}: names no chip set yet; enrol the chips, then [chips] set = "FILE"')
        chips = chip_set.load(held.chips)
        seats = [zone.seat for zone in held.zones]
        usual = checking.plan_for(seats, [chip.denomination for chip in chips.chips], count)
        if not images:
            _write_plan(usual, out)
            return
        plan = usual if plan_file is None else checking.read_plan(_text(plan_file))
        if strange := {seat for zones in plan.values() for seat in zones}.difference(seats):
            refuse(f"the plan names seat {min(strange)}, for which {profile} has no zone")
        if len(images) != len(plan):
            refuse(f"the plan has {len(plan)} pictures, {len(images)} were given")
        for line in _report(_checked(images, plan, held, chips), chips):
            click.echo(line)


def _write_plan(plan: Plan, out: Path | None) -> None:
    from vision import checking

    text = checking.write_plan(plan)
    if out is None:
        click.echo(text, nl=False)
        return
    try:
        with whole_file(out) as file:
            file.write(text.encode())
    except OSError as error:
        refuse(f"{out}: {error.strerror}")
    click.echo(f"{out}: build it picture by picture; where a stack comes out otherwise, change its line")


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        refuse(f"{file}: is no plan that can be read")


def _checked(images: list[Path], plan: Plan, profile: Profile, chips: ChipSet) -> Checked:
    from vision.checking import Checked
    from vision.frames import pictures
    from vision.reading import Reader

    reader, found = Reader(profile, chips), Checked()
    for image, number in zip(images, sorted(plan), strict=True):
        reading = reader.read(str(image), pictures.read(image))
        found.why.update(reading.said if reading.fit is None else ())
        for zone in reading.zones:
            found.why.update(why for why in (zone.why, *(stack.why for stack in zone.stacks)) if why)
            found.take(image.name, zone.seat, plan[number].get(zone.seat, ()), zone.as_json())
    return found


def _report(found: Checked, chips: ChipSet) -> list[str]:
    """Return the figures and what to do, line by line."""
    scores = list(found.stacks.values())
    number = sum(score.all for score in scores)
    lines = [f"{'':24} {'right':>6} {'wrong':>6} {'unsure':>7}"]
    for (low, high), score in found.stacks.items():
        lines.append(figures(f"stacks of {low} to {high}", score))
    lines.append(figures("zones' totals", found.zones))
    lines += found.wrong
    lines += [f"{times} x {why}" for why, times in found.why.most_common()]
    if number < FEW:
        lines.append(f"{number} stacks say little; {FEW} or more make a figure")
    return [*lines, *_advice(scores, chips)]


def figures(name: str, score: Score) -> str:
    """Return a line of the table: right, wrong and unsure."""
    return f"{name:24} {score.right:6} {score.wrong:6} {score.unsure:7}"


def _advice(scores: list[Score], chips: ChipSet) -> list[str]:
    number, wrong = sum(score.all for score in scores), sum(score.wrong for score in scores)
    right = sum(score.right for score in scores)
    lines = []
    if wrong:
        lines.append(
            f"Something was told wrong: enrol {chips.name} again, under the light of play and from straight stacks, "
            "and check again; until then key the amounts."
        )
    if number and right < GOOD_SHARE * number - wrong:
        lines.append(
            "Much was left unsure: bring the camera nearer or lower until `floorcall chips --live` gives 6 px a chip "
            "edge, keep stacks apart and straight, and light the felt evenly."
        )
    if number and not lines:
        lines.append("Well: nothing wrong, and nine of ten told.")
    return lines

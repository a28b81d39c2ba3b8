"""Checks the house's clock in the configuration: its rows, or the sheet that they stand in."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from controller.config.model import Config, LevelConfig
from controller.sheets import LevelRow, SheetError, schedule_mistakes
from controller.typed import KeyPath


def level_mistakes(config: Config) -> Iterator[tuple[KeyPath, str]]:
    """Yield what is wrong with the table's level, or with the schedule that stands in the file."""
    level = config.table.level
    told = [*(["`table.level`"] if level is not None else []), *(["`[[level]]`"] if config.level else [])]
    told += ["`clock.schedule`"] if config.clock.schedule is not None else []
    if not told:
        yield ("table",), "needs the key `level`, or a schedule: rows of [[level]], or `clock.schedule`"
    if len(told) > 1:
        where: KeyPath = ("clock", "schedule") if config.clock.schedule is not None else ("level", 0)
        yield (
            where,
            f"says what {told[0]} says already: a table has one level, or one schedule; leave one out",
        )
    for place, key, problem in schedule_mistakes(config.level, config.table.denominations or []):
        yield ("level", place, key), problem
    if level is not None:
        yield from _amounts(level, config.table.denominations or [])


def _amounts(level: LevelConfig, denominations: list[int]) -> Iterator[tuple[KeyPath, str]]:
    """Yield what is wrong with the one level of a night: what is wrong with a schedule of it alone."""
    row = LevelRow(minutes=1, **msgspec.structs.asdict(level))
    for _place, key, problem in schedule_mistakes([row], denominations):
        yield ("table", "level", key), problem


def schedule_mistake(config: Config) -> Iterator[tuple[KeyPath, str]]:
    """Yield what is wrong with the schedule's sheet: the first mistake, with its line and column."""
    try:
        config.schedule_rows()
    except SheetError as error:
        yield ("clock", "schedule"), str(error)
    except OSError as error:
        yield ("clock", "schedule"), f"{config.schedule_path} cannot be read: {error.strerror}"

"""Checks the house's clock in the configuration: its rows, or the sheet that they stand in."""

from __future__ import annotations

from collections.abc import Iterator

from controller.config.model import Config, LevelConfig
from controller.sheets import SheetError, schedule_mistakes
from controller.table.chips import Inconsistent, has_a_bet
from controller.typed import KeyPath


def level_mistakes(config: Config) -> Iterator[tuple[KeyPath, str]]:
    """Yield what is wrong with the table's level, or with the schedule that stands in the file."""
    level = config.table.level
    if level is not None:
        yield from _amounts(level)
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


def _amounts(level: LevelConfig) -> Iterator[tuple[KeyPath, str]]:
    if level.small > level.big:
        yield ("table", "level", "small"), f"must not be over the big blind, {level.big}"
    try:
        has_a_bet(level.big, level.small_bet, level.bring_in)
    except Inconsistent as error:
        yield ("table", "level", error.place), str(error)


def schedule_mistake(config: Config) -> Iterator[tuple[KeyPath, str]]:
    """Yield what is wrong with the schedule's sheet: the first mistake, with its line and column."""
    try:
        config.schedule_rows()
    except SheetError as error:
        yield ("clock", "schedule"), str(error)
    except OSError as error:
        yield ("clock", "schedule"), f"{config.schedule_path} cannot be read: {error.strerror}"

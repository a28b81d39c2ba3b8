"""Gives the shape of ``[room]``: the house's broker, by which a table tells the floor what it has to say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta, field

from controller.config.broker import BrokerConfig
from controller.languages import Language
from controller.typed import KeyPath

if TYPE_CHECKING:
    from controller.config.model import Config

NAME: Final = r"^[A-Za-z0-9_-]{1,32}$"
RoomName = Annotated[str, Meta(pattern=NAME)]
"""A part of a topic: what every broker takes in one."""


class RoomConfig(BrokerConfig, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The room that a table belongs to.

    ``table`` is its name there, `table.id` where absent. ``languages`` are those in which the floor reads alerts.
    ``home_assistant`` lists the table in the Home Assistant of the same broker.
    """

    site: RoomName
    table: RoomName | None = None
    languages: list[Language] = field(default_factory=list)
    home_assistant: bool = False


def room_mistakes(config: Config) -> Iterator[tuple[KeyPath, str]]:
    """Yield what is wrong with ``[room]``."""
    room = config.room
    if room is None:
        return
    if room.table is None and not re.fullmatch(NAME, config.table.id):
        yield (
            ("room",),
            f'needs the key `table`: a name of letters, digits, - and _ for the table "{config.table.id}"',
        )


def room_files(config: Config) -> Iterator[tuple[KeyPath, str]]:
    """Yield what is wrong with the broker of ``[room]`` and the files that it names."""
    if config.room is not None:
        for key, problem in config.room.mistakes(Path(config.source).parent):
            yield ("room", key), problem

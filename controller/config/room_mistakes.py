"""What the types cannot say of ``[room]``: names that no broker takes, files that are not there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from controller.config.model import Config
from controller.config.room import NAME
from controller.journal.seal import SealError
from controller.typed import KeyPath


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
        folder = Path(config.source).parent
        for key, problem in config.room.mistakes(folder):
            yield ("room", key), problem
        try:
            config.room.key(folder)
        except SealError as error:
            yield ("room", "floor_key"), str(error)

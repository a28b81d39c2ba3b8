"""Gives the shape of ``[room]``: the house's broker, by which a table tells the floor what it has to say."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, field

from controller.config.broker import BrokerConfig, Text
from controller.journal.boxes import load_public
from controller.languages import Language

NAME: Final = r"^[A-Za-z0-9_-]{1,32}$"
RoomName = Annotated[str, Meta(pattern=NAME)]
"""A part of a topic: what every broker takes in one."""


class RoomConfig(BrokerConfig, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The room that a table belongs to.

    ``table`` is its name there, `table.id` where absent. ``languages`` are those in which the floor reads alerts,
    all of them where absent. ``home_assistant`` lists the table in the Home Assistant of the same broker. ``floor_key`` is the file with the public
    half of the floor's key: the cameras' pictures of a finding go out sealed to it, without it none do.
    """

    site: RoomName
    table: RoomName | None = None
    languages: list[Language] = field(default_factory=list)
    home_assistant: bool = False
    floor_key: Text | None = None

    def key(self, folder: Path) -> bytes | None:
        """Return the floor's public key, None where none is named. Raise SealError where it cannot be read."""
        if self.floor_key is None:
            return None
        return load_public(folder / Path(self.floor_key).expanduser(), "floor's")

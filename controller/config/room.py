"""Gives the shape of ``[room]``: the house's broker, by which a table tells the floor what it has to say."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, field

from controller.config.broker import BrokerConfig
from controller.languages import Language

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

"""Stores people's duties and phones. Of the store's thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import sqlalchemy as sa

from controller.floor.duties import Duty
from controller.floor.push import Phone
from controller.floor.schema import CALLS, DUTIES, PHONES

Put = Callable[[sa.Connection, sa.Table, dict[str, Any]], None]
"""Writes a row, in place of one with the same key."""


class Crew:
    """The people of one store."""

    def __init__(self, engine: sa.Engine, put: Put) -> None:
        self._engine, self._put = engine, put

    def take(self, duty: Duty) -> None:
        """Keep whose something is."""
        with self._engine.begin() as connection:
            self._put(connection, DUTIES, msgspec.structs.asdict(duty))

    def duties(self, since: float) -> list[Duty]:
        """Return whose what is; calls that were given before ``since`` are left out."""
        query = sa.select(DUTIES).where(sa.or_(DUTIES.c.what != "alert", DUTIES.c.at >= since))
        with self._engine.connect() as connection:
            return [Duty(**row) for row in connection.execute(query).mappings()]

    def phone(self, phone: Phone) -> None:
        """Keep a phone that is to be called."""
        with self._engine.begin() as connection:
            self._put(connection, PHONES, msgspec.structs.asdict(phone))

    def forget(self, endpoint: str) -> None:
        """Forget a phone that is called no longer."""
        with self._engine.begin() as connection:
            connection.execute(PHONES.delete().where(PHONES.c.endpoint == endpoint))

    def told(self, address: str, alert: str, at: float) -> None:
        """Keep that a phone or a target has heard of an alert."""
        with self._engine.begin() as connection:
            self._put(connection, CALLS, {"address": address, "alert": alert, "at": at})

    def calls(self, since: float) -> list[tuple[str, str]]:
        """Return who has heard of which alert since a moment: address and alert."""
        query = sa.select(CALLS.c.address, CALLS.c.alert).where(CALLS.c.at >= since)
        with self._engine.connect() as connection:
            return [(address, alert) for address, alert in connection.execute(query)]

    def phones(self) -> list[Phone]:
        """Return all phones that are called."""
        with self._engine.connect() as connection:
            return [Phone(**row) for row in connection.execute(sa.select(PHONES)).mappings()]

"""Stores evidence: manifests, parts, and who opened it. Of the store's thread."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol

import sqlalchemy as sa

from controller.floor.proof import (
    KeptManifest,
    KeptPart,
    Opening,
    Proof,
    Shelved,
    digests_of,
    has_pictures,
    proof_of,
)
from controller.floor.schema import EVIDENCE, NAMED, OPENINGS, PARTS


class Put(Protocol):
    """Writes rows, each in place of one with the same key, but for the columns in ``stays``."""

    def __call__(
        self, connection: sa.Connection, table: sa.Table, *rows: dict[str, Any], stays: Sequence[str] = ()
    ) -> None:
        """Write them."""


FIRST: Final = ("heard_at",)
"""What is told once more is not younger for it."""


class Shelf:
    """The evidence of one store."""

    def __init__(self, engine: sa.Engine, put: Put) -> None:
        self._engine, self._put = engine, put

    def keep(self, connection: sa.Connection, shelved: Iterable[Shelved]) -> None:
        """Write what came, inside the transaction of ``connection``."""
        for one in shelved:
            if isinstance(one, KeptManifest):
                self._manifest(connection, one)
            elif isinstance(one, KeptPart):
                row = {"sha256": one.sha256, "heard_at": one.at, "body": one.body}
                self._put(connection, PARTS, row, stays=FIRST)
            else:
                values = {"alert": one.alert, "person": one.person, "at": one.at}
                connection.execute(OPENINGS.insert(), values)

    def _manifest(self, connection: sa.Connection, one: KeptManifest) -> None:
        """Keep a manifest; a table that has no pictures any more takes none away."""
        known = self._body(connection, one.alert)
        if known is None or has_pictures(one.body) or not has_pictures(known):
            row = {"alert": one.alert, "heard_at": one.at, "body": json.dumps(one.body)}
            self._put(connection, EVIDENCE, row, stays=FIRST)
            connection.execute(NAMED.delete().where(NAMED.c.alert == one.alert))
            named = [{"alert": one.alert, "sha256": digest} for digest in dict.fromkeys(digests_of(one.body))]
            if named:  # SQLAlchemy takes no rows for one row of defaults
                connection.execute(NAMED.insert(), named)

    def _body(self, connection: sa.Connection, alert: str) -> dict[str, Any] | None:
        told = connection.execute(sa.select(EVIDENCE.c.body).where(EVIDENCE.c.alert == alert)).scalar()
        return None if told is None else dict(json.loads(told))

    def of(self, alert: str) -> Proof:
        """Return the evidence of an alert, as far as it is there."""
        with self._engine.connect() as connection:
            manifest = self._body(connection, alert)
            if manifest is None:
                return Proof(whole="none")
            query = sa.select(PARTS.c.sha256, PARTS.c.body).where(PARTS.c.sha256.in_(digests_of(manifest)))
            parts = {sha256: bytes(body) for sha256, body in connection.execute(query)}
        return proof_of(manifest, parts)

    def heard_at(self, alert: str) -> float | None:
        """Return when the evidence of an alert was heard first, None where there is none."""
        with self._engine.connect() as connection:
            query = sa.select(EVIDENCE.c.heard_at).where(EVIDENCE.c.alert == alert)
            return connection.execute(query).scalar()

    def openings(self, alert: str) -> list[Opening]:
        """Return who opened the evidence of an alert, the first one first."""
        query = sa.select(OPENINGS.c.person, OPENINGS.c.at).where(OPENINGS.c.alert == alert)
        with self._engine.connect() as connection:
            rows = connection.execute(query.order_by(OPENINGS.c.at))
            return [Opening(alert=alert, person=person, at=at) for person, at in rows]

    def clear(self, before: float) -> int:
        """Take away the evidence that was heard before a moment; return how many alerts lost theirs.

        A part that a younger manifest names too stays with it. Who opened the evidence stays on record.
        """
        old = EVIDENCE.c.heard_at < before
        with self._engine.begin() as connection:
            connection.execute(
                NAMED.delete().where(NAMED.c.alert.in_(sa.select(EVIDENCE.c.alert).where(old)))
            )
            gone = connection.execute(EVIDENCE.delete().where(old)).rowcount
            needed = sa.exists().where(NAMED.c.sha256 == PARTS.c.sha256)
            connection.execute(PARTS.delete().where(PARTS.c.heard_at < before, ~needed))
        return int(gone)

"""Opens the floor's store: SQLite beside its configuration, or the house's PostgreSQL by its address.

Belongs to one thread, and a database to one floor. Messages come in batches, each batch in one transaction; a message that comes twice is
there once.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Sequence
from importlib import resources
from typing import Any, Final

import alembic.command
import alembic.config
import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from controller.alert_states import OPEN
from controller.floor.alone import engine_of
from controller.floor.crew import Crew
from controller.floor.proof import Shelved
from controller.floor.schema import ALERTS, MESSAGES, NOTES, ORDERS, TABLES
from controller.floor.shelf import Shelf

MOST_CASES: Final = 2_000
"""How many rulings of a kind are looked at, the latest ones."""
StoreTrouble = SQLAlchemyError
"""What keeps the store from reading or writing."""


class Heard(msgspec.Struct, frozen=True, kw_only=True):
    """A counted message as it came: of which table, by whose journal, when (seconds since 1970)."""

    site: str
    name: str
    series: str
    n: int
    topic: str
    body: dict[str, Any]
    at: float


class KeptTable(msgspec.Struct, frozen=True, kw_only=True):
    """What the store knows of a table. ``taken_off`` is who took it off the map, None where it is there."""

    site: str
    name: str
    series: str
    high: int
    missing: list[tuple[int, int]]
    health: dict[str, Any]
    head: dict[str, Any]
    heard_at: float
    taken_off: str | None = None


class KeptAlert(msgspec.Struct, frozen=True, kw_only=True):
    """An alert as it is now. ``id`` names it among all tables; ``person`` is who comes, or ruled."""

    id: str
    site: str
    name: str
    n: int
    found_at: float
    changed_at: float
    body: dict[str, Any]
    person: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether somebody has still to answer."""
        return bool(self.body.get("open"))


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What the floor told a table, and what came of it; ``topic`` is ``ruling`` or ``mark``."""

    id: str
    site: str
    name: str
    topic: str
    alert: str
    person: str
    sent_at: float
    body: dict[str, Any]
    answer: dict[str, Any] | None = None


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """What one shift hands over to the next."""

    at: float
    person: str
    text: str


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What is looked for in the history; what is None is all the same. Times are seconds since 1970."""

    table: str | None = None
    kind: str | None = None
    rule: str | None = None
    seat: int | None = None
    person: str | None = None
    since: float | None = None
    until: float | None = None
    most: int = 200


class FloorStore:
    """One open store."""

    def __init__(self, url: str) -> None:
        """Open or make the store and bring it up to date. Raise StoreTrouble where that cannot be."""
        self.url = sa.make_url(url)
        _own(self.url)
        is_file = self.url.get_backend_name() == "sqlite"
        self._engine = _file_engine(self.url) if is_file else engine_of(self.url)
        self._insert = sqlite.insert if is_file else postgresql.insert
        self._upserts: dict[tuple[str, ...], Any] = {}
        try:
            with self._engine.begin() as connection:
                _upgrade(connection)
        except BaseException:
            self._engine.dispose()
            raise
        self.shelf = Shelf(self._engine, self._put)
        """Evidence, and who opened it."""
        self.crew = Crew(self._engine, self._put)
        """People's duties and phones."""

    def close(self) -> None:
        """Let go of the store."""
        self._engine.dispose()

    def write(
        self, batch: Sequence[Heard], tables: Iterable[KeptTable], alerts: Iterable[KeptAlert],
        shelved: Iterable[Shelved] = (),
    ) -> None:  # fmt: skip
        """Keep messages, tables and alerts as they are after them, and evidence, in one transaction."""
        with self._engine.begin() as connection:
            if batch:
                connection.execute(
                    self._insert(MESSAGES).on_conflict_do_nothing(), [_row(one) for one in batch]
                )
            self._put(connection, TABLES, *map(_table_row, tables))
            self._put(connection, ALERTS, *map(_alert_row, alerts))
            self.shelf.keep(connection, shelved)

    def order(self, order: Order) -> None:
        """Keep what the floor told a table, or what came of it."""
        row = msgspec.structs.asdict(order)
        answer = None if order.answer is None else json.dumps(order.answer)
        with self._engine.begin() as connection:
            self._put(connection, ORDERS, {**row, "body": json.dumps(order.body), "answer": answer})

    def note(self, note: Note) -> None:
        """Keep a note."""
        with self._engine.begin() as connection:
            connection.execute(NOTES.insert(), msgspec.structs.asdict(note))

    def _put(
        self, connection: sa.Connection, table: sa.Table, *rows: dict[str, Any], stays: Sequence[str] = ()
    ) -> None:
        """Write rows, or what has changed of them; columns in ``stays`` are as they were first."""
        if not rows:
            return
        known = (table.name, *rows[0], *stays)
        if known not in self._upserts:  # made once: making it costs more than writing a row
            keys = [column.name for column in table.primary_key]
            insert = self._insert(table).values({name: sa.bindparam(name) for name in rows[0]})
            changed = {name: insert.excluded[name] for name in rows[0] if name not in (*keys, *stays)}
            self._upserts[known] = insert.on_conflict_do_update(index_elements=keys, set_=changed)
        connection.execute(self._upserts[known], list(rows))

    # Read back.

    def tables(self) -> list[KeptTable]:
        """Return every table that was ever heard."""
        with self._engine.connect() as connection:
            rows = connection.execute(sa.select(TABLES).order_by(TABLES.c.site, TABLES.c.name)).mappings()
            return [
                KeptTable(
                    **{**row, "missing": [tuple(gap) for gap in json.loads(row["missing"])],
                       "health": json.loads(row["health"]), "head": json.loads(row["head"])}
                )
                for row in rows
            ]  # fmt: skip

    def alerts(self, wanted: Wanted) -> list[KeptAlert]:
        """Return the alerts that are looked for, the newest first."""
        query = sa.select(ALERTS).order_by(ALERTS.c.found_at.desc()).limit(wanted.most)
        for column, value in (
            (ALERTS.c.name, wanted.table), (ALERTS.c.kind, wanted.kind), (ALERTS.c.seat, wanted.seat),
            (ALERTS.c.person, wanted.person),
        ):  # fmt: skip
            query = query if value is None else query.where(column == value)
        if wanted.rule is not None:
            query = query.where(ALERTS.c.cites.contains(f'"{wanted.rule}"', autoescape=True))
        if wanted.since is not None:
            query = query.where(ALERTS.c.found_at >= wanted.since)
        if wanted.until is not None:
            query = query.where(ALERTS.c.found_at < wanted.until)
        with self._engine.connect() as connection:
            return [_alert(row) for row in connection.execute(query).mappings()]

    def alert(self, name: str) -> KeptAlert | None:
        """Return the alert that is called so, None where there is none."""
        with self._engine.connect() as connection:
            row = connection.execute(sa.select(ALERTS).where(ALERTS.c.id == name)).mappings().first()
            return None if row is None else _alert(row)

    def ruled(self, site: str, kind: str, most: int = MOST_CASES) -> list[KeptAlert]:
        """Return the alerts of a kind at a site that somebody ruled on, the latest first."""
        query = sa.select(ALERTS).where(ALERTS.c.site == site, ALERTS.c.kind == kind)
        query = query.where(ALERTS.c.body.not_like('%"ruling": null%')).order_by(ALERTS.c.found_at.desc())
        with self._engine.connect() as connection:
            found = [_alert(row) for row in connection.execute(query.limit(most)).mappings()]
        return [alert for alert in found if isinstance(alert.body.get("ruling"), dict)]

    def over(self, most: int) -> dict[str, int]:
        """Return the numbers of the alerts that are over, by their names: the latest ``most``, the latest last."""
        query = sa.select(ALERTS.c.id, ALERTS.c.n).where(ALERTS.c.state.not_in(OPEN))
        with self._engine.connect() as connection:
            rows = connection.execute(query.order_by(ALERTS.c.changed_at.desc()).limit(most)).mappings().all()
            return {row["id"]: row["n"] for row in reversed(rows)}

    def open_alerts(self) -> list[KeptAlert]:
        """Return the alerts that somebody has still to answer, the oldest first."""
        query = sa.select(ALERTS).where(ALERTS.c.state.in_(OPEN)).order_by(ALERTS.c.found_at)
        with self._engine.connect() as connection:
            return [_alert(row) for row in connection.execute(query).mappings()]

    def messages(self, site: str, name: str, topic: str, since: float = 0.0) -> list[dict[str, Any]]:
        """Return what a table said on a topic (``finding``, ``hand``, ``ruled``), in the order of its numbers."""
        where = (MESSAGES.c.site == site, MESSAGES.c.name == name, MESSAGES.c.topic == topic)
        query = sa.select(MESSAGES.c.body).where(*where, MESSAGES.c.heard_at >= since)
        with self._engine.connect() as connection:
            rows = connection.execute(query.order_by(MESSAGES.c.series, MESSAGES.c.n))
            return [json.loads(body) for (body,) in rows]

    def count(self) -> int:
        """Return how many messages are kept."""
        with self._engine.connect() as connection:
            return int(connection.execute(sa.select(sa.func.count()).select_from(MESSAGES)).scalar_one())

    def orders(self, *, unanswered: bool = False) -> list[Order]:
        """Return what the floor told the tables, the oldest first."""
        query = sa.select(ORDERS).order_by(ORDERS.c.sent_at)
        query = query.where(ORDERS.c.answer.is_(None)) if unanswered else query
        with self._engine.connect() as connection:
            return [
                Order(**{**row, "body": json.loads(row["body"]), "answer": row["answer"] and json.loads(row["answer"])})
                for row in connection.execute(query).mappings()
            ]  # fmt: skip

    def notes(self, most: int = 20) -> list[Note]:
        """Return the newest notes, the newest first."""
        query = sa.select(NOTES.c.at, NOTES.c.person, NOTES.c.text).order_by(NOTES.c.at.desc()).limit(most)
        with self._engine.connect() as connection:
            return [Note(**row) for row in connection.execute(query).mappings()]


def _upgrade(connection: sa.Connection) -> None:
    config = alembic.config.Config()
    config.set_main_option("script_location", str(resources.files("controller.floor") / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    alembic.command.upgrade(config, "head")


def _own(url: sa.URL) -> None:
    """Let nobody but the floor's account read the file of a store: people, their phones, who looked at what."""
    if url.get_backend_name() == "sqlite" and url.database:
        with contextlib.suppress(OSError):  # what is wrong with it, the database says better
            os.close(os.open(url.database, os.O_RDWR | os.O_CREAT, 0o600))
            os.chmod(url.database, 0o600)


def _file_engine(url: sa.URL) -> sa.Engine:
    engine = sa.create_engine(url, pool_pre_ping=True)
    sa.event.listen(engine, "connect", _careful)
    return engine


def _careful(connection: Any, _: Any) -> None:
    """Have SQLite wait for the disk, and for whoever else reads."""
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "busy_timeout = 5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _row(heard: Heard) -> dict[str, Any]:
    body = heard.body
    name = body.get("id" if heard.topic == "finding" else "finding")
    if isinstance(name, dict):  # an alert has all of its finding
        name = name.get("id")
    hand = body.get("hand")
    return {
        "site": heard.site, "name": heard.name, "series": heard.series, "n": heard.n, "topic": heard.topic,
        "log": body.get("log") or 0, "hand": hand if isinstance(hand, int) else None,
        "finding": str(name)[:120] if name else None, "heard_at": heard.at, "body": msgspec.json.encode(body).decode(),
    }  # fmt: skip


def _table_row(table: KeptTable) -> dict[str, Any]:
    return {
        **msgspec.structs.asdict(table), "missing": json.dumps(table.missing), "health": json.dumps(table.health),
        "head": json.dumps(table.head),
    }  # fmt: skip


def _alert_row(alert: KeptAlert) -> dict[str, Any]:
    finding = alert.body["finding"]
    return {
        "id": alert.id, "site": alert.site, "name": alert.name, "n": alert.n, "kind": finding["kind"],
        "seat": finding["seat"], "cites": json.dumps(finding["cites"]), "state": alert.body["state"],
        "person": alert.person, "found_at": alert.found_at, "changed_at": alert.changed_at,
        "body": json.dumps(alert.body),
    }  # fmt: skip


def _alert(row: Any) -> KeptAlert:
    return KeptAlert(
        id=row["id"], site=row["site"], name=row["name"], n=row["n"], found_at=row["found_at"],
        changed_at=row["changed_at"], body=json.loads(row["body"]), person=row["person"],
    )  # fmt: skip

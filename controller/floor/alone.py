"""Has a database of PostgreSQL for one floor alone, by a lock that ends with the floor's connection."""

from __future__ import annotations

import os
import socket
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

KEY: Final = 0x466C6F72
"""The first half of the lock's key; the other is the schema's, so that each schema has one of its own."""
_TAKES = f"SELECT pg_try_advisory_lock({KEY}, hashtext(coalesce(current_schema(), '')))"
_HAS = (
    "SELECT l.pid, a.application_name FROM pg_locks l LEFT JOIN pg_stat_activity a ON a.pid = l.pid "
    "WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2 AND l.database = (SELECT oid FROM pg_database "
    f"WHERE datname = current_database()) AND l.classid = {KEY} "
    "AND l.objid::bigint = hashtext(coalesce(current_schema(), ''))::bigint & 4294967295"
)
_MISSED = ("tcp_keepalives_idle = 10", "tcp_keepalives_interval = 5", "tcp_keepalives_count = 3")
"""After how many seconds the database lets go of a floor whose machine is gone."""


class NotAlone(SQLAlchemyError):
    """Another floor keeps its history in the database."""


def ours() -> str:
    """Return as whom this floor stands among the database's connections: its machine and its process."""
    return f"floorcall-floor {socket.gethostname()[:36]} {os.getpid()}"


def engine_of(url: sa.URL) -> sa.Engine:
    """Return an engine of one connection, which has the database for this floor or is none: NotAlone is raised then."""
    engine = sa.create_engine(
        url, pool_pre_ping=True, pool_size=1, max_overflow=0, connect_args={"application_name": ours()}
    )
    sa.event.listen(engine, "connect", _take)
    return engine


def _take(connection: Any, _: Any) -> None:
    with connection.cursor() as cursor:
        for missed in _MISSED:
            cursor.execute(f"SET {missed}")
        if not _is_taken(cursor):
            cursor.execute(_HAS)
            holder, name = cursor.fetchone() or (None, None)
            if name == ours():  # an earlier connection of this floor's, whose end the database has not seen
                cursor.execute("SELECT pg_terminate_backend(%s, 2000)", (holder,))
            if not _is_taken(cursor):
                raise NotAlone(f"another floor keeps its history there: {name or 'it has gone just now'}")
    connection.commit()


def _is_taken(cursor: Any) -> bool:
    cursor.execute(_TAKES)
    return bool(cursor.fetchone()[0])

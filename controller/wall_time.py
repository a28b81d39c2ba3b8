"""Tells when on the wall's clock something in a log was."""

from __future__ import annotations

from datetime import datetime, timedelta


def wall_time(started: str, t: float) -> datetime | None:
    """Return the local time of ``t`` in a log that began at ``started``; None where no clock here shows it."""
    try:
        return (datetime.fromisoformat(started.upper()) + timedelta(seconds=t)).astimezone()
    except (ValueError, OverflowError):  # a second of 60, a year before 1 or after 9999
        return None

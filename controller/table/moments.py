"""Says how a log tells time: when it began, as RFC 3339 writes it, and each moment in seconds since then."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

LONGEST_LOG_S = 1e9  # thirty years: such a ``t`` is garbage, and would make every later line late
Moment = Annotated[float, Meta(ge=0, lt=LONGEST_LOG_S, description="seconds since the log's start")]
_STARTED = "a moment as RFC 3339 writes it, such as 2026-11-20T19:30:00Z"
_LEAP_YEAR = r"(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)"
_DAY = (
    r"(?:\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)"
    rf"|02-(?:0[1-9]|1\d|2[0-8]))|{_LEAP_YEAR}-02-29)"
)
_HOUR = r"(?:[01]\d|2[0-3]):[0-5]\d"
Started = Annotated[
    str,
    Meta(
        pattern=rf"^{_DAY}[Tt ]{_HOUR}:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-]{_HOUR})\Z",
        description=_STARTED,
    ),
]

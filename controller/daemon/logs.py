"""Writes the daemon's log: JSON lines on standard error, each let out by the privacy gate alone."""

from __future__ import annotations

import logging
import sys
from typing import Any, Final

from controller.privacy import HiddenCards, log_gate

_UNUSED: Final = ("rich", "greenlet")
"""What structlog would load for colours and green threads; a table's log is plain JSON, and 4 MB are 4 MB."""
_blocked: Final = [name for name in _UNUSED if name not in sys.modules]
sys.modules.update(dict.fromkeys(_blocked))  # type: ignore[arg-type]
import structlog  # noqa: E402

for _name in _blocked:
    del sys.modules[_name]


def start_logs(secrets: HiddenCards, level: int = logging.INFO) -> None:
    """Send the daemon's own lines and those of its libraries to standard error, as JSON."""
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        log_gate(secrets),
    ]
    structlog.configure(
        processors=[*shared, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared[:-1],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                shared[-1],
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(level, logging.WARNING))

"""Writes the daemon's log: JSON lines on standard error, each let out by the privacy gate alone."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog

from controller.privacy import HiddenCards, log_gate


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

"""The hands in which something goes wrong."""

from __future__ import annotations

from tests.noise.conftest import courses

__all__ = ["courses"]

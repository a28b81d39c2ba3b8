"""The daemon with its devices, as the daemon's own tests have it."""

from tests.daemon.conftest import hand, running, table

__all__ = ["hand", "running", "table"]

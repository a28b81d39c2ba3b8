"""Tells which Floorcall runs: its version, whether its hot modules are compiled, and on what."""

from __future__ import annotations

import platform
from importlib.metadata import version
from importlib.util import find_spec
from typing import Final

VERSION: Final = version("floorcall")
"""The program's own, as it was installed."""


def is_compiled() -> bool:
    """Return whether the referee is machine code; plain sources do the same, more slowly."""
    spec = find_spec("controller.table.engine")
    return spec is not None and not str(spec.origin).endswith(".py")


def described() -> str:
    """Return a line for people: ``Floorcall 0.1.0 (compiled), Python 3.11.2 on aarch64``."""
    made = "compiled" if is_compiled() else "plain"
    return f"Floorcall {VERSION} ({made}), Python {platform.python_version()} on {platform.machine()}"

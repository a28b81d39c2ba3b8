"""Stands in for what the firmware finds on an RP2040 and not under CPython: ``machine``, ``micropython``, ``ticks_us``.

``power_up`` makes a process such a chip: afterwards the firmware's own modules run in it as they are.
"""

from __future__ import annotations

import importlib
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any, Final

MACHINE: Final = Path(__file__).with_name("machine.py")
_WRAPS: Final = 1 << 30
"""MicroPython's counters wrap here, every 18 minutes in microseconds."""


def power_up() -> Any:
    """Make this process an RP2040; return its registers, the module that the firmware knows as ``machine``."""
    if "machine" not in sys.modules:
        sys.modules["micropython"] = _micropython()
        setattr(time, "ticks_us", _ticks_us)  # noqa: B010
        setattr(time, "ticks_diff", _ticks_diff)  # noqa: B010
        sys.modules["machine"] = importlib.import_module("firmware_bridge.emulated.machine")
    return sys.modules["machine"]


def _micropython() -> ModuleType:
    module = ModuleType("micropython")
    for name in ("heap_lock", "heap_unlock", "kbd_intr"):
        setattr(module, name, _nothing)
    return module


def _nothing(*_: object) -> None:
    pass


def _ticks_us() -> int:
    return time.monotonic_ns() // 1000 % _WRAPS


def _ticks_diff(later: int, earlier: int) -> int:
    return (later - earlier + _WRAPS // 2) % _WRAPS - _WRAPS // 2

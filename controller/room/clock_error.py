"""Says how wrong the wall clock may be, by the kernel's own estimate."""

from __future__ import annotations

import ctypes
import functools
from typing import Any, Final

_UNSYNCHRONISED: Final = 0x0040
"""STA_UNSYNC of <sys/timex.h>."""
_ERROR: Final = 5
"""TIME_ERROR: the clock is not synchronised."""


class _Timex(ctypes.Structure):
    """``struct timex`` of <sys/timex.h>, as far as it is read, and room for the rest."""

    _fields_ = (
        ("modes", ctypes.c_uint),
        ("offset", ctypes.c_long),
        ("freq", ctypes.c_long),
        ("maxerror", ctypes.c_long),
        ("esterror", ctypes.c_long),
        ("status", ctypes.c_int),
        ("rest", ctypes.c_byte * 512),
    )


@functools.cache
def _adjtimex() -> Any:
    """Return the kernel's call as the C library has it, None where there is none."""
    try:
        return ctypes.CDLL(None, use_errno=True).adjtimex
    except (AttributeError, OSError):
        return None


def clock_error_s() -> float | None:
    """Return by how many seconds the wall clock may be wrong; None where nobody keeps it right."""
    adjtimex = _adjtimex()
    if adjtimex is None:
        return None
    told = _Timex()
    state = adjtimex(ctypes.byref(told))
    if state in (-1, _ERROR) or told.status & _UNSYNCHRONISED:
        return None
    return round(int(told.maxerror) / 1_000_000, 3)

"""Says why a camera's node gives no pictures: its driver is asked by the kernel's own call (linux/videodev2.h)."""

from __future__ import annotations

import errno
import fcntl
import os
import struct
from pathlib import Path
from typing import Final

IN_USE: Final = "is in use by another program"
SHUT: Final = "may not be opened"
_QUERYCAP: Final = 0x80685600
_CAPABILITIES: Final = struct.Struct("=16s32s32sIII12x")
_CAPTURES: Final = 0x1 | 0x1000
"""Pictures in one plane, or in several."""


def why_shut(path: Path) -> str:
    """Return why nothing can be had of the node at ``path``."""
    try:
        node = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    except OSError as problem:
        if problem.errno == errno.EBUSY:
            return f"{path} {IN_USE}"
        return f"{path} {SHUT}: {(problem.strerror or '').lower()}"
    told = bytearray(_CAPABILITIES.size)
    try:
        fcntl.ioctl(node, _QUERYCAP, told)
    except OSError:
        return f"{path} is no camera"
    finally:
        os.close(node)
    *_, can = _CAPABILITIES.unpack(told)
    return f"{path} {IN_USE}" if can & _CAPTURES else f"{path} gives no pictures: a camera's first node does"

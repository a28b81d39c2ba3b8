"""Keeps the process's memory, which holds every card of the deck, out of core dumps and from debuggers.

Whoever is root on the machine reads it all the same, from ``/proc/PID/mem``.
"""

from __future__ import annotations

import ctypes
import resource
from pathlib import Path
from typing import Final

_PR_SET_DUMPABLE: Final = 4
"""``prctl(2)``: whether a dump may be made, and whether others of the same account may attach."""


def guard_memory() -> None:
    """Let no core dump hold a card, neither the kernel's nor one that a debugger takes.

    The kernel ignores the limit where dumps go to a program (``core(5)``), so the process is marked as not to be
    dumped too. Root may still attach: a dump that he takes leaves out all but the registers, for the filter
    has no kind of memory left in it. Raise OSError where the kernel does not take it.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    Path("/proc/self/coredump_filter").write_text("0")
    if ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "the process cannot be kept from being dumped")

"""Brings tasks of the event loop to their end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, Final

_PATIENCE_S: Final = 1.0


async def end_all(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait until they have ended.

    A task that catches a fault in the moment in which it is cancelled may go on as if nobody had asked it to
    end: whatever still runs after a second is cancelled again.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        ended, left = await asyncio.wait(left, timeout=_PATIENCE_S)
        for task in ended:
            if not task.cancelled():
                task.exception()  # asked for, so that nobody reports it as forgotten

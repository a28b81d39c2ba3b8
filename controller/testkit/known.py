"""Says which finding is meant where a test names one that there is not."""

from __future__ import annotations

from controller.table.kinds import KINDS
from controller.typed import near


def unknown_kind(kind: str) -> str:
    """Say that no finding is called so, and which is meant; "" where one is."""
    if kind in KINDS:
        return ""
    close = near(kind, KINDS)
    return f"no finding is called {kind!r}; " + (
        f"did you mean {close!r}?" if close else "docs/findings.md has them all"
    )

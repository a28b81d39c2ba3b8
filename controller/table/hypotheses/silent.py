"""Tells which findings rest on silence: words that a player may have said and nobody keyed would change them."""

from __future__ import annotations

from typing import Final

from controller.table.figures import Says
from controller.table.outputs import Finding

MORE: Final = ("bet.overchip", "bet.multichip")
EITHER: Final = ("bet.short_raise", "bet.prior_chips")
LESS: Final = ("bet.undercall", "bet.undercall_sequence", "bet.tiny_chip")
SILENT: Final = frozenset({*MORE, *EITHER, *LESS, "bet.string", "bet.underbet", "turn.out_of_turn"})
"""Kinds of findings that rest on silence, as far as nobody keyed a word of that act."""


def changed_by_words_of(finding: Finding, says: Says) -> tuple[int, ...]:
    """Return the seats whose unheard words would change a finding; ``says`` is what it says to other rules."""
    if finding.kind not in SILENT:
        return ()
    if finding.kind == "turn.out_of_turn":
        return () if says.settles else says.about
    return () if finding.seat is None else (finding.seat,)

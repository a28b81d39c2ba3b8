"""Works out which words a player may have said and nobody keyed, for a card to offer.

A finding that rests on silence is mended by one key: ``declare`` for the seat, with ``order: "first"``. The
ruling changes at once, also where the next seat has acted since.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from controller.table.events import Verb
from controller.table.hypotheses.silent import LESS, MORE, SILENT
from controller.table.outputs import Finding


class Unheard(Struct, frozen=True, kw_only=True):
    """Words of ``seat`` that would change a ruling.

    ``amount`` is the street's total that the chips which lie there make, None where the words need none;
    ``another``: it may have been another amount, which the dealer then keys.
    """

    seat: int
    action: Verb
    amount: int | None = None
    another: bool = False


_NEEDS: Final = {
    "bet.string": frozenset({"stands", "first", "added"}),
    "bet.underbet": frozenset({"pushed", "to"}),
    "bet.short_raise": frozenset({"min_raise_to"}),
    "turn.out_of_turn": frozenset({"due"}),
    **dict.fromkeys((*MORE, "bet.prior_chips"), frozenset({"total"})),
}
"""The facts without which nobody can say what the words would have been; such a finding asks for none."""


def asks_words(finding: Finding) -> bool:
    """Whether ``finding`` is a question to the dealer, at a table where nobody keys words: what was said?"""
    return finding.facts.get("asks") == "words"


def words_that_change(finding: Finding) -> list[Unheard]:
    """Return the words that would change the ruling of ``finding``, the likeliest first; none of most findings."""
    seat, facts, kind = finding.seat, finding.facts, finding.kind
    if seat is None or kind not in SILENT or not _NEEDS.get(kind, frozenset()) <= facts.keys():
        return []
    if kind == "turn.out_of_turn":
        if "settles" in facts:
            return []
        return [Unheard(seat=facts["due"], action=action) for action in ("check", "call", "fold")]
    call = Unheard(seat=seat, action="call")
    if kind == "bet.string":
        verb: Verb = "bet" if facts["stands"] == "bet" else "raise"
        return [Unheard(seat=seat, action=verb, amount=facts["first"] + facts["added"], another=True)]
    if kind == "bet.underbet":
        return [Unheard(seat=seat, action="bet", amount=facts["to"], another=True)]
    if kind in LESS and "added" in facts:
        return [
            Unheard(seat=seat, action="raise", amount=facts["total"] + facts["added"], another=True),
            call,
        ]
    if kind in LESS:
        return [call, Unheard(seat=seat, action="raise", another=True)]
    to = facts["min_raise_to"] if kind == "bet.short_raise" else facts["total"]
    raises = Unheard(seat=seat, action="raise", amount=to, another=True)
    return [raises] if kind in MORE else [raises, call] if kind == "bet.prior_chips" else [call, raises]

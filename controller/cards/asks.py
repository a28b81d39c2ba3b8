"""Words that nobody keyed, as keys of their own on the card that rests on their silence."""

from __future__ import annotations

from msgspec import Struct

from controller.cards.words import Words
from controller.table.doubt.unheard import words_that_change
from controller.table.events import Verb
from controller.table.outputs import Finding


class Ask(Struct, frozen=True, kw_only=True):
    """One touch that enters what ``seat`` said before its chips came.

    ``text`` stands on the key, ``name`` is what its undo is called. ``amount`` is the street's total where
    the words need one; ``another`` says that the dealer may have heard another amount and can key it.
    """

    text: str
    name: str
    seat: int
    action: Verb
    amount: int | None = None
    another: bool = False


def asks_of(finding: Finding, words: Words) -> list[Ask]:
    """Return the words that would change the ruling of ``finding``, the likeliest first; none of most findings."""
    texts = words.table["page"]
    asks = []
    for heard in words_that_change(finding):
        verb = str(texts["verb"][heard.action]).lower()
        what = verb if heard.amount is None else f"{verb} {words.number(heard.amount)}"
        who = "he_said" if heard.seat == finding.seat else "seat_n_said"
        asks.append(
            Ask(
                text=str(texts[who]).replace("{n}", str(heard.seat)).replace("{what}", what),
                name=str(texts["undo_of"]).replace("{n}", str(heard.seat)).replace("{what}", what),
                seat=heard.seat, action=heard.action, amount=heard.amount, another=heard.another,
            )
        )  # fmt: skip
    return asks

"""Offers words that nobody keyed as keys of their own: on the card that rests on their silence, or in a quiet line."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from controller.ruling_cards.unheard import asks_words, words_that_change
from controller.ruling_cards.words import Fact, Words
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


HEARD: Final = 23
"""Characters on the key that says what was said."""
LINE: Final = 35
"""Characters of the dealer's line."""
NOTHING_HEARD: Final = 26
"""Characters on the key that says that nothing was."""


class Question(Struct, frozen=True, kw_only=True):
    """What a table asks where nobody keys words: a line that needs no answer, and the keys that give one.

    ``text`` is the line, ``heard`` stands on the key of the words (the card's first ``Ask``). ``nothing`` stands
    on the key that makes the finding a ruling of ``decision``.
    """

    text: str
    heard: str
    nothing: str
    decision: str


def asks_of(finding: Finding, words: Words) -> list[Ask]:
    """Return the words that would change the ruling of ``finding``, the likeliest first; none of most findings."""
    asks = []
    for heard in words_that_change(finding):
        what = _what(heard.action, heard.amount, words)
        who = "page.he_said" if heard.seat == finding.seat else "page.seat_n_said"
        asks.append(
            Ask(
                text=words.say(who, n=heard.seat, what=what),
                name=words.say("page.undo_of", n=heard.seat, what=what),
                seat=heard.seat, action=heard.action, amount=heard.amount, another=heard.another,
            )
        )  # fmt: skip
    return asks


def question_of(finding: Finding, words: Words) -> Question | None:
    """Return what the table asks by ``finding``; None for one that asks nothing."""
    heard = words_that_change(finding)
    if not asks_words(finding) or not heard or heard[0].amount is None or "to" not in finding.facts:
        return None
    texts, said = words.table["page"], heard[0]
    facts: dict[str, str] = {
        "n": str(finding.seat), "to": words.number(finding.facts["to"]), "amount": words.number(said.amount or 0),
    }  # fmt: skip
    named = Fact(words.say(f"page.verb.{said.action}"), said.action)
    spoken = Fact(words.say(f"page.verb_said.{said.action}"), said.action)
    return Question(
        text=words.wording(texts["asks_words"], {**facts, "verb": named}, LINE),
        heard=words.wording(texts["heard_it"], {**facts, "verb": spoken}, HEARD),
        nothing=words.wording(texts["heard_nothing"], facts, NOTHING_HEARD),
        decision=finding.remedy,
    )


def _what(verb: str, amount: int | None, words: Words) -> str:
    """Return words as they were said: a verb, or a verb and its amount."""
    said = words.say(f"page.verb_said.{verb}")
    return said if amount is None else words.say("page.said_amount", verb=said, n=amount)

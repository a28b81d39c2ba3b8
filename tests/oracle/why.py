"""Where the houses' rules are not PokerKit's, which clause says so, and what is due by it instead.

Each entry holds in its own narrow case only; everywhere else the table's figures must be PokerKit's.
"""

from __future__ import annotations

from dataclasses import dataclass

from controller.table.outputs import Finding
from controller.table.rulebook import Rulebook
from tests.oracle.kit import Decision, Limit


@dataclass(frozen=True, slots=True)
class Why:
    """A difference: what it is, and the clauses by house. A house without any is silent on it."""

    says: str
    cites: dict[str, tuple[str, ...]]


WHY = {
    "double": Why(
        "The least raise is to twice what is faced, not by the last raise.",
        {"upt": ("House: Raising",)},
    ),
    "not reopened": Why(
        "Who has acted may raise only if he faces a full bet or raise more than when he did; where the book has "
        "no word on short all-ins, only if one bet or raise since was full by itself. PokerKit takes a street's "
        "first wager for a full one however short it is, and adds several up.",
        {
            "deltin": ("47",),
            "dpc": ("Bets 8",),
            "english-arabic": ("M5B",),
            "tda-2024": ("47A",),
            "upt": ("14-3", "14-4"),
        },
    ),
    "reopened": Why(
        "Short all-ins that add up to a full raise for the seat reopen it. PokerKit begins to add anew once "
        "they have added up for somebody.",
        {
            "deltin": ("47",),
            "dpc": ("Bets 8",),
            "english-arabic": ("M5B",),
            "tda-2024": ("47A",),
            "upt": ("14-4",),
        },
    ),
    "short small blind": Why(
        "At pot-limit the small blind counts in full before the flop, though its seat is all-in for less.",
        {"deltin": ("53B",), "dpc": ("Bets 15B",), "tda-2024": ("54B",), "upt": ("4 Blinds 1",)},
    ),
    "short big blind": Why(
        "A big blind that is all-in for less is called and raised as a full one.",
        {"upt": ("4 Blinds 1", "14-2")},
    ),
    "limit cap": Why(
        "One bet and three raises, the big blind before the flop being the bet and an all-in of less than half "
        "a bet none; no cap where two are dealt in. PokerKit counts raises alone, all of them, always to four.",
        {"dpc": ("Bets 9",), "english-arabic": ("M9",), "tda-2024": ("48",)},
    ),
    "limit, completed": Why(
        "An all-in of less than half a bet is completed to the bet; PokerKit adds a whole bet to it.",
        {"english-arabic": ("M5B",), "tda-2024": ("47B",)},
    ),
    "limit, half reopens": Why(
        "At limit half a bet more gives who has acted a new right to raise.",
        {"english-arabic": ("M5B",), "tda-2024": ("47B",)},
    ),
    "odd chips": Why(
        "Each pot is split by itself, odd chips one each from the first winner left of the button. PokerKit "
        "splits pots with the same winners as one and gives all odd chips of a pot to one seat.",
        {
            "deltin": ("20", "21"),
            "dpc": ("Showdown 9", "Showdown 10"),
            "english-arabic": ("18", "19"),
            "invitational": ("7.4",),
            "tda-2024": ("20A", "21"),
        },
    ),
    "odd chips, the floor's": Why(
        "The book has no word on an odd chip: whoever it is pushed to, the floor is asked.",
        {"dpc": ("Showdown 9",), "upt": ()},
    ),
    "no low in a pot": Why(
        "A pot that no low hand qualifies for is the high hand's. Where one qualifies for another pot PokerKit "
        "divides half of it among all that win anything.",
        {"deltin": ("21",), "dpc": ("Showdown 10",), "english-arabic": ("19",), "tda-2024": ("21",)},
    ),
}


def asks_for_odd_chip(found: Finding) -> bool:
    """Whether the floor is asked who has an odd chip, as the book has no word on it."""
    return found.kind == "pot.award_wrong" and bool(found.facts.get("silent"))


@dataclass(frozen=True, slots=True)
class Allowed:
    """What the table must allow; ``why`` names the entries that made it other than PokerKit's."""

    to_call: int
    min_to: int | None
    max_to: int | None
    why: tuple[str, ...] = ()


def allowed(decision: Decision, book: Rulebook) -> Allowed:
    """Return what the house allows: PokerKit's figures but for the entries of ``WHY``."""
    if decision.limit is not None:
        return _allowed_at_limit(decision, decision.limit, book)
    why = []
    min_to, max_to = decision.min_to, decision.max_to
    reopened = _reopened(decision, book)
    if min_to is not None and decision.acted and not reopened:
        why.append("not reopened")
        min_to = max_to = None
    if min_to is None and reopened and decision.cap > decision.faced and decision.others_can_match:
        why.append("reopened")
        min_to = min(decision.faced + decision.full, decision.cap)
        max_to = decision.cap if decision.pot_to is None else min(decision.pot_to, decision.cap)
    if min_to is not None and decision.faced and book.bets.min_raise == "double":
        double = max(2 * decision.faced, decision.faced + decision.big)
        if min(double, decision.cap) != min_to:
            why.append("double")
            min_to = min(double, decision.cap)
    if max_to is not None and decision.pot_to is not None and decision.short_small:
        more = min(decision.pot_to + decision.short_small, decision.cap)
        if more != max_to:
            why.append("short small blind")
            max_to = more
    return Allowed(decision.to_call, min_to, max_to, tuple(why))


def _reopened(decision: Decision, book: Rulebook) -> bool:
    """Whether who has acted faces enough more to raise again."""
    if not decision.acted:
        return False
    return decision.raised_since >= decision.full if book.bets.all_ins_add_up else decision.full_since


def _allowed_at_limit(decision: Decision, limit: Limit, book: Rulebook) -> Allowed:
    rules, theirs = book.bets, decision.min_to
    reopened = not decision.acted or decision.raised_since * 100 >= limit.bet * rules.limit_reopen_percent
    room = limit.players == 2 or rules.limit_bets is None or limit.bets_made < rules.limit_bets
    able = decision.cap > decision.faced and decision.others_can_match
    ours = min(limit.full_to + limit.bet, decision.cap) if reopened and room and able else None
    why: tuple[str, ...] = ()
    if ours is not None and theirs is not None and ours != theirs and limit.full_to != decision.faced:
        why = ("limit, completed",)
    elif ours is None and theirs is not None:
        why = ("not reopened",) if room else ("limit cap",)
    elif ours is not None and theirs is None:
        why = ("limit cap",) if limit.capped else ("limit, half reopens",) if decision.acted else ()
    least = ours if why else theirs
    return Allowed(decision.to_call, least, least, why)

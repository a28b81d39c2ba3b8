"""Shows a book's rules as rows of text, and what differs between books."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct, structs

from controller.table.kinds import KINDS
from controller.table.rulebook import KindCase, KindRule, Rulebook

SILENT: Final = "—"

LABELS: Final = {
    "cutoff": "no misdeal any more",
    "deal.button_consecutive": "two cards running to the button",
    "deal.predeal_burn": "a burn before the first card",
    "deal.boxed_for_misdeal": "boxed cards for a misdeal",
    "deal.exposed_first": "first cards that may not be exposed",
    "deal.exposed_others": "exposed cards for a misdeal",
    "deal.exposed_replaced": "one exposed card replaced",
    "deal.extra_for_misdeal": "extra cards for a misdeal",
    "deal.extra_counts_as": "fewer extra cards are",
    "deal.short_button": "a button short of a card is",
    "deal.burns_made_up": "a burn left out is made up before the next street",
    "deal.carried_for_those_before": "forfeited chips are played for by who was dealt in before",
    "deal.stud_exposed": "one of two down cards shown, at stud",
    "deal.redeal_returns": "who comes back plays the re-deal",
    "deal.dealt_by": "who deals without house dealers",
    "button.method": "how the button goes round",
    "button.draw": "equal cards in the draw for it",
    "button.correct_previous": "wrong button set right next hand",
    "deck.change_at": "when the deck is changed",
    "level.hold_push_s": "no push in the last seconds",
    "level.prepare_deck_s": "decks prepared, seconds before",
    "level.hand_for_hand_s": "hand for hand takes off, in s",
    "level.hand_for_hand_down": "hand for hand, all-ins stay down",
    "blinds.blind_before_ante": "blind paid before the table's ante",
    "blinds.small_third_to_half": "small blind a third to half of the big one",
    "bets.min_raise": "minimum raise",
    "bets.min_raise_other": "minimum raise, other reading",
    "bets.raise_percent": "short raise made full from, percent",
    "bets.raise_percent_of": "percent of",
    "bets.all_in_below": "last chips below that",
    "bets.several_chips": "several silent chips go by",
    "bets.last_chips_all_in": "last chips with one spare are all-in",
    "bets.raise_in_two_motions": '"raise", the call, then more',
    "bets.unclear": "a number that may mean several amounts",
    "bets.prior_chips_needed": "new chips on old ones, all needed",
    "bets.smallest_chip": "smallest chip that plays",
    "bets.contradicts_below": "chips contradict words said with them below, percent",
    "bets.misunderstood_below": "a call may be misunderstood below, percent",
    "bets.withdrawn": "who is let off a call that is too small",
    "bets.ask_words": "silent chips beyond the call ask for words",
    "bets.pot_before_flop": "pot before the flop, at pot-limit",
    "bets.bring_in": "smallest bet, in big blinds",
    "bets.all_ins_add_up": "short all-ins add up to reopen",
    "bets.limit_bets": "bets and raises of a round, at limit",
    "bets.tied_boards": "of equal boards at stud acts first",
    "bets.limit_reopen_percent": "raise that reopens from, percent, at limit",
    "bets.tiny_percent": "tiny chip up to, percent of the call",
    "turns.wager_cut_to_minimum": "early wager cut to the minimum",
    "turns.passive_may_not_raise": "early check or call bars a raise",
    "turns.time_to_speak_s": "time for a skipped seat to speak up",
    "clock": "clock, seconds and countdown",
    "clock.no_bet": "clock out with no bet to face",
    "clock.at_most": "floor may not lengthen the clock",
    "clock.shot": "shot clock for each turn",
    "absence": "absent player's hand dies",
    "absence.limit": "away at most",
    "pots.odd_chip_high_low": "odd chip of a pot split high and low",
    "pots.tied_both_ways_even": "same hands win high and low: divided as one",
    "pots.odd_chip_stud": "odd chip at stud",
    "requests": "a precise count; who may ask for a hand",
    "requests.aggressor": "a river caller may see the bettor's hand",
    "requests.disputes": "a pot may be disputed",
    "silent_options": "where the book is silent, the floor may",
    "floor.entry": "a newcomer waits",
    "floor.change": "a player who changes seats",
    "floor.balance": "balancing: to, and when",
    "floor.halt": "a table halts when short by",
    "floor.final_table": "final table",
    "floor.breaking": "tables are broken",
    "floor.redraw": "seats drawn anew at",
    "floor.draw": "seats of a broken table are drawn",
    "floor.knockouts": "knocked out together",
    "floor.late": "an absent stack may go",
    "floor.missed_blinds": "blinds a late player missed",
    "floor.penalties": "missed rounds",
    "floor.presence": "a live hand stays until",
    "floor.etiquette": "acts out of turn are counted",
    "floor.nuts_check": "the nuts checked on the river",
    "floor.race": "chip race",
    "floor.rebuys": "rebuys",
    "floor.stacks": "starting stacks",
}
"""Parameter -> what it is called on a screen."""


_CLAUSES: Final = ("nearer", "away", "our_reading")
"""Keys of ``[floor]`` that set nothing: they name clauses, or mark our reading."""

_LESS_SPECIAL: Final = {
    "wager_settled_binding": "settled_binding",
    "wager_settled_not_binding": "settled_not_binding",
    "settled_after_call": "settled_binding",
    "flop_unseen": "flop",
    "all_in": "below",
    "raise_said": "raised_up",
    "two_motions": "raised_up",
}
"""Case -> the wider one that holds too, and rules where a book does not tell the first apart."""


def parameters(book: Rulebook) -> dict[str, str]:
    """Return the book's parameters as text, by the keys of ``LABELS`` and in their order."""
    rows = {"cutoff": _cutoff(book)}
    sections = {
        "deal": book.deal,
        "button": book.button,
        "deck": book.deck,
        "level": book.level,
        "blinds": book.blinds,
        "bets": book.bets,
        "turns": book.turns,
        "pots": book.pots,
    }
    for section, held in sections.items():
        rows |= {f"{section}.{key}": _text(value) for key, value in structs.asdict(held).items()}
    clock, absence = book.clock, book.absence
    rows["clock"] = SILENT if clock is None else f"{clock.seconds} + {clock.countdown}"
    rows["clock.no_bet"] = SILENT if clock is None else _text(clock.no_bet)
    rows["clock.at_most"] = SILENT if clock is None else _text(clock.at_most)
    rows["clock.shot"] = SILENT if clock is None or clock.shot_s is None else f"{clock.shot_s} s"
    rows["absence"] = SILENT
    rows["absence.limit"] = SILENT if absence is None or absence.limit_s is None else f"{absence.limit_s} s"
    if absence is not None:
        rows["absence"] = "in turn, after" if absence.killed == "in_turn" else "at the last card of the deal"
        rows["absence"] += f" {absence.wait_s} s" if absence.killed == "in_turn" else ""
    rows |= dict.fromkeys(("requests", "requests.aggressor", "requests.disputes"), SILENT)
    rows["silent_options"] = ", ".join(map(_text, book.silent_options)) or SILENT
    if book.requests is not None:
        count = "in turn" if book.requests.count_in_turn else "facing an all-in"
        rows["requests"] = f"{count}; {_text(book.requests.see_hand)}"
        rows["requests.aggressor"] = _text(book.requests.caller_sees)
        rows["requests.disputes"] = _text(book.requests.disputes)
    return rows | {f"floor.{key}": _table(held) for key, held in structs.asdict(book.floor).items()}


def rulings(book: Rulebook) -> dict[str, str]:
    """Return remedy and deciding clause by kind, or ``kind: case``, in the order of ``KINDS``."""
    rows: dict[str, str] = {}
    for kind in KINDS:
        rule = book.kinds.get(kind)
        if rule is None:
            continue
        if rule.cites:
            rows[kind] = ruling(rule)
        rows |= {f"{kind}: {case}": ruling(found) for case, found in rule.cases.items()}
    return rows


def ruling(rule: KindRule | KindCase) -> str:
    """Return ``remedy (clause)``, with a star where the reading is ours."""
    if not rule.cites:
        return SILENT
    return f"{rule.remedy} ({rule.cites[0]})" + ("*" if rule.our_reading else "")


class Difference(Struct, frozen=True):
    """One row in which books differ: a parameter's key or a kind, and a text for each book."""

    key: str
    texts: tuple[str, ...]


def parameter_differences(books: list[Rulebook]) -> list[Difference]:
    """Return the parameters that are not alike in all ``books``."""
    return _differences([parameters(book) for book in books], LABELS)


def ruling_differences(books: list[Rulebook], *, cites: bool = False) -> list[Difference]:
    """Return the kinds and cases on which the remedies, or with ``cites`` the clauses too, differ.

    A case that one book tells apart is set beside what the other does with the whole kind.
    """
    told = [rulings(book) for book in books]
    keys = {key: None for kind in KINDS for rows in told for key in rows if key.split(": ")[0] == kind}
    whole = [{key: _told(rows, key) for key in keys} for rows in told]
    found = _differences(whole, keys)
    return found if cites else [row for row in found if len({_remedy(text) for text in row.texts}) > 1]


def _told(rows: dict[str, str], key: str) -> str:
    kind, _, case = key.partition(": ")
    told = (f"{kind}: {name}" for name in wider(case))
    return next((rows[name] for name in told if name in rows), rows.get(kind, SILENT))


def wider(case: str) -> list[str]:
    """Return ``case`` and the ever wider ones that hold with it, which rule where a book does not tell it apart."""
    named = []
    while case:
        named.append(case)
        case = _LESS_SPECIAL.get(case, "")
    return named


def _differences(rows: list[dict[str, str]], keys: Iterable[str]) -> list[Difference]:
    found = [Difference(key, tuple(row.get(key, SILENT) for row in rows)) for key in keys]
    return [row for row in found if len(set(row.texts)) > 1]


def _remedy(text: str) -> str:
    return text.partition(" (")[0]


def _cutoff(book: Rulebook) -> str:
    match book.cutoff.test:
        case "substantial":
            return "from substantial action"
        case "players":
            return f"when {book.cutoff.players} players have acted"
    return "never; the floor decides once anybody acted"


def _table(held: Struct | None) -> str:
    """Return what one table of ``[floor]`` sets, or its first clause where it sets nothing."""
    if held is None:
        return SILENT
    fields = structs.asdict(held)
    said = {key: value for key, value in fields.items() if "cites" not in key and key not in _CLAUSES}
    told = [f"{key.replace('_', ' ')} {_text(value)}" for key, value in said.items() if value]
    cites = next((value for value in fields.values() if isinstance(value, list)), [])
    return ", ".join(told) or f"as {cites[0]} says"


def _text(value: object) -> str:
    if value is None:
        return SILENT
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return " ".join(f"{key}={entry}" for key, entry in value.items())
    if isinstance(value, list):
        return "/".join(map(str, value))
    return str(value).replace("_", " ") if "." not in str(value) else str(value)

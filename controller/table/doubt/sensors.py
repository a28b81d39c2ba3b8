"""How many of the house's kinds today's sensors can judge, and which they cannot.

Each kind needs certain devices up. The dealer's keys need no panel: the display has them too. What a table
always senses or keys besides (faces, taps, words, awards) is its equipment: without some of it a kind cannot be
judged at all, without the rest only in some of its cases.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from controller.table.kinds import KINDS
from controller.table.rulebook import Rulebook

_CARDS: Final = frozenset({"shoe", "antennas"})
_SHOE: Final = frozenset({"shoe"})
_PLACES: Final = frozenset({"antennas"})
_CHIPS: Final = frozenset({"chips"})
_KEYS: Final[frozenset[str]] = frozenset()

NEEDS: Final[dict[str, frozenset[str]]] = {
    "misdeal": _CARDS,
    "misdeal.boxed_cards": _SHOE,
    "misdeal.exposed": _CARDS | _CHIPS,
    "misdeal.barred": _CARDS | _CHIPS,
    "misdeal.button_position": _PLACES,
    "deal": _CARDS,
    "deal.boxed_card": _SHOE,
    "deal.exposed_card": _CARDS | _CHIPS,
    "board": _CARDS,
    "board.premature": _CARDS | _CHIPS,
    "deck": _SHOE,
    "deck.duplicate": _CARDS,
    "deck.stub_fouled": _KEYS,
    "bet": _CHIPS,
    "bet.unclear_amount": _KEYS,
    "bet.invalid_declaration": _CHIPS,
    "bet.pot_declared": _KEYS,
    "bet.conditional": _KEYS,
    "bet.premature_call": _CHIPS,
    "blind": _CHIPS,
    "turn": _CHIPS,
    "turn.out_of_turn_fold": _CHIPS | _PLACES,
    "turn.skipped": _CHIPS | _PLACES,
    "turn.nonstandard_fold": _CHIPS | _PLACES,
    "hand.absent": _CARDS,
    "hand.exposed_by_player": _CHIPS | _PLACES,
    "hand.mucked_live": _PLACES,
    "clock": _KEYS,
    "request": _KEYS,
    "showdown": _CARDS | _CHIPS,
    "showdown.order": _CHIPS,
    "pot": _CARDS | _CHIPS,
    "pot.collect": _CHIPS,
    "pot.change": _CHIPS,
    "pot.count": _KEYS,
    "pot.splash": _KEYS,
    "chips": _CHIPS,
    "dispute": _KEYS,
    "button": _KEYS,
    "seat": _CARDS,
    "sensing": _KEYS,
}
"""A kind, or the family before its dot, to the device kinds that it takes to judge it."""


def needs(kind: str) -> frozenset[str]:
    """Return the device kinds that judging ``kind`` takes. Raise KeyError for a kind of no family."""
    return NEEDS[kind] if kind in NEEDS else NEEDS[kind.partition(".")[0]]


_TAPS: Final = frozenset({"taps"})
_WORDS: Final = frozenset({"words"})
_FACES: Final = frozenset({"faces"})
_AWARDS: Final = frozenset({"awards"})

NEVER_WITHOUT: Final[dict[str, frozenset[str]]] = {
    "misdeal.exposed": _FACES,
    "deal.exposed_card": _FACES,
    "turn": _PLACES,
    "hand.exposed_by_player": _FACES,
    "showdown.not_tabled": _FACES,
    "showdown.winner_killed": _FACES | _AWARDS,
    "showdown.partly_tabled": _FACES,
    "showdown.live_cards": _FACES,
    "showdown.wait": _FACES,
    "showdown.kill_losers": _FACES | _AWARDS,
    "pot.award_wrong": _AWARDS,
    "pot.side_order": _AWARDS,
}
"""Equipment besides its devices without which a kind, or a family, is never judged."""

IN_PART_WITHOUT: Final[dict[str, frozenset[str]]] = {
    **dict.fromkeys(
        [
            *("bet.undercall", "bet.undercall_sequence", "bet.string", "bet.short_raise", "bet.underbet"),
            *("bet.overchip", "bet.multichip", "bet.tiny_chip", "bet.prior_chips", "bet.not_reopened"),
            *("bet.unclear_amount", "bet.verbal_vs_chips", "bet.invalid_declaration", "bet.pot_declared"),
            *("bet.premature_call", "bet.conditional"),
        ],
        _WORDS,
    ),
    "turn": _TAPS | _WORDS,
    "hand.exposed_by_player": _TAPS | _WORDS,
    "pot.award_wrong": _FACES,
}
"""Equipment without which a kind, or a family, is judged in some of its cases only."""

WITHOUT_HANDS: Final = frozenset({"deck.foreign_back", "deck.foreign_tag", "deck.joker"})
"""Kinds for which it does not matter to which hand a card belongs."""

_SAME: Final = {"chips": "camera"}
"""What a kind of device is called among the equipment."""


def _of(table: dict[str, frozenset[str]], kind: str) -> frozenset[str]:
    return table.get(kind) or table.get(kind.partition(".")[0]) or frozenset()


def _parts(devices: Iterable[str]) -> frozenset[str]:
    return frozenset(_SAME.get(device, device) for device in devices)


def unjudged(equipment: Iterable[str]) -> frozenset[str]:
    """Return the kinds that a table so equipped never judges."""
    there = frozenset(equipment)
    bounds = bool(there & {"hands", "antennas"})  # else nobody knows which hand something belongs to
    return frozenset(
        kind
        for kind in KINDS
        if not kind.startswith("log.")
        and (
            not _parts(needs(kind) | _of(NEVER_WITHOUT, kind)) <= there
            or (not bounds and bool(needs(kind)) and kind not in WITHOUT_HANDS)
        )
    )


def live_kinds(book: Rulebook, equipment: Iterable[str]) -> list[str]:
    """Return the kinds of ``book`` that a table so equipped can judge in all their cases."""
    there = frozenset(equipment)
    never = unjudged(there)
    return [kind for kind in ruled_kinds(book) if kind not in never and _of(IN_PART_WITHOUT, kind) <= there]


def ruled_kinds(book: Rulebook) -> list[str]:
    """Return the kinds of findings that ``book`` rules on; advice is none."""
    return [kind for kind in book.kinds if not KINDS[kind].advice]


def blind_kinds(book: Rulebook, up: Iterable[str], equipment: Iterable[str] | None = None) -> list[str]:
    """Return the kinds of ``book`` that cannot be judged while only devices of kinds ``up`` are up.

    ``equipment`` is what the table has at all; None: everything.
    """
    there = set(up)
    live = None if equipment is None else set(live_kinds(book, equipment))
    return [
        kind
        for kind in ruled_kinds(book)
        if not needs(kind) <= there or (live is not None and kind not in live)
    ]

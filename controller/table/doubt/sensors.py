"""How many of the house's kinds today's sensors can judge, and which they cannot.

Each kind needs certain devices up. The dealer's keys need no panel: the display has them too, so a kind
that rests on words alone can always be judged.
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


def ruled_kinds(book: Rulebook) -> list[str]:
    """Return the kinds of findings that ``book`` rules on; advice is none."""
    return [kind for kind in book.kinds if not KINDS[kind].advice]


def blind_kinds(book: Rulebook, up: Iterable[str]) -> list[str]:
    """Return the kinds of ``book`` that cannot be judged while only devices of kinds ``up`` are up."""
    there = set(up)
    return [kind for kind in ruled_kinds(book) if not needs(kind) <= there]

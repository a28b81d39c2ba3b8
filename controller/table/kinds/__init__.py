"""Lists every kind of finding, one row each: its level, how it can end, its cases, its facts, what it takes to be
sensed.

The remedy ``floor`` is open to every kind: a house that leaves a matter to its director says so, and
a house that is silent says nothing at all. A finding whose remedy is ``floor`` has level ``floor``.
What a card says of a kind stands in the catalogue (``controller/ruling_cards/text``).
"""

from __future__ import annotations

from typing import Final

from controller.table.kinds.deals import DEALS
from controller.table.kinds.hands import HANDS
from controller.table.kinds.kind import ALLOWED, Kind
from controller.table.kinds.wagers import WAGERS

__all__ = ["ALLOWED", "CASES", "KINDS", "Kind"]

KINDS: Final[dict[str, Kind]] = DEALS | WAGERS | HANDS
"""Every kind of finding, by its name."""

CASES: Final = {
    "past_cutoff, before_cutoff": "after, or before, the moment from which no misdeal can be declared",
    "first, several": "the exposed card is one of the deal's first, or one of several",
    "carried": "forfeited chips of the hand before stay for the pot",
    "redeal": "away at the first deal; the player is back for the re-deal",
    "absent": "the seat left out is entitled, but nobody sits there now",
    "extra": "the wrong number of cards is one too many",
    "blinds": "blinds lie before the wrong seats at the first card",
    "acted": "the holder of the card or hand, or the street, has been acted on",
    "flop, turn, river": "the street; `_acted` after any act on it, `_unseen` face down",
    "stub": "the card was found in the stub, not in play",
    "heads_up, opening_bet": "two live players, or the round's first bet is what is faced",
    "down_to_two": "more were dealt in on the hand before, two are on this one",
    "raised_up, below": "the amount is made a full raise, or counts as a call",
    "raise_said, two_motions": '"raise" was said first; and the first motion was neither call nor raise',
    "all_in": "with the player's last chips",
    "later, too_late": "found later on the street, or after the book's last moment",
    "pot_low, pot_too_late": "a bet of the pot counted too low; and substantial action went on behind it",
    "preflop, postflop, limit, cap": "over the pot; over the fixed bet; a raise more than the game allows",
    "check, call, wager, fold": "what was done out of turn",
    "settled_binding": "the act out of turn binds; `wager_settled_binding` for a wager",
    "settled_after_call": "the seat that was due called",
    "skipped": "it binds since a seat let substantial action go past it",
    "after_motion": "the due seat had made a forward motion with chips and left none",
    "counted": "the all-in that is faced was counted for somebody",
    "misunderstood": "so little that the player may not have known what was wagered",
    "small_chip, rounding": "a chip too small to play; an amount that no chip in play makes",
    "no_time": "the skipped seat had no time to speak up",
    "settled_not_binding": "it does not bind; `wager_settled_not_binding` for a wager",
    "facing_bet, no_bet": "a bet was faced, or none",
    "declared": "said, with the cards still in front of the player",
    "uncovered": "no winner could have matched the chips found behind a lost all-in",
    "aggressor, discretion": "a river caller asks for the last aggressor's hand; for any other",
    "checked, in_turn": "nobody bet on the river; the house has hands tabled in their turn",
    "one_winning_card, play_board": "the cards up are sure to win; the board alone is what they play",
    "mucked, passed_over": "the hand lies in the muck; the pot was pushed to a hand that loses",
    "unshown": "the hand that was paid had been thrown away untabled",
    "early, short, change, gone": "bets swept before all have acted, a call short, change due; not swept",
}
"""The moments that a book may rule differently; names that are not here stand for themselves.

The engine names those that apply, most telling first, and takes the first that the book knows (``Rulebook.rule``).
"""

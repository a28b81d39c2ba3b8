"""Lists what a floor person may decide beside the remedies of a finding, and what each decision needs."""

from __future__ import annotations

from typing import Final

from controller.ruling_cards.unheard import asks_words
from controller.table.outputs import Finding

OTHER: Final = ("misdeal", "kill_hand", "restore", "penalty", "bet", "impound", "no_action")
"""What the floor may always decide, with a note that says why."""

ANSWERED: Final = "no_action"
"""The dealer's call is answered, and there is nothing to rule."""

WITH_AMOUNT: Final = ("bet", "impound")
"""Decisions that need an amount."""

MAY_HAVE_AMOUNT: Final = {"penalty": "rounds", "withdraw": "forfeited"}
"""Decisions that may have one, and the words of the page that ask for it."""

OF_A_SEAT: Final = ("kill_hand", "restore", "penalty", "bet")
"""Decisions that are about some seat; the finding names it where it has one."""

NOTED: Final = {"missed_hands": "hands", "rebuy": "chips", "rebuy_paid": None, "hold_chips": None}
"""What the floor notes of a seat without an alert, and what its amount counts."""

WHOLE_TABLE: Final = ("dealer_push", "hand_for_hand", "normal_play", "release")
"""What is noted of the whole table, without a seat."""


def answer_of(finding: Finding) -> str | None:
    """Return the decision by which the dealer himself answers what ``finding`` asks: nothing was said."""
    return finding.remedy if asks_words(finding) else None


def is_note(decision: str) -> bool:
    """Whether it is a note about seat or table, and rules on nothing."""
    return decision in NOTED or decision in WHOLE_TABLE

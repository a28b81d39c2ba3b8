"""A deal whose cards were taken up before anybody acted: it is dealt again, and nobody keyed why."""

from __future__ import annotations

from typing import Final

from controller.table.equipment import sees_ends
from controller.table.lasting import lasted
from controller.table.wagers.acting import Acting

HEADS_UP: Final = 2
TAKEN_UP_S: Final = 0.4
"""All hole cards that no antenna has seen for this long were taken up: a card that flickers is back by then."""


def dealt_in_vain(acting: Acting) -> bool:
    """Whether all cards were taken up before anybody acted, which ends no hand but a misdeal.

    Where hands are signalled their end is, and is no misdeal unless somebody says so. Heads-up it may be a fold that no
    antenna saw; where no camera looks somebody may have bet.
    """
    hand, tracker = acting.hand, acting.hand.tracker
    if hand.kit.hands or not sees_ends(hand.kit) or hand.street or hand.awards:
        return False
    if acting.standing.pending is not None or acting.early.acts:
        return False
    if any(act.action != "post" for act in (*hand.actions, *hand.behind)):
        return False
    cards = [tag for held in hand.cards.values() for tag in held]
    lay = [tag for tag in cards if tracker.place.get(tag, "").startswith("seat:")]
    gone = [tracker.gone_at.get(tag) for tag in lay]
    zones = {tracker.place[tag] for tag in lay}
    return len(zones) > HEADS_UP and all(at is not None and lasted(at, TAKEN_UP_S, hand.t) for at in gone)

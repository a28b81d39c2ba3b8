"""Takes from a hand's equipment what is away: it is played on as at a table that never had it."""

from __future__ import annotations

from controller.table.equipment import Kit
from controller.table.hand import Hand
from controller.table.kinds.sensors import parts


def sees_less(hand: Hand) -> None:
    """Devices of some kind were away over every zone: what they may not have seen is inferred, or not known."""
    away = [kind for kind, zones in hand.judge.unseen.by_kind.items() if zones is None]
    if away:
        hand.by(kit=Kit(hand.kit.parts - parts(away)))

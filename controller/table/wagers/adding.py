"""Chips that belong to what was bet before: blinds that come late, a wager made good, chips taken back."""

from __future__ import annotations

from controller.table.seating.players import Player
from controller.table.wagers.standing import Standing


def posted_late(betting: Standing, player: Player, value: int | None) -> bool:
    """Take a blind that is owed, or that counted as posted while the cards still come; return whether it is one."""
    hand, figures = betting.hand, betting.hand.round
    assert figures is not None
    if not value or hand.street or player.seat in figures.acted:
        return False
    if player.owes:
        late = value <= player.owes and not _acting(betting, player.seat)
    else:
        owed = player.ante + figures.bet(player.seat)
        late = hand.dealing and player.posted + value <= owed
    if late:
        player.post_late(value)
        hand.changes += 1
    return late


def makes_good(betting: Standing, player: Player, value: int | None) -> bool:
    """Whether chips only complete what is already bet, or a short call that lies there for the floor.

    What is added to such a call counts.
    """
    figures, seat = betting.hand.round, player.seat
    assert figures is not None
    if not value or _acting(betting, seat):
        return False
    missing = max(0, figures.bet(seat) - player.zone)
    if value <= missing:
        player.drawn_back = max(0, player.drawn_back - value)
        return True
    added = value - missing
    if betting.due() == seat or added > figures.accepted.get(seat, 0) - figures.bet(seat) or not player.live:
        return False
    player.put_in += added
    figures.bets[seat] = figures.bet(seat) + added
    betting.hand.changes += 1
    return True


def taken_back(betting: Standing, player: Player, value: int) -> None:
    """A player took chips back: change, an uncalled bet, or old chips before he acts."""
    hand, figures = betting.hand, betting.hand.round
    spare = 0 if figures is None else max(0, player.zone - figures.bet(player.seat))
    player.zone = max(0, player.zone - value)
    hand.changes += 1
    due = betting.due()
    if due is None:
        player.pulled += value
    elif due == player.seat:
        player.drawn_back += max(0, value - spare)


def _acting(betting: Standing, seat: int) -> bool:
    return betting.pending is not None and betting.pending.seat == seat

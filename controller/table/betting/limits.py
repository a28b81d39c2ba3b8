"""Says what a game allows at most: the pot at pot-limit; one fixed bet, and so many of them, at limit."""

from __future__ import annotations

from collections.abc import Mapping

from controller.table.betting.round import Round
from controller.table.players.player import Player
from controller.table.terms import Terms


def most(terms: Terms, betting: Round, seats: int) -> int | None:
    """Return the most that may be bet or raised to by one of ``seats`` dealt in; None where there is no limit."""
    if not betting.fixed:
        return None
    cap = terms.book.bets.limit_bets
    capped = cap is not None and betting.bets_made >= cap and seats > 2
    return betting.to_match if capped else betting.min_to()


def pot_raise(betting: Round, seat: int, pot: int) -> int:
    """Return the whole bet that raises by a pot of ``pot`` chips with the call of ``seat`` in it."""
    return 2 * betting.to_match - betting.bet(seat) + pot


def pot_of(terms: Terms, players: Mapping[int, Player], *, carried: int, preflop: bool) -> int:
    """Return the pot that pot-limit reckons with: before the flop the house may count blinds as full."""
    pot = carried + sum(player.put_in for player in players.values())
    counted = terms.book.bets.pot_before_flop
    if not preflop or counted == "actual":
        return pot
    blinds, level = terms.blinds, terms.level
    for seat, blind in ((blinds.small, level.small), (blinds.big, level.big)):
        player = None if seat is None else players.get(seat)
        if player is not None:
            pot += max(0, blind + player.ante - player.put_in) if player.behind == 0 else 0
        elif counted == "full_and_dead_blinds":
            pot += blind
    return pot

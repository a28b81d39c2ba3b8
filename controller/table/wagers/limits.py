"""What a game allows at most: the pot at pot-limit; one fixed bet, and so many of them, at limit."""

from __future__ import annotations

from typing import Final

from controller.table.hand import Hand

POT_LIMIT: Final = frozenset({"plhe", "plo"})


def most(hand: Hand, seat: int) -> int | None:
    """Return the most that ``seat`` may bet or raise to; None at no-limit."""
    betting = hand.round
    assert betting is not None
    if hand.game in POT_LIMIT:
        return pot_raise(hand, seat, pot_of(hand))
    if not betting.fixed:
        return None
    cap = hand.book.bets.limit_bets
    capped = cap is not None and betting.bets_made >= cap and len(hand.players) > 2
    return betting.to_match if capped else betting.min_to()


def pot_raise(hand: Hand, seat: int, pot: int) -> int:
    """Return the whole bet that raises by a pot of ``pot`` chips with the call of ``seat`` in it."""
    betting = hand.round
    assert betting is not None
    return 2 * betting.to_match - betting.bet(seat) + pot


def pot_of(hand: Hand) -> int:
    """Return the pot that pot-limit reckons with: before the flop the house may count blinds as full."""
    pot = hand.carried + sum(player.put_in for player in hand.players.values())
    counted = hand.book.bets.pot_before_flop
    if hand.street > 0 or counted == "actual":
        return pot
    for seat, blind in ((hand.blinds.small, hand.level.small), (hand.blinds.big, hand.level.big)):
        if seat in hand.players:
            player = hand.players[seat]
            pot += max(0, blind + player.ante - player.put_in) if player.behind == 0 else 0
        elif counted == "full_and_dead_blinds":
            pot += blind
    return pot

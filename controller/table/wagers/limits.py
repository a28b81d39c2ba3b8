"""What a game allows at most: the pot at pot-limit; one fixed bet, and so many of them, at limit."""

from __future__ import annotations

from controller.table.claims import Claim
from controller.table.hand import Hand
from controller.table.wagers.act import Act
from controller.table.wagers.spot import Ruling, Spot

POT_LIMIT = frozenset({"plhe", "plo"})


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
    pot = sum(player.put_in for player in hand.players.values())
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


def held(ruling: Ruling, act: Act, spot: Spot) -> Ruling:
    """Hold a wager to what the game allows, and a bet of the pot to the pot that lies there."""
    if spot.max_to is None or ruling.action not in ("bet", "raise"):
        return ruling
    if ruling.to <= spot.max_to:
        return _miscounted(ruling, spot, spot.max_to)
    if spot.max_to == spot.to_match:
        facts = {"pushed": ruling.to, "to": spot.capped(spot.to_match)}
        return Ruling("call", facts["to"], Claim("bet.over_limit", cases=("cap",), facts=facts))
    if spot.fixed:
        return _over_the_bet(ruling, act, spot, spot.max_to)
    case = "preflop" if spot.preflop else "postflop"
    facts = {"pushed": ruling.to, "to": spot.max_to}
    if spot.quoted_to is not None and spot.quoted_to != spot.max_to:
        facts["quoted"] = spot.quoted_to
    return Ruling(ruling.action, spot.max_to, Claim("bet.over_limit", cases=(case,), facts=facts))


def _over_the_bet(ruling: Ruling, act: Act, spot: Spot, to: int) -> Ruling:
    """At limit one chip too large is the bet, with change; any other amount over it was meant as more."""
    if not act.words and len(act.pushes) == 1 and act.pushes[0].count == 1:
        return Ruling(ruling.action, to)
    claim = Claim("bet.over_limit", cases=("limit",), facts={"pushed": ruling.to, "to": to})
    return Ruling(ruling.action, to, claim)


def _miscounted(ruling: Ruling, spot: Spot, to: int) -> Ruling:
    """A bet of the pot on a count that was too low."""
    if (
        spot.quoted_to is None
        or not spot.quoted_to == ruling.to < spot.capped(to)
        or ruling.claim is not None
    ):
        return ruling
    facts = {"pushed": ruling.to, "to": spot.capped(to), "quoted": spot.quoted_to}
    return Ruling(ruling.action, spot.capped(to), Claim("bet.underbet", cases=("pot_low",), facts=facts))

"""What players ask for: to see a hand, for a count, a dispute. A house says who may, and until when."""

from __future__ import annotations

from controller.table.betting import Betting
from controller.table.claims import Claim
from controller.table.events import PlayerAsked
from controller.table.hand import Hand


def answer(hand: Hand, betting: Betting, event: PlayerAsked, line: int) -> None:
    """Tell a request that the house does not grant; one that it grants, or is silent on, says nothing."""
    rules = hand.book.requests
    rule = hand.book.rule("request.refused", event.what)
    if rights := {"count": _may_have_count, "see_hand": _may_see}.get(event.what):
        if rule is None or rules is None or rights(hand, betting, event):
            return
        facts = {"what": event.what, "of": event.of}
        hand.tell(Claim("request.refused", event.seat, (event.what,), facts, [line]))


def _may_have_count(hand: Hand, betting: Betting, event: PlayerAsked) -> bool:
    """A precise count: facing an all-in, in some houses only in one's turn."""
    assert hand.book.requests is not None
    with betting.tried(betting.provisional()):
        raiser = None if hand.round is None else hand.round.aggressor
        all_in = raiser is not None and hand.players[raiser].behind == 0
    if not all_in or event.seat not in hand.live:
        return False
    return not hand.book.requests.count_in_turn or betting.due() == event.seat


def _may_see(hand: Hand, betting: Betting, event: PlayerAsked) -> bool:
    """Another's hand: whoever still holds cards may ask; some houses let any player dealt in."""
    assert hand.book.requests is not None
    if hand.book.requests.see_hand == "dealt_in":
        return event.seat in hand.players
    player = hand.players.get(event.seat)
    return player is not None and player.live and (event.seat not in hand.mucked or bool(player.tabled))

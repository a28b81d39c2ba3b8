"""Notes what a hand that is over leaves for the floor: who is out before whom, and the nuts that were checked."""

from __future__ import annotations

from collections.abc import Callable

from controller.table.floor.knockouts import finishing_order
from controller.table.floor.nuts import exclusive_nuts
from controller.table.hand import Hand
from controller.table.outputs import HandLine
from controller.table.pots.pots import Showdown
from controller.table.rulebook_floor import KnockoutRules, NutsRules
from controller.table.view import Note

Known = Callable[[], Showdown]
"""What was seen of a hand's cards; asked only where it matters."""


def knocked_out(rules: KnockoutRules | None, hand: Hand, line: HandLine, known: Known) -> list[Note]:
    """Return the order of those who lost their last chips on this hand, where they are two or more."""
    if rules is None or line.void or line.unawarded:
        return []
    out = {seat: p.stack for seat, p in hand.players.items() if p.stack and line.stacks.get(seat) == 0}
    if len(out) < 2:
        return []
    seen = known()
    strengths = {seat: _strength(seen, seat) for seat in out}
    finish = finishing_order(rules, out, strengths)
    facts = {"places": finish.places, "award": finish.award, "unknown": finish.unknown}
    return [Note(kind="seat.elimination_order", seat=None, cites=rules.cites, facts=facts)]


def _strength(known: Showdown, seat: int) -> int | None:
    cards = known.hands.get(seat)
    if cards is None or len(known.ranks) > 1 or not known.readable([cards]):
        return None
    return known.ranks[0]([*cards, *known.board])


def nuts_checked(rules: NutsRules | None, hand: Hand, known: Known) -> list[Note]:
    """Return a note where the last to act on the river checked a tabled hand that nothing ties or beats."""
    figures = hand.round
    if rules is None or figures is None or hand.street != 3:
        return []
    last = next((seat for seat in reversed(hand.order) if seat in figures.did), None)
    if last is None or not hand.players[last].tabled or any(did != "check" for did in figures.did.values()):
        return []
    seen = known()
    cards = seen.hands.get(last)
    if cards is None or len(cards) != 2 or not seen.readable([cards]):
        return []
    if not exclusive_nuts(cards, seen.board, seen.ranks[0]):
        return []
    return [Note(kind="penalty.nuts_check", seat=last, cites=rules.cites)]

"""Works out what is still to be pushed of each pot when a hand is over, and to whom as far as cards are known."""

from __future__ import annotations

from msgspec import Struct

from controller.table.between_hands.over import why_over
from controller.table.play import Play
from controller.table.pots.pots import Award, Reckoning
from controller.table.showdown.ending import known
from controller.table.stopping import comes_back


class PotDue(Struct, frozen=True, kw_only=True):
    """A pot that nobody was seen to push. ``shares`` is None while a hand that was not seen could win it."""

    pot: int
    amount: int
    seats: list[int]
    shares: dict[int, int] | None


def pots_due(play: Play) -> list[PotDue]:
    """Return the pots of a hand that is over and that were not pushed, the main pot first.

    None of a hand that is void or may be: its bets go back; nor of one in which nobody counted an all-in. Where a
    part was pushed already, only what is left of a pot counts; nothing where it does not fit the pots, for then
    nobody knows what the rest is.
    """
    hand = play.hand
    if why_over(play) is None or comes_back(hand) or hand.held:
        return []
    if hand.uncounted is not None and hand.contested:
        return []
    reckoning = Reckoning(known(play.hand, play.standing.after()))
    due = [
        PotDue(pot=number, amount=pot.amount, seats=pot.seats, shares=_shares(reckoning, number))
        for number, pot in enumerate(reckoning.pots)
        if pot.amount
    ]
    return _less(due, hand.awards, reckoning.returned)


def is_paid(play: Play) -> bool:
    """Whether all that lay in the pots of a hand was pushed."""
    pushed = sum(award.amount for award in play.hand.awards) + play.hand.held
    total = Reckoning(known(play.hand, play.standing.after())).total
    return bool(play.hand.awards) and pushed >= total


def _shares(reckoning: Reckoning, number: int) -> dict[int, int] | None:
    won = reckoning.showdown.winners([reckoning.pots[number]])
    return None if won is None else {seat: share for seat, share in won[0].shares.items() if share}


def _less(due: list[PotDue], awards: list[Award], returned: dict[int, int]) -> list[PotDue]:
    """Return what is left of ``due`` after ``awards``; ``returned`` may have been pushed along."""
    left = {pot.pot: pot.amount for pot in due}
    loose: dict[int, int] = {}
    given: dict[int, dict[int, int]] = {pot.pot: {} for pot in due}
    for award in awards:
        named = min(award.amount, left.get(award.pot, 0)) if award.pot is not None else 0
        if award.pot is not None and named:
            left[award.pot] -= named
            given[award.pot][award.seat] = given[award.pot].get(award.seat, 0) + named
        loose[award.seat] = loose.get(award.seat, 0) + award.amount - named
    rest = []
    for pot in reversed(due):  # side pots are pushed first
        if pot.shares is None:
            if left[pot.pot]:
                rest.append(PotDue(pot=pot.pot, amount=left[pot.pot], seats=pot.seats, shares=None))
            continue
        shares = {seat: share - given[pot.pot].get(seat, 0) for seat, share in pot.shares.items()}
        for seat, share in shares.items():
            taken = min(max(0, share), loose.get(seat, 0))
            loose[seat] = loose.get(seat, 0) - taken
            shares[seat] = share - taken
        shares = {seat: share for seat, share in shares.items() if share > 0}
        if shares and left[pot.pot]:
            rest.append(PotDue(pot=pot.pot, amount=sum(shares.values()), seats=pot.seats, shares=shares))
    astray = any(amount > returned.get(seat, 0) for seat, amount in loose.items())
    return [] if astray else rest[::-1]

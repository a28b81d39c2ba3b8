"""Holds what a history shows against where its pot went: whoever reads it deals the pot out by the cards shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Set
from typing import Final

from controller.histories.not_tellable import NotTellable
from controller.histories.told import ToldHand

_STREET: Final = {"deal": "preflop", "showdown": "river"}
"""What comes before the first street belongs to it, what comes after the last to that."""


def paid_as_told(hand: ToldHand, behind: Mapping[int, int], live: Collection[int], shown: Set[int]) -> None:
    """Raise NotTellable where the pots went otherwise than to the one seat left ``live``, or by the hands ``shown``.

    ``behind`` is what each seat kept back, before anything came back to it.
    """
    got, won = received(hand, behind), Counter[int]()
    for pot in hand.line.winners or ():
        won.update(pot.shares)
    for seat in hand.line.stacks:
        if (won[seat] or got[seat]) and seat in live and len(live) > 1 and seat not in shown:
            raise NotTellable(f"seat {seat} won at the showdown and its cards were not seen")
    if None in hand.line.stacks.values() or not (shown or len(live) == 1):
        return
    if sum(got.values()) < sum(pot.amount for pot in hand.line.pots):
        raise NotTellable("nobody was seen to get the whole pot")
    if any(got[seat] and seat not in live for seat in got):
        raise NotTellable("the pot went to a hand that was not in it any more")
    if hand.line.winners is not None and any(got[seat] != won[seat] for seat in got):
        raise NotTellable("the pot went otherwise than the cards say")


def received(hand: ToldHand, behind: Mapping[int, int]) -> Counter[int]:
    """Return the chips that each seat got out of the pot; a seat is missing where nobody knows what it has."""
    line = hand.line
    return Counter(
        {
            seat: after - behind[seat] - line.returned.get(seat, 0)
            for seat, after in line.stacks.items()
            if after is not None
        }
    )


def kept_back(hand: ToldHand) -> dict[int, int]:
    """Return what each seat kept back of its stack, which is known, before anything came back to it."""
    bets = {("preflop", seat.seat): seat.posted for seat in hand.seats}
    for action in hand.actions:
        bets[_STREET.get(action.street, action.street), action.seat] = action.to
    behind = {seat.seat: (seat.stack or 0) - seat.ante for seat in hand.seats}
    for (_, number), bet in bets.items():
        behind[number] -= bet
    return behind


def of_pots(hand: ToldHand, got: Mapping[int, int]) -> dict[int, dict[int, int]]:
    """Return what of each pot each seat got, of all that it ``got``: out of the pot that the dealer named, else by the
    cards, else out of the last pot that was its to win.
    """
    pots, winners = list(enumerate(hand.line.pots)), hand.line.winners or ()
    room, left = {n: pot.amount for n, pot in pots}, dict(got)
    shares: dict[int, dict[int, int]] = {n: {} for n, _ in pots}
    # What was pushed last counts first, as a wrong award is pushed again.
    claims = [(award.pot, award.seat, award.amount) for award in hand.awards[::-1] if award.pot is not None]
    claims += [(pot.pot, seat, share) for pot in winners for seat, share in pot.shares.items()]
    claims += [(n, seat, pot.amount) for n, pot in pots[::-1] for seat in pot.seats]
    claims += [(n, seat, pot.amount) for n, pot in pots for seat in got]
    for n, seat, amount in claims:
        part = min(amount, room.get(n, 0), left.get(seat, 0))
        if part > 0:
            shares[n][seat] = shares[n].get(seat, 0) + part
            room[n] -= part
            left[seat] -= part
    return shares

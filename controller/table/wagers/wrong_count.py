"""Kills hands of a wrong number of cards: a button that acts short, and what is found, or barred, past the cut-off."""

from __future__ import annotations

from controller.table.irregularities import Irregularity
from controller.table.wagers.acting import Acting

COUNT = "misdeal.card_count"


def tell_and_kill(acting: Acting, irregularity: Irregularity, t: float | None = None) -> None:
    """Tell what is wrong with the cards of a seat; its hand is dead where the house says so, its chips stay in."""
    found = acting.hand.tell(irregularity, t)
    if found.remedy == "kill_hand" and found.seat is not None and found.seat in acting.hand.players:
        acting.kill(found.seat, found.cites)


def acted_on(acting: Acting) -> None:
    """Somebody has acted: a short button that did is dead, and so is a wrong hand whose misdeal is barred."""
    if acting.hand.deal.owed and acting.hand.judge.reported("deal.button_short"):
        _acted_short(acting)
    if acting.hand.judge.barred_misdeals and acting.hand.deal.closed:
        _barred(acting)


def _acted_short(acting: Acting) -> None:
    """A button that acts on too few cards has a dead hand, where the house says so."""
    deal, figures, pending = acting.hand.deal, acting.hand.round, acting.standing.pending
    acted = {} if figures is None else figures.acted
    for seat, why in list(deal.owed.items()):
        in_hand = pending is not None and pending.seat == seat
        if why != "missing" or not (in_hand or seat in acted):
            continue
        del deal.owed[seat]
        facts = {"cards": deal.count(seat), "due": deal.per_seat}
        tell_and_kill(acting, Irregularity("deal.button_short", seat, ("acted",), facts))


def _barred(acting: Acting) -> None:
    """The cut-off has passed over a misdeal: a hand that holds a wrong number of cards is dead where the house says so."""
    hand, judge = acting.hand, acting.hand.judge
    counted = {found.seat: found for found in judge.barred_misdeals if found.kind == COUNT}
    judge.barred_misdeals = []
    rule = hand.book.rule(COUNT, "past_cutoff")
    if rule is None or rule.remedy != "kill_hand":
        return
    deal = hand.deal
    for seat in deal.wrong(known=[seat for seat in counted if seat is not None]):
        if hand.players[seat].live:
            facts: dict[str, object] = {"cards": deal.count(seat), "due": deal.per_seat}
            facts |= {"replaces": counted[seat].id} if seat in counted else {}
            cases = ("extra",) if deal.count(seat) > deal.per_seat else ()
            lines = [line for draw in deal.held[seat] for line in draw.lines]
            tell_and_kill(acting, Irregularity(COUNT, seat, cases, facts, lines))
